"""Commands that play many games: `sim`, `study` and `learn`."""

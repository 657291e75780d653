"""What a game is. Knows no title."""

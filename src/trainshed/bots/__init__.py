"""Bots: players that are programs. A bot gets the view of its seat and worlds drawn from it, never the position."""

"""Hover cards: what a thing on the board is, what it costs, what it would bring, and by which clause."""

"""Rematches: the offer of one player, the answers of the others, and the new table."""

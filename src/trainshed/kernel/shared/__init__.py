"""Pieces that titles are made of: what they would otherwise each write for themselves."""

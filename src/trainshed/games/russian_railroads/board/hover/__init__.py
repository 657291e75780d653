"""Hover cards of Russian Railroads: what a thing on the board is, how it stands, and what it does."""

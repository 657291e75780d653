"""Ladders: balanced games between bots, and how strong each of them is, with intervals."""

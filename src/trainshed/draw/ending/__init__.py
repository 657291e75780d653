"""Drawings for the end of a game: the winner's train arriving before a title's scenery, and charts of the lead."""

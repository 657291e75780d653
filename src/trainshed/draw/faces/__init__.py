"""Faces of the bots."""

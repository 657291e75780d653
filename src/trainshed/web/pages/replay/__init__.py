"""A game at any of its rows, and the timeline above it."""

"""The points that every seat of First Class is expected to have at the end of the game."""

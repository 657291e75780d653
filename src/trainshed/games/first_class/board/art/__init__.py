"""Drawings of First Class that depend on no view: coaches, icons, faces of cards, and the landscape."""

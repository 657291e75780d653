"""Hover cards of First Class: what each thing on the board is, what it costs, and what it brings the viewer."""

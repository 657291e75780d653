"""The rules of First Class: the position, every question, and what the answers do."""

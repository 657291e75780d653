"""Finding puzzles: bots play games, and search looks for questions in which one move is clearly the best.

`hunt` looks through one game, `collection` puts what was found into a title's file.
"""

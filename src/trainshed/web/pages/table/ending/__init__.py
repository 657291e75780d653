"""The end of a game on its page: who has won, what turned it, and where the points came from."""

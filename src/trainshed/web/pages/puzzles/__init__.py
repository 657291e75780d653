"""The pages of the puzzles: the list of all, and each with its board, its answers and its solution."""

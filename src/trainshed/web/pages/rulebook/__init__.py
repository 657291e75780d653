"""The rulebook of a title: its clauses, search, the board they speak of, and a first game on one page."""

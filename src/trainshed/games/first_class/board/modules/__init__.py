"""What each module of First Class adds to the board: one file for each, found by the id of the module."""

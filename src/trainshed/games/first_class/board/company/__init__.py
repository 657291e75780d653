"""One player's company on the board of First Class: its line, its trains, and what lies beside them."""

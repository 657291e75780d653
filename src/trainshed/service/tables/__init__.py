"""Tables: the log and what it folds to, commands of players, lobby, clocks, branches, and what a viewer is sent."""

"""Tables: the log and its fold, commands of players, lobby, clocks, branches, and the view for a viewer."""

"""The lobby, its lists of tables, and the waiting room of a table that has not started."""

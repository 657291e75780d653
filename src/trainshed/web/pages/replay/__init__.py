"""The replay: a game at any row of its log, with a timeline."""

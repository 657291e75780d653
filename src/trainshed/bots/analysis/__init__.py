"""Analysis of games: judges moves by search from what their player knew, and finds the turning points of a game.

`judge` compares the moves of one question, `game_analysis` goes through a whole game, `puzzles` has the puzzles of a
title. The types of the results are in `trainshed.wire`, as clients of the API get them too. Everything is asked
question by question, so that a server can do it beside its other work.
"""

"""Analysis of games: judges moves by search from what their player knew, and finds the turning points of a game.

`judgement` has the types of the result, `judge` compares the moves of one question, `game_analysis` goes through a
whole game. Everything is asked question by question, so that a server can do it beside its other work.
"""

"""Learned values for search: a small network over a title's features corrects the hand-made estimate of a position.

`network` computes it with NumPy (extra `trainshed[bots]`), `value` makes it an estimate that search can use. Training
is in `trainshed.arena.learn`.
"""

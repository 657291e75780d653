"""Analyses of finished games, and hints in games against bots: both ask bot processes to judge moves.

`analyses.py` takes requests and tells how far an analysis is, `analyst.py` makes them in the background, one at a time
in a process, `analysis_store.py` has the SQL, and `hints.py` answers who asks for a hint.
"""

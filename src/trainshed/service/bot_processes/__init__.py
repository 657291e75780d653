"""Child processes in which bots that search choose their moves, and in which moves are judged: thinking never blocks
the event loop.

`question.py` is what such a process is told, `child.py` is the process, and `pool.py` starts, asks and replaces them.
"""

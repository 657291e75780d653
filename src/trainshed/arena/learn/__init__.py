"""Training of learned values by self-play, in rounds: play with search, fit a network, keep it if it wins.

`samples` plays and gathers positions, `fitting` fits a network to them (extra `trainshed[learn]`), `duel` lets two
values play each other, `rounds` puts the rounds together and keeps the training record.
"""

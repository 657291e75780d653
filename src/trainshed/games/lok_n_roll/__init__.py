"""Lok'n'Roll (Tranjis Games; first published as Rollecate), 1-4 seats.

game.py       the title: options, set-up                  view.py      the view of a seat; a world from a view
rules/        the position, the effects, every question   events.py    the events of a move
board/        a view drawn as SVG                         bot/         the rule-of-thumb player
text/         sentences, coach, guide, translations       features.py  a view as numbers, for learning
rules.toml    the clauses                                 content.toml what is printed, with its sources
"""

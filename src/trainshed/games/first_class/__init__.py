"""First Class: All Aboard the Orient Express! (Hans im Glück, 2016), 2-4 seats.

game.py       the title: options, set-up                  view.py      the view of a seat; a world from a view
rules/        the position, the effects, every question   events.py    the events of a move
board/        a view drawn as SVG                         bot.py       the rule-of-thumb player
text/         sentences, coach, guide, translations       features.py  a view as numbers, for learning
rules.toml    the clauses                                 content.toml what is printed, with its sources

A module of the game (contracts, celebrities, murder, passengers, switches) is one file of the same name in
rules/modules, board/modules and text/modules, and one section of content.toml; nothing else names it.
What the rules of a module need beside that file stands in a folder of their own: rules/murder.
"""

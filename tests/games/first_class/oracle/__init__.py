"""The oracle of First Class: an independent, slow and obvious model of whole games, written from the clauses alone.

Nothing here imports the rules of the title. The model reads what is printed (`content.toml`), is told every word, and
says after each of them who is asked, which words are legal, and everything that can be seen on the table.

`printed` is the box, `table` what lies on the table, `requirements` what contracts ask for, `actions` how icons and
coins are used, `modules` what the five modules add, `model` a whole game from the set-up to the winner; `compare` says
which games are compared with the rules, `chooser` how they are played, `shown` what is compared;
`tests/support/games/oracle.py` does it.
"""

"""The oracle of Spike: an independent, slow and obvious model of whole games, written from the rulebook alone.

Nothing here imports the rules of the title. The model reads what is printed (`content.toml`), is told every word, and
says after each of them who is asked, which words are legal, and everything that can be seen on the table.

`printed` is the box, `payments` which cards pay for a route, `model` a whole game from the set-up to the winner;
`compare` says how they are played with the rules and what is compared; `tests/support/games/oracle.py` does it.
"""

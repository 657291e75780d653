"""The rulebook pages of a title: clauses, search, the example board and a one-page summary; the cards of all titles."""

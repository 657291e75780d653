"""Search for bots: information-set Monte-Carlo tree search for any title, with one to four seats, chance and secrets.

`tree` grows the tree and plays out, `root` shares the budget among the moves of the question, `evaluation` turns points
into utilities, `win_chance` also into chances to win, `title` finds what a title brings along for search, `garbage`
stops Python from looking through the growing tree, `bot` is the bot.
"""

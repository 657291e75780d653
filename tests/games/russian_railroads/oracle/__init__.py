"""The second oracle of Russian Railroads: an independent model of whole games, written from the rulebook alone.

Nothing here imports the rules of the title. The model reads what is printed (`content.toml`), is told every word, and
says after each of them who is asked, which words are legal, and every number that everybody may see.

`printed` is the box, `model` a position, `effects` what actions do, `lookahead` whether an action can be carried out in
full, `turns` turns and rounds, `scoring` points; `compare` plays games with the rules and lists what differs.
"""

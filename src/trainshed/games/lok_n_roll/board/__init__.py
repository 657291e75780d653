"""The board of Lok'n'Roll, drawn from views as SVG, and its poster for the list of games."""

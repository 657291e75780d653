"""The board of Lok'n'Roll, drawn from views as SVG; and the poster that announces it."""

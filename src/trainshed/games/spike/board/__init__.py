"""The board of Spike, drawn from views as SVG, and its poster for the list of games."""

"""The board of Russian Railroads, drawn from views as SVG, and its poster for the lobby."""

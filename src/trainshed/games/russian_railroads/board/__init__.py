"""The board of Russian Railroads, drawn from views as SVG; and the poster that announces it."""

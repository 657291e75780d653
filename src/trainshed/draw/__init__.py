"""The drawing kit of every board: SVG built by Python functions, colours by CSS class only, own art only."""

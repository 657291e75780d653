"""The kit that every board is drawn with: SVG from Python, colours by class alone, own art only."""

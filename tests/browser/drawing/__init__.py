"""What is drawn, in a browser: the map kit, and the page on which one draws a title."""

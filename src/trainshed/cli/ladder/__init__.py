"""`trainshed ladder`: bots play each other, and get ratings; as tables, as JSON and as a picture."""

"""`trainshed analyse` and `trainshed puzzles`: what search says of games and of single questions."""

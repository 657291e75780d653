"""A title whose odds can be counted, and the truth about it."""

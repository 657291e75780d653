"""`trainshed dev`: draw one position of a title in every layout, theme and language, anew whenever a file is saved."""

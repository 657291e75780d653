"""The texts of the modules of First Class: one file for each, with the name of its id in the content pack."""

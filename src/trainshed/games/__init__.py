"""The titles, one folder each. They never import each other."""

"""A sixth module of First Class for tests: files like those of a real one, and its section of a content pack."""

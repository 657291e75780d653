"""Many games: conformance of every title, twins, and whether worlds have the odds they should."""

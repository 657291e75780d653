"""Content packs for tests: corrected and damaged ones."""

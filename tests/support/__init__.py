"""Helpers that tests, measurements (`bench`) and tools share."""

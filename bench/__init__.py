"""Measurements and stress tests, one command each."""

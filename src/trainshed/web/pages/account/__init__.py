"""Signing in, and the settings of a person."""

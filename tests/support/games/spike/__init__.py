"""Helpers for tests of Spike."""

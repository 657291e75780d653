"""Helpers for tests of First Class."""

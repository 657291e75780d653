"""Tests of the coach at a table."""

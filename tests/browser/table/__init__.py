"""Tests of the table page in a browser."""

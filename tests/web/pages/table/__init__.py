"""Tests of the table page."""

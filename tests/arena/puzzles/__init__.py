"""Tests of finding puzzles."""

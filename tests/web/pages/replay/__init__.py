"""Tests of the replay page."""

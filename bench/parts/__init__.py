"""Modules that the commands in `bench` share."""

"""Texts of Shunting Yard."""

"""The board of First Class: a view drawn as SVG, one module for each part of it."""

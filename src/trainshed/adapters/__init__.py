"""Adapters that make every title usable in libraries of machine learning and game theory; each needs its library."""

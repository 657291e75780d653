"""Lok'n'Roll (Tranjis Games; first published as Rollecate), 1-4 seats."""

"""The hover cards of Spike: what each thing on the table is, how it stands, and what it would bring the viewer."""

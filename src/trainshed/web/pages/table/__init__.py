"""The page of a table: its parts, the stream that keeps it up to date, panels, log, and plain fallbacks for a title."""

"""Maps: cities, links with lanes in several colours, names that do not overlap, and a window with zoom and pan."""

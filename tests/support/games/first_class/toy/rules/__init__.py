"""The toy module's file for this part of the title, put beside those of the real modules."""

"""Many games at once: matches between bots, simulations, and conformance checks of every title."""

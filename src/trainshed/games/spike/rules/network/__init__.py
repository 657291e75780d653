"""The map as a graph, routes on it, and the cards that pay for them: pure functions without a question."""

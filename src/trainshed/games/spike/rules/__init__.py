"""The rules of Spike: the position, the effects and every question, by chapter of the rulebook."""

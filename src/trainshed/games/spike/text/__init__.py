"""The texts of Spike: sentences, coach, guide and summary, and the translations of the clauses."""

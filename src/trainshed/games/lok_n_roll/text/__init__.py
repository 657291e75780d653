"""The texts of Lok'n'Roll: sentences, coach, guide and summary, and the translations of the clauses."""

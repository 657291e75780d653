"""The texts of Russian Railroads: sentences, coach, guide and summary, and the translations of the clauses."""

"""People: accounts, passwords, sessions, rate limits, and the hours in which a person's time counts."""

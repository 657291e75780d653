"""The service behind the web: tables, accounts, messages, bots and clocks. Commands go in, rows of the log come out."""

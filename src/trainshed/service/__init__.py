"""Tables, clocks, people and bots at work: commands in, log out."""

"""Every title as the libraries of learning and game theory want it. Each module needs its own library."""

"""Actions of Russian Railroads, by chapter of the rulebook, and how they are carried out."""

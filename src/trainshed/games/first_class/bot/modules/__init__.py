"""Rules of thumb for each module of First Class, one file each, found by the module's id."""

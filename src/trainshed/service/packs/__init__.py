"""Content packs that tables are made with, stored by digest."""

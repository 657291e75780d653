"""The history of the database's layout, one step a file; Alembic carries it out."""

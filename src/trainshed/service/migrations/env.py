"""Where Alembic begins: it gets an open connection from `migrate.py` and runs the steps in it."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()

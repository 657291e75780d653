"""Tables whose bots or clocks failed: how often, since when, why, and when a worker tries again."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute(
        "ALTER TABLE tables ADD COLUMN attempts smallint NOT NULL DEFAULT 0, ADD COLUMN failing_since bigint,"
        " ADD COLUMN retry_at bigint, ADD COLUMN failure text"
    )
    # Tables that fail are in an index of their own, so that any number of them does not slow down the search for
    # others. The indexes `tables_work` and `tables_deadline` stay: processes of the version before search by them.
    op.execute("CREATE INDEX tables_ready ON tables (touched) WHERE work AND retry_at IS NULL")
    op.execute("CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL AND retry_at IS NULL")
    op.execute("CREATE INDEX tables_retry ON tables (retry_at) WHERE retry_at IS NOT NULL")


def downgrade() -> None:
    op.execute("DROP INDEX tables_ready, tables_due, tables_retry")
    op.execute(
        "ALTER TABLE tables DROP COLUMN attempts, DROP COLUMN failing_since, DROP COLUMN retry_at, DROP COLUMN failure"
    )

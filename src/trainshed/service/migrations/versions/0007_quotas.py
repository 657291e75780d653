"""Tables by their host, to count how many somebody has that are not over."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0005"


def upgrade() -> None:
    op.execute("CREATE INDEX tables_host ON tables (host) WHERE status <> 'over'")


def downgrade() -> None:
    op.execute("DROP INDEX tables_host")

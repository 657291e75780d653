"""Where a table branched off from another one, and the position with which it began."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # What it came from may be gone one day; the branch stays.
    op.execute(
        "ALTER TABLE tables ADD COLUMN origin bigint, ADD COLUMN origin_seq int, ADD COLUMN origin_position bytea"
    )


def downgrade() -> None:
    op.execute("ALTER TABLE tables DROP COLUMN origin, DROP COLUMN origin_seq, DROP COLUMN origin_position")

"""Whether a table shows the exact odds of a coming roll."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("ALTER TABLE tables ADD COLUMN odds boolean NOT NULL DEFAULT true")


def downgrade() -> None:
    op.execute("ALTER TABLE tables DROP COLUMN odds")

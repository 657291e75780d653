"""Hours with their past, and the rules by which the clocks of a table are folded."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("ALTER TABLE people ADD COLUMN hours_past jsonb NOT NULL DEFAULT '{}'")
    # Logs of tables that have started go on to fold by the rules with which they began.
    op.execute("ALTER TABLE tables ADD COLUMN clock_rules smallint NOT NULL DEFAULT 1")


def downgrade() -> None:
    op.execute("ALTER TABLE tables DROP COLUMN clock_rules")
    op.execute("ALTER TABLE people DROP COLUMN hours_past")

"""Tables for which bots have work: from which group of networks they were made, and whether a person plays there."""

from __future__ import annotations

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    # A group out of 65,536 (`network_group`): bots share their time among networks, and nobody needs the address.
    op.execute("ALTER TABLE tables ADD COLUMN network integer NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE tables ADD COLUMN attended boolean NOT NULL DEFAULT true")
    op.execute("CREATE INDEX tables_attended ON tables (touched) WHERE work AND attended AND retry_at IS NULL")


def downgrade() -> None:
    op.execute("DROP INDEX tables_attended")
    op.execute("ALTER TABLE tables DROP COLUMN attended")
    op.execute("ALTER TABLE tables DROP COLUMN network")

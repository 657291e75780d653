"""Offers of a rematch, which the others accept or decline."""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    # Answers are by seat: whoever is deleted from the seats is gone from here too.
    op.execute(
        """
        CREATE TABLE rematch_offers (
            table_id bigint PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            seat smallint NOT NULL,
            at bigint NOT NULL,
            expires bigint NOT NULL,
            agreed smallint[] NOT NULL,
            declined smallint[] NOT NULL DEFAULT '{}'
        )
        """
    )


def downgrade() -> None:
    op.execute("DROP TABLE rematch_offers")

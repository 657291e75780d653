"""Analyses of finished games: who works on which until when, how far they are, and what they say."""

from __future__ import annotations

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    # While an analysis is made, `judged` has the judgements so far, and afterwards the whole analysis.
    op.execute(
        """
        CREATE TABLE analyses (
            table_id bigint PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            status text NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed')),
            asked bigint NOT NULL,
            lease bigint NOT NULL DEFAULT 0,
            holder bigint,
            attempts smallint NOT NULL DEFAULT 0,
            done integer NOT NULL DEFAULT 0,
            total integer NOT NULL DEFAULT 0,
            judged bytea
        )
        """
    )
    op.execute("CREATE INDEX analyses_waiting ON analyses (asked) WHERE status IN ('queued', 'running')")


def downgrade() -> None:
    op.execute("DROP TABLE analyses")

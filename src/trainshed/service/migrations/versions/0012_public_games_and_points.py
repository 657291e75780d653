"""An index for the list of public games that are being played, and from which sources the points of games came."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.execute(
        "CREATE INDEX tables_watch ON tables (touched)"
        " WHERE status = 'playing' AND visibility = 'public' AND origin IS NULL"
    )
    # Counted from the log of a game that is over, when a player first asks for it; can be counted again.
    op.execute(
        """
        CREATE TABLE game_points (
            table_id bigint PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            counted jsonb NOT NULL
        )
        """
    )


def downgrade() -> None:
    op.execute("DROP TABLE game_points")
    op.execute("DROP INDEX tables_watch")

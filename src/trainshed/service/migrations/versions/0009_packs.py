"""Content packs by digest, so that a table finds the one it was made with, and the revision of its rules."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    # Tables do not refer to it: packs of tables made before were never stored, and old processes go on to make such.
    op.execute(
        """
        CREATE TABLE packs (
            title text NOT NULL,
            digest text NOT NULL,
            edition integer NOT NULL,
            name text NOT NULL,
            content text NOT NULL,
            built_in boolean NOT NULL,
            added_by bigint,
            added bigint NOT NULL,
            PRIMARY KEY (title, digest)
        )
        """
    )
    # Games that run were begun by the first revision of every title's rules, and old processes begin more of them.
    op.execute("ALTER TABLE tables ADD COLUMN revision smallint NOT NULL DEFAULT 1")


def downgrade() -> None:
    op.execute("ALTER TABLE tables DROP COLUMN revision")
    op.execute("DROP TABLE packs")

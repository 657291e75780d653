"""Preferences of people: only what somebody has chosen, so that the usual values can change for all others."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute("ALTER TABLE people ADD COLUMN preferences jsonb NOT NULL DEFAULT '{}'")


def downgrade() -> None:
    op.execute("ALTER TABLE people DROP COLUMN preferences")

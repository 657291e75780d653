"""Web Push: subscriptions of browsers among the notices, the server's own key, and which turns were pushed."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute(UPGRADE)


def downgrade() -> None:
    op.execute(DOWNGRADE)


UPGRADE = """
ALTER TABLE notices
    ADD COLUMN session bytea REFERENCES sessions ON DELETE CASCADE,
    ADD COLUMN p256dh bytea,
    ADD COLUMN auth bytea,
    ADD COLUMN device text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX notices_endpoint ON notices (address) WHERE kind = 'push';
CREATE INDEX notices_session ON notices (session) WHERE session IS NOT NULL;
ALTER TABLE seats ADD COLUMN pushed bigint NOT NULL DEFAULT 0;
CREATE TABLE vapid_key (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    private bytea NOT NULL,
    created bigint NOT NULL
);
"""

DOWNGRADE = """
DROP TABLE vapid_key;
ALTER TABLE seats DROP COLUMN pushed;
DELETE FROM notices WHERE kind = 'push';
ALTER TABLE notices DROP COLUMN session, DROP COLUMN p256dh, DROP COLUMN auth, DROP COLUMN device;
"""

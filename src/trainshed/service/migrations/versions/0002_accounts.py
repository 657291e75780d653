"""Accounts, tokens with scopes, bot accounts, and how often something was tried."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute(UPGRADE)


def downgrade() -> None:
    op.execute(DOWNGRADE)


UPGRADE = """
ALTER TABLE people
    ADD COLUMN login text UNIQUE,
    ADD COLUMN password text,
    ADD COLUMN email text,
    ADD COLUMN owner bigint REFERENCES people,
    ADD COLUMN became bigint REFERENCES people,
    ADD COLUMN admin boolean NOT NULL DEFAULT false;
CREATE INDEX ON people (owner) WHERE owner IS NOT NULL;
CREATE INDEX ON people (became) WHERE became IS NOT NULL;
ALTER TABLE sessions
    ADD COLUMN id bigint NOT NULL DEFAULT 0,
    ADD COLUMN name text NOT NULL DEFAULT '',
    ADD COLUMN scopes text[];
CREATE UNLOGGED TABLE limits (
    key text PRIMARY KEY,
    slot bigint NOT NULL,
    count int NOT NULL
);
"""

DOWNGRADE = """
DROP TABLE limits;
ALTER TABLE sessions DROP COLUMN id, DROP COLUMN name, DROP COLUMN scopes;
ALTER TABLE people DROP COLUMN login, DROP COLUMN password, DROP COLUMN email, DROP COLUMN owner,
    DROP COLUMN became, DROP COLUMN admin;
"""

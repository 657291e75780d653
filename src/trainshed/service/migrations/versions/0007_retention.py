"""What the deletion of old and unwanted things needs: indexes, games that are kept for good, tables just deleted."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute(UPGRADE)


def downgrade() -> None:
    op.execute(DOWNGRADE)


# `kept`: several people play or played here. Found out once, so that the cleaning does not look at old games again.
UPGRADE = """
ALTER TABLE tables ADD COLUMN kept boolean NOT NULL DEFAULT false;
CREATE TABLE deleted_tables (
    id bigint PRIMARY KEY,
    at bigint NOT NULL
);
CREATE INDEX tables_unstarted ON tables (touched) WHERE status = 'open';
CREATE INDEX tables_branches ON tables (touched) WHERE status <> 'open' AND origin IS NOT NULL AND NOT kept;
CREATE INDEX tables_games ON tables (touched) WHERE status <> 'open' AND origin IS NULL AND NOT kept;
CREATE INDEX tables_rematch ON tables (rematch) WHERE rematch IS NOT NULL;
CREATE INDEX tables_host ON tables (host);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE INDEX people_guests ON people (created, id) WHERE kind = 'guest';
CREATE INDEX notices_unconfirmed ON notices (created) WHERE NOT confirmed;
CREATE INDEX chat_person ON chat (person);
CREATE INDEX chat_read_person ON chat_read (person);
CREATE INDEX notes_person ON notes (person);
CREATE INDEX mutes_muted ON mutes (muted);
CREATE INDEX reports_table ON reports (table_id);
CREATE INDEX reports_person ON reports (person);
CREATE INDEX reports_about ON reports (about);
"""

DOWNGRADE = """
DROP INDEX reports_about, reports_person, reports_table, mutes_muted, notes_person, chat_read_person, chat_person,
    notices_unconfirmed, people_guests, sessions_expires, tables_host, tables_rematch, tables_games, tables_branches,
    tables_unstarted;
DROP TABLE deleted_tables;
ALTER TABLE tables DROP COLUMN kept;
"""

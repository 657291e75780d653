"""Notices, chat, notes, mutes and reports; and the queue of mail and webhooks."""

from __future__ import annotations

from alembic import op
from procrastinate.schema import SchemaManager

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute(UPGRADE)
    # Procrastinate's own layout, as its installed version has it. Its SQL holds % signs that are not ours.
    op.get_bind().exec_driver_sql(SchemaManager.get_schema().replace("%", "%%"))


def downgrade() -> None:
    op.execute(DOWNGRADE)


UPGRADE = """
CREATE TABLE notices (
    id bigint PRIMARY KEY,
    person bigint NOT NULL REFERENCES people ON DELETE CASCADE,
    kind text NOT NULL,
    address text NOT NULL,
    paces text[] NOT NULL,
    code text NOT NULL,
    confirmed boolean NOT NULL,
    created bigint NOT NULL,
    answer text NOT NULL DEFAULT ''
);
CREATE INDEX ON notices (person);
ALTER TABLE seats
    ADD COLUMN seen bigint NOT NULL DEFAULT 0,
    ADD COLUMN told bigint NOT NULL DEFAULT 0,
    ADD COLUMN silent boolean NOT NULL DEFAULT false;
CREATE INDEX tables_waiting ON tables (touched) WHERE turn IS NOT NULL AND NOT work;
CREATE TABLE chat (
    table_id bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    id bigint NOT NULL,
    person bigint NOT NULL REFERENCES people,
    name text NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (table_id, id)
);
CREATE TABLE chat_read (
    table_id bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES people ON DELETE CASCADE,
    upto bigint NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE TABLE notes (
    table_id bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    person bigint NOT NULL REFERENCES people ON DELETE CASCADE,
    text text NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE TABLE mutes (
    person bigint NOT NULL REFERENCES people ON DELETE CASCADE,
    muted bigint NOT NULL REFERENCES people ON DELETE CASCADE,
    PRIMARY KEY (person, muted)
);
CREATE TABLE reports (
    id bigint PRIMARY KEY,
    person bigint NOT NULL REFERENCES people,
    table_id bigint NOT NULL REFERENCES tables,
    about bigint NOT NULL REFERENCES people,
    text text NOT NULL,
    at bigint NOT NULL,
    done boolean NOT NULL DEFAULT false
);
CREATE INDEX ON reports (at) WHERE NOT done;
"""

DOWNGRADE = """
DROP TABLE reports, mutes, notes, chat_read, chat, notices;
DROP INDEX tables_waiting;
ALTER TABLE seats DROP COLUMN seen, DROP COLUMN told, DROP COLUMN silent;
DROP TABLE procrastinate_periodic_defers, procrastinate_events, procrastinate_jobs, procrastinate_workers CASCADE;
"""

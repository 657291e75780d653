"""People, tables, seats, the log and its snapshots."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

PARTITIONS = 16
"""The log and its snapshots are cut by table, so that they spread over disks and machines; no table spans two parts."""


def upgrade() -> None:
    op.execute(PEOPLE)
    op.execute(TABLES)
    op.execute(LOG)
    for part in range(PARTITIONS):
        for name in ("rows", "snapshots"):
            op.execute(
                f"CREATE TABLE {name}_{part} PARTITION OF {name}"
                f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
            )


def downgrade() -> None:
    op.execute("DROP TABLE snapshots, rows, seats, tables, sessions, people")


# All times are milliseconds since 1970, UTC.

PEOPLE = """
CREATE TABLE people (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL,
    language text NOT NULL DEFAULT 'en',
    hours jsonb NOT NULL DEFAULT '{}',
    created bigint NOT NULL
);
CREATE TABLE sessions (
    token bytea PRIMARY KEY,
    person bigint NOT NULL REFERENCES people ON DELETE CASCADE,
    created bigint NOT NULL,
    expires bigint NOT NULL
);
CREATE INDEX ON sessions (person);
"""

TABLES = """
CREATE TABLE tables (
    id bigint PRIMARY KEY,
    title text NOT NULL,
    edition int NOT NULL,
    pack text NOT NULL,
    options jsonb NOT NULL,
    pace jsonb NOT NULL,
    visibility text NOT NULL,
    language text NOT NULL,
    host bigint NOT NULL REFERENCES people,
    invite text NOT NULL,
    status text NOT NULL,
    created bigint NOT NULL,
    started bigint,
    secret bytea,
    players jsonb,
    turn smallint,
    work boolean NOT NULL DEFAULT false,
    deadline bigint,
    touched bigint NOT NULL,
    outcome jsonb,
    rematch bigint
);
CREATE INDEX tables_work ON tables (touched) WHERE work;
CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_open ON tables (created) WHERE status = 'open' AND visibility = 'public';
CREATE TABLE seats (
    table_id bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat smallint NOT NULL,
    person bigint REFERENCES people,
    name text NOT NULL DEFAULT '',
    bot text NOT NULL DEFAULT '',
    in_hand boolean NOT NULL DEFAULT false,
    archived boolean NOT NULL DEFAULT false,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX ON seats (person, table_id) WHERE person IS NOT NULL;
"""

# No reference from `rows` to `tables`: it would be read and locked at every move, and could not cross machines.
LOG = """
CREATE TABLE rows (
    table_id bigint NOT NULL,
    seq int NOT NULL,
    seat smallint NOT NULL,
    free boolean NOT NULL,
    at bigint NOT NULL,
    spent bigint,
    who bigint,
    mark bigint,
    said text NOT NULL,
    PRIMARY KEY (table_id, seq)
) PARTITION BY HASH (table_id);
CREATE TABLE snapshots (
    table_id bigint NOT NULL,
    slot int NOT NULL,
    seq int NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, slot)
) PARTITION BY HASH (table_id);
"""

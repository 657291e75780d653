"""Backups: written while games run, restored all or nothing, and every game equal afterwards."""

from __future__ import annotations

import asyncio
import os
import stat
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import psycopg
import pytest

from tests.support.database import new_database
from tests.support.service import Guest, open_container, started
from trainshed.cli import run
from trainshed.service.base import ids
from trainshed.service.base.milliseconds import DAY, MINUTE
from trainshed.service.container import Container
from trainshed.service.ops.backup import BackupError, backup, connected, environment, frozen, restore
from trainshed.service.ops.check import check
from trainshed.service.ops.restore_drill import compare, drill
from trainshed.service.tables.table_state import Snapshot
from trainshed.web.app import App
from trainshed.wire import Pace

pytestmark = pytest.mark.live

LIVE = Pace("live", MINUTE, 10 * MINUTE, 1000)
DAYS = Pace("days", DAY, 3 * DAY)


@pytest.fixture
def full(worker_id: str) -> Iterator[str]:
    """A database that a test may fill and drop."""
    with new_database(f"trainshed_backup_{worker_id}_{os.getpid()}") as url:
        yield url


@pytest.fixture
def other(worker_id: str) -> Iterator[str]:
    """An empty database to restore into."""
    with new_database(f"trainshed_restored_{worker_id}_{os.getpid()}", layout=False) as url:
        yield url


@asynccontextmanager
async def people(url: str, *names: str) -> AsyncIterator[tuple[Container, list[Guest]]]:
    async with open_container(url) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            yield container, [await Guest.arrive(http, name) for name in names]


async def play_on(guests: list[Guest], table: str, rng: Random, gestures: int) -> Any:
    """Play random legal words, with an undo now and then; the first guest's table view in the end."""
    for _ in range(gestures):
        seen = await guests[0].look(table)
        if "outcome" in seen:
            break
        asked = guests[seen["actor"]]
        seen = await asked.look(table)
        if seen.get("undo", 0) > 0 and rng.random() < 0.1:
            await asked.post(f"/tables/{table}/undo", seq=seen["seq"])
        else:
            await asked.play(table, rng.choice(seen["moves"]), seq=seen["seq"])
    return await guests[0].look(table)


async def fill(url: str) -> int:
    """Make tables of both titles in every state that a table can have; how many of them have started."""
    rng = Random(5)
    async with people(url, "Ada", "Bruno", "Carla", "Dario") as (container, everybody):
        ada, bruno, *_ = everybody
        guests = [ada, bruno]
        begun = 0
        for title in ("lok-n-roll", "russian-railroads"):
            await ada.post("/tables", 201, title=title, seats=2)
            new, some, timed, slow, asking, undone, paused, given_up = [
                await started(ada, [bruno], title=title, pace=pace)
                for pace in (None, None, LIVE, DAYS, None, None, LIVE, None)
            ]
            with_bot = await started(ada, [], title=title, bots=1)
            begun += 10
            assert (await ada.look(new))["seq"] >= 0
            for table, gestures in ((some, 25), (timed, 9), (slow, 9), (asking, 8), (undone, 30), (paused, 3)):
                await play_on(guests, table, rng, gestures)
            await takeback(guests, asking, agree=False)
            await takeback(guests, undone, agree=True)
            await play_on(guests, undone, rng, 5)
            seq = (await ada.look(paused))["seq"]
            seq = (await ada.post(f"/tables/{paused}/ask", seq=seq, what="pause"))["seq"]
            await bruno.post(f"/tables/{paused}/reply", seq=seq, agree=True)
            await bruno.post(f"/tables/{given_up}/concede", seq=(await bruno.look(given_up))["seq"])
            finished = await started(ada, everybody[1:], title=title)
            assert "outcome" in await play_on(everybody, finished, rng, 2_000)
            number = ids.number(with_bot)
            assert number is not None
            await container.worker.work(number)
        return begun


async def takeback(guests: list[Guest], table: str, agree: bool) -> None:
    """Ask to take back everything from the first move of a seat on; with `agree` the other one agrees."""
    seen = await guests[0].look(table)
    stands: list[Any] = []
    for row in await guests[0].get(f"/tables/{table}/log"):
        if row["said"].startswith("/undo "):
            del stands[-int(row["said"].split()[1]) :]
        else:
            stands.append(row)
    first = next(row["seq"] for row in stands if row["seat"] >= 0)
    done = await guests[0].post(f"/tables/{table}/ask", seq=seen["seq"], what=f"takeback {first}")
    if agree:
        await guests[1].post(f"/tables/{table}/reply", seq=done["seq"], agree=True)


def lines(url: str, query: Any) -> Any:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def do(url: str, statement: Any) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement)


# ---------------------------------------------------------------- the drill


def test_the_drill(
    full: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backup, drop, restore: every table equal, by hand and by one command."""
    begun = asyncio.run(fill(full))
    file = tmp_path / "all.backup"
    with frozen(full) as (connection, moment):
        before = check(connection)
        size = backup(full, file, moment)
    assert before.faults == 0, before.wrong
    assert before.games == len(before.digests) == begun
    assert before.contents["tables"][0] == begun + 2
    assert before.contents["rows"][0] == before.rows > 500
    assert before.snapshots >= begun  # more, where a game is longer than one slot
    assert size == file.stat().st_size > 10_000
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]

    monkeypatch.setenv("TRAINSHED_DATABASE", full)
    do(full, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    assert run(["db", "check"]) == 1
    assert "run `trainshed db upgrade`" in capsys.readouterr().err
    assert run(["db", "restore", str(file)]) == 0
    assert capsys.readouterr().out == f"Restored: {begun + 2} tables with {before.rows:,} rows.\n"
    with frozen(full) as (connection, _):
        after = check(connection)
    assert compare(before, after) == []
    assert after.digests == before.digests
    assert after.digest == before.digest

    assert run(["db", "check"]) == 0
    told = capsys.readouterr().out
    assert f"check: {begun} tables, {before.rows:,} rows, {before.snapshots} snapshots: 0 faults" in told
    assert told.endswith(f"digest {before.digest}\n")
    assert run(["db", "check", "--tables", "3"]) == 0
    assert "check: 3 tables, " in (told := capsys.readouterr().out)
    assert told.endswith(" of a sample\n")

    assert run(["db", "drill"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told.startswith(f"drill: {begun} tables, {before.rows:,} rows, 0 faults: every digest equal (backup ")
    with frozen(full) as (connection, _):
        assert check(connection).digest == before.digest
    # Of this database only: others on this server may be at their own drill.
    left = "SELECT datname FROM pg_database WHERE datname LIKE current_database() || '%drill%'"
    assert lines(full, left) == []


def test_a_drill_while_games_run(full: str) -> None:
    """What is compared is one moment, whatever people do meanwhile."""

    async def both() -> None:
        async with people(full, "Ada", "Bruno") as (_, guests):
            table = await started(guests[0], guests[1:])
            await play_on(guests, table, Random(1), 5)
            running = asyncio.create_task(play_for_ever(guests, table))
            result = await asyncio.to_thread(drill, full, told=wait_for_a_move)
            running.cancel()
            assert result.differences == []
            assert result.before.faults == 0, result.before.wrong
            assert lines(full, "SELECT count(*) FROM rows") > [(result.before.rows,)]

    def wait_for_a_move(part: str) -> None:
        """Wait for a move before the drill goes on, so that games run meanwhile, however busy the machine is."""
        count, until = lines(full, "SELECT count(*) FROM rows"), time.monotonic() + 30
        while lines(full, "SELECT count(*) FROM rows") == count:
            assert time.monotonic() < until, part
            time.sleep(0.01)

    async def play_for_ever(guests: list[Guest], table: str) -> None:
        rng = Random(2)
        while True:
            if "outcome" in await play_on(guests, table, rng, 20):
                table = await started(guests[0], guests[1:])

    asyncio.run(both())


# ---------------------------------------------------------------- what is refused


def test_a_database_with_tables_is_refused(full: str, other: str, tmp_path: Path) -> None:
    do(full, "INSERT INTO people (id, name, kind, created) VALUES (1, 'Ada', 'guest', 0)")
    file = tmp_path / "one"
    backup(full, file)
    do(full, "UPDATE people SET name = 'Bruno'; CREATE TABLE newer (id int)")
    with pytest.raises(BackupError, match="--replace"):
        restore(full, file)
    assert lines(full, "SELECT name FROM people") == [("Bruno",)]
    restore(full, file, replace=True)
    assert lines(full, "SELECT name FROM people") == [("Ada",)]
    assert lines(full, "SELECT to_regclass('newer')") == [(None,)]
    restore(other, file)
    assert lines(other, "SELECT name FROM people") == [("Ada",)]


def test_a_broken_backup_changes_nothing(full: str, other: str, tmp_path: Path) -> None:
    do(
        full,
        "INSERT INTO people (id, name, kind, created)"
        " SELECT n, md5(n::text), 'guest', 0 FROM generate_series(1, 9000) n",
    )
    file = tmp_path / "whole"
    backup(full, file)
    whole = file.read_bytes()
    for name, data in (("cut", whole[:-60_000]), ("other", b"something else"), ("empty", b"")):
        broken = tmp_path / name
        broken.write_bytes(data)
        with pytest.raises(BackupError, match=r"pg_restore|psql"):
            restore(other, broken)
        assert lines(other, "SELECT count(*) FROM pg_class WHERE relname = 'people'") == [(0,)]
        with pytest.raises(BackupError, match=r"pg_restore|psql"):
            restore(full, broken, replace=True)
        assert lines(full, "SELECT count(*) FROM people") == [(9000,)]
    with pytest.raises(FileNotFoundError):
        restore(full, tmp_path / "none", replace=True)


def test_not_while_somebody_serves_from_it(full: str, tmp_path: Path) -> None:
    file = tmp_path / "all"
    backup(full, file)

    async def serving() -> None:
        async with open_container(full) as container:
            await container.database.fetch("SELECT 1")
            await asyncio.to_thread(restore, full, file, True)

    with pytest.raises(BackupError, match="stop them first"):
        asyncio.run(serving())


def test_nothing_to_back_up(other: str, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="empty"):
        backup(other, tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_backup_leaves_the_last_one(full: str, tmp_path: Path) -> None:
    file = tmp_path / "last"
    file.write_text("the backup of yesterday")
    with pytest.raises(BackupError, match="pg_dump"):
        backup(full, file, snapshot="no-such-snapshot")
    assert file.read_text() == "the backup of yesterday"
    assert list(tmp_path.iterdir()) == [file]


def test_one_line_for_what_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRAINSHED_DATABASE", "postgresql://postgres@127.0.0.1:1/none")
    for command in (["backup", str(tmp_path / "x")], ["restore", __file__], ["check"], ["drill"], ["upgrade"]):
        assert run(["db", *command]) == 1
        said = capsys.readouterr().err
        assert said.startswith("trainshed: the database: ")
        assert said.count("\n") == 1


def test_passwords_are_no_arguments() -> None:
    env = environment("postgresql://ada:s%3Acret@host:77/games?sslmode=require&connect_timeout=3")
    told = {name: env[name] for name in env if name.startswith("PG")}
    assert told == {
        "PGHOST": "host",
        "PGPORT": "77",
        "PGUSER": "ada",
        "PGPASSWORD": "s:cret",
        "PGDATABASE": "games",
        "PGSSLMODE": "require",
        "PGCONNECT_TIMEOUT": "3",
        "PGAPPNAME": "trainshed-db",
    }


# ---------------------------------------------------------------- what a check finds

FAULTS = [
    ("DELETE FROM rows WHERE seq = 3", "its log has a gap"),
    ("UPDATE rows SET said = 'no_such_word' WHERE seq = 2", "cannot be folded"),
    ("DELETE FROM rows WHERE seq > 2", "where its log has no row"),
    ("UPDATE tables SET turn = 1 - turn", "it is listed as"),
    ("UPDATE tables SET pack = 'of another printing'", "other printed content"),
]


@pytest.mark.parametrize(("damage", "found"), FAULTS)
def test_a_check_finds_damage(full: str, damage: Any, found: str) -> None:
    asyncio.run(one_game(full))
    with connected(full) as connection:
        sound = check(connection)
        assert sound.faults == 0, sound.wrong
        connection.execute(damage)
        damaged = check(connection)
    assert damaged.faults >= 1
    assert found in damaged.wrong[0]
    assert damaged.digest != sound.digest
    assert compare(sound, damaged)


async def one_game(url: str) -> None:
    async with people(url, "Ada", "Bruno") as (_, guests):
        table = await started(guests[0], guests[1:])
        await play_on(guests, table, Random(3), 12)


def test_a_check_finds_a_snapshot_that_lies(full: str) -> None:
    asyncio.run(one_game(full))
    with connected(full) as connection:
        [(body,)] = connection.execute("SELECT body FROM snapshots").fetchall()
        kept = msgspec.msgpack.decode(body, type=Snapshot)
        for lie in (msgspec.structs.replace(kept, out=[1]), msgspec.structs.replace(kept, at=kept.at + 1)):
            connection.execute("UPDATE snapshots SET body = %s", (msgspec.msgpack.encode(lie),))
            report = check(connection)
            assert "is not what its log says" in report.wrong[0]


def test_a_digest_sees_everything(full: str) -> None:
    do(full, "INSERT INTO people (id, name, kind, created) VALUES (1, 'Ada', 'guest', 0), (2, 'Bruno', 'guest', 0)")
    seen = set()
    for change in ("SELECT", "UPDATE people SET name = 'Eva' WHERE id = 2", "DELETE FROM people WHERE id = 1"):
        do(full, change)
        with connected(full) as connection:
            seen.add(check(connection).digest)
    assert len(seen) == 3

"""Each gesture is written as a whole or not at all, however many arrive together and from however many processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import psycopg
import pytest

from tests.support.database import copy_table
from tests.support.service import open_container
from trainshed.service.base.database import Database
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.ids import new_id
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.log_rows import LogAppend, LogRow, TableStatus
from trainshed.service.tables.open_tables import system_now
from trainshed.service.tables.table_store import TableStore
from trainshed.service.tables.writer import MOST, Writer

AT = 1_800_000_000_000


def gesture(table: int, after: int, *said: str, **more: Any) -> LogAppend:
    """Rows that follow row `after`."""
    return LogAppend(table, [LogRow(after + n, 0, text, AT) for n, text in enumerate(said, 1)], **more)


async def fresh(url: str) -> int:
    """A table without rows."""
    return (await some_fresh(url, 1))[0]


async def some_fresh(url: str, count: int) -> list[int]:
    """Tables without rows."""
    numbers = [new_id(system_now()) for _ in range(count)]
    pattern = await real_table(url)
    await asyncio.to_thread(copy_table, url, pattern, numbers)
    return numbers


def turn(seat: int) -> TableStatus:
    return TableStatus(turn=seat, work=False, deadline=AT + seat, touched=AT, status="playing")


@asynccontextmanager
async def writers(url: str, count: int, connections: int = 4) -> AsyncIterator[list[Writer]]:
    """Writers with connections of their own, like as many processes."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            database = Database(url, connections)
            await database.open()
            stack.push_async_callback(database.close)
            found.append(Writer(TableStore(database)))
        yield found


async def log(writer: Writer, table: int) -> list[tuple[int, str]]:
    found = await writer.store.database.fetch("SELECT seq, said FROM rows WHERE table_id = %s ORDER BY seq", (table,))
    return [(seq, said) for seq, said in found]


async def real_table(url: str) -> int:
    """A table made by the lobby, as turn and seats are written to it."""
    async with open_container(url) as container:
        person, _ = await container.people.guest("Ada")
        return await container.lobby.create(person, TablePlan("lok-n-roll", 2))


# ---------------------------------------------------------------- who is first


@pytest.mark.asyncio
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("lengths", [(3, 1), (1, 3), (2, 2), (1, 2, 3, 4)])
async def test_of_gestures_for_the_same_row_exactly_one_is_stored(
    database: str, lengths: tuple[int, ...], processes: int
) -> None:
    async with writers(database, processes) as some:
        table = await fresh(database)
        rivals = [gesture(table, 0, *[f"{name}{n}" for n in range(length)]) for name, length in enumerate(lengths)]
        won = await asyncio.gather(*(some[n % processes].append(rival) for n, rival in enumerate(rivals)))
        assert sorted(won) == [False] * (len(rivals) - 1) + [True]
        assert await log(some[0], table) == [(row.seq, row.said) for row in rivals[won.index(True)].rows]


@pytest.mark.asyncio
async def test_a_log_that_many_write_has_no_gap_and_no_mixture(database: str) -> None:
    """Given three processes, when 12 gestures of any length race for each row, then the log is a chain of winners."""
    rng, table, expected = Random(1), await fresh(database), list[tuple[int, str]]()
    async with writers(database, 3) as some:
        for round_ in range(25):
            rivals = [
                gesture(table, len(expected), *[f"{round_}.{name}.{n}" for n in range(rng.randint(1, 4))])
                for name in range(12)
            ]
            won = await asyncio.gather(*(rng.choice(some).append(rival) for rival in rivals))
            assert won.count(True) == 1
            expected += [(row.seq, row.said) for row in rivals[won.index(True)].rows]
            assert await log(some[0], table) == expected
    assert [seq for seq, _ in expected] == list(range(1, len(expected) + 1))


@pytest.mark.asyncio
async def test_whoever_is_late_loses(database: str) -> None:
    async with writers(database, 2) as (one, two):
        table = await fresh(database)
        assert await one.append(gesture(table, 0, "a", "b"))
        assert not await two.append(gesture(table, 0, "c"))
        assert not await two.append(gesture(table, 1, "c"))
        assert await two.append(gesture(table, 2, "c"))
        assert await log(one, table) == [(1, "a"), (2, "b"), (3, "c")]


@pytest.mark.asyncio
async def test_whoever_gave_up_waiting_is_still_written_and_nobody_else(database: str) -> None:
    """Given a gesture that waits, when its sender goes and another comes for the same row, then one is there."""
    async with writers(database, 1) as (writer,):
        table = await fresh(database)
        gone = asyncio.create_task(writer.append(gesture(table, 0, "gone", "gone too")))
        await asyncio.sleep(0)
        gone.cancel()
        won = await writer.append(gesture(table, 0, "here"))
        assert await log(writer, table) == ([(1, "here")] if won else [(1, "gone"), (2, "gone too")])
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await writer.append(gesture(table, 1 if won else 2, "next"))


@pytest.mark.asyncio
async def test_more_than_travel_together(database: str) -> None:
    async with writers(database, 1) as (writer,):
        tables = await some_fresh(database, 3 * MOST)
        assert all(await asyncio.gather(*(writer.append(gesture(table, 0, "a")) for table in tables)))
        assert all(await asyncio.gather(*(writer.append(gesture(table, 1, "b")) for table in tables)))
        found = await writer.store.database.fetch("SELECT count(*) FROM rows WHERE table_id = ANY(%s)", (tables,))
        assert found == [(6 * MOST,)]
        assert (writer.waiting, writer.busy) == ([], 0)


@pytest.mark.asyncio
async def test_every_column_arrives(database: str) -> None:
    async with writers(database, 1) as (writer,):
        table = await fresh(database)
        rows = [
            LogRow(1, 3, "word:ü", AT, free=True, spent=5, who=2**62, mark=-(2**63)),
            LogRow(2, -1, '/seat "quoted" \\ name', AT + 1),
        ]
        assert await writer.append(LogAppend(table, rows))
        found = await writer.store.database.fetch(
            "SELECT seq, seat, said, at, free, spent, who, mark FROM rows WHERE table_id = %s ORDER BY seq", (table,)
        )
        assert [LogRow(*row) for row in found] == rows


# ---------------------------------------------------------------- what cannot be written


@pytest.mark.asyncio
async def test_a_gesture_that_cannot_be_written_takes_no_other_with_it(database: str) -> None:
    async with writers(database, 1) as (writer,):
        tables = await some_fresh(database, 9)
        gestures = [gesture(table, 0, "a", "b") for table in tables]
        gestures[4].rows[1] = LogRow(2, 40_000, "b", AT)  # no smallint
        answers = await asyncio.gather(*(writer.append(one) for one in gestures), return_exceptions=True)
        assert isinstance(answers.pop(4), psycopg.DataError)
        assert answers == [True] * 8
        for table in tables:
            assert await log(writer, table) == ([] if table == tables[4] else [(1, "a"), (2, "b")])
        assert await writer.append(gesture(tables[4], 0, "now"))


@pytest.mark.asyncio
async def test_a_loser_beside_a_gesture_that_cannot_be_written(database: str) -> None:
    async with writers(database, 1) as (writer,):
        taken, broken, free = await some_fresh(database, 3)
        assert await writer.append(gesture(taken, 0, "first"))
        bad = LogAppend(broken, [LogRow(1, 40_000, "a", AT)])
        rivals = [gesture(taken, 0, "second", "third"), bad, gesture(free, 0, "first")]
        answers = await asyncio.gather(*(writer.append(one) for one in rivals), return_exceptions=True)
        assert (answers[0], answers[2]) == (False, True)
        assert isinstance(answers[1], psycopg.DataError)
        assert await log(writer, taken) == [(1, "first")]


@pytest.mark.asyncio
async def test_without_a_database_nobody_waits_for_ever(database: str) -> None:
    tables = await some_fresh(database, 5)
    async with writers(database, 1) as (writer,):
        await writer.store.database.close()
        answers = await asyncio.gather(
            *(writer.append(gesture(table, 0, "a")) for table in tables), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [Unavailable] * 5
        assert writer.busy == 0


# ---------------------------------------------------------------- what goes with the rows


@pytest.mark.asyncio
async def test_snapshot_turn_and_seats_come_with_the_winner_alone(database: str) -> None:
    table = await real_table(database)
    async with writers(database, 2) as some:
        rivals = [
            gesture(table, 0, "a", turn=turn(seat), snapshot=(0, 1, b"body %d" % seat), bots={1: f"bot {seat}"})
            for seat in range(6)
        ]
        won = await asyncio.gather(*(some[n % 2].append(rival) for n, rival in enumerate(rivals)))
        assert won.count(True) == 1
        winner = won.index(True)

        async def there() -> tuple[Any, ...]:
            kept = await some[0].store.database.fetch(
                "SELECT slot, seq, body FROM snapshots WHERE table_id = %s", (table,)
            )
            turns = await some[0].store.database.fetch(
                "SELECT turn, deadline, status FROM tables WHERE id = %s", (table,)
            )
            bots = await some[0].store.database.fetch(
                "SELECT bot FROM seats WHERE table_id = %s AND seat = 1", (table,)
            )
            return [(slot, seq, bytes(body)) for slot, seq, body in kept], turns, bots

        stored = (
            [(0, 1, b"body %d" % winner)],
            [(winner, AT + winner, "playing")],
            [(f"bot {winner}",)],
        )
        assert await there() == stored
        late = gesture(table, 0, "b", turn=turn(9), snapshot=(0, 2, b"late"), bots={1: "late"})
        assert not await some[1].append(late)
        assert await there() == stored


@pytest.mark.asyncio
async def test_a_plain_gesture_beside_a_full_one_changes_no_turn(database: str) -> None:
    one, two = await real_table(database), await real_table(database)
    async with writers(database, 1) as (writer,):
        both = [gesture(one, 0, "a"), gesture(two, 0, "a", turn=turn(1), snapshot=(0, 1, b"kept"))]
        assert await asyncio.gather(*(writer.append(each) for each in both)) == [True, True]
        found = await writer.store.database.fetch(
            "SELECT id, turn FROM tables WHERE id = ANY(%s) ORDER BY id", ([one, two],)
        )
        assert found == sorted([(one, None), (two, 1)])
        kept = await writer.store.database.fetch(
            "SELECT table_id FROM snapshots WHERE table_id = ANY(%s)", ([one, two],)
        )
        assert kept == [(two,)]


@pytest.mark.asyncio
async def test_of_each_slot_the_last_snapshot_is_kept(database: str) -> None:
    async with writers(database, 1) as (writer,):
        table = await fresh(database)
        for seq, (slot, at) in enumerate([(0, 1), (0, 2), (1, 3), (1, 2)], 1):
            assert await writer.append(gesture(table, seq - 1, "a", snapshot=(slot, at, b"%d" % at)))
        kept = await writer.store.database.fetch(
            "SELECT slot, seq, body FROM snapshots WHERE table_id = %s ORDER BY slot", (table,)
        )
        assert [(slot, seq, bytes(body)) for slot, seq, body in kept] == [(0, 2, b"2"), (1, 3, b"3")]


# ---------------------------------------------------------------- many at once


@pytest.mark.asyncio
async def test_processes_that_write_the_same_tables_never_wait_for_each_other(database: str) -> None:
    """Given 64 tables, when three processes write to all of them at once in any order, then nobody is turned away."""
    rng = Random(2)
    tables = await some_fresh(database, 64)
    async with writers(database, 3) as some:
        last = dict.fromkeys(tables, 0)
        for round_ in range(40):
            rivals = [
                (
                    writer,
                    gesture(
                        table,
                        last[table],
                        *["word"] * rng.randint(1, 3),
                        turn=turn(rng.randint(0, 3)),
                        snapshot=(0, round_ + 1, b"body" * 50),
                    ),
                )
                for writer in some
                for table in rng.sample(tables, len(tables))
            ]
            won = await asyncio.gather(*(writer.append(rival) for writer, rival in rivals))
            winners = [rival for (_, rival), yes in zip(rivals, won, strict=True) if yes]
            assert sorted(rival.table for rival in winners) == sorted(tables)
            for rival in winners:
                last[rival.table] = rival.rows[-1].seq
        found = await some[0].store.database.fetch(
            "SELECT table_id, max(seq), count(*) FROM rows WHERE table_id = ANY(%s) GROUP BY table_id", (tables,)
        )
        assert {table: (highest, count) for table, highest, count in found} == {
            table: (seq, seq) for table, seq in last.items()
        }

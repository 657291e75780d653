"""Breaks half of 400 tables and measures how late bots and flags of the other half are, and how much is logged.

    python bench/starvation.py            90 s without broken tables, 90 s with them
    python bench/starvation.py --short    13 s each, at most 50 s with everything
    python bench/starvation.py --tables 2000

A bot is to move at every table. At half of the whole ones a clock runs: nobody moves, so every 5 s a flag falls, the
turn is skipped and the bot is to move again. The broken ones have waited longest, so that they are found first, and at
half of them a clock has run out too. One worker with PostgreSQL, by the real clock. The same whole tables are first
measured without the broken ones.

A bot is late by the time since its turn began, or since the worker started; a flag by the time since its deadline.
What is still due at the end counts as done at the end. The last line has the deciding figures. Exit 1 if a bot or a
flag was later than the latest without broken tables by more than 2 s, or if there was more than one line a second about
tables that fail.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from datetime import UTC, datetime
from itertools import count, pairwise
from pathlib import Path
from time import perf_counter

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.database import break_tables, copy_table, new_database
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.record import FLAG, Row
from trainshed.service.base.milliseconds import SECOND
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.open_tables import system_now
from trainshed.wire import Pace

ALLOWED = 2.0
"""Seconds by which a bot or a flag may be later than the latest without broken tables."""

TURN = 5 * SECOND
CLOCK = Pace("live", TURN, on_flag="skip")
BOT = 1
"""The seat of the bot; the person in seat 0 never moves."""

NUMBERS = count(1 << 60)


class Lateness(msgspec.Struct):
    """Seconds by which each bot's turn and each flag was late, and lines that were logged about failures."""

    bots: list[float]
    flags: list[float]
    lines: int
    seconds: float

    @property
    def latest_bot(self) -> float:
        return max(self.bots, default=0.0)

    @property
    def latest_flag(self) -> float:
        return max(self.flags, default=0.0)


class Lines(logging.Handler):
    """Counts warnings and errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


async def bot_to_move(container: Container, pace: Pace) -> int:
    """A started table of a person and a bot, where the bot is to move."""
    person, _ = await container.people.guest("Ada")
    while True:
        number = await container.lobby.create(person, TablePlan("lok-n-roll", 2, pace=pace))
        await container.lobby.seat_bot(number, person, BOT, "thumb")
        await container.lobby.start(number, person)
        await container.lobby.begin(number)
        table = (await container.tables.current(number)).table
        while table.actor != BOT:
            move = table.position.moves()[0]
            await container.commands.play(number, person, table.seq, [table.game.vocabulary.word(move)])
            table = (await container.tables.current(number)).table
        if not table.over:
            return number


async def prepared(url: str, whole: int, broken: int) -> list[int]:
    """Make the tables; the ids of those that are not broken."""
    container = Container(Settings(database=url), work=False)
    await container.open()
    patterns = [await bot_to_move(container, Pace()), await bot_to_move(container, CLOCK)]
    numbers: list[int] = []
    for pattern in patterns:
        copies = [next(NUMBERS) for _ in range((whole + broken) // 2)]
        copy_table(url, pattern, copies)
        numbers += copies[: whole // 2]
        break_tables(url, copies[whole // 2 :])
    write, now = container.database.write, system_now()
    await write("UPDATE tables SET touched = %s", (now,))
    await write("UPDATE tables SET touched = touched - 60000 WHERE pack LIKE 'broken %%'")
    await write("UPDATE tables SET deadline = %s WHERE pack LIKE 'broken %%' AND pace ->> 'kind' = 'live'", (now,))
    await write("UPDATE tables SET work = false WHERE id = ANY(%s)", (patterns,))
    await container.close()
    return numbers


async def measured(url: str, numbers: list[int], seconds: float) -> Lateness:
    """Let a worker play for some time; how late everything was at these tables."""
    lines = Lines()
    logging.getLogger().addHandler(lines)
    container = Container(Settings(database=url), work=True)
    begin = system_now()
    await container.open()
    await asyncio.sleep(seconds)
    await container.close()
    end = system_now()
    logging.getLogger().removeHandler(lines)
    found = Lateness([], [], lines.count, (end - begin) / SECOND)
    container = Container(Settings(database=url), work=False)
    await container.open()
    for number in numbers:
        table = (await container.tables.current(number)).table
        read(await container.store.rows(number, 0), begin, end, table.actor, table.config.pace.kind != "none", found)
    await container.close()
    return found


def read(rows: list[LogRow], begin: int, end: int, actor: int, clock: bool, found: Lateness) -> None:
    """Add how late the bot and the flags of one table were."""
    last = next(index for index in reversed(range(len(rows))) if rows[index].at < begin)
    for before, row in pairwise(rows[last:]):
        if row.said == Row(row.seat, FLAG).said:
            found.flags.append((row.at - before.at - TURN) / SECOND)
        elif row.seat == BOT and before.seat != BOT:
            found.bots.append((row.at - max(before.at, begin)) / SECOND)
    since = max(rows[-1].at, begin)
    if actor in (BOT, NATURE):
        found.bots.append((end - since) / SECOND)
    elif clock and actor >= 0:
        found.flags.append(max(0, end - since - TURN) / SECOND)


def shown(title: str, found: Lateness) -> str:
    return (
        f"{title}: {len(found.bots)} turns of bots, the latest after {found.latest_bot:.2f} s; {len(found.flags)}"
        f" flags, the latest {found.latest_flag:.2f} s after its deadline; {found.lines} lines in {found.seconds:.0f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Break half of the tables.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--tables", type=int, default=400)
    args = parser.parse_args()
    seconds = 13 if args.short else 90
    half = args.tables // 2
    begin = perf_counter()
    runs: list[Lateness] = []
    for broken in (0, half):
        with new_database(f"trainshed_starvation_{datetime.now(UTC):%H%M%S%f}", lasting=True) as url:
            numbers = asyncio.run(prepared(url, half, broken))
            runs.append(asyncio.run(measured(url, numbers, seconds)))
            print(shown(f"{broken} of {half + broken} tables broken", runs[-1]), flush=True)
    without, among = runs
    late = sum(value > without.latest_bot + ALLOWED for value in among.bots)
    late += sum(value > without.latest_flag + ALLOWED for value in among.flags)
    lines = among.lines / among.seconds
    print(f"{perf_counter() - begin:.0f} s")
    print(
        f"starvation: {half} of {2 * half} tables broken: bots {among.latest_bot - without.latest_bot:+.2f} s,"
        f" flags {among.latest_flag - without.latest_flag:+.2f} s later than without (allowed: {ALLOWED:g}), {late}"
        f" later than that, {lines:.2f} log lines a second (allowed: 1)"
    )
    return 1 if late or lines > 1 else 0


if __name__ == "__main__":
    sys.exit(main())

"""Has the example bot play whole games against `thumb` through the public API, without a human.

    python bench/bot_api.py            100 games, half of each title
    python bench/bot_api.py --short    6 games

The servers are real processes: PostgreSQL, NATS, a web process and a worker. So is the bot: `examples/bot/bot.py`, with
the token of a bot account, as any user would start it. The same account makes the tables through the API, puts `thumb`
into the other seat and starts the games, some of them at a time. In the end each record is verified.

The last line has the deciding figure, the number of games that finished with a good record. Exit 1 if it is not all of
them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections import defaultdict
from contextlib import aclosing
from pathlib import Path
from statistics import mean, median
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.titles import add_title_option, in_turn, measured, narrow
from tests.support.servers.cluster import Cluster
from trainshed.client import Client
from trainshed.kernel.record import read, verify
from trainshed.wire import TableOver

BOT = Path(__file__).resolve().parents[1] / "examples" / "bot" / "bot.py"
AT_A_TIME = 6
LONGEST = 300.0
"""Seconds after which a game counts as stuck."""


class Games:
    """One run of the measurement."""

    def __init__(self, client: Client, games: int) -> None:
        self.client = client
        self.games = games
        self.slots = asyncio.Semaphore(AT_A_TIME)
        self.ends: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.rows: dict[str, list[int]] = defaultdict(list)
        self.wins: dict[str, int] = defaultdict(int)
        self.wrong: list[str] = []

    async def run(self) -> None:
        listening = asyncio.create_task(self.listen())
        await asyncio.gather(*(self.play(in_turn(number)) for number in range(self.games)))
        listening.cancel()

    async def listen(self) -> None:
        """Note which games are over, from the stream that the bot reads too."""
        async with aclosing(self.client.bot_stream()) as calls:
            async for call in calls:
                if isinstance(call, TableOver):
                    self.ends[call.table].set()

    async def play(self, title: str) -> None:
        async with self.slots:
            begin = monotonic()
            card = await self.client.new_table(title, 2)
            await self.client.seat_bot(card.table, 1, "thumb")
            await self.client.start(card.table)
            try:
                async with asyncio.timeout(LONGEST):
                    await self.ends[card.table].wait()
            except TimeoutError:
                self.wrong.append(f"{title} {card.table} is not over after {LONGEST:.0f} s")
                return
            self.seconds[title].append(monotonic() - begin)
            await self.prove(title, card.table)

    async def prove(self, title: str, table: str) -> None:
        proof = verify(read(await self.client.export(table)))
        seen = await self.client.look(table)
        if not proof.over or seen.outcome is None or not seen.outcome["finished"]:
            self.wrong.append(f"{title} {table}: the record is not good")
            return
        self.rows[title].append(proof.rows)
        self.wins[title] += seen.outcome["standings"][0] == 1

    def report(self, seconds: float) -> bool:
        for line in self.wrong:
            print(line)
        for title in measured():
            took, rows = self.seconds[title], self.rows[title]
            if rows:
                print(
                    f"{title}: {len(rows)} games, {mean(rows):.0f} rows each, {median(took):.1f} s a game (median),"
                    f" the bot was first in {self.wins[title]}"
                )
        good = sum(len(rows) for rows in self.rows.values())
        written = sum(sum(rows) for rows in self.rows.values())
        print(f"{seconds:.0f} s, {AT_A_TIME} games at a time, {written:,} rows, {written / seconds:.0f}/s")
        print(f"bot api: {self.games} games, {good} finished and proved, {len(self.wrong)} wrong")
        return good == self.games and not self.wrong


async def play(url: str, games: int) -> bool:
    """Make an account and its bot, start the bot's program, and play the games."""
    async with Client(url) as owner:
        await owner.new_account("bench-owner", "a long enough password")
        bot = await owner.new_bot("Rattler")
    program = subprocess.Popen([sys.executable, str(BOT), url], env={**os.environ, "BOT_TOKEN": bot.token})
    try:
        async with Client(url, bot.token) as client:
            run = Games(client, games)
            begin = monotonic()
            await run.run()
            seconds = monotonic() - begin
        if program.poll() is not None:
            run.wrong.append(f"the bot has ended with {program.returncode}")
        return run.report(seconds)
    finally:
        program.kill()
        program.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description="The example bot against thumb.")
    parser.add_argument("--short", action="store_true", help="6 games")
    parser.add_argument("--games", type=int, default=0)
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with Cluster(webs=1, workers=1) as cluster:
        cluster.wait_ready()
        good = asyncio.run(play(cluster.web_urls[0], args.games or (6 if args.short else 100)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

"""The example bot plays real games against `thumb`, as a program of its own, through a real server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.servers.patience import DATABASE_WAIT
from tests.support.service import serving
from trainshed.client import Client
from trainshed.kernel.record import read, verify
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container

BOT = Path(__file__).parents[2] / "examples" / "bot" / "bot.py"
MOST_LINES = 40


@asynccontextmanager
async def running(url: str, token: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot's program until the test is over."""
    env = {**os.environ, "BOT_TOKEN": token}
    bot = await asyncio.create_subprocess_exec(sys.executable, str(BOT), url, env=env, stderr=asyncio.subprocess.PIPE)
    try:
        yield bot
    finally:
        if bot.returncode is None:
            bot.kill()
        await bot.wait()


async def new_game(client: Client, title: str) -> str:
    card = await client.new_table(title, 2)
    await client.seat_bot(card.table, 1, "thumb")
    await client.start(card.table)
    return card.table


async def finished(client: Client, table: str, program: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(300):
        while (await client.card(table)).status != "over":
            assert program.returncode is None
            await asyncio.sleep(0.1)


def test_it_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.asyncio
async def test_it_plays_whole_games(database: str) -> None:
    """Given games that run before it comes and games that begin later, then it plays all of them to their end."""
    async with (
        serving(
            Container(
                Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4), work=True
            )
        ) as url,
        Client(url) as owner,
    ):
        person = (await owner.new_guest("Marta")).person
        await owner.new_account(f"owner-{person[-8:]}", "correct horse battery")
        bot = await owner.new_bot("Rattler")
        async with Client(url, bot.token) as client:
            before = await new_game(client, "lok-n-roll")
            async with running(url, bot.token) as program:
                tables = [before, await new_game(client, "russian-railroads"), await new_game(client, "lok-n-roll")]
                await asyncio.gather(*(finished(client, table, program) for table in tables))
                assert program.returncode is None
            for table in tables:
                record = read(await client.export(table))
                assert verify(record).over
                assert record.seats == ["Rattler", "thumb"]
                assert (await client.look(table)).seats[0].robot
            assert program.stderr is not None
            assert await program.stderr.read() == b""

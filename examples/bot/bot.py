"""A bot that plays every table at which it sits: `python bot.py http://127.0.0.1:8000`, its token in BOT_TOKEN."""

import asyncio
import os
import sys
from contextlib import suppress
from random import choice

from trainshed.client import ApiError, Client, NotNow, Stale
from trainshed.wire import TableStart, TableView


def choose(state: TableView) -> str:
    """Any legal word; one that gives the turn away only if there is no other. Your ideas go here: see `state.view`."""
    return choice([word for word in state.moves if word not in ("pass", "stop")] or state.moves)


async def play(client: Client, table: str) -> None:
    """Answer whenever this seat is asked, until the game is over."""
    try:
        async for line in client.bot_table_stream(table):
            if line.state.moves:
                with suppress(Stale, NotNow):  # something else happened first; the next line has the new state
                    await client.moves(table, line.state.seq, [choose(line.state)])
    except ApiError as error:
        print(f"table {table}: {error}", file=sys.stderr)


async def main(url: str, token: str) -> None:
    """Play at every table where a game begins with this bot."""
    tables: dict[str, asyncio.Task[None]] = {}
    async with Client(url, token) as client:
        async for call in client.bot_stream():
            if isinstance(call, TableStart) and (call.table not in tables or tables[call.table].done()):
                tables[call.table] = asyncio.create_task(play(client, call.table))


asyncio.run(main(sys.argv[1], os.environ["BOT_TOKEN"]))

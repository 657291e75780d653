"""Measures what a turn of a bot costs a worker: a person plays at random against the bot `thumb`."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final

import psycopg

from bench.parts.page_tables import Player
from bench.parts.processor import cpu_seconds
from tests.support.servers.cluster import Cluster
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan

BOT_SEAT: Final = 1
PAUSE: Final = 0.02
"""Seconds between two looks at a table where the bot is to play."""


async def new_table(cluster: Cluster, title: str) -> tuple[int, Player]:
    """A started table of one person and one bot."""
    container = Container(Settings(database=cluster.database, connections=2), work=False)
    await container.open()
    try:
        person, token = await container.people.guest("Marta")
        table = await container.lobby.create(person, TablePlan(title, 2))
        await container.lobby.seat_bot(table, person, BOT_SEAT, "thumb")
        await container.lobby.start(table, person)
        await container.lobby.begin(table)
    finally:
        await container.close()
    return table, Player(cluster.web_urls[0], token)


async def bot_turn(cluster: Cluster, title: str, wanted: int) -> float:
    """Microseconds of a worker for a turn of the bot: the mean of so many, fewer if the game is over before."""
    table, player = await new_table(cluster, title)
    path, rng = f"/api/tables/{ids.written(table)}", Random(1)
    worker = cluster.pid("worker1")
    begin = cpu_seconds(worker)
    with psycopg.connect(cluster.database, autocommit=True) as connection:
        while turns(connection, table) < wanted:
            seen = (await player.ask("GET", path)).json()
            if "outcome" in seen:
                break
            if seen.get("moves") and seen["actor"] == seen["seat"]:
                body = {"seq": seen["seq"], "words": [rng.choice(seen["moves"])]}
                await player.ask("POST", f"{path}/moves", body)
            else:
                await asyncio.sleep(PAUSE)
        return (cpu_seconds(worker) - begin) / turns(connection, table) * 1e6


def turns(connection: psycopg.Connection[Any], table: int) -> int:
    """How many turns the bot has had: its rows that follow one of somebody else."""
    found = connection.execute("SELECT seat FROM rows WHERE table_id = %s AND seat >= 0 ORDER BY seq", (table,))
    seats = [seat for (seat,) in found]
    return sum(seat == BOT_SEAT and before != BOT_SEAT for before, seat in zip([-1, *seats], seats, strict=False))

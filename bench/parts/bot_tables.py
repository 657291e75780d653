"""People at tables with bots, over HTTP, and how long they waited for the bots, read from the logs of their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec
import psycopg

from bench.parts.http import Broken, Web
from trainshed.service.base import ids

POLL: Final = 0.4
"""Seconds between two looks at a table where a bot is to move. Waits are read from the log and do not depend on it."""
WORD: Final = 0.2
"""Seconds between two words of a turn."""


class ServerRefused(Exception):
    """A request that the server did not answer as it should."""


class Wait(msgspec.Struct, frozen=True):
    """How long a person waited for bots, from the end of their turn to the last move of a bot before the next."""

    begin: int
    """Server time in milliseconds."""
    seconds: float


class Guest:
    """A guest at an address of this machine."""

    def __init__(self, url: str, address: str, name: str) -> None:
        self.web = Web(url, address)
        self.name = name
        self.token = ""

    async def ask(self, method: str, path: str, body: Any = None, *fine: int) -> Any:
        """The JSON of an answer, or None for an answer with one of the `fine` statuses."""
        answer = await self.web.ask(method, path, self.token, body)
        if answer.status in fine:
            return None
        if answer.status not in (200, 201, 204):
            raise ServerRefused(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return answer.json() if answer.body else None

    async def arrive(self) -> None:
        self.token = (await self.ask("POST", "/api/guests", {"name": self.name}))["token"]

    async def open_table(self, title: str, bots: Sequence[str]) -> str:
        """Start a private game against these bots."""
        body = {"title": title, "seats": 1 + len(bots), "visibility": "private"}
        table = str((await self.ask("POST", "/api/tables", body))["table"])
        for seat, bot in enumerate(bots, 1):
            await self.ask("POST", f"/api/tables/{table}/bots", {"seat": seat, "bot": bot})
        await self.ask("POST", f"/api/tables/{table}/start", {})
        return table

    async def step(self, table: str, rng: Random, think: float) -> bool | None:
        """Think and play a legal move at random; False if it is not this person's turn, None if the game is over."""
        seen = await self.ask("GET", f"/api/tables/{table}")
        if "outcome" in seen:
            return None
        if seen["actor"] != 0 or not seen["moves"]:
            return False
        await asyncio.sleep(think)
        gesture = {"seq": seen["seq"], "words": [rng.choice(seen["moves"])], "mark": rng.getrandbits(62)}
        await self.ask("POST", f"/api/tables/{table}/moves", gesture, 409)
        return True


class Player:
    """A person who plays against bots, one game after the other."""

    def __init__(self, guest: Guest, title: str, bots: Sequence[str], think: float, seed: int) -> None:
        self.guest = guest
        self.title = title
        self.bots = list(bots)
        self.think = think
        """Mean seconds before the first word of a turn."""
        self.rng = Random(seed)
        self.tables: list[str] = []
        self.failures: list[str] = []

    async def play(self, stopping: asyncio.Event) -> None:
        try:
            await self.guest.arrive()
            while not stopping.is_set():
                self.tables.append(await self.guest.open_table(self.title, self.bots))
                await self._game(self.tables[-1], stopping)
        except (Broken, ServerRefused) as error:
            self.failures.append(f"{self.guest.name}: {error!r}")

    async def _game(self, table: str, stopping: asyncio.Event) -> None:
        moved: bool | None = True
        while not stopping.is_set():
            waited = not moved
            moved = await self.guest.step(table, self.rng, self.think * self.rng.uniform(0.5, 1.5) if waited else WORD)
            if moved is None:
                return
            if not moved:
                await asyncio.sleep(POLL)


def waits(database: str, tables: Sequence[str], now: int) -> list[Wait]:
    """All waits of people at tables where the person has seat 0; those that go on last until now."""
    found: list[Wait] = []
    with psycopg.connect(database) as connection:
        for table in tables:
            number = ids.number(table)
            rows = connection.execute(
                "SELECT seat, at FROM rows WHERE table_id = %s ORDER BY seq", (number,)
            ).fetchall()
            [(work,)] = connection.execute("SELECT work FROM tables WHERE id = %s", (number,)).fetchall()
            found += _waits(rows, now if work else None)
    return found


def _waits(rows: Sequence[tuple[int, int]], now: int | None) -> Iterator[Wait]:
    """The waits in one log of seats and times; the last one lasts until `now` if a bot has still to move."""
    person_at: int | None = None
    bot_at: int | None = None
    for seat, at in rows:
        if seat == 0:
            if person_at is not None and bot_at is not None:
                yield Wait(person_at, (bot_at - person_at) / 1000)
            person_at, bot_at = at, None
        elif seat > 0:
            bot_at = at
    if person_at is not None and now is not None:
        yield Wait(person_at, (now - person_at) / 1000)

"""Tables whose players have their pages open, as browsers have: for measurements of what pages cost.

Whole games are played in advance with the secrets of their tables, so that every move is known before it is sent. Each
player has an address of this machine of their own (127.0.1.1 and so on), because servers count some things by address.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, Final

from bench.parts.http import Answer, Broken, Stream, Web
from bench.service import Move, played, start
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container

GZIP: Final = "accept-encoding: gzip\r\n"
PATIENCE: Final = 60.0
"""Seconds after which a page that shows nothing new is a fault."""
HAVE: Final = re.compile(rb'data-have="([^"]+)"')
LAST_MOVES: Final = 4
"""Moves of a game that are not played: the pages of finished games are others."""


class Player:
    """A person at a table, or a spectator without a token, with an address and connections of their own."""

    numbers = count()

    def __init__(self, url: str, token: str = "") -> None:
        number = next(self.numbers)
        self.url = url
        self.web = Web(url, f"127.0.{1 + number // 250}.{1 + number % 250}")
        self.token = token

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """A request that must succeed. Moves have marks, so each may be sent again."""
        try:
            answer = await self.web.ask(method, path, self.token, body, GZIP)
        except Broken:  # the server closed a kept connection while we asked
            self.web.close()
            answer = await self.web.ask(method, path, self.token, body, GZIP)
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} to {method} {path}: {answer.body[:300]!r}")
        return answer


class OpenPage:
    """A page that is open in a browser: its stream is read, and what arrives is counted."""

    def __init__(self, player: Player, table: str, layout: str = "wide") -> None:
        self.player = player
        self.table = table
        self.layout = layout
        self.have = ""
        """The name of the page that is shown, which a browser sends when it opens the stream, or opens it again."""
        self.row = -1
        """The row that is shown."""
        self.updates = 0
        self.whole = 0
        """Whole pages that arrived."""
        self.stream: Stream | None = None
        self.reading: asyncio.Task[None] | None = None
        self.news = asyncio.Event()

    async def connect(self) -> None:
        """Open the stream, or open it again."""
        path = f"/t/{self.table}/stream?layout={self.layout}&have={self.have}"
        self.stream = await self.player.web.stream(path, self.player.token, gzip=True)
        if self.stream.status != 200:
            raise RuntimeError(f"{self.stream.status} to GET {path}")
        self.reading = asyncio.create_task(self._read(self.stream))

    async def _read(self, stream: Stream) -> None:
        async for event in stream.events():
            if event.name in ("page", "patch"):
                self.whole += event.name == "page"
                self.updates += event.name == "patch"
            if event.id is not None and event.row is not None:
                self.have, self.row = event.id, event.row
            self.news.set()

    async def show(self, seq: int) -> None:
        """Open the stream, and wait until the page shows a row."""
        await self.connect()
        await self.shows(seq)

    async def shows(self, seq: int) -> None:
        """Wait until the page shows a row."""
        async with asyncio.timeout(PATIENCE):
            while self.row < seq:
                self.news.clear()
                await self.news.wait()

    async def close(self) -> None:
        if self.stream is not None and self.reading is not None:
            self.stream.close()
            self.reading.cancel()
            with suppress(asyncio.CancelledError):
                await self.reading
            self.stream = self.reading = None

    @property
    def received(self) -> int:
        """Bytes of the open stream."""
        return 0 if self.stream is None else self.stream.received


class PlayedTable:
    """A started table, its players, their open pages, and the moves that will be made at it."""

    def __init__(self, name: str, title: str, players: list[Player], moves: list[Move]) -> None:
        self.name = name
        self.title = title
        self.players = players
        self.moves = deque(moves)
        self.seq = moves[0].seq
        self.pages = [OpenPage(player, name) for player in players]

    @property
    def left(self) -> int:
        """How many moves can still be made."""
        return max(0, len(self.moves) - LAST_MOVES)

    async def move(self) -> None:
        """Make the next move, and wait until all open pages show it."""
        move = self.moves.popleft()
        body = {"seq": move.seq, "words": [move.word], "mark": move.seq + 1}
        await self.players[move.seat].ask("POST", f"/api/tables/{self.name}/moves", body)
        self.seq = move.rows[-1].seq
        for page in self.pages:
            if page.stream is not None:
                await page.shows(self.seq)

    async def preview(self, api: bool = False) -> Answer:
        """Try the next move, as the player does who presses an option."""
        move = self.moves[0]
        path = f"/api/tables/{self.name}/preview" if api else f"/t/{self.name}/try?layout=wide&beside="
        return await self.players[move.seat].ask("POST", path, {"seq": move.seq, "words": [move.word]})

    async def lobby(self) -> Answer:
        return await self.players[0].ask("GET", "/")

    async def load(self, page: OpenPage) -> Answer:
        """Load the document of a page, which its stream then begins with."""
        answer = await page.player.ask("GET", f"/t/{self.name}?layout={page.layout}")
        found = HAVE.search(answer.whole)
        if found is None:
            raise RuntimeError(f"the page of {self.name} does not say which it is")
        page.have = found[1].decode()
        return answer

    async def skip(self, moves: int) -> None:
        for _ in range(moves):
            await self.move()


async def new_tables(database: str, url: str, title: str, tables: int, needed: int, seed: str) -> list[PlayedTable]:
    """Started tables of two and three people in turns, at all stages of the game with so many moves left."""
    container = Container(Settings(database=database, connections=4), work=False)
    await container.open()
    found = []
    try:
        for number in range(tables):
            people = [await container.people.guest(name) for name in ("Marta", "Ugo", "Inés")[: 2 + number % 2]]
            visibility = "private" if number else "public"  # the first one may have spectators
            opened = await start(container, [person for person, _ in people], title, visibility)
            tokens = [token for _, token in people]
            moves = played(opened.table, opened.secret, tokens, Random(f"{seed} {title} {number}"))
            players = [Player(url, token) for token in tokens]
            found.append(PlayedTable(ids.written(opened.table.config.id), title, players, moves))
    finally:
        await container.close()
    await asyncio.gather(
        *[table.skip(max(0, (table.left - needed) * number // tables)) for number, table in enumerate(found)]
    )
    return found


def pages_of(tables: Iterable[PlayedTable]) -> list[OpenPage]:
    return [page for table in tables for page in table.pages]

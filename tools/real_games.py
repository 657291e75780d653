"""Real games for pictures of the pages: a server with a fake clock and draws that follow from the position, the people
who sit at its tables, and games that are played by the rules of thumb. So the same source gives the same pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import httpx
from playwright.async_api import Browser, async_playwright

from tests.support.browser.site import CHROMIUM
from tests.support.database import new_database
from tests.support.service import NO_QUOTAS, FakeClock, Guest, serving
from tests.support.titles import bot_of, free
from trainshed.arena.match import answer
from trainshed.bots.bot import Budget, find
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.registry import game
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.table_state import TableConfig
from trainshed.web.app import App

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "img"
MOST_BYTES: Final = 8_000_000
"""All pictures of the documentation together."""

NOON: Final = 1_800_014_400_000
MINUTE: Final = 60_000
HOST: Final = "Marta"
GUESTS: Final = ("Álex", "Inés", "Bruno")
LIVE: Final[dict[str, Any]] = {"pace": {"kind": "live", "turn": 180_000, "bank": 1_200_000, "increment": 0}}
"""The clock of a table whose people play at once."""


class Fated:
    """Nature whose draws follow from the position: the same position always gives the same draw."""

    def choose(self, state: Any) -> int:
        move: int = state.pick(Random(f"fate {state.digest()}").randrange(state.tickets()))
        return move


def fated(_config: TableConfig, _secret: bytes) -> Fated:
    return Fated()


class Said(NamedTuple):
    """A word of a game: who said it, and whether that seat began a turn with it and had a choice."""

    word: str
    seat: int
    begins: bool


@cache
def by_thumb(slug: str, seats: int, seed: int = 1) -> list[Said]:
    """The words of a game by the rules of thumb: random moves lead to boards that nobody would see."""
    rng, said, nature = Random(seed), [], Fated()
    position: Any = game(slug).start(seats)
    while not position.over:
        if position.actor == NATURE:
            position.apply(nature.choose(position))
            continue
        begins = free(position)
        move = answer(position, find(bot_of(game(slug))), position.moves(), rng, Budget())
        said.append(Said(position.game.vocabulary.word(move), position.actor, begins))
        position.apply(move)
    return said


class RealTables:
    """Creates tables and plays at them, and the people who sit there: one has an account, the others are guests."""

    def __init__(self, container: Container, clock: FakeClock, http: httpx.AsyncClient) -> None:
        self.container = container
        self.clock = clock
        self.http = http
        self.people: dict[str, Guest] = {}

    async def come_in(self) -> None:
        """Sign the people in."""
        body = {"login": HOST.lower(), "password": "correct horse battery", "name": HOST, "language": "en"}
        answer = await self.http.post("/api/accounts", json=body)
        assert answer.status_code == 201, answer.text
        self.http.cookies.clear()
        self.people[HOST] = Guest(self.http, HOST, answer.json()["token"])
        for name in GUESTS:
            self.people[name] = await Guest.arrive(self.http, name)

    async def table(self, *names: str, start: bool = True, **plan: Any) -> str:
        """Create a table for these people, the first of them its host."""
        self.clock.at += MINUTE
        host, *others = [self.people[name] for name in names]
        seats = plan.pop("seats", len(names))
        card = await host.post("/tables", 201, seats=seats, **plan)
        table: str = card["table"]
        for other in others:
            await other.post(f"/tables/{table}/join", invite=card["invite"])
        if start:
            await host.post(f"/tables/{table}/start")
        return table

    async def say(self, table: str, *gestures: Sequence[str]) -> None:
        """Play gestures, each of one or more words, for whoever is to move."""
        number = ids.number(table)
        assert number is not None
        opened = await self.container.tables.opened(number)
        for words in gestures:
            self.clock.at += 7_000
            person = opened.table.holders[opened.table.actor].name
            await self.people[person].play(table, *words, seq=opened.table.seq)


class PictureServer(NamedTuple):
    """What pictures are taken with: a running server, its address, and a browser."""

    container: Container
    app: App
    clock: FakeClock
    http: httpx.AsyncClient
    url: str
    browser: Browser


@asynccontextmanager
async def picture_server(name: str) -> AsyncIterator[PictureServer]:
    """A server with a database of its own, a fake clock and reproducible draws, and a browser."""
    with new_database(name) as database:
        clock = FakeClock(NOON)
        container = Container(Settings(database=database, connections=4, **NO_QUOTAS), clock, fated, work=False)
        app = App(container)
        async with (
            serving(container, app) as url,
            httpx.AsyncClient(base_url=url, timeout=30, trust_env=False) as http,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            yield PictureServer(container, app, clock, http, url, browser)
            await browser.close()


def keep(name: str, png: bytes) -> None:
    """Write a picture, and say how large it is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{name}.png"
    file.write_bytes(png)
    print(f"{file.stat().st_size:9,} {file.name}", flush=True)


def weigh() -> None:
    """Say how large all pictures are together, and end with an error if that is too much."""
    whole = sum(file.stat().st_size for file in FOLDER.glob("*.png"))
    print(f"{whole:9,} bytes in all")
    if whole > MOST_BYTES:
        raise SystemExit("the pictures are too large together")

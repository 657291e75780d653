"""Takes screenshots of the pages for docs/img, from real games: python tools/screenshots.py [NAME …]

A browser plays on a server with a fake clock and with draws that follow from the position. So the same source gives the
same pictures, except for ids in some addresses, which are not visible. NAME is a key of `kinds()`; without one, all.

The states of the page are shown with Lok'n'Roll. Every other title that has a board gets pictures of it, by its name: a
turn in the middle of a game, a previewed gesture, the end, and another seat's board where it has such boards; one title
gets them all, the others fewer, because pictures are large files.

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).
"""

from __future__ import annotations

import sys

if __name__ == "__main__":  # not this folder in the path: its locale.py would hide the standard module
    sys.path[0] = __file__.rpartition("/tools/")[0] or "."

import asyncio
import struct
import zlib
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import httpx
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from tests.support.browser.site import CHROMIUM, pace_off
from tests.support.database import new_database
from tests.support.games.words import legal
from tests.support.service import NO_QUOTAS, FakeClock, Guest, serving
from tests.support.titles import board_of, bot_of, drawn_titles, free, hints_of
from trainshed.arena.match import answer
from trainshed.bots.bot import Budget, find
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.registry import game
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.table_state import TableConfig
from trainshed.web.app import App
from trainshed.web.http.authentication import COOKIE

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "docs" / "img"
MOST_BYTES: Final = 13_000_000
NOON: Final = 1_800_014_400_000
MINUTE: Final = 60_000
TITLE: Final = "lok-n-roll"
"""The title with which the states of the page are shown."""

OTHERS: Final = [slug for slug in drawn_titles() if slug != TITLE]
SHOWN: Final = "russian-railroads"
"""The title with which coach, rulebook and replay are shown."""

WIDTHS: Final = {1440: 900, 1024: 768, 390: 844, 360: 740}
LINK: Final = "https://trainshed.example/t/01k7nyadxt90q?invite=Qm9hcmRpbmc"
LIVE: Final = "#options .opt:not(.dead):not(.alt):not(.chosen)"


class Screen(NamedTuple):
    width: int
    theme: str

    @property
    def phone(self) -> bool:
        return self.width < 900


ALL: Final = [Screen(width, theme) for width in WIDTHS for theme in ("light", "dark")]
FEW: Final = [Screen(1440, "light"), Screen(390, "light")]
SOME: Final = [*FEW, Screen(1440, "dark"), Screen(390, "dark")]
CHOOSE: Final = [Screen(1024, "light"), Screen(1024, "dark"), Screen(390, "light")]


# ---------------------------------------------------------------- a server with reproducible draws


class Fated:
    """Nature whose draws follow from the position: the same position always gives the same draw."""

    def choose(self, state: Any) -> int:
        move: int = state.pick(Random(f"fate {state.digest()}").randrange(state.tickets()))
        return move


def fated(_config: TableConfig, _secret: bytes) -> Fated:
    return Fated()


class Scenes:
    """Creates the tables, in every state that is shown, and the people who sit at them."""

    def __init__(self, container: Container, clock: FakeClock, http: httpx.AsyncClient) -> None:
        self.container = container
        self.clock = clock
        self.http = http
        self.people: dict[str, Guest] = {}
        self.tables: dict[str, str] = {}

    async def come_in(self) -> None:
        """Sign the people in: Marta has an account, the others are guests."""
        body = {"login": "marta", "password": "correct horse battery", "name": "Marta", "language": "en"}
        answer = await self.http.post("/api/accounts", json=body)
        assert answer.status_code == 201, answer.text
        self.http.cookies.clear()
        self.people["Marta"] = Guest(self.http, "Marta", answer.json()["token"])
        for name in ("Álex", "Inés", "Bruno"):
            self.people[name] = await Guest.arrive(self.http, name)

    async def table(self, *names: str, start: bool = True, **plan: Any) -> str:
        """Create a table for these people, the first of them its host."""
        self.clock.at += MINUTE
        host, *others = [self.people[name] for name in names]
        seats = plan.pop("seats", len(names))
        card = await host.post("/tables", 201, seats=seats, **{"title": TITLE, **plan})
        table: str = card["table"]
        for other in others:
            await other.post(f"/tables/{table}/join", invite=card["invite"])
        if start:
            await host.post(f"/tables/{table}/start")
        return table

    async def state(self, name: str, wanted: Callable[[Any], bool], *names: str, **plan: Any) -> None:
        """Create a table and play until the position is as wanted; keep the table under this name."""
        await self.played(name, found_game(len(names), wanted), *names, **plan)

    async def played(self, name: str, words: Sequence[str], *names: str, **plan: Any) -> None:
        """Create a table and play these words; keep the table under this name."""
        table = self.tables[name] = await self.table(*names, **plan)
        number = ids.number(table)
        assert number is not None
        opened = await self.container.tables.opened(number)
        for word in words:
            self.clock.at += 7_000
            person = opened.table.holders[opened.table.actor].name
            await self.people[person].play(table, word, seq=opened.table.seq)

    async def set_up(self) -> None:
        """Create everything that the pictures need. The order matters: the lobby lists the latest tables first."""
        await self.come_in()
        live: dict[str, Any] = {"pace": {"kind": "live", "turn": 180_000, "bank": 1_200_000, "increment": 0}}
        days: dict[str, Any] = {"pace": {"kind": "days", "turn": 86_400_000, "bank": 0}}
        trio = ("Marta", "Álex", "Inés")
        await self.state("finished", lambda position: position.over, *trio, **live)
        await self.state("penalty", lambda position: asked(position, "Discard", 2), *trio, **live)
        await self.state("waiting", lambda position: asked(position, "Action", 1, seat=1, track=9), *trio, **live)
        await self.state(
            "turn", lambda position: asked(position, "Action", 4, track=10) and has_dead(position), *trio, **live
        )
        for slug in OTHERS:
            names = (*trio, "Bruno")[: max(game(slug).seat_counts)]
            await self.played(f"{slug}_finished", whole_game(slug, len(names)), *names, title=slug, **live)
            await self.played(f"{slug}_turn", middle_of(slug, len(names)), *names, title=slug, **live)
        await self.state("days", lambda position: asked(position, "Action", 2, seat=1), "Marta", "Inés", **days)
        public: dict[str, Any] = {"visibility": "public", "start": False}
        self.tables["room"] = await self.table("Marta", "Álex", seats=3, **public, **live)
        await self.table("Inés", seats=2, language="es", **public, **days)
        await self.table("Bruno", seats=4, language="it", **public, **live)
        await self.people["Inés"].post(f"/tables/{self.tables['turn']}/chat", 204, text="¿Quién se atreve con un 4?")


def found_game(seats: int, wanted: Callable[[Any], bool]) -> list[str]:
    """The words that people play at random until a position is as wanted; nature's moves follow from the position."""
    idle = (*hints_of(TITLE).idle, "keep")
    for attempt in range(5_000):
        rng, said, nature = Random(attempt), [], Fated()
        position: Any = game(TITLE).start(seats)
        while not wanted(position):
            if position.over:
                break
            if position.actor == NATURE:
                position.apply(nature.choose(position))
                continue
            words = legal(position)
            keen = [word for word in words if word not in idle]
            said.append(rng.choice(keen if keen and rng.random() < 0.8 else words))
            position.apply(position.game.vocabulary.id(said[-1]))
        else:
            return said
    raise SystemExit("no game comes to such a position")


@cache
def by_thumb(slug: str, seats: int) -> list[tuple[str, bool]]:
    """The words of a game by the rules of thumb: random moves lead to boards that nobody would see. Each word with
    whether the first seat began a turn with it, and had a choice."""
    rng, said, nature = Random(1), [], Fated()
    position: Any = game(slug).start(seats)
    while not position.over:
        if position.actor == NATURE:
            position.apply(nature.choose(position))
            continue
        mine = position.actor == 0 and free(position)
        move = answer(position, find(bot_of(game(slug))), position.moves(), rng, Budget())
        said.append((position.game.vocabulary.word(move), mine))
        position.apply(move)
    return said


def whole_game(slug: str, seats: int) -> list[str]:
    """The words of a whole game."""
    return [word for word, _ in by_thumb(slug, seats)]


def middle_of(slug: str, seats: int) -> list[str]:
    """The words up to a turn of the first seat in the middle of the game."""
    said = by_thumb(slug, seats)
    turns = [place for place, (_, mine) in enumerate(said) if mine]
    return whole_game(slug, seats)[: min(turns, key=lambda place: abs(place - len(said) // 2))]


def asked(position: Any, question: str, moves: int, seat: int = 0, track: int = 0) -> bool:
    """Is this seat asked this question, with at least so many answers and a track at least so long?"""
    if position.actor != seat or len(position.moves()) < moves:
        return False
    view = position.view(seat)
    return bool(view.pending and view.pending[-1][0] == question and len(view.track) >= track)


def has_dead(position: Any) -> bool:
    """Is there a card in hand that may not be laid?"""
    legal = {position.game.vocabulary.word(move) for move in position.moves()}
    return any(f"lay:{card}" not in legal for card in position.view(position.actor).hand if "chaos" not in card)


# ---------------------------------------------------------------- pictures


Act = Callable[[Page, Scenes], Awaitable[None]]


class Kind(NamedTuple):
    """One kind of picture: the page, who is signed in, what is done on it first, and on which screens."""

    path: Callable[[Scenes], str]
    who: str
    screens: list[Screen]
    act: Act | None = None
    whole: bool = False
    """The whole page, and not only what the window shows."""


def at_table(name: str) -> Callable[[Scenes], str]:
    return lambda scenes: f"/t/{scenes.tables[name]}"


def at(path: str) -> Callable[[Scenes], str]:
    return lambda _: path


async def quiet(page: Page) -> None:
    await page.wait_for_timeout(250)


async def tidy_link(page: Page, _: Scenes) -> None:
    """Show an invitation link that is the same in every picture and is not valid."""
    await page.locator("input[readonly]").first.evaluate(f"(field) => {{ field.value = {LINK!r}; }}")


async def try_to_lay(page: Page, _: Scenes) -> None:
    """Lay cards until the gesture is complete and its button names the roll."""
    await page.locator(f'{LIVE}[data-word^="lay:"] .opt-hit').first.click()
    for _step in range(4):
        await quiet(page)
        if not await page.locator(LIVE).count():
            break
        stop = page.locator(f'{LIVE}[data-word="stop"] .opt-hit')
        await (stop if await stop.count() else page.locator(f"{LIVE} .opt-hit")).first.click()
    await quiet(page)


async def try_an_action(page: Page, _: Scenes) -> None:
    """Press options, up to the preview of the whole gesture; on a map the farthest goal that one press leads to."""
    for _step in range(8):
        if not await page.locator(LIVE).count():
            break
        goals = await page.locator(f"{LIVE}[data-words]:is(.map-view .opt)").evaluate_all(
            "all => all.map((one) => [one.dataset.words.split(' ').length, one.id]).sort((a, b) => b[0] - a[0])"
        )
        option = page.locator(f"#{goals[0][1]} .opt-hit" if goals else f"{LIVE} .opt-hit").first
        # in the middle of the window, where no bar at its edges lies above it
        await option.evaluate("node => node.scrollIntoView({ block: 'center' })")
        await quiet(page)
        await option.click()
        await quiet(page)


async def look_at_a_rival(page: Page, _: Scenes) -> None:
    await page.locator(".seat-look:visible, .chip-look:visible").nth(1).click()
    await quiet(page)


async def switch_the_coach_on(page: Page, _: Scenes) -> None:
    await page.locator("header details.menu summary").first.click()
    await page.locator("#coach-switch").click()
    await quiet(page)


async def press_a_dead_one(page: Page, _: Scenes) -> None:
    await page.locator("#options .opt.dead").first.dispatch_event("click")
    await quiet(page)


async def be_refused(page: Page, scenes: Scenes) -> None:
    """The server refuses a move that the page has offered."""
    await page.route("**/api/tables/*/moves", refuse)
    await page.locator(f"{LIVE} .opt-hit").first.click()
    for _step in range(4):
        await quiet(page)
        if not await page.locator(LIVE).count():
            break
        await page.locator(f"{LIVE} .opt-hit").first.click()
    await page.locator("#send").click()
    await page.locator("#strip:not([hidden])").wait_for()
    await quiet(page)


async def refuse(route: Any) -> None:
    problem = {"error": "refused", "message": "The values must not differ by 2.", "status": 422}
    await route.fulfill(status=422, json=problem)


async def lose_the_line(page: Page, scenes: Scenes) -> None:
    """The event stream ends and cannot be opened again."""
    await page.route("**/stream*", lambda route: route.abort())
    number = ids.number(scenes.tables["waiting"])
    assert number is not None
    for feed in list(APPS[0].hub.watched[number].feeds.values()):
        feed.close()
    await page.locator("#strip.warn").wait_for()
    await quiet(page)


PAGES: Final[dict[str, Kind]] = {
    "lobby": Kind(at("/"), "Marta", ALL, whole=False),
    "lobby_visitor": Kind(at("/"), "", FEW),
    "waiting_room": Kind(at_table("room"), "Marta", SOME, tidy_link),
    "table_turn": Kind(at_table("turn"), "Marta", ALL),
    "table_roll": Kind(at_table("turn"), "Marta", SOME, try_to_lay),
    "table_why": Kind(at_table("turn"), "Marta", FEW, press_a_dead_one),
    "table_penalty": Kind(at_table("penalty"), "Marta", FEW),
    "table_waiting": Kind(at_table("waiting"), "Marta", FEW),
    "table_refused": Kind(at_table("turn"), "Marta", FEW, be_refused),
    "table_offline": Kind(at_table("waiting"), "Marta", FEW, lose_the_line),
    "table_finished": Kind(at_table("finished"), "Marta", SOME),
    "coach": Kind(at_table(f"{SHOWN}_turn"), "Marta", SOME, switch_the_coach_on),
    "rules": Kind(at(f"/rules/{SHOWN}"), "", SOME),
    "rules_board": Kind(at(f"/rules/{SHOWN}/board"), "", FEW),
    "rules_summary": Kind(at(f"/rules/{SHOWN}/summary"), "", FEW),
    "replay": Kind(lambda scenes: f"/t/{scenes.tables[f'{SHOWN}_finished']}/replay/170", "Marta", ALL),
    "components": Kind(at("/components"), "", [Screen(1440, "light"), Screen(1440, "dark")], whole=True),
    "sign_in": Kind(at("/sign-in"), "", FEW),
    "settings": Kind(at("/me"), "Marta", FEW, whole=True),
}


def kinds() -> dict[str, Kind]:
    """All kinds of pictures: those of the pages, and those of every title's board."""
    found = dict(PAGES)
    for slug in OTHERS:
        name, turn = slug.replace("-", "_"), at_table(f"{slug}_turn")
        found[f"{name}_choose"] = Kind(turn, "Marta", ALL if slug == SHOWN else CHOOSE)
        found[name] = Kind(turn, "Marta", SOME, try_an_action)
        found[f"{name}_finished"] = Kind(at_table(f"{slug}_finished"), "Marta", SOME if slug == SHOWN else FEW)
        if getattr(board_of(slug), "BESIDE", False) and slug == SHOWN:
            found[f"{name}_rival"] = Kind(turn, "Marta", FEW, look_at_a_rival)
    return found


APPS: list[Any] = []
"""The application; `lose_the_line` closes its streams."""


async def context_for(browser: Browser, url: str, screen: Screen, token: str) -> BrowserContext:
    context = await browser.new_context(
        base_url=url,
        viewport={"width": screen.width, "height": WIDTHS[screen.width]},
        has_touch=screen.phone,
        is_mobile=screen.phone,
        color_scheme="dark" if screen.theme == "dark" else "light",
        locale="en",
        timezone_id="UTC",
        reduced_motion="reduce",
        service_workers="block",
    )
    await context.add_cookies([pace_off(url)])
    if token:
        await context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
    return context


async def take(browser: Browser, url: str, scenes: Scenes, name: str, screen: Screen) -> Path:
    kind = kinds()[name]
    token = scenes.people[kind.who].token if kind.who else ""
    context = await context_for(browser, url, screen, token)
    context.set_default_timeout(15_000)
    page = await context.new_page()
    await page.goto(kind.path(scenes))
    await page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    await page.wait_for_timeout(500)
    if kind.act is not None:
        await kind.act(page, scenes)
    file = FOLDER / f"{name}_{screen.width}_{screen.theme}.png"
    file.write_bytes(squeezed(await page.screenshot(full_page=kind.whole, animations="disabled")))
    await context.close()
    return file


def squeezed(png: bytes) -> bytes:
    """The same PNG picture, with the highest compression and without optional chunks."""
    head, rest = png[:8], png[8:]
    chunks: list[tuple[bytes, bytes]] = []
    while rest:
        size = struct.unpack(">I", rest[:4])[0]
        chunks.append((rest[4:8], rest[8 : 8 + size]))
        rest = rest[12 + size :]
    pixels = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
    kept = [(name, data) for name, data in chunks if name == b"IHDR"]
    kept += [(b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return head + b"".join(chunk(name, data) for name, data in kept)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


async def pictures(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with new_database("trainshed_screenshots") as database:
        clock = FakeClock(NOON)
        container = Container(Settings(database=database, connections=4, **NO_QUOTAS), clock, fated, work=False)
        app = App(container)
        APPS.append(app)
        async with serving(container, app) as url, httpx.AsyncClient(base_url=url, timeout=30, trust_env=False) as http:
            scenes = Scenes(container, clock, http)
            await scenes.set_up()
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                for name in names or kinds():
                    for screen in kinds()[name].screens:
                        file = await take(browser, url, scenes, name, screen)
                        print(f"{file.stat().st_size:9,} {file.name}", flush=True)
                await browser.close()
    whole = sum(file.stat().st_size for file in FOLDER.glob("*.png"))
    print(f"{whole:9,} bytes in all")
    if whole > MOST_BYTES:
        raise SystemExit("the pictures are too large together")


if __name__ == "__main__":
    asyncio.run(pictures(sys.argv[1:]))

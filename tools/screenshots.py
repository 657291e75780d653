"""Takes screenshots of the pages for docs/img, from real games: python tools/screenshots.py [NAME …]

A browser plays on a server with a fake clock and with draws that follow from the position. So the same source gives the
same pictures, except for ids in some addresses, which are not visible, and for the chances of an analysis, which is
limited by time. NAME is a key of `kinds()`; without one, all.

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
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from playwright.async_api import Browser, BrowserContext, Page

from tests.support.browser.site import pace_off
from tests.support.games.words import legal
from tests.support.titles import board_of, drawn_titles, hints_of
from tools.png import few_colors
from tools.real_games import LIVE, Fated, RealTables, by_thumb, keep, picture_server, weigh
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.registry import game
from trainshed.service.base import ids
from trainshed.web.http.authentication import COOKIE

TITLE: Final = "lok-n-roll"
"""The title with which the states of the page are shown."""

OTHERS: Final = [slug for slug in drawn_titles() if slug != TITLE]
WATCHED: Final = ("first-class", "spike")
"""The titles whose running games are public, so that the lobby lists them to be watched."""

SHOWN: Final = "russian-railroads"
"""The title with which coach, rulebook and replay are shown."""

WIDTHS: Final = {1440: 900, 1024: 768, 390: 844, 360: 740}
LINK: Final = "https://trainshed.example/t/01k7nyadxt90q?invite=Qm9hcmRpbmc"
OPTION: Final = "#options .opt:not(.dead):not(.alt):not(.chosen)"


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


# ---------------------------------------------------------------- the tables that are shown


class Scenes(RealTables):
    """Creates the tables, in every state that is shown."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.tables: dict[str, str] = {}

    async def state(self, name: str, wanted: Callable[[Any], bool], *names: str, **plan: Any) -> None:
        """Create a table and play until the position is as wanted; keep the table under this name."""
        await self.played(name, found_game(len(names), wanted), *names, **plan)

    async def played(self, name: str, words: Sequence[str], *names: str, **plan: Any) -> None:
        """Create a table and play these words; keep the table under this name."""
        table = self.tables[name] = await self.table(*names, **{"title": TITLE, **plan})
        await self.say(table, *([word] for word in words))

    async def set_up(self) -> None:
        """Create everything that the pictures need. The order matters: the lobby lists the latest tables first."""
        await self.come_in()
        days: dict[str, Any] = {"pace": {"kind": "days", "turn": 86_400_000, "bank": 0}}
        trio = ("Marta", "Álex", "Inés")
        await self.state("finished", lambda position: position.over, *trio, **LIVE)
        await self.state("penalty", lambda position: asked(position, "Discard", 2), *trio, **LIVE)
        await self.state("waiting", lambda position: asked(position, "Action", 1, seat=1, track=9), *trio, **LIVE)
        await self.state(
            "turn", lambda position: asked(position, "Action", 4, track=10) and has_dead(position), *trio, **LIVE
        )
        for slug in OTHERS:
            names = (*trio, "Bruno")[: max(game(slug).seat_counts)]
            await self.played(f"{slug}_finished", whole_game(slug, len(names)), *names, title=slug, **LIVE)
            open_to_all = {"visibility": "public"} if slug in WATCHED else {}
            await self.played(f"{slug}_turn", middle_of(slug, len(names)), *names, title=slug, **open_to_all, **LIVE)
        await self.state("days", lambda position: asked(position, "Action", 2, seat=1), "Marta", "Inés", **days)
        public: dict[str, Any] = {"visibility": "public", "start": False}
        room = self.tables["room"] = await self.table("Marta", "Álex", seats=4, title=TITLE, **public, **LIVE)
        await self.people["Marta"].post(f"/tables/{room}/bots", seat=2, bot="inspector")
        await self.table("Inés", seats=2, title=TITLE, language="es", **public, **days)
        await self.table("Bruno", seats=4, title=TITLE, language="it", **public, **LIVE)
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


def whole_game(slug: str, seats: int) -> list[str]:
    """The words of a whole game."""
    return [said.word for said in by_thumb(slug, seats)]


def middle_of(slug: str, seats: int) -> list[str]:
    """The words up to a turn of the first seat in the middle of the game."""
    said = by_thumb(slug, seats)
    turns = [place for place, one in enumerate(said) if one.begins and one.seat == 0]
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


async def choose_a_bot(page: Page, scenes: Scenes) -> None:
    """Open the choice of bots for the free seat."""
    await tidy_link(page, scenes)
    await page.locator(".pick-bot > summary").first.click()
    await page.locator(".pick-bot").first.evaluate("(menu) => menu.closest('li').scrollIntoView()")


async def try_to_lay(page: Page, _: Scenes) -> None:
    """Lay cards until the gesture is complete and its button names the roll."""
    await page.locator(f'{OPTION}[data-word^="lay:"] .opt-hit').first.click()
    for _step in range(4):
        await quiet(page)
        if not await page.locator(OPTION).count():
            break
        stop = page.locator(f'{OPTION}[data-word="stop"] .opt-hit')
        await (stop if await stop.count() else page.locator(f"{OPTION} .opt-hit")).first.click()
    await quiet(page)


async def try_an_action(page: Page, _: Scenes) -> None:
    """Press options, up to the preview of the whole gesture; on a map the farthest goal that one press leads to."""
    for _step in range(8):
        if not await page.locator(OPTION).count():
            break
        goals = await page.locator(f"{OPTION}[data-words]:is(.map-view .opt)").evaluate_all(
            "all => all.map((one) => [one.dataset.words.split(' ').length, one.id]).sort((a, b) => b[0] - a[0])"
        )
        option = page.locator(f"#{goals[0][1]} .opt-hit" if goals else f"{OPTION} .opt-hit").first
        # in the middle of the window, where no bar at its edges lies above it
        await option.evaluate("node => node.scrollIntoView({ block: 'center' })")
        await quiet(page)
        await option.click()
        await quiet(page)


async def point_at_an_option(page: Page, _: Scenes) -> None:
    """Rest on an option, by touch hold it, until its hover card is there."""
    option = page.locator(f"{OPTION} .opt-hit").nth(1)
    await option.evaluate("node => node.scrollIntoView({ block: 'center' })")
    await quiet(page)
    if await page.evaluate("() => matchMedia('(hover: none)').matches"):
        box = await option.bounding_box()
        assert box is not None
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = await page.context.new_cdp_session(page)
        await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
        await page.locator("#hover-card").wait_for()
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        await option.hover()
    await page.locator("#hover-card").wait_for()


async def look_at_a_rival(page: Page, _: Scenes) -> None:
    await page.locator(".seat-look:visible, .chip-look:visible").nth(1).click()
    await quiet(page)


async def switch_the_coach_on(page: Page, _: Scenes) -> None:
    await page.locator("header details.menu summary").first.click()
    await page.locator("#coach-switch").click()
    await quiet(page)


async def scroll_to_running(page: Page, _: Scenes) -> None:
    """Show the public games that can be watched."""
    await page.locator("#watch").evaluate("node => node.scrollIntoView({ block: 'center' })")
    await quiet(page)


async def analyse(page: Page, scenes: Scenes) -> None:
    """Have the game analysed, unless it was for another picture, and go to the first turning point."""
    if await page.locator("#analyse").count():
        async with page.expect_response("**/analysis"):
            await page.locator("#analyse").click()
        await APPS[0].container.analysis_worker.work()  # background work is off on this server
    await page.locator(".turning a").first.click()
    await page.wait_for_url("**/replay/*")
    await quiet(page)


async def count_on(page: Page, _: Scenes) -> None:
    """Let the page count the points of all games by source: it counts only some of them at once."""
    while await page.get_by_text("Count on").count():
        await page.get_by_text("Count on").click()
        await page.wait_for_load_state()
    await quiet(page)


async def open_preferences(page: Page, _: Scenes) -> None:
    await page.locator("details.prefs-menu summary").click()
    await quiet(page)


async def press_a_dead_one(page: Page, _: Scenes) -> None:
    await page.locator("#options .opt.dead").first.dispatch_event("click")
    await quiet(page)


async def be_refused(page: Page, scenes: Scenes) -> None:
    """The server refuses a move that the page has offered."""
    await page.route("**/api/tables/*/moves", refuse)
    await page.locator(f"{OPTION} .opt-hit").first.click()
    for _step in range(4):
        await quiet(page)
        if not await page.locator(OPTION).count():
            break
        await page.locator(f"{OPTION} .opt-hit").first.click()
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
    "lobby_watch": Kind(at("/"), "", FEW, scroll_to_running),
    "watching": Kind(at_table(f"{WATCHED[0]}_turn"), "", FEW),
    "waiting_room": Kind(at_table("room"), "Marta", SOME, tidy_link),
    "waiting_room_bots": Kind(at_table("room"), "Marta", CHOOSE, choose_a_bot),
    "table_turn": Kind(at_table("turn"), "Marta", ALL),
    "table_roll": Kind(at_table("turn"), "Marta", SOME, try_to_lay),
    "table_hover": Kind(at_table("turn"), "Marta", SOME, point_at_an_option),
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
    "rules_numbers": Kind(at(f"/rules/{SHOWN}/numbers"), "", FEW, whole=True),
    "replay": Kind(lambda scenes: f"/t/{scenes.tables[f'{SHOWN}_finished']}/replay/170", "Marta", ALL),
    "analysis": Kind(lambda scenes: f"/t/{scenes.tables[f'{SHOWN}_finished']}/replay", "Marta", SOME, analyse),
    "puzzle": Kind(at(f"/puzzles/{SHOWN}/42"), "Marta", FEW),
    "components": Kind(at("/components"), "", [Screen(1440, "light"), Screen(1440, "dark")], whole=True),
    "sign_in": Kind(at("/sign-in"), "", FEW),
    "settings": Kind(at("/me"), "Marta", FEW, whole=True),
    "preferences": Kind(at_table("turn"), "Marta", FEW, open_preferences),
    "statistics": Kind(at("/me/games"), "Marta", FEW, count_on, whole=True),
}


def kinds() -> dict[str, Kind]:
    """All kinds of pictures: those of the pages, and those of every title's board."""
    found = dict(PAGES)
    for slug in OTHERS:
        name, turn = slug.replace("-", "_"), at_table(f"{slug}_turn")
        found[f"{name}_choose"] = Kind(turn, "Marta", ALL if slug == SHOWN else CHOOSE)
        found[name] = Kind(turn, "Marta", SOME, try_an_action)
        found[f"{name}_hover"] = Kind(turn, "Marta", SOME if slug == SHOWN else FEW, point_at_an_option)
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


async def take(browser: Browser, url: str, scenes: Scenes, name: str, screen: Screen) -> None:
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
    picture = await page.screenshot(full_page=kind.whole, animations="disabled")
    keep(f"{name}_{screen.width}_{screen.theme}", few_colors(picture))
    await context.close()


async def pictures(names: list[str]) -> None:
    async with picture_server("trainshed_screenshots") as server:
        APPS.append(server.app)
        scenes = Scenes(server.container, server.clock, server.http)
        await scenes.set_up()
        for name in names or kinds():
            for screen in kinds()[name].screens:
                await take(server.browser, server.url, scenes, name, screen)
    weigh()


if __name__ == "__main__":
    asyncio.run(pictures(sys.argv[1:]))

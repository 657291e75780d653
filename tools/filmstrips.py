"""Takes filmstrips of the motions on the boards for docs/img, from real games: python tools/filmstrips.py [NAME …]

Each strip has ten frames of one motion, at equal parts of its time, with that time in milliseconds. They are frames of
the real page: somebody watches how another person's turn is told, at the pace `calm`. The time of that page is held,
moved on step by step, and photographed. NAME is a key of `STRIPS`; without one, all.

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).
"""

from __future__ import annotations

import sys

if __name__ == "__main__":  # not this folder in the path: its locale.py would hide the standard module
    sys.path[0] = __file__.rpartition("/tools/")[0] or "."

import asyncio
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from playwright.async_api import Browser, Page

from tools.png import few_colors
from tools.real_games import (
    GUESTS,
    HOST,
    LIVE,
    NOON,
    Fated,
    PictureServer,
    RealTables,
    by_thumb,
    keep,
    picture_server,
    weigh,
)
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.registry import game
from trainshed.web.http.authentication import COOKIE

FRAMES: Final = 10
STEP: Final = 10
"""Milliseconds by which the time of the page moves on."""

PATIENCE: Final = 6_000
"""Milliseconds of the page within which a motion must begin."""

GAMES: Final = 12
"""Games in which a turn is looked for."""

MARGIN: Final = 18
"""Pixels round all that moves."""

WINDOW: Final = (1440, 900)
WIDTH: Final = 2000
GAP: Final = 8

HELD: Final = """(() => {
  const begun = new Map(), animate = Element.prototype.animate;
  const hold = (one) => { begun.set(one, performance.now()); one.pause(); return one; };
  Element.prototype.animate = function (...given) { return hold(animate.apply(this, given)); };
  const moving = (selector) => document.getAnimations().filter(({ effect }) => effect.target?.matches(selector));
  const moved = new Set();
  window.seek = (selector) => {
    for (const one of document.getAnimations()) {
      if (!begun.has(one)) hold(one);
      const at = performance.now() - begun.get(one);
      if (at < one.effect.getComputedTiming().endTime) one.currentTime = at;
      else one.finish();
    }
    const all = moving(selector), at = (one) => performance.now() - begun.get(one);
    return [Math.max(0, ...all.map(({ effect }) => effect.getComputedTiming().endTime)), Math.min(...all.map(at))];
  };
  window.boxes = (selector, around) => {
    for (const { effect } of moving(selector)) moved.add(effect.target);
    return [...moved, ...(around ? document.querySelectorAll(around) : [])].map((one) => one.getBoundingClientRect())
      .filter(({ width, height }) => width && height).map(({ left, top, right, bottom }) => [left, top, right, bottom]);
  };
})()"""
"""Lets animations follow the clock of the page, which is a fake one, and not the browser's. `seek` moves them to now,
and tells how long the motion of some elements takes, 0 if they do not move, and how long ago it has begun."""


class Turn(NamedTuple):
    """A gesture of one seat: the words of the game before it, its own words, and the views before and after it."""

    seat: int
    before: list[list[str]]
    """All gestures before it."""
    words: list[str]
    old: Any
    new: Any


class Strip(NamedTuple):
    """One filmstrip: its title and what is written above it, the turn that it shows, and what moves in it."""

    slug: str
    says: str
    wanted: Callable[[Turn], object]
    moves: str
    """A selector of the elements whose motion is shown."""
    around: str = ""
    """A selector of what else is in the picture."""
    after: str = ""
    """A selector of elements that must have moved before."""
    seats: int = 3
    beside: bool = False
    """Watched on the board of the seat that moves."""
    sharp: int = 1
    """Pixels of the picture for each pixel of the window, so that what is small can be enlarged."""


def gestures(slug: str, seats: int, seed: int) -> Iterator[Turn]:
    """The gestures of a game by the rules of thumb, each as the first seat sees it. Draws end a gesture."""
    position: Any = game(slug).start(seats)
    nature, said, made = Fated(), list(by_thumb(slug, seats, seed)), list[list[str]]()
    while not position.over:
        if position.actor == NATURE:
            position.apply(nature.choose(position))
            continue
        seat, words, old = position.actor, list[str](), position.view(0)
        while not position.over and position.actor == seat:
            words.append(said.pop(0).word)
            position.apply(position.game.vocabulary.id(words[-1]))
        while not position.over and position.actor == NATURE:
            position.apply(nature.choose(position))
        yield Turn(seat, list(made), words, old, position.view(0))
        made.append(words)


def found(strip: Strip) -> Turn:
    """The first gesture of another seat that shows the motion."""
    for seed in range(1, GAMES):
        for turn in gestures(strip.slug, strip.seats, seed):
            if turn.seat and strip.wanted(turn):
                return turn
    raise SystemExit(f"no turn shows this: {strip.says}")


# ---------------------------------------------------------------- what is shown


def has(*beginnings: str) -> Callable[[Turn], bool]:
    """Whether a turn has, for each of these, a word that begins with it."""
    return lambda turn: all(any(word.startswith(wanted) for word in turn.words) for wanted in beginnings)


def derails(turn: Turn) -> bool:
    return bool(sum(turn.new.derailments) > sum(turn.old.derailments))


def runs(turn: Turn) -> bool:
    """Does the engine of Lok'n'Roll run over some cards, of which at least one is a curve?"""
    if turn.old.engine < 0 or derails(turn):
        return False
    old = turn.old.track[turn.old.engine]
    new = turn.new.track
    start = next((at for at, laid in enumerate(new) if (laid.x0, laid.y0) == (old.x0, old.y0)), None)
    if start is None or turn.new.engine - start < 3:
        return False
    return any(laid.turn != "ahead" for laid in new[start : turn.new.engine])


def extends(turn: Turn) -> bool:
    """Are tracks of Russian Railroads moved by several steps, and is none of a new colour earned?"""
    old, new = (view.players[turn.seat].tracks for view in (turn.old, turn.new))
    moved = [place - before for before, place in zip(old, new, strict=True) if before > 0]
    return old.count(-1) == new.count(-1) and bool(max(moved, default=0) > 1)


def far_run(turn: Turn) -> bool:
    """Does a train of Spike run far: late in the game, when it is fast?"""
    return len(turn.before) > 80 and has("move:")(turn)


def delivers(turn: Turn) -> bool:
    """Does a train of Spike deliver its cargo?"""
    return has("move:", "deliver:")(turn)


def scores(turn: Turn) -> bool:
    old, new = (view.players[turn.seat].points for view in (turn.old, turn.new))
    return bool(new - old > 2)


ENGINE: Final = "#engine, #tender"
STRIPS: Final[dict[str, Strip]] = {
    "lok_n_roll_dice": Strip("lok-n-roll", "The dice tumble", runs, ".die"),
    "lok_n_roll_run": Strip(
        "lok-n-roll", "The engine runs card by card and turns with the rails", runs, ENGINE, after=".die"
    ),
    "lok_n_roll_derail": Strip("lok-n-roll", "The engine derails", derails, f"{ENGINE}, #sparks", after=".die"),
    "russian_railroads_workers": Strip(
        "russian-railroads", "Workers walk to their space", has("space:", "pay:w2"), ".worker", beside=True
    ),
    "russian_railroads_tracks": Strip(
        "russian-railroads", "A track is extended", extends, '[id^="trk-"]', beside=True, sharp=2
    ),
    "russian_railroads_locomotive": Strip(
        "russian-railroads",
        "A locomotive rolls in",
        has("build:locomotive", "place:"),
        '[id^="loco-"]:not(#loco-in-hand)',
        after="#loco-in-hand",
        beside=True,
    ),
    "spike_track": Strip("spike", "Track is laid", has("link:"), ".rail", sharp=2),
    "spike_train": Strip("spike", "A train runs along its lines", far_run, '[id^="train-"]', sharp=2),
    "spike_delivery": Strip("spike", "The money for a delivery flies to its seat", delivers, ".fly", '[id^="train-"]'),
    "first_class_coach": Strip(
        "first-class", "A coach couples to its train", has("take:", "coach:"), '[id^="car-"]', beside=True
    ),
    "first_class_locomotive": Strip(
        "first-class", "The locomotive crosses the map", has("locomotive:"), '[id^="loco-"]', beside=True, sharp=2
    ),
    "first_class_points": Strip("first-class", "Points fly to the score they change", scores, ".fly", beside=True),
}


# ---------------------------------------------------------------- the camera


Box = Sequence[float]


class Shot(NamedTuple):
    """The window at one moment of a motion."""

    ms: int
    png: bytes


async def film(server: PictureServer, tables: RealTables, strip: Strip) -> tuple[list[Shot], Box]:
    """The frames of a motion, and the part of the window in which it happens."""
    turn = found(strip)
    names = (HOST, *GUESTS)[: strip.seats]
    table = await tables.table(*names, title=strip.slug, **LIVE)
    await tables.say(table, *([word] for words in turn.before for word in words))
    page = await watcher(server, tables, strip)
    await page.goto(f"/t/{table}")
    await page.locator("body[data-live]").wait_for()
    if strip.beside:
        await page.locator(f"#seat-{turn.seat} .seat-look").click()
        await page.wait_for_timeout(500)
    await page.clock.pause_at(await page.evaluate("Date.now()") / 1000 + 1)
    await tables.say(table, turn.words)
    await page.locator("#confirm.told").wait_for()
    end, at = await begun(page, strip)
    shots, boxes, first, last = list[Shot](), list[Box](), at, end - STEP  # and not yet what follows it
    for number in range(FRAMES):
        moment = round(first + (last - first) * number / (FRAMES - 1))
        while at < moment:
            at += await step(page, strip, min(STEP, moment - at))
        shots.append(Shot(moment, await page.screenshot()))
        boxes += await page.evaluate("([moves, around]) => boxes(moves, around)", [strip.moves, strip.around])
    await page.context.close()
    return shots, around(boxes)


async def watcher(server: PictureServer, tables: RealTables, strip: Strip) -> Page:
    """A page of the first seat whose time is held."""
    context = await server.browser.new_context(
        base_url=server.url,
        viewport={"width": WINDOW[0], "height": WINDOW[1]},
        device_scale_factor=strip.sharp,
        locale="en",
        timezone_id="UTC",
        service_workers="block",
    )
    context.set_default_timeout(15_000)
    token = tables.people[HOST].token
    cookies: Any = [("pace", "calm"), (COOKIE, token)]
    await context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies])
    page = await context.new_page()
    await page.add_init_script(HELD)
    await page.clock.install(time=NOON / 1000)
    return page


async def step(page: Page, strip: Strip, ms: int) -> int:
    await page.clock.run_for(ms)
    await page.evaluate("seek", strip.moves)
    return ms


async def begun(page: Page, strip: Strip) -> tuple[int, int]:
    """Move on to where a motion begins; the milliseconds that it takes, and since when it has begun."""
    waits = strip.after
    for _ in range(0, PATIENCE, STEP):
        long, since = await page.evaluate("seek", waits or strip.moves)
        if long and not waits:
            return round(long), round(since)
        if long:
            waits = ""
        await page.clock.run_for(STEP)
    raise SystemExit(f"nothing moves: {strip.says}")


def around(boxes: Sequence[Box]) -> Box:
    """The part of the window that holds all boxes and a margin."""
    left, top = (max(0, min(box[side] for box in boxes) - MARGIN) for side in (0, 1))
    right = min(WINDOW[0], max(box[2] for box in boxes) + MARGIN)
    bottom = min(WINDOW[1], max(box[3] for box in boxes) + MARGIN)
    return left, top, right, bottom


STYLE: Final = """
body { margin: 0; padding: 12px; width: max-content; background: #efeae2; color: #14202b; font: 15px/1.2 sans-serif }
h1 { margin: 0 0 8px; font-size: 19px }
main { display: grid; gap: 8px }
figure { margin: 0; overflow: hidden }
div { overflow: hidden; border: 1px solid #c9c1b4; border-radius: 4px }
img { display: block; transform-origin: 0 0 }
figcaption { padding: 3px 2px 4px; font-weight: 600 }
"""


async def composed(browser: Browser, strip: Strip, shots: Sequence[Shot], box: Box) -> bytes:
    """All frames in one picture, in one row or in two, whichever shows them larger."""
    left, top, right, bottom = box
    w, h = right - left, bottom - top
    columns = FRAMES if w < WIDTH / FRAMES * 1.3 else FRAMES // 2
    scale = min(strip.sharp, (WIDTH - 24 - GAP * (columns - 1)) / columns / w)
    cells = "".join(
        f'<figure><div><img src="data:image/png;base64,{b64encode(shot.png).decode()}"></div>'
        f"<figcaption>{shot.ms:,} ms</figcaption></figure>"
        for shot in shots
    )
    page = await browser.new_page(viewport={"width": WIDTH, "height": 100})
    name = game(strip.slug).name
    await page.set_content(
        f"<style>{STYLE} main {{ grid-template-columns: repeat({columns}, max-content) }}"
        f" div {{ width: {w * scale:.0f}px; height: {h * scale:.0f}px }}"
        f" img {{ transform: scale({scale:.4f}) translate({-left:.0f}px, {-top:.0f}px); width: {WINDOW[0]}px }}</style>"
        f"<h1>{escape(name)}: {escape(strip.says)}</h1><main>{cells}</main>"
    )
    png = await page.locator("body").screenshot()
    await page.close()
    return few_colors(png)


async def filmstrips(names: list[str]) -> None:
    async with picture_server("trainshed_filmstrips") as server:
        tables = RealTables(server.container, server.clock, server.http)
        await tables.come_in()
        for name in names or STRIPS:
            shots, box = await film(server, tables, STRIPS[name])
            keep(f"film_{name}", await composed(server.browser, STRIPS[name], shots, box))
    weigh()


if __name__ == "__main__":
    asyncio.run(filmstrips(sys.argv[1:]))

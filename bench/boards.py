"""Measures the boards of all titles: the time to draw a full one, and to preview a gesture in a browser; and the time
to draw the map of the component sheet, 36 cities and 288 links.

Boards are those of the second half of games with all seats by the rules of thumb, in both layouts, the viewer's own and
another seat's where a title has such boards; CPU time is measured, so that other processes do not count. Previews are
made by clicks in Chromium at such a table, against a server as it is installed; the time is what the browser measures
for the request (Resource Timing), with everything that a preview sends.

    python bench/boards.py            about 3 minutes
    python bench/boards.py --short    at most 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).

The last line has the deciding figures. Goals: p95 of a drawing and of a map 8 ms, p95 of a preview
80 ms. Exit 1 if one is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.pages import Seat
from bench.parts.percentiles import percentile
from bench.parts.titles import add_title_option, measured, narrow
from tests.support.browser.site import CHROMIUM, Site, running
from tests.support.browser.tables import NeverCame, TableInPlay
from tests.support.games.words import legal
from tests.support.titles import board_of, clever
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import game
from trainshed.kernel.translation import ENGLISH
from trainshed.web.pages.gallery_map import example_map

DRAW_MS, PREVIEW_MS = 8, 80
EVERY = 5
"""One of so many positions is drawn."""

GESTURES = 60
"""So many gestures of all seats lead to the position at which previews are measured, or fewer if a game is short."""

NAMES = ("Marta", "Álex", "Inés", "Bruno")


class Figures(NamedTuple):
    """Milliseconds, by layout and of previews."""

    drawings: dict[str, list[float]]
    previews: list[float]


def whole_game(slug: str, number: int) -> list[tuple[Any, Any]]:
    """The positions of a game by the rules of thumb, each with its mover's view of the one before."""
    rng, nature = Random(f"boards {number}"), Seeded(f"boards {number}")
    title = game(slug)
    state: Any = title.start(max(title.seat_counts))
    found = []
    while not state.over:
        before = state.view(max(0, state.actor))
        move = nature.choose(state) if state.actor == NATURE else title.vocabulary.id(clever(state, legal(state), rng))
        state.apply(move)
        found.append((before, state.clone()))
    return found


def drawings(slug: str, games: int) -> dict[str, list[float]]:
    """Milliseconds of each drawing, by layout."""
    title, board = game(slug), board_of(slug)
    spent = {layout: list[float]() for layout in LAYOUTS}
    for number in range(games):
        played = whole_game(slug, number)
        for place, (before, state) in enumerate(played[len(played) // 2 :: EVERY]):
            seat = max(0, state.actor)
            view = state.view(seat)
            looks = getattr(board, "BESIDE", False) and place % 2
            asked = Asked(legal(state) if not state.over else (), beside=(seat + 1) % state.seats if looks else None)
            say = Say(ENGLISH, NAMES[: state.seats])
            for layout in LAYOUTS:
                begun = process_time()
                board.draw(title, before, view, asked, layout, say)
                spent[layout].append(1000 * (process_time() - begun))
    return spent


def map_drawings(times: int) -> list[float]:
    """Milliseconds of each drawing of the map, in both layouts; its names are placed before, once for a process."""
    spent = []
    for layout in LAYOUTS:
        example_map(layout, ENGLISH)
        for _ in range(times):
            begun = process_time()
            example_map(layout, ENGLISH)
            spent.append(1000 * (process_time() - begun))
    return spent


def previews(browser: Browser, site: Site, slug: str, seconds: float) -> list[float]:
    """Milliseconds of each preview: a player presses random options, and starts over."""
    people = [site.guest(name) for name in NAMES[: max(game(slug).seat_counts)]]
    for gestures in (GESTURES, GESTURES // 2, GESTURES // 4):
        table = TableInPlay(site, slug, people, "boards")
        try:
            state = table.play_on(gestures, clever)
        except NeverCame:
            continue
        break
    else:
        raise SystemExit(f"{slug}: the game is over too soon")
    seat = Seat(browser, site, table.asked(state), table.id)
    rng, until = Random(1), monotonic() + seconds
    while monotonic() < until:
        seat.gesture(rng)
        seat.page.locator("#start-over").click()
        seat.page.locator("#confirm .steps:not(:has(li))").wait_for(state="attached")
    return seat.previews()


def measure(slugs: list[str], games: int, seconds: float) -> int:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    maps = map_drawings(100)
    found = {}
    with running(f"trainshed_boards_{os.getpid()}") as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slug in slugs:
            found[slug] = Figures(drawings(slug, games), previews(browser, site, slug, seconds / len(slugs)))
        browser.close()
    print(f"{len(maps)} drawings of the map: median {median(maps):.1f} ms, p95 {percentile(maps, 0.95):.1f}")
    told = [f"p95 of a map {percentile(maps, 0.95):.3g} ms (goal {DRAW_MS})"]
    missed = ["map"] if percentile(maps, 0.95) > DRAW_MS else []
    for slug, (spent, tried) in found.items():
        for layout, times in spent.items():
            print(
                f"{slug}: {len(times)} drawings, {layout}: median {median(times):.1f} ms, "
                f"p95 {percentile(times, 0.95):.1f}"
            )
        print(
            f"{slug}: {len(tried)} previews: median {median(tried):.0f} ms, p95 {percentile(tried, 0.95):.0f}, "
            f"most {max(tried):.0f}"
        )
        figures = [
            ("a drawing", max(percentile(times, 0.95) for times in spent.values()), DRAW_MS),
            ("a preview", percentile(tried, 0.95), PREVIEW_MS),
        ]
        missed += [f"{slug}: {name}" for name, value, goal in figures if value > goal]
        told += [f"{slug}: p95 of {name} {value:.3g} ms (goal {goal})" for name, value, goal in figures]
    print(f"{', '.join(told)}; {'missed: ' + ', '.join(missed) if missed else 'all goals reached'}")
    return int(bool(missed))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the boards of all titles.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    slugs = [slug for slug in measured() if board_of(slug) is not None]
    return measure(slugs, 1, 16.0) if args.short else measure(slugs, 8, 120.0)


if __name__ == "__main__":
    sys.exit(main())

"""Measures the board of Russian Railroads: the time to draw a full one, and to preview a gesture in a browser.

Boards are those of games of four by the rules of thumb, from the fourth round on, in both layouts, the viewer's railway
and a rival's; CPU time is measured, so that other processes do not count. Previews are made by clicks in Chromium at a
table of four in its fourth round, against a server as it is installed; the time is what the browser measures for the
request (Resource Timing), with everything that a preview sends.

    python bench/boards.py            about 3 minutes
    python bench/boards.py --short    at most 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).

The last line has the deciding figures. Goals: p95 of a drawing 8 ms, p95 of a preview 80 ms. Exit 1 if one is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.pages import Seat, share
from tests.support.browser.russian_railroads import GAME, Rails, clever, in_round, legal
from tests.support.browser.site import CHROMIUM, Site, running
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.translation import ENGLISH

DRAW_MS, PREVIEW_MS = 8, 80
FROM_ROUND = 4
EVERY = 5
"""One of so many positions is drawn."""

SAY = Say(ENGLISH, ("Marta", "Álex", "Inés", "Bruno"))


def drawings(games: int) -> dict[str, list[float]]:
    """Milliseconds of each drawing, by layout."""
    board, spent = GAME.part("board.board"), {layout: list[float]() for layout in LAYOUTS}
    for number in range(games):
        rng, nature = Random(f"boards {number}"), Seeded(f"boards {number}")
        state: Any = GAME.start(4)
        rows = 0
        while not state.over:
            before = state.view(max(0, state.actor)) if state.round >= FROM_ROUND else None
            state.apply(
                nature.choose(state) if state.actor == NATURE else GAME.vocabulary.id(clever(state, legal(state), rng))
            )
            rows += 1
            if before is None or rows % EVERY:
                continue
            seat = max(0, state.actor)
            view = state.view(seat)
            for layout in LAYOUTS:
                beside = (seat + 1) % 4 if rows % (2 * EVERY) else None
                asked = Asked(legal(state) if not state.over else (), beside=beside)
                begun = process_time()
                board.draw(GAME, before, view, asked, layout, SAY)
                spent[layout].append(1000 * (process_time() - begun))
    return spent


def previews(browser: Browser, site: Site, seconds: float) -> list[float]:
    """Milliseconds of each preview: a player presses random options, and starts over."""
    people = [site.guest(name) for name in SAY.names]
    rails = Rails(site, people, "boards")
    state = rails.bring(in_round(FROM_ROUND), clever)
    seat = Seat(browser, site, rails.asked(state), rails.table)
    rng, until = Random(1), monotonic() + seconds
    while monotonic() < until:
        seat.gesture(rng)
        seat.page.locator("#start-over").click()
        seat.page.locator("#confirm .steps:not(:has(li))").wait_for(state="attached")
    return seat.previews()


def measure(games: int, seconds: float) -> int:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    spent = drawings(games)
    for layout, times in spent.items():
        print(f"{len(times)} drawings, {layout}: median {median(times):.1f} ms, p95 {share(times, 0.95):.1f}")
    with running(f"trainshed_boards_{os.getpid()}") as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tried = previews(browser, site, seconds)
        browser.close()
    print(f"{len(tried)} previews: median {median(tried):.0f} ms, p95 {share(tried, 0.95):.0f}, most {max(tried):.0f}")
    figures = [
        ("p95 of a drawing", max(share(times, 0.95) for times in spent.values()), DRAW_MS),
        ("p95 of a preview", share(tried, 0.95), PREVIEW_MS),
    ]
    missed = [name for name, value, goal in figures if value > goal]
    told = ", ".join(f"{name} {value:.3g} ms (goal {goal})" for name, value, goal in figures)
    print(f"{told}; {'missed: ' + ', '.join(missed) if missed else 'all goals reached'}")
    return int(bool(missed))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the board of Russian Railroads.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    args = parser.parse_args()
    return measure(1, 22.0) if args.short else measure(8, 120.0)


if __name__ == "__main__":
    sys.exit(main())

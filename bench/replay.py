"""Measures how long a jump to any row of a long game takes in the replay, and how much of that is the server.

A server as it is installed, a game of Russian Railroads with four seats and 400 rows or more, and a browser that moves
the slider of the replay to random rows, in both layouts. Nothing is kept between two jumps but what the page itself
keeps. The time runs from the input on the slider until the frame after the page shows the row.

    python bench/replay.py            200 jumps in each layout
    python bench/replay.py --short    at most 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).

The last line has the deciding figure, the p95 of a jump in the slower layout. Goal: 150 ms. Exit 1 if it is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.percentiles import percentile
from bench.parts.titles import add_title_option, measured, narrow
from tests.support.browser.site import CHROMIUM, Person, Site, running
from tests.support.titles import hints_of
from trainshed.kernel.registry import game

GOAL_MS = 150
ROWS = 400
SCREENS = {"wide": (1440, 900), "tall": (390, 844)}

JUMP = """
(row) => new Promise((resolve) => {
  const handle = document.getElementById("at"), begin = performance.now();
  const look = () => document.getElementById("now").dataset.seq === String(row)
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)))
    : setTimeout(look, 1);
  handle.value = row;
  handle.dispatchEvent(new Event("input", { bubbles: true }));
  look();
})
"""


def long_game(site: Site, slug: str) -> tuple[Person, str, int]:
    """A table with many rows: people play at random, undo now and then, and are idle only if they must."""
    title, idle = game(slug), hints_of(slug).idle
    people = [site.guest(name) for name in ("Marta", "Álex", "Inés", "Zoë")[: max(title.seat_counts)]]
    rng = Random("replay")
    table = site.started(people[0], people[1:], title=slug)
    while True:
        for person in people:
            table_view = person.look(table)
            if table_view["seq"] >= ROWS + 20 or "outcome" in table_view:
                return people[0], table, table_view["seq"]
            if table_view.get("undo") and rng.random() < 0.25:
                person.post(f"/tables/{table}/undo", seq=table_view["seq"])
            elif words := table_view.get("moves"):
                busy = [word for word in words if word not in idle] or words
                person.post(f"/tables/{table}/moves", seq=table_view["seq"], words=[rng.choice(busy)])


def jumps(browser: Browser, site: Site, who: Person, table: str, last: int, layout: str, count: int) -> list[float]:
    width, height = SCREENS[layout]
    context = browser.new_context(base_url=site.url, viewport={"width": width, "height": height})
    context.add_cookies([who.cookie, {"name": "layout", "value": layout, "url": site.url}])
    page = context.new_page()
    page.goto(f"/t/{table}/replay/{last}")
    page.wait_for_timeout(500)
    rng = Random(f"jumps {layout}")
    took = [float(page.evaluate(JUMP, rng.randrange(last))) for _ in range(count)]
    context.close()
    return took


def served(who: Person, table: str, last: int, count: int) -> list[float]:
    """Milliseconds of the request for the parts of a row, without a browser."""
    rng, took = Random("served"), []
    for _ in range(count):
        begin = perf_counter()
        answer = who.http.get(f"{who.url}/t/{table}/replay/{rng.randrange(last)}/parts?layout=wide")
        assert answer.status_code == 200, answer.text
        took.append((perf_counter() - begin) * 1000)
    return took


def measure(slugs: list[str], count: int) -> int:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    told, missed = [], False
    with running(f"trainshed_replay_{os.getpid()}") as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slug in slugs:
            who, table, last = long_game(site, slug)
            alone = served(who, table, last, count)
            times = {layout: jumps(browser, site, who, table, last, layout, count) for layout in SCREENS}
            p95 = percentile(alone, 0.95)
            print(f"{slug}: {last} rows; the server: median {median(alone):.0f} ms, p95 {p95:.0f}")
            for layout, took in times.items():
                print(
                    f"{slug}: {count} jumps, {layout}: median {median(took):.0f} ms, "
                    f"p95 {percentile(took, 0.95):.0f}, most {max(took):.0f}"
                )
            worst = max(percentile(took, 0.95) for took in times.values())
            told.append(f"{slug}: p95 of a jump in a game of {last} rows {worst:.0f} ms (goal {GOAL_MS})")
            missed |= worst > GOAL_MS
        browser.close()
    print("; ".join(told))
    return int(missed)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure jumps in a replay.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    return measure(measured(), 25 if args.short else 200)


if __name__ == "__main__":
    sys.exit(main())

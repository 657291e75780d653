"""Measures how a page plays the turns of bots: how long each turn and each roll stands, how soon options are live after
a skip, and whether options are shifted while something moves.

In Chromium, at a table with three bots of each title that has a board, at the pace `calm`. Times are what the page
itself notes: between two changes of what it tells; and from a press until its options are in the document.

    python bench/pace.py            about 4 minutes
    python bench/pace.py --short    at most 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).

The last line has the deciding figures. Goals: the shortest turn 600 ms, the longest 1,600 ms and 2,500 with a roll, the
shortest roll 1,200 ms, options 100 ms after a skip, and no option that is shifted while points still fly. A turn ends
when the next one is drawn, for which a page may need longer than it could know before: of the turns that are too long
the 95th percentile decides, and may be 100 ms late. On a machine with more to do than it has cores, options and ends of
turns are late by whole seconds. Exit 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.percentiles import percentile
from bench.parts.titles import add_title_option, measured, narrow
from tests.support.browser.site import CHROMIUM, Site, running
from tests.support.browser.telling import (
    STILL,
    TOLD,
    WATCH,
    WATCH_OPTIONS,
    open_table,
    paced,
    take_turn,
    told_turns,
)
from tests.support.titles import board_of

TURN_MS, ROLL_MS, SKIP_MS = 600, 1200, 100
LONGEST_MS, WITH_ROLL_MS, THROWN_MS = 1600, 2500, 1700
"""The longest turn, and the longest with a roll; each of several rolls in one turn has its own time."""
EARLY, LATE = 3, 100
"""Milliseconds by which a browser's timer may be early, and by which the end of a turn may be late."""

SKIP = """() => {
  const begun = performance.now();
  document.querySelector("#stage").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  const live = !document.body.classList.contains("telling") && document.querySelector("#options .opt") !== null;
  return live ? performance.now() - begun : Infinity;
}"""
"""Presses on the board, and tells how many milliseconds later options are there."""


class TellingTimes(NamedTuple):
    """Milliseconds of turns, of rolls, and from a skip to live options; and which options were shifted meanwhile."""

    turns: list[float]
    rolls: list[float]
    skips: list[float]
    over: list[float]
    """By how much each turn was longer than the longest that it may be; negative if it was shorter."""
    flights: list[int]
    """How often points flew while options glowed, for each table."""
    shifted: list[str]


def played(browser: Browser, site: Site, slug: str, seconds: float) -> TellingTimes:
    """Turns of one person against three bots; every other time what the bots did is skipped."""
    ada, found = site.guest("Ada"), TellingTimes([], [], [], [], [], [])
    table = site.started(ada, bots=3, title=slug)
    context = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900})
    context.add_cookies([ada.cookie])
    page, me = paced(context.new_page(), site.url, "calm"), f"seat-{ada.look(table)['seat']}"
    open_table(page, table)
    page.evaluate(WATCH)
    page.evaluate(WATCH_OPTIONS)
    until, watched = monotonic() + seconds, False
    while monotonic() < until and ada.look(table).get("outcome") is None:
        page.evaluate("seen.splice(0, seen.length - 1)")
        take_turn(ada, table, slug)
        watched = not watched
        if watched:
            page.wait_for_function(TOLD)
            page.wait_for_function(STILL)
            for _, long, told in told_turns(page.evaluate("seen"), me):
                rolls = [float(one["ms"]) for one in told if slug == "lok-n-roll" and "show" in one["said"]]
                found.turns.append(long)
                found.rolls.extend(rolls)
                found.over.append(long - (max(WITH_ROLL_MS, THROWN_MS * len(rolls)) if rolls else LONGEST_MS))
        elif skipped(page):
            found.skips.append(float(page.evaluate(SKIP)))
            page.wait_for_function(STILL)
    options = page.evaluate("glowing")
    found.flights.append(options["watched"])
    found.shifted.extend(options["shifted"])
    context.close()
    return found


def skipped(page: Page) -> bool:
    """Wait until something is told while it is the reader's turn; False if there is nothing to tell."""
    page.locator('#now[data-mine="1"], #now[data-over="1"]').wait_for(state="attached")
    return page.locator("#confirm.told").count() > 0 and page.locator('#now[data-mine="1"]').count() > 0


def measure(slugs: list[str], seconds: float) -> int:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with running(f"trainshed_pace_{os.getpid()}") as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        found = {slug: played(browser, site, slug, seconds / len(slugs)) for slug in slugs}
        browser.close()
    for slug, (turns, rolls, skips, over, flights, shifted) in found.items():
        print(
            f"{slug}: {len(turns)} turns of bots, {min(turns):.0f} to {max(turns):.0f} ms, "
            f"{sum(ms > 0 for ms in over)} too long, by {max(0.0, *over):.0f} ms at most; {len(rolls)} rolls"
            f"{f', the shortest {min(rolls):.0f} ms' if rolls else ''}; {len(skips)} skips"
            f"{f', options after {max(skips):.0f} ms at most' if skips else ''}; points flew {sum(flights)} times while"
            f" options glowed, {len(shifted)} shifts of them{': ' + '; '.join(shifted[:3]) if shifted else ''}"
        )
    turns = [ms for times in found.values() for ms in times.turns]
    rolls = [ms for times in found.values() for ms in times.rolls]
    skips = [ms for times in found.values() for ms in times.skips]
    late = percentile([ms for times in found.values() for ms in times.over], 0.95)
    shifts = sum(len(times.shifted) for times in found.values())
    least, roll, skip = min(turns), min(rolls, default=ROLL_MS), percentile(skips, 0.95) if skips else 0.0
    missed = [
        name
        for name, is_missed in (
            ("turn", least < TURN_MS - EARLY),
            ("roll", roll < ROLL_MS - EARLY),
            ("skip", skip > SKIP_MS),
            ("longest turn", late > LATE),
            ("shifts", shifts > 0),
        )
        if is_missed
    ]
    print(
        f"shortest turn {least:.0f} ms (goal {TURN_MS}), shortest roll {roll:.0f} ms (goal {ROLL_MS}), "
        f"options p95 {skip:.0f} ms after a skip (goal {SKIP_MS}), {shifts} shifts of options (goal 0), "
        f"turns p95 {late:+.0f} ms against the longest of {LONGEST_MS}, with a roll {WITH_ROLL_MS} (goal {LATE:+}); "
        f"{'missed: ' + ', '.join(missed) if missed else 'all goals reached'}"
    )
    return int(bool(missed))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how a page plays the turns of bots.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    slugs = [slug for slug in measured() if board_of(slug) is not None]
    return measure(slugs, 34.0 if args.short else 220.0)


if __name__ == "__main__":
    sys.exit(main())

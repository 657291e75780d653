"""Measures a table's page in a browser: bytes of a first visit, time of previews, and time until the rival sees a move.

A server as it is installed, and two browsers that play at random at one table. Bytes are those on the wire, of a first
visit with nothing in the cache; fonts are not counted as part of the page, but printed beside it. The time of a move
runs from the click on Confirm until the frame after the other page has changed, on one clock; that of a preview is what
the browser itself measures for the request (Resource Timing). Updates are counted by separate stream readers that take
gzip as browsers do, in both layouts.

    python bench/pages.py            about 3 minutes
    python bench/pages.py --short    at most 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and Chromium (TRAINSHED_CHROMIUM).

The last line has the deciding figures. Goals: page 150 KB, our JavaScript 22 KB, p95 of a move 300 ms, p95 of a preview
60 ms, median update 2 KB. Exit 1 if one is missed.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.percentiles import percentile
from tests.support.browser.site import CHROMIUM, Person, Site, pace_off, running

KB = 1024
PAGE_KB, SCRIPT_KB, MOVE_MS, PREVIEW_MS, UPDATE_KB = 150, 22, 300, 60, 2
FOREIGN = "idiomorph.js"
"""The one script that is not ours."""

LIVE = "#options .opt:not(.dead):not(.alt):not(.chosen)"
QUIET = 0.03
"""Seconds after a move until its updates are counted."""

WATCH = """
performance.setResourceTimingBufferSize(5000);
window.now = () => performance.timeOrigin + performance.now();
window.changes = {};
addEventListener("click", (event) => { if (event.target.closest?.("#send")) window.sent = now(); }, true);
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const seq = document.getElementById("now")?.dataset.seq;
  if (seq && !(seq in changes)) requestAnimationFrame(() => setTimeout(() => { changes[seq] ??= now(); }));
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-seq"] }));
"""


SHOWN = """
(after) => new Promise((resolve) => {
  const look = () => {
    const times = Object.entries(changes).filter(([seq]) => seq > after).map(([, at]) => at);
    if (times.length) resolve(Math.min(...times)); else setTimeout(look, 10);
  };
  look();
})
"""


# ---------------------------------------------------------------- bytes of a page


class Wire:
    """Bytes that a page has received, by path."""

    def __init__(self, page: Page) -> None:
        self.names: dict[str, str] = {}
        self.requests: Counter[str] = Counter()
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.on("Network.requestWillBeSent", self.asked)
        devtools.on("Network.responseReceived", self.began)
        devtools.on("Network.dataReceived", self.came)
        devtools.on("Network.loadingFinished", self.ended)

    def asked(self, sent: dict[str, Any]) -> None:
        self.names[sent["requestId"]] = urlsplit(sent["request"]["url"]).path

    def began(self, got: dict[str, Any]) -> None:
        self.requests[got["requestId"]] += int(got["response"]["encodedDataLength"])

    def came(self, got: dict[str, Any]) -> None:
        """Count the bytes of a stream, which does not end; for other requests `ended` gives the sum."""
        self.requests[got["requestId"]] += int(got["encodedDataLength"])

    def ended(self, got: dict[str, Any]) -> None:
        self.requests[got["requestId"]] = int(got["encodedDataLength"])

    @property
    def sizes(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for request, size in self.requests.items():
            found[self.names.get(request, "")] += size
        return found

    def of(self, ending: str) -> int:
        return sum(size for name, size in self.sizes.items() if name.endswith(ending))

    @property
    def whole(self) -> int:
        """All bytes except fonts, including the first state of the stream."""
        return sum(self.sizes.values()) - self.of(".woff2")

    @property
    def scripts(self) -> int:
        return self.of(".js") - self.of(FOREIGN)


def first_visit(browser: Browser, site: Site, who: Person, table: str) -> Wire:
    """Open a page with nothing in the cache, and wait until it is quiet."""
    context = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}, service_workers="block")
    context.add_cookies([who.cookie, pace_off(site.url)])
    page = context.new_page()
    wire = Wire(page)
    page.goto(f"/t/{table}")
    page.wait_for_timeout(1500)
    context.close()
    return wire


# ---------------------------------------------------------------- sizes of updates


class Listener(threading.Thread):
    """Reads the stream of a page as a browser would, and counts its bytes, with the overhead of chunked transfer."""

    def __init__(self, site: Site, who: Person, table: str, layout: str) -> None:
        super().__init__(daemon=True)
        there = urlsplit(site.url)
        self.line = socket.create_connection((there.hostname or "", there.port or 80))
        head = [
            f"GET /t/{table}/stream?layout={layout} HTTP/1.1",
            f"Host: {there.netloc}",
            f"Authorization: Bearer {who.token}",
            "Accept-Encoding: gzip",
            "Accept-Language: es",
            "Cookie: language=es",
        ]
        self.line.sendall("\r\n".join([*head, "", ""]).encode())
        self.read = 0
        self.updates: list[int] = []
        self.start()

    def run(self) -> None:
        with suppress(OSError):  # the connection was closed
            while data := self.line.recv(65536):
                self.read += len(data)

    def mark(self, before: int) -> None:
        """Note the bytes since `before` as one update, if there were any."""
        if self.read > before:
            self.updates.append(self.read - before)


# ---------------------------------------------------------------- playing

STEPS = "document.querySelector('#confirm .steps')?.innerText ?? ''"
OTHER_STEPS = f"(made) => {STEPS} !== made"
"""An option may be of several steps, and take the place of others that were chosen before it."""

GONE = 2_000
"""Milliseconds for a press; an option that was counted may be gone."""


class Seat:
    """A browser that plays one seat at the table."""

    def __init__(self, browser: Browser, site: Site, who: Person, table: str) -> None:
        context = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}, locale="es")
        context.add_init_script(WATCH)
        context.add_cookies([who.cookie, pace_off(site.url)])
        self.page = context.new_page()
        self.page.goto(f"/t/{table}")
        self.page.locator("#options").wait_for(state="attached")

    def fact(self, name: str) -> str:
        return self.page.locator("#now").get_attribute(f"data-{name}") or ""

    @property
    def steps(self) -> str:
        """The steps of the gesture so far, as the page says them."""
        return str(self.page.evaluate(STEPS))

    def gesture(self, rng: Random) -> None:
        """Press options until none is left, or by chance earlier, where Confirm may be pressed."""
        if self.fact("only"):
            self.wait_steps(1)
        while True:
            made, found = self.steps, self.page.locator(LIVE)
            count = found.count()
            if made and (count == 0 or (rng.random() < 0.3 and self.page.locator("#send").is_enabled())):
                return
            try:
                found.nth(rng.randrange(count)).locator(".opt-hit").click(timeout=GONE)
            except TimeoutError:
                if self.steps == made:
                    raise
                continue  # the page has answered the next question by itself, and other options are there
            self.page.wait_for_function(OTHER_STEPS, arg=made)

    def wait_steps(self, count: int) -> None:
        self.page.locator(f"#confirm .steps li:nth-child({count})").wait_for(state="attached")

    def send(self) -> float:
        """Press Confirm; the time of the click."""
        self.page.locator("#send").click()
        return float(self.page.evaluate("sent"))

    def shown(self, after: int) -> float:
        """The time at which the page showed a row after this one."""
        return float(self.page.evaluate(SHOWN, after))

    def previews(self) -> list[float]:
        """How long each preview took, as the browser measured it."""
        named = 'performance.getEntriesByType("resource").filter((entry) => entry.name.includes("/try"))'
        return [float(took) for took in self.page.evaluate(f"{named}.map((entry) => entry.duration)")]


def played(browser: Browser, site: Site, seconds: float) -> tuple[list[float], list[float], dict[str, list[int]]]:
    """Milliseconds of moves and of previews, and bytes of updates by layout."""
    rng, until = Random(1), monotonic() + seconds
    moves: list[float] = []
    previews: list[float] = []
    updates: dict[str, list[int]] = {"wide": [], "tall": []}
    while monotonic() < until:
        people = [site.guest("Marta"), site.guest("Álex")]
        table = site.started(people[0], people[1:])
        seats = [Seat(browser, site, person, table) for person in people]
        beside = {layout: Listener(site, people[1], table, layout) for layout in updates}
        sleep(0.3)
        while monotonic() < until and not any(seat.fact("over") == "1" for seat in seats):
            turn = next((index for index, seat in enumerate(seats) if seat.fact("mine") == "1"), None)
            if turn is None:
                sleep(0.02)
                continue
            mover, other = seats[turn], seats[1 - turn]
            mover.gesture(rng)
            seq, read = int(other.fact("seq")), {layout: listener.read for layout, listener in beside.items()}
            sent = mover.send()
            moves.append(other.shown(seq) - sent)
            mover.shown(seq)
            sleep(QUIET)
            for layout, listener in beside.items():
                listener.mark(read[layout])
        for seat in seats:
            previews += seat.previews()
            seat.page.context.close()
        for layout, listener in beside.items():
            updates[layout] += listener.updates
            listener.line.close()
    return moves, previews, updates


def measure(seconds: float) -> int:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with running(f"trainshed_pages_{os.getpid()}") as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        host, other = site.guest("Marta"), site.guest("Álex")
        wire = first_visit(browser, site, host, site.started(host, [other]))
        for name, size in wire.sizes.most_common():
            print(f"{size:8,} bytes  {name}")
        moves, previews, updates = played(browser, site, seconds)
        browser.close()
    print(f"fonts {wire.of('.woff2') / KB:.0f} KB, {FOREIGN} {wire.of(FOREIGN) / KB:.1f} KB")
    print(
        f"{len(moves)} moves: median {median(moves):.0f} ms, p95 {percentile(moves, 0.95):.0f}, most {max(moves):.0f}"
    )
    print(f"{len(previews)} previews: median {median(previews):.0f} ms, p95 {percentile(previews, 0.95):.0f}")
    for layout, sizes in updates.items():
        nine = percentile([float(size) for size in sizes], 0.9)
        print(
            f"{len(sizes)} updates, {layout}: median {median(sizes):,.0f} bytes, p90 {nine:,.0f}, most {max(sizes):,}"
        )
    update = max(median(sizes) for sizes in updates.values())
    figures = [
        ("page", wire.whole / KB, PAGE_KB, "KB"),
        ("our JavaScript", wire.scripts / KB, SCRIPT_KB, "KB"),
        ("p95 of a move", percentile(moves, 0.95), MOVE_MS, "ms"),
        ("p95 of a preview", percentile(previews, 0.95), PREVIEW_MS, "ms"),
        ("median update", update / KB, UPDATE_KB, "KB"),
    ]
    missed = [name for name, value, goal, _ in figures if value > goal]
    told = ", ".join(f"{name} {value:.3g} {unit} (goal {goal})" for name, value, goal, unit in figures)
    print(f"{told}; {'missed: ' + ', '.join(missed) if missed else 'all goals reached'}")
    return int(bool(missed))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure a table's page in a browser.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    args = parser.parse_args()
    return measure(22.0 if args.short else 150.0)


if __name__ == "__main__":
    sys.exit(main())

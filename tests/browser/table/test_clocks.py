"""The clocks of all players: how much time is shown for a seat that is not to move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt, overhang
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from trainshed.service.base.milliseconds import DAY, MINUTE

DESK: dict[str, Any] = {}
NARROW_DESK: dict[str, Any] = {"width": 1024, "height": 768}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
LANDSCAPE: dict[str, Any] = {"width": 844, "height": 390, "touch": True}
NAMES = ("Ada", "Bob", "Cleo", "Dan")
CUT_OFF = "it => it.scrollWidth > it.clientWidth && getComputedStyle(it).overflow !== 'visible'"


def check_clocks(page: Page, place: str, running: int, texts: list[str | re.Pattern[str]]) -> None:
    """Check the clocks of all seats, whose elements are named by `place`, and that nothing of them is cut off."""
    for seat, text in enumerate(texts):
        clock = page.locator(place.format(seat, seat + 1)).locator(".clock")
        expect(clock).to_have_text(text)
        expect(clock).to_be_visible()
        assert (clock.get_attribute("data-since") is not None) == (seat == running)
        assert not clock.evaluate(CUT_OFF)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("language", "day"), [("en", "d"), ("es", "d"), ("it", "gg")])
def test_table_over_days_shows_time_of_every_player(
    site: Site, page_at: PageAt, language: str, day: str, seats: int
) -> None:
    """Whoever is not to move has a whole turn: in the panels, and in the line of seats of narrow windows."""
    people = [site.guest(name, language=language) for name in NAMES[:seats]]
    pace = {"kind": "days", "turn": 3 * DAY}
    table = site.started(people[0], people[1:], title="russian-railroads", pace=pace)
    running = people[0].look(table)["clock"]["seat"]
    texts: list[str | re.Pattern[str]] = [f"3{day} 0h"] * seats
    texts[running] = re.compile(rf"^(3{day} 0h|2{day} 23h)$")
    for size in (DESK, NARROW_DESK, PHONE, LANDSCAPE):
        page = page_at(who=people[0], **size)
        Player(page, table).open()
        check_clocks(page, "#seat-{0}", running, texts)
        if size is not DESK:
            check_clocks(page, "#chips .chip:nth-child({1})", running, texts)
        assert overhang(page) == 0


def test_live_table_shows_turn_and_reserve_of_every_player(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    pace = {"kind": "live", "turn": MINUTE, "bank": 10 * MINUTE}
    table = site.started(ada, [bob], title="russian-railroads", pace=pace)
    running = ada.look(table)["clock"]["seat"]
    page = page_at(who=ada)
    Player(page, table).open()
    expect(page.locator(f"#seat-{1 - running} .clock")).to_have_text("11:00")
    expect(page.locator(f"#seat-{running} .clock")).to_have_text(re.compile(r"^10:\d\d$"))

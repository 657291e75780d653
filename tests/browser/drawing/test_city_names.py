"""Spike's city names as a browser draws them: each is clearly nearer to its own city than to any other."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.pages import NARROW, PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from tests.support.games.spike.city_names import MARGINS, game_positions
from tests.support.games.spike.positions import GAME, legal
from tests.support.svg import SAY
from trainshed.draw.board import Asked
from trainshed.draw.map.label_places import LARGE
from trainshed.draw.sheet import TALL, WIDE
from trainshed.games.spike.board import board

pytestmark = pytest.mark.live

PRESSES = 5
"""Presses of the button that enlarges the map, until it is as large as it gets."""

NAMES = """() => {
  const centers = [...document.querySelectorAll("#map-labels [id^=city-]")].map((pin) => {
    const { left, right, top, bottom } = pin.querySelector(".cityring").getBoundingClientRect();
    return [pin.id.slice(5), (left + right) / 2, (top + bottom) / 2];
  });
  const shown = [...document.querySelectorAll("#names text, #codes text")];
  return shown.filter((text) => text.getBoundingClientRect().width).map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const city = text.closest("[data-about]").dataset.about.slice(5);
    const away = ([, x, y]) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    const own = away(centers.find(([id]) => id === city));
    const others = centers.filter(([id]) => id !== city).map((one) => [away(one), one[0]]);
    const [other, nearest] = others.sort(([a], [b]) => a - b)[0];
    return { city, own, other, nearest, at: text.closest("[id]").getAttribute("transform"), x: text.getAttribute("x") };
  });
}"""
"""Every name that is shown: the pixels from the edge of its box to its own city, and to the nearest other one."""

FONTS = "Promise.all([...document.fonts].map((font) => font.load()))"


def late_board(layout: str) -> str:
    """A board from the end of a game: with tracks, trains and discs to press."""
    *_, state = [state.clone() for state in game_positions(4, 0, 20)]
    drawn: str = board.draw(GAME, None, state.view(state.actor), Asked(legal(state)), layout, SAY)
    return drawn


def opened(site: Site, page_at: PageAt, width: int, height: int) -> Page:
    ada = site.guest("Ada")
    table = site.started(ada, [site.guest("Bob")], title="spike")
    page = page_at(width, height, touch=width < NARROW, who=ada)
    Player(page, table, touch=width < NARROW, title="spike").open()
    page.evaluate(FONTS)
    page.evaluate("document.fonts.ready")
    return page


def unclear(page: Page, layout: str) -> list[Any]:
    """The names whose margin is too small."""
    names = page.evaluate(NAMES)
    assert len(names) == 36
    return [one for one in names if one["other"] - one["own"] < MARGINS[layout]]


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (1024, 768), (900, 700), (390, 844), (320, 640), (844, 390)]
)
def test_name_is_clearly_nearer_to_its_own_city(site: Site, page_at: PageAt, width: int, height: int) -> None:
    page = opened(site, page_at, width, height)
    layout = WIDE if width >= NARROW else TALL
    for kind in ("normal", "large"):
        page.evaluate("(kind) => { document.documentElement.dataset.type = kind; }", kind)
        page.keyboard.press("0")
        for press in range(PRESSES + 1):
            assert unclear(page, layout) == [], (kind, press)
            page.keyboard.press("+")


def test_pinched_map_keeps_names_at_their_cities(site: Site, page_at: PageAt) -> None:
    page = opened(site, page_at, 390, 844)
    box = page.locator("#map-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    seen = set()
    for step in range(12):
        apart = 30 + 8 * step
        touches = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        fingers.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": touches}
        )
        assert unclear(page, TALL) == [], apart
        seen.add(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--map-pin')"))
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert len(seen) > 6, "the fingers enlarge the map"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_names_stay_when_track_is_laid(site: Site, page_at: PageAt, width: int, height: int) -> None:
    page = opened(site, page_at, width, height)
    layout = WIDE if width >= NARROW else TALL
    early = page.evaluate(NAMES)
    page.evaluate("(drawn) => { document.getElementById('stage').innerHTML = drawn; }", late_board(layout))
    assert page.locator("#map-pieces .rail").count() > 10
    assert [(one["city"], one["at"], one["x"]) for one in page.evaluate(NAMES)] == [
        (one["city"], one["at"], one["x"]) for one in early
    ]
    assert unclear(page, layout) == []


def test_names_have_room_for_large_type(site: Site, page_at: PageAt) -> None:
    page = opened(site, page_at, 390, 844)
    page.evaluate("() => { document.documentElement.dataset.type = 'large'; }")
    size = page.locator("#codes text").first.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)")
    assert size == pytest.approx(LARGE)

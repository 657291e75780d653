"""A map on a phone, also where the server has drawn its page for a desk first: codes of cities, all in the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from tests.support.browser.tables import brought
from tests.support.games.words import legal

pytestmark = pytest.mark.live

OUTSIDE = """() => {
  const frame = document.getElementById("map-frame").getBoundingClientRect();
  return [...document.querySelectorAll("#codes text")].map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < frame.left || box.right > frame.right ||
      box.top < frame.top || box.bottom > frame.bottom)
    .map(([code]) => code);
}"""


def test_a_phone_shows_every_code_of_the_map(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], title="spike")
    page = page_at(width=390, height=844, touch=True, who=ada)
    Player(page, table, touch=True, title="spike").open()
    expect(page.locator("#codes")).to_be_visible()
    expect(page.locator("#names")).to_be_hidden()
    assert page.locator("#codes text").count() >= 30
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("told", [True, False])
def test_a_city_that_is_held_is_told_and_not_chosen(site: Site, page_at: PageAt, told: bool) -> None:
    """Also where its card does not come: how long the finger lies there decides, not the server."""
    page, city = page_with_cities(site, page_at)
    if not told:
        page.route("**/about?*", lambda route: route.abort())
    hold(page, city)
    card = page.locator("#hover-card")
    if told:
        expect(card).to_be_visible()
        expect(card).to_contain_text("supplies")
    expect(page.locator("#options .opt.chosen")).to_have_count(0)
    expect(page.locator("#undo-step")).to_be_hidden()


def test_a_finger_beside_a_city_chooses_it_and_reads_nothing(site: Site, page_at: PageAt) -> None:
    """A press belongs to the nearest target, also where a line or a name lies under the finger."""
    page, city = page_with_cities(site, page_at)
    word = city.get_attribute("data-word") or ""
    x, y = middle(city)
    page.touchscreen.tap(x + 4, y + 4)
    expect(page.locator(f'.opt.chosen[data-word="{word}"]')).to_have_count(1)
    expect(page.locator("#hover-card")).to_be_hidden()


def page_with_cities(site: Site, page_at: PageAt) -> tuple[Page, Locator]:
    """A phone whose player chooses the city to begin in, and a city that has no other near it."""
    table, state = brought(site, "spike", lambda state: any(word.startswith("place:") for word in legal(state)))
    page = page_at(width=390, height=844, touch=True, who=table.asked(state))
    Player(page, table.id, touch=True, title="spike").open()
    city = page.locator('.opt[data-word="place:miami"]')
    expect(city).to_be_visible()
    city.scroll_into_view_if_needed()
    return page, city


def middle(target: Locator) -> tuple[float, float]:
    box = target.locator(".opt-hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold(page: Page, target: Locator) -> None:
    """Lay a finger on a target for longer than a press takes."""
    x, y = middle(target)
    touches = page.context.new_cdp_session(page)
    touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(700)
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)

"""A map on a phone, also where the server has drawn its page for a desk first: codes of cities, all in the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site

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

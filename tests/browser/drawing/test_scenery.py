"""The scenery behind a board: fetched once, that of the theme is shown, and an update leaves it as it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.lok_n_roll import begun
from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site

pytestmark = pytest.mark.live


def shown(page: Page) -> list[str]:
    """The files that are seen."""
    found: list[str] = page.locator("#sheet .scenery").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.href.baseVal.split('/').at(-1))"
    )
    return found


def test_scenery_stays_and_changes_with_the_theme(site: Site, page_at: PageAt) -> None:
    """A press neither exchanges nor fetches a picture; with the theme day becomes night at once."""
    table, (ann, _bob) = begun(site, "Ann", "Bob")
    player = Player(page_at(width=1440, who=ann), table, seed=1)
    page, fetched = player.page, list[str]()
    page.on("response", lambda answer: fetched.append(answer.url) if "/scenery/" in answer.url else None)
    player.open()
    assert shown(page) == ["wide-day.svg"]
    page.evaluate("document.querySelectorAll('.scenery').forEach((one) => { one.mine = true; })")
    page.locator('[data-word="pass"]').click()
    expect(page.locator(".opt.chosen")).to_have_count(1)
    assert page.locator(".scenery").evaluate_all("all => all.map((one) => one.mine)") == [True, True]
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert shown(page) == ["wide-night.svg"]
    assert sorted(url.rpartition("/")[2] for url in fetched) == ["wide-day.svg", "wide-night.svg"]


def test_a_phone_shows_as_much_of_the_meadow_as_the_track_needs(page_at: PageAt) -> None:
    page = page_at(width=390)
    page.goto("/rules/lok-n-roll/board")
    picture = page.locator("#sheet .scenery.day")
    expect(picture).to_be_visible()
    assert shown(page) == ["tall-day.svg"]
    card = page.locator("[id^=via-]").first.bounding_box()
    ground = picture.bounding_box()
    assert card is not None
    assert ground is not None
    assert card["y"] > ground["y"] + 28 * 0.9
    assert card["y"] + card["height"] < ground["y"] + ground["height"]

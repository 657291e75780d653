"""Hover cards in a browser: what is explained, when a card comes and where it stands; and what the coach points at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.pages import PageAt, check_access
from tests.support.browser.player import LIVE, Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import TableInPlay
from tests.support.games.words import legal
from tests.support.seeds import NIGHT
from tests.support.titles import drawn_titles, free, keen

pytestmark = pytest.mark.live

COVERS = """(thing) => {
  const box = (it) => (it.querySelector(".opt-hit") ?? it).getBoundingClientRect();
  const card = box(document.getElementById("hover-card")), of = box(thing);
  return card.left < of.right && card.right > of.left && card.top < of.bottom && card.bottom > of.top;
}"""
"""Whether the card lies over the thing that it explains."""

CUT_OFF = """() => {
  const { left, right, top, bottom } = document.getElementById("hover-card").getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}"""

HELD = """() => {
  const { left, top, width, height } = document.getElementById("hover-card").getBoundingClientRect();
  return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest("#hover-card"));
}"""
"""Whether the card holds the pointer back from what lies below it."""

RESTING = 290
"""Milliseconds after which no card has come yet, by the page's clock."""


def card_of(page: Page) -> Locator:
    return page.locator("#hover-card")


def seated(site: Site, slug: str = "lok-n-roll") -> tuple[str, Person]:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = TableInPlay(site, slug, [ada, bob])
    return table.id, table.asked(table.bring(free, keen))


def at_table(page: Page, table: str, touch: bool = False) -> Player:
    player = Player(page, table, touch=touch)
    player.open()
    return player


@pytest.mark.parametrize("slug", drawn_titles())
def test_options_of_every_title_are_explained(site: Site, page_at: PageAt, slug: str) -> None:
    """The first six: each has a name, a clause of the rulebook, and a card beside it that covers neither it nor more
    than the window has."""
    table, who = seated(site, slug)
    page = page_at(who=who)
    player = at_table(page, table)
    for word in player.words()[:6]:
        option = player.option(word)
        option.hover()
        expect(card_of(page).locator("b").first).not_to_be_empty()
        expect(card_of(page).locator(".slip-id")).to_contain_text("-")
        assert not option.evaluate(COVERS), word
        assert not page.evaluate(CUT_OFF), word
        assert not page.evaluate(HELD), word
        page.mouse.move(2, 2)
        expect(card_of(page)).to_be_hidden()


def test_a_card_comes_when_the_pointer_rests(site: Site, page_at: PageAt) -> None:
    table, who = seated(site)
    page = page_at(who=who)
    at_table(page, table)
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.locator(LIVE).first.hover()
    page.clock.run_for(RESTING)
    expect(card_of(page)).to_be_hidden()
    page.clock.run_for(20)
    expect(card_of(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card_of(page)).to_be_hidden()


def test_a_card_comes_at_once_with_the_focus_of_the_keyboard(site: Site, page_at: PageAt) -> None:
    table, who = seated(site)
    page = page_at(who=who)
    at_table(page, table)
    page.keyboard.press("1")
    expect(card_of(page)).to_be_visible()
    check_access(page)
    first = card_of(page).inner_text()
    page.keyboard.press("2")
    expect(card_of(page)).not_to_have_text(first)
    page.keyboard.press("Escape")
    expect(card_of(page)).to_be_hidden()


def test_a_forbidden_option_says_why(site: Site, page_at: PageAt) -> None:
    """The same sentence and clause as a press on it."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = TableInPlay(site, "russian-railroads", [ada, bob])
    who = table.asked(table.bring(lambda state: "pass" in legal(state), keen))
    page = page_at(who=who)
    player = at_table(page, table.id)
    dead = page.locator("#options .opt.dead").first
    dead.hover()
    expect(card_of(page).locator("dt", has_text="Not now")).to_be_visible()
    told, clause = card_of(page).locator("dd.no-t").inner_text(), card_of(page).locator(".slip-id").inner_text()
    player.poke(dead)
    expect(page.locator("#slip.bad > b")).to_have_text(told)
    expect(page.locator("#slip .slip-id")).to_have_text(clause)


def test_a_finger_that_holds_an_option_reads_and_chooses_nothing(site: Site, page_at: PageAt) -> None:
    table, who = seated(site)
    page = page_at(390, 844, touch=True, who=who)
    at_table(page, table, touch=True)
    option = page.locator(LIVE).first
    option.scroll_into_view_if_needed()
    box = option.locator(".opt-hit").bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(card_of(page)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    card, bar = card_of(page).bounding_box(), page.locator("#confirm").bounding_box()
    assert card is not None
    assert bar is not None
    assert card["y"] + card["height"] <= bar["y"] + 1
    assert not option.evaluate(COVERS)
    check_access(page)
    page.locator("#phase").tap()
    expect(card_of(page)).to_be_hidden()
    expect(page.locator("#options .chosen")).to_have_count(0)
    option.tap()
    expect(page.locator("#options .chosen")).not_to_have_count(0)


def test_header_buttons_and_facts_are_explained(site: Site, page_at: PageAt) -> None:
    table, who = seated(site)
    page = page_at(who=who)
    at_table(page, table)
    told = page.locator(".topbar [data-told]:visible")
    assert told.count() >= 5
    for place in range(told.count()):
        told.nth(place).hover()
        expect(card_of(page)).to_contain_text(told.nth(place).get_attribute("data-told") or "?")
        assert not told.nth(place).evaluate(COVERS)
    page.locator("#seats .fact").first.hover()
    expect(card_of(page)).to_contain_text(page.locator("#seats .fact").first.get_attribute("data-told") or "?")


def test_whoever_looks_on_and_the_replay_have_cards(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = TableInPlay(site, "russian-railroads", [ada, bob], visibility="public")
    table.bring(free, keen)
    page = page_at()
    for address in (f"/t/{table.id}", f"/t/{table.id}/replay/{table.seq}"):
        page.goto(address)
        thing = page.locator("#sheet [data-about]").first
        thing.hover()
        expect(card_of(page).locator("b").first).not_to_be_empty()
        expect(card_of(page).locator(".may-t")).to_have_count(0)
        thing.click()
        page.mouse.move(2, 2)
        expect(card_of(page)).to_be_visible()  # a press keeps it, so that its clause can be opened
        expect(card_of(page).get_by_role("link")).to_have_attribute("href", re.compile("^/rules/russian-railroads#RR-"))


@pytest.mark.parametrize("slug", drawn_titles())
def test_the_coach_points_at_what_it_speaks_of(site: Site, page_at: PageAt, slug: str) -> None:
    """And no longer once its text was read, or the coach is switched off. Rings are accessible or not with any title:
    at a landing one is enough."""
    table, who = seated(site, slug)
    page = page_at(who=who)
    at_table(page, table)
    rings = page.locator(".pointing i")
    expect(rings).to_have_count(0)
    page.get_by_label("Table", exact=True).first.click()
    page.locator("#coach-switch").click()
    expect(rings.first).to_be_visible()
    ring, board = rings.first.bounding_box(), page.locator("#sheet").bounding_box()
    assert ring is not None
    assert board is not None
    assert ring["x"] >= board["x"] - 8
    assert ring["x"] + ring["width"] <= board["x"] + board["width"] + 8
    if NIGHT or slug == drawn_titles()[-1]:
        check_access(page)
    page.locator("#coach-off").click()
    expect(rings).to_have_count(0)

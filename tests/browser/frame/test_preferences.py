"""Preferences in the browser: changed at the table and on the settings page, at once and for good."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, NARROW, PageAt, check_access, overhang
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from tests.support.browser.tables import TableInPlay
from tests.support.games.words import legal
from tests.support.titles import drawn_titles
from trainshed.kernel.game import State

pytestmark = pytest.mark.live

TITLE = "russian-railroads"
LISTEN = "() => { window.heard = 0; addEventListener('preferences', () => window.heard++); }"
STILL = "() => document.documentElement.classList.contains('still')"


def cookie(site: Site, name: str, value: str) -> Any:
    return {"name": name, "value": value, "url": site.url}


def begun_table(site: Site) -> TableInPlay:
    return TableInPlay(site, TITLE, [site.guest("Ada"), site.guest("Bob")])


@pytest.mark.parametrize("width", DESK_AND_PHONE)
def test_preferences_are_changed_at_the_table(site: Site, page_at: PageAt, width: int) -> None:
    """Given a table, when a preference is changed in its top bar, then the page follows at once, and the person's other
    pages do later."""
    table = begun_table(site)
    ada = table.people[0]
    page = page_at(width, touch=width < NARROW, who=ada, motion=True)
    Player(page, table.id).open()
    page.evaluate(LISTEN)
    page.locator("details.prefs-menu summary").click()
    menu = page.locator("details.prefs-menu")
    assert not page.evaluate(STILL)
    with page.expect_response("**/api/me/preferences"):
        menu.get_by_label("None").check(force=True)
    assert page.evaluate(STILL)
    with page.expect_response("**/api/me/preferences"):
        menu.get_by_label("Quick").check(force=True)
    with page.expect_response("**/api/me/preferences"):
        menu.get_by_label("Colours of the players").select_option("tritan")
    expect(page.locator("html[data-pace=quick][data-motion=none][data-colors=tritan]")).to_be_attached()
    assert page.evaluate("window.heard") == 3
    assert ada.get("/me")["preferences"] == {"pace": "quick", "motion": "none", "colors": "tritan"}
    check_access(page)
    elsewhere = page_at(width, who=ada, motion=True)  # another browser, whose cookie says that pace is off
    elsewhere.goto("/me")
    section = elsewhere.locator("#preferences")
    expect(section.get_by_label("Quick")).to_be_checked()
    expect(section.get_by_label("Colours of the players")).to_have_value("tritan")
    assert elsewhere.evaluate(STILL)
    with elsewhere.expect_response("**/api/me/preferences"):
        section.get_by_label("Calm").check(force=True)
    expect(elsewhere.locator("details.prefs-menu [name=pace][value=calm]")).to_be_checked()
    check_access(elsewhere)
    assert ada.get("/me")["preferences"]["pace"] == "calm"


def test_a_visitor_has_preferences_before_there_is_a_person(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/")
    page.locator("details.prefs-menu summary").click()
    page.locator("details.prefs-menu").get_by_label("Large").check(force=True)
    page.goto("/rules")
    expect(page.locator("html[data-type=large][data-pace=off]")).to_be_attached()


# ---------------------------------------------------------------- confirmation


def free_word(state: State) -> str:
    """A word that ends a turn, can be taken back, and is followed by another turn of the same seat; or nothing."""
    for word in legal(state) if state.actor >= 0 else []:
        move = state.game.vocabulary.id(word)
        after = state.clone()
        after.apply(move)
        if not after.over and after.begins_turn and state.reversible(move, after):
            return word
    return ""


def final_word(state: State) -> str:
    """A word that hands the turn on, or nothing."""
    return next((word for word in legal(state) if not state.reversible(state.game.vocabulary.id(word))), "")


def opened(page: Page, site: Site, table: str, confirm: str) -> Player:
    page.context.add_cookies([cookie(site, "confirm", confirm)])
    player = Player(page, table, title=TITLE)
    player.open()
    return player


def test_only_what_cannot_be_undone_is_confirmed(site: Site, page_at: PageAt) -> None:
    """Given a turn that can be taken back and one that cannot, when each is pressed, then only the first is sent."""
    table = begun_table(site)
    state = table.bring(lambda state: bool(free_word(state) and final_word(state)))
    word, final, who = free_word(state), final_word(state), table.asked(state)
    player = opened(page_at(who=who), site, table.id, "always")
    before = player.seq
    player.try_word(word)
    expect(player.page.locator("#send")).to_be_enabled()
    assert player.seq == before
    player = opened(player.page, site, table.id, "final")
    player.try_word(final)
    expect(player.page.locator("#send")).to_be_enabled()
    assert player.seq == before
    player.page.locator("#start-over").click()
    player.wait_steps(0)
    player.choose(player.option(word))
    player.wait_seq(before + 1)
    player.page.locator("#take-back").click()
    player.wait_seq(before + 2)
    expect(player.page.locator("#send")).to_have_count(0)
    assert word in player.words()


def test_the_settings_say_which_turns_are_sent_at_once(site: Site, page_at: PageAt) -> None:
    page = page_at(who=site.guest("Ada"))
    page.goto("/me")
    hint = page.locator("fieldset").filter(has_text="Only what is final").last
    expect(hint).to_contain_text("A turn after which it is your turn again is then sent at once")
    expect(hint).to_contain_text("in some titles that is every turn")


# ---------------------------------------------------------------- large type

PAGES = ("/", "/me", "/rules", f"/rules/{TITLE}", f"/rules/{TITLE}/summary", f"/rules/{TITLE}/numbers", "/sign-in")
SIZE = "() => parseFloat(getComputedStyle(document.querySelector('h1, .topbar b')).fontSize)"
CUT = """() => [...document.querySelectorAll('#confirm .cf-t, #confirm .btn:not([hidden])')]
  .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""


def test_large_type_has_room_on_a_phone(site: Site, page_at: PageAt) -> None:
    """Given large type on a phone, when pages are read and a move is tried, then nothing is cut or too wide."""
    table = begun_table(site)
    state = table.bring()
    page = page_at(390, 844, touch=True, language="es", who=table.asked(state))
    page.goto("/rules")
    usual = page.evaluate(SIZE)
    page.context.add_cookies([cookie(site, "type", "large")])
    for path in PAGES:
        page.goto(path)
        assert overhang(page) == 0, path
    page.goto("/rules")
    assert page.evaluate(SIZE) == pytest.approx(1.2 * usual)
    player = Player(page, table.id, touch=True, title=TITLE)
    player.open()
    player.try_word(player.words()[0])
    assert overhang(page) == 0
    assert page.evaluate(CUT) == []
    check_access(page)


SIZES = """() => [...document.querySelectorAll('#stage svg text')]
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
"""The sizes of all texts on the board, in pixels."""


@pytest.mark.parametrize("width", DESK_AND_PHONE)
@pytest.mark.parametrize("slug", drawn_titles())
def test_small_texts_of_a_board_grow_with_large_type(site: Site, page_at: PageAt, slug: str, width: int) -> None:
    ada = site.guest("Ada")
    page = page_at(width, who=ada)
    table = site.started(ada, bots=1, title=slug)
    player = Player(page, table, title=slug)
    player.open()
    usual = page.evaluate(SIZES)
    page.evaluate("document.documentElement.dataset.type = 'large'")
    small = [(size, large) for size, large in zip(usual, page.evaluate(SIZES), strict=True) if size < 13.5]
    assert all(large >= size for size, large in small)
    assert sum(large for _, large in small) > 1.05 * sum(size for size, _ in small)

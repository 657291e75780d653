"""A lost connection, a reloaded page, a move that comes too late: nothing is lost, nothing is doubled."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser.lok_n_roll import begun, brought, going_on
from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site

pytestmark = pytest.mark.live

RELOADS = 10


def seated(page_at: PageAt, table: str, *people: Person) -> list[Player]:
    players = [Player(page_at(who=who), table, seed=7 + seat) for seat, who in enumerate(people)]
    for player in players:
        player.open()
    return players


def said(person: Person, table: str, after: int = 0) -> list[tuple[int, str]]:
    """The rows of seats in the log, without nature's draws."""
    rows: list[Any] = person.get(f"/tables/{table}/log?after={after}")
    return [(row["seat"], row["said"]) for row in rows if row["seat"] >= 0]


@pytest.mark.parametrize("seconds", [4, pytest.param(20, marks=pytest.mark.night)])
def test_one_browser_loses_its_line_while_the_other_goes_on(site: Site, page_at: PageAt, seconds: int) -> None:
    """Ada has previewed a pass when her connection breaks; it is sent once, when she is back."""
    table, (ada, bob) = begun(site, "Ada", "Bob")
    cut, other = seated(page_at, table, ada, bob)
    before = cut.seq
    cut.try_word("pass")
    cut.page.context.set_offline(True)
    strip, button = cut.page.locator("#strip"), cut.page.locator("#send")
    button.click()
    expect(strip).to_contain_text("The connection is lost.")
    expect(button).to_have_text(re.compile("Send when back"))
    other.page.locator("#chat summary").click()
    other.page.get_by_label("Say something").fill("Are you there?")
    other.page.keyboard.press("Enter")  # the other's line is whole
    expect(other.page.locator("#chat-log li")).to_contain_text("Are you there?")
    expect(strip).to_contain_text(re.compile(rf"\b{seconds}\d? s"), timeout=(seconds + 10) * 1000)
    assert said(bob, table, before) == []
    cut.page.context.set_offline(False)
    cut.wait_change(before)
    assert other.wait_asked()
    assert said(ada, table, before) == [(0, "pass")]
    other.make("pass")
    assert cut.wait_asked()
    assert cut.seq == other.seq == ada.look(table)["seq"]
    assert said(ada, table, before)[:2] == [(0, "pass"), (1, "pass")]


@pytest.mark.parametrize("seconds", [4, pytest.param(20, marks=pytest.mark.night)])
def test_whoever_comes_back_is_told_what_was_missed(site: Site, page_at: PageAt, seconds: int) -> None:
    """Eve is offline while Ada and Bob move on; when she is back, her page catches up by itself."""
    table, (ada, bob, eve) = begun(site, "Ada", "Bob", "Eve")
    first, cut, third = seated(page_at, table, ada, eve, bob)
    before = cut.seq
    cut.page.context.set_offline(True)
    strip = cut.page.locator("#strip")
    for player in (first, third):
        player.wait_asked()
        player.make("pass")
    expect(strip).to_contain_text(re.compile(rf"connection is lost.*\b{seconds}\d? s"), timeout=(seconds + 40) * 1000)
    assert cut.seq == before
    cut.page.context.set_offline(False)
    expect(strip).to_contain_text("Back on line. Moves made meanwhile: 2.", timeout=20_000)
    assert cut.wait_asked()
    assert cut.seq == ada.look(table)["seq"]
    assert said(ada, table, before)[:2] == [(0, "pass"), (1, "pass")]
    cut.make("pass")
    expect(strip).to_be_hidden(timeout=10_000)


def test_a_move_that_waits_for_the_line_gives_way_to_what_happened(site: Site, page_at: PageAt) -> None:
    """While Ada's pass waits for her connection, Bob concedes: she is told that somebody else was first."""
    table, (ada, bob) = begun(site, "Ada", "Bob")
    cut, _ = seated(page_at, table, ada, bob)
    before = cut.seq
    cut.try_word("pass")
    cut.page.context.set_offline(True)
    cut.page.locator("#send").click()
    expect(cut.page.locator("#strip")).to_contain_text("The connection is lost.")
    bob.post(f"/tables/{table}/concede", seq=before)
    cut.page.context.set_offline(False)
    expect(cut.page.locator("#strip")).to_contain_text("Somebody else moved first", timeout=20_000)
    cut.finish()
    assert said(ada, table, before) == [(1, "/concede")]


def test_a_confirm_that_comes_too_late_is_explained(site: Site, page_at: PageAt) -> None:
    """Ada sends from a second page first; what the first one still shows is refused with a reason, and put right."""
    table, (ada, _) = begun(site, "Ada", "Bob")
    (slow,) = seated(page_at, table, ada)
    before = slow.seq
    slow.try_word("pass")
    page = slow.page
    page.route("**/moves", lambda route: (ada.play(table, "pass"), route.continue_())[1])
    page.locator("#send").click()
    expect(page.locator("#strip")).to_contain_text("Somebody else moved first: the position has changed.")
    slow.wait_steps(0)
    expect(page.locator("#confirm")).to_contain_text("Waiting for Bob.")
    assert said(ada, table, before) == [(0, "pass")]


def test_an_answer_that_never_came_is_not_sent_twice(site: Site, page_at: PageAt) -> None:
    """The move is stored, but its answer was lost: the page sends again, and the mark says that it is the same."""
    table, (ada, _) = begun(site, "Ada", "Bob")
    (player,) = seated(page_at, table, ada)
    before = player.seq
    player.try_word("pass")
    page = player.page
    lost: list[str] = []

    def swallowed(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.post_data)
        page.context.set_offline(True)
        body = route.request.post_data_json
        ada.post(f"/tables/{table}/moves", **body)
        route.abort()

    page.route("**/moves", swallowed)
    page.locator("#send").click()
    expect(page.locator("#strip")).to_contain_text("The connection is lost.")
    page.context.set_offline(False)
    player.wait_change(before)
    expect(page.locator("#strip")).not_to_contain_text("Somebody else moved first")
    expect(page.locator("#confirm")).to_contain_text("Waiting for Bob.")
    assert said(ada, table, before) == [(0, "pass")]


def test_reloads_in_the_middle_of_gestures_lose_nothing(site: Site, page_at: PageAt) -> None:
    """Whatever is only tried is gone, whatever was confirmed stands; each time the page shows a clean position."""
    table, people = begun(site, "Ada", "Bob")
    ada = people[0]
    (player,) = seated(page_at, table, ada)
    page, first = player.page, player.seq
    stands: list[tuple[int, str]] = []
    for round_ in range(RELOADS):
        seq = player.seq
        player.try_word(player.words()[-1])
        page.reload()
        player.wait_seq(seq)
        player.wait_steps(0)
        assert page.locator("#options .chosen, #options .alt, #pieces .lift").count() == 0
        assert ada.look(table)["seq"] == seq
        assert said(ada, table, first) == stands
        if round_ % 3 == 2:
            player.turn()
            assert said(ada, table, first)[: len(stands)] == stands
            brought(table, people)
            stands = said(ada, table, first)
            player.wait_seq(ada.look(table)["seq"])


def test_a_preview_survives_a_short_interruption(site: Site, page_at: PageAt) -> None:
    table, people = begun(site, "Ada", "Bob")
    ada = people[0]
    word = going_on(ada, table)(brought(table, people, going_on(ada, table)))
    (player,) = seated(page_at, table, ada)
    before = player.seq
    player.try_word(word)
    player.page.context.set_offline(True)
    expect(player.page.locator("#strip")).to_contain_text("The connection is lost.")
    player.page.context.set_offline(False)
    expect(player.page.locator("#strip")).to_contain_text("Back on line.", timeout=20_000)
    player.wait_steps(1)
    player.try_word(player.words()[0])
    player.confirm()
    assert said(ada, table, before)[0] == (0, word)

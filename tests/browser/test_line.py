"""A lost connection, a reloaded page, a move that comes too late: nothing is lost, nothing is doubled.

Each test with one title by turns; the words that are pressed are found in the position.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import TableInPlay, brought
from tests.support.games.words import do, wander
from tests.support.titles import Wanted, first_words, free, keen, last_words
from trainshed.kernel.agenda import NATURE

pytestmark = pytest.mark.live

RELOADS = 10


class Turn(NamedTuple):
    """A table at which every seat can end its turn by one press, in turn; its people, the one to move first."""

    table: TableInPlay
    people: list[Person]
    seats: list[int]
    """Their seats."""
    word: str
    """The word that ends the turn."""

    @property
    def id(self) -> str:
        return self.table.id

    def players(self, page_at: PageAt, *people: Person) -> list[Player]:
        """Their pages."""
        slug = self.table.game.slug
        players = [Player(page_at(who=who), self.id, seed=7 + seat, title=slug) for seat, who in enumerate(people)]
        for player in players:
            player.open()
        return players

    def said(self, after: int) -> list[tuple[int, str]]:
        """The rows of seats in the log after a row, without nature's draws."""
        rows: list[Any] = self.people[0].get(f"/tables/{self.id}/log?after={after}")
        return [(row["seat"], row["said"]) for row in rows if row["seat"] >= 0]

    def last_word(self) -> str:
        """The word that ends the turn of whoever is to move now."""
        return last_words(self.table.world())[0]


def turn_order(state: Any) -> list[int]:
    """The seats in the order in which they are asked, if each can end its turn by one press; else nothing."""
    then, asked, rng = state.clone(), list[int](), Random(1)
    for _ in range(state.seats):
        if then.over or then.actor in asked or not free(then) or not (words := last_words(then)):
            return []
        asked.append(then.actor)
        do(then, words[0])
        while then.actor == NATURE and not then.over:
            wander(then, rng)
    return asked if not then.over and then.actor == state.actor else []


def begun(site: Site, slug: str, wanted: Wanted = turn_order, seats: int = 2) -> Turn:
    """A turn at such a table."""
    table, state = brought(site, slug, wanted, keen, seats=seats)
    order = turn_order(state) or [(state.actor + step) % seats for step in range(seats)]
    return Turn(table, [table.people[seat] for seat in order], order, [*last_words(state), ""][0])


@pytest.mark.one_title
@pytest.mark.parametrize("seconds", [4, pytest.param(20, marks=pytest.mark.night)])
def test_one_browser_loses_its_line_while_the_other_goes_on(
    site: Site, page_at: PageAt, slug: str, seconds: int
) -> None:
    """Somebody has previewed the end of a turn when the connection breaks; it is sent once, when it is back."""
    turn = begun(site, slug)
    cut, other = turn.players(page_at, *turn.people)
    before = cut.seq
    cut.try_word(turn.word)
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
    assert turn.said(before) == []
    cut.page.context.set_offline(False)
    cut.wait_change(before)
    assert other.wait_asked()
    assert turn.said(before) == [(turn.seats[0], turn.word)]
    answer = turn.last_word()
    other.make(answer)
    assert cut.wait_asked()
    assert cut.seq == other.seq == turn.people[0].look(turn.id)["seq"]
    assert turn.said(before)[:2] == [(turn.seats[0], turn.word), (turn.seats[1], answer)]


@pytest.mark.one_title
@pytest.mark.parametrize("seconds", [4, pytest.param(20, marks=pytest.mark.night)])
def test_whoever_comes_back_is_told_what_was_missed(site: Site, page_at: PageAt, slug: str, seconds: int) -> None:
    """The third is offline while the others move on; when she is back, her page catches up by itself."""
    turn = begun(site, slug, seats=3)
    first, second, cut = turn.players(page_at, *turn.people)
    before = cut.seq
    cut.page.context.set_offline(True)
    strip = cut.page.locator("#strip")
    words = []
    for player in (first, second):
        player.wait_asked()
        words.append(turn.last_word())
        player.make(words[-1])
    expect(strip).to_contain_text(re.compile(rf"connection is lost.*\b{seconds}\d? s"), timeout=(seconds + 40) * 1000)
    assert cut.seq == before
    cut.page.context.set_offline(False)
    expect(strip).to_contain_text("Back on line. Moves made meanwhile: 2.", timeout=20_000)
    assert cut.wait_asked()
    assert cut.seq == turn.people[0].look(turn.id)["seq"]
    assert turn.said(before)[:2] == [*zip(turn.seats[:2], words, strict=True)]
    cut.make(turn.last_word())
    expect(strip).to_be_hidden(timeout=10_000)


@pytest.mark.one_title
def test_a_move_that_waits_for_the_line_gives_way_to_what_happened(site: Site, page_at: PageAt, slug: str) -> None:
    """While a move waits for the connection, the other concedes: the mover is told that somebody else was first."""
    turn = begun(site, slug)
    (cut,) = turn.players(page_at, turn.people[0])
    before = cut.seq
    cut.try_word(turn.word)
    cut.page.context.set_offline(True)
    cut.page.locator("#send").click()
    expect(cut.page.locator("#strip")).to_contain_text("The connection is lost.")
    turn.people[1].post(f"/tables/{turn.id}/concede", seq=before)
    cut.page.context.set_offline(False)
    expect(cut.page.locator("#strip")).to_contain_text("Somebody else moved first", timeout=20_000)
    cut.finish()
    assert turn.said(before) == [(turn.seats[1], "/concede")]


@pytest.mark.one_title
def test_a_confirm_that_comes_too_late_is_explained(site: Site, page_at: PageAt, slug: str) -> None:
    """A second page sends first; what the first one still shows is refused with a reason, and put right."""
    turn = begun(site, slug)
    mover, other = turn.people
    (slow,) = turn.players(page_at, mover)
    before = slow.seq
    slow.try_word(turn.word)
    page = slow.page
    page.route("**/moves", lambda route: (mover.play(turn.id, turn.word), route.continue_())[1])
    page.locator("#send").click()
    expect(page.locator("#strip")).to_contain_text("Somebody else moved first: the position has changed.")
    slow.wait_steps(0)
    expect(page.locator("#confirm")).to_contain_text(f"Waiting for {other.name}.")
    assert turn.said(before) == [(turn.seats[0], turn.word)]


@pytest.mark.one_title
def test_an_answer_that_never_came_is_not_sent_twice(site: Site, page_at: PageAt, slug: str) -> None:
    """The move is stored, but its answer was lost: the page sends again, and the mark says that it is the same."""
    turn = begun(site, slug)
    mover, other = turn.people
    (player,) = turn.players(page_at, mover)
    before = player.seq
    player.try_word(turn.word)
    page = player.page
    lost: list[str] = []

    def swallowed(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.post_data)
        page.context.set_offline(True)
        body = route.request.post_data_json
        mover.post(f"/tables/{turn.id}/moves", **body)
        route.abort()

    page.route("**/moves", swallowed)
    page.locator("#send").click()
    expect(page.locator("#strip")).to_contain_text("The connection is lost.")
    page.context.set_offline(False)
    player.wait_change(before)
    expect(page.locator("#strip")).not_to_contain_text("Somebody else moved first")
    expect(page.locator("#confirm")).to_contain_text(f"Waiting for {other.name}.")
    assert turn.said(before) == [(turn.seats[0], turn.word)]


@pytest.mark.one_title
def test_reloads_in_the_middle_of_gestures_lose_nothing(site: Site, page_at: PageAt, slug: str) -> None:
    """Whatever is only tried is gone, whatever was confirmed stands; each time the page shows a clean position."""
    turn = begun(site, slug)
    mover, seat = turn.people[0], turn.seats[0]
    (player,) = turn.players(page_at, mover)
    page, first = player.page, player.seq
    stands: list[tuple[int, str]] = []
    for round_ in range(RELOADS):
        seq = player.seq
        player.try_word(player.words()[-1])
        page.reload()
        player.wait_seq(seq)
        player.wait_steps(0)
        assert page.locator("#options .chosen, #options .alt, #pieces .lift").count() == 0
        assert mover.look(turn.id)["seq"] == seq
        assert turn.said(first) == stands
        if round_ % 3 == 2:
            player.turn()
            assert turn.said(first)[: len(stands)] == stands
            turn.table.bring(lambda state: state.actor == seat and free(state), keen)
            stands = turn.said(first)
            player.wait_seq(turn.table.seq)


@pytest.mark.one_title
def test_a_preview_survives_a_short_interruption(site: Site, page_at: PageAt, slug: str) -> None:
    turn = begun(site, slug, lambda state: free(state) and first_words(state))
    word = first_words(turn.table.world())[0]
    (player,) = turn.players(page_at, turn.people[0])
    before = player.seq
    player.try_word(word)
    player.page.context.set_offline(True)
    expect(player.page.locator("#strip")).to_contain_text("The connection is lost.")
    player.page.context.set_offline(False)
    expect(player.page.locator("#strip")).to_contain_text("Back on line.", timeout=20_000)
    player.wait_steps(1)
    while words := player.words():
        player.try_word(words[0])
    player.confirm()
    assert turn.said(before)[0] == (turn.seats[0], word)

"""Accessibility of Russian Railroads: axe on the states of its table that no other title has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.lok_n_roll import NeverCame
from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access
from tests.support.browser.player import Player
from tests.support.browser.russian_railroads import Rails, clever, in_round, keen, lazy, legal, scoring_near
from tests.support.browser.site import Site
from tests.support.seeds import NIGHT

pytestmark = pytest.mark.live

NAMES = ("Ada", "Bob", "Cleo", "Dan")


class Stage:
    """Four people at a table, and a method for each state of the page."""

    def __init__(self, site: Site, page_at: PageAt, width: int) -> None:
        self.rails = Rails(site, [site.guest(name) for name in NAMES], "access")
        self.page_at = page_at
        self.width = width

    def player(self, seat: int) -> Player:
        touch = self.width < 900
        who = self.rails.people[seat]
        page = self.page_at(width=self.width, height=900, touch=touch, who=who)
        player = Player(page, self.rails.table, touch)
        player.open()
        return player

    def my_turn(self) -> Page:
        return self.player(self.rails.bring(in_round(4), clever).actor).page

    def starting(self) -> Page:
        return self.player(self.rails.bring(lambda state: "start:black" in legal(state)).actor).page

    def payments(self) -> Page:
        state = self.rails.bring(lambda state: sum(word.startswith("pay:") for word in legal(state)) > 1, keen)
        return self.player(state.actor).page

    def preview(self) -> Page:
        state = self.rails.bring(in_round(3), clever)
        player = self.player(state.actor)
        while words := player.words():
            player.try_word(next((word for word in words if word.startswith(("space:track", "advance"))), words[0]))
            if player.steps == 3:
                break
        return player.page

    def token(self) -> Page:
        state = self.rails.bring(lambda state: any(word.startswith("token:") for word in legal(state)), clever)
        return self.player(state.actor).page

    def beside(self) -> Page:
        state = self.rails.bring(in_round(4), clever)
        player = self.player(state.actor)
        rival = (state.actor + 1) % 4
        button = player.page.locator(f"#{'chip' if player.touch else 'seat'}-look-{rival}")
        player.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        return player.page

    def scoring(self) -> Page:
        self.rails.bring(in_round(3), clever)
        state = self.rails.bring(scoring_near, lazy)
        player = self.player((state.actor + 1) % 4)
        self.rails.asked(state).post(f"/tables/{self.rails.table}/moves", seq=self.rails.seq, words=["pass"])
        expect(player.page.locator("#count")).to_be_visible()
        return player.page

    def ended(self) -> Page:
        player = self.player(0)
        player.page.goto("about:blank")
        with pytest.raises(NeverCame):
            self.rails.bring(lambda state: False, clever)
        player.open()
        expect(player.page.locator("#result")).to_be_visible()
        return player.page


STATES: dict[str, Callable[[Stage], Page]] = {
    "my turn": Stage.my_turn,
    "starting": Stage.starting,
    "payments": Stage.payments,
    "preview": Stage.preview,
    "token": Stage.token,
    "beside": Stage.beside,
    "scoring": Stage.scoring,
    "ended": Stage.ended,
}


def widths(state: str) -> tuple[int, ...]:
    """Widths for a state: desk and phone in turn from state to state, in the nightly run both."""
    return DESK_AND_PHONE if NIGHT else (DESK_AND_PHONE[list(STATES).index(state) % 2],)


@pytest.mark.parametrize(("state", "width"), [(state, width) for state in STATES for width in widths(state)])
def test_nothing_keeps_anybody_out(site: Site, page_at: PageAt, state: str, width: int) -> None:
    check_access(STATES[state](Stage(site, page_at, width)))

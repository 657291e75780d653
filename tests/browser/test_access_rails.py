"""Russian Railroads for everybody: axe on the states of its table that no other title has."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import PageAt, barriers, overhang
from tests.browser.player import Player
from tests.browser.rails import Rails, clever, in_round, keen, lazy, legal, scoring_near
from tests.browser.site import Site
from tests.browser.tables import NeverCame
from tests.browser.test_access import DRESSES
from tests.browser.test_overlap import ALL, SEED

NAMES = ("Ada", "Bob", "Cleo", "Dan")


class Stage:
    """Four people at a table, with whom a state of the page is brought about."""

    def __init__(self, site: Site, page_at: PageAt, width: int, theme: str) -> None:
        self.rails = Rails(site, [site.guest(name) for name in NAMES], "access")
        self.page_at = page_at
        self.width, self.theme = width, theme

    def player(self, seat: int) -> Player:
        touch = self.width < 900
        who = self.rails.people[seat]
        page = self.page_at(width=self.width, height=900, touch=touch, theme=self.theme, who=who)
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


def dresses(state: str) -> list[tuple[int, str]]:
    """One screen for each state, another one every day; with TRAINSHED_ALL=1 all of them."""
    return DRESSES if ALL else [DRESSES[Random(f"{SEED}").randrange(4) - list(STATES).index(state) % 4]]


@pytest.mark.parametrize("state", STATES)
def test_nothing_keeps_anybody_out(site: Site, page_at: PageAt, state: str) -> None:
    print(f"TRAINSHED_SEED={SEED}")
    for width, theme in dresses(state):
        page = STATES[state](Stage(site, page_at, width, theme))
        assert barriers(page) == []
        assert overhang(page) == 0

"""A rival's board in the place of one's own, until it is pressed again; with Russian Railroads, which has them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NAMES, TableInPlay
from tests.support.games.words import legal
from tests.support.titles import clever, lazy
from tests.support.titles.russian_railroads import SLUG, in_round

pytestmark = pytest.mark.live


def sat(site: Site, seats: int) -> list[Person]:
    return [site.guest(name) for name in NAMES[:seats]]


def expect_owner(page: Page, name: str) -> None:
    """Check whose railway is drawn."""
    expect(page.locator("#stage .sign-lg.on-enamel").first).to_have_text(name)


def test_a_rivals_railway_is_shown_until_it_is_pressed_again(site: Site, page_at: PageAt) -> None:
    table = TableInPlay(site, SLUG, sat(site, 3), "beside")
    state = table.bring(in_round(2), clever)
    me = state.actor
    rivals = [seat for seat in range(3) if seat != me]
    player = Player(page_at(who=table.people[me]), table.id)
    player.open()
    page = player.page
    buttons = [page.locator(f"#seat-look-{seat}") for seat in range(3)]
    expect(buttons[me]).to_have_count(0)
    for seat in rivals:
        expect(buttons[seat]).to_have_attribute("aria-pressed", "false")
    buttons[rivals[0]].click()
    expect_owner(page, NAMES[rivals[0]])
    expect(buttons[rivals[0]]).to_have_attribute("aria-pressed", "true")
    # From one to the other, by keys.
    buttons[rivals[1]].focus()
    page.keyboard.press("Enter")
    expect_owner(page, NAMES[rivals[1]])
    expect(buttons[rivals[1]]).to_be_focused()
    expect(buttons[rivals[0]]).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    expect_owner(page, "My railway")
    # Moves of others do not take it away.
    buttons[rivals[0]].click()
    expect_owner(page, NAMES[rivals[0]])
    table.people[me].post(f"/tables/{table.id}/moves", seq=table.seq, words=["pass"])
    player.wait_change(table.seq)
    expect_owner(page, NAMES[rivals[0]])
    buttons[me].click()
    expect_owner(page, "My railway")


def stepping(state: Any) -> str:
    """The word of a space after which a step of a track is chosen at once, without a choice of payments; or empty."""
    for word in legal(state):
        if word.startswith("space:"):
            then = state.clone()
            then.apply(state.game.vocabulary.id(word))
            if then.actor == state.actor and len([way for way in legal(then) if way.startswith("advance:")]) > 1:
                return word
    return ""


def test_whoever_acts_is_back_at_his_own_railway(site: Site, page_at: PageAt) -> None:
    """After a step on the shared board, and at a question of the own railway, the page shows the own railway again."""
    table = TableInPlay(site, SLUG, sat(site, 2), "home")
    state = table.bring(stepping, clever)
    me, word = state.actor, stepping(state)
    player = Player(page_at(who=table.people[me]), table.id)
    player.open()
    page, rival = player.page, player.page.locator(f"#seat-look-{1 - me}")
    rival.click()
    expect_owner(page, NAMES[1 - me])
    player.try_word(word)
    expect_owner(page, "My railway")
    assert any(word.startswith("advance:") for word in player.words())
    # In the middle of a gesture a look aside costs nothing.
    rival.click()
    expect_owner(page, NAMES[1 - me])
    assert player.steps == 1
    rival.click()
    expect_owner(page, "My railway")
    player.try_word(player.words()[0])
    assert player.steps == 2
    player.page.locator("#start-over").click()
    player.wait_steps(0)
    rival.click()
    expect_owner(page, NAMES[1 - me])
    table.people[me].post(f"/tables/{table.id}/moves", seq=table.seq, words=[word])
    player.wait_change(table.seq)
    expect_owner(page, "My railway")


def test_on_a_phone_the_sign_of_a_seat_is_the_button(site: Site, page_at: PageAt) -> None:
    table = TableInPlay(site, SLUG, sat(site, 4), "phone")
    state = table.bring(in_round(2), clever)
    rival = (state.actor + 2) % 4
    player = Player(page_at(width=390, height=844, touch=True, who=table.asked(state)), table.id, touch=True)
    player.open()
    page = player.page
    chip = page.locator(f"#chip-look-{rival}")
    chip.tap()
    expect_owner(page, NAMES[rival])
    expect(page.locator("#mine")).to_be_in_viewport()
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.tap()
    expect_owner(page, "My railway")


def test_a_spectator_looks_at_whom_he_likes(site: Site, page_at: PageAt) -> None:
    table = TableInPlay(site, SLUG, sat(site, 2), "spectator", visibility="public")
    state = table.bring(in_round(1), lazy)
    page = page_at(who=site.guest("Eve"))
    Player(page, table.id).open()
    expect_owner(page, NAMES[state.actor])
    page.locator(f"#seat-look-{1 - state.actor}").click()
    expect_owner(page, NAMES[1 - state.actor])

"""Russian Railroads on the table's page: whole games, scorings that are shown step by step, and a rival's railway."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finished_game import check_finished, log_of
from tests.support.browser.lok_n_roll import NeverCame
from tests.support.browser.pages import PageAt
from tests.support.browser.player import Keyboard, Player, together
from tests.support.browser.russian_railroads import (
    GAME,
    SLUG,
    Rails,
    Wanted,
    clever,
    in_round,
    lazy,
    legal,
    scoring_near,
)
from tests.support.browser.site import Person, Site
from trainshed.games.russian_railroads.rules.state import RailState

pytestmark = pytest.mark.live

NAMES = ("Ada", "Bob", "Cleo", "Dan")


class Hurried(Player):
    """A player who keeps games short: passes often."""

    def pick(self, words: Sequence[str]) -> str:
        if "pass" in words and self.rng.random() < 0.55:
            return "pass"
        return self.rng.choice([word for word in words if word != "done"] or list(words))


def sat(site: Site, seats: int) -> list[Person]:
    return [site.guest(name) for name in NAMES[:seats]]


# ---------------------------------------------------------------- whole games


def check_end(page: Page, scores: Sequence[int]) -> None:
    """Check that the table of the end is shown, and its sums are the scores."""
    tables = page.locator("#result .tally")
    expect(tables).to_have_count(len(scores))
    for seat, score in enumerate(scores):
        last = page.locator(f"#tally-{seat} .sum td").last
        expect(last).to_have_text(str(score))
    expect(page.locator("#count-final .sum td")).to_have_text([str(score) for score in scores])


def test_two_people_and_two_bots(site: Site, page_at: PageAt) -> None:
    ada, bob = sat(site, 2)
    table = site.started(ada, [bob], bots=2, title=SLUG)
    players: list[Player] = [Hurried(page_at(who=who), table, seed=seed) for seed, who in enumerate((ada, bob), 41)]
    for player in players:
        player.open()
    together(*players)
    check_finished(ada, players, 4)
    outcome = ada.look(table)["outcome"]
    for player in players:
        check_end(player.page, outcome["scores"])


def test_two_people_on_phones(site: Site, page_at: PageAt) -> None:
    ada, bob = sat(site, 2)
    table = site.started(ada, [bob], title=SLUG)
    players: list[Player] = [
        Hurried(page_at(width=390, height=844, touch=True, who=who), table, touch=True, seed=seed)
        for seed, who in enumerate((ada, bob), 51)
    ]
    for player in players:
        player.open()
    together(*players)
    check_finished(ada, players, 2)
    for player in players:
        check_end(player.page, ada.look(table)["outcome"]["scores"])


# ---------------------------------------------------------------- everything is used

USED = [
    f"{head}:{row['id']}"
    for head, rows in (("token", "token"), ("card", "question_card"), ("start", "starting_card"))
    for row in GAME.pack.get(rows)
]
"""Every question token, question card and starting card that the box has."""

TABLES = 12


def test_every_token_and_card_is_used_by_a_press(site: Site, page_at: PageAt) -> None:
    """Tables are played over the API until an unused token or card is legal; that is then pressed and confirmed."""
    assert len(USED) == 7 + 5 + len(GAME.pack.get("starting_card"))
    people, missing = sat(site, 4), list(USED)
    pages = [page_at(who=who) for who in people]
    for number in range(TABLES):
        rails = Rails(site, people, f"used {number}")
        while missing:
            try:
                state = rails.bring(offers(missing), clever)
            except NeverCame:
                break
            player = Player(pages[state.actor], rails.table, seed=number)
            player.open()
            player.wait_seq(rails.seq)
            pressed = press_on(player, missing)
            player.page.goto("about:blank")
            said = [row["said"] for row in log_of(people[0], rails.table) if row["seat"] == state.actor]
            assert set(pressed) <= set(said)
            missing = [word for word in missing if word not in pressed]
    assert not missing


def offers(words: Sequence[str]) -> Wanted:
    """A condition: one of these words is legal."""
    return lambda state: not {*words}.isdisjoint(legal(state))


def press_on(player: Player, wanted: Sequence[str]) -> list[str]:
    """Make a gesture with as many of the wanted words as possible; those that were pressed."""
    pressed: list[str] = []
    while words := player.words():
        if pressed and {*wanted}.isdisjoint(words):
            break
        word = next((word for word in words if word in wanted and word not in pressed), words[0])
        player.try_word(word)
        if word in wanted:
            pressed.append(word)
    player.confirm()
    return pressed


# ---------------------------------------------------------------- a scoring is told


def near_scoring(site: Site, seats: int = 2) -> tuple[Rails, Person, Person]:
    """A table at which one pass ends the third round; the person to move, and another one."""
    rails = Rails(site, sat(site, seats), "scoring")
    rails.bring(in_round(3), clever)
    state = rails.bring(scoring_near, lazy)
    return rails, rails.asked(state), rails.people[(state.actor + 1) % seats]


def shown_cells(page: Page) -> int:
    """How many cells of the scoring are visible by now."""
    return int(
        page.locator("#count tbody td").evaluate_all(
            "cells => cells.filter((cell) => Number(getComputedStyle(cell).opacity) > 0.5).length"
        )
    )


def test_a_scoring_is_told_cell_by_cell_and_can_be_skipped(site: Site, page_at: PageAt) -> None:
    rails, mover, other = near_scoring(site)
    slow, still = page_at(who=other, motion=True), page_at(who=mover)
    for page in (slow, still):
        Player(page, rails.table).open()
    mover.post(f"/tables/{rails.table}/moves", seq=rails.seq, words=["pass"])
    go = slow.locator("#count-go")
    expect(go).to_contain_text("Skip", use_inner_text=True)
    every = slow.locator("#count tbody td").count()
    assert every == 2 * 7
    assert shown_cells(slow) < every
    go.click()
    expect(go).to_contain_text("Close", use_inner_text=True)
    assert shown_cells(slow) == every
    # Whoever wants no motion sees all of it at once.
    expect(still.locator("#count-go")).to_contain_text("Close", use_inner_text=True)
    assert shown_cells(still) == every
    # It is heard, and its last line is the points of all.
    points = [int(cell) for cell in still.locator("#count .sum td").all_inner_texts()]
    said = still.locator("#scoring [role=status]")
    expect(said).to_contain_text("Round 3 is scored.")
    for name, score in zip(NAMES, points, strict=False):
        expect(said).to_contain_text(f"{name} +")
        expect(said).to_contain_text(f"now {score}")
    assert [player["points"] for player in mover.look(rails.table)["view"]["players"]] == points
    # Put away, it stays away, even for somebody who comes again.
    slow.keyboard.press("Escape")
    expect(slow.locator("#count")).to_be_hidden()
    slow.reload()
    expect(slow.locator("#seats")).to_be_visible()
    expect(slow.locator("#count")).to_be_hidden()


def test_a_scoring_tells_itself_to_the_end(site: Site, page_at: PageAt) -> None:
    rails, mover, other = near_scoring(site)
    page = page_at(who=other, motion=True)
    Player(page, rails.table).open()
    mover.post(f"/tables/{rails.table}/moves", seq=rails.seq, words=["pass"])
    expect(page.locator("#count-go")).to_contain_text("Close", use_inner_text=True)
    assert shown_cells(page) == page.locator("#count tbody td").count()


@pytest.mark.parametrize("touch", [False, True])
def test_nobody_has_to_wait_for_a_scoring(site: Site, page_at: PageAt, touch: bool) -> None:
    """The next move can be made while a scoring is shown; the scoring then ends for that player only."""
    rails, mover, other = near_scoring(site)
    pages = [
        page_at(width=390 if touch else 1440, height=844, touch=touch, who=who, motion=True) for who in (mover, other)
    ]
    players = [Player(page, rails.table, touch) for page in pages]
    for player in players:
        player.open()
    mover.post(f"/tables/{rails.table}/moves", seq=rails.seq, words=["pass"])
    for player in players:
        player.wait_change(rails.seq)
    first = next(player for player in players if player.fact("mine") == "1")
    expect(first.page.locator("#count .skip-it")).to_be_visible()
    expect(first.page.locator("#count")).to_be_in_viewport()
    first.make("pass")
    expect(first.page.locator("#count")).to_have_count(0)
    last = next(player for player in players if player is not first)
    expect(last.page.locator("#count")).to_be_visible()


# ---------------------------------------------------------------- a rival's railway


def expect_owner(page: Page, name: str) -> None:
    """Check whose railway is drawn."""
    expect(page.locator("#stage .sign-lg.on-enamel").first).to_have_text(name)


def test_a_rivals_railway_is_shown_until_it_is_pressed_again(site: Site, page_at: PageAt) -> None:
    rails = Rails(site, sat(site, 3), "beside")
    state = rails.bring(in_round(2), clever)
    me = state.actor
    rivals = [seat for seat in range(3) if seat != me]
    player = Player(page_at(who=rails.people[me]), rails.table)
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
    rails.people[me].post(f"/tables/{rails.table}/moves", seq=rails.seq, words=["pass"])
    player.wait_change(rails.seq)
    expect_owner(page, NAMES[rivals[0]])
    buttons[me].click()
    expect_owner(page, "My railway")


def stepping(state: RailState) -> str:
    """The word of a space after which a step of a track is chosen at once, without a choice of payments; or empty."""
    for word in legal(state):
        if word.startswith("space:"):
            then = state.clone()
            then.apply(GAME.vocabulary.id(word))
            if then.actor == state.actor and len([way for way in legal(then) if way.startswith("advance:")]) > 1:
                return word
    return ""


def test_whoever_acts_is_back_at_his_own_railway(site: Site, page_at: PageAt) -> None:
    """After a step on the shared board, and at a question of the own railway, the page shows the own railway again."""
    rails = Rails(site, sat(site, 2), "home")
    state = rails.bring(stepping, clever)
    me, word = state.actor, stepping(state)
    player = Player(page_at(who=rails.people[me]), rails.table)
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
    rails.people[me].post(f"/tables/{rails.table}/moves", seq=rails.seq, words=[word])
    player.wait_change(rails.seq)
    expect_owner(page, "My railway")


def test_on_a_phone_the_sign_of_a_seat_is_the_button(site: Site, page_at: PageAt) -> None:
    rails = Rails(site, sat(site, 4), "phone")
    state = rails.bring(in_round(2), clever)
    rival = (state.actor + 2) % 4
    player = Player(page_at(width=390, height=844, touch=True, who=rails.asked(state)), rails.table, touch=True)
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
    rails = Rails(site, sat(site, 2), "spectator", visibility="public")
    state = rails.bring(in_round(1), lazy)
    page = page_at(who=site.guest("Eve"))
    Player(page, rails.table).open()
    expect_owner(page, NAMES[state.actor])
    page.locator(f"#seat-look-{1 - state.actor}").click()
    expect_owner(page, NAMES[1 - state.actor])


# ---------------------------------------------------------------- a round by keys


class Eager(Keyboard):
    """A keyboard player who passes only if nothing else is legal."""

    def pick(self, words: Sequence[str]) -> str:
        return self.rng.choice([word for word in words if word != "pass"] or list(words))


def test_a_whole_round_by_keys_alone(site: Site, page_at: PageAt) -> None:
    rails = Rails(site, sat(site, 2), "keys")
    state = rails.bring(in_round(2), clever)
    player = Eager(page_at(who=rails.asked(state)), rails.table, seed=5)
    other = next(person for person in rails.people if person is not rails.asked(state))
    player.open()
    gestures = 0
    while player.page.locator("#phase", has_text="Round 2").count():
        if player.fact("mine") == "1":
            player.turn()
            gestures += 1
        else:
            table_view = other.look(rails.table)
            if table_view.get("moves"):
                other.play(rails.table, "pass" if "pass" in table_view["moves"] else table_view["moves"][0])
                player.wait_change(table_view["seq"])
    assert gestures >= 2
    expect(player.page.locator("#count")).to_be_visible()
    player.page.locator("#count-go").focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#count")).to_be_hidden()

"""How many clicks an action takes, counted by the page itself, and compared with the table of docs/clicks.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.support.browser.lok_n_roll import NeverCame
from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.russian_railroads import GAME, Rails, Wanted, clever, keen, legal
from tests.support.browser.site import Site
from trainshed.games.russian_railroads.rules.state import RailState

pytestmark = pytest.mark.live

TABLE = Path(__file__).resolve().parents[2] / "docs" / "clicks.md"
NAMES = ("Ada", "Bob", "Cleo", "Dan")
COUNT = """
window.clicks = 0;
addEventListener("click", (event) => { if (event.isTrusted) clicks++; }, true);
"""


class Action(NamedTuple):
    """A row of the table in docs/clicks.md."""

    name: str
    clicks: int
    least: int
    words: list[str]
    """The beginning of each word."""


def actions() -> list[Action]:
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (.*), Confirm \|$", TABLE.read_text(encoding="utf-8"), re.M)
    return [
        Action(name, int(clicks), int(least), re.findall(r"`([^`]+)`", pressed))
        for name, clicks, least, pressed in rows
    ]


def way(state: RailState, starts: Sequence[str]) -> list[str]:
    """Legal words that begin like these, of which the last hands the turn on; empty if there are none."""
    for word in legal(state) if state.actor >= 0 and not state.over else []:
        exact = starts[0] if starts[0].endswith(":") else f"{starts[0]}$"
        if re.match(exact, word) is None:
            continue
        move = GAME.vocabulary.id(word)
        ends = not state.reversible(move)
        if len(starts) == 1:
            if ends:
                return [word]
        elif not ends:
            then = state.clone()
            then.apply(move)
            if then.actor == state.actor and (rest := way(then, starts[1:])):
                return [word, *rest]
    return []


def possible(wanted: Sequence[Action]) -> Wanted:
    """A condition: one of these actions is possible."""
    return lambda state: any(way(state, action.words) for action in wanted)


def open_choices(state: RailState, words: Sequence[str]) -> int:
    """How many of these words were a choice between several legal ones."""
    state, count = state.clone(), 0
    for word in words:
        count += len(state.moves()) > 1
        state.apply(GAME.vocabulary.id(word))
    return count


def test_the_table_has_ten_actions_and_none_takes_more_than_it_must() -> None:
    found = actions()
    assert len(found) == 10
    assert [action.name for action in found if action.clicks != action.least] == []


def test_every_action_takes_as_many_clicks_as_the_table_says(site: Site, page_at: PageAt) -> None:
    people = [site.guest(name) for name in NAMES]
    pages = [page_at(who=who) for who in people]
    for page in pages:
        page.add_init_script(COUNT)
    missing = {action.name: action for action in actions()}
    for number in range(12):
        rails = Rails(site, people, f"clicks {number}")
        while missing:
            try:
                state = rails.bring(possible([*missing.values()]), (clever, keen)[number % 2])
            except NeverCame:
                break
            action = next(action for action in missing.values() if way(state, action.words))
            words = way(state, action.words)
            assert open_choices(state, words) + 1 == action.least, action
            player = Player(pages[state.actor], rails.table)
            player.open()
            player.wait_seq(rails.seq)
            for word in words:
                player.try_word(word)
            page = player.page
            assert player.words() == []
            player.press(page.locator("#send"))
            player.wait_change(rails.seq)
            assert page.evaluate("clicks") == action.clicks, action
            expect(page.locator("dialog[open]")).to_have_count(0)
            rows = people[0].get(f"/tables/{rails.table}/log?after={rails.seq}")
            assert [row["said"] for row in rows] == words
            page.goto("about:blank")
            del missing[action.name]
    assert not missing

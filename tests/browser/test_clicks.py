"""How many clicks an action takes, counted by the page itself, and compared with the tables of docs/clicks.md.

Every title with a board has a table there, headed "action in" and its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from tests.support.browser.tables import NAMES, NeverCame, TableInPlay
from tests.support.games.words import legal
from tests.support.seeds import NIGHT
from tests.support.titles import Wanted, clever, drawn_titles, keen
from trainshed.kernel.registry import game
from trainshed.web.pages.table.gestures import usual_answer

pytestmark = pytest.mark.live

PAGE = Path(__file__).resolve().parents[2] / "docs" / "clicks.md"
EACH = 1 if NIGHT else 2
"""Every other action is counted at a landing, all of them in the nightly run."""

FEWEST = 5
"""At least so many actions of a title are counted."""

COUNT = """
window.clicks = 0;
addEventListener("click", (event) => { if (event.isTrusted) clicks++; }, true);
"""


class Action(NamedTuple):
    """A row of a table in docs/clicks.md."""

    name: str
    clicks: int
    least: int
    words: list[str]
    """The beginning of each word."""


def actions(slug: str) -> list[Action]:
    """The table of a title."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^\| action in {re.escape(game(slug).name)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    assert found is not None, f"docs/clicks.md has no table of {slug}"
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (.*), Confirm \|$", found[1], re.M)
    assert len(rows) == len(found[1].splitlines())
    return [
        Action(name, int(clicks), int(least), re.findall(r"`([^`]+)`", pressed))
        for name, clicks, least, pressed in rows
    ]


def way(state: Any, starts: Sequence[str]) -> list[str]:
    """Legal words that begin like these, of which the last hands the turn on; empty if there are none."""
    for word in legal(state) if state.actor >= 0 and not state.over else []:
        exact = starts[0] if starts[0].endswith(":") else f"{starts[0]}$"
        if re.match(exact, word) is None:
            continue
        move = state.game.vocabulary.id(word)
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
    return lambda state: any(ready(state, action) for action in wanted)


def ready(state: Any, action: Action) -> list[str]:
    """The words of an action, if it is possible and the rules leave as many choices open as the table says."""
    words = way(state, action.words)
    return words if words and len(open_choices(state, words)) + 1 == action.least else []


def open_choices(state: Any, words: Sequence[str]) -> list[str]:
    """Those of these words that were a choice between several legal ones, and not the usual answer."""
    state, found = state.clone(), list[str]()
    for word in words:
        if len(state.moves()) > 1 and word != usual_answer(state.game, state, state.actor):
            found.append(word)
        state.apply(state.game.vocabulary.id(word))
    return found


@pytest.mark.parametrize("slug", drawn_titles())
def test_no_action_takes_more_clicks_than_it_must(slug: str) -> None:
    found = actions(slug)
    assert len(found) >= FEWEST
    assert [action.name for action in found if action.clicks != action.least] == []


@pytest.mark.parametrize("slug", drawn_titles())
def test_every_action_takes_as_many_clicks_as_the_table_says(site: Site, page_at: PageAt, slug: str) -> None:
    people = [site.guest(name) for name in NAMES[: max(game(slug).seat_counts)]]
    pages = [page_at(who=who) for who in people]
    for page in pages:
        page.add_init_script(COUNT)
    missing = {action.name: action for action in actions(slug)[::EACH]}
    for number in range(12):
        table = TableInPlay(site, slug, people, f"clicks {number}")
        while missing:
            try:
                state = table.bring(possible([*missing.values()]), (clever, keen)[number % 2])
            except NeverCame:
                break
            action = next(action for action in missing.values() if ready(state, action))
            words = ready(state, action)
            player = Player(pages[state.actor], table.id, title=slug)
            player.open()
            player.wait_seq(table.seq)
            for word in open_choices(state, words):  # the page answers the others by itself
                player.try_word(word)
            page = player.page
            assert player.words() == []
            player.press(page.locator("#send"))
            player.wait_change(table.seq)
            assert page.evaluate("clicks") == action.clicks, action
            expect(page.locator("dialog[open]")).to_have_count(0)
            rows = table.asked(state).get(f"/tables/{table.id}/log?after={table.seq}")  # others see no secret answers
            assert [row["said"] for row in rows][: len(words)] == words
            page.goto("about:blank")
            del missing[action.name]
    assert not missing

"""A scoring is told step by step, can be skipped, keeps nobody waiting; with Russian Railroads, which has rounds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NAMES, TableInPlay
from tests.support.titles import clever, lazy
from tests.support.titles.russian_railroads import SLUG, in_round, scoring_near

pytestmark = pytest.mark.live


def sat(site: Site, seats: int) -> list[Person]:
    return [site.guest(name) for name in NAMES[:seats]]


def near_scoring(site: Site, seats: int = 2) -> tuple[TableInPlay, Person, Person]:
    """A table at which one pass ends the third round; the person to move, and another one."""
    table = TableInPlay(site, SLUG, sat(site, seats), "scoring")
    table.bring(in_round(3), clever)
    state = table.bring(scoring_near, lazy)
    return table, table.asked(state), table.people[(state.actor + 1) % seats]


def shown_cells(page: Page) -> int:
    """How many cells of the scoring are visible by now."""
    return int(
        page.locator("#count tbody td").evaluate_all(
            "cells => cells.filter((cell) => Number(getComputedStyle(cell).opacity) > 0.5).length"
        )
    )


def test_a_scoring_is_told_cell_by_cell_and_can_be_skipped(site: Site, page_at: PageAt) -> None:
    table, mover, other = near_scoring(site)
    slow, still = page_at(who=other, motion=True), page_at(who=mover)
    for page in (slow, still):
        Player(page, table.id).open()
    mover.post(f"/tables/{table.id}/moves", seq=table.seq, words=["pass"])
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
    assert [player["points"] for player in mover.look(table.id)["view"]["players"]] == points
    # Put away, it stays away, even for somebody who comes again.
    slow.keyboard.press("Escape")
    expect(slow.locator("#count")).to_be_hidden()
    slow.reload()
    expect(slow.locator("#seats")).to_be_visible()
    expect(slow.locator("#count")).to_be_hidden()


def test_a_scoring_tells_itself_to_the_end(site: Site, page_at: PageAt) -> None:
    table, mover, other = near_scoring(site)
    page = page_at(who=other, motion=True)
    Player(page, table.id).open()
    mover.post(f"/tables/{table.id}/moves", seq=table.seq, words=["pass"])
    expect(page.locator("#count-go")).to_contain_text("Close", use_inner_text=True)
    assert shown_cells(page) == page.locator("#count tbody td").count()


@pytest.mark.parametrize("touch", [False, True])
def test_nobody_has_to_wait_for_a_scoring(site: Site, page_at: PageAt, touch: bool) -> None:
    """The next move can be made while a scoring is shown; the scoring then ends for that player only."""
    table, mover, other = near_scoring(site)
    pages = [
        page_at(width=390 if touch else 1440, height=844, touch=touch, who=who, motion=True) for who in (mover, other)
    ]
    players = [Player(page, table.id, touch) for page in pages]
    for player in players:
        player.open()
    mover.post(f"/tables/{table.id}/moves", seq=table.seq, words=["pass"])
    for player in players:
        player.wait_change(table.seq)
    first = next(player for player in players if player.fact("mine") == "1")
    expect(first.page.locator("#count .skip-it")).to_be_visible()
    expect(first.page.locator("#count")).to_be_in_viewport()
    first.make("pass")
    expect(first.page.locator("#count")).to_have_count(0)
    last = next(player for player in players if player is not first)
    expect(last.page.locator("#count")).to_be_visible()


def test_it_is_closed_by_keys(site: Site, page_at: PageAt) -> None:
    table, mover, other = near_scoring(site)
    page = page_at(who=other)
    Player(page, table.id).open()
    mover.post(f"/tables/{table.id}/moves", seq=table.seq, words=["pass"])
    expect(page.locator("#count")).to_be_visible()
    page.locator("#count-go").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_be_hidden()

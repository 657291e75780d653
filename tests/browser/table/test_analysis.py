"""The analysis of a game in a browser, from the button to a turning point; and a hint at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access, overhang
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import TableInPlay
from tests.support.titles import lazy

pytestmark = pytest.mark.live

GESTURES = 8
ON_TOP = """node => {
  const { x, y } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(x + 4, y + 4));
}"""


def wait_row(page: Page, row: int) -> None:
    page.locator(f'#now[data-seq="{row}"]').wait_for(state="attached")
    expect(page).to_have_url(re.compile(rf"/replay/{row}(\?|$)"))


@pytest.fixture
def game(site: Site) -> tuple[str, Person]:
    """A short game: both players pass whenever they may, and one of them gives up."""
    people = [site.guest("Ada"), site.guest("Bob")]
    table = TableInPlay(site, "lok-n-roll", people, "analysis")
    table.play_on(GESTURES, lazy)
    people[1].post(f"/tables/{table.id}/concede", seq=people[1].look(table.id)["seq"])
    return table.id, people[0]


def test_from_the_button_to_a_turning_point(page_at: PageAt, game: tuple[str, Person]) -> None:
    """The page can be used while the analysis is made; then its parts appear, and marks and links lead to rows."""
    table, ada = game
    page = page_at(who=ada)
    page.goto(f"/t/{table}/replay/5")
    page.locator("#analyse").focus()
    page.keyboard.press("Enter")
    page.locator("#log a.lg-t").last.click()
    expect(page.locator(".odds")).to_be_visible(timeout=90_000)
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator("#strip")).to_have_text("The analysis is ready.")
    mark = page.locator("#marks a").last
    row = int(mark.get_attribute("data-row") or -1)
    mark.click()
    wait_row(page, row)
    expect(page.locator("#choices-t")).to_contain_text(f"Row {row}")
    expect(page.locator("#choices-of-row .played")).to_have_count(1)
    link = page.locator(".turning a").first
    first = int(link.get_attribute("data-row") or -1)
    link.focus()
    page.keyboard.press("Enter")
    wait_row(page, first)
    page.locator("[data-chart=points]").click()
    expect(page.locator("[data-chart=points]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#lines svg")).to_have_attribute("aria-label", re.compile("Lead"))
    expect(page).to_have_url(re.compile(r"chart=points"))
    for width in DESK_AND_PHONE:
        page.set_viewport_size({"width": width, "height": 900})
        page.locator(f"body[data-layout={'wide' if width >= 900 else 'tall'}]").wait_for()
        expect(page.locator("#hand")).to_be_visible()
        check_access(page)
    page.set_viewport_size({"width": 1024, "height": 800})
    page.locator("body[data-layout=wide]").wait_for()
    assert overhang(page) == 0


def test_a_hint_marks_the_best_move_and_goes_with_its_question(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1, title="russian-railroads")
    page = page_at(who=ada)
    player = Player(page, table, title="russian-railroads")
    player.open()
    player.wait_asked()
    page.locator("#hint [data-hint]").click()
    moves = page.locator("#hint-found [data-find]")
    expect(moves.first).to_be_visible()
    assert 1 <= moves.count() <= 3
    word = moves.first.get_attribute("data-find") or ""
    marked = page.locator("#options .opt.focus")
    expect(marked).to_have_count(1)
    said = (marked.get_attribute("data-words") or marked.get_attribute("data-word") or "").split()
    assert said[0] == word
    check_access(page)
    moves.last.click()
    expect(page.locator("#options .opt.focus")).to_have_count(1)
    page.locator("#options .opt.focus").click()
    expect(page.locator("#hint-found")).to_be_empty()


def test_phone_shows_the_moves_of_a_hint_and_its_mark(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1, title="spike")
    page = page_at(width=390, height=844, touch=True, who=ada)
    player = Player(page, table, title="spike")
    player.open()
    player.wait_asked()
    page.locator("#hint [data-hint]").click()
    first = page.locator("#hint-found [data-find]").first
    expect(first).to_be_visible()
    expect(page.locator("#options .opt.focus")).to_have_count(1)
    expect(first).to_be_in_viewport()
    assert first.evaluate(ON_TOP), "a bar of the page lies over the list"
    expect(page.locator("#options .opt.focus .opt-hit")).to_be_in_viewport()
    first.click()
    expect(page.locator("#options .opt.focus .opt-hit")).to_be_in_viewport()
    expect(first).to_be_in_viewport()

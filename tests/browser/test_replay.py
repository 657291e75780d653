"""The replay in a browser: by slider, keys, links and automatically; a branch; and accessibility."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access, overhang
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site

pytestmark = pytest.mark.live

ROWS = 60

Game = tuple[str, Person, Person]


@pytest.fixture(scope="module")
def game(site: Site) -> Game:
    """A running game of Russian Railroads with some rows: its table, and its players."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], title="russian-railroads")
    rng = Random(7)
    while ada.look(table)["seq"] < ROWS:
        for person in (ada, bob):
            if words := person.look(table).get("moves"):
                person.play(table, rng.choice(words))
    return table, ada, bob


def row(page: Page) -> int:
    return int(page.locator("#now").get_attribute("data-seq") or -1)


def wait_row(page: Page, seq: int) -> None:
    page.locator(f'#now[data-seq="{seq}"]').wait_for(state="attached")
    expect(page).to_have_url(re.compile(rf"/replay/{seq}(\?|$)"))


def test_from_row_to_row(page_at: PageAt, game: Game) -> None:
    """Links, keys, the slider and the log lead to rows, and each row has its own address."""
    table, ada, _ = game
    page = page_at(who=ada)
    last = ada.look(table)["seq"]
    page.goto(f"/t/{table}")
    page.locator("#since a").last.click()
    wait_row(page, last)
    page.locator("[data-go=back]").click()
    wait_row(page, last - 1)
    page.keyboard.press("ArrowLeft")
    wait_row(page, last - 2)
    page.keyboard.press("Home")
    wait_row(page, 0)
    page.keyboard.press("PageDown")
    wait_row(page, page.evaluate("Number(document.body.dataset.turns.split(',')[0])"))
    page.locator("#at").fill("30")
    wait_row(page, 30)
    line = page.locator("#log li.fut .lg-n").last
    chosen = int(line.inner_text())
    line.click()
    wait_row(page, chosen)
    before = page.locator("#described").inner_html()
    page.reload()
    assert row(page) == chosen
    assert page.locator("#described").inner_html() == before
    page.locator("#share").click()
    expect(page.locator("#share")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/t/{table}/replay/{chosen}")
    page.keyboard.press("End")
    wait_row(page, last)


def test_a_rivals_board(page_at: PageAt, game: Game) -> None:
    """Also in a replay a panel shows its board in the place of mine, from row to row."""
    table, ada, _ = game
    page = page_at(who=ada)
    page.goto(f"/t/{table}/replay/40")
    own = page.locator("#stage").inner_html()
    page.locator("#seat-look-1").click()
    expect(page.locator("#seat-look-1")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#stage").inner_html() != own
    page.locator("[data-go=on]").click()
    wait_row(page, 41)
    expect(page.locator("#seat-look-1")).to_have_attribute("aria-pressed", "true")
    page.locator("#seat-look-1").click()
    expect(page.locator("#seat-look-1")).to_have_attribute("aria-pressed", "false")


def test_by_itself(page_at: PageAt, game: Game) -> None:
    table, ada, _ = game
    page = page_at(who=ada)
    last = ada.look(table)["seq"]
    page.goto(f"/t/{table}/replay/{last - 3}")
    page.locator("#speed").click()
    page.locator("#speed").click()
    expect(page.locator("#speed")).to_have_text("4×")
    page.locator("#play").click()
    wait_row(page, last)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_since_my_last_turn(site: Site, page_at: PageAt) -> None:
    """Whoever comes back after a while is shown what the others did, and then the table."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], title="russian-railroads")
    page = page_at(who=ada)
    link = page.locator("#since-mine")
    for _ in range(100):
        for person in (ada, bob):
            if words := person.look(table).get("moves"):
                person.play(table, words[0])
        page.goto(f"/t/{table}")
        if link.count():
            break
    last = ada.look(table)["seq"]
    link.click()
    wait_row(page, last)
    page.locator(".tool-link").click()
    Player(page, table).wait_asked()


def test_try_from_here(page_at: PageAt, game: Game) -> None:
    """A branch is a table of its own; the game that it came from knows nothing of it."""
    table, ada, bob = game
    page = page_at(who=ada)
    last = ada.look(table)["seq"]
    page.goto(f"/t/{table}/replay/{last - 10}")
    page.locator("#branch").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    branch = page.url.rpartition("/")[2]
    assert branch != table
    Player(page, branch, seed=2).turn()
    expect(page.locator(".crumb a")).to_have_attribute("href", f"/t/{table}/replay/{last - 10}")
    assert ada.look(table)["seq"] == bob.look(table)["seq"] == last
    page.locator(".crumb a").click()
    wait_row(page, last - 10)


@pytest.mark.parametrize("width", DESK_AND_PHONE)
def test_nothing_keeps_anybody_out(page_at: PageAt, game: Game, width: int) -> None:
    table, ada, _ = game
    page = page_at(width=width, height=900, touch=width < 900, who=ada)
    page.goto(f"/t/{table}/replay/20")
    page.locator("details.words summary").click()
    check_access(page)


def test_every_width(page_at: PageAt, game: Game) -> None:
    """Nothing runs out sideways, and all of the bar is in the window."""
    table, ada, _ = game
    page = page_at(who=ada)
    for width in (360, 390, 768, 899, 900, 1024, 1359, 1360, 1600):
        page.goto("about:blank")  # a page that is open draws itself again when it is turned
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/t/{table}/replay/20")
        page.locator(f"body[data-layout={'wide' if width >= 900 else 'tall'}]").wait_for()
        assert overhang(page) == 0, width
        for place in (".replaybar", "#play", "#branch", ".tl-box"):
            box = page.locator(place).bounding_box()
            assert box is not None, (width, place)
            assert box["x"] >= 0, (width, place)
            assert box["x"] + box["width"] <= width, (width, place)
            assert box["y"] + box["height"] <= 845, (width, place)

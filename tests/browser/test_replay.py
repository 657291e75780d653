"""The replay in a browser, of one title by turns: by slider, keys, links and automatically; a branch; accessibility."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access, overhang
from tests.support.browser.player import Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NeverCame, TableInPlay, brought
from tests.support.seeds import NIGHT
from tests.support.titles import board_of, drawn_titles, lazy
from trainshed.kernel.registry import titles

pytestmark = pytest.mark.live

ROWS = 60

Game = tuple[str, Person, Person]


@pytest.fixture(scope="module")
def games(site: Site) -> Callable[[str], Game]:
    """Running games with some rows, one of each title that is asked for: its table, and its players."""

    @cache
    def running(slug: str) -> Game:
        table, _ = brought(site, slug)
        with suppress(NeverCame):  # a game of the example is shorter than that
            while table.people[0].look(table.id)["seq"] < ROWS:
                table.play_on(1)
        ada, bob = table.people
        return table.id, ada, bob

    return running


@pytest.fixture
def game(games: Callable[[str], Game], slug: str) -> Game:
    return games(slug)


def row(page: Page) -> int:
    return int(page.locator("#now").get_attribute("data-seq") or -1)


def wait_row(page: Page, seq: int) -> None:
    page.locator(f'#now[data-seq="{seq}"]').wait_for(state="attached")
    expect(page).to_have_url(re.compile(rf"/replay/{seq}(\?|$)"))


@pytest.mark.one_title
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
    line = page.locator("#log li.fut a.lg-t").last
    chosen = int(line.get_attribute("data-row") or -1)  # the last row of a turn; its number is that of the first
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


@pytest.mark.parametrize("slug", [slug for slug in drawn_titles() if getattr(board_of(slug), "BESIDE", False)])
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


@pytest.mark.one_title
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


@pytest.mark.one_title
def test_since_my_last_turn(site: Site, page_at: PageAt, slug: str) -> None:
    """Whoever comes back after a while is shown what the others did, and then the table."""
    table = TableInPlay(site, slug, [site.guest("Ada"), site.guest("Bob")], "since")
    state = table.play_on(6, lazy)
    page = page_at(who=table.asked(state))
    page.goto(f"/t/{table.id}")
    page.locator("#since-mine").click()
    wait_row(page, table.seq)
    page.locator(".tool-link").click()
    Player(page, table.id, title=slug).wait_asked()


@pytest.mark.one_title
def test_try_from_here(page_at: PageAt, game: Game, slug: str) -> None:
    """A branch is a table of its own; the game that it came from knows nothing of it."""
    table, ada, bob = game
    page = page_at(who=ada)
    last = ada.look(table)["seq"]
    page.goto(f"/t/{table}/replay/{last - 10}")
    page.locator("#branch").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    branch = page.url.rpartition("/")[2]
    assert branch != table
    Player(page, branch, seed=2, title=slug).turn()
    expect(page.locator(".crumb a")).to_have_attribute("href", f"/t/{table}/replay/{last - 10}")
    assert ada.look(table)["seq"] == bob.look(table)["seq"] == last
    page.locator(".crumb a").click()
    wait_row(page, last - 10)


def looked_at() -> list[tuple[str, int]]:
    """Titles and widths: at a landing one title at a desk and another on a phone, because boards themselves are checked
    in `test_access`; at night all at both."""
    if NIGHT:
        return [(slug, width) for slug in titles() for width in DESK_AND_PHONE]
    return [*zip(drawn_titles()[-2:], DESK_AND_PHONE, strict=True)]


@pytest.mark.parametrize(("slug", "width"), looked_at())
def test_nothing_keeps_anybody_out(page_at: PageAt, game: Game, width: int) -> None:
    table, ada, _ = game
    page = page_at(width=width, height=900, touch=width < 900, who=ada)
    page.goto(f"/t/{table}/replay/20")
    page.locator("details.words summary").click()
    check_access(page)


@pytest.mark.one_title
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


@pytest.mark.parametrize("screen", [(1440, 900), (390, 844)])
def test_log_has_no_numbers_that_skip(page_at: PageAt, game: Game, screen: tuple[int, int]) -> None:
    """Most turns have several rows, so numbers of rows would skip; the sentence links to its row instead."""
    table, ada, _ = game
    page = page_at(*screen, touch=screen[0] < 900, who=ada)
    page.goto(f"/t/{table}")
    lines = page.locator("#log li")
    assert lines.count() > 3
    assert not [text for text in lines.all_inner_texts() if re.match(r"\d+\s*\n", text)]
    page.goto(f"/t/{table}/replay/20")
    line = page.locator("#log li a[data-row]").nth(2)
    assert not [text for text in page.locator("#log li").all_inner_texts() if re.match(r"\d+\s*\n", text)]
    chosen = int(line.get_attribute("data-row") or -1)
    line.click()
    wait_row(page, chosen)

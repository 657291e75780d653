"""A hint is seen without scrolling: its moves, and an unmistakable mark on the board, with the coach on."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt
from tests.support.titles import drawn_titles
from tests.support.web.colour_vision import SEEN_BY

SCREENS: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))

IN_SIGHT: Final = """(element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && element.contains(there);
}"""

MARK: Final = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  if (!document.querySelector("#options .opt.focus .opt-hit")) return { on: false }; // the board is being drawn again
  const mark = box(".hint-mark"), option = box("#options .opt.focus .opt-hit"), bar = box("#confirm");
  const heads = Math.max(box(".heads").bottom, box(".topbar").bottom), list = box("#hint");
  const under = mark.left < list.right && mark.right > list.left && mark.top < list.bottom && mark.bottom > list.top;
  return {
    on: ["left", "top", "width", "height"].every((side) => Math.abs(mark[side] - option[side]) < 1.5),
    inside: mark.left >= 0 && mark.right <= innerWidth && mark.top >= heads && mark.bottom <= bar.top && !under,
    number: document.querySelector(".hint-mark b").textContent,
    disc: document.querySelector(".hint-mark b").offsetWidth,
    rings: getComputedStyle(document.querySelector(".hint-mark")).boxShadow.split("rgb(").length - 1,
    glowing: [...document.querySelectorAll("#options .opt:not(.focus) .opt-halo")]
      .filter((halo) => getComputedStyle(halo).display !== "none").length,
  };
}"""
"""Whether the mark lies on its option and in the free part of the window, and what it is made of."""


def asked_for_hint(page_at: PageAt, slug: str, width: int, height: int, theme: str = "light") -> Page:
    """A first game with the coach, after "Show me a good move"."""
    page = page_at(width, height, touch=width < 900, theme=theme)
    page.goto("/")
    page.locator(f"form[data-learn][data-title={slug}] button").first.click()
    page.wait_for_url("**/t/*")
    page.locator('#now[data-mine="1"]').wait_for(state="attached")
    page.locator("body[data-live]").wait_for()
    page.locator("#coach-card [data-hint]").click()
    page.locator("#hint-found [data-find]").first.wait_for()
    return page


def wait_mark(page: Page) -> None:
    """Wait until the mark lies on its option."""
    page.wait_for_function(f"() => {{ const mark = ({MARK})(); return mark.on && mark.inside; }}")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("slug", drawn_titles())
def test_hint_and_mark_are_in_sight(page_at: PageAt, slug: str, screen: tuple[int, int]) -> None:
    page = asked_for_hint(page_at, slug, *screen, theme="dark" if screen[0] in (1024, 844) else "light")
    wait_mark(page)
    moves = page.locator("#hint-found [data-find]")
    for move in moves.all():
        assert move.evaluate(IN_SIGHT)
    marked = page.evaluate(MARK)
    assert marked["number"] == "1"
    assert marked["glowing"] == 0
    moves.last.click()
    expect(page.locator(".hint-mark b")).to_have_text(str(moves.count()))
    wait_mark(page)
    assert moves.last.evaluate(IN_SIGHT)


@pytest.mark.one_title
def test_mark_differs_by_more_than_color(page_at: PageAt, slug: str) -> None:
    """A number and a ring of light and dark, with every palette and theme."""
    page = asked_for_hint(page_at, slug, 1440, 900)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        for colors in SEEN_BY:
            page.evaluate("(colors) => (document.documentElement.dataset.colors = colors)", colors)
            wait_mark(page)
            marked = page.evaluate(MARK)
            assert (marked["number"], marked["rings"]) == ("1", 3)
            assert marked["disc"] >= 28


@pytest.mark.one_title
def test_closed_hint_takes_its_mark_along(page_at: PageAt, slug: str) -> None:
    page = asked_for_hint(page_at, slug, 390, 844)
    wait_mark(page)
    expect(page.locator("#coach-card")).to_be_hidden()
    page.locator("#hint-close").click()
    expect(page.locator("#hint-found")).to_be_empty()
    expect(page.locator(".hint-mark")).to_be_hidden()
    expect(page.locator("#options .opt.focus")).to_have_count(0)
    expect(page.locator("#coach-card")).to_be_visible()

"""The frame of the lobby: whole posters, and a footer for players."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site

SCREENS: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))

CUT: Final = """() => [...document.querySelectorAll("svg.poster")].filter((poster) => {
  const { width, height, left, right, top, bottom } = poster.getBoundingClientRect();
  const { width: w, height: h } = poster.viewBox.baseVal;
  let cut = Math.abs(width / height - w / h) > 0.02;
  for (let box = poster.parentElement; box; box = box.parentElement) {
    const clip = box.getBoundingClientRect();
    const inside = left > clip.left - 1 && right < clip.right + 1 && top > clip.top - 1 && bottom < clip.bottom + 1;
    if (getComputedStyle(box).overflowX === "hidden") cut ||= !inside;
  }
  return width > 0 && cut;
}).map((poster) => `${poster.parentElement.className} ${poster.clientWidth} x ${poster.clientHeight}`)"""
"""The posters that are not shown whole: each with the class of its place."""


def whole(page: Page, path: str) -> None:
    page.goto(path)
    assert page.locator("svg.poster").count() >= 4
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_posters_are_shown_whole(site: Site, page_at: PageAt, screen: tuple[int, int]) -> None:
    ada = site.guest("Ada")
    site.started(ada, bots=1)
    for who in (None, ada):
        page = page_at(*screen, touch=screen[0] < 900, who=who)
        for path in ("/", "/rules", "/puzzles"):
            whole(page, path)


def test_footer_has_no_page_for_developers(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/")
    expect(page.locator("footer a[href='/rules']")).to_be_visible()
    expect(page.locator("a[href='/components']")).to_have_count(0)
    answer = page.goto("/components")
    assert answer is not None
    assert answer.ok

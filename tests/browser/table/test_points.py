"""Points that fly to the total of a seat: the number counts up when they arrive."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.browser.telling import open_table
from trainshed.web.pages.frame import static_files

MOVED: Final = """async ([script, select, before, after, length]) => {
  const { animate, stopMotion } = await import(script);
  const total = document.querySelector(select);
  total.textContent = before;
  animate(() => (total.textContent = after), length, { seat: 0 });
  window.counts = total.getAnimations();
  counts.forEach((count) => count.pause());
  window.stopMotion = stopMotion;
}"""
"""Tells a frame that changes a total, and stops the count before it begins."""

SHOWN: Final = """([select, part]) => {
  const total = document.querySelector(select), [count] = counts;
  const { delay, duration } = count.effect.getTiming();
  count.currentTime = delay + duration * part;
  const style = getComputedStyle(total), hidden = style.color === "rgba(0, 0, 0, 0)";
  const number = hidden ? Number(style.getPropertyValue("--n")) : "both";
  return [getComputedStyle(total, "::before").visibility, number];
}"""
"""Whether a number is drawn over the total at some part of its count, and which."""


def moved(page: Page, select: str, before: str, after: str) -> None:
    page.evaluate(MOVED, [static_files.address("motion.js"), select, before, after, 600])


@pytest.mark.parametrize(("width", "select"), [(1440, ".seat-s"), (390, ".chip b")])
@pytest.mark.one_title
def test_a_total_counts_up_when_its_points_arrive(
    site: Site, page_at: PageAt, slug: str, width: int, select: str
) -> None:
    ada = site.guest("Ada")
    page = page_at(width=width, who=ada, motion=True)
    open_table(page, site.started(ada, bots=1, title=slug))
    moved(page, select, "12$", "20$")
    shown = [page.evaluate(SHOWN, [select, part]) for part in (-2, 0, 0.5)]
    assert shown == [["visible", 12], ["visible", 12], ["visible", 16]]
    goal = page.locator(select).first.bounding_box()
    assert goal is not None
    assert goal["y"] < 844, "the points fly to a total in sight"
    assert page.locator(select).first.inner_text() == "20$", "who reads the page reads the present"
    assert page.evaluate(SHOWN, [select, 1])[0] == "hidden", "at the end the total itself is seen"


@pytest.mark.one_title
def test_a_total_that_changes_again_shows_no_old_number(site: Site, page_at: PageAt, slug: str) -> None:
    """A count goes on when the telling ends, but not where the present has another number."""
    ada = site.guest("Ada")
    page = page_at(who=ada, motion=True)
    open_table(page, site.started(ada, bots=1, title=slug))
    moved(page, ".seat-s", "12", "20")
    page.evaluate("stopMotion()")
    assert page.evaluate(SHOWN, [".seat-s", 0.5]) == ["visible", 16]
    page.evaluate("() => { stopMotion(); document.querySelector('.seat-s').textContent = '25'; }")
    assert page.evaluate("counts[0].playState") == "idle"

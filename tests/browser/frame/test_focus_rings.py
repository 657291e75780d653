"""The ring of the keyboard's focus is drawn around things, not across texts."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from tests.support.browser.tables import brought
from tests.support.titles import drawn_titles

SCREENS: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))

STRUCK: Final = """() => {
  const skipped = ".sr, .vh, .hc, [hidden], .topbar, .tabs, .skip";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const seen = (one) => shown(one) && !one.closest(skipped);
  const fixed = (one) => one.closest(".confirm, .coach, .replaybar, .heads");
  const moved = ({ left, right, top, bottom }) =>
    ({ left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY });
  const textsNow = () => {
    const texts = [], range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, { parentElement: holder } = node, said = node.textContent.trim();
      if (!said || !seen(holder)) continue;
      range.selectNodeContents(node);
      const size = parseFloat(getComputedStyle(holder).fontSize) * (holder.getScreenCTM?.().a ?? 1);
      const clip = holder.closest(".log, .rail")?.getBoundingClientRect();
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (clip && (top < clip.top || bottom > clip.bottom)) continue; // scrolled away
        const spare = Math.max(0, (bottom - top - size * 0.74) / 2); // letters are lower than their line
        texts.push({ holder, said, ...moved({ left, right, top: top + spare, bottom: bottom - spare }) });
      }
    }
    return texts;
  };
  const bands = ({ left, right, top, bottom }, out, thick) => [
    { left: left - out, right: right + out, top: top - out, bottom: top - out + thick },
    { left: left - out, right: right + out, top: bottom + out - thick, bottom: bottom + out },
    { left: left - out, right: left - out + thick, top: top - out, bottom: bottom + out },
    { left: right + out - thick, right: right + out, top: top - out, bottom: bottom + out },
  ];
  const crosses = (text, band) => text.left < band.right - 1 && text.right > band.left + 1
    && text.top < band.bottom - 1 && text.bottom > band.top + 1;
  const round = ({ left, right, top, bottom }, x, y, radius, thick) => {
    const far = Math.hypot(Math.max(x - left, right - x), Math.max(y - top, bottom - y));
    const near = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return near < radius + thick / 2 - 1 && far > radius - thick / 2 + 1;
  };
  const found = new Set(), controls = "a[href], button, summary, input, select, [tabindex='0']";
  const first = textsNow();
  for (const one of document.querySelectorAll(controls)) {
    if (!seen(one)) continue;
    one.focus({ preventScroll: true, focusVisible: true });
    if (document.activeElement !== one) continue;
    const hit = one.querySelector(".opt-hit"), texts = first.filter(({ holder }) => fixed(holder) === fixed(one));
    let struck = () => false;
    if (hit?.tagName === "circle" || hit?.tagName === "rect") {
      const thick = parseFloat(getComputedStyle(hit).strokeWidth) * hit.getScreenCTM().a;
      const box = moved(hit.getBoundingClientRect()), radius = (box.right - box.left) / 2;
      const rings = bands(box, thick / 2, thick);
      struck = (text) => hit.tagName === "rect" ? rings.some((ring) => crosses(text, ring))
        : round(text, box.left + radius, box.top + radius, radius, thick);
    } else if (!one.closest("svg")) {
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(one);
      const thick = parseFloat(outlineWidth);
      if (outlineStyle === "none" || !thick || outlineColor === "rgba(0, 0, 0, 0)") continue;
      const out = parseFloat(outlineOffset) + thick;
      const rings = [...one.getClientRects()].flatMap((box) => bands(moved(box), out, thick));
      struck = (text) => rings.some((ring) => crosses(text, ring));
    }
    const name = (one.ariaLabel ?? one.textContent).trim().slice(0, 30);
    for (const text of texts) if (struck(text)) found.add(`${one.tagName} ${name}: ${text.said.slice(0, 30)}`);
  }
  return [...found];
}"""
"""The texts that the ring of some control runs through: what the control is, and the text."""


def struck(page: Page) -> list[str]:
    found: list[str] = page.evaluate(STRUCK)
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_focus_rings_cross_no_text_on_pages(site: Site, page_at: PageAt, screen: tuple[int, int]) -> None:
    page = page_at(*screen, touch=screen[0] < 900, who=site.guest("Ada"))
    for path in (
        "/",
        "/rules",
        "/rules/spike",
        "/rules/spike/board",
        "/puzzles",
        "/puzzles/spike/3",
        "/me",
        "/api/docs",
    ):
        page.goto(path)
        assert struck(page) == [], path


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("slug", drawn_titles())
def test_focus_rings_cross_no_text_at_a_table(site: Site, page_at: PageAt, slug: str, screen: tuple[int, int]) -> None:
    table, state = brought(site, slug)
    state = table.play_on(12)
    page = page_at(*screen, touch=screen[0] < 900, who=table.asked(state))
    Player(page, table.id).open()
    assert struck(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_focused_link_in_a_sentence_stands_out(page_at: PageAt, theme: str) -> None:
    page = page_at(theme=theme)
    page.goto("/api/docs")
    link = page.locator("main li a").first
    before = link.evaluate("link => getComputedStyle(link).backgroundColor")
    link.evaluate("link => link.focus({ focusVisible: true })")
    assert link.evaluate("link => getComputedStyle(link).backgroundColor") != before
    assert link.evaluate("link => getComputedStyle(link).color") != before

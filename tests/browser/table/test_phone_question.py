"""A phone shows the question, and the button that answers it, in its first screen: at every decision of whole games."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.overlap import framed
from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.browser.tables import brought
from tests.support.seeds import NIGHT, SEED
from tests.support.table_walk import NAMES, Walk, tried
from tests.support.titles import drawn_titles
from trainshed.draw.sheet import TALL
from trainshed.locale import LANGUAGES
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, TablePage

PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
THEMES: Final = {PORTRAIT: "light", LANDSCAPE: "dark"}

SIGHT: Final = """([html, question]) => {
  if (html) document.getElementById("confirm").outerHTML = html;
  const bar = document.getElementById("confirm"), wrong = [];
  const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let text;
  while (walker.nextNode()) if (walker.currentNode.textContent.startsWith(question)) text ??= walker.currentNode;
  if (!text) return [`no text: ${question}`];
  range.setStart(text, 0);
  range.setEnd(text, question.length);
  const lines = [...range.getClientRects()];
  if (!lines.length) return [`hidden: ${question}`];
  for (const { left, right, top, bottom } of lines) {
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) wrong.push(`off the screen: ${question}`);
    else if (!text.parentElement.contains(there)) wrong.push(`covered or cut: ${question}`);
    for (let box = text.parentElement; box !== bar.parentElement; box = box.parentElement) {
      const clip = box.getBoundingClientRect(), { display, overflow } = getComputedStyle(box);
      if (display !== "contents" && overflow !== "visible" && (top < clip.top - 2 || bottom > clip.bottom + 2))
        wrong.push(`cut by ${box.className}: ${question}`);
    }
  }
  for (const later of bar.querySelectorAll(".cf-news")) {
    const { top, bottom, height } = later.getBoundingClientRect();
    if (bottom > bar.getBoundingClientRect().bottom) wrong.push(`news cut below: ${question}`);
    if (height && top < lines.at(-1).bottom - 2) wrong.push(`news before the question: ${question}`);
  }
  for (const button of bar.querySelectorAll(".btn")) {
    const { left, right, top, bottom, width } = button.getBoundingClientRect();
    if (!width && button.matches("#send, [data-press]")) wrong.push(`no button ${button.textContent}`);
    if (!width) continue;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = top >= bar.getBoundingClientRect().top && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    if (!inside || !button.contains(there))
      wrong.push(`button out of sight: ${button.textContent}`);
  }
  return wrong;
}"""
"""What is wrong with the sight of a question, and of the buttons beside it."""


def decisions(slug: str, seats: int) -> list[tuple[TablePage, str]]:
    """All decisions of a random game as their players see them, each in a random language; a single answer chosen."""
    walk = Walk(f"question {SEED}", seats, title=slug, names=NAMES)
    found = []
    while not walk.table.over:
        seat = walk.table.actor
        look = PageHistory(seat, walk.steps[-200:]).look(walk.table)
        language = walk.rng.choice(LANGUAGES)
        found.append((look, language))
        if len(look.table_view.moves) == 1:
            only = list(look.table_view.moves)
            found.append((tried(walk.table, seat, only)._replace(only=only), language))
        walk.play()
    return found


@pytest.mark.parametrize("slug", drawn_titles())
def test_question_is_in_sight_in_whole_games(site: Site, page_at: PageAt, slug: str) -> None:
    print(f"TRAINSHED_SEED={SEED}")
    seen = [each for seats in ((2, 3, 4) if NIGHT else (3,)) for each in decisions(slug, seats)]
    assert len(seen) > 50
    wrong: list[str] = []
    page = framed(site, page_at, TALL)
    for width, height in (PORTRAIT, LANDSCAPE):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if THEMES[width, height] == "dark" else "light")
        for look, language in seen:
            parts = PartsRenderer(look, DisplayMode(language, TALL))
            found = page.evaluate(SIGHT, [parts.confirm(), question_of(parts)])
            wrong += [f"{width}x{height} {language}: {line}" for line in found]
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def question_of(parts: PartsRenderer) -> str:
    """The sentence that must be in sight: what is asked; or, with nothing left to choose, what is confirmed."""
    look, table_view = parts.look, parts.table_view
    if look.chosen and not look.asked.moves:
        return parts.doing(parts.board.gesture(look.game, table_view.view, look.asked, parts.say))
    said: str = parts.board.question(look.game, table_view.view, look.asked, parts.say)[0]
    return said


@pytest.mark.parametrize("screen", [PORTRAIT, LANDSCAPE])
@pytest.mark.parametrize("slug", drawn_titles())
def test_first_question_is_in_sight_beside_the_coach(page_at: PageAt, slug: str, screen: tuple[int, int]) -> None:
    page = page_at(*screen, touch=True, theme=THEMES[screen])
    page.goto("/")
    page.locator(f"form[data-learn][data-title={slug}] button").first.click()
    page.wait_for_url("**/t/*")
    page.locator('#now[data-mine="1"]').wait_for(state="attached")
    page.locator("body[data-live]").wait_for()
    expect(page.locator("#coach-card")).to_be_visible()
    assert page.evaluate(SIGHT, ["", question_on(page)]) == []


def question_on(page: Page) -> str:
    """The question as the rule slip of an open page says it."""
    return page.locator("#slip > b").inner_text()


@pytest.mark.parametrize("screen", [PORTRAIT, LANDSCAPE])
def test_bar_offers_to_score_the_trains(site: Site, page_at: PageAt, screen: tuple[int, int]) -> None:
    table, state = brought(site, "first-class", last_scoring)
    page = page_at(*screen, touch=True, who=table.asked(state))
    page.goto(f"/t/{table.id}")
    page.locator("body[data-live]").wait_for()
    expect(page.locator("#doing")).to_contain_text("score the trains")
    button = page.locator("#confirm").get_by_role("button", name="Score the trains")
    expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => scrollY") == 0
    button.click()
    expect(page.locator("#doing")).to_contain_text("Score the trains")
    expect(page.locator("#send")).to_be_enabled()


def last_scoring(state: Any) -> bool:
    """Whether a player can score the trains in the last scoring, or take another reward first."""
    if state.over or state.actor < 0 or state.view(0).scoring != 3:
        return False
    words = [state.game.vocabulary.word(move) for move in state.moves()]
    return "score" in words and len(words) > 1

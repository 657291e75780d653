"""Puzzles in a browser: a wrong answer on the board, the right one from the list; by pointer, keys, without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import PageAt, check_access, overhang
from tests.support.browser.site import Site
from tests.support.titles import drawn_titles
from trainshed.bots.analysis.puzzles import Puzzle, position_of, puzzles_of
from trainshed.kernel.registry import game

pytestmark = pytest.mark.live

NUMBER = 61


def puzzle_of(slug: str, number: int = NUMBER) -> tuple[Puzzle, list[str]]:
    """A puzzle and its wrong answers."""
    title = game(slug)
    file = puzzles_of(title)
    assert file is not None
    puzzle = file.puzzles[number - 1]
    words = [title.vocabulary.word(move) for move in position_of(title, file, puzzle).moves()]
    return puzzle, [word for word in words if word != puzzle.best]


@pytest.mark.one_title
def test_a_wrong_answer_then_the_right_one(page_at: PageAt, slug: str) -> None:
    puzzle, wrong = puzzle_of(slug)
    page = page_at()
    page.goto(f"/puzzles/{slug}/{NUMBER}")
    option = page.locator(f'#options .opt[data-word="{wrong[0]}"]').first
    option.dispatch_event("click")
    chosen = page.locator("#choose input:checked")
    expect(chosen).to_have_value(wrong[0])
    expect(option).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#doing")).to_contain_text(page.locator("label:has(:checked) span").first.inner_text())
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".pz-v")).to_contain_text("There is a better one.")
    expect(page.locator(".pz-v")).to_be_focused()
    check_access(page)
    page.locator(f'#choose input[value="{puzzle.best}"]').check()
    expect(page.locator(f'#options .opt[data-word="{puzzle.best}"]').first).to_have_class("opt chosen focus")
    page.keyboard.press("Enter")
    expect(page.locator(".pz-v")).to_contain_text("Right.")
    expect(page.locator("#solution .best")).to_have_count(1)
    check_access(page)
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(f"**/puzzles/{slug}/{NUMBER + 1}")
    page.goto("/puzzles")
    expect(page.locator(".solved")).to_have_text(f"{game(slug).name} {NUMBER}")
    check_access(page)


@pytest.mark.one_title
def test_by_keys_on_the_board(page_at: PageAt, slug: str) -> None:
    """Space chooses what has the focus, Enter answers with it."""
    puzzle, _ = puzzle_of(slug)
    page = page_at()
    page.goto(f"/puzzles/{slug}/{NUMBER}")
    page.locator(f'#options .opt[data-word="{puzzle.best}"]').first.focus()
    page.keyboard.press("Space")
    expect(page.locator("#choose input:checked")).to_have_value(puzzle.best)
    page.keyboard.press("Enter")
    expect(page.locator("#solution")).to_be_visible()


@pytest.mark.parametrize("title", drawn_titles())
def test_on_a_phone_nothing_is_wider_than_the_window(page_at: PageAt, title: str) -> None:
    page = page_at(width=390, height=844, touch=True, language="it")
    for path in (f"/puzzles/{title}/{NUMBER}", f"/puzzles/{title}/{NUMBER}?solution=1", "/puzzles"):
        page.goto(path)
        assert overhang(page) == 0, path
    page.goto(f"/puzzles/{title}/{NUMBER}")
    expect(page.locator("#sheet")).to_have_attribute("width", "366")
    for width, sheet in ((899, "366"), (1024, "1064")):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator("#sheet")).to_have_attribute("width", sheet)
        assert overhang(page) == 0, width
    if title == drawn_titles()[0]:
        page.set_viewport_size({"width": 390, "height": 844})
        check_access(page)


def test_without_script(site: Site, page_at: PageAt) -> None:
    puzzle, wrong = puzzle_of("lok-n-roll")
    browser = page_at().context.browser
    assert browser is not None
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="Solve it").click()
        expect(page.get_by_role("button", name="Answer")).to_be_visible()
        page.goto(f"/puzzles/lok-n-roll/{NUMBER}")
        for word, said in ((wrong[0], "There is a better one."), (puzzle.best, "Right.")):
            page.locator(f'#choose input[value="{word}"]').check()
            page.get_by_role("button", name="Answer").click()
            expect(page.locator(".pz-v")).to_contain_text(said)
    finally:
        context.close()

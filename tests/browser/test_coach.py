"""Learning by playing: first games from the lobby on, by a player who reads nothing but the coach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.learner import Learner
from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access
from tests.support.browser.player import DOUBLE_CLICK, LIVE
from tests.support.seeds import NIGHT, SEED, size
from trainshed.kernel.coaching import Coach, coach_of
from trainshed.kernel.registry import game, titles
from trainshed.locale import LANGUAGES

pytestmark = pytest.mark.live

TITLES = [slug for slug in titles() if coach_of(game(slug)) is not None]
COVERED = """() => [...document.querySelectorAll("#options .opt:not(.dead)")].filter((option) => {
  option.scrollIntoView({ block: "end" });
  const box = option.querySelector(".opt-hit").getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !option.contains(there) && there?.closest("#coach-card");
}).length"""

OVER = """hit => {
  const { x, y, width, height } = hit.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
  const { style } = document.querySelector("#coach-card");
  Object.assign(style, { position: "fixed", zIndex: 99, left: "0", top: "0" });
  const got = document.querySelector("#coach-ok").getBoundingClientRect();
  style.translate = `${at[0] - got.x - got.width / 2}px ${at[1] - got.y - got.height / 2}px`;
  return at;
}"""
"""Moves the coach's card so that "Got it" lies over an option; the place of both."""

TURNS = 4
"""Turns that are played of a first game, except in the nightly run."""


def languages(title: str) -> list[str]:
    """The languages to test a title in: one that is not English; in the nightly run all."""
    return list(LANGUAGES) if NIGHT else [LANGUAGES[1 + TITLES.index(title) % (len(LANGUAGES) - 1)]]


def texts(title: str) -> Coach:
    found = coach_of(game(title))
    assert found is not None
    return found


@pytest.mark.parametrize(("title", "language"), [(title, each) for title in TITLES for each in languages(title)])
def test_a_first_game(page_at: PageAt, title: str, language: str) -> None:
    """By turns from title to title on a phone, with a finger, and at a desk. The first turns, at night to the end."""
    touch = TITLES.index(title) % 2 == 0
    page = page_at(390, 844, touch=True, language=language) if touch else page_at(language=language)
    learner = Learner(page, title, texts(title), language, touch, SEED)
    learner.begin()
    card = learner.page.request.get(f"/api/tables/{learner.table}/card").json()
    assert (card["status"], card["visibility"], len(card["seats"])) == ("playing", "private", 2)
    if NIGHT:
        learner.play()
        assert "1. " in learner.said
    else:
        for _ in range(TURNS):
            assert learner.turn()
    print(f"{title} {language}: {len(learner.told)} texts at {sorted(learner.asked)}")
    assert len(learner.told) >= size(day=5, night=8)


def started(page_at: PageAt, width: int = 1440, title: str = TITLES[0]) -> Learner:
    """A first game at the first decision."""
    page = page_at(width=width, height=900, touch=width < 900)
    learner = Learner(page, title, texts(title), "en")
    learner.begin()
    learner.wait_asked()
    return learner


def kind(page: Page) -> str:
    return page.locator("#coach-card").get_attribute("data-kind") or ""


@pytest.mark.parametrize(
    ("width", "title"), [(DESK_AND_PHONE[1 - place % 2], title) for place, title in enumerate(TITLES)]
)
def test_nothing_keeps_anybody_out(page_at: PageAt, width: int, title: str) -> None:
    """The coach's card covers nothing that must be pressed; and its accessibility, at a landing with one title at a
    desk and one on a phone, because the card is the same everywhere and `test_access` checks every board."""
    page = started(page_at, width, title).page
    expect(page.locator("#coach-card")).to_be_in_viewport(ratio=1)
    if NIGHT or title in TITLES[:2]:
        check_access(page)
    assert page.evaluate(COVERED) == 0


def test_what_was_read_does_not_come_back_and_the_board_stays(page_at: PageAt) -> None:
    learner = started(page_at)
    page = learner.page
    card, sheet = page.locator("#coach-card"), page.locator("#sheet")
    assert kind(page) == "welcome"
    before = sheet.bounding_box()
    page.locator("#coach-ok").click()
    assert kind(page) not in ("", "welcome")
    page.reload()
    expect(card).to_be_visible()
    assert kind(page) != "welcome"
    while kind(page):
        page.locator("#coach-ok").click()
    expect(card).to_be_hidden()
    assert sheet.bounding_box() == before
    assert page.locator("#coach-said").inner_text() == ""


def test_a_double_click_reads_and_chooses_nothing_beneath(page_at: PageAt) -> None:
    """The second click of a double click on "Got it" falls on the option that the card covered."""
    learner = started(page_at)
    page = learner.page
    while page.locator("#coach-n").inner_text():  # more texts wait behind this one
        page.locator("#coach-ok").click()
    option = learner.option(learner.words()[0])
    at = option.locator(".opt-hit").evaluate(OVER)
    page.wait_for_timeout(DOUBLE_CLICK * 1000)
    page.mouse.dblclick(*at)
    expect(page.locator("#coach-card")).to_be_hidden()
    page.wait_for_timeout(DOUBLE_CLICK * 1000)
    assert learner.steps == 0
    page.mouse.click(*at)  # the option does lie there
    learner.wait_steps(1)


def test_whoever_plays_on_has_been_told(page_at: PageAt) -> None:
    """Without pressing "Got it": each step tells of itself, and what was sent is not told again."""
    learner = started(page_at)
    page = learner.page
    shown = [kind(page)]
    while words := learner.words():
        learner.try_word(words[0])
        shown.append(kind(page))
    learner.confirm()
    assert learner.wait_asked()
    assert kind(page) not in shown


def test_it_is_switched_off_and_on(page_at: PageAt) -> None:
    learner = started(page_at)
    page = learner.page
    card = page.locator("#coach-card")
    page.get_by_role("button", name="No more help").click()
    expect(card).to_be_hidden()
    page.reload()
    expect(page.locator("#sheet")).to_be_visible()
    expect(card).to_be_hidden()
    page.get_by_label("Table", exact=True).first.click()
    page.get_by_role("button", name="Switch the coach on").click()
    expect(card).to_be_visible()
    assert kind(page) == "welcome"
    page.get_by_label("Table", exact=True).first.click()
    expect(page.get_by_role("button", name="Switch the coach on")).to_be_hidden()
    page.get_by_role("button", name="Switch the coach off").click()
    expect(card).to_be_hidden()


def test_it_is_read_by_keys_alone(page_at: PageAt) -> None:
    """Tab leads to the card; when all is read, the board has the focus again."""
    learner = started(page_at)
    page = learner.page
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator("#coach-ok:focus").count():
            break
    expect(page.locator("#coach-ok")).to_be_focused()
    for _ in range(12):
        if not kind(page):
            break
        page.keyboard.press("Enter")
    expect(page.locator("#coach-card")).to_be_hidden()
    assert page.locator(f"{LIVE}:focus, #send:focus, #stage:focus").count() == 1


def test_it_is_off_unless_somebody_wants_it(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/")
    page.locator(f"form[data-play]:not([data-learn])[data-title={TITLES[0]}] button").first.click()
    page.wait_for_url("**/t/*")
    page.locator('#now[data-mine="1"]').wait_for(state="attached")
    expect(page.locator("#coach-card")).to_be_hidden()

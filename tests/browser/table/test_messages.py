"""Whatever a page says can be closed, by the pointer and by Escape, and covers nothing that can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site

SCREENS: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))

COVERED: Final = """(message) => {
  const controls = "a[href], button, summary, input, select, textarea, #options .opt";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 2;
  const wrong = [];
  for (const control of document.querySelectorAll(controls)) {
    if (!shown(control) || control.closest(`${message}, .sr, details:not([open]) > :not(summary)`)) continue;
    if (control.matches(".skip") || control.closest(".sr")) continue;
    control.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = (control.querySelector(".opt-hit") ?? control).getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there?.closest(message)) wrong.push(control.id || control.outerHTML.slice(0, 80));
  }
  scrollTo(0, 0);
  return wrong;
}"""
"""The controls whose middle lies under a message, wherever the page is scrolled."""


def coached(page_at: PageAt, width: int, height: int) -> Page:
    """A first game of Russian Railroads with the coach, in which some spaces are closed."""
    page = page_at(width, height, touch=width < 900)
    page.goto("/")
    page.locator("form[data-learn][data-title=russian-railroads] button").first.click()
    page.wait_for_url("**/t/*")
    page.locator('#now[data-mine="1"]').wait_for(state="attached")
    page.locator("body[data-live]").wait_for()
    expect(page.locator("#coach-card")).to_be_visible()
    return page


def refuse(page: Page) -> str:
    """Press a closed space."""
    Player(page, "").poke(page.locator("#options .opt.dead").first)
    return ".slip.bad"


def refuse_by_touch(page: Page) -> str:
    Player(page, "", touch=True).poke(page.locator("#options .opt.dead").first)
    return ".slip.bad"


def lose(page: Page) -> str:
    """Lose the connection; a second time, after it has come back."""
    page.context.set_offline(False)
    page.locator("body[data-live]:not(.is-lost)").wait_for()
    page.context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text("The connection is lost.")
    return "#strip"


def hint(page: Page) -> str:
    page.locator("#coach-card [data-hint]").click()
    page.locator("#hint-found [data-find]").first.wait_for()
    return "#hint"


MESSAGES: Final[dict[str, Callable[[Page], str]]] = {"refusal": refuse, "notice": lose, "hint": hint}


def shown(page: Page, said: str) -> None:
    expect(page.locator(said if said != "#hint" else "#hint-found > *").first).to_be_visible()


def hidden(page: Page, said: str) -> None:
    place = page.locator(said if said != "#hint" else "#hint-found > *")
    expect(place.filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("message", MESSAGES)
def test_message_covers_no_control_and_can_be_closed(page_at: PageAt, message: str, screen: tuple[int, int]) -> None:
    page = coached(page_at, *screen)
    say = refuse_by_touch if message == "refusal" and screen[0] < 900 else MESSAGES[message]
    said = say(page)
    shown(page, said)
    assert page.evaluate(COVERED, said) == []
    expect(page.locator(f"{said} [data-dismiss]")).to_be_in_viewport(ratio=1)
    page.locator(f"{said} [data-dismiss]").click()
    hidden(page, said)
    expect(page.locator("#coach-card")).to_be_visible()
    say(page)
    shown(page, said)
    page.keyboard.press("Escape")
    hidden(page, said)
    expect(page.locator("#coach-ok")).to_be_visible()


@pytest.mark.parametrize("screen", SCREENS)
def test_coach_covers_no_control(page_at: PageAt, screen: tuple[int, int]) -> None:
    page = coached(page_at, *screen)
    assert page.evaluate(COVERED, "#coach-card") == []


@pytest.mark.parametrize("key", ["", "Escape"])
def test_news_of_the_table_can_be_closed(site: Site, page_at: PageAt, key: str) -> None:
    ada, bo, cy = site.guest("Ada"), site.guest("Bo"), site.guest("Cy")
    table = site.started(ada, [bo, cy], title="lok-n-roll")
    page = page_at(390, 844, touch=True, who=ada)
    Player(page, table).open()
    bo.post(f"/tables/{table}/leave")
    news = page.locator("#proposal")
    expect(news).to_contain_text("Bo is away")
    assert page.evaluate(COVERED, "#proposal") == []
    if key:
        page.keyboard.press(key)
    else:
        news.locator("[data-dismiss]").click()
    expect(news).to_be_hidden()
    bo.post(f"/tables/{table}/back")
    expect(news).to_contain_text("Bo is back.")


@pytest.mark.parametrize("key", ["", "Escape"])
def test_notice_of_a_lost_connection_stays_closed(site: Site, page_at: PageAt, key: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1, title="lok-n-roll")
    page = page_at(390, 844, touch=True, who=ada)
    Player(page, table).open()
    page.context.set_offline(True)
    strip = page.locator("#strip")
    expect(strip).to_contain_text("The connection is lost.")
    if key:
        page.keyboard.press(key)
    else:
        strip.locator("[data-dismiss]").click()
    expect(strip).to_be_hidden()
    page.evaluate("new Promise((done) => setTimeout(done, 2500))")  # it was said anew every second
    expect(strip).to_be_hidden()
    page.context.set_offline(False)
    expect(strip).to_contain_text("Back on line.")

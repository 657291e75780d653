"""The page plays the turns of others: how long they stand, how they are skipped, and that nothing moves for readers
who prefer that."""

from __future__ import annotations

from typing import Final

import pytest

from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.browser.telling import TOLD, WATCH, middle_of, open_table, paced, take_turn, told_turns
from tests.support.titles import drawn_titles
from trainshed.web.pages.frame import static_files

EARLY: Final = 3
"""Milliseconds by which a browser's timer may be early."""


@pytest.mark.parametrize("slug", drawn_titles())
def test_every_turn_of_a_bot_is_seen(site: Site, page_at: PageAt, slug: str) -> None:
    """With three bots: each turn stands for at least 0.6 seconds, a roll for 1.2, and no option glows meanwhile."""
    ada = site.guest("Ada")
    table = site.started(ada, bots=3, title=slug)
    page = paced(page_at(who=ada, motion=True), site.url, "calm")
    open_table(page, table)
    page.evaluate(WATCH)
    take_turn(ada, table, slug)
    page.wait_for_function(TOLD)
    seen = page.evaluate("seen")
    told = told_turns(seen, f"seat-{ada.look(table)['seat']}")
    assert told
    assert all(long > 600 - EARLY for _, long, _ in told), told
    assert all(one["options"] == 0 for one in seen[1:] if one["telling"] and one["said"] != seen[0]["said"])
    rolls = [one for _, _, ones in told for one in ones if "show" in one["said"] and slug == "lok-n-roll"]
    assert all(one["ms"] > 1200 - EARLY for one in rolls), rolls
    assert page.evaluate("moved") > 0
    assert page.locator("#stage .trail-ring, #stage .trail").count() > 0, "what happened since my turn is not outlined"


@pytest.mark.one_title
def test_the_first_press_only_skips(site: Site, page_at: PageAt, slug: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1, title=slug)
    page = paced(page_at(who=ada), site.url, "calm")
    open_table(page, table)
    for way in ("board", "key", "button"):
        page.evaluate(WATCH)
        take_turn(ada, table, slug)
        page.locator("#confirm.told").wait_for()
        page.wait_for_function("() => document.querySelector('#now').dataset.mine === '1'")
        if way == "key":
            page.keyboard.press("Enter")
        else:
            page.mouse.click(*((400, 300) if way == "board" else middle_of(page.locator("#skip"))))
        assert page.evaluate("() => !document.body.classList.contains('telling')"), "it goes on"
        assert page.locator("#options .opt").count() > 0, "the options are not live at once"
        assert page.evaluate("moved") == 0, "reduced motion: nothing moves"
        page.wait_for_function("() => !document.querySelector('.telling')")
        if not page.locator('#now[data-only]:not([data-only=""])').count():
            assert page.locator("#confirm .steps li").count() == 0, "the press has chosen something"


@pytest.mark.one_title
def test_without_a_pace_the_present_is_shown_at_once(site: Site, page_at: PageAt, slug: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1, title=slug)
    page = page_at(who=ada, motion=True)
    open_table(page, table)
    page.evaluate(WATCH)
    before = ada.look(table)["seq"]
    take_turn(ada, table, slug)
    page.locator(f'#now[data-mine="1"]:not([data-seq="{before}"])').wait_for(state="attached")
    assert not any(one["telling"] for one in page.evaluate("seen"))


@pytest.mark.one_title
def test_what_happened_can_be_played_again(site: Site, page_at: PageAt, slug: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=2, title=slug)
    page = paced(page_at(who=ada), site.url, "quick")
    open_table(page, table)
    page.evaluate(WATCH)
    take_turn(ada, table, slug)
    page.wait_for_function(TOLD)
    page.evaluate(WATCH)
    page.locator("#since-mine").click()
    page.wait_for_function(TOLD)
    told = told_turns(page.evaluate("seen"), f"seat-{ada.look(table)['seat']}")
    assert told
    assert all(long > 300 - EARLY for _, long, _ in told), told


TIMES: Final = """async ([script, pace, frames, spent]) => {
  const { TIMES, durations } = await import(script);
  return durations(frames.map((roll) => ({ roll })), TIMES[pace], undefined, spent);
}"""


def test_how_long_the_parts_of_a_turn_stand(page_at: PageAt) -> None:
    """A turn has its limits however many parts it has, a roll its own time, and a late rest of a turn what is left."""
    page = page_at()
    page.goto("/")

    def lengths(pace: str, *rolls: bool, spent: float = 0) -> list[float]:
        asked = [static_files.address("pace.js"), pace, list(rolls), spent]
        return [float(ms) for ms in page.evaluate(TIMES, asked)]

    for pace, least, most, rolled, with_roll in (("calm", 600, 1600, 1700, 2500), ("quick", 300, 600, 850, 1000)):
        for parts in range(1, 8):
            told = lengths(pace, *[False] * parts)
            assert least <= round(sum(told)) <= most
            assert max(told) - min(told) < 1, "all parts are sped up evenly"
            *before, roll = lengths(pace, *[False] * parts, True)
            assert roll >= rolled
            assert round(sum(before) + roll) <= with_roll
        assert rolled <= lengths(pace, True)[0] <= with_roll
    assert sum(lengths("calm", False, False, spent=1400)) == pytest.approx(200)
    assert sum(lengths("calm", False, spent=1600)) == pytest.approx(100), "what comes late is seen too"

"""The page plays the turns of others: how long they stand, how they are skipped, and that nothing moves for readers
who prefer that."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page

from tests.support.browser.pages import PageAt
from tests.support.browser.site import Person, Site
from tests.support.titles import drawn_titles
from trainshed.kernel.registry import game

WATCH: Final = """() => {
  window.seen = [];
  window.moved = 0;
  let last = "";
  const look = () => {
    const telling = document.body.classList.contains("telling");
    const seat = document.querySelector("#seats .seat.now")?.id ?? "";
    const said = document.querySelector("#doing").textContent;
    const options = document.querySelectorAll("#options .opt").length;
    const moving = document.getAnimations().filter((one) => one.effect.target.closest("#stage"));
    if (telling) moved = Math.max(moved, moving.length);
    const row = [telling, seat, said, options].join();
    if (last !== row) seen.push({ at: performance.now(), telling, seat, said, options });
    last = row;
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
  look();
}"""
"""Notes whenever the page tells something else, and how many pieces move at once."""

TOLD: Final = """() => seen.some((one) => one.telling) && !seen.at(-1).telling
  && document.querySelector('#now[data-mine="1"], #now[data-over="1"]') !== null"""
"""Something was told, and the present is shown."""

EARLY: Final = 3
"""Milliseconds by which a browser's timer may be early."""


def slow(page: Page, site: Site, pace: str) -> Page:
    """The page with a pace."""
    page.context.add_cookies([{"name": "pace", "value": pace, "url": site.url}])
    return page


def opened(page: Page, table: str) -> None:
    page.goto(f"/t/{table}")
    page.locator("body[data-live]").wait_for()
    page.locator('#now[data-mine="1"]').wait_for(state="attached")
    page.locator("body:not(.telling)").wait_for()


def move(person: Person, table: str, title: str) -> None:
    """One turn of a person, the first legal words, until somebody else or nobody is to move."""
    vocabulary = game(title).vocabulary
    seen = person.look(table)
    for _ in range(60):
        if seen.get("actor") != seen["seat"]:
            return
        word = min(seen["moves"], key=vocabulary.id)
        person.play(table, word)
        seen = person.look(table)


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def turns(seen: list[Any], me: str) -> list[tuple[str, float, list[Any]]]:
    """The turns that were told: the seat, how long, and what."""
    shown = [{**one, "ms": later["at"] - one["at"]} for one, later in pairwise(seen)]
    told = [one for one in shown if one["telling"] and one["options"] == 0]
    found = [(seat, list(ones)) for seat, ones in groupby(told, key=lambda one: str(one["seat"]))]
    return [(seat, sum(one["ms"] for one in ones), ones) for seat, ones in found if seat != me]


@pytest.mark.parametrize("slug", drawn_titles())
def test_every_turn_of_a_bot_is_seen(site: Site, page_at: PageAt, slug: str) -> None:
    """With three bots: each turn stands for at least 0.6 seconds, a roll for 1.2, and no option glows meanwhile."""
    ada = site.guest("Ada")
    table = site.started(ada, bots=3, title=slug)
    page = slow(page_at(who=ada, motion=True), site, "calm")
    opened(page, table)
    page.evaluate(WATCH)
    move(ada, table, slug)
    page.wait_for_function(TOLD)
    seen = page.evaluate("seen")
    told = turns(seen, f"seat-{ada.look(table)['seat']}")
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
    page = slow(page_at(who=ada), site, "calm")
    opened(page, table)
    for way in ("board", "key", "button"):
        page.evaluate(WATCH)
        move(ada, table, slug)
        page.locator("#confirm.told").wait_for()
        page.wait_for_function("() => document.querySelector('#now').dataset.mine === '1'")
        if way == "key":
            page.keyboard.press("Enter")
        else:
            page.mouse.click(*((400, 300) if way == "board" else middle(page.locator("#skip"))))
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
    opened(page, table)
    page.evaluate(WATCH)
    before = ada.look(table)["seq"]
    move(ada, table, slug)
    page.locator(f'#now[data-mine="1"]:not([data-seq="{before}"])').wait_for(state="attached")
    assert not any(one["telling"] for one in page.evaluate("seen"))


@pytest.mark.one_title
def test_what_happened_can_be_played_again(site: Site, page_at: PageAt, slug: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=2, title=slug)
    page = slow(page_at(who=ada), site, "quick")
    opened(page, table)
    page.evaluate(WATCH)
    move(ada, table, slug)
    page.wait_for_function(TOLD)
    page.evaluate(WATCH)
    page.locator("#since-mine").click()
    page.wait_for_function(TOLD)
    told = turns(page.evaluate("seen"), f"seat-{ada.look(table)['seat']}")
    assert told
    assert all(long > 300 - EARLY for _, long, _ in told), told

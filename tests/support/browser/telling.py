"""What a page tells of the turns of others, noted in the browser while it does."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tests.support.browser.site import Person
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


def paced(page: Page, url: str, pace: str) -> Page:
    """The page of a site with a pace."""
    page.context.add_cookies([{"name": "pace", "value": pace, "url": url}])
    return page


def open_table(page: Page, table: str) -> None:
    """Go to a table, and wait until it is one's own turn there."""
    page.goto(f"/t/{table}")
    page.locator("body[data-live]").wait_for()
    page.locator('#now[data-mine="1"]').wait_for(state="attached")
    page.locator("body:not(.telling)").wait_for()


def take_turn(person: Person, table: str, title: str) -> None:
    """One turn of a person, the first legal words, until somebody else or nobody is to move."""
    vocabulary = game(title).vocabulary
    seen = person.look(table)
    for _ in range(60):
        if seen.get("actor") != seen["seat"]:
            return
        word = min(seen["moves"], key=vocabulary.id)
        person.play(table, word)
        seen = person.look(table)


def middle_of(place: Locator) -> tuple[float, float]:
    """The point in the window where somebody presses it."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def told_turns(seen: list[Any], me: str) -> list[tuple[str, float, list[Any]]]:
    """The turns that were told: the seat, how long, and what."""
    shown = [{**one, "ms": later["at"] - one["at"]} for one, later in pairwise(seen)]
    told = [one for one in shown if one["telling"] and one["options"] == 0]
    found = [(seat, list(ones)) for seat, ones in groupby(told, key=lambda one: str(one["seat"]))]
    return [(seat, sum(one["ms"] for one in ones), ones) for seat, ones in found if seat != me]

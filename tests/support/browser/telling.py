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


WATCH_OPTIONS: Final = """() => {
  window.glowing = { watched: 0, shifted: [] };
  const entries = [], all = "#options";
  const touches = ({ node }) => node?.nodeType === 1 && (node.closest(all) ?? node.querySelector(all));
  new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type: "layout-shift" });
  const places = () => new Map([...document.querySelectorAll("#options .opt")].map((option) => {
    const { x, y, width, height } = option.querySelector(".opt-hit").getBoundingClientRect();
    return [option.id, [x, y, width, height].map(Math.round).join()];
  }));
  let begun;
  const look = () => {
    requestAnimationFrame(look);
    const glows = !document.body.classList.contains("telling") && document.querySelector("#options .opt") !== null;
    const { seq } = document.querySelector("#now").dataset;
    if (glows && document.querySelector(".fly") && begun?.seq === seq) {
      for (const [id, place] of places()) {
        const old = begun.places.get(id);
        if (old && old !== place) glowing.shifted.push(`${id}: ${old} to ${place}`);
      }
    } else if (glows && document.querySelector(".fly")) begun = { seq, places: places(), at: performance.now() };
    else if (begun) {
      const during = entries.filter(({ startTime, sources }) => startTime > begun.at && sources.some(touches));
      glowing.shifted.push(...during.map(({ value }) => `layout shift ${value}`));
      glowing.watched++;
      begun = undefined;
    }
  };
  look();
}"""
"""Looks at every frame in which points still fly while options glow already: whether an option is anywhere else than in
the first of these frames, or the browser notes a layout shift of it."""

STILL: Final = "() => !document.querySelector('.fly')"
"""No points fly."""


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
    """The turns that were told: the seat, how long, and what; not one that was being told when the noting began."""
    shown = [{**one, "ms": later["at"] - one["at"]} for one, later in pairwise(seen)]
    told = [one for one in shown if one["telling"] and one["options"] == 0]
    found = [(seat, list(ones)) for seat, ones in groupby(told, key=lambda one: str(one["seat"]))]
    if seen and seen[0]["telling"]:
        del found[:1]
    return [(seat, sum(one["ms"] for one in ones), ones) for seat, ones in found if seat != me]

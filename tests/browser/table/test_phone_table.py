"""A table on a phone: what may glide, what stands below the question, and where the page is when a game has ended."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player
from tests.support.browser.site import Site

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
GLIDES = """(which) => [...new Set([...document.querySelectorAll(`#stage ${which}`)].map(
  (piece) => getComputedStyle(piece).transitionProperty))].join("; ")"""
INSIDE = """(id) => {
  const { top, bottom } = document.querySelector(id).getBoundingClientRect(), bar = document.querySelector("#confirm");
  return top >= 0 && bottom <= bar.getBoundingClientRect().top + 1;
}"""


def test_printed_things_never_glide_and_on_a_phone_only_what_was_chosen(site: Site, page_at: PageAt) -> None:
    """A panel that opens on a phone shifts the board below it: no piece may then lag behind its place."""
    ada = site.guest("Ada")
    table = site.started(ada, [site.guest("Bo")], title="russian-railroads")
    desk: dict[str, Any] = {}
    for size, glides in ((PHONE, "opacity"), (desk, "transform, opacity")):
        page = page_at(who=ada, **size)
        Player(page, table).open()
        assert page.evaluate(GLIDES, ".piece[id]:not(.lift)") == glides
        assert "transform" not in page.evaluate(GLIDES, ".piece:not([id])")


def test_dice_track_and_hand_are_seen_at_once_on_a_phone(site: Site, page_at: PageAt) -> None:
    ada, bo = site.guest("Ada"), site.guest("Bo")
    table = site.started(ada, [bo], title="lok-n-roll", options={"start": "seat-1"})
    while (seen := ada.look(table))["view"]["engine"] < 0:
        asked = (ada, bo)[seen["actor"]]
        asked.play(table, asked.look(table)["moves"][0])
    page = page_at(who=ada, **PHONE)
    Player(page, table).open()
    for id_ in ("#deck", "#die-0", "#die-3", "#stage [id^=hand-]"):
        assert page.evaluate(INSIDE, id_)
    if ada.look(table)["actor"] == 0:
        expect(page.locator("#confirm")).to_contain_text("Pass, lay cards or discard chaos?")


def test_a_game_that_ends_is_seen_from_its_banner(site: Site, page_at: PageAt) -> None:
    ada, bo = site.guest("Ada"), site.guest("Bo")
    table = site.started(ada, [bo], title="lok-n-roll")
    page = page_at(who=ada, **PHONE)
    Player(page, table).open()
    page.evaluate("() => scrollTo(0, 500)")
    page.wait_for_function("() => scrollY > 100")
    bo.post(f"/tables/{table}/concede", seq=bo.look(table)["seq"])
    expect(page.locator("#ending .banner-t")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")

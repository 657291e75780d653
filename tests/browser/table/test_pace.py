"""The page plays the turns of others: how long they stand, how they are skipped, and that nothing moves for readers
who prefer that."""

from __future__ import annotations

from itertools import pairwise
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

    for pace, least, most, rolled, with_roll in (("calm", 600, 1500, 1700, 2400), ("quick", 300, 600, 850, 1000)):
        for parts in range(1, 8):
            told = lengths(pace, *[False] * parts)
            assert least <= round(sum(told)) <= most
            assert max(told) - min(told) < 1, "all parts are sped up evenly"
            *before, roll = lengths(pace, *[False] * parts, True)
            assert roll >= rolled
            assert round(sum(before) + roll) <= with_roll
        assert rolled <= lengths(pace, True)[0] <= with_roll
    assert sum(lengths("calm", False, False, spent=1200)) == pytest.approx(300)
    assert sum(lengths("calm", False, spent=1600)) == pytest.approx(80), "what comes late is seen too"


ON_A_CLOCK_OF_ITS_OWN: Final = """async ([script, batches, drawing, fetching]) => {
  const real = window.setTimeout, waiting = [], shown = [];
  let time = 1000, over = false;
  const later = (act, ms) => waiting.push({ due: time + Math.max(0, ms), act });
  performance.now = () => time;
  window.setTimeout = later;
  window.fetch = (address) => new Promise((resolve) => {
    const text = JSON.stringify(batches[address].map(([seat, roll]) => ({ seat, roll })));
    const headers = new Headers({ "content-type": "application/json" });
    later(() => resolve({ ok: true, headers, text: async () => text }), fetching);
  });
  document.documentElement.dataset.pace = "calm";
  const { teller } = await import(script);
  const draw = (seat, roll) => shown.push({ seat, roll, at: (time += drawing) });
  const others = teller({
    address: (after) => after,
    show: ({ seat, roll }) => {
      draw(seat, roll);
      if (shown.length === batches[0].length) others.tell(0, batches.length);
    },
    mine: () => false,
    end: () => (over = true),
  });
  others.tell(0, 1);
  while (!over) {
    await new Promise((resolve) => real(resolve));
    const next = waiting.sort((one, other) => one.due - other.due).shift();
    if (next) time = Math.max(time, next.due);
    next?.act();
  }
  Object.assign(window, { setTimeout: real });
  return shown;
}"""
"""Tells batches of frames, which take so many milliseconds to draw and to fetch; only this script moves the clock."""


@pytest.mark.parametrize("drawing", [0, 25, 50, 75])
def test_time_to_fetch_and_draw_is_taken_from_the_turn(page_at: PageAt, drawing: int) -> None:
    """A turn lasts from its first frame until the next turn is drawn, and keeps its limits where each frame is late."""
    page = page_at()
    page.goto("/")
    pace, plain, roll, following = static_files.address("pace.js"), [1, False], [1, True], [2, False]

    def told(*batches: list[list[int]]) -> list[tuple[bool, float]]:
        """For each frame of the turn, whether it was a roll and how long it stood."""
        shown = page.evaluate(ON_A_CLOCK_OF_ITS_OWN, [pace, batches, drawing, 70])
        return [(one["roll"], after["at"] - one["at"]) for one, after in pairwise(shown)]

    for parts in range(1, 9):
        for batches in ([[plain] * parts + [following]], [[plain], [plain] * (parts - 1) + [following]]):
            turn = told(*batches)
            assert 600 <= round(sum(ms for _, ms in turn)) <= 1600, turn
        turn = told([plain] * (parts // 2) + [roll] + [plain] * (parts // 4) + [following])
        assert round(sum(ms for _, ms in turn)) <= 2500, turn
        assert all(round(ms) >= 1700 for is_roll, ms in turn if is_roll), "a roll stands as long as it should"

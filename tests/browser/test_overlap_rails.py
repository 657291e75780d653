"""Boards of Russian Railroads in a browser: nothing lies outside, no texts overlap or are too small.

As in `test_overlap`, and what only this title has: railways of rivals, scorings, and the tables of the end. Some of the
games are checked at each landing, all of them in the nightly run.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.support.browser.overlap import CHECK, NAMES, SMALLEST, DrawnTable, framed, seen
from tests.support.browser.pages import PageAt
from tests.support.browser.russian_railroads import SLUG, clever, keen
from tests.support.browser.site import Site
from tests.support.seeds import NIGHT, SEED
from tests.support.table_walk import Walk
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.russian_railroads.events import RoundScored
from trainshed.locale import LANGUAGES
from trainshed.web.pages.table.page_feed import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer

pytestmark = pytest.mark.live

GAMES = 6
"""Games of each number of players."""

POSITIONS = 500
"""At least so many positions are checked in each layout in the nightly run."""

EACH = 14
"""Positions of a game, beside the first and the last; each also with a previewed gesture and a rival's railway."""

EACH_DAY = 7
"""Positions that are checked of each number of players, in each layout, at each landing."""

SEATS = (2, 3, 4)


class Played(NamedTuple):
    """A table after a gesture, and its last rows."""

    table: Any
    steps: list[Any]


def play(seats: int, number: int) -> tuple[list[Played], Walk]:
    """A game, by its number random, by `keen` players or by the rules of thumb: its tables, and the walk at its end."""
    walk = Walk(f"rails {SEED} {number}", seats, title=SLUG, names=NAMES)
    found = [Played(walk.table.copy(), walk.steps[-80:])]
    while not walk.table.over:
        position: Any = walk.table.position
        words = [position.game.vocabulary.word(move) for move in position.moves()]
        pick = (None, keen, clever)[number % 3]
        walk.play("" if pick is None else pick(position, words, walk.rng))
        found.append(Played(walk.table.copy(), walk.steps[-80:]))
    return found, walk


def positions(seats: int, number: int) -> Iterator[DrawnTable]:
    """Some positions of a game: for a viewer, with a previewed gesture, and each with the railway of another seat."""
    rng = Random(f"rails {SEED} {seats} {number}")
    found, _ = play(seats, number)
    for index in sorted({0, len(found) - 1, *rng.sample(range(len(found)), EACH)}):
        name = f"{seats} seats, game {number}, row {index}"
        for table_view in seen(name, found[index], rng):
            yield table_view
            beside = rng.choice([seat for seat in range(seats) if seat != table_view.look.table_view.seat])
            yield table_view._replace(name=f"{table_view.name}, beside {beside}", beside=beside)


def games() -> list[tuple[int, int]]:
    """The games to check: all in the nightly run, otherwise one of each number of players."""
    if NIGHT:
        return [(seats, number) for seats in SEATS for number in range(GAMES)]
    return [(seats, Random(f"{SEED} {seats}").randrange(GAMES)) for seats in SEATS]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_overlaps(site: Site, page_at: PageAt, layout: str) -> None:
    print(f"TRAINSHED_SEED={SEED}")
    page = framed(site, page_at, layout)
    count, wrong = 0, []
    for seats, number in games():
        every = list(positions(seats, number))
        shown = every if NIGHT else Random(f"{SEED} {layout}").sample(every, EACH_DAY)
        for table_view in shown:
            texts, found = page.evaluate(CHECK, table_view.drawn(layout))
            assert texts > 30, table_view.name
            wrong += [f"{table_view.name}: {line}" for line in found]
        count += len(shown)
    print(f"{count} positions, {len(wrong)} faults")
    assert not NIGHT or count >= POSITIONS
    assert not wrong, "\n".join(wrong[:60])


# ---------------------------------------------------------------- tables of points

CHECK_TABLES = """
(parts) => {
  const wrong = [], texts = [];
  for (const [id, html] of Object.entries(parts)) document.getElementById(id).outerHTML = html;
  document.getElementById("count")?.classList.add("all");
  const apart = (a, b) => a.x0 >= b.x1 + 1 || b.x0 >= a.x1 + 1 || a.y0 >= b.y1 - 1 || b.y0 >= a.y1 - 1;
  const inside = (a, w) => a.x0 >= w.left && a.x1 <= w.right && a.y0 >= w.top && a.y1 <= w.bottom;
  for (const place of document.querySelectorAll("#count, #result:not([hidden])")) {
    const whole = place.getBoundingClientRect(), walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, holder = node.parentElement, style = getComputedStyle(holder);
      if (!node.textContent.trim() || style.display === "none") continue;
      const range = document.createRange(), size = parseFloat(style.fontSize), text = node.textContent;
      range.selectNodeContents(node);
      if (size < SMALLEST) wrong.push(`${size} px: ${text}`);
      // A name that is too long is cut where its place ends.
      const end = style.overflow === "hidden" ? holder.getBoundingClientRect().right : Infinity;
      const found = [];
      for (const r of range.getClientRects()) {
        const b = { x0: r.left, x1: Math.min(r.right, end), y0: r.top + 0.15 * size, y1: r.bottom - 0.08 * size, text };
        if (!inside(b, whole)) wrong.push(`outside: ${text}`);
        wrong.push(...texts.filter((t) => !apart(t, b)).map((t) => `over each other: ${t.text} and ${text}`));
        found.push(b);
      }
      texts.push(...found);
    }
  }
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) wrong.push(`${over} px too wide`);
  return [texts.length, wrong];
}
""".replace("SMALLEST", str(SMALLEST))


def told(seats: int, number: int) -> Iterator[tuple[str, PageHistory, Any]]:
    """Every scoring of a game, and its end."""
    found, walk = play(seats, number)
    for index, (table, steps) in enumerate(found):
        scored = [event for step in steps[-1:] for event in step.after.events(None) if isinstance(event, RoundScored)]
        if scored:
            story = PageHistory(None, steps)
            story.end(walk.steps if table.over else ())
            yield f"{seats} seats, game {number}, row {index}", story, table


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_table_of_points_overlaps(site: Site, page_at: PageAt, layout: str) -> None:
    print(f"TRAINSHED_SEED={SEED}")
    page = framed(site, page_at, layout)
    count, wrong = 0, []
    for seats, number in games():
        for name, story, table in told(seats, number):
            for language in LANGUAGES:
                parts = PartsRenderer(story.look(table), DisplayMode(language, layout))
                shown = {"scoring": parts.scoring(), "result": parts.result()}
                texts, found = page.evaluate(CHECK_TABLES, shown)
                assert texts > 7 * seats, name
                wrong += [f"{name}, {language}: {line}" for line in found]
                count += 1
    print(f"{count} tables, {len(wrong)} faults")
    assert not wrong, "\n".join(wrong[:60])


def test_what_is_wrong_with_a_table_is_found(site: Site, page_at: PageAt) -> None:
    page = framed(site, page_at, "tall")
    broken = (
        '<div id="scoring"><section class="count" id="count"><table class="count-t of-2"><tbody><tr><th>A long name '
        "indeed</th><td>+1000000000000000 1000000000000000</td><td>+1000000000000000 2000000000000000</td></tr></tbody>"
        "</table></section></div>"
    )
    _, found = page.evaluate(CHECK_TABLES, {"scoring": broken})
    assert any("over each other" in line for line in found), found

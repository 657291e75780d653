"""Boards in a browser, with our fonts and style sheets: nothing lies outside, no texts overlap or are too small.

Positions come from random games at every kind of table, seen by the seat to move, by others and by spectators, in every
language, with and without a previewed gesture. A sample is checked at each landing, all of them in the nightly run.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.support.browser.overlap import CHECK, NAMES, DrawnTable, framed, seen
from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.seeds import NIGHT, SEED
from tests.support.table_walk import Walk
from trainshed.draw.sheet import LAYOUTS, TALL

pytestmark = pytest.mark.live

POSITIONS = 250
"""At least so many positions there are; the nightly run checks them all in each layout."""

EACH_DAY = 20
"""Positions that are checked in each layout at each landing."""

GAMES = 5
"""Games of each kind of table."""


TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"mode": "solo"}),
    (1, {"mode": "challenge"}),
    (1, {"mode": "rival"}),
    (2, {}),
    (3, {}),
    (4, {}),
]


def drawn_tables(seed: str) -> Iterator[DrawnTable]:
    """Positions of some random games: the first, the last, and some in between."""
    rng = Random(f"overlap {seed}")
    for number in range(GAMES):
        for seats, options in TABLES:
            walk = Walk(f"overlap {seed} {number}", seats, options, names=NAMES, odds=number % 3 != 2)
            gestures = list(walk_positions(walk, keen=number % 2 == 0))
            for index in sorted({0, len(gestures) - 1, *rng.sample(range(len(gestures)), 8)}):
                name = f"{seats} seats {options} game {number} gesture {index}"
                yield from seen(name, gestures[index], rng)


def walk_positions(walk: Walk, keen: bool) -> Iterator[tuple[Any, list[Any]]]:
    """The table after each word, and the last rows; with `keen`, players seldom pass, so that tracks grow long."""
    yield walk.table.copy(), walk.steps[-80:]
    while not walk.table.over:
        vocabulary, moves = walk.table.game.vocabulary, walk.table.position.moves()
        words = [vocabulary.word(move) for move in moves]
        eager = [word for word in words if word not in ("pass", "stop")] if keen else words
        walk.play(walk.rng.choice(eager or words))
        yield walk.table.copy(), walk.steps[-80:]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_overlaps(site: Site, page_at: PageAt, layout: str) -> None:
    print(f"TRAINSHED_SEED={SEED}")
    every = list(drawn_tables(SEED))
    assert len(every) >= POSITIONS
    shown = every if NIGHT else Random(f"{SEED} {layout}").sample(every, EACH_DAY)
    page = framed(site, page_at, layout)
    wrong: list[str] = []
    for position in shown:
        texts, found = page.evaluate(CHECK, position.drawn(layout))
        assert texts > 5, position.name
        wrong += [f"{position.name}: {line}" for line in found]
    print(f"{len(shown)} positions, {len(wrong)} faults")
    assert not wrong, "\n".join(wrong[:60])


@pytest.mark.parametrize(
    ("broken", "by"),
    [
        ('<text x="20" y="40" class="t14">one</text><text x="24" y="43" class="t14">two</text>', "over each other"),
        ('<text x="350" y="40" class="t14">quite a long name</text>', "outside"),
        (
            '<rect x="9" y="20" width="50" height="26" class="sp"/><text x="11" y="38" class="t14">wide words</text>',
            "panel",
        ),
        ('<g transform="scale(.5)"><text x="40" y="80" class="t14">small</text></g>', "px"),
    ],
)
def test_what_is_wrong_is_found(site: Site, page_at: PageAt, broken: str, by: str) -> None:
    page = framed(site, page_at, TALL)
    svg = f'<svg class="sheetsvg" viewBox="0 0 366 200" width="366" height="200">{broken}</svg>'
    _, found = page.evaluate(CHECK, svg)
    assert any(by in line for line in found), found

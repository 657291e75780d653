"""Boards of every title in a browser, with our fonts and style sheets: nothing lies outside, no texts overlap or are
too small.

Positions come from games at every kind of table, at random, by keen players and by the rules of thumb, seen by the seat
to move, by others and by spectators, in every language, with and without a previewed gesture, and with another seat's
board where a title has such boards. So are the tables of points of a scoring and of the end. A sample is checked at
each landing, all of them in the nightly run.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.support.browser.overlap import CHECK, CHECK_TABLES, NAMES, DrawnTable, framed, seen
from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.games.title_tables import Table, tables
from tests.support.games.words import legal
from tests.support.seeds import NIGHT, SEED
from tests.support.table_walk import Walk
from tests.support.titles import board_of, clever, drawn_titles, hints_of, keen
from trainshed.draw.board import Say
from trainshed.draw.sheet import LAYOUTS, TALL
from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer

pytestmark = pytest.mark.live

GAMES = 3 if NIGHT else 1
"""Games of each kind of table: one at random, one by keen players, one by the rules of thumb."""

EACH = 14 if NIGHT else 4
"""Positions of a game, beside the first and the last; each also with a previewed gesture and another seat's board."""

EACH_DAY = 16
"""Positions of a title that are checked in each layout at each landing."""

LARGE_DAY = 6
"""How many of those are drawn with large type, too."""

KINDS_DAY = 4
"""Kinds of tables of a title that are played at each landing; in the nightly run all."""

SCORED_DAY = 3
"""Scorings of a title that are checked in each layout at each landing, beside the end."""

ROWS = 80
"""As many rows of the log as a page shows of the past."""


class Played(NamedTuple):
    """A table after a gesture, and its last rows."""

    table: Any
    steps: list[Any]


class WholeGame(NamedTuple):
    """A whole game at one kind of table."""

    name: str
    tables: list[Played]
    walk: Walk


_played: dict[tuple[Table, int], WholeGame] = {}


def play(kind: Table, number: int) -> WholeGame:
    """A game by its number: by the rules of thumb, by keen players or at random. Both layouts see the same games."""
    if (kind, number) not in _played:
        pick = (clever, keen, None)[number % 3]
        walk = Walk(f"{SEED} {number}", kind.seats, dict(kind.options), title=kind.slug, names=NAMES, odds=number != 2)
        found = [Played(walk.table.copy(), walk.steps[-ROWS:])]
        while not walk.table.over:
            position: Any = walk.table.position
            walk.play("" if pick is None else pick(position, legal(position), walk.rng))
            found.append(Played(walk.table.copy(), walk.steps[-ROWS:]))
        _played[kind, number] = WholeGame(f"{kind} game {number}", found, walk)
    return _played[kind, number]


def kinds(slug: str) -> list[tuple[Table, int]]:
    """Every number of seats, every mode and every set of pieces of a title, and the numbers of its games: at a landing
    one, by turns."""
    modes = {option.name for option in game(slug).options if len(option.seats) == 1}
    found = [kind for kind in tables() if kind.slug == slug and {name for name, _ in kind.options} <= modes]
    counts = game(slug).seat_counts
    for name in hints_of(slug).drawn:
        option = next(option for option in game(slug).options if option.name == name)
        others = [choice for choice in option.choices_for(max(counts)) if choice != option.default]
        found += [Table(slug, counts[at % len(counts)], ((name, each),)) for at, each in enumerate(others)]
    return [(kind, (place + more) % 3) for place, kind in enumerate(found) for more in range(GAMES)]


def positions(slug: str) -> Iterator[DrawnTable]:
    """Positions of games at every kind of table: for a viewer, with a previewed gesture, with another seat's board."""
    rng = Random(f"{slug} {SEED}")
    beside = getattr(board_of(slug), "BESIDE", False)
    every = kinds(slug)
    for kind, number in every if NIGHT else rng.sample(every, min(KINDS_DAY, len(every))):
        name, found, _ = play(kind, number)
        for index in sorted({0, len(found) - 1, *rng.sample(range(len(found)), min(EACH, len(found)))}):
            for drawn in seen(f"{name}, row {index}", found[index], rng):
                yield drawn
                others = [seat for seat in range(kind.seats) if seat != drawn.look.table_view.seat]
                if beside and others:
                    seat = rng.choice(others)
                    yield drawn._replace(name=f"{drawn.name}, beside {seat}", beside=seat)


@pytest.mark.parametrize("slug", titles())
def test_nothing_overlaps(site: Site, page_at: PageAt, slug: str) -> None:
    """In both layouts, and with large type: one test, because playing the games takes longer than drawing them."""
    print(f"TRAINSHED_SEED={SEED}")
    every = list(positions(slug))
    wrong: list[str] = []
    for layout in LAYOUTS:
        shown = every if NIGHT else Random(f"{SEED} {layout}").sample(every, min(EACH_DAY, len(every)))
        page = framed(site, page_at, layout)
        for position in shown:
            texts, found = page.evaluate(CHECK, position.drawn(layout))
            assert texts > 3, f"{layout}, {position.name}"
            wrong += [f"{layout}, {position.name}: {line}" for line in found]
        page.evaluate("document.documentElement.dataset.type = 'large'")
        for position in shown if NIGHT else shown[:LARGE_DAY]:
            _, found = page.evaluate(CHECK, position.drawn(layout))
            wrong += [f"{layout}, large type, {position.name}: {line}" for line in found]
        print(f"{layout}: {len(shown)} of {len(every)} positions, {len(wrong)} faults so far")
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


# ---------------------------------------------------------------- tables of points


def counted(slug: str) -> Iterator[tuple[str, PageHistory, Any]]:
    """Every scoring of some games, and their ends."""
    board, pieces = board_of(slug), hints_of(slug).drawn
    plain = [(kind, number) for kind, number in kinds(slug) if {name for name, _ in kind.options} <= {*pieces}]
    for kind, number in plain if NIGHT else plain[-1:]:
        name, found, walk = play(kind, number)
        for index, (table, steps) in enumerate(found):
            if table.over or ends_scoring(board, table, steps):
                story = PageHistory(None, steps)
                story.end(walk.steps if table.over else ())
                yield f"{name}, row {index}", story, table


def ends_scoring(board: Any, table: Any, steps: list[Any]) -> bool:
    """Has the last step ended a scoring? Where the seats score in turns, it began some steps before."""
    if not hasattr(board, "count"):
        return False
    told = [event for step in steps[:-1] for event in step.after.events(None)]
    last = list(steps[-1].after.events(None)) if steps else []
    if not getattr(board, "SCORED_IN_TURNS", False):
        return count_of(board, table, last) is not None
    found, before = count_of(board, table, told + last), count_of(board, table, told)
    return found is not None and (before is None or before.key != found.key)


def count_of(board: Any, table: Any, events: list[Any]) -> Any:
    """The scoring among these events, or None."""
    say = Say(ENGLISH, NAMES[: table.seats])
    return board.count(table.game, table.position.view(None), events, say) if events else None


@pytest.mark.parametrize("slug", [slug for slug in drawn_titles() if hasattr(board_of(slug), "count")])
def test_no_table_of_points_overlaps(site: Site, page_at: PageAt, slug: str) -> None:
    """In both layouts."""
    print(f"TRAINSHED_SEED={SEED}")
    every = list(counted(slug))
    count, wrong = 0, []
    for layout in LAYOUTS:
        page = framed(site, page_at, layout)
        for name, story, table in every if NIGHT else [*every[:SCORED_DAY], *every[-1:]]:
            for language in LANGUAGES:
                parts = PartsRenderer(story.look(table), DisplayMode(language, layout))
                shown = {"scoring": parts.scoring(), "ending": parts.ending(), "result": parts.result()}
                texts, found = page.evaluate(CHECK_TABLES, shown)
                assert texts > table.seats, name
                wrong += [f"{layout}, {name}, {language}: {line}" for line in found]
                count += 1
    print(f"{count} tables, {len(wrong)} faults")
    assert not wrong, "\n".join(wrong[:60])


def test_what_is_wrong_with_a_table_is_found(site: Site, page_at: PageAt) -> None:
    page = framed(site, page_at, TALL)
    broken = (
        '<div id="scoring"><section class="count" id="count"><table class="count-t of-2"><tbody><tr><th>A long name '
        "indeed</th><td>+1000000000000000 1000000000000000</td><td>+1000000000000000 2000000000000000</td></tr></tbody>"
        "</table></section></div>"
    )
    _, found = page.evaluate(CHECK_TABLES, {"scoring": broken})
    assert any("over each other" in line for line in found), found

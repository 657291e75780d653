"""Scorings and rivals' boards on a table's page: who sees them, how long, and that they are right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from tests.support.service import open_container, started
from tests.support.table_walk import Walk
from tests.support.web.page_reader import PageReader
from tests.support.web.visitors import arrive, http_client
from trainshed.draw.board import PointSources
from trainshed.games.first_class.events import TrainsScored
from trainshed.games.russian_railroads.events import RoundScored
from trainshed.kernel.translation import ENGLISH
from trainshed.service.tables.table_state import Step
from trainshed.web.pages.table.page_feed import PageFeed
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.score_panels import seat_tally
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, render_parts
from trainshed.web.streams.hub import HISTORY_ROWS

RAILS = "russian-railroads"
WIDE = DisplayMode("en", "wide")


def fresh(walk: Walk, viewer: int | None, display: DisplayMode = WIDE) -> dict[str, str]:
    """The parts of the page as it is loaded now."""
    story = PageHistory(viewer, walk.steps[-HISTORY_ROWS:])
    story.end(walk.steps if walk.table.over else ())
    return render_parts(story.look(walk.table), display)


def scores(steps: Sequence[Step]) -> bool:
    return any(isinstance(event, RoundScored) for step in steps for event in step.after.events(None))


def cells(table: str) -> list[list[str]]:
    """The texts of a table, row by row."""
    rows = re.findall(r"<tr.*?</tr>", table, re.S)
    found = [re.findall(r"<t[dh].*?</t[dh]>", row, re.S) for row in rows]
    return [[re.sub(r"<svg.*?</svg>|<[^>]*>", "", cell) for cell in row] for row in found]


@pytest.mark.asyncio
@pytest.mark.parametrize("seats", [2, 4])
async def test_a_followed_page_tells_scorings_and_the_end_as_a_fresh_one(seats: int) -> None:
    walk = Walk(f"counts {seats}", seats, title=RAILS)
    watching = [(0, WIDE), (1, DisplayMode("es", "tall", 0)), (None, DisplayMode("it", "wide", 1))]
    feeds = [PageFeed(walk.table.copy(), viewer, display, walk.steps[-HISTORY_ROWS:]) for viewer, display in watching]
    browsers = [PageReader(feed, zipped=False) for feed in feeds]
    waiting: list[Step] = []
    for index, steps in enumerate(walk.to_the_end(undo=0.05)):
        waiting += steps
        if index % 40 and not scores(steps):
            continue
        for (viewer, display), feed, browser in zip(watching, feeds, browsers, strict=True):
            feed.follow(walk.table.copy(), waiting, walk.steps if walk.table.over else ())
            await browser.read()
            assert browser.page == fresh(walk, viewer, display)
        waiting = []
    assert walk.table.over


def test_a_scoring_is_told_until_the_viewer_has_moved_on() -> None:
    walk = Walk("until", 3, title=RAILS)
    shown = [False] * 3
    told = 0
    for steps in walk.to_the_end():
        for seat in range(3):
            if scores(steps):
                shown[seat] = True
            elif any(step.row.seat == seat for step in steps):
                shown[seat] = False
            look = PageHistory(seat, walk.steps[-HISTORY_ROWS:]).look(walk.table)
            assert ('id="count"' in PartsRenderer(look, WIDE).scoring()) == shown[seat]
            told += shown[seat]
        if told > 20:
            return


@pytest.mark.parametrize("seats", [2, 4])
def test_a_scoring_in_turns_is_told_to_every_seat_when_the_last_one_is_done(seats: int) -> None:
    walk = Walk("in turns", seats, title="first-class")
    shown = [False] * seats
    done = set[int]()
    phases = 0
    for steps in walk.to_the_end():
        done |= {event.seat for step in steps for event in step.after.events(None) if isinstance(event, TrainsScored)}
        ends = len(done) == seats
        for seat in range(seats):
            if ends:
                shown[seat] = True
            elif any(step.row.seat == seat for step in steps):
                shown[seat] = False
            look = PageHistory(seat, walk.steps[-HISTORY_ROWS:]).look(walk.table)
            assert ('id="count"' in PartsRenderer(look, WIDE).scoring()) == shown[seat]
        if ends:
            phases += 1
            done.clear()
            outcome = walk.table.outcome
            now = walk.table.position.scores() if outcome is None else outcome["scores"]
            assert [int(cell) for cell in cells(fresh(walk, 0)["scoring"])[-1][1:]] == now
    assert phases == 3


def test_the_last_line_of_a_scoring_has_the_points_of_all() -> None:
    walk = Walk("points", 4, title=RAILS)
    for steps in walk.to_the_end():
        if scores(steps):
            rows = cells(fresh(walk, None)["scoring"])
            outcome = walk.table.outcome
            now = walk.table.position.scores() if outcome is None else outcome["scores"]
            assert [int(cell) for cell in rows[-1][1:]] == now
            for seat in range(4):
                brought = [int(row[seat + 1].split()[0]) for row in rows[2:-1] if row[seat + 1] != "–"]
                assert int(rows[1][seat + 1]) + sum(brought) == now[seat]
    assert "The final scoring" in fresh(walk, 0)["scoring"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_of_the_end_sums_to_the_result(seats: int) -> None:
    walk = Walk(f"end {seats}", seats, title=RAILS)
    for _ in walk.to_the_end(undo=0.1):
        pass
    assert walk.table.outcome is not None
    tables = re.findall(r"<table.*?</table>", fresh(walk, 0)["result"], re.S)
    assert len(tables) == seats
    for table in tables:
        found = re.search(r'id="tally-(\d)"', table)
        assert found is not None
        score = walk.table.outcome["scores"][int(found[1])]
        rows = [[0 if cell == "·" else int(cell) for cell in row[1:]] for row in cells(table)[1:]]
        assert rows[-1][-1] == score
        assert [sum(column) for column in zip(*rows[:-1], strict=True)] == rows[-1]
        assert all(sum(row[:-1]) == row[-1] for row in rows)
        assert f"<strong>{score}</strong>" in table


def test_a_sum_of_nothing_is_a_number() -> None:
    tally = PointSources(columns=("1", "2"), sources=("Tracks",), points=(((0, 0),),))
    assert cells(seat_tally(tally, 0, 1, "Ada", ENGLISH))[1:] == [
        ["Tracks", "·", "·", "·"],
        ["Sum", "0", "0", "0"],
    ]


def test_other_titles_count_for_themselves() -> None:
    walk = Walk("other", 2)
    for _ in walk.to_the_end():
        pass
    page = fresh(walk, 0)
    assert "<table" not in page["scoring"] + page["result"]
    assert "data-beside" not in page["seats"] + page["chips"]


# ---------------------------------------------------------------- whose board


def pressed(part: str) -> dict[str, tuple[str, str]]:
    """By button: the seat whose board it shows, and whether it is pressed."""
    found = re.findall(r'id="([a-z]+-look-\d)" data-beside="(\d?)" aria-pressed="(\w+)"', part)
    return {id_: (beside, state) for id_, beside, state in found}


def test_every_rival_has_a_button_and_the_one_looked_at_is_pressed() -> None:
    walk = Walk("beside", 3, title=RAILS)
    for _ in range(12):
        walk.play()
    page = fresh(walk, 1)
    assert pressed(page["seats"]) == {"seat-look-0": ("0", "false"), "seat-look-2": ("2", "false")}
    assert pressed(page["chips"]) == {"chip-look-0": ("0", "false"), "chip-look-2": ("2", "false")}
    other = fresh(walk, 1, DisplayMode("en", "wide", 2))
    assert pressed(other["seats"]) == {
        "seat-look-0": ("0", "false"),
        "seat-look-1": ("", "false"),
        "seat-look-2": ("", "true"),
    }
    assert "My railway" in page["stage"]
    assert "My railway" not in other["stage"]
    for nobody in (1, 3, 9):
        assert fresh(walk, 1, DisplayMode("en", "wide", nobody)) == page
    assert len(pressed(fresh(walk, None)["seats"])) == 3


@pytest.mark.asyncio
async def test_the_address_names_the_seat_looked_at(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        table = await started(ann, [bob], title=RAILS)
        look = await ann.look(table)
        who = ann if look["actor"] == 0 else bob
        seat = look["actor"]
        for asked, own in (("", True), ("?beside=", True), (f"?beside={seat}", True), (f"?beside={1 - seat}", False)):
            text = await parts_of(http, table, asked, who, look["seq"], look_word(await who.look(table)))
            assert ("My railway" in text["stage"]) == own, asked
        for asked in ("?beside=x", "?beside=2"):
            answer = await http.post(f"/t/{table}/try{asked}", json={"seq": look["seq"]}, headers=who.headers)
            assert (answer.status_code, answer.json()["message"]) == (400, "There is no such seat.")


async def parts_of(http: httpx.AsyncClient, table: str, asked: str, who: Any, seq: int, word: str) -> dict[str, str]:
    answer = await http.post(f"/t/{table}/try{asked}", json={"seq": seq, "words": [word]}, headers=who.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found


def look_word(table_view: Any) -> str:
    return str(table_view["moves"][0])

"""The end of a game on its page: the banner, the turning points, and where the points came from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

import msgspec
import pytest

from tests.support.service import open_container, started
from tests.support.table_walk import NAMES, Walk
from tests.support.titles import drawn_titles
from tests.support.web.visitors import arrive, http_client
from trainshed.draw.ending.lead_chart import signed
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.record import CONCEDE
from trainshed.kernel.translation import ENGLISH
from trainshed.service.tables.table_state import effective_moves, seen_row
from trainshed.web.pages.table.ending import ending_part as module
from trainshed.web.pages.table.ending.turning_points import leads, scored_lines, turning_points
from trainshed.web.pages.table.log_lines import LogLine, log_lines
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, TablePage, render_parts
from trainshed.web.streams.hub import HISTORY_ROWS


def over(title: str, seats: int, seed: str = "end", options: dict[str, str] | None = None) -> Walk:
    """A random game to its end, with some moves taken back."""
    walk = Walk(seed, seats, options, title=title)
    for _ in walk.to_the_end(undo=0.1):
        pass
    return walk


def look(walk: Walk, viewer: int | None = 0) -> TablePage:
    story = PageHistory(viewer, walk.steps[-HISTORY_ROWS:])
    story.end(walk.steps)
    return story.look(walk.table)


def ending(walk: Walk, layout: str = "wide", language: str = "en", viewer: int | None = 0) -> str:
    return PartsRenderer(look(walk, viewer), DisplayMode(language, layout)).ending()


def headline(html: str) -> str:
    found = re.search(r'<h2 id="ending-t">(.*?)</h2>', html)
    assert found is not None
    return found[1]


def rows(html: str) -> list[list[str]]:
    """The texts of the table of points, row by row."""
    table = re.findall(r'<table class="src.*?</table>', html, re.S)[0]
    found = [re.findall(r"<t[dh].*?</t[dh]>", row, re.S) for row in re.findall(r"<tr.*?</tr>", table, re.S)]
    return [[re.sub(r"<svg.*?</svg>|<[^>]*>", "", cell) for cell in row] for row in found]


def value(text: str) -> int:
    return 0 if text == "–" else int(text.replace("−", "-").rstrip("$"))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("slug", drawn_titles())
def test_the_winners_train_arrives_and_the_points_add_up(slug: str, layout: str) -> None:
    walk = over(slug, 4)
    html, outcome = ending(walk, layout), walk.table.outcome
    assert outcome is not None
    first = [seat for seat, rank in enumerate(outcome["standings"]) if rank == 1]
    train = html[html.index('id="arrival-train"') :].partition("</svg>")[0]
    assert {color for color in SEATS if f'class="seat-{color}"' in train} == {SEATS[seat] for seat in first}
    assert html.count("piece worker") == 4 - len(first)
    # the sums of all sources are the scores, and the scores are shown
    found = rows(html)
    columns = [list(each) for each in zip(*found, strict=True)]
    seats = [seat[1:] for seat in (found if layout == "wide" else columns)[1:]]
    scores = sorted(outcome["scores"], reverse=outcome["scores"][first[0]] == max(outcome["scores"]))
    assert [sum(value(cell) for cell in seat[:-1]) for seat in seats] == scores
    assert [value(seat[-1]) for seat in seats] == scores
    margin = abs(scores[0] - scores[1])
    assert f" wins by {margin}" in headline(html) if margin else "wins" in headline(html) or "share" in headline(html)


def gained(board: Any, events: Sequence[Any], seats: int) -> list[int]:
    """The points that events bring each seat."""
    points = [0] * seats
    for event in events:
        for seat, _source, count in board.scored(event):
            points[seat] += count
    return points


def added(points: Sequence[int], more: Sequence[int]) -> list[int]:
    return [old + new for old, new in zip(points, more, strict=True)]


def lead_of(points: Sequence[int], seat: int, sign: int) -> int:
    return sign * points[seat] - max(sign * each for other, each in enumerate(points) if other != seat)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("slug", drawn_titles())
def test_events_explain_the_points_after_every_row(slug: str, seats: int) -> None:
    walk = over(slug, seats, "explained")
    game = walk.table.game
    board: Any = game.part("board.board")
    points = list(board.standing(game, walk.steps[0].before.view(None)).points)
    stand = {row.seq for row in effective_moves([step.row for step in walk.steps])}
    for step in walk.steps:
        if step.row.seq in stand:
            points = added(points, gained(board, seen_row(step, None).events, seats))
            assert points == list(board.standing(game, step.after.view(None)).points), step.row.said


SHOWN = re.compile(
    r'aria-label="(?P<change>[^"]*)".*?<p title="(?P<sentence>[^"]*)">.*?'
    r'<span class="turn-l">(?P<told>.*?)</span>.*?replay/(?P<row>\d+)".*?<em class="swing[^>]*>(?P<swing>.*?)</em>',
    re.S,
)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("slug", drawn_titles())
def test_turning_points_agree_with_their_log_lines(slug: str, seats: int) -> None:
    """Number, sign, chart, sentence and row tell of the same lines of the log, and they are the largest swings."""
    walk = over(slug, seats, "turns")
    page, game = look(walk), walk.table.game
    board: Any = game.part("board.board")
    standing = board.standing(game, walk.table.position.view(0))
    assert walk.table.outcome is not None
    seat, sign = walk.table.outcome["standings"].index(1), -1 if standing.fewest else 1
    points = list(board.standing(game, walk.steps[0].before.view(0)).points)
    lines = [line for line in log_lines(game, page.whole, ENGLISH, NAMES[:seats]) if line.moved]
    told: dict[str, tuple[int, int, int]] = {}
    for counts, group in groupby(lines, lambda line: line.counts or line.id):
        together = list(group)
        before = lead_of(points, seat, sign)
        for line in together:
            points = added(points, gained(board, line.events, seats))
        sentence = " ".join(line.sentence for line in together)
        told[escape(sentence)] = (together[0].seq, before, lead_of(points, seat, sign))
        assert counts is True or len(together) == 1
    assert points == list(standing.points)
    shown = [each.groupdict() for each in SHOWN.finditer(ending(walk))]
    assert len(shown) == 3
    for each in shown:
        row, old, new = told[each["sentence"]]
        assert each["change"] == f"From {signed(old)} to {signed(new)}"
        assert each["told"] == f"Lead from {signed(old)} to {signed(new)}"
        assert (int(each["row"]), each["swing"]) == (row, signed(new - old))
    swings = sorted((abs(new - old) for _, old, new in told.values()), reverse=True)
    assert sorted((abs(value(each["swing"].replace("+", ""))) for each in shown), reverse=True) == swings[:3]
    assert [int(each["row"]) for each in shown] == sorted(int(each["row"]) for each in shown)


def test_counts_that_follow_each_other_are_one_turning_point() -> None:
    """A turn before a scoring is not credited with what the scoring brings."""

    def line(number: int, counts: bool, *gains: int) -> tuple[LogLine, list[int]]:
        return LogLine(f"row-{number}", number, number, 0, 0, f"Line {number}.", True, counts), list(gains)

    lines = [line(1, False, 1, 0), line(2, True, 9, 0), line(3, True, 0, 20), line(4, False, 0, 1)]
    turns = scored_lines([each for each, _ in lines], [gains for _, gains in lines])
    assert [(turn.line.sentence, list(turn.gains)) for turn in turns] == [
        ("Line 1.", [1, 0]),
        ("Line 2. Line 3.", [9, 20]),
        ("Line 4.", [0, 1]),
    ]
    lead = leads([0, 0], turns, 0, False)
    assert lead == [0, 1, -10, -11]
    assert [(each.at, each.swing) for each in turning_points(turns, lead, {})] == [(1, 1), (2, -11), (3, -1)]


def test_a_shared_victory_has_coaches_of_both() -> None:
    walk = over("lok-n-roll", 2)
    page = look(walk)
    outcome = {**(page.table_view.outcome or {}), "standings": [1, 1]}
    part = module.EndingPart(
        page.game, replaced(page.table_view, outcome=outcome), DisplayMode("en", "wide").speech, ["Ada", "Bo"], "wide"
    )
    assert part.headline() == "Ada and Bo share the victory"
    assert {color for color in SEATS if f'class="seat-{color}"' in part.picture()} == {"blue", "red"}


def replaced(struct: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(struct, **fields)


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_a_game_for_one_says_how_it_went(mode: str) -> None:
    """A lost challenge leaves the train beside the rails, and Laura's train has no seat's colour."""
    page = look(over("lok-n-roll", 1, "alone", {"mode": mode}))
    view: Any = page.table_view.view
    ends = {
        "solo": [(view, r"\d+ points", "seat-blue")],
        "challenge": [
            (replaced(view, lost=True, scores=[], standings=[2]), "The challenge is lost", "rotate(9)"),
            (replaced(view, lost=False, scores=[7], standings=[1]), "7 points", "seat-blue"),
        ],
        "rival": [
            (replaced(view, standings=[1], rival=replaced(view.rival, rank=2)), "Ada wins", "seat-blue"),
            (replaced(view, standings=[2], rival=replaced(view.rival, rank=1)), "Laura wins", "seat-ink"),
            (
                replaced(view, standings=[1], rival=replaced(view.rival, rank=1)),
                "Ada and Laura share the victory",
                "seat-blue",
            ),
        ]
        if mode == "rival"
        else [],
    }
    for now, text, drawn in ends[mode]:
        shown, speech = replaced(page.table_view, view=now), DisplayMode("en", "wide").speech
        part = module.EndingPart(page.game, shown, speech, ["Ada"], "wide")
        assert re.fullmatch(text, part.headline())
        train = part.picture().partition('id="arrival-train"')[2]
        assert drawn in train
        assert ("rotate(9)" in train) == (drawn == "rotate(9)")


ALONE = re.compile(r"all of you|the others|opponents?|everybody|everyone|best of each", re.IGNORECASE)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_pages_of_a_game_for_one_speak_to_one(mode: str, layout: str) -> None:
    walk = Walk("one", 1, {"mode": mode}, title="lok-n-roll", names=("Ada",))
    for count, _ in enumerate(walk.to_the_end()):
        if count % 12 == 0 or walk.table.over:
            story = PageHistory(0, walk.steps[-HISTORY_ROWS:])
            story.end(walk.steps if walk.table.over else [])
            parts = render_parts(story.look(walk.table), DisplayMode("en", layout))
            text = re.sub(r"<[^>]*>", " ", " ".join(parts.values()))
            assert ALONE.search(text) is None, ALONE.search(text)
            assert ('id="automa"' in parts["seats"]) == (mode == "rival")
            assert ("place " in parts["seats"]) == (mode == "rival" and walk.table.over)
            assert ("Laura" in parts["chips"]) == (mode == "rival")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_laura_is_ranked_with_one_number_of_points(language: str, layout: str) -> None:
    """Seats, table of points, places and log give her the same points."""
    walk = over("lok-n-roll", 1, "laura", {"mode": "rival"})
    view: Any = walk.table.position.view(0)
    parts = PartsRenderer(look(walk), DisplayMode(language, layout))
    score, rank = view.rival.score, view.rival.rank
    assert f'<span class="seat-s">{score}</span></div>' in parts.seats().partition('id="automa"')[2]
    shown = rows(parts.ending())
    laura = next(row for row in shown if "Laura" in row[0]) if layout == "wide" else [row[-1] for row in shown]
    assert laura[-1] == str(score)
    assert f"{rank}. Laura {score}" in parts.ending()
    assert re.search(rf"Laura (has|tiene|ha) {score} (point|punto|punti|puntos)", re.sub("<[^>]*>", "", parts.log()))


def test_a_game_that_was_given_up_has_a_winner_and_no_table_of_points() -> None:
    walk = Walk("left", 3, title="russian-railroads", names=("Ada", "Bo", "Cy"))
    for _ in range(60):
        walk.play()
    for seat in (0, 2):
        walk.say(seat, f"/{CONCEDE}")
    html = ending(walk, viewer=None)
    assert headline(html) == "Bo wins"
    assert "1. Bo" in html
    assert "<table" not in html
    assert html.count("piece worker") == 2


def test_nobody_wins_a_game_whose_rules_were_corrected() -> None:
    walk = over("lok-n-roll", 2)
    walk.table.refused = 40
    html = ending(walk)
    assert headline(html) == "The game is over"
    assert "arrival-train" not in html
    assert "end-turns" not in html
    assert "row 40 is not possible" in html


@pytest.mark.asyncio
async def test_the_page_of_a_finished_game_has_its_ending_and_one_of_a_running_game_has_none(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bob = await arrive(http, "Ada"), await arrive(http, "Bob")
        table = await started(ada, [bob])
        assert (
            '<section class="ending" id="ending" hidden>' in (await http.get(f"/t/{table}", headers=ada.headers)).text
        )
        await bob.post(f"/tables/{table}/concede", seq=(await bob.get(f"/tables/{table}"))["seq"])
        page = (await http.get(f"/t/{table}", headers=ada.headers)).text
        assert headline(page) == "Ada wins"
        assert page.index('id="ending"') < page.index('id="stage"')
        assert "ending.css" in page

"""The turning points of a game that is over: the log lines with the largest swings in the winner's lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

from trainshed.service.tables.table_state import Step
from trainshed.web.pages.table.log_lines import LogLine

MOST: Final = 3


class GameCourse(NamedTuple):
    """What the events of a finished game do not say: the points before the first row, and the round of each row."""

    start: Sequence[int] = ()
    """Empty for a title that does not count before the end, and for a game without a result in points."""
    rounds: Mapping[int, int] = {}
    """By row; 0: the title has no rounds."""


def game_course(board: Any, steps: Sequence[Step], viewer: int | None) -> GameCourse:
    """The course of a game, as one viewer knows it."""
    if not steps:
        return GameCourse()
    game = steps[0].before.game
    standings = [board.standing(game, step.before.view(viewer)) for step in steps]
    last = board.standing(game, steps[-1].after.view(viewer))
    if len(last.points) != len(standings[0].points):
        return GameCourse()
    rounds = {step.row.seq: standing.round for step, standing in zip(steps, standings, strict=True)}
    return GameCourse(tuple(standings[0].points), rounds)


class ScoredLine(NamedTuple):
    """A line of the log, or several that count points for all one after the other, and what it brought each seat."""

    line: LogLine
    gains: Sequence[int]


def line_gains(board: Any, line: LogLine, seats: int) -> list[int]:
    """The points that a line of the log brought each seat."""
    gains = [0] * seats
    for event in line.events:
        for seat, _source, count in board.scored(event):
            gains[seat] += count
    return gains


def scored_lines(lines: Sequence[LogLine], gains: Sequence[Sequence[int]]) -> list[ScoredLine]:
    """The lines with their gains; lines that count for all are told together where they follow each other."""
    found: list[ScoredLine] = []
    for _, group in groupby(zip(lines, gains, strict=True), lambda pair: pair[0].counts or pair[0].id):
        together = list(group)
        first, last = together[0][0], together[-1][0]
        sentence = " ".join([line.sentence for line, _ in together])
        total = [sum(each) for each in zip(*[brought for _, brought in together], strict=True)]
        found.append(ScoredLine(first._replace(sentence=sentence, last=last.last), total))
    return found


def leads(start: Sequence[int], lines: Sequence[ScoredLine], seat: int, fewest: bool) -> list[int]:
    """How far a seat is ahead of the best of the others, before the first line and after each; for a single seat, its
    points."""
    sign, points, found = -1 if fewest else 1, list(start), list[int]()
    for gains in ([0] * len(points), *[each.gains for each in lines]):
        points = [old + new for old, new in zip(points, gains, strict=True)]
        others = [sign * count for other, count in enumerate(points) if other != seat]
        found.append(sign * points[seat] - max(others) if others else points[seat])
    return found


class TurningPoint(NamedTuple):
    """A line of the log that changed the lead much."""

    at: int
    """Its place among the lines, counted from 1."""
    round: int
    swing: int
    line: LogLine


def turning_points(lines: Sequence[ScoredLine], lead: Sequence[int], rounds: Mapping[int, int]) -> list[TurningPoint]:
    """The lines with the largest swings, in their order."""
    found = [
        TurningPoint(at, rounds.get(lines[at - 1].line.seq, 0), new - old, lines[at - 1].line)
        for at, (old, new) in enumerate(pairwise(lead), 1)
        if new != old
    ]
    largest = sorted(found, key=lambda point: (-abs(point.swing), point.at))[:MOST]
    return sorted(largest, key=lambda point: point.at)

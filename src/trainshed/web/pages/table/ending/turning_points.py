"""The turning points of a game that is over: the moves with the largest swings in the winner's lead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from trainshed.kernel.agenda import NATURE
from trainshed.service.tables.table_state import Step, effective_moves
from trainshed.web.pages.table.log_lines import LogLine

MOST: Final = 3


class RowPoints(NamedTuple):
    """The points of all seats after a row, as one viewer knows them."""

    seq: int
    """The row; 0: before the first."""
    points: Sequence[int]
    round: int
    """The round in which the row was made; 0: the title has none."""


def row_points(board: Any, steps: Sequence[Step], viewer: int | None) -> list[RowPoints]:
    """The points before the first row, and after each move that was not taken back.

    Empty for a title that does not count before the end.
    """
    if not steps:
        return []
    stand = {row.seq for row in effective_moves([step.row for step in steps])}
    game = steps[0].before.game
    standing = board.standing(game, steps[0].before.view(viewer))
    found = [RowPoints(0, tuple(standing.points), standing.round)]
    for step in steps:
        if step.row.seq in stand and not step.refused:
            played = standing.round
            standing = board.standing(game, step.after.view(viewer))
            found.append(RowPoints(step.row.seq, tuple(standing.points), played))
    return found if all(len(each.points) == len(found[-1].points) for each in found) else []


def leads(rows: Sequence[RowPoints], seat: int, fewest: bool) -> list[int]:
    """How far a seat is ahead of the best of the others after each row; for a single seat, its points."""
    sign, found = -1 if fewest else 1, []
    for row in rows:
        others = [sign * points for other, points in enumerate(row.points) if other != seat]
        found.append(sign * row.points[seat] - max(others) if others else row.points[seat])
    return found


class TurningPoint(NamedTuple):
    """A move that changed the lead much."""

    at: int
    """Its place among the moves that were not taken back; 0 is the table before the first."""
    seq: int
    round: int
    swing: int
    line: LogLine
    """The line of the log that tells of it."""


def line_of(told: Sequence[LogLine], changed: Sequence[int], last: bool) -> LogLine:
    """Of the lines that tell of one row, the one that says why the points changed: what was counted for all after it,
    or else what the seat did whose points have changed most; what follows it in the last row is the final count."""
    counted = [line for line in told if line.counts]
    if counted:
        return counted[0]._replace(sentence=" ".join(line.sentence for line in counted))
    best = max(range(len(told)), key=lambda at: (changed[told[at].seat] if told[at].seat >= 0 else 0, -at))
    line = told[best]
    also = [other.sentence for other in told[best + 1 :] if other.seat == NATURE] if last else []
    return line._replace(sentence=" ".join([line.sentence, *also]))


def turning_points(rows: Sequence[RowPoints], lead: Sequence[int], lines: Sequence[LogLine]) -> list[TurningPoint]:
    """The moves with the largest swings, in their order; of those that one line tells of, only the largest."""
    best: dict[str, TurningPoint] = {}
    for at, (old, new) in enumerate(pairwise(lead), 1):
        row = rows[at]
        told = [line for line in lines if line.moved and line.seq <= row.seq <= line.last]
        if new == old or not told:
            continue
        changed = [abs(new - old) for old, new in zip(rows[at - 1].points, row.points, strict=True)]
        line = line_of(told, changed, at == len(rows) - 1)
        known = best.get(line.id)
        if known is None or abs(new - old) > abs(known.swing):
            best[line.id] = TurningPoint(at, row.seq, row.round, new - old, line)
    largest = sorted(best.values(), key=lambda point: (-abs(point.swing), point.at))[:MOST]
    return sorted(largest, key=lambda point: point.at)

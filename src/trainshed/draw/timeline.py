"""The chart of a game: the lead or the chance to win of each seat, row by row; whose turn it was, and the shown row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from trainshed.draw.icons import sign
from trainshed.draw.seats import SEATS, badge
from trainshed.draw.sheet import TALL
from trainshed.draw.svg import Value, element, group, line, named, number, path, rect, text
from trainshed.kernel.translation import Translator

HEIGHT: Final = 112
WIDTHS: Final = {"wide": 860, TALL: 366}
LEFT: Final = 40
RIGHT: Final = 60
TOP: Final = 12
BOTTOM: Final = 34
GAP: Final = 16
"""The least distance between two point totals at the end of their curves."""

ROUND_LABEL: Final = 58
"""The width that the name of a round needs; with less, only its number is shown."""


class Tick(NamedTuple):
    """The points and the round after a row."""

    seat: int
    """The seat that moved; -1: none."""
    points: tuple[int, ...]
    round: int


class MarkedRow(NamedTuple):
    """A row that has a mark above the chart, which leads to it."""

    row: int
    label: str


class Chart:
    """Draws the chart of a game: the lead over the average. Row 0 is the table before the first row."""

    def __init__(self, ticks: Sequence[Tick], fewest: bool, layout: str) -> None:
        self.ticks = ticks
        self.width = WIDTHS[layout]
        self.last = max(len(ticks) - 1, 1)
        # Without curves where some rows have no points: not every title counts before the end.
        self.seats = min([len(tick.points) for tick in ticks], default=0)
        self.values: Sequence[Sequence[float]] = [lead(tick.points, fewest) for tick in ticks]
        self.most = max([abs(value) for values in self.values for value in values], default=0) or 1.0
        self.middle = TOP + (HEIGHT - BOTTOM - TOP) / 2

    def x(self, row: float) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * row / self.last

    def y(self, value: float) -> float:
        return self.middle - (HEIGHT - BOTTOM - TOP) / 2 * value / (self.most * 1.06)

    def title(self, speech: Translator) -> str:
        """What the curves show."""
        return speech.gettext("Lead over the average of the table, row by row")

    def scale(self, speech: Translator) -> list[tuple[float, str]]:
        """The values that have a line across the chart, and what stands beside it."""
        step = next((step for step in (40, 20, 10, 5, 2, 1) if step <= self.most * 0.9), 0)
        marks = [(float(value), f"{value:+d}".replace("-", "−")) for value in (step, -step)] if step else []
        return [(0.0, speech.gettext("avg")), *marks]

    # ------------------------------------------------------------ the chart of the whole game

    def lines(self, speech: Translator) -> str:
        """The chart of the whole game, without the handle."""
        body = "".join([*self._rounds(speech), *self._grid(speech), *self._curves(), *self._ends(), *self._turns()])
        return element("svg", body, cls="timeline", viewBox=self.box, role="img", aria_label=self.title(speech))

    @property
    def box(self) -> str:
        return f"0 0 {self.width} {HEIGHT}"

    def _rounds(self, speech: Translator) -> Iterator[str]:
        begin = 0
        for number_, rows in groupby(self.ticks, key=lambda tick: tick.round):
            end = begin + len(list(rows))
            x0, x1 = self.x(begin), self.x(min(end, self.last))
            if number_:
                yield rect(x0, TOP, x1 - x0, HEIGHT - BOTTOM - TOP, 0, "rband" if number_ % 2 else "rband2")
                wide = x1 - x0 >= ROUND_LABEL
                name = speech.gettext("Round %(round)d") % {"round": number_} if wide else str(number_)
                if x1 - x0 >= 12:
                    yield text((x0 + x1) / 2, HEIGHT - 2, name, "t12 ink2", "middle")
            begin = end

    def _grid(self, speech: Translator) -> Iterator[str]:
        yield line(self.x(0), self.middle, self.x(self.last), self.middle, "hair2")
        if self.seats < 2:
            return
        for value, name in self.scale(speech):
            if self.y(value) != self.middle:
                yield line(self.x(0), self.y(value), self.x(self.last), self.y(value), "hair")
            yield text(LEFT - 6, self.y(value) + 4, name, "t12 ink3", "end")

    def _curves(self) -> Iterator[str]:
        for seat in range(self.seats):
            values = [values[seat] for values in self.values]
            points = [(0, values[0])]
            for row, (old, new) in enumerate(pairwise(values), 1):
                if new != old:
                    points += [(row - 1, old), (row, new)]
            points.append((self.last, values[-1]))
            where = "L".join(f"{number(self.x(row))} {number(self.y(value))}" for row, value in points)
            yield path(f"M{where}", f"tl seatst-{SEATS[seat]}")

    def _ends(self) -> Iterator[str]:
        """The points at the end, each beside its curve as far as there is room."""
        points = self.ticks[-1].points
        rows = sorted((self.y(self.values[-1][seat]), seat) for seat in range(self.seats))
        placed: list[tuple[float, int]] = []
        for y, seat in rows:
            placed.append((max(y, TOP, placed[-1][0] + GAP if placed else TOP), seat))
        lowest = float(HEIGHT - BOTTOM + 2)
        for y, seat in reversed(placed):
            lowest = min(y, lowest)
            yield badge(SEATS[seat], self.width - RIGHT + 14, lowest, 5)
            yield text(self.width - RIGHT + 26, lowest + 4.8, points[seat], "t14b")
            lowest -= GAP

    def _turns(self) -> Iterator[str]:
        """A band of colours that shows which seat made each row."""
        begin = 0
        for seat, rows in groupby(self.ticks, key=lambda tick: tick.seat):
            end = begin + len(list(rows))
            if seat >= 0:
                x0, x1 = self.x(begin - 0.4), self.x(end - 0.6)
                yield rect(x0, HEIGHT - BOTTOM + 5, max(x1 - x0, 0.8), 9, 1, f"seat-{SEATS[seat]}")
            begin = end

    # ------------------------------------------------------------ rows with a mark

    def marks(self, rows: Sequence[MarkedRow]) -> str:
        """Links above the chart that lead to rows, as an SVG on top of it."""
        links = [self._mark(each) for each in rows]
        hidden = None if links else "true"
        return element("svg", group(*links), cls="timeline", id_="marks", viewBox=self.box, aria_hidden=hidden)

    def _mark(self, marked: MarkedRow) -> str:
        x = self.x(marked.row)
        body = rect(x - 12, 0, 24, 24, 4, "mark-hit") + sign("warn", x - 6.5, 0, 13, "ink2")
        given: dict[str, Value] = {
            "cls": "mark",
            "href": marked.row,
            "data_row": marked.row,
            "aria_label": marked.label,
        }
        return element("a", named(marked.label) + body, **given)

    # ------------------------------------------------------------ the row that is shown

    def hand(self, row: int) -> str:
        """The handle at the row that is shown, and a veil over later rows, as an SVG on top of the chart."""
        x = self.x(row)
        veil = rect(x, TOP - 1, self.x(self.last) - x + 3, HEIGHT - BOTTOM - TOP + 16, 0, "veil")
        stem = path(f"M{number(x)} {TOP - 6}V{HEIGHT - BOTTOM + 5}", "handle")
        marks = [badge(SEATS[seat], x, self.y(self.values[row][seat]), 4.8) for seat in range(self.seats)]
        half = 17 if row < 1000 else 22
        knob = rect(x - half, HEIGHT - BOTTOM + 0.5, 2 * half, 19, 9.5, "handle-b")
        said = text(x, HEIGHT - BOTTOM + 14.5, row, "t13b may-on", "middle")
        body = group(veil, stem, *marks, knob, said)
        return element("svg", body, cls="timeline", id_="hand", viewBox=self.box, aria_hidden="true")


def lead(points: Sequence[int], fewest: bool) -> list[float]:
    """How far each seat is ahead of the average; for a single seat, its points."""
    if len(points) < 2:
        return [float(value) for value in points]
    mean = sum(points) / len(points)
    return [mean - value if fewest else value - mean for value in points]


class ChanceChart(Chart):
    """Draws the chance of each seat to win, row by row."""

    def __init__(self, ticks: Sequence[Tick], chances: Sequence[Sequence[float]], layout: str) -> None:
        super().__init__(ticks, False, layout)
        self.values = chances
        self.seats = min([len(each) for each in chances], default=0)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - 2 - (HEIGHT - BOTTOM - TOP - 4) * value

    def title(self, speech: Translator) -> str:
        return speech.gettext("Chance to win, row by row")

    def scale(self, speech: Translator) -> list[tuple[float, str]]:
        return [(value / 100, f"{value} %") for value in (100, 50, 0)]

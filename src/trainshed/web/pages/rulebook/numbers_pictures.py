"""The pictures of a study: games won with their intervals as dots on bands, and points of winners as histograms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from trainshed.arena.studies.published import SeatCount, WinShare
from trainshed.draw.svg import circle, element, line, number, path, rect, text
from trainshed.kernel.translation import Translator
from trainshed.web.pages.frame.figures import rounded

ROW_WIDTH: Final = 100
ROW_HEIGHT: Final = 20
BAND_HEIGHT: Final = 7

WIDTH: Final = 320
SIDE: Final = 14
"""Room left and right of the axis, for half of the number at its end."""
BAND: Final = 30
"""The middle of the band above the bars."""
TOP: Final = 62
BASE: Final = 156
HEIGHT: Final = 182

MOST_BINS: Final = 22
MOST_TICKS: Final = 7
APART: Final = 30
"""Two numbers above the band are at least so far from each other."""


LEAST_SPAN: Final = 0.1
"""An axis of shares reaches at least so far from even, so that small differences look small."""


def span_of(shares: Sequence[tuple[WinShare, float]]) -> float:
    """How far an axis must reach from even, to the left and to the right, to hold all these intervals."""
    return max([LEAST_SPAN, *(1.1 * max(even - share.low, share.high - even) for share, even in shares)])


def share_row(share: WinShare, even: float, span: float) -> Markup:
    """A dot on the band of its interval, and a dashed line in the middle where even is; a ring if even is in the band.

    The axis reaches to both sides of even as far as `span` says, but not below nothing. The drawing is stretched to its
    cell, so the dots are lines without length, whose round ends are not stretched.
    """

    def x(value: float) -> float:
        return ROW_WIDTH * (0.5 + (value - even) / (2 * span))

    middle, dot = ROW_HEIGHT / 2, f"M{number(x(share.mean))} {number(ROW_HEIGHT / 2)}h0"
    body = line(max(0.0, x(0)), middle, ROW_WIDTH, middle, "nb-axis")
    body += rect(x(share.low), middle - BAND_HEIGHT / 2, x(share.high) - x(share.low), BAND_HEIGHT, 0, "nb-band")
    body += line(x(even), 0, x(even), ROW_HEIGHT, "nb-even") + path(dot, "nb-dot")
    if share.low <= even <= share.high:
        body += path(dot, "nb-hole")
    return drawing(body, ROW_WIDTH, ROW_HEIGHT, preserveAspectRatio="none", aria_hidden="true", cls="nb-row")


class Bins(NamedTuple):
    """Ranges of points of equal width, the same for all histograms of a title."""

    first: int
    width: int
    number: int

    def of_100(self, points: Sequence[tuple[int, int]]) -> list[float]:
        """How many of 100 games were won with the points of each range."""
        found, games = [0] * self.number, sum(count for _, count in points)
        for value, count in points:
            found[(value - self.first) // self.width] += count
        return [100 * count / games if games else 0.0 for count in found]

    def name(self, place: int) -> str:
        first = self.first + place * self.width
        said = f"{first}–{first + self.width - 1}" if self.width > 1 else str(first)
        return said.replace("-", "−")


def bins_of(points: Sequence[int]) -> Bins:
    """Ranges that hold all these points; their width is a round number."""
    low, high = min(points, default=0), max(points, default=0)
    width = round_step(high - low + 1, MOST_BINS)
    first = low // width * width
    return Bins(first, width, (high - first) // width + 1)


def round_step(wide: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 and so on of which at most so many are needed for a width."""
    steps = (digit * ten for ten in (1, 10, 100, 1_000, 10_000, 100_000) for digit in (1, 2, 5))
    return next(step for step in steps if wide <= (most - 1) * step)


def histogram(count: SeatCount, bins: Bins, top: float, label: str, speech: Translator) -> Markup:
    """The points of winners as bars; above them the band of 90 of 100 games, with a dot at the middle one.

    `top` is the highest bar of all histograms of the title, so that they can be compared.
    """
    start, end = bins.first - 0.5, bins.first + bins.width * bins.number - 0.5

    def x(points: float) -> float:
        return SIDE + (points - start) / (end - start) * (WIDTH - 2 * SIDE)

    shares = bins.of_100(count.points)
    low, median, high = x(count.p05), x(count.median), x(count.p95)
    body = rect(low, BAND, high - low, BASE - BAND, 0, "nb-most")
    for place, share in enumerate(shares):
        left, right = x(start + place * bins.width), x(start + (place + 1) * bins.width)
        height = (BASE - TOP) * share / top
        if share:
            body += rect(left + 0.75, BASE - height, right - left - 1.5, height, 0, "bar")
    tallest = max(range(bins.number), key=lambda place: shares[place])
    middle = x(start + (tallest + 0.5) * bins.width)
    body += text(middle, BASE - (BASE - TOP) * shares[tallest] / top - 5, rounded(shares[tallest], speech), *CENTRED)
    body += line(SIDE, BASE, WIDTH - SIDE, BASE, "nb-base")
    for mark in marks(bins):
        body += line(x(mark), BASE, x(mark), BASE + 5, "nb-base") + text(x(mark), BASE + 20, said(mark), *CENTRED)
    body += line(low, BAND, high, BAND, "nb-span") + circle(median, BAND, 5.5, "nb-median")
    for value, at, beside in ((count.p05, low, low), (count.median, median, median), (count.p95, high, high)):
        if at == median or abs(beside - median) >= APART:
            body += text(at, BAND - 13, rounded(value, speech), "nb-n" if at == median else "nb-s", "middle")
    return drawing(body, WIDTH, HEIGHT, role="img", aria_label=label, cls="nb-points")


CENTRED: Final = ("nb-s", "middle")


def marks(bins: Bins) -> list[int]:
    """Round points below the bars."""
    wide = bins.width * bins.number
    step = max(round_step(wide, MOST_TICKS), bins.width)
    first = -(-bins.first // step) * step
    return list(range(first, bins.first + wide, step))


def said(points: int) -> str:
    return str(points).replace("-", "−")


def drawing(body: str, width: int, height: int, **given: str) -> Markup:
    return Markup(element("svg", body, viewBox=f"0 0 {width} {height}", **given))

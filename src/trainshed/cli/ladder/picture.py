"""A ladder as an SVG picture: ratings and first places as dots with intervals, readable in light and dark.

The file stands alone: it has the fonts in it, and the colours of the pages, of which the viewer's setting picks light
or dark.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from trainshed.cli.ladder.report import about, percent
from trainshed.draw.fit import fitted, room_of
from trainshed.draw.standalone import fonts, themes
from trainshed.draw.svg import circle, element, group, line, named, number, rect, text

if TYPE_CHECKING:
    from trainshed.arena.ladder.ladder import LadderSummary

WIDTH: Final = 920
MARGIN: Final = 28
PLOT_RIGHT: Final = 596
VALUE_RIGHT: Final = 674
INTERVAL_RIGHT: Final = 780
ROW: Final = 44
HEADING: Final = 56
AXIS: Final = 40

GROUND: Final = ("paper", "sheet", "inset", "rule", "rule-2", "ink", "ink-2", "ink-3")
MARKS: Final = ("enamel", "enamel-2", "enamel-ink", "s-blue", "s-blue-soft", "s-blue-tx", "good")

FONTS: Final = (
    ("Barlow Semi Condensed", 500, "barlow-semi-condensed-latin-500-normal.woff2"),
    ("Barlow Condensed", 600, "barlow-condensed-latin-600-normal.woff2"),
)

RULES: Final = """
text{font:500 15px 'Barlow Semi Condensed','Helvetica Neue',Arial,sans-serif;fill:var(--ink);
font-variant-numeric:tabular-nums lining-nums}
text.sign{font:600 22px 'Barlow Condensed','Arial Narrow',Arial,sans-serif;letter-spacing:.01em}
text.bold{font:600 18px 'Barlow Condensed','Arial Narrow',Arial,sans-serif;letter-spacing:.01em}
text.cap{font:600 15px 'Barlow Condensed','Arial Narrow',Arial,sans-serif;letter-spacing:.02em;fill:var(--ink-2)}
text.small{font-size:13.5px;fill:var(--ink-3)}text.soft{fill:var(--ink-2)}text.on{fill:var(--enamel-ink)}
text.good{fill:var(--good)}
.paper{fill:var(--paper)}.sheet{fill:var(--sheet);stroke:var(--rule)}.band{fill:var(--inset)}
.enamel{fill:var(--enamel)}.rim{fill:none;stroke:var(--enamel-ink);stroke-opacity:.55}
.grid{stroke:var(--rule)}.even{stroke:var(--rule-2);stroke-width:1.5;stroke-dasharray:5 4}
.span{fill:var(--s-blue-soft);stroke:var(--s-blue);stroke-width:1.2}
.dot{fill:var(--s-blue);stroke:var(--sheet);stroke-width:2.5}
.ring{fill:var(--sheet);stroke:var(--s-blue);stroke-width:3}
"""


class Dot(NamedTuple):
    """A row of a plot: a value with its interval, and texts beside it."""

    name: str
    value: float
    low: float
    high: float
    solid: bool
    """Solid, or a ring: a pair of which neither is clearly ahead."""
    said: str
    """The value, right of the plot."""
    more: str
    last: str
    last_class: str
    spoken: str


def draw(title: str, summary: LadderSummary) -> str:
    """The picture of a ladder."""
    ratings = [
        Dot(
            bot.name,
            bot.rating,
            bot.low,
            bot.high,
            True,
            f"{bot.rating:.0f}",
            f"{bot.low:.0f} – {bot.high:.0f}",
            f"{bot.first_places:.1%}",
            "",
            f"{bot.name}: rating {bot.rating:.0f}, {bot.low:.0f} to {bot.high:.0f}, "
            f"{bot.games} games, {bot.first_places:.1%} first places",
        )
        for bot in sorted(summary.bots, key=lambda bot: (-bot.rating, bot.name))
    ]
    shares = [
        Dot(
            f"{pair.one} – {pair.other}",
            100 * pair.share.share,
            100 * pair.share.low,
            100 * pair.share.high,
            bool(pair.ahead),
            f"{pair.share.share:.1%}",
            f"{pair.share.low:.1%} – {pair.share.high:.1%}",
            pair.ahead or "neither",
            "good" if pair.ahead else "soft",
            f"{pair.one} against {pair.other}: {pair.share.share:.1%} of first places in {pair.games} games, "
            f"clearly ahead: {pair.ahead or 'neither'}",
        )
        for pair in summary.pairs
    ]
    left = MARGIN + 18 + min(230.0, max(room_of(dot.name, 19) for dot in ratings + shares)) + 18
    level = percent(summary.level)
    lowest, highest = min(dot.low for dot in ratings), max(dot.high for dot in ratings)
    above = Plot(left, Scale.around(lowest, highest), "Rating", f"{level} interval", "first places")
    below = Plot(
        left, Scale(0.0, 100.0, 25.0, "%"), "First places of the bot named first", f"{level} interval", "ahead"
    )
    y = float(HEADING + 2 * MARGIN)
    body = above.drawn(y, ratings)
    y += above.height(ratings) + 20
    body += below.drawn(y, shares, even=50)
    height = y + below.height(shares) + MARGIN + 20
    foot = (
        f"400 points are odds of ten to one. {fitted(summary.bots[0].name, 14, 120)} is 1000, and intervals are of the "
        "distance to the mean of all bots. A ring: neither is clearly ahead."
    )
    return framed(height, heading(title, about(summary)) + body + text(MARGIN, height - 18, foot, "small"))


def framed(height: float, body: str) -> str:
    w, h = number(WIDTH), number(height)
    return element(
        "svg",
        named("Ladder of bots")
        + element("style", fonts(FONTS) + themes(GROUND + MARKS) + RULES)
        + rect(0, 0, WIDTH, height, 0, "paper")
        + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {w} {h}",
        width=w,
        height=h,
        role="img",
    )


def heading(title: str, said: str) -> str:
    """An enamel sign with the title, and what was played."""
    w = WIDTH - 2 * MARGIN
    name = f"{title}: ladder of bots"
    room = w - 60 - room_of(name, 22)
    return (
        rect(MARGIN, MARGIN, w, HEADING, 4, "enamel")
        + rect(MARGIN + 4, MARGIN + 4, w - 8, HEADING - 8, 2.5, "rim")
        + text(MARGIN + 20, MARGIN + HEADING / 2 + 7.5, name, "sign on")
        + text(WIDTH - MARGIN - 20, MARGIN + HEADING / 2 + 6, fitted(said, 15, room), "on", "end")
    )


# ---------------------------------------------------------------- a plot


class Scale(NamedTuple):
    """The axis of a plot, from one mark to another."""

    low: float
    high: float
    step: float
    unit: str = ""

    @classmethod
    def around(cls, low: float, high: float) -> Scale:
        """An axis with two to nine round marks that holds these values."""
        wide = max(high - low, 50.0)
        step = next(step for step in steps() if wide / step <= 6)
        return cls(math.floor(low / step) * step, (math.floor(high / step) + 1) * step, step)

    def marks(self) -> list[float]:
        return [self.low + self.step * mark for mark in range(round((self.high - self.low) / self.step) + 1)]


def steps() -> list[float]:
    """Distances between marks that are easy to read."""
    return [digit * 10.0**power for power in range(1, 6) for digit in (1, 2, 5)]


class Plot(NamedTuple):
    """A panel of rows on one axis."""

    left: float
    scale: Scale
    name: str
    more: str
    last: str

    def x(self, value: float) -> float:
        low, high = self.scale.low, self.scale.high
        return self.left + (value - low) / (high - low) * (PLOT_RIGHT - self.left)

    def height(self, dots: list[Dot]) -> float:
        return 44 + ROW * len(dots) + AXIS

    def drawn(self, y: float, dots: list[Dot], even: float | None = None) -> str:
        """The panel with its top at y; `even`: a value that is marked by a line."""
        bottom = y + 44 + ROW * len(dots)
        body = rect(MARGIN, y, WIDTH - 2 * MARGIN, self.height(dots), 4, "sheet")
        body += text(MARGIN + 18, y + 28, self.name, "cap")
        body += text(INTERVAL_RIGHT, y + 28, self.more, "cap", "end")
        body += text(WIDTH - MARGIN - 18, y + 28, self.last, "cap", "end")
        for row in range(0, len(dots), 2):
            body += rect(MARGIN + 1, y + 44 + ROW * row, WIDTH - 2 * MARGIN - 2, ROW, 0, "band")
        for mark in self.scale.marks():
            body += line(self.x(mark), y + 44, self.x(mark), bottom + 6, "grid")
            body += text(self.x(mark), bottom + 24, f"{mark:.0f}{self.scale.unit}", "small", "middle")
        if even is not None:
            body += line(self.x(even), y + 40, self.x(even), bottom + 6, "even")
        return body + "".join([self.row(y + 44 + ROW * (row + 0.5), dot) for row, dot in enumerate(dots)])

    def row(self, y: float, dot: Dot) -> str:
        low, high = self.x(dot.low), self.x(dot.high)
        return group(
            named(dot.spoken),
            text(MARGIN + 18, y + 6, fitted(dot.name, 19, self.left - MARGIN - 30), "bold"),
            rect(low, y - 5, high - low, 10, 5, "span") if high > low else "",
            circle(self.x(dot.value), y, 8 if dot.solid else 7, "dot" if dot.solid else "ring"),
            text(VALUE_RIGHT, y + 6, dot.said, "bold", "end"),
            text(INTERVAL_RIGHT, y + 5, dot.more, "soft", "end"),
            text(WIDTH - MARGIN - 18, y + 5, fitted(dot.last, 16, 96), dot.last_class, "end"),
        )

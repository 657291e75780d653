"""The charts of a report, drawn by Vega-Altair and rendered as SVG by vl-convert: no script runs in the page.

Every chart is drawn twice, for a desk and for a phone, because letters that shrink with a picture cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from trainshed.arena.studies.report.colors import SERIES, color, themed
from trainshed.draw.svg import element

WIDE: Final = 860
NARROW: Final = 330

LABEL: Final = 20
"""The height of a row's label."""
LINE: Final = 17
"""The height of one dot with its interval."""
GAP: Final = 9
FONT: Final = "Barlow Semi Condensed"
LETTER: Final = 6.4
"""The mean width of a letter of a label."""
MOST_BINS: Final = 40
SHAPES: Final = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "cross",
    "triangle-down",
    "triangle-right",
    "triangle-left",
)
OUTLINES: Final = (
    "M13 2a5 5 0 1 0 .01 0z",
    "M8.5 2.5h9v9h-9z",
    "M13 1l5 6-5 6-5-6z",
    "M13 1.5l6 10h-12z",
    "M11 2h4v3h3v4h-3v3h-4v-3h-3v-4h3z",
    "M13 12.5l6-10h-12z",
    "M8 1.5l10 5.5-10 5.5z",
    "M18 1.5l-10 5.5 10 5.5z",
)
"""The same shapes in a legend."""
DASHES: Final = ([1, 0], [7, 3], [2, 2], [9, 3, 2, 3], [4, 4], [12, 4], [2, 5], [6, 2, 2, 2])


class EstimateDot(NamedTuple):
    """A mean with its interval in a row of a chart, and how it is said."""

    row: str
    series: str
    mean: float
    low: float | None
    high: float | None
    said: str
    outer_low: float | None = None
    """A wider interval, drawn as a thin line."""
    outer_high: float | None = None


class Line(NamedTuple):
    """How often values were seen, for one line of a distribution."""

    series: str
    counts: Sequence[tuple[float, int]]


def dots(
    items: Sequence[EstimateDot],
    title: str,
    share: bool = False,
    even: float | None = None,
    series: Sequence[str] = ("",),
) -> str:
    """Rows of dots with intervals, one dot for each series; `even`: a value that is marked by a line.

    `series`: all series of the page, so that each has the same mark in every chart.
    """
    return both(lambda width: _dots(items, width, share, even, series), title)


def distribution(lines: Sequence[Line], axis: str, title: str, series: Sequence[str]) -> str:
    """Which share of the games had which value, as one stepped line for each series."""
    return both(lambda width: _distribution(lines, axis, width, list(series)), title)


def both(draw: Any, title: str) -> str:
    """A chart for a desk and one for a phone, with one description for both."""
    made = []
    for width, name in ((WIDE, "wide"), (NARROW, "narrow")):
        svg = rendered(draw(width))
        made.append(
            svg.replace("<svg ", f'<svg role="img" aria-label="{escaped(title)}" ', 1).replace(
                'class="marks"', f'class="{name}"', 1
            )
        )
    return element("figure", "".join(made))


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def rendered(chart: Any) -> str:
    """A chart as SVG in the colours of the page."""
    import vl_convert  # noqa: PLC0415 - only reports need the extra

    return themed(str(vl_convert.vegalite_to_svg(chart.to_json(), vl_version="5.21")))


# ---------------------------------------------------------------- dots


def _dots(items: Sequence[EstimateDot], width: int, share: bool, even: float | None, series: Sequence[str]) -> Any:
    import altair  # noqa: PLC0415

    rows = list(dict.fromkeys(item.row for item in items))
    tops: dict[str, float] = {}
    height = 0.0
    for row in rows:
        tops[row] = height
        height += LABEL + LINE * len({item.series for item in items if item.row == row}) + GAP
    room = 112  # for the numbers at the right
    values: list[dict[str, Any]] = []
    places: dict[str, int] = {}
    for item in items:
        place = places.setdefault(item.row, 0)
        places[item.row] += 1
        values.append(
            {
                "y": tops[item.row] + LABEL + LINE * (place + 0.5),
                "series": item.series,
                "mean": item.mean,
                "low": item.mean if item.low is None else item.low,
                "high": item.mean if item.high is None else item.high,
                "outer_low": item.mean if item.outer_low is None else item.outer_low,
                "outer_high": item.mean if item.outer_high is None else item.outer_high,
                "said": item.said,
            }
        )
    heads = [{"y": tops[row] + LABEL / 2 + 2, "row": fitted(row, width - 8)} for row in rows]
    ends = [value for each in values for value in (each["low"], each["high"], each["outer_low"], each["outer_high"])]
    low, high = span([*ends, *([] if even is None else [even])])
    y = altair.Y("y:Q", axis=None, scale=altair.Scale(domain=[0, height], reverse=True, nice=False, zero=False))
    x = altair.Scale(domain=[low, high], range=[6, width - room], nice=False, zero=False)
    axis = altair.Axis(format=".1~%" if share else ",.4~g", tickCount=6 if width > NARROW else 4, title=None)
    data = altair.Data(values=values)
    tint = altair.Color(
        "series:N",
        legend=None,
        scale=altair.Scale(domain=list(series), range=[color(name) for name in SERIES][: len(series)]),
    )
    names = altair.Chart(altair.Data(values=heads)).encode(x=altair.value(6), y=y, text="row:N")
    letters: dict[str, Any] = {"align": "left", "fontSize": 14, "fontWeight": 600}
    layers = [
        altair.Chart(data)
        .mark_rule(strokeWidth=1.5, color=color("rule-2"))
        .encode(x=altair.X("outer_low:Q", scale=x, axis=axis), x2="outer_high:Q", y=y),
        altair.Chart(data)
        .mark_rule(strokeWidth=5, opacity=0.45, strokeCap="round")
        .encode(x=altair.X("low:Q", scale=x, axis=axis), x2="high:Q", y=y, color=tint),
        altair.Chart(data)
        .mark_point(filled=True, size=75, opacity=1, stroke=color("sheet"), strokeWidth=1)
        .encode(
            x=altair.X("mean:Q", scale=x, axis=axis),
            y=y,
            color=tint,
            shape=altair.Shape(
                "series:N", legend=None, scale=altair.Scale(domain=list(series), range=list(SHAPES)[: len(series)])
            ),
        ),
        altair.Chart(data)
        .mark_text(align="right", fontSize=13, color=color("ink-2"))
        .encode(x=altair.value(width - 4), y=y, text="said:N"),
        # Lines end before a name: it is drawn on a broad copy of itself.
        names.mark_text(**letters, color=color("sheet"), stroke=color("sheet"), strokeWidth=4, strokeJoin="round"),
        names.mark_text(**letters, color=color("ink")),
    ]
    if even is not None:
        layers.insert(
            0,
            altair.Chart(altair.Data(values=[{"even": even}]))
            .mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=color("ink-3"))
            .encode(x=altair.X("even:Q", scale=x, axis=axis)),
        )
    chart = altair.layer(*layers).properties(width=width, height=height)
    return configured(chart, width)


def span(values: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis that holds these values with some air."""
    low, high = min(values), max(values)
    air = (high - low) * 0.04 or abs(high) * 0.1 or 1.0
    return low - air, high + air


def fitted(text: str, width: float) -> str:
    """A label that is not wider than the chart."""
    most = int(width / LETTER)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


# ---------------------------------------------------------------- distributions


def _distribution(lines: Sequence[Line], axis: str, width: int, series: list[str]) -> Any:
    import altair  # noqa: PLC0415

    seen = [value for line in lines for value, _ in line.counts]
    step = bin_width(min(seen), max(seen))
    values = [
        {"series": line.series, "from": at, "to": at + step, "share": share}
        for line in lines
        for at, share in binned(line.counts, step)
    ]
    tint = altair.Scale(domain=series, range=[color(name) for name in SERIES][: len(series)])
    dash = altair.Scale(domain=series, range=list(DASHES)[: len(series)])
    encoded = {
        "x": altair.X("from:Q", title=axis, scale=altair.Scale(nice=False, zero=False), axis=altair.Axis(tickCount=6)),
        "y": altair.Y("share:Q", title=None, axis=altair.Axis(format=".0~%", tickCount=4)),
        "color": altair.Color("series:N", scale=tint, legend=None),
    }
    data = altair.Data(values=values)
    layers = [
        altair.Chart(data)
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(**encoded, strokeDash=altair.StrokeDash("series:N", scale=dash, legend=None))
    ]
    if len(lines) == 1:
        layers.insert(
            0,
            altair.Chart(data)
            .mark_area(interpolate="step-after", color=color("s-blue-soft"))
            .encode(x=encoded["x"], y=encoded["y"]),
        )
    return configured(altair.layer(*layers).properties(width=width - 56, height=190), width)


def bin_width(low: float, high: float) -> float:
    """A round width of bins, so that there are not too many."""
    wide = max(high - low, 1.0)
    return next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10_000) if wide / size <= MOST_BINS)


def binned(counts: Sequence[tuple[float, int]], step: float) -> list[tuple[float, float]]:
    """The share of the games in each bin, from the first to one after the last that has any."""
    games = sum(count for _, count in counts)
    found: dict[int, int] = {}
    for value, count in counts:
        at = int(value // step)
        found[at] = found.get(at, 0) + count
    first, last = min(found), max(found)
    return [(at * step, found.get(at, 0) / games) for at in range(first, last + 2)]


# ---------------------------------------------------------------- the look of all charts


def configured(chart: Any, width: int) -> Any:
    """Colours and letters of all charts."""
    return (
        chart.configure(background="transparent", font=FONT, padding={"left": 2, "right": 2, "top": 4, "bottom": 4})
        .configure_view(stroke=None)
        .configure_axis(
            gridColor=color("rule"),
            domainColor=color("rule-2"),
            tickColor=color("rule-2"),
            labelColor=color("ink-3"),
            titleColor=color("ink-2"),
            labelFontSize=12,
            titleFontSize=13,
            titleFontWeight=500,
        )
    )


def mark(index: int) -> str:
    """The mark of a series, for a legend: its shape and its dash in its colour."""
    tint = f"var(--{SERIES[index]})"
    dash = " ".join(map(str, DASHES[index]))
    rule = f'<path d="M0 7h26" fill="none" stroke="{tint}" stroke-width="2" stroke-dasharray="{dash}"/>'
    return f'<svg viewBox="0 0 26 14" aria-hidden="true">{rule}<path d="{OUTLINES[index]}" fill="{tint}"/></svg>'

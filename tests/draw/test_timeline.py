"""The chart of a game: its lines, and the mark of the current row."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from trainshed.draw.sheet import LAYOUTS
from trainshed.draw.timeline import HEIGHT, WIDTHS, ChanceChart, Chart, MarkedRow, Tick, lead
from trainshed.kernel.translation import ENGLISH

GAME = [
    Tick(-1, (0, 0, 0), 1),
    Tick(0, (4, 0, 0), 1),
    Tick(1, (4, 1, 0), 1),
    Tick(-1, (4, 1, 0), 2),
    Tick(2, (4, 1, 19), 2),
    Tick(2, (4, 1, 19), 2),
]


def test_a_lead_is_over_the_average() -> None:
    assert lead((9, 0, 3), fewest=False) == [5.0, -4.0, -1.0]
    assert lead((9, 0, 3), fewest=True) == [-5.0, 4.0, 1.0]
    assert sum(lead((7, 2, 4, 4), fewest=False)) == 0


def test_whoever_is_alone_is_compared_with_nothing() -> None:
    assert lead((7,), fewest=True) == [7.0]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_of_it_lies_inside(layout: str) -> None:
    chart = Chart(GAME, False, layout)
    drawings = [chart.lines(ENGLISH), *[chart.hand(row) for row in range(len(GAME))]]
    for drawing in drawings:
        for place in ElementTree.fromstring(drawing).iter():
            x, y, w, h = (float(place.get(name, "0")) for name in ("x", "y", "width", "height"))
            assert -20 <= x <= WIDTHS[layout]
            assert x + w <= WIDTHS[layout] + 1
            assert 0 <= y + h <= HEIGHT
    assert chart.lines(ENGLISH).count("seatst-") == 3
    assert [word for word in re.findall(r">([^<>]+)</text>", chart.lines(ENGLISH)) if word in ("19", "4", "1")]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_chances_go_from_the_bottom_to_the_top(layout: str) -> None:
    chances = [[1 / 3, 1 / 3, 1 / 3]] * 3 + [[0.8, 0.2, 0.0]] * 2 + [[0.0, 0.0, 1.0]]
    chart = ChanceChart(GAME, chances, layout)
    heights = [chart.y(chance) for chance in (0.0, 0.5, 1.0)]
    assert HEIGHT > heights[0] > heights[1] == chart.middle > heights[2] > 0
    drawn = chart.lines(ENGLISH)
    assert drawn.count("seatst-") == 3
    assert re.findall(r">(\d+ %)<", drawn) == ["100 %", "50 %", "0 %"]
    assert ">19<" in drawn  # the points at the end stand beside the curves
    for row in range(len(GAME)):
        ElementTree.fromstring(chart.hand(row))


def test_a_mark_is_a_link_above_its_row() -> None:
    chart = Chart(GAME, False, "wide")
    drawn = ElementTree.fromstring(chart.marks([MarkedRow(2, "Bob & Co."), MarkedRow(4, "later")]))
    links = [place for place in drawn.iter() if place.tag == "a"]
    assert [link.get("href") for link in links] == ["2", "4"]
    assert links[0].get("aria-label") == "Bob & Co."
    areas = [place for place in drawn.iter() if place.tag == "rect"]
    assert [float(area.get("x", "0")) + 12 for area in areas] == [
        pytest.approx(chart.x(row), abs=0.01) for row in (2, 4)
    ]
    assert chart.marks([]).count("<a") == 0


def test_the_handle_stands_at_its_row() -> None:
    chart = Chart(GAME, False, "wide")
    xs = [float(re.findall(r'class="handle" d="|d="M([0-9.]+) [0-9.]+V', chart.hand(row))[0]) for row in range(6)]
    assert xs == sorted(xs)
    assert len(set(xs)) == 6
    assert ">4<" in chart.hand(4)


def test_a_game_without_points_or_rounds_has_a_chart_too() -> None:
    for ticks in ([Tick(-1, (), 0)], [Tick(-1, (), 0), Tick(0, (3, 5), 0)]):  # also if points are told at the end only
        chart = Chart(ticks, False, "wide")
        assert "seatst-" not in chart.lines(ENGLISH)
        assert ">0<" in chart.hand(0)

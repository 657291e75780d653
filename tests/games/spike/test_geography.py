"""The drawn land of Spike: places stand on it, and links hardly leave it."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from math import hypot
from typing import Any

import pytest

from trainshed.games.spike.board.land.geography import ISLANDS, LAKES, LAND, RIDGES, RIVERS, Line, courses, outlines

PRINTED: dict[str, Any] = tomllib.loads(
    files("trainshed.games.spike").joinpath("content.toml").read_text(encoding="utf-8")
)
PLACES: dict[str, dict[str, Any]] = {
    row["id"]: row for table in ("cities", "junctions") for row in PRINTED[table]["rows"]
}
SHORES = (LAND, *LAKES.values(), *ISLANDS.values())
PIECES = [(one, other) for line in SHORES for one, other in zip(line, line[1:] + line[:1], strict=True)]


def inside(line: Line, x: float, y: float) -> bool:
    """Whether a point lies inside of a closed outline: a ray to the east leaves it an odd number of times."""
    found = False
    for (a, b), (c, d) in zip(line, line[1:] + line[:1], strict=True):
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            found = not found
    return found


def on_land(x: float, y: float) -> bool:
    if any(inside(island, x, y) for island in ISLANDS.values()):
        return True
    return inside(LAND, x, y) and not any(inside(lake, x, y) for lake in LAKES.values())


def to_the_shore(x: float, y: float) -> float:
    """How far a point is from the nearest shore."""
    nearest = float("inf")
    for (a, b), (c, d) in PIECES:
        length = (c - a) ** 2 + (d - b) ** 2
        along = min(1.0, max(0.0, ((x - a) * (c - a) + (y - b) * (d - b)) / length))
        nearest = min(nearest, hypot(a + along * (c - a) - x, b + along * (d - b) - y))
    return nearest


@pytest.mark.parametrize("place", PLACES)
def test_a_place_stands_on_land_and_not_at_the_very_shore(place: str) -> None:
    row = PLACES[place]
    assert on_land(row["x"], row["y"])
    assert to_the_shore(row["x"], row["y"]) >= 2.5


@pytest.mark.parametrize("link", PRINTED["links"]["rows"], ids=lambda row: f"{row['a']}-{row['b']}")
def test_a_link_runs_mostly_over_land(link: dict[str, Any]) -> None:
    a, b = PLACES[link["a"]], PLACES[link["b"]]
    shares = [step / 40 for step in range(41)]
    dry = sum(on_land(a["x"] + (b["x"] - a["x"]) * share, a["y"] + (b["y"] - a["y"]) * share) for share in shares)
    assert dry / len(shares) >= 0.6


def test_what_is_not_land_is_water() -> None:
    # the Gulf of Mexico, the Atlantic, Lake Michigan, Lake Erie, Lake Ontario, Chesapeake Bay
    for x, y in ((300, 900), (850, 600), (400, 180), (610, 265), (720, 200), (753, 430)):
        assert not on_land(x, y), (x, y)


def test_the_board_lies_within_the_drawing() -> None:
    for x in (-195, 0, 500):
        assert on_land(x, -195)  # land goes on beyond the northern edge
    for y in (0, 500, 1_000, 1_195):
        assert on_land(-195, y)  # and beyond the western one
    for line in (LAND, *RIVERS.values(), *RIDGES.values()):
        assert all(-220 <= x <= 1_300 and -220 <= y <= 1_220 for x, y in line)


@pytest.mark.parametrize("name", RIVERS)
def test_a_river_ends_in_water_or_in_another_river(name: str) -> None:
    x, y = RIVERS[name][-1]
    others = [point for other, line in RIVERS.items() if other != name for point in line]
    assert not on_land(x, y) or to_the_shore(x, y) <= 8 or min(hypot(x - a, y - b) for a, b in others) <= 8


@pytest.mark.parametrize("line", SHORES)
def test_an_outline_is_not_entangled(line: Line) -> None:
    def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    pieces = list(zip(line, line[1:] + line[:1], strict=True))
    for number, (a, b) in enumerate(pieces):
        for c, d in pieces[number + 2 :]:
            assert side(a, b, c) * side(a, b, d) >= 0 or side(c, d, a) * side(c, d, b) >= 0, (a, b, c, d)


def test_lines_become_paths_with_rounded_corners() -> None:
    def doubled(x: float, y: float) -> tuple[float, float]:
        return 2 * x, 2 * y

    assert courses([((0, 0), (10, 0), (10, 10))], doubled) == "M0 0q20 0 20 10l0 10"
    assert courses([((0, 0), (10, 5))], doubled) == "M0 0l20 10"
    assert (
        outlines([((0, 0), (10, 0), (10, 10), (0, 10))], doubled)
        == "M0 10q0-10 10-10q10 0 10 10q0 10-10 10q-10 0-10-10Z"
    )


def test_the_paths_of_the_whole_drawing_are_short_enough_to_be_sent_with_a_board() -> None:
    def still(x: float, y: float) -> tuple[float, float]:
        return x, y

    paths = (
        outlines([LAND], still),
        outlines(LAKES.values(), still),
        outlines(ISLANDS.values(), still),
        courses(RIVERS.values(), still),
        courses(RIDGES.values(), still),
    )
    assert all(re.fullmatch(r"[MqlZ\d. -]+", path) for path in paths)
    assert sum(map(len, paths)) < 20_000

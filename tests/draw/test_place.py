"""Scenery is quiet, readable under text, always the same, and a file of its own that a board only refers to."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from importlib.resources import files
from itertools import product

import pytest

from trainshed.draw.place.landscape import Landscape, box
from trainshed.draw.place.scenery import Picture, Scenery
from trainshed.draw.place.tones import AREAS, COLOURS, DAY, NIGHT, QUIET, SEASONS, THEMES, colour
from trainshed.kernel.registry import game, titles

AREA, STROKE, SLEEPER = 1.25, 1.6, 2.0
"""The strongest contrast of scenery to the sheet: of areas, of lines and points, and of the sleepers under a line."""

IN_PAGES = {
    "ballast": "--ballast",
    "stones": "--ballast-2",
    "rail": "--ink-3",
    "sea": "--sea",
    "land": "--land",
    "coast": "--coast",
}
"""Colours of scenery that are tokens too, because pieces on the sheet have them."""

WITH_SCENERY = [slug for slug in titles() if game(slug).has_part("board.scenery")]


def tokens(theme: str) -> dict[str, str]:
    css = files("trainshed.web").joinpath("static/tokens.css").read_text()
    found: dict[str, str] = {}
    for selector in (r":root\{", r":root\[data-theme=dark\]\{")[: 1 + (theme == NIGHT)]:
        block = re.search(selector + r"(.*?)\n\}", css, re.DOTALL)
        assert block is not None
        found |= dict(re.findall(r"(--[\w-]+):(#[0-9A-Fa-f]{6})", block[1]))
    return found


def light(hex_colour: str) -> float:
    parts = [int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_scenery_is_quiet(theme: str) -> None:
    sheet = tokens(theme)["--sheet"]
    areas = [(season, tone) for season, tone in product(SEASONS, AREAS)] + [("", tone) for tone in QUIET]
    for season, tone in areas:
        assert contrast(colour(theme, season, tone), sheet) <= AREA, (season, tone)
    for season, tone in [(season, "line") for season in SEASONS] + [("", "stones"), ("", "wave")]:
        assert contrast(colour(theme, season, tone), sheet) <= STROKE, (season, tone)
    assert contrast(colour(theme, "", "sleeper"), sheet) <= SLEEPER


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_options_stay_readable_on_scenery(theme: str) -> None:
    known = tokens(theme)
    grounds = [colour(theme, season, tone) for season, tone in product(SEASONS, AREAS)]
    for ground, (ink, least) in product(grounds, (("--ink", 4.5), ("--ink-2", 4.5), ("--may", 3.0))):
        assert contrast(known[ink], ground) >= least, (ground, ink)


def test_colours_of_the_pages_are_the_same_in_scenery() -> None:
    for theme, (tone, token) in product(THEMES, IN_PAGES.items()):
        assert COLOURS[theme][tone] == tokens(theme)[token], (theme, tone)


def hill() -> Picture:
    land = Landscape()
    land.area("far", box(0, 0, 40, 10))
    land.by_night(box(1, 1, 1, 1))
    return Picture(40, 10, land)


def test_a_board_refers_to_both_files_by_their_digests() -> None:
    scenery = Scenery("toy", {"hill": hill})
    shown = scenery.shown("hill", 4, 5)
    for theme in THEMES:
        file = f"hill-{theme}.svg"
        assert f'href="/static/{scenery.digest(file)}/scenery/toy/{file}"' in shown
        assert f'class="scenery {theme}"' in shown
    assert 'x="4" y="5" width="40" height="10"' in shown
    assert scenery.digest("hill-day.svg") != scenery.digest("hill-night.svg")
    assert Scenery("toy", {"hill": hill}).files() == scenery.files()
    assert Scenery("toy", {"hill": hill}).file("hill-day.svg") == scenery.file("hill-day.svg")


def test_stars_are_only_there_by_night() -> None:
    land = hill().land
    assert land.svg(DAY).count("<path") == 1
    assert land.svg(NIGHT).count("<path") == 2


def test_only_a_part_of_a_picture_can_be_shown() -> None:
    shown = Scenery("toy", {"hill": hill}).shown("hill", 0, 0, 6)
    assert 'height="6" preserveAspectRatio="xMinYMin slice"' in shown


@pytest.mark.parametrize("slug", WITH_SCENERY)
def test_scenery_of_a_title(slug: str) -> None:
    """Every picture is well-formed, of its own size, small, and drawn in known colours without a style sheet."""
    scenery: Scenery = game(slug).part("board.scenery").SCENERY
    assert scenery.slug == slug
    for file in scenery.files():
        body = scenery.file(file)
        root = ET.fromstring(body)
        picture = scenery.picture(file.rpartition("-")[0])
        assert root.get("viewBox") == f"0 0 {picture.width:g} {picture.height:g}"
        assert not re.search(rb"style|class=|<text|<script|href", body), file
        assert len(gzip.compress(body, 9)) < 16_000, file

"""The style sheets: seats can be told apart with colour blindness, one script decides on motion, text can be large."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations

import pytest

from tests.support.web.colour_vision import contrast, difference, seen
from trainshed.draw.seats import SEATS
from trainshed.service.accounts.preferences import CHOICES

APART = 20.0
"""The least difference (CIEDE2000) of two seats, of two cards, and of a seat and the sheet."""
APART_FROM_MAY = 15.0
"""The least difference of a seat and the violet of what may be chosen, which has a ring and dashes too."""
CARDS = ("red", "blue", "green", "yellow", "white", "black")
KINDS = [kind for kind in CHOICES["colors"] if kind != "standard"]
THEMES = ("light", "dark")
STATIC = files("trainshed.web").joinpath("static")


def tokens(kind: str, theme: str) -> dict[str, str]:
    """The colours by name that hold for a preference and a theme."""
    found = dict[str, str]()
    text = STATIC.joinpath("tokens.css").read_text() + STATIC.joinpath("palettes.css").read_text()
    for selector, block in re.findall(r"(?m)^(:root[^{]*)\{([^}]*)\}", text):
        needs = dict(re.findall(r"\[data-([a-z]+)=([a-z]+)\]", selector))
        if {"colors": kind, "theme": theme}.items() >= needs.items():
            found |= re.findall(r"--([a-z0-9-]+):(#[0-9A-Fa-f]{6})\b", block)
    return found


def nearest(colours: dict[str, str], kind: str) -> tuple[float, str, str]:
    """The two colours that these people can tell apart least."""
    shown = {name: seen(colour, kind) for name, colour in colours.items()}
    return min((difference(shown[one], shown[two]), one, two) for one, two in combinations(shown, 2))


def seats(told: dict[str, str]) -> dict[str, str]:
    return {seat: told[f"s-{seat}"] for seat in SEATS}


def cards(told: dict[str, str]) -> dict[str, str]:
    return {card: told[f"c-{card}"][:7] for card in CARDS}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_seats_and_cards_can_be_told_apart(kind: str, theme: str) -> None:
    told = tokens(kind, theme)
    for eyes in (kind, "standard"):
        assert nearest({**seats(told), "sheet": told["sheet"]}, eyes)[0] >= APART
        assert nearest(cards(told), eyes)[0] >= APART
        violet = seen(told["may"], eyes)
        for seat, colour in seats(told).items():
            assert difference(seen(colour, eyes), violet) >= APART_FROM_MAY, seat


@pytest.mark.parametrize("kind", KINDS)
def test_a_set_is_better_than_the_standard_colours(kind: str) -> None:
    for theme in THEMES:
        own, standard = (nearest(seats(tokens(name, theme)), kind)[0] for name in (kind, "standard"))
        assert own > standard + 5, theme


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", CHOICES["colors"])
def test_texts_in_and_on_seat_colours_can_be_read(kind: str, theme: str) -> None:
    told = tokens(kind, theme)
    for seat in SEATS:
        assert contrast(told[f"s-{seat}"], told[f"s-{seat}-on"]) >= 4.5, seat
        assert contrast(told[f"s-{seat}-tx"], told["sheet"]) >= 4.5, seat
        assert contrast(told[f"s-{seat}-tx"], told[f"s-{seat}-soft"]) >= 4.5, seat
        assert contrast(told["ink"], told[f"s-{seat}-soft"]) >= 7, seat
        assert contrast(told["ink-2"], told[f"s-{seat}-soft"]) >= 4.5, seat


def test_the_difference_is_that_of_the_standard() -> None:
    """Pairs and results from Sharma, Wu and Dalal 2005, which published them to check implementations."""
    for one, two, expected in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ):
        assert difference(one, two) == pytest.approx(expected, abs=0.0001)


def test_one_script_decides_whether_anything_moves() -> None:
    """Only theme.js asks the device; all else follows the class `still`, which the preference sets too."""
    asking = {
        file.name
        for file in STATIC.iterdir()
        if file.name.endswith((".css", ".js")) and "prefers-reduced-motion" in file.read_text()
    }
    assert asking == {"theme.js"}


def test_sizes_of_text_follow_large_type() -> None:
    """Only a size in rem or em follows the preference. What is printed has sizes of its own, and so has a board."""
    for name in ("table", "lobby", "rules", "coach", "kit", "preferences"):
        shown = STATIC.joinpath(f"{name}.css").read_text().partition("@media print{")[0]
        fixed = re.findall(r"[^{}]*\{[^{}]*?font(?:-size)?:[^;{}/]*?\dpx", shown)
        assert [rule for rule in fixed if "html{font:" not in rule and ":root[data-type=large]" not in rule] == [], name

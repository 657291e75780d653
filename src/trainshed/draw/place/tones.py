"""The colours of scenery by theme and season. Scenery is quiet: `tests/draw/test_place.py` checks every contrast."""

from __future__ import annotations

from typing import Final

DAY: Final = "day"
NIGHT: Final = "night"
THEMES: Final = (DAY, NIGHT)
"""The light theme is day, the dark theme is night."""

SUMMER: Final = "summer"
AUTUMN: Final = "autumn"
WINTER: Final = "winter"
SHEET: Final = "sheet"
SEASONS: Final = (SUMMER, AUTUMN, WINTER, SHEET)
"""Three seasons; the last is the paper of the board itself, for land that is far from any season."""

AREAS: Final = ("far", "middle", "near")
"""The tones of a season from the horizon to the front; beside them a season has the tone of its lines, `line`."""

SEASON_COLOURS: Final = {
    DAY: {
        SUMMER: {"far": "#EDF1E3", "middle": "#E6ECD8", "near": "#DEE6CD", "line": "#C2CFAA"},
        WINTER: {"far": "#EEF2F4", "middle": "#E5EBEF", "near": "#DBE3E8", "line": "#BFCCD5"},
        AUTUMN: {"far": "#F6EEDD", "middle": "#F3E7D0", "near": "#EFE0C6", "line": "#DDC69F"},
        SHEET: {"far": "#F4F0E6", "middle": "#ECE7DA", "near": "#E6E2D6", "line": "#CFC8B8"},
    },
    NIGHT: {
        SUMMER: {"far": "#19231F", "middle": "#1D2A24", "near": "#21302A", "line": "#324238"},
        WINTER: {"far": "#18222B", "middle": "#1C2732", "near": "#212D38", "line": "#31404C"},
        AUTUMN: {"far": "#1F2022", "middle": "#272421", "near": "#2F2A24", "line": "#453B30"},
        SHEET: {"far": "#1A222A", "middle": "#1E2831", "near": "#232E38", "line": "#333F4A"},
    },
}

COLOURS: Final = {
    DAY: {
        "sky": "#FAF8F2",
        "white": "#FDFCF9",
        "lamp": "#F0E2B8",
        "lane": "#FDFCF9",
        "water": "#E3ECEE",
        "ballast": "#E8E2D5",
        "stones": "#D0C7B4",
        "sleeper": "#C6BFAF",
        "rail": "#5F6973",
        "sea": "#DDE8EC",
        "land": "#FBF8F0",
        "coast": "#4C6A78",
        "wave": "#BBCED5",
    },
    NIGHT: {
        "sky": "#131A22",
        "white": "#232E38",
        "lamp": "#6E5E34",
        "lane": "#28261F",
        "water": "#13212B",
        "ballast": "#222A31",
        "stones": "#333D45",
        "sleeper": "#434D56",
        "rail": "#98A2AC",
        "sea": "#0F1A22",
        "land": "#1B232A",
        "coast": "#6E93A3",
        "wave": "#253D4A",
    },
}
"""Colours that are the same in every season. `ballast`, `stones`, `rail`, `sea`, `land` and `coast` are tokens of the
pages too; `wave` is for lines in water and for rivers."""

QUIET: Final = ("sky", "white", "lane", "water", "ballast", "sea", "land")
"""Those of them that fill whole areas. A lamp is never larger than 3 pixels; sleepers and rails belong to the lines of
a board and are a little stronger, and the coast of a map is read, not only seen."""


def colour(theme: str, season: str, tone: str) -> str:
    """The colour of a tone."""
    if tone in COLOURS[theme]:
        return COLOURS[theme][tone]
    return SEASON_COLOURS[theme][season][tone]

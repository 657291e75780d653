"""The colours of the pictures of a report: drawn in stand-ins, which become variables of the page's themes.

A chart is drawn once, and its colours follow the reader's setting.
"""

from __future__ import annotations

import re
from typing import Final

INKS: Final = ("ink", "ink-2", "ink-3", "rule", "rule-2", "sheet", "s-blue-soft")
SERIES: Final = ("s-blue", "s-red", "s-green", "s-yellow", "t-brown", "t-gray", "brass", "temp")
"""The colours of lines and dots that are told apart; shapes and names tell them apart too."""
TOKENS: Final = INKS + SERIES
"""The colours that pictures use, by their names in `tokens.css`."""

PLACES: Final = {name: f"#0a0b{index:02x}" for index, name in enumerate(TOKENS)}
NAMES: Final = {place: name for name, place in PLACES.items()}

STAND_IN: Final = re.compile(r"#0a0b[0-9a-f]{2}", re.IGNORECASE)
STYLE: Final = re.compile(r'\s(?:style|xmlns:xlink)="[^"]*"')


def color(name: str) -> str:
    """The stand-in for a colour of the themes."""
    return PLACES[name]


def themed(svg: str) -> str:
    """A picture whose colours are variables; without styles of its own, which the pages' security policy forbids."""
    return STAND_IN.sub(lambda found: f"var(--{NAMES[found[0].lower()]})", STYLE.sub("", svg))

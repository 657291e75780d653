"""Style sheets of files that stand alone: the fonts and colours of the pages inside of them, for light and dark.

Nothing is loaded from elsewhere, and the viewer's setting picks the theme.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import trainshed

STATIC: Final = Path(trainshed.__file__).parent / "web" / "static"
DARK: Final = ":root[data-theme=dark]{"


def fonts(faces: Iterable[tuple[str, int, str]]) -> str:
    """Font faces with their data, from family, weight and the name of the file."""
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{b64encode((STATIC / 'fonts' / file).read_bytes()).decode()})}}"
        for family, weight, file in faces
    )


def themes(colors: Iterable[str]) -> str:
    """These colours of the pages as variables, in both themes."""
    names = list(colors)
    sheet = (STATIC / "tokens.css").read_text(encoding="utf-8")
    light, dark = ("".join(f"--{name}:{_color(part, name)};" for name in names) for part in sheet.split(DARK))
    return f":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _color(sheet: str, name: str) -> str:
    found = re.search(rf"--{name}:\s*(#[0-9A-Fa-f]+)", sheet)
    if found is None:
        raise LookupError(f"no colour --{name} in tokens.css")
    return found[1]

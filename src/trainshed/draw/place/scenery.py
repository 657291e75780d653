"""Scenery as files: each picture of a title once for the day and once for the night, and how a board shows them.

A board only refers to a picture; the file never changes, and its address contains a digest of it, so that a browser
fetches it once. Both are on the sheet, and CSS shows the one of the theme.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from trainshed.draw.place.landscape import Landscape
from trainshed.draw.place.tones import THEMES
from trainshed.draw.svg import element, number, rect

FOLDER: Final = "scenery/"

CROPPED: Final = "xMinYMin slice"
"""Where less room is given, the lower part is left out. Chromium looks for it in the file, others in the board."""


class Picture(NamedTuple):
    """A landscape and its size on the sheet."""

    width: float
    height: float
    land: Landscape
    corner: float = 0
    """The radius of its two upper corners."""


class Scenery:
    """The pictures of a title, by name. They are drawn when they are first needed, and always the same."""

    def __init__(self, slug: str, pictures: Mapping[str, Callable[[], Picture]]) -> None:
        self.slug = slug
        self.pictures = pictures
        self.picture = cache(self._picture)
        self.file = cache(self._file)
        self.shown = cache(self._shown)

    def _picture(self, name: str) -> Picture:
        return self.pictures[name]()

    def files(self) -> list[str]:
        """The names of all files."""
        return [f"{name}-{theme}.svg" for name in self.pictures for theme in THEMES]

    def _file(self, file: str) -> bytes:
        """A file by its name, such as `meadow-night.svg`."""
        name, _, theme = file.removesuffix(".svg").rpartition("-")
        width, height, land, corner = self.picture(name)
        w, h = number(width), number(height)
        body = land.svg(theme)
        if corner:
            body = element("clipPath", rect(0, 0, width, height + corner, corner), id_="c") + element(
                "g", body, clip_path="url(#c)"
            )
        namespace = "http://www.w3.org/2000/svg"
        return element(
            "svg", body, xmlns=namespace, viewBox=f"0 0 {w} {h}", width=w, height=h, preserveAspectRatio=CROPPED
        ).encode()

    def digest(self, file: str) -> str:
        return sha256(self.file(file)).hexdigest()[:12]

    def address(self, file: str) -> str:
        return f"/static/{self.digest(file)}/{FOLDER}{self.slug}/{file}"

    def _shown(self, name: str, x: float = 0, y: float = 0, height: float | None = None) -> str:
        """A picture on a sheet, with its top left corner at a point; `height`: only so much of its top is shown."""
        picture = self.picture(name)
        return "".join(
            element(
                "image",
                href=self.address(f"{name}-{theme}.svg"),
                x=x,
                y=y,
                width=picture.width,
                height=height or picture.height,
                preserveAspectRatio=CROPPED if height else None,
                cls=f"scenery {theme}",
                aria_hidden="true",
            )
            for theme in THEMES
        )

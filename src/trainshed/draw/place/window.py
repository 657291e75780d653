"""Pictures of scenery in another size than their own, or only a part of them."""

from __future__ import annotations

from trainshed.draw.fit import Rect
from trainshed.draw.place.scenery import Scenery
from trainshed.draw.place.tones import THEMES
from trainshed.draw.svg import element, number


def stretched(scenery: Scenery, name: str, area: Rect) -> str:
    """A picture that fills an area of the sheet, whatever its own size."""
    return "".join(
        element(
            "image",
            href=scenery.address(f"{name}-{theme}.svg"),
            x=area.x,
            y=area.y,
            width=area.w,
            height=area.h,
            preserveAspectRatio="none",
            cls=f"scenery {theme}",
            aria_hidden="true",
        )
        for theme in THEMES
    )


def part_of(scenery: Scenery, name: str, area: Rect, seen: Rect) -> str:
    """A part of a picture that fills an area of the sheet; `seen` is the part in the units of the picture."""
    box = " ".join(number(round(value, 1)) for value in seen)
    return element(
        "svg",
        scenery.shown(name),
        x=area.x,
        y=area.y,
        width=area.w,
        height=area.h,
        viewBox=box,
        preserveAspectRatio="none",
        cls="scenery-part",
        aria_hidden="true",
    )

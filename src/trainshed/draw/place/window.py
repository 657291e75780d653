"""Pictures of scenery in another size than their own, or only a part of them."""

from __future__ import annotations

from trainshed.draw.fit import Rect
from trainshed.draw.place.scenery import Scenery
from trainshed.draw.place.tones import THEMES
from trainshed.draw.svg import element


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

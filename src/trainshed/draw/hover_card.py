"""What a thing on the board is, for whoever points at it: its key in the drawing, and the card that tells about it.

A drawing marks a thing with its key (`data-about`). The page asks for the card of a key when somebody rests on the
thing, so that no board carries texts that nobody reads. `about` of a title's board (`draw.board.BoardPart`) writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from trainshed.draw.svg import group, moved, named


class HoverCard(NamedTuple):
    """What is told about a thing on the board. Nothing that is needed to play stands only here."""

    name: str
    state: str = ""
    """A few words below the name: what kind of thing it is, and how it stands: "action space, free"."""
    told: str = ""
    """What it does, in one or two sentences; empty: the clause's own words are shown."""
    cost: str = ""
    """What it costs, and what the viewer has of it: "1 worker of your 3, or a rouble"; empty: nothing is said."""
    cost_face: str = ""
    """The piece that it costs, as SVG elements in a box of 20 by 28."""
    now: Sequence[str] = ()
    """What it would bring the viewer now, the first line being the largest. Empty: the page asks the rules, if the
    viewer may choose it."""
    clause: str = ""
    face: str = ""
    """The thing itself as SVG elements in a box that is `face_size` wide and high."""
    face_size: tuple[float, float] = (32, 32)


def about(thing: str, name: str = "") -> dict[str, Any]:
    """The attributes of an element that has a hover card; with a name it is also called so by screen readers."""
    return {"data_about": thing, **({"role": "img", "aria_label": name} if name else {})}


def named_piece(
    x: float, y: float, name: str, *face: str, id_: str | None = None, lifted: bool = False, thing: str = ""
) -> str:
    """A piece with its name, which screen readers read; a lifted one is previewed.

    With the key of a thing it has a hover card; without one the browser shows the name.
    """
    cls = "piece lift" if lifted else "piece"
    if thing:
        return moved(x, y, *face, id_=id_, cls=cls, **about(thing, name))
    return moved(x, y, named(name), *face, id_=id_, cls=cls)


def thing(key: str, name: str, *face: str, **given: Any) -> str:
    """A group of drawn things that has a hover card, and a name for screen readers."""
    return group(*face, **given, **about(key, name))

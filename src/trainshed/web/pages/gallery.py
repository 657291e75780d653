"""The component sheet: every shared piece and its states, and the states of a page, for authors of titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from markupsafe import Markup

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.icons import SIGNS, sign
from trainshed.draw.pieces import (
    any_track_icon,
    coin,
    coin_socket,
    doubler,
    engine,
    locomotive,
    option,
    plate,
    rect_socket,
    track,
    track_icon,
)
from trainshed.draw.seats import SEATS, badge, worker, worker_socket
from trainshed.draw.sheet import DEFS
from trainshed.draw.svg import element, group, line, moved, rect, text
from trainshed.kernel.registry import game
from trainshed.kernel.registry import titles as installed_titles
from trainshed.kernel.translation import Translator
from trainshed.locale import speech
from trainshed.web.http.access import anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.gallery_map import example_map
from trainshed.web.pages.gallery_parts import drawn_parts
from trainshed.web.pages.rulebook.titles import all_titles
from trainshed.web.pages.table.hover.card_html import ViewerChoice, card_html

VALUES: Final = {"black": 0, "gray": 1, "brown": 2, "nat": 4, "white": 7}
PATTERNED: Final = ("gray", "brown", "nat")


class GalleryCell(NamedTuple):
    """A drawing with its name and a note."""

    name: str
    picture: Markup
    note: str


class GallerySection(NamedTuple):
    """A named group of drawings."""

    name: str
    cells: Sequence[GalleryCell]


@get("/components", include_in_schema=False, **anyone())
async def components(reader: PageReader, request: Asked) -> Response[bytes]:
    """The page with the component sheet."""
    return page(
        "components.html",
        request.scope,
        reader,
        sections=sections(reader.language),
        cards=[Markup(card) for card in sample_cards(reader.speech)],
        defs=Markup(element("svg", DEFS, cls="defs", width=0, height=0, aria_hidden="true")),
        titles=all_titles(reader.language),
    )


@get("/components/map", include_in_schema=False, **anyone())
async def component_map(reader: PageReader, request: Asked) -> Response[bytes]:
    """The page with the map kit: 36 cities and 288 links, with zoom and pan."""
    drawn = Markup(example_map(reader.layout, reader.speech))
    return page("components_map.html", request.scope, reader, drawn=drawn)


def cell(name: str, picture: str, width: int, height: int, note: str = "") -> GalleryCell:
    """A drawing as SVG. Screen readers skip it, as its caption names it, unless it has options with labels."""
    hidden = None if 'role="button"' in picture else "true"
    drawn = element("svg", picture, viewBox=f"0 0 {width} {height}", width=width, height=height, aria_hidden=hidden)
    return GalleryCell(name, Markup(drawn), note)


@cache
def sections(language: str) -> tuple[GallerySection, ...]:
    """All sections of the component sheet in a language."""
    said = speech(language)
    return (
        GallerySection(said.gettext("Action space"), list(spaces(said))),
        GallerySection(said.gettext("Seats: colour and shape"), list(seats(said))),
        GallerySection(said.gettext("Tracks: plate, run, icon; value and pattern"), list(tracks(said))),
        GallerySection(
            said.gettext("Locomotives"), [cell(str(n), locomotive(4, 4, n, 82, 44), 92, 54) for n in (1, 2, 4, 6, 9)]
        ),
        GallerySection(said.gettext("Small pieces"), list(small(said))),
        GallerySection(said.gettext("Panels, choices and rows of icons"), list(shared_parts(said))),
        GallerySection(said.gettext("Signs"), [cell(name, sign(name, 10, 4, 24), 44, 32) for name in SIGNS]),
    )


def spaces(said: Translator) -> Iterator[GalleryCell]:
    """One action space in every state."""
    free = worker_socket(16, 18) + worker_socket(38, 18)
    for id_, name, note, state, inside, ring in (
        ("free", said.gettext("free"), said.gettext("quiet, not legal now"), None, free, ""),
        ("legal", said.gettext("legal"), said.gettext("its halo pulses"), "", free, ""),
        ("focus", said.gettext("focused"), said.gettext("keyboard or mouse"), "focus", free, ""),
        ("chosen", said.gettext("chosen"), said.gettext("the preview is lifted"), "chosen", pair("blue", "lift"), ""),
        ("alt", said.gettext("alternative"), said.gettext("after a choice"), "alt", free, ""),
        ("dead", said.gettext("dead"), said.gettext("pressing it asks why not"), "dead", free, ""),
        ("taken", said.gettext("taken"), said.gettext("its effect is dimmed"), None, pair("red"), ""),
        (
            "last",
            said.gettext("last move"),
            said.gettext("dotted, in the colour of the seat"),
            None,
            pair("green"),
            "green",
        ),
    ):
        yield cell(name, space(id_, name, state, inside, ring, dimmed=id_ in ("taken", "last")), 180, 64, note)


def pair(seat: str, cls: str = "") -> str:
    return worker(16, 18, seat, cls=cls) + worker(38, 18, seat, cls=cls)


def space(id_: str, name: str, state: str | None, inside: str, ring: str, dimmed: bool) -> str:
    effect = "".join(track_icon(80 + 27 * step, 24, "gray") for step in range(3))
    drawn = rect(8, 10, 164, 44, 3, "sp-taken" if dimmed else "sp") + line(67, 19, 67, 45, "hair")
    drawn += group(effect, cls="dimmed" if dimmed else None) + inside
    if ring:
        drawn += rect(5.5, 7.5, 169, 49, 5, f"trail-ring seatst-{ring}")
    return drawn if state is None else drawn + option(f"kit-{id_}", 8, 10, 164, 44, name, id_, r=3, state=state)


def seats(said: Translator) -> Iterator[GalleryCell]:
    for seat, name, shape in (
        ("blue", said.gettext("blue"), said.gettext("circle")),
        ("red", said.gettext("red"), said.gettext("square")),
        ("yellow", said.gettext("yellow"), said.gettext("triangle")),
        ("green", said.gettext("green"), said.gettext("diamond")),
    ):
        assert seat in SEATS
        yield cell(name, badge(seat, 20, 24, 10) + worker(42, 10, seat), 76, 48, shape)
    yield cell(said.gettext("temporary"), worker(10, 10, "temp"), 44, 48, said.gettext("hourglass"))
    yield cell(said.gettext("black worker"), worker(10, 10, "ink"), 44, 48, said.gettext("plus"))


def tracks(said: Translator) -> Iterator[GalleryCell]:
    for color, name, pattern in (
        ("black", said.gettext("black"), said.gettext("solid")),
        ("gray", said.gettext("gray"), said.gettext("level lines")),
        ("brown", said.gettext("brown"), said.gettext("diagonals")),
        ("nat", said.gettext("natural"), said.gettext("dots")),
        ("white", said.gettext("white"), said.gettext("plain")),
    ):
        run = rect(64, 15, 44, 24, 0, f"run-{color}")
        if color in PATTERNED:
            run += rect(64, 15, 44, 24, 0, f"pat-{color} runpat")
        run += rect(64, 15, 44, 24, 0, "runedge") + text(86, 31.5, VALUES[color], f"t13b ron-{color}", "middle")
        yield cell(
            name, track(10, 12, color, 42, 30, VALUES[color]) + run + track_icon(120, 19, color), 156, 54, pattern
        )
    yield cell(said.gettext("any"), any_track_icon(10, 19), 44, 54)


def small(said: Translator) -> Iterator[GalleryCell]:
    yield cell(said.gettext("rouble"), coin(20, 22, 11) + coin_socket(50, 22, 11), 70, 44)
    yield cell(said.gettext("doubler"), doubler(8, 12) + rect_socket(50, 12, 34, 20, 3), 92, 44)
    yield cell(said.gettext("sign of a section"), plate(4, 9, 150, 26, said.gettext("Depot"), "factory", "3"), 160, 44)


def shared_parts(said: Translator) -> Iterator[GalleryCell]:
    """Each part that boards are put together from, once."""
    for part in drawn_parts(said):
        yield cell(part.name, part.picture, part.width, part.height, part.note)


def sample_cards(said: Translator) -> Iterator[str]:
    """Two hover cards as HTML: of something that may be chosen, and of something that can only be read."""
    title = game(installed_titles()[0])
    clause, told = next(iter(title.rulebook.by_id)), said.gettext("The clause that answers it, in our own words.")
    face, size = moved(0, 8, track_icon(0, 0, "gray") + track_icon(28, 0, "gray")), (52, 32)
    open_ = HoverCard(
        said.gettext("Action space"),
        said.gettext("legal"),
        told,
        cost=said.gettext("rouble"),
        cost_face=coin(10, 14, 9),
        clause=clause,
        face=face,
        face_size=size,
    )
    yield card_html(title, open_, ViewerChoice(True, ["+2"]), said)
    read = HoverCard(said.gettext("Locomotives"), told=told, clause=clause, face=engine(6), face_size=(56, 34))
    yield card_html(title, read, ViewerChoice(), said)


KIT_PAGES: list[HTTPRouteHandler] = [components, component_map]

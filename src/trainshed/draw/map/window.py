"""A window of a board onto a map: it draws the map's layers into a sheet, and `map.js` zooms and moves them together.

Every layer is a nested SVG that clips (`map-win`) around a group that is moved (`map-view`). Zoom and pan stand in a
style sheet of the page, not in the drawing, so that a page may draw the map anew and keep them.

What it draws has hover cards by these keys: `city:ID`, `line:LINK`, `junction`, `train:SEAT`, `station:CITY:SEAT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from math import atan2, cos, degrees, radians, sin
from typing import Final

from trainshed.draw.fit import Rect, room_of
from trainshed.draw.icons import sign
from trainshed.draw.map.boxes import Box, edges_of, met
from trainshed.draw.map.label_places import PlacedLabel
from trainshed.draw.map.labels import labels_of
from trainshed.draw.map.links import LaidRail, aside, glow, mesh, other_way, printed_lanes, rail
from trainshed.draw.map.net import MapCity, MapJunction, MapNet, MapStyle, lines_of
from trainshed.draw.map.stored_labels import NO_LABELS, StoredLabels, label_key
from trainshed.draw.seats import SHAPES, badge, shape
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, element, group, line, moved, number, path, rect, text
from trainshed.kernel.translation import Translator

BUTTON: Final = 44
"""The side of a button of the window."""

STATION_TURNS: Final = (225, 315, 135, 45, 270, 90)
"""The directions from a city's centre in which markers stand, in this order."""

SHARES: Final = (0.5, 0.35, 0.65, 0.2, 0.8, 0.07, 0.93)
"""Where on a link its disc may lie."""

SMALL: Final = 4.5
"""The radius of a disc on a link where a larger one would cover a name."""

CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1.35), (0, 1.35), (-1.45, 0), (1.45, 0))
"""Where the tag of a target may stand, from its centre."""

TRAIN: Final = "M-14 -7.5H2V-5.6H9.5C13 -5.6 14.5 -3 14.5 0S13 5.6 9.5 5.6H2V7.5H-14Z"


class MapWindow:
    """A map that is being drawn. Points are those of the net; (0, 0) is the window's upper left corner."""

    def __init__(
        self,
        net: MapNet,
        area: Rect,
        style: MapStyle,
        keep: Sequence[Rect] = (),
        left: bool = False,
        stored: StoredLabels = NO_LABELS,
    ) -> None:
        self.net = net
        self.left = left
        """Whether the buttons lie in the lower left corner, not in the right one."""
        self.area = area
        self.style = style
        self.cities: Mapping[str, MapCity] = {city.id: city for city in net.cities}
        self.lines = lines_of(net, style.ring)
        self.lanes = {link.id: len(link.colors) for link in net.links}
        self.printed: list[str] = []
        self.pieces: list[str] = []
        self.names: list[str] = []
        self.live: list[str] = []
        self.live_links: list[str] = []
        """Links that can be pressed lie above cities: their discs are smaller, and may lie near to a city's ring."""
        bounds = Rect(3, 3, area.w - 6, area.h - 6)
        self.label_inputs = (net, style, bounds, (*keep, self.buttons_area()))
        """What the places of labels depend on."""
        self.placed = stored.get(label_key(*self.label_inputs)) or labels_of(*self.label_inputs)
        self.told: set[str] = set()
        """Cities whose codes are not shown; see `tell`."""
        self.tags: list[Box] = []
        """Where numbers of targets stand already."""

    def tell(self, cities: Iterable[str]) -> None:
        """Chosen cities tell their whole names: their own codes, and those under these names, are not shown.

        Before `places`.
        """
        self.told = set(cities)
        names = [edges_of(self.at_city(city, self.callout_box(city, self.target_ring))) for city in sorted(self.told)]
        self.told.update([one.city for one in self.placed.codes if met(self.at_city(one.city, one.box), names)])

    def at_city(self, city: str, box: Rect) -> Rect:
        """A box that is given from a city's centre, on the map."""
        return box.moved(self.cities[city].x, self.cities[city].y)

    @property
    def target_ring(self) -> float:
        """The radius of a city that can be pressed."""
        return self.style.ring + 4.5

    # ------------------------------------------------------------ printed

    def terrain(self, *parts: str) -> None:
        """Land, water, borders: SVG that lies under everything."""
        self.printed += parts

    def region(self, x: float, y: float, said: str, small: bool = False) -> None:
        """The name of a water or a landscape. A small one is shown only where the map is large."""
        cls = f"maplet{' sm' if small else ''}"
        drawn = text(x, y, said, cls, "middle")
        self.printed.append(group(drawn, cls="map-near") if small else drawn)

    def links(self, rails: Iterable[LaidRail] = (), far: frozenset[str] = frozenset()) -> None:
        """All links: printed lanes where nothing is laid, and the rails. Links in `far` are quiet."""
        laid = list(rails)
        taken = {(one.link, one.lane) for one in laid}
        near: list[str] = []
        quiet: list[str] = []
        for link, lane, drawn in printed_lanes(self.net, self.style):
            if (link, lane) not in taken:
                (quiet if link in far else near).append(drawn)
        self.printed += (
            mesh(self.net, self.style),
            group(*quiet, id_="links-far", cls="far"),
            group(*near, id_="links-near"),
        )
        previewed = [self.lines[one.link] for one in laid if one.preview]
        if previewed:
            self.pieces.append(glow(previewed))
        self.pieces += [rail(self.lines[one.link], self.style, one, self.lanes[one.link]) for one in laid]

    def other_way(self, links: Sequence[str], place: int) -> None:
        """Another way that could be chosen: a dotted line with its number."""
        self.pieces.append(other_way([self.lines[link] for link in links], f"way-{place}"))
        way = self.lines[links[len(links) // 2]]
        x, y = way.at(way.middle)
        disc = circle(0, 0, 8.5, "waydisc") + text(0, 4.4, place, "t12b may", "middle")
        self.names.append(self.pin(x, y, disc, id_=f"way-number-{place}"))

    def places(self, marks: Mapping[str, str] | None = None) -> None:
        """Junctions, and cities with their names. `marks` has what is drawn inside a city's ring, around its centre."""
        ring = self.style.ring
        self.names.append(junction_dots(self.net.junctions, ring))
        given = marks or {}
        for city in self.net.cities:
            self.names.append(
                self.pin(
                    city.x,
                    city.y,
                    circle(0, 0, ring, "cityring"),
                    given.get(city.id, ""),
                    id_=f"city-{city.id}",
                    thing=f"city:{city.id}",
                )
            )
        names = self.name_labels(self.placed.names, "name")
        if not self.placed.codes:
            self.names.append(group(names, id_="names"))
            return
        codes = self.name_labels([one for one in self.placed.codes if one.city not in self.told], "code")
        self.names.append(group(codes, id_="codes", cls="map-whole"))
        self.names.append(group(names, id_="names", cls="map-near"))

    def name_labels(self, placed: Iterable[PlacedLabel], kind: str) -> str:
        return "".join(name_label(self.cities[one.city], self.style, one, kind) for one in placed)

    def beside(self, city: str) -> tuple[float, float] | None:
        """Where a city's `room` begins, relative to its centre: the left end, and the baseline of the name."""
        for one in self.placed.names:
            if one.city == city:
                return one.box.x + one.box.w - self.cities[city].room, one.y
        return None

    def beside_name(self, city: str, drawn: str, id_: str) -> None:
        """Put something into the room beside a city's name; it is shown with the name."""
        where = self.beside(city)
        if where is None:
            return
        place = self.cities[city]
        cls = "map-near" if self.placed.codes else None
        self.names.append(group(self.pin(place.x, place.y, moved(*where, drawn)), id_=id_, cls=cls))

    # ------------------------------------------------------------ pieces

    def station(self, city: str, seat: str, slot: int = 0) -> None:
        """A seat's marker at a city; those of several seats stand in different slots."""
        place, turn = self.cities[city], radians(STATION_TURNS[slot % len(STATION_TURNS)])
        out, size = self.style.ring * 1.18, self.style.ring * 0.5
        drawn = badge(seat, out * cos(turn), out * sin(turn), size)
        key = f"station:{city}:{seat}"
        self.names.append(self.pin(place.x, place.y, drawn, id_=f"station-{city}-{seat}", cls="piece", thing=key))

    def train(self, seat: str, x: float, y: float, turn: float = 0, lifted: bool = False) -> None:
        """A seat's train seen from above, heading right before it is turned."""
        cls = "piece lift" if lifted else "piece"
        drawn = train_above(seat, self.style.ring / 10.3, turn)
        self.names.append(self.pin(x, y, drawn, id_=f"train-{seat}", cls=cls, thing=f"train:{seat}"))

    def on_link(self, link: str, lane: int = 0) -> tuple[float, float]:
        """The middle of a lane."""
        way = self.lines[link]
        return way.at(way.middle, aside(lane, self.lanes[link], self.style))

    def heading(self, link: str) -> float:
        """The direction of a link in degrees, from its first end to its second."""
        way = self.lines[link]
        return round(degrees(atan2(way.dy, way.dx)))

    # ------------------------------------------------------------ targets

    def target(self, city: str, word: str, label: str, rule: str = "", state: str = "", tag: str = "") -> None:
        """A city that can be pressed. `tag` is a number or a gain that stands at its ring; `word` may be several words
        (`pieces.option`)."""
        place = self.cities[city]
        self.press(f"opt-city-{city}", place.x, place.y, self.target_ring, word, label, rule, state, tag, city)

    def link_target(
        self, link: str, word: str, label: str, rule: str = "", state: str = "", tag: str = "", lane: int = 0
    ) -> None:
        """A link that can be pressed: a disc on it, with what `tag` says; in its middle, unless a name stands there."""
        _, x, y, r = self.link_spot(link, lane, bool(tag))
        self.tags.append((x - r, y - r, x + r, y + r))
        self.press(f"opt-link-{link}-{lane}", x, y, r, word, label, rule, state, tag if r > SMALL else "", "")

    def link_spot(self, link: str, lane: int = 0, numbered: bool = False) -> tuple[int, float, float, float]:
        """Where the disc of a link lies: how much it covers there, its centre and its radius. One that has no number,
        or no room for it, is small."""
        way, off = self.lines[link], aside(lane, self.lanes[link], self.style)
        start, room = way.start, way.end - way.start
        large = max(8.0, self.style.ring) if numbered else self.style.ring * 0.8
        best: tuple[int, float, float, float] | None = None
        for r, side in ((large, 0.0), (SMALL, 0.0), (SMALL, 7.0), (SMALL, -7.0)):
            for share in SHARES:
                x, y = way.at(start + room * share, off + side)
                box = Rect(x - r, y - r, 2 * r, 2 * r)
                hidden = 9 * self.named(box) + self.tagged(box)
                if not hidden:
                    return 0, x, y, r
                if best is None or (r, hidden) < (best[3], best[0]):
                    best = hidden, x, y, r
        assert best is not None
        return best

    def press(
        self, id_: str, x: float, y: float, r: float, word: str, label: str, rule: str, state: str, tag: str, city: str
    ) -> None:
        drawn = [circle(0, 0, max(self.style.touch, r), "opt-touch"), circle(0, 0, r + 2, "opt-halo")]
        if city:
            drawn.append(circle(0, 0, r, "opt-hit"))
            tip = self.callout_box(city, r) if self.placed.codes else None
            if tip is not None and state in ("chosen", "only"):  # else it is shown only for a while
                self.tags.append(edges_of(tip.moved(x, y)))
            box = self.tag_box(x, y, r, max(16.0, room_of(tag, 12) + 8)) if tag else None
            if box is not None:
                self.tags.append(edges_of(box.moved(x, y)))
                drawn += [rect(*box, 8, "opt-key")]
                drawn += [text(box.x + box.w / 2, box.y + 12.3, tag, "t12b may-on", "middle")]
            if tip is not None:
                drawn.append(callout(tip, self.cities[city].name))
        else:
            chosen = state in ("chosen", "only")  # what was moved there is seen inside of the ring
            drawn += ["" if chosen else circle(0, 0, r, "waydisc"), circle(0, 0, r, "opt-hit")]
            if tag and not chosen:
                drawn.append(text(0, 4.5, tag, "t13b may", "middle"))
        (self.live if city else self.live_links).append(
            element(
                "g",
                f'<g class="map-pin">{"".join(drawn)}</g>',
                id_=id_,
                transform=f"translate({number(x)} {number(y)})",
                cls=f"opt {'chosen only' if state == 'only' else state}".strip(),
                role="button",
                tabindex=0,
                aria_disabled="true" if state == "dead" else None,
                aria_pressed="true" if state in ("chosen", "only") else None,
                aria_label=label,
                data_word=word.partition(" ")[0],
                data_words=word if " " in word else None,
                data_rule=rule,
            )
        )

    def tag_box(self, x: float, y: float, r: float, w: float) -> Rect | None:
        """Where the tag of a target stands: the first place at its ring where it covers no name and no other tag."""
        out = r * 0.8
        for sx, sy in CORNERS:
            box = Rect(sx * out - w / 2, sy * out - 8, w, 16)
            inside = x + box.x >= -2 and x + box.x + w <= self.area.w + 2 and y + box.y >= 0
            if inside and not self.hidden(box.moved(x, y)):
                return box
        return None

    def hidden(self, box: Rect) -> int:
        """How many names of the whole map, and tags that stand there already, a box covers."""
        return self.named(box) + self.tagged(box)

    def named(self, box: Rect) -> int:
        """How many names of the whole map a box covers."""
        return met(box, self.placed.boxes)

    def tagged(self, box: Rect) -> int:
        """How many tags a box covers that stand there already."""
        return met(box, self.tags)

    def callout_box(self, city: str, r: float) -> Rect:
        """Where the whole name of a target stands, from its centre: above its ring, or below it."""
        place = self.cities[city]
        w = room_of(place.name, 12) + 10
        left = min(max(-w / 2, 2 - place.x), self.area.w - 2 - place.x - w)
        return Rect(left, -r - 24 if place.y > r + 28 else r + 5, w, 20)

    # ------------------------------------------------------------ the window

    def pin(self, x: float, y: float, *parts: str, id_: str | None = None, cls: str = "", thing: str = "") -> str:
        """Something that keeps its size while the map grows, at a point of the map; `thing`: the key of its card."""
        return pinned(x, y, *parts, id_=id_, cls=cls, thing=thing)

    def buttons_area(self) -> Rect:
        """Where the buttons lie, in a lower corner."""
        w = 3 * BUTTON + 8
        return Rect(8 if self.left else self.area.w - w - 8, self.area.h - BUTTON - 8, w, BUTTON)

    def put(self, sheet: Sheet, speech: Translator, name: str) -> None:
        """Draw the whole window into a sheet."""
        x, y, w, h = self.area
        frame = element(
            "rect",
            x=x,
            y=y,
            width=w,
            height=h,
            id_="map-frame",
            cls="map-frame",
            role="img",
            tabindex=0,
            aria_label=name,
            aria_keyshortcuts="+ - 0",
            data_near=self.placed.near,
        )
        sheet.board(self.layer("map-board", [rect(0, 0, w, h, 0, "sea"), *self.printed]), frame)
        sheet.piece(self.layer("map-pieces", self.pieces))
        sheet.label(self.layer("map-labels", self.names))
        sheet.option(self.layer("map-options", [*self.live, *self.live_links]), self.buttons(speech))

    def layer(self, id_: str, parts: Sequence[str]) -> str:
        x, y, w, h = (number(value) for value in self.area)
        return (
            f'<svg id="{id_}" class="map-win" x="{x}" y="{y}" width="{w}" height="{h}">'
            f'<g class="map-view">{"".join(parts)}</g></svg>'
        )

    def buttons(self, speech: Translator) -> str:
        corner = self.buttons_area().moved(self.area.x, self.area.y)
        drawn = []
        for place, (what, icon, label) in enumerate(
            (
                ("in", "plus", speech.gettext("Larger")),
                ("out", "minus", speech.gettext("Smaller")),
                ("all", "whole", speech.gettext("The whole map")),
            )
        ):
            drawn.append(
                f'<g id="map-{what}" class="map-btn" role="button" tabindex="0" data-map="{what}"'
                f' aria-label="{escape(label, quote=True)}"'
                f' transform="translate({number(corner.x + place * (BUTTON + 4))} {number(corner.y)})">'
                f"{rect(0, 0, BUTTON, BUTTON, 4, 'map-key')}{sign(icon, 14, 14, 16)}</g>"
            )
        return group(*drawn, id_="map-buttons")


def callout(box: Rect, name: str) -> str:
    """The whole name of a target, shown where the map has its code only: while it is hovered, focused or chosen."""
    return group(
        rect(*box, 3, "map-callout"),
        text(box.x + box.w / 2, box.y + 14.2, name, "t12b", "middle"),
        cls="map-tip map-whole",
    )


def train_above(seat: str, size: float, turn: float = 0) -> str:
    """A seat's train seen from above, around the origin; at size 1 it is 29 long."""
    hull = moved(
        0,
        0,
        path(TRAIN, "pawn-rim"),
        path(TRAIN, "w-edge", transform="translate(0 2)"),
        path(TRAIN, f"seat-{seat} edge"),
        circle(9.4, 0, 2.1, "w-cap"),
        turn=turn,
        scale=size,
    )
    back = -6 * size
    return hull + shape(
        SHAPES[seat], back * cos(radians(turn)), back * sin(radians(turn)), 4.3 * size, f"seaton-{seat}"
    )


def pinned(x: float, y: float, *parts: str, id_: str | None = None, cls: str = "", thing: str = "") -> str:
    """Something that keeps its size while the map grows, at a point of the map; `thing`: the key of its card."""
    given = f' id="{id_}"' if id_ else ""
    named = f' class="{cls}"' if cls else ""
    key = f' data-about="{thing}"' if thing else ""
    where = f'transform="translate({number(x)} {number(y)})"'
    return f'<g{given}{named}{key} {where}><g class="map-pin">{"".join(parts)}</g></g>'


@lru_cache(maxsize=2048)
def name_label(city: MapCity, style: MapStyle, one: PlacedLabel, kind: str) -> str:
    """A name at its city, with a line to it if it stands apart."""
    box = one.box
    name = text(one.x, one.y, one.text, f"t{style.text}b citylab", one.anchor)
    lead = ""
    if one.leader:
        x1 = min(max(0.0, box.x), box.x + box.w)
        y1 = min(max(0.0, box.y), box.y + box.h)
        lead = line(0, 0, x1, y1, "maplead")
    return pinned(city.x, city.y, lead, name, id_=f"{kind}-{one.city}", thing=f"city:{one.city}")


@lru_cache(maxsize=64)
def junction_dots(junctions: tuple[MapJunction, ...], ring: float) -> str:
    """All junctions in one path."""
    return path(
        "".join(dot(place.x, place.y, ring * 0.3) for place in junctions),
        "junc",
        id_="junctions",
        data_about="junction",
    )


def dot(x: float, y: float, r: float) -> str:
    """A circle as part of a path."""
    w = number(2 * r)
    return f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 0 {w} 0a{number(r)} {number(r)} 0 1 0 -{w} 0"

"""Draws the track of Lok'n'Roll: its cards, the engine, the steps ahead of it, and where a card can be laid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from trainshed.draw.board import MarkedTurn
from trainshed.draw.fit import Rect, room_of
from trainshed.draw.seats import turn_ring
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, element, moved, number, path, rect, text
from trainshed.games.lok_n_roll.board.cards import blank, broken_mark, outline, value_disc
from trainshed.games.lok_n_roll.board.engine import COUPLED, SIZE, engine_above, sparks, steam, tender_above
from trainshed.games.lok_n_roll.board.rails import UNIT, along, bend, length_of, middle, middle_distance, rails
from trainshed.games.lok_n_roll.board.scene import LAURA, Scene
from trainshed.games.lok_n_roll.rules.geometry import EAST, NORTH, TURNS, WEST
from trainshed.games.lok_n_roll.text.sentences import value_of
from trainshed.games.lok_n_roll.view import TrackCard

SMALL: Final = 8.0
"""Below so many pixels per half unit the table is rotated by 90 degrees, if that makes it `GAIN` times as large."""

GAIN: Final = 1.2

STEP: Final = 8.0
"""Between two points of a run, in the frame of the rails: small enough for a curve."""

OFF: Final = 2.6 * UNIT
"""How far beyond the end of the track a derailed engine comes."""

SMALLEST: Final = 0.6
"""The smallest scale of the engine, which has to be found on the smallest table."""


class Bounds(NamedTuple):
    """A rectangle of the table, in half units; y grows to the north."""

    x0: float
    y0: float
    x1: float
    y1: float


class Frame(NamedTuple):
    """The mapping from table to screen: pixels per half unit, the origin, and whether it is rotated by 90 degrees."""

    unit: float
    x: float
    y: float
    turned: bool

    def point(self, x: float, y: float) -> tuple[float, float]:
        if self.turned:
            return self.x + self.unit * y, self.y + self.unit * x
        return self.x + self.unit * x, self.y - self.unit * y

    def angle(self, heading: int) -> int:
        """A direction of the table as degrees on the screen, clockwise from the right."""
        return (-90 * heading + (90 if self.turned else 0)) % 360

    def area(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        (xa, ya), (xb, yb) = self.point(x0, y0), self.point(x1, y1)
        return Rect(min(xa, xb), min(ya, yb), abs(xb - xa), abs(yb - ya))

    def card(self, laid: TrackCard) -> Rect:
        return self.area(laid.x0, laid.y0, laid.x1, laid.y1)

    def on(self, laid: TrackCard, x: float, y: float) -> tuple[float, float]:
        """A point of a card, given in the frame of its rails, on the screen."""
        ex, ey, heading = entry(laid)
        px, py = self.point(ex, ey)
        a = math.radians(self.angle(heading))
        scale = self.unit / UNIT
        return px + (x * math.cos(a) - y * math.sin(a)) * scale, py + (x * math.sin(a) + y * math.cos(a)) * scale

    def middle(self, laid: TrackCard) -> tuple[float, float]:
        return self.on(laid, *middle(laid.turn, short(laid)))


def entry(laid: TrackCard) -> tuple[float, float, int]:
    """Where a card is entered, and the heading there: the middle of the side that faces the old end (LR-PLACE-02)."""
    heading = (laid.heading - 1 + TURNS.index(laid.turn)) & 3
    x, y = (laid.x0 + laid.x1) / 2, (laid.y0 + laid.y1) / 2
    if heading == EAST:
        return laid.x0, y, heading
    if heading == NORTH:
        return x, laid.y0, heading
    if heading == WEST:
        return laid.x1, y, heading
    return x, laid.y1, heading


def short(laid: TrackCard) -> bool:
    """Is the card entered by its short side?"""
    lies_along = laid.x1 - laid.x0 > laid.y1 - laid.y0
    return lies_along == (entry(laid)[2] in (EAST, WEST))


# ---------------------------------------------------------------- scale and rotation


def shown_cards(scene: Scene) -> list[TrackCard]:
    """Every card that needs room: those on the table, and the possible placements of the next one."""
    held = scene.held_card()
    return [*scene.now.track, *scene.ghosts().values(), *([held] if held else [])]


def bounds_of(cards: Sequence[TrackCard]) -> Bounds:
    """The part of the table that must be visible, with a half unit for the buffer after the end."""
    if not cards:
        return Bounds(0, -4, 24, 4)
    end = cards[-1]
    dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[end.heading]
    xs = [x for laid in cards for x in (laid.x0, laid.x1)] + [end.x + dx]
    ys = [y for laid in cards for y in (laid.y0, laid.y1)] + [end.y + dy]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def unit_of(bounds: Bounds, w: float, h: float, most: float, turned: bool) -> float:
    across, down = bounds.x1 - bounds.x0, bounds.y1 - bounds.y0
    if turned:
        across, down = down, across
    return min(most, w / across, h / down)


def is_turned(bounds: Bounds, w: float, h: float, most: float) -> bool:
    """Is the table rotated? Only if it would be too small to read: a table that rotates often is hard to follow."""
    plain = unit_of(bounds, w, h, most, False)
    return plain < SMALL and unit_of(bounds, w, h, most, True) > GAIN * plain


def frame_of(cards: Sequence[TrackCard], area: Rect, most: float) -> Frame:
    """The table in the middle of an area, as large as it can be."""
    bounds = bounds_of(cards)
    turned = is_turned(bounds, area.w, area.h, most)
    unit = unit_of(bounds, area.w, area.h, most, turned)
    there = Frame(unit, 0, 0, turned).area(*bounds)
    return Frame(unit, area.x + (area.w - there.w) / 2 - there.x, area.y + (area.h - there.h) / 2 - there.y, turned)


# ---------------------------------------------------------------- cards


def draw_track(sheet: Sheet, scene: Scene, area: Rect, most: float, touch: float) -> None:
    """Draw everything on the table; `touch` is the minimum size of an option."""
    frame = frame_of(shown_cards(scene), area, most)
    scene.turned = frame.turned
    x, y = round(frame.x, 2), round(frame.y, 2)
    with sheet.shifted(x, y, "table", frame.unit):
        draw_table(sheet, scene, frame._replace(x=0, y=0), Rect(area.x - x, area.y - y, area.w, area.h), touch)


def draw_table(sheet: Sheet, scene: Scene, frame: Frame, area: Rect, touch: float) -> None:
    """Draw everything on the table, relative to its origin, which `draw_track` shifts to its place on the sheet."""
    view = scene.now
    held = scene.held_card()
    track = [*view.track, held] if held else view.track
    lifted = scene.previewed + (held is not None)
    for index, laid in enumerate(track):
        sheet.piece(draw_card(frame, laid, index >= len(track) - lifted))
    draw_buffer(sheet, scene, frame, track)
    draw_ghosts(sheet, scene, frame, area, touch)
    draw_ahead(sheet, frame, track, view.engine + scene.passed()[0])
    for laid in track:
        x, y = corner(frame, laid)
        disc = value_disc(0, 0, value_of(laid.card), value_radius(frame))
        sheet.piece(moved(x, y, disc, id_=f"val-{place(laid)}", cls="piece"))
    draw_passing(sheet, scene, frame)
    draw_trail(sheet, scene, frame)
    draw_engine(sheet, scene, frame)
    draw_start_note(sheet, scene, frame, area, track)


def place(laid: TrackCard) -> str:
    """The place of a card on the table as a part of ids: it never changes, so it identifies the card."""
    return f"{laid.x0}_{laid.y0}"


def draw_card(frame: Frame, laid: TrackCard, lifted: bool) -> str:
    area = frame.card(laid)
    broken = laid.card.startswith("destroyed:")
    ex, ey, heading = entry(laid)
    px, py = frame.point(ex, ey)
    drawn = rails(laid.turn, short(laid), broken)
    parts = [
        blank(area.w, area.h),
        moved(px - area.x, py - area.y, drawn, scale=frame.unit / UNIT, turn=frame.angle(heading)),
        outline(area.w, area.h),
    ]
    if broken:
        mx, my = frame.middle(laid)
        parts.append(broken_mark(mx - area.x, my - area.y, max(11.0, frame.unit * 1.1)))
    if lifted:
        parts.append(rect(-1.5, -1.5, area.w + 3, area.h + 3, 7, "ghost-ring"))
    return moved(
        area.x,
        area.y,
        *parts,
        id_=f"via-{place(laid)}",
        cls="piece lift" if lifted else "piece",
        data_about=f"via:{place(laid)}",
    )


def value_radius(frame: Frame) -> float:
    """The radius of a card's value disc: legible, however small the table is."""
    return max(8.0, min(12.0, frame.unit * 0.66))


def corner(frame: Frame, laid: TrackCard) -> tuple[float, float]:
    """The place of a card's value: its corner without rails that is nearest to the top left of the screen."""
    length, half = (6 * UNIT, 2 * UNIT) if short(laid) else (4 * UNIT, 3 * UNIT)
    inset = max(13.0, (value_radius(frame) + 1) * UNIT / frame.unit)
    far, side = length - inset, half - inset
    if laid.turn == "ahead":
        free = [(inset, side), (inset, -side), (far, side), (far, -side)]
    else:
        free = [(far, -bend(laid.turn) * side)]
    return min((frame.on(laid, x, y) for x, y in free), key=lambda at: (round(at[0] + at[1], 3), at))


def draw_buffer(sheet: Sheet, scene: Scene, frame: Frame, track: Sequence[TrackCard]) -> None:
    """The buffer at the open end of the track, unless possible placements are shown there."""
    if not track or scene.ghosts():
        return
    end = track[-1]
    x, y = frame.point(end.x, end.y)
    beams = [rect(3, y0, 7, 8, 1.5, "buffer2") for y0 in (-20, -4, 12)]
    parts = "".join([rect(3, -20, 7, 40, 2, "buffer"), *beams])
    scale = max(0.5, frame.unit / UNIT)
    sheet.piece(
        moved(x, y, parts, scale=scale, turn=frame.angle(end.heading), id_="buffer", cls="piece", data_about="end")
    )


# ---------------------------------------------------------------- the engine


def draw_engine(sheet: Sheet, scene: Scene, frame: Frame) -> None:
    """The engine and its tender, each turned as the rails are where it stands; both keep their ids on every card."""
    view = scene.now
    if view.engine < 0:
        return
    at = view.engine
    steps, _taken = scene.passed()
    if steps:
        x, y = frame.middle(view.track[at])
        sheet.piece(circle(x, y, max(11.0, frame.unit * 1.5), "ghost-from"))
        at += steps
    cls = "piece lift" if steps else "piece"
    scale = engine_scale(frame)
    here = middle_distance(view.track[at].turn, short(view.track[at]))
    tender = stand(frame, view.track, at, here - coupled(frame))
    if tender is not None:
        x, y, degrees = tender
        sheet.piece(
            moved(
                x, y, moved(0, 0, tender_above(), scale=scale, turn=degrees), id_="tender", cls=cls, data_about="engine"
            )
        )
    x, y, degrees = stand(frame, view.track, at, here) or (*frame.middle(view.track[at]), 0.0)
    chimney = math.radians(degrees)
    puffs = moved(17.5 * scale * math.cos(chimney), 17.5 * scale * math.sin(chimney), steam(scale * 0.8, -100))
    sheet.piece(
        moved(
            x,
            y,
            moved(0, 0, engine_above(), scale=scale, turn=degrees),
            puffs,
            id_="engine",
            cls=cls,
            data_about="engine",
        )
    )


def engine_scale(frame: Frame) -> float:
    return max(SMALLEST, frame.unit / UNIT * SIZE)


def coupled(frame: Frame) -> float:
    """How far the tender is behind the engine, on the rails."""
    return COUPLED * engine_scale(frame) * UNIT / frame.unit


def stand(frame: Frame, track: Sequence[TrackCard], at: int, distance: float) -> tuple[float, float, float] | None:
    """The point at a distance behind the entry of a card, which may be on a card before it, and the direction of the
    rails there in degrees; None before the first card."""
    while distance < 0 and at > 0:
        at -= 1
        distance += length_of(track[at].turn, short(track[at]))
    if distance < 0:
        return None
    laid = track[at]
    x, y, turn = along(laid.turn, short(laid), distance)
    return (*frame.on(laid, x, y), frame.angle(entry(laid)[2]) + turn)


def draw_ahead(sheet: Sheet, frame: Frame, track: Sequence[TrackCard], at: int) -> None:
    """The number of steps to each card ahead of the engine; one step more derails it (LR-DERAIL-01)."""
    if at < 0:
        return
    r = max(8.0, min(12.5, frame.unit * 0.72))
    size, drop = ("t14b", 5) if r >= 10.5 else ("t12b", 4.3)
    for steps, laid in enumerate(track[at + 1 :], 1):
        x, y = frame.middle(laid)
        if laid.card.startswith("destroyed:"):  # leaves its warning sign visible
            x, y = frame.on(laid, *beside(laid))
        sheet.piece(circle(x, y, r, "step"), text(x, y + drop, steps, size, "middle"))


def beside(laid: TrackCard) -> tuple[float, float]:
    """A point on the rails of a card, before their middle."""
    x, y = middle(laid.turn, short(laid))
    return (x * 0.42, y) if laid.turn == "ahead" else (x * 0.35, 0)


def draw_passing(sheet: Sheet, scene: Scene, frame: Frame) -> None:
    """Mark the cards that a previewed pass would take."""
    for laid in scene.now.track[: scene.passed()[1]]:
        area = frame.card(laid).grown(1)
        sheet.piece(rect(*area, 7, "ghost-ring"))


# ---------------------------------------------------------------- where a card can be laid


def draw_ghosts(sheet: Sheet, scene: Scene, frame: Frame, area: Rect, touch: float) -> None:
    """The possible placements of a card: for each an outline on the table and an area to press."""
    for turn, laid in scene.ghosts().items():
        word, extra = f"turn:{turn}", ""
        if word != scene.held:
            sheet.board(rect(*frame.card(laid), 6, "ghost-from"))
            x, y = frame.on(laid, *exit_point(laid))
            extra = path(way(frame, laid), "ghost-arrow")
            extra += value_disc(x, y, value_of(laid.card), value_radius(frame))
        hit = own_half(frame, laid, touch).within(area.grown(12))
        scene.control(sheet, hit, word, scene.state(word) or "", r=4, extra=extra)


def exit_point(laid: TrackCard) -> tuple[float, float]:
    """A point shortly before a card is left, in the frame of its rails."""
    if laid.turn == "ahead":
        return (5.0 if short(laid) else 3.0) * UNIT, 0
    x, y = (3 * UNIT, 2 * UNIT) if short(laid) else (2 * UNIT, 3 * UNIT)
    return x + 1.1 * UNIT, bend(laid.turn) * (y - UNIT)


def own_half(frame: Frame, laid: TrackCard, touch: float) -> Rect:
    """The area to press for a turn: that half of the card, enlarged outwards, so that left and right never overlap."""
    length, half = (6 * UNIT, 2 * UNIT) if short(laid) else (4 * UNIT, 3 * UNIT)
    least = 2 + touch * UNIT / frame.unit
    far, out = max(length - 2, least), max(half, least)
    side = bend(laid.turn)
    return spanned(frame, laid, (2, side * 2 or -out), (far, side * out or out))


def spanned(frame: Frame, laid: TrackCard, one: tuple[float, float], other: tuple[float, float]) -> Rect:
    (xa, ya), (xb, yb) = frame.on(laid, *one), frame.on(laid, *other)
    return Rect(min(xa, xb), min(ya, yb), abs(xb - xa), abs(yb - ya))


def way(frame: Frame, laid: TrackCard) -> str:
    """The centre line of the rails of a possible placement, with an arrow at its end, as an SVG path."""
    side, scale = bend(laid.turn), frame.unit / UNIT
    ex, ey, heading = entry(laid)
    px, py = frame.point(ex, ey)
    a = math.radians(frame.angle(heading))

    def to(x: float, y: float) -> str:
        sx = px + (x * math.cos(a) - y * math.sin(a)) * scale
        sy = py + (x * math.sin(a) + y * math.cos(a)) * scale
        return f"{number(sx)} {number(sy)}"

    if side == 0:
        tip = (6 if short(laid) else 4) * UNIT - 8
        return f"M{to(8, 0)}L{to(tip, 0)}M{to(tip - 7, -7)}L{to(tip, 0)}L{to(tip - 7, 7)}"
    lead, tail = (UNIT, 0) if short(laid) else (0, UNIT)
    x, y = lead + 2 * UNIT, side * (2 * UNIT + tail - 6)
    # A left and a right turn share their beginning, so each line begins where they separate.
    return (
        f"M{to(lead + UNIT, side * 5)}Q{to(x, side * 9)} {to(x, y)}"
        f"M{to(x - 6, y - side * 7)}L{to(x, y)}L{to(x + 6, y - side * 7)}"
    )


# ---------------------------------------------------------------- the last move, and a note


def draw_trail(sheet: Sheet, scene: Scene, frame: Frame) -> None:
    """Mark each turn in its mover's colour: a ring round each card laid, a dotted line where the engine ran."""
    here = {(laid.x0, laid.y0, laid.card) for laid in scene.now.track}
    for turn in scene.turns:
        mark = scene.mark_of(turn)
        if mark:
            known = {(laid.x0, laid.y0, laid.card) for laid in turn.before.track}
            for laid in turn.after.track:
                if (laid.x0, laid.y0, laid.card) not in known and (laid.x0, laid.y0, laid.card) in here:
                    sheet.piece(turn_ring(*frame.card(laid).grown(2.5), mark, 8))
            run = run_of(turn)
            if all((laid.x0, laid.y0, laid.card) in here for laid in run):
                derailed = turn is scene.turns[-1] and has_derailed(turn)
                draw_run(sheet, frame, run, "ink-s" if mark == LAURA else f"seatst-{mark}", derailed)


def draw_run(sheet: Sheet, frame: Frame, run: Sequence[TrackCard], cls: str, derailed: bool) -> None:
    """The way that the engine ran, along which the page lets it run; beyond the last card, if it derailed there."""
    if not run or (len(run) < 2 and not derailed):
        return
    places = list(run_points(frame, run, derailed))
    way = "M" + "L".join(points(places))
    sheet.piece(element("path", d=way, cls=f"trail {cls}", data_moves="engine tender", data_derails=derailed or None))
    if derailed:
        sheet.piece(moved(*places[-1], sparks(frame.unit / UNIT), id_="sparks", cls="sparks"))


def run_of(turn: MarkedTurn) -> Sequence[TrackCard]:
    """The cards over which the engine ran in a turn, from the one it left, if that still lies, to the one it is on."""
    before, after = turn.before, turn.after
    if before.engine < 0 or after.engine < 0:
        return ()
    old = before.track[before.engine]
    way_back: list[TrackCard] = after.track[: after.engine + 1]
    starts = [index for index, laid in enumerate(way_back) if (laid.x0, laid.y0) == (old.x0, old.y0)]
    return way_back[starts[0] if starts else 0 :]


def has_derailed(turn: MarkedTurn) -> bool:
    """Did the engine derail in a turn (LR-DERAIL-01)?"""
    before, after = turn.before, turn.after
    old, new = (sum(view.derailments) + (view.rival.derailments if view.rival else 0) for view in (before, after))
    return bool(new > old)


def run_points(frame: Frame, run: Sequence[TrackCard], derailed: bool) -> Iterable[tuple[float, float]]:
    """Points on the rails, from the place of the tender on the first card to the middle of the last; or, where the
    engine derailed, to its end and straight on."""
    for place, laid in enumerate(run):
        whole, half = length_of(laid.turn, short(laid)), middle_distance(laid.turn, short(laid))
        last = place == len(run) - 1
        distance = max(0.0, half - coupled(frame)) if place == 0 else 0.0
        end = half if last and not derailed else whole
        while distance < end:
            yield on_rails(frame, laid, distance)
            distance += STEP
        if last:
            yield on_rails(frame, laid, end)
            if derailed:
                x, y, turn = along(laid.turn, short(laid), end)
                a = math.radians(turn)
                yield frame.on(laid, x + OFF * math.cos(a), y + OFF * math.sin(a))


def on_rails(frame: Frame, laid: TrackCard, distance: float) -> tuple[float, float]:
    x, y, _ = along(laid.turn, short(laid), distance)
    return frame.on(laid, x, y)


def points(places: Iterable[tuple[float, float]]) -> list[str]:
    return [f"{number(x)} {number(y)}" for x, y in places]


def draw_start_note(sheet: Sheet, scene: Scene, frame: Frame, area: Rect, track: Sequence[TrackCard]) -> None:
    """A note that penalties are taken from the first card (LR-PENALTY-01), where the table is free."""
    if scene.now.engine < 1 or scene.now.over:
        return
    said = scene.phrase("penalties are taken from here")
    free = area.grown(14)
    first, first_card = frame.card(track[0]), f"via:{place(track[0])}"
    taken = [frame.card(laid) for laid in shown_cards(scene)]
    end = frame.point(track[-1].x, track[-1].y)
    taken.append(Rect(end[0], end[1], 0, 0).grown(frame.unit * 1.4))
    w, h = room_of(said, 12), 15.0
    for x, y in note_places(first, w, h):
        there = Rect(x, y, w, h)
        if there.inside(free) and not any(there.meets(other) for other in taken):
            sheet.label(text(x, y + 12, said, "t12 ink2", data_about=first_card))
            return
    sheet.label(
        circle(first.x + 4, first.y + 4, 3, "ink2"),
        text(area.x, area.y + area.h + 14, f"● {said}", "t12 ink2", data_about=first_card),
    )


def note_places(first: Rect, w: float, h: float) -> Iterator[tuple[float, float]]:
    """Where a note about the first card can stand, the best place first."""
    for away in (3, 14):
        for y in (first.y - h - away, first.y + first.h + away):
            for x in (first.x, first.x + first.w - w, first.x + (first.w - w) / 2):
                yield x, y
    for x in (first.x - w - 8, first.x + first.w + 8):
        yield x, first.y + (first.h - h) / 2

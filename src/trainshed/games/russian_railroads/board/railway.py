"""The railroads and the industry lane of a player of Russian Railroads: tracks, runs, reach, and what they score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, paragraph, room_of
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.icons import sign
from trainshed.draw.panel import grid
from trainshed.draw.pieces import doubler, locomotive, track, track_icon
from trainshed.draw.place.signals import semaphore
from trainshed.draw.seats import turn_ring, worker
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, group, line, number, path, rect, text
from trainshed.games.russian_railroads.board.icons import TRACKS, factory_tile, key_of, marker
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.scenery import ABOVE, BEDS, SCENERY, bed_name
from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.components import PLACES, RAILROADS, ST_PETERSBURG, TRANS_SIBERIAN, Special
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS
from trainshed.games.russian_railroads.rules.player import NONE, PER_RAILROAD, Player, reach, reached
from trainshed.games.russian_railroads.text.names import colour_name, part_text, place_name, railroad_name
from trainshed.kernel.translation import marked
from trainshed.phrases import points

BED: Final = 12
"""Half of the height of a run: the spaces that count for one track."""

SHORT: Final = ("ts", "sp", "kv")
"""Short names of the railroads, for the ids of elements."""


STATIONS: Final[tuple[Mapping[int, str], ...]] = (
    {
        2: marked("Vladimir"),
        6: marked("Perm"),
        10: marked("Omsk"),
        13: marked("Irkutsk"),
        15: marked("Vladivostok"),
    },
    {4: marked("Tver"), 6: marked("Bologoye"), 9: marked("Petersburg")},
    {3: marked("Kaluga"), 5: marked("Bryansk"), 7: marked("Konotop"), 9: marked("Kiev")},
)
"""Stations on the way, by railroad and space: a space is easier to speak of by a name. The rules do not know them."""


class TrackStretch(NamedTuple):
    """A stretch of a railroad: its first space begins at x, its middle lies at y."""

    railroad: int
    x: float
    y: float
    cell: float
    first: int
    last: int
    signs: float
    """How far below the middle the signs of special spaces stand; negative: above it."""

    def at(self, space: float) -> float:
        return self.x + (space - self.first) * self.cell

    def has(self, space: int) -> bool:
        return self.first <= space <= self.last

    @property
    def usual(self) -> str | None:
        """The name of its scenery, if the railroad is as long as it usually is."""
        return bed_name(self.railroad, self.first, self.last, self.cell)

    @property
    def end(self) -> float:
        """How far to the right it may be labelled."""
        name = self.usual
        return self.at(self.last + 1) + (BEDS[name].tail if name else 0)


def places(player: Player, railroad: int) -> list[int]:
    """The positions of the tracks of a railroad, black first."""
    return player.tracks[railroad * PER_RAILROAD : (railroad + 1) * PER_RAILROAD]


def cover(player: Player, railroad: int) -> dict[int, int]:
    """Which colour counts on each space (RR-SCORE-04)."""
    colours: dict[int, int] = {}
    behind = 0
    for colour in range(PER_RAILROAD - 1, -1, -1):
        front = places(player, railroad)[colour]
        for space in range(behind + 1, front + 1):
            colours[space] = colour
        behind = max(behind, front)
    return colours


def worth(scene: Scene, railroad: int, space: int, colour: int) -> int:
    """The points of a space with this colour, including doublers and a railroad that counts twice."""
    player = scene.mine
    values = scene.box.revalued if player.revalued else scene.box.values
    value = values[colour]
    if railroad == TRANS_SIBERIAN and space <= player.doublers:
        value *= 2
    if railroad == ST_PETERSBURG:
        for special in scene.box.scoring_specials:
            if special.parts[0].verb == verbs.DOUBLE_RAILROAD and is_reached(player, special):
                value *= 2
    return value


def is_reached(player: Player, special: Special) -> bool:
    return reached(player, special.railroad, special.colour, special.space, special.locomotive)


# ---------------------------------------------------------------- a railroad


@cache
def bed(x: float, y: float, cell: float, spaces: int) -> str:
    """The empty line of a railroad: sleepers and two rails."""
    ties = "".join(
        f"M{number(x + (s + k) * cell)} {number(y - BED)}v{2 * BED}"
        for s in range(spaces)
        for k in (0.14, 0.38, 0.62, 0.86)
    )
    rails = f"M{number(x)} {number(y - 8)}h{number(spaces * cell)}M{number(x)} {number(y + 8)}h{number(spaces * cell)}"
    return path(ties, "tie ghost") + path(rails, "railway")


def draw_bed(sheet: Sheet, stretch: TrackStretch) -> None:
    """The line under the tracks: on its ballast, in the season of the railroad, if it is as long as it usually is."""
    name = stretch.usual
    if name is None:
        sheet.board(bed(stretch.x, stretch.y, stretch.cell, stretch.last - stretch.first + 1))
    else:
        sheet.board(SCENERY.shown(name, stretch.x - BEDS[name].lead, stretch.y - ABOVE))


def draw_line(sheet: Sheet, scene: Scene, stretch: TrackStretch) -> None:
    """A stretch of a railroad with everything on it."""
    player, railroad = scene.mine, stretch.railroad
    draw_bed(sheet, stretch)
    whole = (stretch.at(stretch.first), stretch.y - BED, stretch.at(stretch.last + 1) - stretch.x, 2.0 * BED)
    sheet.board(rect(*whole, 0, "nofill", data_about=scene.owned(f"railroad:{RAILROADS[railroad]}")))
    colours = cover(player, railroad)
    draw_runs(sheet, scene, stretch, colours)
    limit = reach(player, railroad)
    draw_reach(sheet, scene, stretch, limit, max(colours, default=0), scene.box.length[railroad])
    special = {sp.space: sp for sp in scene.box.specials if sp.railroad == railroad}
    for space in range(stretch.first, stretch.last + 1):
        middle = stretch.at(space + 0.5)
        sheet.board(space_label(scene, stretch, space, space in special))
        colour = colours.get(space)
        if colour is not None and space <= limit and places(player, railroad)[colour] != space:
            value = worth(scene, railroad, space, colour)
            sheet.board(text(middle, stretch.y + 4.6, value, f"t13b ron-{TRACKS[colour]}", "middle"))
        if space in special:
            draw_sign(sheet, scene, special[space], middle, stretch.y + stretch.signs)
    draw_trails(sheet, scene, stretch)
    draw_tracks(sheet, scene, stretch)


def space_label(scene: Scene, stretch: TrackStretch, space: int, special: bool) -> str:
    """The number of a space, with the name of its station or the name alone, where there is room."""
    x, y = stretch.at(space + 0.5), stretch.y + 38
    station = STATIONS[stretch.railroad].get(space) if stretch.usual else None
    name = scene.speech.gettext(station) if station else ""
    room = min(2 * stretch.cell - 18, 2 * (stretch.end - x))
    key = scene.owned(f"space:{RAILROADS[stretch.railroad]}:{space}")
    for said in (f"{space} {name}", name):
        if name and room_of(said, 12) <= room:
            return text(x, y, said, "t12 station", "middle", data_about=key)
    return text(x, y, space, "t12b ink2" if special else "t12 ink3", "middle", data_about=key)


def draw_runs(sheet: Sheet, scene: Scene, stretch: TrackStretch, colours: dict[int, int]) -> None:
    """Colour the spaces behind each track, because they count like the track."""
    for colour, color in enumerate(TRACKS):
        run = [space for space, counts in colours.items() if counts == colour and stretch.has(space)]
        if not run:
            continue
        x, w, y = stretch.at(min(run)), stretch.cell * len(run), stretch.y - BED
        parts = [rect(x, y, w, 2 * BED, 0, f"run-{color}")]
        if color in ("gray", "brown", "nat"):
            parts.append(rect(x, y, w, 2 * BED, 0, f"pat-{color} runpat"))
        key = scene.owned(f"run:{RAILROADS[stretch.railroad]}:{COLOURS[colour]}")
        sheet.board(*parts, rect(x, y, w, 2 * BED, 0, "runedge", data_about=key))


def draw_reach(sheet: Sheet, scene: Scene, stretch: TrackStretch, limit: int, front: int, length: int) -> None:
    """How far the locomotives reach: a line with an arrow; what is built beyond it is hatched (RR-LOCO-13). At its end
    stands a semaphore, its arm level if something is built beyond it, and raised if not."""
    first, last = max(limit + 1, stretch.first), min(front, stretch.last)
    y = stretch.y
    if last >= first:
        w = (last - first + 1) * stretch.cell - 1
        sheet.board(rect(stretch.at(first) + 0.5, y - BED + 0.5, w, 2 * BED - 1, 0, "unreach"))
    if limit < stretch.first:
        return
    end = stretch.at(min(limit, stretch.last) + 1)
    sheet.board(line(stretch.x - (4 if stretch.first > 1 else 0), y + 22, end - 4, y + 22, "reach"))
    if limit <= stretch.last or stretch.last == length:
        sheet.board(path(f"M{number(end - 10)} {number(y + 17)}l7 5l-7 5Z", "ink"))
        key = scene.owned(f"reach:{RAILROADS[stretch.railroad]}")
        sheet.label(group(semaphore(end - 2, y + 22, 42, front <= limit), data_about=key))


def draw_sign(sheet: Sheet, scene: Scene, special: Special, x: float, y: float) -> None:
    """The sign of a special space: an outline, filled when it is reached."""
    player, part = scene.mine, special.parts[0]
    reached_now = bool(player.gained >> scene.box.specials.index(special) & 1)
    done = is_reached(player, special) if special.scoring else reached_now
    cls, lit, dim = ("sg-done", " on-enamel", "dimmed") if done else ("sg", "", None)
    key = scene.owned(f"space:{RAILROADS[special.railroad]}:{special.space}")
    named = about(key, special_name(scene, special))
    match part.verb:
        case verbs.UNLOCK:
            sheet.board(group(unlock_sign(special, x, y), cls=dim, **named))
            return
        case verbs.WORKER:
            sheet.board(group(worker(x - 8, y - 11.5, scene.color, scale=0.8), cls=dim, **named))
            return
        case verbs.QUESTION_TOKEN:
            body = circle(x, y, 10.5, cls) + text(x, y + 5.2, "?", f"t15b{lit}", "middle")
        case verbs.DOUBLE_RAILROAD:
            body = rect(x - 15, y - 10, 30, 20, 10, cls) + text(x, y + 5, "×2", f"t14b{lit}", "middle")
        case verbs.POINTS:
            body = rect(x - 13, y - 10, 26, 20, 2, cls) + text(x, y + 5, part.count, f"t14b{lit}", "middle")
        case _ if special.medal:
            cls, lit = (cls, lit) if player.medal else ("sg-q", " ink3")
            body = rect(x - 12, y - 10, 24, 20, 3, cls) + text(x, y + 5, part.count, f"t13b{lit}", "middle")
        case _:
            body = circle(x, y, 10.5, cls) + text(x, y + 5, part.count, f"t14b{lit}", "middle")
    sheet.board(group(body, **named))


def unlock_sign(special: Special, x: float, y: float) -> str:
    """The sign for tracks of a new colour that are earned here, and for points that come with them."""
    color = TRACKS[special.parts[0].mask.bit_length() - 1]
    points = [part.count for part in special.parts if part.verb == verbs.POINTS]
    if not points:
        return track_icon(x - 11, y - 7, color, 22, 14)
    return track_icon(x - 20, y - 7, color, 20, 14) + text(x + 3, y + 5, f"+{points[0]}", "t12b")


def special_what(scene: Scene, special: Special) -> str:
    """What a special space gives."""
    speech, part = scene.speech, special.parts[0]
    match part.verb:
        case verbs.UNLOCK:
            colour = colour_name(COLOURS[part.mask.bit_length() - 1], speech)
            return scene.phrase("the %(colour)s tracks", colour=colour)
        case verbs.DOUBLE_RAILROAD:
            return scene.phrase("this railroad counts twice")
        case verbs.STAR:
            return scene.phrase("%(points)s in every scoring", points=points(part.count, speech))
    return part_text(part, speech)


def special_name(scene: Scene, special: Special) -> str:
    """The accessible name of a special space: what it gives, and which track has to reach it."""
    what, colour = special_what(scene, special), colour_name(COLOURS[special.colour], scene.speech)
    text = marked("Space %(space)d, with %(colour)s: %(what)s")
    if special.locomotive:
        text = marked("Space %(space)d, with %(colour)s and a locomotive: %(what)s")
    return scene.phrase(text, space=special.space, colour=colour, what=what)


def draw_trails(sheet: Sheet, scene: Scene, stretch: TrackStretch) -> None:
    """Mark the tracks that the owner of this board has moved in the turns that are marked."""
    was = scene.was
    if was is None:
        return
    for old, new in zip(places(was, stretch.railroad), places(scene.mine, stretch.railroad), strict=True):
        if new > old >= 0 and stretch.has(new):
            y, cls = number(stretch.y - BED - 5), f"seatst-{scene.color}"
            start = stretch.at(max(old, stretch.first - 1) + 0.5) if stretch.has(old) else stretch.x
            sheet.piece(path(f"M{number(start)} {y}H{number(stretch.at(new + 0.5))}", f"trail {cls}"))
            sheet.piece(turn_ring(stretch.at(new), stretch.y - 18, stretch.cell, 36, scene.color))


def draw_tracks(sheet: Sheet, scene: Scene, stretch: TrackStretch) -> None:
    """Draw the tracks on the line, waiting ones in the depot before it, and offer their next steps."""
    railroad, player = stretch.railroad, scene.mine
    limit = reach(player, railroad)
    plain = scene.box.revalued if player.revalued else scene.box.values
    now, old = places(player, railroad), places(scene.base, railroad)
    waiting = [colour for colour, place in enumerate(now) if place == 0]
    for colour, place in enumerate(now):
        if place == NONE:
            continue
        if place != old[colour]:
            draw_from(sheet, stretch, old[colour])
        here = stretch.has(place) if place else stretch.first == 1
        if here and place:
            value = worth(scene, railroad, place, colour) if place <= limit else plain[colour]
            draw_track(sheet, scene, stretch, colour, place, value, place != old[colour])
        elif here:
            draw_waiting(sheet, scene, stretch, colour, waiting.index(colour), len(waiting))
        offer_step(sheet, scene, stretch, colour, place)


def draw_from(sheet: Sheet, stretch: TrackStretch, place: int) -> None:
    if place > 0 and stretch.has(place):
        sheet.piece(rect(stretch.at(place) + 3, stretch.y - 14, stretch.cell - 6, 28, 3, "ghost-from"))


def put_track(
    sheet: Sheet, scene: Scene, stretch: TrackStretch, colour: int, place: int, area: Rect, face: str, lifted: bool
) -> None:
    """A track with its name: on a space, or waiting (0)."""
    text = marked("%(railroad)s: %(colour)s on %(space)d") if place else marked("%(railroad)s: %(colour)s waits")
    railroad = railroad_name(RAILROADS[stretch.railroad], scene.speech)
    name = scene.phrase(text, railroad=railroad, colour=colour_name(COLOURS[colour], scene.speech), space=place)
    id_ = f"trk-{SHORT[stretch.railroad]}-{TRACKS[colour]}"
    key = scene.owned(f"track:{RAILROADS[stretch.railroad]}:{COLOURS[colour]}")
    sheet.piece(named_piece(area.x, area.y, name, face, id_=id_, lifted=lifted, thing=key))


def draw_track(
    sheet: Sheet, scene: Scene, stretch: TrackStretch, colour: int, place: int, value: int | None, lifted: bool
) -> None:
    area = Rect(stretch.at(place) + 3, stretch.y - 15, stretch.cell - 6, 30)
    put_track(sheet, scene, stretch, colour, place, area, plate_of(TRACKS[colour], area.w, 30, value), lifted)
    if lifted:
        sheet.piece(rect(stretch.at(place), stretch.y - 18, stretch.cell, 36, 5, "ghost-ring"))


@cache
def plate_of(color: str, w: float, h: float, value: int | None) -> str:
    return track(0, 0, color, w, h, value)


def draw_waiting(sheet: Sheet, scene: Scene, stretch: TrackStretch, colour: int, index: int, count: int) -> None:
    """Tracks that are earned but not on the line wait in the depot, left of space 1 (RR-TRACK-13)."""
    w = 28.0
    h, pitch = ((22.0, 30.0), (20.0, 28.0), (13.0, 21.0), (11.0, 19.0))[min(count, 4) - 1]
    y = stretch.y - ((count - 1) * pitch + h) / 2 + index * pitch
    area = Rect(stretch.x - w - 6, y, w, h)
    put_track(sheet, scene, stretch, colour, 0, area, plate_of(TRACKS[colour], w, h, None), False)


def offer_step(sheet: Sheet, scene: Scene, stretch: TrackStretch, colour: int, place: int) -> None:
    """Make the next space of a track the control of its step; a track that may not move is pressed to see why."""
    word = f"advance:{RAILROADS[stretch.railroad]}:{COLOURS[colour]}"
    state = scene.state(word)
    if state is None or (state == "dead" and place == 0):
        return
    to = place if state in ("dead", "chosen", "only") else place + 1
    if not stretch.has(to):
        return
    x, cell = stretch.at(to), stretch.cell
    dot = circle(x + cell / 2, stretch.y, 5.5, "opt-dot") if state in ("", "alt") else ""
    touch = rect(x, stretch.y - 24, cell, 48, 0, "opt-touch")
    scene.offer(sheet, Rect(x + 1, stretch.y - 17, cell - 2, 34), word, r=4, extra=touch + dot)


# ---------------------------------------------------------------- locomotives and doublers


def draw_locomotives(sheet: Sheet, scene: Scene, railroad: int, x: float, y: float, w: float, h: float) -> None:
    """The places of a railroad; on the Trans-Siberian the higher number stands first (RR-LOCO-06)."""
    here = [0, 1] if railroad == TRANS_SIBERIAN else [railroad + 1]
    for place, there in zip(here, grid(Rect(x, y, w, h), len(here), 2, 4), strict=True):
        strength, word = scene.mine.locomotives[place], f"place:{PLACES[place]}"
        key = scene.owned(word)
        if strength:
            where = place_name(PLACES[place], scene.speech)
            name = scene.phrase("Locomotive %(number)d on %(place)s", number=strength, place=where)
            new = strength != scene.base.locomotives[place]
            put_tile(sheet, there, name, plaque(strength, w, h), f"loco-{PLACES[place]}", new, key)
        else:
            sheet.board(rect(*there, 4, "socket dash", data_about=key))
        scene.offer(sheet, there, word, r=4)


def put_tile(sheet: Sheet, area: Rect, name: str, face: str, id_: str, new: bool, key: str) -> None:
    """A locomotive or a factory on a player's board; a ring marks one that the gesture places."""
    sheet.piece(named_piece(area.x, area.y, name, face, id_=id_, lifted=new, thing=key))
    if new:
        sheet.piece(rect(*area.grown(2), 5, "ghost-ring"))


@cache
def plaque(strength: int, w: float, h: float) -> str:
    return locomotive(0, 0, strength, w, h)


IN_HAND: Final = 62
"""The height of the row in which a tile waits, with its gap."""


def draw_in_hand(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> None:
    """A locomotive that needs a place, or a factory that needs room: in a row of its own, apart from all places."""
    waiting, factory = scene.in_hand(), scene.waiting_factory()
    if waiting:
        name = scene.phrase("Locomotive %(number)d needs a place", number=waiting)
        face, wide, kind = plaque(waiting, 82, 46), 82, "loco"
    elif factory:
        name = scene.phrase("Factory %(number)d needs room", number=factory)
        face, wide = factory_tile(factory, key_of(scene.box.factory_parts[factory]), 50, 46), 50
        kind = "factory"
    else:
        return
    sheet.board(rect(x, y, w, IN_HAND - 6, 4, "inset-l"))
    id_, thing = f"{kind}-in-hand", scene.owned("hand")
    sheet.piece(named_piece(x + 6, y + 5, name, face, id_=id_, lifted=True, thing=thing))
    sheet.board(paragraph(x + wide + 20, y + 24, w - wide - 26, name, "t14b", 18))


def draw_doublers(sheet: Sheet, scene: Scene, x: float, y: float, cell: float, w: float) -> None:
    """The places for doublers above the Trans-Siberian, filled from the left (RR-AUX-01)."""
    whole = (x, y, scene.box.doubler_places * cell, 19.0)
    sheet.board(rect(*whole, 0, "nofill", data_about=scene.owned("doublers")))
    for index in range(scene.box.doubler_places):
        left = x + index * cell + (cell - w) / 2
        if index < scene.mine.doublers:
            new = index >= scene.base.doublers
            sheet.piece(doubler(left, y, w, 19, f"dbl-{index}", "lift" if new else ""))
        else:
            sheet.board(rect(left, y, w, 19, 3, "socket dash"))


# ---------------------------------------------------------------- scores


def draw_score(
    sheet: Sheet, scene: Scene, x: float, y: float, part: str, score: tuple[int, int], below: bool = False
) -> None:
    """What a part of the board scores this round, and beside or below it what the gesture adds to it."""
    scored, gain = score
    sheet.board(text(x, y, scored, "t24b" if scored < 100 else "t18b", "end", data_about=scene.owned(part)))
    if gain and scene.asked.chosen:
        said = f"{gain:+d}"
        w = 14 + 8 * len(said)
        left, top = (x - w, y + 5) if below else (x + 6, y - 17)
        sheet.board(rect(left, top, w, 20, 3, "may-softf"))
        sheet.board(text(left + w / 2, top + 15, said, "t14b may", "middle"))


# ---------------------------------------------------------------- industry


def draw_industry(sheet: Sheet, scene: Scene, area: Rect, first: int, last: int) -> None:
    """Spaces `first` to `last` of the industry lane; `area` is the area of the first, as high as a factory."""
    box, player = scene.box, scene.mine
    for index, there in enumerate(grid(area, last - first + 1, last - first + 1, 0), first):
        slot = box.lane_slot[index]
        if slot:
            draw_slot(sheet, scene, there, slot)
        else:
            draw_lane(sheet, scene, there, index)
    if scene.was is not None:
        for old, new in zip(scene.was.markers, player.markers, strict=True):
            if new > old >= 0 and first <= new <= last:
                x = area.x + (new - first) * area.w
                sheet.piece(turn_ring(x + 1, area.y - 1, area.w - 2, area.h + 2, scene.color))
    for nth, at in enumerate(player.markers):
        draw_marker(sheet, scene, area, first, last, nth, at)


def draw_lane(sheet: Sheet, scene: Scene, area: Rect, index: int) -> None:
    middle, base = area.x + area.w / 2, area.y + area.h / 2
    key = scene.owned(f"lane:{index}")
    body = rect(area.x + 1, area.y + 12, area.w - 2, area.h - 24, 3, "sp", data_about=key)
    if index == scene.box.lane_question:
        done = scene.mine.gained >> len(scene.box.specials) & 1
        body += circle(middle, base, 11, "sg-done" if done else "sg")
        body += text(middle, base + 5.2, "?", "t15b on-enamel" if done else "t15b", "middle")
    else:
        body += text(middle, base + 6.5, scene.box.lane_scores[index], "t18b", "middle")
    sheet.board(body)


def draw_slot(sheet: Sheet, scene: Scene, area: Rect, slot: int) -> None:
    """A gap, or the factory that fills it."""
    factories, old = scene.mine.factories, scene.base.factories
    there, word = Rect(area.x + 2, area.y, area.w - 4, area.h), f"slot:{slot}"
    key = scene.owned(word)
    if slot <= len(factories):
        built = factories[slot - 1]
        parts = scene.box.factory_parts[built]
        name = scene.phrase("Factory %(number)d: %(what)s", number=built, what=scene.effect(parts))
        new = slot > len(old) or old[slot - 1] != built
        tile = factory_tile(built, key_of(parts), there.w, there.h)
        put_tile(sheet, there, name, tile, f"factory-{slot}", new, key)
    else:
        sheet.board(rect(area.x + 3, area.y + 2, area.w - 6, area.h - 4, 3, "socket dash", data_about=key))
        sheet.board(sign("factory", area.x + area.w / 2 - 10, area.y + area.h / 2 - 10, 20, "ghosti"))
    scene.offer(sheet, there, word)


def draw_marker(sheet: Sheet, scene: Scene, area: Rect, first: int, last: int, nth: int, at: int) -> None:
    if at == NONE:
        return
    old = scene.base.markers[nth]

    def x_of(index: int) -> float:
        return area.x + (index - first) * area.w

    if first <= at <= last:
        name, id_ = scene.phrase("Industry marker %(number)d", number=nth + 1), f"ind-{scene.color}-{nth + 1}"
        there = (x_of(at) + area.w / 2, area.y + 6)
        face, key = marker(scene.color, nth + 1), scene.owned(f"marker:{nth + 1}")
        sheet.piece(named_piece(*there, name, face, id_=id_, lifted=at != old, thing=key))
    if at != old and first <= old <= last:
        sheet.piece(rect(x_of(old) + 4, area.y + 14, area.w - 8, area.h - 28, 3, "ghost-from"))
    word = f"industry:{nth + 1}"
    state = scene.state(word)
    to = at if state in ("dead", "chosen", "only") else at + 1
    if state is not None and first <= to <= last:
        dot = circle(x_of(to) + area.w / 2, area.y + area.h - 5, 5.5, "opt-dot") if state in ("", "alt") else ""
        scene.offer(sheet, Rect(x_of(to) + 2, area.y + 1, area.w - 4, area.h - 2), word, extra=dot)

"""The map of Spike: tracks, trains, delivery markers, and everything on it that can be pressed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, room_of
from trainshed.draw.icons import sign
from trainshed.draw.map.boxes import edges_of
from trainshed.draw.map.link_room import free_spots, rooms_of
from trainshed.draw.map.links import LaidRail
from trainshed.draw.map.net import STYLES
from trainshed.draw.map.stored_labels import stored_labels
from trainshed.draw.map.window import MapWindow
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL, WIDE, Sheet
from trainshed.draw.svg import circle, rect, text
from trainshed.games.spike.board.icons import city_mark
from trainshed.games.spike.board.icons import good as commodity
from trainshed.games.spike.board.land.terrain import FRAMES, Point
from trainshed.games.spike.board.marked_turns import draw_marked_tracks, draw_runs
from trainshed.games.spike.board.printed_map import PrintedMap, printed_map
from trainshed.games.spike.board.scene import TRAIN_HEADS, Scene
from trainshed.games.spike.text import names
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of

GULF: Final = marked("Gulf of Mexico")
OCEAN: Final = marked("Atlantic Ocean")

LEADING: Final = 31
"""Between the lines of the ocean's name."""

BESIDE: Final = (
    (2.5, 0.2), (-2.5, 0.2), (0.0, 2.3), (0.0, -2.3), (2.2, 1.9), (-2.2, 1.9), (2.2, -1.9), (-2.2, -1.9),
    (2.6, 1.0), (-2.6, 1.0), (2.6, -0.9), (-2.6, -0.9), (1.1, 2.3), (-1.1, 2.3), (1.1, -2.3), (-1.1, -2.3),
    (0.0, 3.1), (0.0, -3.1), (3.6, 0.0), (-3.6, 0.0),
)  # fmt: skip
"""Where a train that stands in a city may be drawn, in radii of the city's ring."""


CHIP: Final = 15
"""The height of a chip that says what a city pays."""

LIST_AREA: Final = Rect(524, 314, 212, 220)
"""Open water in the desktop map, for the list. Names leave it free."""

KEEP: Final = {WIDE: (LIST_AREA,), TALL: ()}
"""The areas of the map that names leave free."""


def map_window(printed: PrintedMap, layout: str, x: float = 0, y: float = 0) -> MapWindow:
    """The empty window of a layout, with its upper left corner here."""
    frame, stored = FRAMES[layout], stored_labels("trainshed.games.spike")
    area = Rect(x, y, frame.w, frame.h)
    return MapWindow(printed.net, area, STYLES[layout], KEEP[layout], left=layout != WIDE, stored=stored)


def draw_map(sheet: Sheet, scene: Scene, layout: str, x: float, y: float, listed: bool = False) -> None:
    """Draw the window of the map with its upper left corner here; `listed`: a list covers the water."""
    printed = printed_map(scene.box, scene.game.pack, layout)
    drawn = map_window(printed, layout, x, y)
    sheet.part("map", drawn.area)
    drawn.terrain(printed.terrain)
    if layout == WIDE:
        draw_waters(drawn, scene, listed)
    drawn.links(laid_rails(scene), scene.quiet_links())
    trains, targets = train_places(drawn, scene, printed), map_targets(scene)
    drawn.tell([one.place for one in targets if one.is_city and one.state in ("chosen", "only")])
    draw_marked_tracks(drawn, scene)
    draw_places(drawn, scene, layout)
    draw_runs(drawn, scene, {train.seat: (train.x, train.y) for train in trains})
    draw_trains(drawn, trains)
    draw_targets(drawn, targets)
    if layout == WIDE:  # last, because the numbers of targets need the free places more
        drawn.tags += [edges_of(train_box(drawn, train)) for train in trains]
        draw_chips(drawn, scene, printed)
    drawn.put(sheet, scene.speech, scene.speech.gettext("Map"))


def draw_waters(drawn: MapWindow, scene: Scene, listed: bool) -> None:
    """The names of the waters; where a list lies on the ocean, it has none."""
    drawn.region(196, 533, scene.speech.gettext(GULF))
    if not listed:
        for row, said in enumerate(scene.speech.gettext(OCEAN).split()):
            drawn.region(612, 400 + row * LEADING, said)


def laid_rails(scene: Scene) -> list[LaidRail]:
    """The tracks of all seats; those of the route that is built are previewed."""
    spaces, mine = scene.box.space_names, scene.seat
    found = []
    for link, seats in enumerate(scene.then.tracks):
        if not seats:
            continue
        owners = [seat for seat in range(scene.now.seats) if seats >> seat & 1]
        new = mine if spaces[link] in scene.route else None
        found += [LaidRail(spaces[link], lane, SEATS[seat], seat == new) for lane, seat in enumerate(owners)]
    if mine is not None and scene.route:
        have = {rail.link for rail in found if rail.seat == SEATS[mine]}
        lanes = {link: sum(rail.link == link for rail in found) for link in scene.route}
        found += [LaidRail(link, lanes[link], SEATS[mine], True) for link in scene.route if link not in have]
    return found


def draw_places(drawn: MapWindow, scene: Scene, layout: str) -> None:
    """Cities with commodity and market value, destinations of the contracts shown, and delivery markers."""
    box, market, ring = scene.box, scene.then.market, STYLES[layout].ring
    worth = {good: scene.worth(market, good) for good in box.commodities}
    marks = {}
    for city in range(box.net.cities):
        good = scene.supplied(city)
        marks[box.node_names[city]] = city_mark(good, worth[good], ring)
    wanted = {city for contract in scene.player.contracts for city, _ in scene.contract(contract)[1]}
    wanted -= set(scene.player.delivered)
    for place in drawn.net.cities:
        if place.id in wanted:
            ringed = circle(0, 0, ring + 2.6, f"destring seatst-{scene.color}")
            drawn.names.append(drawn.pin(place.x, place.y, ringed, id_=f"dest-{place.id}"))
    drawn.places(marks)
    for seat, player in enumerate(scene.then.players):
        for city_id in player.delivered:
            drawn.station(city_id, SEATS[seat], seat)


def draw_chips(drawn: MapWindow, scene: Scene, printed: PrintedMap) -> None:
    """What the contracts and the secret route of the player shown pay, at each city where there is room for it."""
    player = scene.player
    chips: dict[str, list[tuple[str, str, str]]] = {}
    for contract in player.contracts:
        good, ends = scene.contract(contract)
        for city, pay in ends:
            if city not in player.delivered:
                chips.setdefault(city, []).append((f"{good}-{city}", good, str(pay)))
    card = names.route_of(scene.box, player.route) if player.route else None
    if card is not None:
        for number, value in zip(card.cities, card.values, strict=True):
            city = scene.box.node_names[number]
            chips.setdefault(city, []).append((f"secret-{city}", "", str(value)))
    for city, found in chips.items():
        for id_, good, said in found:
            draw_chip(drawn, printed, city, id_, good, said, f"seatst-{scene.color}")


def draw_chip(drawn: MapWindow, printed: PrintedMap, city: str, id_: str, good: str, said: str, cls: str) -> None:
    """A chip beside a city, where it covers no name and no other city: a commodity, or a lock, and a sum."""
    place = drawn.cities[city]
    w = 18 + room_of(said, 12)
    for x, y in chip_places(drawn, printed, city, w):
        box = Rect(place.x + x, place.y + y, w, CHIP)
        if not drawn.hidden(box):
            drawn.tags.append(edges_of(box))
            thing = f"city:{city}"
            drawn.names.append(
                drawn.pin(place.x, place.y, chip_face(x, y, w, good, said, cls), id_=f"pay-{id_}", thing=thing)
            )
            return


@lru_cache(maxsize=1024)
def chip_face(x: float, y: float, w: float, good: str, said: str, cls: str) -> str:
    icon = commodity(good, x + 8.5, y + CHIP / 2, 11) if good else sign("lock", x + 4, y + 3, 9, "ink2")
    chip = rect(x, y, w, CHIP, 2, f"destchip {cls}" if good else "secretchip")
    return chip + icon + text(x + 15.5, y + 11.6, said, "t12b")


def chip_places(drawn: MapWindow, printed: PrintedMap, city: str, w: float) -> list[Point]:
    """Where a chip of this width may stand at a city, from its centre: on no name and no city."""
    key = (city, w)
    if key not in printed.free:
        place, ring = drawn.cities[city], drawn.style.ring
        out = ring + 5
        spots = [(out, -CHIP / 2), (-out - w, -CHIP / 2), (-w / 2, out), (-w / 2, -out - CHIP)]
        spots += [(dx, dy) for dy in (-out - CHIP * 0.6, out - CHIP * 0.4) for dx in (out * 0.6, -out * 0.6 - w)]
        window = Rect(2, 2, drawn.area.w - 4, drawn.area.h - 4)
        boxes = [(spot, Rect(place.x + spot[0], place.y + spot[1], w, CHIP)) for spot in spots]
        printed.free[key] = [
            spot for spot, box in boxes if box.inside(window) and not drawn.named(box) and not crowded(drawn, box)
        ]
    return printed.free[key]


def crowded(drawn: MapWindow, box: Rect) -> int:
    """How many cities a box meets."""
    ring = drawn.style.ring + 2
    left, top, right, low = box.x - ring, box.y - ring, box.x + box.w + ring, box.y + box.h + ring
    return sum(left < city.x < right and top < city.y < low for city in drawn.net.cities)


# ---------------------------------------------------------------- trains


class TrainPlace(NamedTuple):
    """Where a train is drawn, and how it is turned; and where it was, if the gesture has moved it."""

    seat: str
    x: float
    y: float
    turn: float
    was: tuple[float, float, float] | None


def train_places(drawn: MapWindow, scene: Scene, printed: PrintedMap) -> list[TrainPlace]:
    """Where all trains are drawn."""
    before = scene.before_gesture
    taken: dict[str, int] = {}
    found = []
    for seat, player in enumerate(scene.then.players):
        if not player.train:
            continue
        slot = taken.get(player.train, 0)
        taken[player.train] = slot + 1
        where = train_at(drawn, scene, printed, player.train, player.heading, slot)
        old = before.players[seat].train if seat == scene.seat else player.train
        moved = old and old != player.train
        was = train_at(drawn, scene, printed, old, before.players[seat].heading, 0) if moved else None
        found.append(TrainPlace(SEATS[seat], *where, was))
    return found


def draw_trains(drawn: MapWindow, trains: Sequence[TrainPlace]) -> None:
    """All trains; one that the gesture has moved is lifted, and its old place is marked."""
    size = drawn.style.ring / 10.3
    for train in trains:
        if train.was is not None:
            x, y, turn = train.was
            trace = rect(-15 * size, -9 * size, 31 * size, 18 * size, 5, "ghost-from", transform=f"rotate({turn:.0f})")
            drawn.names.append(drawn.pin(x, y, trace, id_=f"train-was-{train.seat}"))
        drawn.train(train.seat, train.x, train.y, train.turn, lifted=train.was is not None)


def train_box(drawn: MapWindow, train: TrainPlace) -> Rect:
    """What a train covers on the map."""
    size = drawn.style.ring / 10.3
    along, across = abs(cos(radians(train.turn))), abs(sin(radians(train.turn)))
    half_w, half_h = (17 * along + 10 * across) * size, (17 * across + 10 * along) * size
    return Rect(train.x - half_w, train.y - half_h, 2 * half_w, 2 * half_h)


def train_at(
    drawn: MapWindow, scene: Scene, printed: PrintedMap, space: str, heading: str, slot: int
) -> tuple[float, float, float]:
    """Where a train is drawn, and how it is turned; of several on one space the slot tells them apart."""
    if scene.in_city(space):
        spots = city_spots(drawn, printed, space)
        x, y = spots[slot % len(spots)]
        return x, y, 0
    way = drawn.lines[space]
    link = scene.box.space_names.index(space)
    forward = scene.box.node_names[scene.box.net.second_end[link]] == heading
    x, y = link_spots(drawn, printed, space)[slot]
    sign = 1 if forward else -1
    return x, y, round(degrees(atan2(sign * way.dy, sign * way.dx)))


def city_spots(drawn: MapWindow, printed: PrintedMap, city: str) -> list[Point]:
    """Where a train that stands in a city may be drawn, first where it hides the least that is printed."""
    key = (city, 0.0)
    if key not in printed.free:
        place, ring = drawn.cities[city], drawn.style.ring
        half_w, half_h = 1.5 * ring, 0.9 * ring
        inside = Rect(half_w, half_h, drawn.area.w - 2 * half_w, drawn.area.h - 2 * half_h)

        def cost(spot: Point) -> int:
            box = Rect(spot[0] - half_w, spot[1] - half_h, 2 * half_w, 2 * half_h)
            return 99 * (not Rect(*spot, 0, 0).inside(inside)) + 9 * drawn.named(box) + crowded(drawn, box)

        printed.free[key] = sorted([(place.x + dx * ring, place.y + dy * ring) for dx, dy in BESIDE], key=cost)
    return printed.free[key]


def link_spots(drawn: MapWindow, printed: PrintedMap, link: str) -> list[Point]:
    """Where a train on a link may be drawn, first where it covers no name."""
    key = (link, 0.0)
    if key not in printed.free:
        room = rooms_of(drawn.net, drawn.style.ring)[link]
        printed.free[key] = free_spots(room, drawn.placed.boxes)
    return printed.free[key]


# ---------------------------------------------------------------- what can be pressed


class MapTarget(NamedTuple):
    """A city or a link that can be pressed."""

    place: str
    is_city: bool
    word: str
    label: str
    rule: str
    state: str
    tag: str = ""


def map_targets(scene: Scene) -> list[MapTarget]:
    """Cities to begin in, spaces for the train with the steps to them, links to build, and cities to build to."""
    words = [
        word for word in [*scene.asked.moves, *scene.asked.instead, *scene.asked.chosen] if word not in scene.offered
    ]
    links = scene.moves | scene.instead
    found = [
        target(scene, word) for word in words if head_of(word) == "place" or (head_of(word) == "link" and word in links)
    ]
    if scene.own:
        found += reach_targets(scene)
    for city, way in scene.ways.items():
        press = scene.press(way)
        if city == scene.goal and list(scene.asked.group[:1]) == ["build"] and "build" not in scene.moves:
            press = " ".join(scene.asked.group)
        state = scene.state(press) if press else None
        if state is not None:
            tag = f"+{scene.pays(city)}$" if state == "chosen" else ""
            name, label = scene.box.node_names[city], scene.way_label(way)
            found.append(MapTarget(name, True, press, label, scene.rule("build"), state, tag))
    return found


def reach_targets(scene: Scene) -> list[MapTarget]:
    """Every other space that the train can reach: a disc with the steps to it. The free move comes before an extra
    space."""
    steps = {head: scene.steps(head) for head in TRAIN_HEADS}
    found, done = [], set[str]()
    for word in scene.train_words():
        space, head = rest_of(word), head_of(word)
        if space in done or scene.waits(word) or scene.state(word) is None:
            continue
        done.add(space)
        found.append(target(scene, word, str(steps[head].get(space, ""))))
    return found


def target(scene: Scene, word: str, tag: str = "") -> MapTarget:
    scene.offered.add(word)
    place = rest_of(word)
    said, rule = scene.spoken(word), scene.rule(word)
    return MapTarget(place, scene.in_city(place), word, said, rule, scene.state(word) or "", tag)


def draw_targets(drawn: MapWindow, targets: Iterable[MapTarget]) -> None:
    for one in targets:
        put = drawn.target if one.is_city else drawn.link_target
        put(one.place, one.word, one.label, one.rule, one.state, tag=one.tag)

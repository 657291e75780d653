"""What the turns since the viewer's last one have changed on the map of Spike, marked in the colours of their seats."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import atan2, degrees

from trainshed.draw.board import MarkedTurn
from trainshed.draw.map.net import points_of
from trainshed.draw.map.window import MapWindow
from trainshed.draw.seats import SEATS
from trainshed.draw.svg import circle, element, group, number, rect
from trainshed.games.spike.board.land.terrain import Point
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.view import View

BESIDE_RAIL = 4.5
"""How far the outline of a new track lies from the middle of its link."""


def draw_marked_tracks(drawn: MapWindow, scene: Scene) -> None:
    """Outline the tracks that were laid, and the cities to which something was delivered, in the turns marked."""
    for turn in scene.turns:
        color, bit = SEATS[turn.seat], 1 << turn.seat
        for link, (old, new) in enumerate(zip(turn.before.tracks, turn.after.tracks, strict=True)):
            if new & bit and not old & bit:
                drawn.names.append(track_ring(drawn, scene.box.space_names[link], color))
        old_cities, new_cities = (view.players[turn.seat].delivered for view in (turn.before, turn.after))
        for city in new_cities[len(old_cities) :]:
            ring = circle(0, 0, drawn.style.ring + 5, f"trail-ring seatst-{color}")
            place = drawn.cities[city]
            drawn.names.append(drawn.pin(place.x, place.y, group(ring, cls="since")))


def track_ring(drawn: MapWindow, link: str, color: str) -> str:
    way = drawn.lines[link]
    x, y = way.at(way.middle)
    long, turn = way.end - way.start, degrees(atan2(way.dy, way.dx))
    ring = rect(-long / 2, -BESIDE_RAIL, long, 2 * BESIDE_RAIL, BESIDE_RAIL, f"trail-ring seatst-{color}")
    return group(ring, cls="since", transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})")


def draw_runs(drawn: MapWindow, scene: Scene, places: dict[str, Point]) -> None:
    """A dotted line where each train ran in the turns marked; `places` tells where the trains are drawn, by colour.
    The page lets the train run along it."""
    for turn in scene.turns:
        color = SEATS[turn.seat]
        nodes = way_of(scene, turn)
        if nodes is None or color not in places:
            continue
        before = turn.before.players[turn.seat].train
        points = [spot(drawn, scene, before), *(drawn_node(drawn, node) for node in nodes), places[color]]
        path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        drawn.names.append(element("path", d=path, cls=f"trail seatst-{color}", data_moves=f"train-{color}"))


def spot(drawn: MapWindow, scene: Scene, space: str) -> Point:
    """The middle of a space: a city, or a link."""
    if scene.in_city(space):
        return drawn_node(drawn, space)
    way = drawn.lines[space]
    return way.at(way.middle)


def drawn_node(drawn: MapWindow, node: str) -> Point:
    return points_of(drawn.net)[node]


def way_of(scene: Scene, turn: MarkedTurn) -> list[str] | None:
    """The cities and junctions through which a train ran in a turn, the shortest way on its own tracks; None: it stood
    still, or was put on the map."""
    before, after = (view.players[turn.seat].train for view in (turn.before, turn.after))
    if not before or before == after:
        return None
    seen: set[str] = {before}
    queue: deque[tuple[str, list[str]]] = deque([(before, [])])
    while queue:
        space, nodes = queue.popleft()
        for node, following in spaces_next_to(scene, turn.after, turn.seat, space):
            if following == after:
                return [*nodes, node]
            if following not in seen:
                seen.add(following)
                queue.append((following, [*nodes, node]))
    return []


def spaces_next_to(scene: Scene, view: View, seat: int, space: str) -> Iterator[tuple[str, str]]:
    """The spaces beside one on the tracks of a seat, each with the city or junction between them."""
    box, net = scene.box, scene.box.net
    if scene.in_city(space):
        ends = [scene.cities[space]]
    else:
        link = box.space_names.index(space)
        ends = [net.first_end[link], net.second_end[link]]
    for node in ends:
        name = box.node_names[node]
        if node < net.cities and not scene.in_city(space):
            yield name, name
        for link in net.links_at[node]:
            if view.tracks[link] >> seat & 1 and box.space_names[link] != space:
                yield name, box.space_names[link]

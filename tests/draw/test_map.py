"""The map kit: names that meet nothing at any zoom, lanes side by side, targets large enough for a finger."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from math import hypot
from random import Random
from xml.etree import ElementTree

import pytest

from tests.support.seeds import size
from tests.support.svg import COLOUR
from trainshed.draw.fit import Rect, room_of
from trainshed.draw.map.boxes import distance, meet
from trainshed.draw.map.label_places import TARGET, PlacedLabel
from trainshed.draw.map.labels import labels_of
from trainshed.draw.map.links import LaidRail, mesh, rail
from trainshed.draw.map.net import (
    MOST,
    SHRINK,
    STYLES,
    MapCity,
    MapJunction,
    MapLink,
    MapNet,
    MapStyle,
    fitted,
    lines_of,
    points_of,
    swell,
)
from trainshed.draw.map.window import MapWindow
from trainshed.draw.sheet import TALL, WIDE, Sheet
from trainshed.kernel.translation import ENGLISH
from trainshed.web.pages.gallery_map import LINKS, example_map, example_net, printed_net

NETS = size(day=4, night=12)
"""Random maps; each is laid out in both layouts."""

AREAS = {WIDE: Rect(0, 0, 720, 600), TALL: Rect(0, 0, 366, 400)}
ZOOMS = [1 + step / 8 for step in range(8 * (MOST - 1) + 1)]
LETTERS = "abcdefghijklmnop"


def some_net(seed: int, area: Rect, style: MapStyle) -> MapNet:
    """36 cities at random places, no two of which touch, with links between neighbours and names of 3 to 15 letters."""
    luck = Random(f"map {seed}")
    cities: list[MapCity] = []
    while len(cities) < 36:
        x, y = luck.uniform(20, area.w - 20), luck.uniform(20, area.h - 20)
        if all(hypot(city.x - x, city.y - y) > 3.4 * style.ring + 4 for city in cities):
            name = "".join(luck.choices(LETTERS, k=luck.randint(3, 15))).capitalize()
            cities.append(MapCity(f"c{len(cities)}", x, y, name, name[:3].upper()))
    near = sorted(combinations(cities, 2), key=lambda pair: hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y))
    links = tuple(MapLink(f"l{at}", a.id, b.id, ("red",)) for at, (a, b) in enumerate(near[:80]))
    return MapNet(tuple(cities), (), links)


def box_at(city: MapCity, box: Rect, zoom: float) -> Rect:
    """Where a label lies on the screen at a zoom: its city moves with the map, the box grows slower."""
    size = zoom ** (1 - SHRINK)
    return Rect(city.x * zoom + box.x * size, city.y * zoom + box.y * size, box.w * size, box.h * size)


def check_labels(net: MapNet, labels: tuple[PlacedLabel, ...], style: MapStyle, zooms: list[float]) -> None:
    cities = {city.id: city for city in net.cities}
    assert [label.city for label in labels] == list(cities), "every city has a name"
    for zoom in zooms:
        boxes = [box_at(cities[label.city], label.box, zoom) for label in labels]
        for one, two in combinations(boxes, 2):
            assert not one.grown(-0.01).meets(two), zoom
        for city in net.cities:
            r = (style.ring + TARGET) * zoom ** (1 - SHRINK)
            for label, box in zip(labels, boxes, strict=True):
                aside = max(box.x - city.x * zoom, 0, city.x * zoom - box.x - box.w)
                down = max(box.y - city.y * zoom, 0, city.y * zoom - box.y - box.h)
                own = label.city == city.id
                assert hypot(aside, down) >= (r - 0.01 if own else style.ring * zoom ** (1 - SHRINK)), (label, city)


@pytest.mark.parametrize("layout", [WIDE, TALL])
@pytest.mark.parametrize("seed", range(NETS))
def test_names_never_cover_a_city_or_each_other_at_any_zoom(layout: str, seed: int) -> None:
    area, style = AREAS[layout], STYLES[layout]
    net = some_net(seed, area, style)
    found = labels_of(net, style, area)
    check_labels(net, found.names, style, [zoom for zoom in ZOOMS if zoom >= found.near])
    if found.near > 1:
        check_labels(net, found.codes, style, [zoom for zoom in ZOOMS if zoom < found.near])
    for label in found.codes or found.names:
        city = next(city for city in net.cities if city.id == label.city)
        assert label.box.moved(city.x, city.y).inside(area), "the whole map shows every name"
        assert label.box.w >= room_of(label.text, style.text)


@pytest.mark.parametrize("layout", [WIDE, TALL])
@pytest.mark.parametrize("seed", range(NETS))
def test_names_are_nearer_to_their_own_city(layout: str, seed: int) -> None:
    area, style = AREAS[layout], STYLES[layout]
    net = some_net(seed, area, style)
    found = labels_of(net, style, area)
    cities = {city.id: city for city in net.cities}
    near = [zoom for zoom in ZOOMS if zoom >= found.near]
    for labels, zooms in ((found.codes, [1.0, found.near]), (found.names, near)):
        for label, zoom in product(labels, zooms):
            box, grown = box_at(cities[label.city], label.box.grown(-2), zoom), zoom ** (1 - SHRINK)
            away = {city.id: distance(box, city.x * zoom, city.y * zoom) for city in net.cities}
            own = away.pop(label.city)
            assert own + (style.margin - 4) * grown <= min(away.values()), (label, zoom)


def test_names_leave_kept_areas_free() -> None:
    area, style = AREAS[WIDE], STYLES[WIDE]
    net = some_net(1, area, style)
    city = net.cities[0]
    free = next(one for one in labels_of(net, style, area).names if one.city == city.id)
    kept = free.box.moved(city.x, city.y).grown(2)
    for one in labels_of(net, style, area, (kept,)).names:
        place = next(city for city in net.cities if city.id == one.city)
        assert not one.box.moved(place.x, place.y).meets(kept)


def test_boxes_that_part_and_meet_again_are_found() -> None:
    """Two names apart at both ends of a range of zooms, which meet between them."""
    one, two = Rect(0, 0, 40, 10), Rect(-60, -40, 30, 10)
    apart = [box_at(MapCity("", 50, 20, "", ""), two, 1 + step / 4) for step in range(9)]
    here = [box_at(MapCity("", 0, 0, "", ""), one, 1 + step / 4) for step in range(9)]
    touching = [a.meets(b) for a, b in zip(apart, here, strict=True)]
    assert not touching[0]
    assert not touching[-1]
    assert any(touching)
    assert meet(50, 20, one, two, 1, swell(3))
    assert not meet(50, 20, one, two, 1, 1.01)


def test_a_crowded_map_shows_codes_until_names_fit() -> None:
    area, style = Rect(0, 0, 240, 240), STYLES[TALL]
    net = fitted(some_net(3, AREAS[WIDE], STYLES[WIDE]), area, 14)
    drawn = window(net, area, style)
    found = drawn.placed
    assert found.near > 1
    assert {label.text for label in found.codes} <= {city.code for city in net.cities}
    drawn.target("c1", "to:c1", "Build there")
    svg = put(drawn)
    assert svg.find(".//*[@id='codes']").attrib["class"] == "map-whole"  # type: ignore[union-attr]
    assert svg.find(".//*[@id='names']").attrib["class"] == "map-near"  # type: ignore[union-attr]
    assert svg.find(".//*[@id='map-frame']").attrib["data-near"] == f"{found.near:g}"  # type: ignore[union-attr]
    tips = [text.text for text in svg.findall(".//*[@class='map-tip map-whole']/text")]
    assert tips == [net.cities[1].name], "a target tells its whole name while codes are shown"


def window(net: MapNet, area: Rect, style: MapStyle) -> MapWindow:
    drawn = MapWindow(net, area, style)
    drawn.links()
    drawn.places()
    return drawn


def put(drawn: MapWindow) -> ElementTree.Element:
    sheet = Sheet()
    drawn.put(sheet, ENGLISH, "Map")
    return ElementTree.fromstring(sheet.svg(drawn.area.w, drawn.area.h, "Map"))


@pytest.mark.parametrize("layout", [WIDE, TALL])
def test_the_example_is_drawn_well_formed_with_ids_of_its_own(layout: str) -> None:
    net = example_net()
    assert (len(net.cities), len(net.links)) == (36, LINKS)
    drawn = example_map(layout, ENGLISH)
    ids = [part.attrib["id"] for part in ElementTree.fromstring(drawn).iter() if "id" in part.attrib]
    assert len(ids) == len(set(ids))
    assert COLOUR.search(drawn.partition("</defs>")[2]) is None
    placed = printed_net(layout)
    where = points_of(placed)
    assert len({frozenset((link.a, link.b)) for link in placed.links}) == LINKS
    assert all(where[link.a] != where[link.b] for link in placed.links)


def test_what_stays_keeps_its_id_and_place_when_the_position_changes() -> None:
    net, area, style = some_net(5, AREAS[WIDE], STYLES[WIDE]), AREAS[WIDE], STYLES[WIDE]
    before, after = MapWindow(net, area, style), MapWindow(net, area, style)
    before.links([LaidRail("l3", 0, "red")])
    after.links([LaidRail("l3", 0, "red"), LaidRail("l9", 0, "blue", preview=True)], frozenset({"l20"}))
    for drawn in (before, after):
        drawn.places()
    after.station("c4", "blue")
    one, two = (
        {part.attrib["id"]: part for part in put(drawn).iter() if "id" in part.attrib} for drawn in (before, after)
    )
    assert set(one) - set(two) == {"lane-l9-0"}
    assert set(two) - set(one) == {"rail-l9-0", "map-glow", "station-c4-blue"}
    for id_ in set(one) & set(two):
        assert one[id_].attrib == two[id_].attrib, id_


def test_lanes_of_a_link_lie_side_by_side() -> None:
    net = MapNet(
        (MapCity("a", 20, 20, "A", "A"),),
        (MapJunction("b", 120, 95),),
        (MapLink("l", "a", "b", ("red", "blue", "green")),),
    )
    style, way = STYLES[WIDE], lines_of(net, STYLES[WIDE].ring)["l"]
    starts = []
    for lane in range(3):
        drawn = rail(way, style, LaidRail("l", lane, "yellow"), 3)
        x, y = re.search(r'd="M(\S+) (\S+)L', drawn).groups()  # type: ignore[union-attr]
        starts.append((float(x), float(y)))
    for (x1, y1), (x2, y2) in pairwise(starts):
        assert hypot(x2 - x1, y2 - y1) >= style.rail + 2.4, "their edges do not touch"
    assert hypot(starts[1][0] - 20, starts[1][1] - 20) < 0.01, "the middle one lies on the line"


@pytest.mark.parametrize("width", [360, 390, 430])
def test_targets_are_large_enough_for_a_finger_on_a_phone(width: int) -> None:
    """The page leaves 12 pixels at each side; a board is 366 units wide, and drawn up to 560 pixels."""
    unit = (width - 24) / 366
    for zoom in ZOOMS:
        assert 2 * STYLES[TALL].touch * unit * zoom ** (1 - SHRINK) >= 44


def test_a_tag_stands_where_it_covers_the_fewest_names() -> None:
    area, style = AREAS[WIDE], STYLES[WIDE]
    drawn = window(some_net(1, area, style), area, style)
    corners = [Rect(x, y, 22, 16) for x, y in ((-22.2, -19.2), (0.2, -19.2), (0.2, 3.2), (-22.2, 3.2))]
    moved = 0
    for city in drawn.net.cities:
        box = drawn.tag_box(city.x, city.y, 14, 22)
        assert box is not None
        counts = [drawn.hidden(corner.moved(city.x, city.y)) for corner in corners]
        assert drawn.hidden(box.moved(city.x, city.y)) == min(counts)
        moved += counts[0] > min(counts)
    assert moved, "a name stands at the first corner of some city"


def test_what_stands_beside_a_name_has_its_room() -> None:
    area, style = AREAS[WIDE], STYLES[WIDE]
    net = some_net(2, area, style)
    net = net._replace(cities=(net.cities[0]._replace(room=30), *net.cities[1:]))
    drawn = window(net, area, style)
    where, own = drawn.beside("c0"), next(one for one in drawn.placed.names if one.city == "c0")
    assert where is not None
    assert where[0] >= own.box.x + room_of(own.text, style.text)
    assert where[0] + 30 <= own.box.x + own.box.w + 0.01


def test_targets_say_what_they_are() -> None:
    drawn = window(some_net(5, AREAS[TALL], STYLES[TALL]), AREAS[TALL], STYLES[TALL])
    drawn.target("c3", "to:c3", "Build to C3", "SP-BUILD-05", "chosen", "+2")
    drawn.target("c4", "to:c4", "Build to C4", state="dead")
    drawn.link_target("l7", "move:l7", "Move 2 steps", tag="2")
    options = put(drawn).findall(".//*[@id='map-options']//*[@role='button']")
    assert [option.attrib["data-word"] for option in options] == ["to:c3", "to:c4", "move:l7"]
    assert [option.attrib.get("aria-pressed") for option in options] == ["true", None, None]
    assert [option.attrib.get("aria-disabled") for option in options] == [None, "true", None]
    assert options[0].attrib["aria-label"] == "Build to C3"
    assert all(option.find(".//*[@class='opt-touch']") is not None for option in options)


@pytest.mark.parametrize("layout", [WIDE, TALL])
def test_hairlines_run_to_the_middle_of_their_cities(layout: str) -> None:
    """Rings grow slower than the map: a line that ended at a ring would fall short of it in a larger map."""
    net = some_net(1, AREAS[layout], STYLES[layout])
    drawn = mesh(net, STYLES[layout])
    found = [tuple(map(float, ends)) for ends in re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", drawn)]
    where = points_of(net)
    wanted = [(*where[link.a], *where[link.b]) for link in net.links]
    assert len(found) == len(wanted) > 0
    for ends, middles in zip(found, wanted, strict=True):
        assert ends == pytest.approx(middles, abs=0.06)

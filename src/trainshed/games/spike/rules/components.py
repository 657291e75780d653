"""The map, cards and numbers of Spike, read from its content pack, and the words that name them."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike.rules.content_schema import (
    CityRow,
    CommodityRow,
    ContractRow,
    JunctionRow,
    LinkRow,
    RouteRow,
)
from trainshed.games.spike.rules.network.map_graph import MOST_COLORS, MOST_COPIES, Network
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.vocabulary import Vocabulary, WordList

MOST_SEATS: Final = 4
ROUNDS: Final = 3
"""SP-ROUND-01: the game has three rounds."""

LOCOMOTIVE: Final = 0
TENDER: Final = 1
CAR: Final = 2
PARTS: Final = ("locomotive", "tender", "car")

# Kinds of words: `Components.kind` says of each word to which one it belongs, `Components.about` what it is about.
# Each is a Final number of its own: mypyc then compiles it in, instead of looking up a global at each use.
PILE: Final = 0
STOP: Final = 1
BUILD: Final = 2
MATCH: Final = 3
DONE: Final = 4
TIME: Final = 5
TAKE: Final = 6
DRAW: Final = 7
GIVE: Final = 8
LOAD: Final = 9
UNLOAD: Final = 10
DELIVER: Final = 11
UPGRADE: Final = 12
MOVE: Final = 13
START: Final = 14
EXTRA: Final = 15
LINK: Final = 16
SPEND: Final = 17
PLACE: Final = 18
FIRST: Final = 19
MARKET: Final = 20
CONTRACT: Final = 21
DEAL: Final = 22
SIDE: Final = 23
ROUTE: Final = 24
KEEP: Final = 25

SINGLE: Final = ("pile", "stop", "build", "match", "done", "time")


class Face:
    """One side of a contract card: its commodity, and what a delivery pays in each of its cities."""

    __slots__ = ("card", "cities", "commodity", "name", "pay")

    def __init__(self, name: str, card: int, commodity: int, cities: list[int], pay: list[int]) -> None:
        self.name: str = name
        self.card: int = card
        self.commodity: int = commodity
        self.cities: list[int] = cities
        self.pay: list[int] = pay


class RouteCard:
    """A route card: its starting city, its destinations and their values."""

    __slots__ = ("cities", "name", "start", "values")

    def __init__(self, name: str, start: int, cities: list[int], values: list[int]) -> None:
        self.name: str = name
        self.start: int = start
        self.cities: list[int] = cities
        self.values: list[int] = values


class Components:
    """The contents of the box, as the content pack gives them, and the ids of the words. Read once, never changed.

    A space is where a train can be: first the links, each one track space, then the cities.
    """

    __slots__ = (
        "about",
        "capacity",
        "card_names",
        "colors",
        "columns",
        "commodities",
        "copies",
        "dealt",
        "face_up",
        "faces",
        "faces_of",
        "first",
        "hand",
        "kind",
        "net",
        "node_names",
        "places",
        "removed",
        "route_cards",
        "row_worth",
        "score_track",
        "space_names",
        "speed",
        "spots",
        "supplied",
        "supplies",
        "supply",
        "time_cards",
        "tracks",
        "upgrade_cost",
    )

    def __init__(self, net: Network) -> None:
        self.net: Network = net
        self.colors: list[str] = []
        self.copies: int = 0
        self.removed: int = 0
        self.hand: int = 0
        self.face_up: int = 0
        self.time_cards: int = 0
        self.tracks: int = 0
        self.score_track: int = 0
        self.speed: list[int] = []
        self.supply: list[int] = []
        self.capacity: list[int] = []
        self.upgrade_cost: list[int] = []
        self.row_worth: list[int] = []
        self.columns: int = 0
        self.dealt: list[int] = []
        self.commodities: list[str] = []
        self.supplies: list[int] = []
        """The commodity of each city."""
        self.supplied: list[list[int]] = []
        """The cities of each commodity."""
        self.node_names: list[str] = []
        self.space_names: list[str] = []
        self.places: list[list[str]] = []
        """The printed name of each node and its state."""
        self.spots: list[tuple[float, float]] = []
        """Where each node is printed on the map."""
        self.card_names: list[str] = []
        self.faces: list[Face] = []
        self.faces_of: list[list[int]] = []
        """The sides of each contract card."""
        self.route_cards: list[RouteCard] = []
        self.kind: list[int] = []
        self.about: list[int] = []
        self.first: list[int] = []
        """The id of the first word of each kind."""

    def city_space(self, city: int) -> int:
        """The space of a city."""
        return self.net.links + city


def read_box(pack: Pack) -> tuple[Components, Vocabulary]:
    """Read the components and the vocabulary from a content pack."""
    box = Components(Network(0, 0, [], [], []))
    box.colors = pack.take("deck.colors", list[str])
    check_names(pack, "deck.colors", box.colors)
    box.copies = positive(pack, "deck.copies_per_color")
    box.removed = pack.number("deck.removed_per_color_two_players")
    box.hand = positive(pack, "deck.hand")
    box.face_up = positive(pack, "deck.face_up")
    box.time_cards = positive(pack, "deck.time_cards")
    left = (box.copies - box.removed) * len(box.colors)
    if not 0 <= box.removed < box.copies or left <= MOST_SEATS * box.hand + box.face_up:
        raise ContentError(f"{pack.name}: deck: too few cards for four hands and the face-up cards")
    if len(box.colors) > MOST_COLORS or box.copies > MOST_COPIES:
        raise ContentError(f"{pack.name}: deck: at most {MOST_COLORS} colours with {MOST_COPIES} cards each")
    box.tracks = positive(pack, "pieces.tracks_per_player")
    box.score_track = positive(pack, "pieces.score_track_length")
    box.speed, box.supply, box.capacity = [levels(pack, f"train.{name}") for name in ("speed", "supply", "capacity")]
    box.upgrade_cost = pack.take("train.upgrade_cost", list[int])
    if min(box.upgrade_cost, default=-1) < 0 or any(
        len(part) != len(box.upgrade_cost) + 1 for part in (box.speed, box.supply, box.capacity)
    ):
        raise ContentError(f"{pack.name}: train.upgrade_cost: one price for each level after the first")
    read_map(pack, box)
    read_contracts(pack, box)
    read_routes(pack, box)
    return box, read_words(box)


def positive(pack: Pack, path: str) -> int:
    number = pack.number(path)
    if number < 1:
        raise ContentError(f"{pack.name}: {path}: {number} is too few")
    return number


def levels(pack: Pack, path: str) -> list[int]:
    """The values of a train part, one for each level, which do not fall."""
    values = pack.take(path, list[int])
    if not values or values[0] < 1 or values != sorted(values):
        raise ContentError(f"{pack.name}: {path}: levels begin with at least 1 and do not fall")
    return values


def check_names(pack: Pack, path: str, names: list[str]) -> None:
    """Refuse names that are no part of a word, or stand twice."""
    for name in names:
        if not name or not name.isascii() or not name.replace("_", "").isalnum() or name != name.lower():
            raise ContentError(f"{pack.name}: {path}: {name[:40]!r} is no lower-case name")
        if names.count(name) > 1:
            raise ContentError(f"{pack.name}: {path}: {name} stands twice")


def read_map(pack: Pack, box: Components) -> None:
    """Read commodities, cities, junctions and links; a link of several spaces gets nameless junctions between them."""
    commodities = pack.take("commodities.rows", list[CommodityRow])
    box.commodities = [row.id for row in commodities]
    check_names(pack, "commodities", box.commodities)
    box.row_worth = pack.take("market.rows", list[int])
    box.columns = positive(pack, "market.columns")
    if len(box.row_worth) * box.columns != len(commodities) or box.row_worth != sorted(box.row_worth, reverse=True):
        raise ContentError(f"{pack.name}: market: one space for each commodity, the highest row first")
    if len(commodities) > 30 or min(box.row_worth) < 0:
        raise ContentError(f"{pack.name}: market: at most 30 commodities, worth 0 or more")
    cities = pack.take("cities.rows", list[CityRow])
    junctions = pack.take("junctions.rows", list[JunctionRow])
    box.node_names = [city.id for city in cities] + [junction.id for junction in junctions]
    box.places = [[city.name, city.state] for city in cities] + [[place.name, place.state] for place in junctions]
    box.spots = [(float(city.x), float(city.y)) for city in cities]
    box.spots += [(float(place.x), float(place.y)) for place in junctions]
    check_names(pack, "cities and junctions", box.node_names)
    if len(cities) < 2:
        raise ContentError(f"{pack.name}: cities: at least two")
    for city in cities:
        if city.supplies not in box.commodities:
            raise ContentError(f"{pack.name}: cities: {city.id}: no such commodity: {city.supplies[:40]}")
    box.supplies = [box.commodities.index(city.supplies) for city in cities]
    box.supplied = [
        [city for city, own in enumerate(box.supplies) if own == commodity] for commodity in range(len(commodities))
    ]
    node_of = {name: node for node, name in enumerate(box.node_names)}
    first_end: list[int] = []
    second_end: list[int] = []
    color: list[int] = []
    names: list[str] = []
    nodes = len(box.node_names)
    for row in pack.take("links.rows", list[LinkRow]):
        name = f"{row.a}-{row.b}"
        if row.a not in node_of or row.b not in node_of or row.a == row.b or not row.colors:
            raise ContentError(f"{pack.name}: links: {name[:80]} is no link between two places")
        end = node_of[row.a]
        for place, printed in enumerate(row.colors):
            if printed not in box.colors:
                raise ContentError(f"{pack.name}: links: {name}: no such colour: {printed[:40]}")
            first_end.append(end)
            if place + 1 < len(row.colors):
                box.node_names.append(f"{name}-{place + 1}")
                box.places.append([f"{box.places[node_of[row.a]][0]} – {box.places[node_of[row.b]][0]}", ""])
                (x1, y1), (x2, y2) = box.spots[node_of[row.a]], box.spots[node_of[row.b]]
                share = (place + 1) / len(row.colors)
                box.spots.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
                end = nodes
                nodes += 1
            else:
                end = node_of[row.b]
            second_end.append(end)
            color.append(box.colors.index(printed))
            names.append(name if place == 0 else f"{name}-{place + 1}")
    if len(set(names)) != len(names):
        raise ContentError(f"{pack.name}: links: two links between the same places")
    box.net = Network(len(cities), nodes, first_end, second_end, color)
    for node in range(len(cities)):
        if not box.net.links_at[node]:
            raise ContentError(f"{pack.name}: cities: {box.node_names[node]} has no link")
    box.space_names = names + box.node_names[: len(cities)]


def read_contracts(pack: Pack, box: Components) -> None:
    """Read the contract cards: the same number for each commodity, two sides each."""
    rows = pack.take("contracts.rows", list[ContractRow])
    box.card_names = list(dict.fromkeys([row.card for row in rows]))
    box.faces_of = [[] for _ in box.card_names]
    city_of = {name: city for city, name in enumerate(box.node_names[: box.net.cities])}
    for row in rows:
        name = f"{row.card}-{row.side}"
        card = box.card_names.index(row.card)
        cities = [there.city for there in row.destinations]
        unknown = [city for city in cities if city not in city_of]
        if row.commodity not in box.commodities or unknown or not cities or len(set(cities)) != len(cities):
            raise ContentError(f"{pack.name}: contracts: {name[:60]}: no such commodity or cities")
        if min([there.pay for there in row.destinations]) < 0:
            raise ContentError(f"{pack.name}: contracts: {name[:60]}: pays less than nothing")
        commodity = box.commodities.index(row.commodity)
        box.faces_of[card].append(len(box.faces))
        pays = [there.pay for there in row.destinations]
        box.faces.append(Face(name, card, commodity, [city_of[city] for city in cities], pays))
    for card, faces in enumerate(box.faces_of):
        if len(faces) != 2 or len({box.faces[face].commodity for face in faces}) != 1:
            raise ContentError(f"{pack.name}: contracts: {box.card_names[card][:40]}: two sides, one commodity")
    held = {face.commodity for face in box.faces}
    if len(held) != len(box.commodities):
        raise ContentError(f"{pack.name}: contracts: a card for every commodity")
    dealt = pack.take("contracts.dealt", dict[str, int])
    box.dealt = [dealt.get(str(seats), 0) for seats in range(MOST_SEATS + 1)]
    for seats in range(2, MOST_SEATS + 1):
        if box.dealt[seats] * seats != len(box.commodities):
            raise ContentError(f"{pack.name}: contracts.dealt: {seats} players do not get all contracts equally")


def read_routes(pack: Pack, box: Components) -> None:
    """Read the route cards."""
    city_of = {name: city for city, name in enumerate(box.node_names[: box.net.cities])}
    rows = pack.take("routes.rows", list[RouteRow])
    check_names(pack, "routes", [row.id for row in rows])
    for row in rows:
        cities = [there.city for there in row.destinations]
        unknown = [city for city in [row.start, *cities] if city not in city_of]
        if unknown or not cities or len({row.start, *cities}) != len(cities) + 1:
            raise ContentError(f"{pack.name}: routes: {row.id}: no such cities, or one of them twice")
        values = [there.value for there in row.destinations]
        if min(values) < 0:
            raise ContentError(f"{pack.name}: routes: {row.id}: pays less than nothing")
        box.route_cards.append(RouteCard(row.id, city_of[row.start], [city_of[city] for city in cities], values))
    if len(rows) < 2 * MOST_SEATS:
        raise ContentError(f"{pack.name}: routes: at least two cards for each player")


def read_words(box: Components) -> Vocabulary:
    """Make the vocabulary, and note of each word its kind and what it is about."""
    words = WordList(*SINGLE)
    cities = box.node_names[: box.net.cities]
    faces = [face.name for face in box.faces]
    routes = [card.name for card in box.route_cards]
    seats = [str(seat) for seat in range(1, MOST_SEATS + 1)]
    spends = [f"{color}:{count}" for color in box.colors for count in range(box.copies + 1)]
    families = (
        ("take", box.colors),
        ("draw", box.colors),
        ("give", box.colors),
        ("load", box.commodities),
        ("unload", box.commodities),
        ("deliver", box.commodities),
        ("upgrade", list(PARTS)),
        ("move", box.space_names),
        ("start", box.space_names),
        ("extra", box.space_names),
        ("link", box.space_names[: box.net.links]),
        ("spend", spends),
        ("place", cities),
        ("first", seats),
        ("market", box.commodities),
        ("contract", faces),
        ("deal", box.card_names),
        ("side", faces),
        ("route", routes),
        ("keep", routes),
    )
    box.first = [*range(len(SINGLE)), *[words.add(head, rests) for head, rests in families]]
    vocabulary = words.vocabulary()
    starts = [*box.first, len(vocabulary)]
    for kind, start in enumerate(box.first):
        for word in range(start, starts[kind + 1]):
            box.kind.append(kind)
            box.about.append(word - start)
    return vocabulary

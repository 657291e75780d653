"""Hover cards of the map of Spike: cities, lines, trains, delivery markers, and what leads there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.map.window import train_above
from trainshed.draw.seats import SEATS, badge
from trainshed.draw.svg import circle, moved
from trainshed.games.spike.board.icons import city_mark, link_bar, small_card
from trainshed.games.spike.board.offers import Way
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.text import names
from trainshed.games.spike.view import PlayerView
from trainshed.kernel.vocabulary import head_of, rest_of, rests_of
from trainshed.phrases import listed

RING: Final = 15
RING_FACE: Final = (34, 34)
"""The ring of a city in a card, and the size of its picture."""

BAR_FACE: Final = (44, 16)
TRAIN_FACE: Final = (44, 26)


def is_open(scene: Scene, word: str) -> bool:
    """May the viewer choose this word now, or is it chosen?"""
    return scene.playing and scene.state(word) not in (None, "dead")


def own_player(scene: Scene) -> PlayerView | None:
    return None if scene.seat is None else scene.now.players[scene.seat]


def seat_of(scene: Scene, color: str) -> int | None:
    """The seat of this colour, or None if nobody has it."""
    return SEATS.index(color) if color in SEATS[: scene.now.seats] else None


def whose(scene: Scene, seats: Sequence[int]) -> str:
    return listed([scene.who(seat) for seat in seats], scene.speech)


# ---------------------------------------------------------------- cities


@cache
def city_face(good: str, worth: int) -> str:
    return moved(17, 17, circle(0, 0, RING, "cityring"), city_mark(good, worth, RING))


def city_card(scene: Scene, id_: str) -> HoverCard | None:
    """A city: what it supplies and what that is worth, who has it, and what it pays the viewer."""
    if id_ not in scene.cities:
        return None
    city = scene.cities[id_]
    good = scene.supplied(city)
    worth = scene.worth(scene.then.market, good)
    told = scene.phrase("A route that reaches it pays the market value of its commodity; trains load that here.")
    linked = [seat for seat, player in enumerate(scene.then.players) if id_ in player.cities]
    if linked:
        told += " " + scene.phrase("In the network of %(who)s.", who=whose(scene, linked))
    face = city_face(good, worth)
    now = own_pay(scene, id_)
    return HoverCard(
        scene.city(city), city_state(scene, city), told, now=now, clause="SP-MARKET-01", face=face, face_size=RING_FACE
    )


def city_state(scene: Scene, city: int) -> str:
    """What a city supplies: "supplies coal, worth 2$ now"."""
    good = scene.supplied(city)
    worth = scene.worth(scene.then.market, good)
    if not worth:
        return scene.phrase("supplies %(good)s", good=scene.good(good))
    return scene.phrase("supplies %(good)s, worth %(pay)s now", good=scene.good(good), pay=scene.money(worth))


def own_pay(scene: Scene, city: str) -> list[str]:
    """What the viewer's contracts and secret route pay at a city."""
    player = own_player(scene)
    if player is None:
        return []
    said = []
    if city in player.delivered:
        said.append(scene.phrase("you have delivered here already"))
    else:
        for contract in player.contracts:
            good, ends = scene.contract(contract)
            for end, pay in ends:
                if end == city:
                    facts = {"good": scene.good(good), "pay": scene.money(pay)}
                    said.append(scene.phrase("%(pay)s for your %(good)s", **facts))
    card = names.route_of(scene.box, player.route) if player.route else None
    if card is not None:
        number = scene.cities[city]
        if number == card.start:
            said.append(scene.phrase("your secret route starts here"))
        for other, value in zip(card.cities, card.values, strict=True):
            if other == number:
                said.append(scene.phrase("your secret route: %(pay)s", pay=scene.money(value)))
    return said


def begin_card(scene: Scene, word: str) -> HoverCard | None:
    """A city in which the viewer's train can begin."""
    card = city_card(scene, rest_of(word))
    if card is None:
        return None
    now = [*load_lines(scene, rest_of(word)), *card.now]
    told = scene.phrase("Your train begins here, and your network with it.")
    return card._replace(told=told, now=now, clause="SP-SETUP-17")


def load_lines(scene: Scene, city: str) -> list[str]:
    """What the viewer's train can load in a city."""
    player = own_player(scene)
    if player is None:
        return []
    good = scene.supplied(scene.cities[city])
    waiting = [contract for contract in player.contracts if not contract.aboard]
    if any(scene.contract(contract)[0] == good for contract in waiting):
        return [scene.phrase("load %(good)s here", good=scene.good(good))]
    return []


# ---------------------------------------------------------------- building


def way_card(scene: Scene, press: str) -> HoverCard | None:
    """A city to build to by one press: the route, the cards that it takes, and what it pays."""
    known = {" ".join(way.words): way for way in (*scene.ways.values(), *scene.goal_ways())}
    way = known.get(press)
    if way is None:
        return chosen_way(scene, press)
    return way_told(scene, way)


def chosen_way(scene: Scene, press: str) -> HoverCard | None:
    """The card of a route whose words are chosen already, or are not offered any more: its new city."""
    links = [link for link in rests_of(press.split(), "link") if link in scene.box.space_names]
    ends = [] if not links else ends_of(scene, links)
    return next((city_card(scene, end) for end in ends if end in scene.cities), None)


def ends_of(scene: Scene, links: Sequence[str]) -> list[str]:
    """The two ends of a chain of links, the last one first."""
    net, box = scene.box.net, scene.box
    found = [
        box.node_names[end]
        for link in links
        for at in [box.space_names.index(link)]
        for end in (net.first_end[at], net.second_end[at])
    ]
    return [end for end in reversed(found) if found.count(end) == 1]


def way_told(scene: Scene, way: Way) -> HoverCard | None:
    id_ = scene.box.node_names[way.city]
    card = city_card(scene, id_)
    if card is None or scene.seat is None:
        return card
    links = [scene.box.space_names[link] for link in way.links]
    origin = names.origin_of(scene.box, links, id_)
    if origin:
        told = scene.plural(
            "A route of %(count)d track from %(origin)s.",
            "A route of %(count)d tracks from %(origin)s.",
            len(links),
            origin=scene.place(origin),
        )
    else:
        told = scene.plural(
            "A route of %(count)d track that branches off your network.",
            "A route of %(count)d tracks that branches off your network.",
            len(links),
        )
    good = scene.good(scene.supplied(way.city))
    pay = scene.pays(way.city)
    market = scene.phrase("the market pays %(pay)s for %(good)s", pay=scene.money(pay), good=good)
    now = [names.change(pay, scene.speech), market, *card.now]
    first = next(color for color, count in zip(scene.box.colors, way.cards, strict=True) if count)
    return card._replace(
        told=told,
        cost=names.cards_listed(scene.box, way.cards, scene.speech),
        cost_face=small_card(first, 20, 28),
        now=now,
        clause="SP-BUILD-05",
    )


def building_card(scene: Scene, word: str) -> HoverCard:
    """The button that builds link by link."""
    player = own_player(scene)
    told = scene.phrase("A route joins your network to a new city. Each track costs a card of the colour of its space.")
    state = scene.plural("%(count)d track left", "%(count)d tracks left", player.stock) if player is not None else ""
    return HoverCard(scene.phrase("Build a route"), state, told, clause="SP-BUILD-05")


def link_card(scene: Scene, word: str) -> HoverCard | None:
    """A track space that the route can go on with."""
    card = line_card(scene, rest_of(word))
    if card is None:
        return None
    told = scene.phrase("The route goes on over this space. It ends at the first city that it reaches.")
    return card._replace(told=told, clause="SP-BUILD-14")


# ---------------------------------------------------------------- lines


def line_card(scene: Scene, space: str) -> HoverCard | None:
    """A track space: its colour, whose track lies there, and what one costs the viewer."""
    if space not in scene.box.space_names or space in scene.cities:
        return None
    link = scene.box.space_names.index(space)
    color = scene.box.colors[scene.box.net.color[link]]
    seats = [seat for seat in range(scene.then.seats) if scene.then.tracks[link] >> seat & 1]
    name, face = names.space_name(scene.box, space, scene.speech), moved(22, 8, link_bar(color, 40, 11))
    closed = bool(seats) and scene.now.options.get("one_track_per_space", "yes") == "yes"
    if closed:
        state = scene.phrase("track of %(who)s", who=whose(scene, seats))
        told = scene.phrase("Closed to all others. Only the train of its owner runs here.")
        return HoverCard(name, state, told, clause="SP-BUILD-11", face=face, face_size=BAR_FACE)
    state = scene.phrase("track of %(who)s", who=whose(scene, seats)) if seats else scene.phrase("track space, free")
    cost, cost_face = "", ""
    if scene.seat is not None and scene.seat not in seats:
        have = scene.now.hand[scene.box.colors.index(color)]
        one = names.cards_of(color, 1, scene.speech)
        cost = scene.phrase("%(cards)s; you have %(count)d", cards=one, count=have)
        cost_face = small_card(color, 20, 28)
    told = scene.phrase(
        "A track here costs %(card)s, or others that stand for it.", card=names.a_card(color, scene.speech)
    )
    return HoverCard(
        name, state, told, cost=cost, cost_face=cost_face, clause="SP-BUILD-09", face=face, face_size=BAR_FACE
    )


def junction_card(scene: Scene, _rest: str) -> HoverCard:
    told = scene.phrase("Routes may branch off here. It is no space: trains run through without stopping.")
    return HoverCard(scene.phrase("Junction"), "", told, clause="SP-MOVE-13")


# ---------------------------------------------------------------- trains and delivery markers


def place_of(scene: Scene, player: PlayerView) -> str:
    """Where a train is."""
    if not player.train:
        return scene.phrase("not placed yet")
    if scene.in_city(player.train):
        return scene.phrase("in %(city)s", city=scene.place(player.train))
    return scene.phrase("on the way to %(place)s", place=scene.towards(player))


def train_card(scene: Scene, color: str) -> HoverCard | None:
    """The train of a seat on the map: where it is, what it can do, what is aboard."""
    seat = seat_of(scene, color)
    if seat is None:
        return None
    player = scene.then.players[seat]
    own = seat == scene.seat
    name = scene.phrase("Your train") if own else scene.phrase("Train of %(who)s", who=scene.who(seat))
    told = scene.phrase(
        "Speed %(speed)d, supply %(supply)d, capacity %(capacity)d.",
        speed=player.speed,
        supply=player.supply,
        capacity=player.capacity,
    )
    aboard = [scene.good(scene.contract(contract)[0]) for contract in player.contracts if contract.aboard]
    if aboard:
        told += " " + scene.phrase("Aboard: %(goods)s.", goods=listed(aboard, scene.speech))
    stands = not player.train or scene.in_city(player.train)
    told += " " + (
        scene.phrase("It needs the action Start to set off.")
        if stands
        else scene.phrase("On a line it may move before the action of its turn.")
    )
    face = moved(21, 12, train_above(color, 1.2))
    clause = "SP-MOVE-12" if stands else "SP-MOVE-01"
    return HoverCard(name, place_of(scene, player), told, clause=clause, face=face, face_size=TRAIN_FACE)


def train_move_card(scene: Scene, word: str) -> HoverCard | None:
    """A space to which the train can move: how far, and what it can do there."""
    head, space = head_of(word), rest_of(word)
    into = scene.in_city(space)
    card = city_card(scene, space) if into else line_card(scene, space)
    if card is None:
        return None
    steps = scene.steps(head).get(space, 0)
    state = scene.plural("%(count)d space away", "%(count)d spaces away", steps) if steps else card.state
    kinds = {
        "move": scene.phrase("A free move before your action."),
        "start": scene.phrase("The action Start."),
        "extra": scene.phrase("The action Extra movement: one space forward."),
    }
    if scene.waits(word):
        told = scene.phrase("A free move of zero spaces: the train waits where it is. Your action follows.")
        return card._replace(name=scene.label(word), told=told, cost="", cost_face="", clause=scene.rule(word))
    stops = scene.phrase("The train stops in the city.") if into else scene.phrase("The train is under way there.")
    now = [*delivery_lines(scene, space), *load_lines(scene, space)] if into and is_open(scene, word) else []
    told = f"{kinds[head]} {stops}"
    return card._replace(state=state, told=told, cost="", cost_face="", now=now, clause=scene.rule(word))


def delivery_lines(scene: Scene, city: str) -> list[str]:
    """What the viewer's train can deliver in a city."""
    player = own_player(scene)
    if player is None or city in player.delivered:
        return []
    said = []
    for contract in player.contracts:
        good, ends = scene.contract(contract)
        for end, pay in ends:
            if end == city and contract.aboard:
                said.append(scene.phrase("deliver %(good)s: +%(pay)s", good=scene.good(good), pay=scene.money(pay)))
    return said


def station_card(scene: Scene, rest: str) -> HoverCard | None:
    """A delivery marker."""
    city, _, color = rest.partition(":")
    seat = seat_of(scene, color)
    if seat is None or city not in scene.cities:
        return None
    told = scene.phrase("Nobody may deliver twice to the same city; the others still may.")
    name = scene.phrase("Delivery marker of %(who)s", who=scene.who(seat))
    face = badge(color, 12, 12, 10)
    return HoverCard(name, scene.place(city), told, clause="SP-DELIVER-07", face=face, face_size=(24, 24))

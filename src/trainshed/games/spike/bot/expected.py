"""The points that every seat is expected to have at the end, from a few facts about its position.

The facts are what a player would name: cargo aboard and where it can go, contracts by what they still need, route
cards, cards in hand, the train's parts, cities that are near. Their worths are fitted (`WORTH`).
"""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.spike.bot.remaining_turns import turns_left
from trainshed.games.spike.bot.surroundings import FAR, shorten, surroundings
from trainshed.games.spike.rules.building import BuildRoute, PayRoute, walk
from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.rules.drawing import DrawMore, PileCard
from trainshed.games.spike.rules.state import NONE, Player, SpikeState
from trainshed.games.spike.rules.turns import Turn

MARGIN: Final[float] = 9.0
"""The standard deviation of the final margin between two equal players, in dollars."""

# What a contract still needs: the kinds of promises, in the order in which `WORTH` begins.
ABOARD: Final = 0
"""Aboard, and the destination is connected."""
ABOARD_AFAR: Final = 1
"""Aboard, and the destination is not connected."""
CONNECTED: Final = 2
"""Supplier and destination are connected."""
SUPPLIED: Final = 3
"""Only the supplier is connected."""
AWAITED: Final = 4
"""Only the destination is connected."""
OPEN: Final = 5
"""Neither is connected."""
CARGO: Final = 6
"""Tokens on the train."""
CONTRACTS: Final = 7
"""Contracts that are not fulfilled."""
ROUTE_NOW: Final = 8
"""What route cards pay as it is."""
ROUTE_NEXT: Final = 9
"""What the next city of a route card would add, less its links."""
CARDS: Final = 10
"""Cards in hand and those that the action going on may still draw, less towards the end."""
CITIES: Final = 11
"""Cities of the network: each is one less to build."""
NEAR: Final = 12
"""Cities at one or two links, less towards the end."""
SPEED: Final = 13
"""Levels of the locomotive, for each turn left."""
SUPPLY: Final = 14
"""Levels of the tender, for each turn left."""
CAPACITY: Final = 15
"""Levels of the freight cars, for each turn left."""
ACTION: Final = 16
"""An action of this turn that is not carried out yet."""
GAINED: Final = 17
"""What the market will pay for the route whose payment is asked for."""
FACTS: Final = 18

WORTH: Final[list[float]] = [
    0.873,
    0.743,
    0.17,
    0.184,
    0.076,
    0.108,
    -1.115,
    1.095,
    0.87,
    0.695,
    0.297,
    -0.676,
    0.176,
    0.129,
    0.12,
    0.107,
    1.073,
    1.0,
]
"""Dollars for each fact. Found by least squares with a small ridge, from the differences between the seats of 10,327
positions of all stages in 533 games, whose moves were drawn by the weights of `weigh`, to their points at the end."""

AHEAD: Final[list[tuple[float, float, float, float]]] = [
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0),
    (15.7, 1.12, -2.3, 74.7),
    (14.8, 1.19, -1.75, 68.1),
    (10.2, 1.31, -1.01, 51.6),
]
"""By the number of seats, what everybody can expect beside that: at once, for each turn left, more for each of the last
six; and the points at the end of somebody who has not placed the train yet. Found in the same positions."""


def expected_points(world: SpikeState) -> list[float]:
    """For every seat the points it will have at the end, if all go on by the rules of thumb."""
    players = world.players
    if world.over:
        return [float(player.money) for player in players]
    left = turns_left(world)
    seats = world.seats
    one, each, last, unplaced = AHEAD[seats]
    ahead = one + each * left + last * (left if left < 6.0 else 6.0)
    points: list[float] = []
    for seat in range(seats):
        player = players[seat]
        if player.node == NONE:  # the train is not placed yet
            points.append(unplaced)
            continue
        facts = seat_facts(world, seat, left)
        total = player.money + ahead
        for index in range(FACTS):
            total += WORTH[index] * facts[index]
        points.append(total)
    return points


def seat_facts(world: SpikeState, seat: int, left: float) -> list[float]:
    """The facts about a seat whose train is on the map, in the order of their names above."""
    box = world.box
    player = world.players[seat]
    around = surroundings(world, seat)
    far = around.far
    facts = [0.0] * FACTS
    cards = sum(player.hand)
    effects: Any = world.agenda
    for effect in effects:
        kind = type(effect)
        if kind is Turn or kind is BuildRoute:
            if effect.seat == seat:
                facts[ACTION] = 1.0
        elif kind is PayRoute:
            if effect.seat == seat:  # as if the route was laid already
                links: list[int] = effect.links
                visited = walk(world, seat, links)
                far = far[:]
                shorten(box.net, far, visited, world.tracks, around.closed)
                cards -= len(links)
                facts[GAINED] = float(world.worth(box.supplies[visited[-1]]))
        elif (kind is PileCard or kind is DrawMore) and effect.seat == seat:
            cards += effect.left
    cities = 0
    near = 0
    for city in range(box.net.cities):
        steps = far[city]
        if steps == 0:
            cities += 1
        elif steps <= 2:
            near += 1
    add_contracts(box, player, around.apart, far, left, facts)
    add_route_cards(box, player, around.apart, far, left, facts)
    late = 1.0 if left > 6.0 else left / 6.0
    facts[CARGO] = float(player.aboard.bit_count())
    facts[CONTRACTS] = float(len(player.contracts))
    facts[CARDS] = cards * late
    facts[CITIES] = float(cities)
    facts[NEAR] = near * late
    facts[SPEED] = player.speed * left
    facts[SUPPLY] = player.supply * left
    facts[CAPACITY] = player.capacity * left
    return facts


def add_contracts(
    box: Components, player: Player, apart: list[list[int]], far: list[int], left: float, facts: list[float]
) -> None:
    """Add to the facts what the best delivery of each contract promises, by what it still needs."""
    speed = box.speed[player.speed]
    if player.speed == 0 and left > 12.0:
        speed = box.speed[1]  # a faster locomotive will be bought
    pace = 1.15 / box.supply[player.supply] + 0.45
    hour = 3.0 * len(player.contracts) / (left + 5.0)
    delivered = player.delivered
    here = player.node
    from_here = apart[here]
    for face in player.contracts:
        card = box.faces[face]
        aboard = (player.aboard >> card.commodity) & 1 == 1
        sources = [here] if aboard else box.supplied[card.commodity]
        cities = card.cities
        pays = card.pay
        best = 0.0
        need = OPEN
        for source in sources:
            to_source = 0 if aboard else far[source]
            if to_source >= FAR:
                continue
            approach = 0.0 if aboard else from_here[source] / speed
            row = apart[source]
            for index in range(len(cities)):
                city = cities[index]
                to_city = far[city]
                way = row[city]
                links = to_source + (to_city if to_city < way or aboard else way)
                if links >= FAR or city in delivered:
                    continue
                journey = approach + (way + 1) / speed
                work = links * pace + 1.0
                turns = work + 0.4 * journey if work > journey else journey + 0.4 * work
                haste = turns / (left + 0.5)
                if haste > 1.0:
                    continue
                gain = pays[index] * (1.0 if haste < 0.5 else 1.4 - 0.8 * haste) - 1.05 * links - hour * journey
                if to_source:
                    gain += 1.2
                if to_city:
                    gain += 1.2
                if gain > best:
                    best = gain
                    if aboard:
                        need = ABOARD_AFAR if to_city else ABOARD
                    elif to_source:
                        need = OPEN if to_city else AWAITED
                    else:
                        need = SUPPLIED if to_city else CONNECTED
        facts[need] += best


def add_route_cards(
    box: Components, player: Player, apart: list[list[int]], far: list[int], left: float, facts: list[float]
) -> None:
    """Add to the facts what route cards pay as it is, and what the best next city of each would add."""
    pace = 1.15 / box.supply[player.supply] + 0.45
    for number in player.routes:
        card = box.route_cards[number]
        cities, values = card.cities, card.values
        highest = 0
        reached = 0
        for index in range(len(cities)):
            if far[cities[index]] == 0:
                reached += 1
                highest = max(highest, values[index])
        pays = highest + reached - 1 if reached else 0
        to_start = far[card.start]
        if to_start == 0:
            facts[ROUTE_NOW] += pays
        best = 0.0
        for index in range(len(cities)):
            steps = far[cities[index]]
            worth = highest + reached - 1
            if steps:
                worth = (values[index] if values[index] > highest else highest) + reached
            if to_start == 0:
                worth -= pays
            links = steps + to_start
            gain = worth - 0.6 * links
            if gain > best and links * pace < left:
                best = gain
        facts[ROUTE_NEXT] += best

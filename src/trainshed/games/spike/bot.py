"""Heuristic player of Spike: plans which cities to connect and where its train should go, without searching ahead.

`weigh` reads only what the seat to move may know: the board, its own hand and route card. It looks at no other hand and
at no colour of the pile, so all worlds drawn from one view get the same weights.

At every question the same plan is made again from the position (`Plan`): contracts and destinations of the route card
are added to it one by one, the most profitable first, as long as the turns that are left suffice. A route is worth
what its city pays on the market, and the links of the plan that it saves, less its cards. All values are in dollars;
those of `Habits` were tuned by playing against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from trainshed.games.spike.rules.building import BuildRoute, PayRoute
from trainshed.games.spike.rules.components import (
    BUILD,
    CAR,
    DELIVER,
    DONE,
    EXTRA,
    LOAD,
    LOCOMOTIVE,
    MATCH,
    MOVE,
    PILE,
    ROUNDS,
    SPEND,
    START,
    TAKE,
    UNLOAD,
    UPGRADE,
    Components,
)
from trainshed.games.spike.rules.drawing import DrawMore
from trainshed.games.spike.rules.network.cheapest import Prices
from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, unpack
from trainshed.games.spike.rules.network.payment import Purse, payments
from trainshed.games.spike.rules.set_up import ChooseSides, GiveCard, KeepRoute, PlaceTrain
from trainshed.games.spike.rules.state import NONE, SpikeState
from trainshed.games.spike.rules.turns import After, Turn
from trainshed.kernel.shared.weights import alike, weights

SHARPNESS: Final = 2.0
"""Each dollar that a move is worse than the best divides its weight by e to this power."""

FAR: Final = 99
"""The distance of what cannot be reached."""

LONGEST: Final = 4
"""Routes of more links are not considered."""

CANDIDATES: Final = 8
"""So many new cities are considered, those that look best by their distance."""

WAYS: Final = 4
"""So many routes to each of them are compared, those that take or lack the fewest cards."""


STARTS: Final = 6
"""So many start cities are planned for, those that look best by their distances."""


class Habits(NamedTuple):
    """The tuned values of the heuristic, in dollars unless it says otherwise."""

    card: float = 0.55
    """A railway card that is kept, in the middle of the game."""
    link: float = 0.75
    """A link less to build for the plan."""
    cost: float = 1.05
    """What the plan reckons for each link: cards, and a part of a Build action."""
    city: float = 1.2
    """What the plan reckons as market value of each new city."""
    journey: float = 3.0
    """What the plan reckons for each turn that the train travels, times the contracts for each turn left."""
    target: float = 0.5
    """A new city that the plan names."""
    complete: float = 1.0
    """A new city that makes a delivery possible."""
    draw: float = 0.9
    """A Draw action, beside what the best cards are worth."""
    needed: float = 0.65
    """A card that a planned route lacks, more than any card."""
    pair: float = 0.1
    """A card of a colour of which there is one in hand: a joker set."""
    start: float = 2.2
    """Starting the train on a planned journey."""
    approach: float = 1.8
    """Starting it for a city that is not connected yet."""
    wait: float = 1.5
    """Turns until a link of the plan is built."""
    extra: float = 0.7
    """An Extra action that enters the city for which the train is bound."""
    speed: float = 0.1
    """A faster locomotive, for each turn left and contract."""
    tender: float = 0.16
    """A bigger tender, for each turn left."""
    car: float = 0.02
    """One more freight car, for each turn left and contract beyond two."""
    soon: float = 12.0
    """While more turns are left, the plan takes it that the locomotive will be improved once."""
    calm: float = 0.5
    """The share of the turns left that a delivery may take without any doubt."""
    haste: float = 0.8
    """The share of the pay that is lost where it takes all of them."""
    begun: float = 2.5
    """A start city where a commodity can be loaded at once."""
    pace: tuple[float, ...] = (1.0, 1.0, 1.0, 1.15, 1.15)
    """How many cards leave the pile in a turn, by the number of seats."""
    held: int = 3
    """How many cards a player holds at the end of a round."""


HABITS: Final = Habits()


def weigh(world: SpikeState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these answers, higher is better; choosing at random by weight plays well too."""
    if len(moves) == 1:
        return alike(1)
    asked: Any = world.agenda[-1]
    kind = type(asked)
    if kind is Turn or kind is After:
        return weights(TurnPlan(world, asked.seat).actions(moves), SHARPNESS)
    if kind is DrawMore:
        return weights(TurnPlan(world, asked.seat).draws(moves), SHARPNESS)
    if kind is BuildRoute:
        return weights(TurnPlan(world, asked.seat).next_links(moves, asked.links), SHARPNESS)
    if kind is PayRoute:
        return weights(payment_gains(world, asked, moves), SHARPNESS)
    if kind is PlaceTrain:
        return weights(start_gains(world, asked.seat, moves), SHARPNESS)
    if kind is GiveCard:
        return weights(gift_gains(world, asked.seat, moves), SHARPNESS)
    if kind is ChooseSides:
        return weights(side_gains(world, asked.seat, moves), SHARPNESS)
    if kind is KeepRoute:
        return weights(keep_gains(world, asked.seat, moves), SHARPNESS)
    return alike(len(moves))


# ---------------------------------------------------------------- the map


@lru_cache(maxsize=16)
def distances(box: Components) -> list[list[int]]:
    """The number of links between any two places of the empty map."""
    net = box.net
    return [spread(box, [node], [True] * net.links) for node in range(net.nodes)]


def spread(box: Components, sources: list[int], usable: list[bool]) -> list[int]:
    """The number of links from the nearest of these places to every place, over usable links only."""
    net = box.net
    first_end, second_end, links_at = net.first_end, net.second_end, net.links_at
    found = [FAR] * net.nodes
    for node in sources:
        found[node] = 0
    edge = sources
    length = 0
    while edge:
        length += 1
        ahead: list[int] = []
        for node in edge:
            for link in links_at[node]:
                if usable[link]:
                    other = first_end[link] + second_end[link] - node
                    if found[other] > length:
                        found[other] = length
                        ahead.append(other)
        edge = ahead
    return found


def turns_left(world: SpikeState) -> float:
    """About how many turns each player still has."""
    box = world.box
    total = (box.copies - (box.removed if world.seats == 2 else 0)) * len(box.colors)
    held = sum([min(sum(player.hand), HABITS.held) for player in world.players])
    cards = float(world.pile_size())
    if world.round < ROUNDS:
        later = total - held - len(world.display)
        cards += later * (ROUNDS - 1 - world.round) + 0.87 * later
    else:
        cards = world.upper + 0.75 * (cards - world.upper)
    left = cards / (HABITS.pace[world.seats] * world.seats)
    return min(left, 1.0) if world.last_turns != NONE else left


# ---------------------------------------------------------------- the plan


class Route:
    """A route that might be built: its links from the network to the city, and the cards that pay for it, 0: none."""

    __slots__ = ("cards", "city", "demand", "gain", "links", "nodes")

    def __init__(self, city: int, links: list[int], nodes: list[int], demand: int) -> None:
        self.city = city
        self.links = links
        self.nodes = nodes
        self.demand = demand
        self.cards = 0
        self.gain = 0.0


class Plan:
    """What a seat wants to connect: `targets` are cities of the plan that its network does not have yet."""

    __slots__ = ("aims", "apart", "bit", "far", "hour", "left", "own", "player", "seat", "targets", "value", "world")

    def __init__(self, world: SpikeState, seat: int, start: int = NONE) -> None:
        net = world.box.net
        self.world = world
        self.seat = seat
        self.player = world.players[seat]
        self.bit = 1 << seat
        self.left = turns_left(world)
        self.apart = distances(world.box)
        if start == NONE:
            bit, closed = self.bit, world.closed(seat)
            self.own = [node for node in range(net.nodes) if world.nodes[node] & bit]
            self.far = spread(world.box, self.own, [seats & closed == 0 for seats in world.tracks])
        else:
            self.own = [start]
            self.far = self.apart[start]
        self.targets: list[int] = []
        self.aims: dict[int, tuple[int, int, int]] = {}
        """For each contract in the plan its supplier (NONE: aboard), its destination and the pay."""
        self.value = 0.0
        self.hour = 0.0
        """What a turn of the train is worth: much if many contracts wait for it."""
        self.choose()

    def choose(self) -> None:
        """Add contracts and destinations of the route card, the most profitable first, while there is time for them."""
        near = self.far[: self.world.box.net.cities]
        apart = self.apart
        player = self.player
        open_faces = list(player.contracts)
        taken = list(player.delivered)
        supply = self.world.box.supply[player.supply]
        pace = 1.15 / supply + 0.45  # turns for each link: a share of a Draw and of a Build
        left = self.left
        self.hour = HABITS.journey * len(open_faces) / (left + 5.0)
        busy = 0.0  # turns of the train
        while True:
            best = 0.0
            chosen = NONE
            cities: tuple[int, ...] = ()
            aim = (NONE, NONE, 0)
            work = journey = 0.0
            for face in open_faces:
                found = self.best_delivery(face, near, taken, left, pace, busy)
                if found is not None and found[0] > best:
                    best, aim, work, journey = found
                    chosen = face
                    cities = aim[:2]
            for card in player.routes:
                offer = self.best_leg(card, near)
                if offer is not None and offer[0] > best and offer[2] * pace <= left:
                    best, cities, links = offer
                    work = links * pace
                    chosen = NONE
            if best <= 0.0:
                return
            self.value += best
            left -= work
            if chosen != NONE:
                open_faces.remove(chosen)
                taken.append(aim[1])
                busy += journey
                self.aims[chosen] = aim
            for city in cities:
                if city != NONE and near[city]:
                    self.targets.append(city)
                    row = apart[city]
                    near = [a if a < b else b for a, b in zip(near, row, strict=False)]

    def best_delivery(
        self, face: int, near: list[int], taken: list[int], left: float, pace: float, busy: float
    ) -> tuple[float, tuple[int, int, int], float, float] | None:
        """The most profitable way to fulfil a contract, if there is time for it.

        Its gain; supplier, destination and pay; the turns to build for it, and those of the train, which has so many to
        run already.
        """
        box = self.world.box
        card = box.faces[face]
        player = self.player
        apart = self.apart
        speed = box.speed[player.speed]
        if player.speed == 0 and self.left > HABITS.soon:
            speed = box.speed[1]  # a faster locomotive will be bought
        here = player.node if player.node != NONE else self.own[0]
        best: tuple[float, tuple[int, int, int], float, float] | None = None
        aboard = player.aboard >> card.commodity & 1
        for source in (here,) if aboard else box.supplied[card.commodity]:
            to_source = 0 if aboard else near[source]
            if to_source >= FAR:
                continue
            approach = 0.0 if aboard else apart[here][source] / speed
            for city, pay in zip(card.cities, card.pay, strict=True):
                if city in taken:
                    continue
                to_city = near[city]
                way = apart[source][city]
                links = to_source + (to_city if to_city < way or aboard else way)
                if links >= FAR:
                    continue
                journey = approach + (way + 1) / speed
                work = links * pace + 1.0
                haste = (max(work, busy + journey) + 0.4 * min(work, journey)) / (left + 0.5)
                if haste > 1.0:
                    continue
                new = (1 if to_source else 0) + (1 if to_city else 0)
                likely = 1.0 if haste < HABITS.calm else 1.0 - HABITS.haste * (haste - HABITS.calm)
                gain = likely * pay - HABITS.cost * links + HABITS.city * new - self.hour * journey
                if best is None or gain > best[0]:
                    best = (gain, (NONE if aboard else source, city, pay), work, journey)
        return best

    def best_leg(self, card: int, near: list[int]) -> tuple[float, tuple[int, ...], int] | None:
        """The most profitable next city of a route card: its gain, the cities to connect, and the links to it."""
        route = self.world.box.route_cards[card]
        reached = [value for city, value in zip(route.cities, route.values, strict=True) if near[city] == 0]
        reached += [v for c, v in zip(route.cities, route.values, strict=True) if near[c] and c in self.targets]
        before = max(reached) + len(reached) - 1 if reached else 0
        begun = near[route.start] == 0
        best: tuple[float, tuple[int, ...], int] | None = None
        if near[route.start] >= FAR:
            return None
        for city, value in zip(route.cities, route.values, strict=True):
            if (near[city] == 0 and begun) or near[city] >= FAR:
                continue
            values = [*reached, value] if near[city] else reached
            worth = max(values) + len(values) - 1 - (before if begun else 0)
            links = near[city]
            if not begun:
                other = self.apart[route.start][city]
                links = near[route.start] + (links if links < other else other)
            new = (1 if near[city] else 0) + (0 if begun else 1)
            gain = worth - HABITS.cost * links + HABITS.city * new
            if best is None or gain > best[0]:
                best = (gain, (city,) if begun else (route.start, city), links)
        return best

    def tree(self, distance: list[int]) -> int:
        """About how many links connect all targets, if so many lead from the network to each of them."""
        apart = self.apart
        waiting = self.targets[:]
        total = 0
        while waiting:
            low = FAR + 1
            at = 0
            for index, length in enumerate(distance):
                if length < low:
                    low, at = length, index
            total += low
            row = apart[waiting[at]]
            del waiting[at]
            distance = [
                length if length < row[city] else row[city]
                for city, length in zip(waiting, distance[:at] + distance[at + 1 :], strict=True)
            ]
        return total


class TurnPlan:
    """Estimates the gain of each answer in a seat's turn, by one plan for all of them."""

    __slots__ = ("card", "plan", "player", "purse", "routes", "seat", "tree", "world")

    def __init__(self, world: SpikeState, seat: int) -> None:
        self.world = world
        self.seat = seat
        self.player = world.players[seat]
        self.plan = Plan(world, seat)
        self.purse = Purse(self.player.hand, world.table.mixed)
        left = self.plan.left
        self.card: float = HABITS.card * (1.0 if left > 6 else left / 6)
        far = self.plan.far
        self.tree: int = self.plan.tree([far[city] for city in self.plan.targets])
        self.routes: list[Route] = []

    # ------------------------------------------------------------ routes

    def find_routes(self) -> None:
        """The routes to the new cities that look best, those that cannot be paid yet too."""
        if self.routes:
            return
        plan = self.plan
        cities = self.world.box.net.cities
        near = [(plan.far[city], city) for city in range(cities) if 0 < plan.far[city] <= LONGEST]
        scored = [
            (self.city_gain(city) - HABITS.cost * length + (2.0 if city in plan.targets else 0.0), city)
            for length, city in near
        ]
        scored.sort(reverse=True)
        prices = Prices(self.purse)
        stock = self.player.stock
        for _, city in scored[:CANDIDATES]:
            ways: list[tuple[int, int, Route]] = []
            for route in self.ways_to(city):
                links = len(route.links)
                if links > stock:
                    continue
                lacking = self.missing(route)
                if lacking == 0:
                    route.cards = links
                elif self.purse.pays(route.demand):
                    route.cards = prices.cards(route.demand)
                ways.append(((route.cards or links + lacking + 1) + lacking, len(ways), route))
            ways.sort()
            worth = self.city_gain(city)
            for _, _, route in ways[:WAYS]:
                route.gain = worth + HABITS.link * self.saved(route) - self.card * (route.cards or len(route.links))
                self.routes.append(route)

    def ways_to(self, city: int) -> list[Route]:
        """The shortest routes to a city; if it is near, also those with one link more."""
        world = self.world
        net = world.box.net
        far = self.plan.far
        most = far[city] + (1 if far[city] < 3 else 0)
        closed = world.closed(self.seat)
        tracks = world.tracks
        color = net.color
        found: list[Route] = []
        stack: list[tuple[int, list[int], list[int], int]] = [(city, [], [city], 0)]
        while stack:
            node, links, nodes, demand = stack.pop()
            for link in net.links_at[node]:
                if tracks[link] & closed:
                    continue
                other = net.first_end[link] + net.second_end[link] - node
                more = len(links) + 1
                if more + far[other] > most or other in nodes:
                    continue
                needed = demand + (1 << (COLOR_BITS * color[link]))
                if far[other] == 0:
                    found.append(Route(city, [link, *links], [other, *nodes], needed))
                elif other >= net.cities:
                    stack.append((other, [link, *links], [other, *nodes], needed))
        return found

    def city_gain(self, city: int) -> float:
        """What a new city is worth by itself: its market value, and what the plan wants of it."""
        plan = self.plan
        gain = float(self.world.worth(self.world.box.supplies[city]))
        if city in plan.targets:
            gain += HABITS.target
        for source, destination, _ in plan.aims.values():
            if (city == source and plan.far[destination] == 0) or (
                city == destination and (source == NONE or plan.far[source] == 0)
            ):
                gain += HABITS.complete
        return gain

    def saved(self, route: Route) -> int:
        """How many links of the plan a route saves."""
        plan = self.plan
        if not plan.targets:
            return 0
        far = plan.far
        distance = []
        for target in plan.targets:
            row = plan.apart[target]
            low = min([row[node] for node in route.nodes])
            distance.append(low if low < far[target] else far[target])
        saved = self.tree - plan.tree(distance)
        return saved if saved < len(route.links) else len(route.links)

    def best_build(self) -> float:
        """The gain of the best route that can be paid."""
        self.find_routes()
        return max([route.gain for route in self.routes if route.cards], default=-1.0)

    def next_links(self, moves: Sequence[int], begun: list[int]) -> list[float]:
        """The gain of each link as the next one of a route that begins like this."""
        self.find_routes()
        box = self.world.box
        length = len(begun)
        best: dict[int, float] = {}
        for route in self.routes:
            if route.cards and len(route.links) > length and route.links[:length] == begun:
                link = route.links[length]
                best[link] = max(best.get(link, -99.0), route.gain)
        poor = min(best.values(), default=0.0) - 2.0
        gains = []
        for move in moves:
            link = box.about[move]
            ends = (box.net.first_end[link], box.net.second_end[link])
            gains.append(best[link] if link in best else poor + (0.5 if min(ends) < box.net.cities else 0.0))
        return gains

    # ------------------------------------------------------------ cards

    def wishes(self, built: int = NONE) -> list[float]:
        """What one more card of each colour is worth; `built`: the last link of a route that is just being paid."""
        self.find_routes()
        hand = self.player.hand
        colors = len(hand)
        worth = [self.card * (0.75 + (HABITS.pair if 0 < hand[color] < 4 else 0.0)) for color in range(colors)]
        by_city: dict[int, tuple[float, Route]] = {}
        for route in self.routes:
            if built == route.links[-1]:
                continue
            missing = self.missing(route)
            rank = route.gain - self.card * missing
            known = by_city.get(route.city)
            if known is None or rank > known[0]:
                by_city[route.city] = (rank, route)
        best = sorted(by_city.values(), key=lambda found: -found[0])[:3]
        for place, (_, route) in enumerate(best):
            needs = unpack(route.demand, colors)
            for color in range(colors):
                if needs[color] > hand[color]:
                    worth[color] += HABITS.needed * (1.0, 0.5, 0.3)[place] * min(1.0, self.plan.left / 4)
        return worth

    def missing(self, route: Route) -> int:
        """How many cards of a route are not in hand."""
        count = 0
        for color, have in enumerate(self.player.hand):
            needed = route.demand >> (COLOR_BITS * color) & 63
            if needed > have:
                count += needed - have
        return count

    def draws(self, moves: Sequence[int]) -> list[float]:
        """The gain of each further card: a colour that is face up, the pile, or none."""
        box = self.world.box
        worth = self.wishes()
        hidden = sum(worth) / len(worth) + 0.05
        gains = []
        for move in moves:
            kind = box.kind[move]
            if kind == TAKE:
                gains.append(worth[box.about[move]])
            else:
                gains.append(hidden if kind == PILE else -0.1)
        return gains

    # ------------------------------------------------------------ the turn

    def actions(self, moves: Sequence[int]) -> list[float]:
        """The gain of each answer at a turn's open questions."""
        box = self.world.box
        kinds = [box.kind[move] for move in moves]
        gains = [0.0] * len(moves)
        worth = self.wishes() if PILE in kinds else []
        hidden = sum(worth) / len(worth) + 0.05 if worth else 0.0
        train = TrainPlan(self)
        for index, move in enumerate(moves):
            kind, about = kinds[index], box.about[move]
            if kind == PILE:
                gains[index] = HABITS.draw + hidden
            elif kind == TAKE:
                gains[index] = HABITS.draw + worth[about]
            elif kind == BUILD:
                gains[index] = self.best_build()
            elif kind == UPGRADE:
                gains[index] = self.upgrade_gain(about)
            elif kind == LOAD:
                gains[index] = train.load_gain(about)
            elif kind == UNLOAD:
                gains[index] = train.unload_gain(about)
            elif kind == DELIVER:
                gains[index] = train.deliver_gain(about)
            elif kind in (MOVE, START, EXTRA):
                gains[index] = train.move_gain(kind, about)
            elif kind == DONE:
                gains[index] = 0.0
        return gains

    def upgrade_gain(self, part: int) -> float:
        """What a better part of the train is worth, less its price."""
        player = self.player
        left = self.plan.left
        contracts = len(player.contracts)
        costs = self.world.box.upgrade_cost
        if part == LOCOMOTIVE:
            level = player.speed
            gain = HABITS.speed * left * min(contracts, 4) * (1.0, 0.4)[min(level, 1)]
        elif part == CAR:
            level = player.capacity
            gain = HABITS.car * left * max(contracts - 2, 0) * (1.0, 0.3)[min(level, 1)]
        else:
            level = player.supply
            gain = HABITS.tender * 2 * left * (1.0, 0.7)[min(level, 1)]
        return gain - costs[level]


# ---------------------------------------------------------------- the train


class TrainPlan:
    """Where the train of a seat should go: the `goal` is a place of its network, or NONE."""

    __slots__ = ("goal", "own", "plan", "player", "prize", "ready", "remaining", "speed", "turn", "world")

    def __init__(self, turn: TurnPlan) -> None:
        self.turn = turn
        self.plan = turn.plan
        self.world = turn.world
        self.player = turn.player
        box = self.world.box
        self.speed: int = box.speed[self.player.speed]
        bit = self.plan.bit
        self.own: list[bool] = [seats & bit != 0 for seats in self.world.tracks]
        self.goal: int = NONE
        self.prize: float = 0.0
        self.ready: bool = False
        """The goal is where cargo is loaded or delivered, not only a place near to it."""
        self.remaining: list[int] = []
        self.choose()
        if self.goal != NONE:
            self.remaining = spread(box, [self.goal], self.own)

    def turns(self, spaces: int) -> float:
        return (spaces + self.speed - 1) // self.speed

    def choose(self) -> None:
        """The city that promises most for each turn of the journey."""
        box = self.world.box
        player = self.player
        net = box.net
        if player.link == NONE:
            ends = [player.node]
        elif self.world.table.reverse:
            ends = [net.first_end[player.link], net.second_end[player.link]]
        else:
            ends = [player.node]
        run = spread(box, ends, self.own)
        room = self.cars_left() > 0
        far = self.plan.far
        apart = self.plan.apart
        best = 0.0
        aims = self.plan.aims.values()
        stuck = not any(source == NONE and far[city] == 0 for source, city, _ in aims)
        for source, city, pay in aims:
            ready = far[city] == 0
            if source == NONE:
                goal = city if ready else self.nearest(city)
                time = self.turns(run[goal] + 1) + 1.5
            elif not room and not stuck:
                continue
            else:
                ready = far[source] == 0
                goal = source if ready else self.nearest(source)
                time = self.turns(run[goal] + 1) + self.turns(apart[source][city] + 1) + 2.5
                time += HABITS.wait * far[source]
            time += HABITS.wait * far[city]
            rate = pay / time
            if rate > best:
                best, self.goal, self.prize, self.ready = rate, goal, pay, ready

    def nearest(self, city: int) -> int:
        """The place of the network that is nearest to a city outside of it."""
        row = self.plan.apart[city]
        return min([(row[node], node) for node in self.plan.own])[1]

    def move_gain(self, kind: int, space: int) -> float:
        """The gain of moving the train to a space: a free move costs nothing, Start and Extra are the action."""
        net = self.world.box.net
        if self.goal == NONE:
            return -0.5 if kind == MOVE else -1.0
        if space >= net.links:
            city = space - net.links
            to_go = 0 if self.ready and city == self.goal else FAR
        else:
            to_go = self.spaces_from(space)
        link = self.player.link
        now = self.remaining[self.player.node] + 1 if link == NONE else self.spaces_from(link)
        if to_go >= now or (link == NONE and self.player.node == self.goal):
            return -2.0
        if kind == MOVE:
            return 6.0 + 0.5 * (now - to_go)
        if kind == START:
            return (HABITS.start if self.ready else HABITS.approach) + 0.1 * self.prize + 0.1 * (now - to_go)
        return HABITS.extra if to_go == 0 else -1.0

    def spaces_from(self, link: int) -> int:
        """How many spaces a train on a link has to go until it is in the goal."""
        net = self.world.box.net
        one, two = self.remaining[net.first_end[link]], self.remaining[net.second_end[link]]
        return (one if one < two else two) + 1

    def load_gain(self, commodity: int) -> float:
        """Load what a contract asks for, rather what the plan delivers."""
        face = self.world.contract_of(self.plan.seat, commodity)
        if face not in self.plan.aims and self.cars_left() == 1 and len(self.plan.aims):
            return -1.0 if self.player.aboard == 0 else 9.0
        return 12.0

    def cars_left(self) -> int:
        return self.world.box.capacity[self.player.capacity] - self.player.aboard.bit_count()

    def unload_gain(self, commodity: int) -> float:
        """Unload only what cannot be delivered soon, where something better can be loaded."""
        player = self.player
        if player.link != NONE or self.cars_left() > 0:
            return -5.0
        face = self.world.contract_of(self.plan.seat, commodity)
        own = self.world.contract_of(self.plan.seat, self.world.box.supplies[player.node])
        if own == face or own not in self.plan.aims:
            return -5.0
        far = self.plan.far
        better = face not in self.plan.aims or far[self.plan.aims[face][1]] > far[self.plan.aims[own][1]] + 1
        return 10.0 if better else -5.0

    def deliver_gain(self, commodity: int) -> float:
        """Deliver here, unless the plan brings more elsewhere or brings something better to this city."""
        player = self.player
        face = self.world.contract_of(self.plan.seat, commodity)
        card = self.world.box.faces[face]
        pay = card.pay[card.cities.index(player.node)]
        rival = 0.0
        for other, (_, city, wage) in self.plan.aims.items():
            if other == face and city != player.node:
                rival = max(rival, 0.7 * wage)
            elif other != face and city == player.node:
                rival = max(rival, 0.4 * wage)
        return 14.0 + pay if pay >= rival else -1.0


# ---------------------------------------------------------------- single questions


def payment_gains(world: SpikeState, asked: PayRoute, moves: Sequence[int]) -> list[float]:
    """The gain of each word of a payment: that of the best payment which goes on with it."""
    box = world.box
    hand = world.players[asked.seat].hand
    colors = len(hand)
    demand = 0
    for link in asked.links:
        demand += 1 << (COLOR_BITS * box.net.color[link])
    needs = unpack(demand, colors)
    worth = TurnPlan(world, asked.seat).wishes(asked.links[-1])
    best: dict[int, float] = {}
    for payment in payments(hand, demand, world.table.mixed):
        way = unpack(payment, colors)
        if way[: asked.settled] != asked.spent:
            continue
        word = box.first[MATCH]
        for color in range(asked.settled, colors):
            if way[color] != needs[color]:
                word = box.first[SPEND] + color * (box.copies + 1) + way[color]
                break
        cost = sum([played * value for played, value in zip(way, worth, strict=True)])
        best[word] = max(best.get(word, -FAR), -cost)
    return [best.get(move, -FAR) for move in moves]


def start_gains(world: SpikeState, seat: int, moves: Sequence[int]) -> list[float]:
    """The gain of each start city: what its plan promises. Only cities in the middle of contracts are planned for."""
    box = world.box
    apart = distances(box)
    player = world.players[seat]
    wanted = [city for face in player.contracts for city in box.supplied[box.faces[face].commodity]]
    wanted += [city for face in player.contracts for city in box.faces[face].cities]
    for card in player.routes:
        wanted += [box.route_cards[card].start] * 3 + box.route_cards[card].cities
    rough = sorted([(-sum([0.75 ** apart[move - moves[0]][city] for city in wanted]), move) for move in moves])
    planned = [move for _, move in rough[:STARTS]]
    gains = []
    for move in moves:
        city = box.about[move]
        gain = Plan(world, seat, city).value if move in planned else 0.0
        rivals = world.nodes[city].bit_count()
        faces = [box.faces[face].commodity for face in player.contracts]
        gains.append(gain - rivals + (HABITS.begun if box.supplies[city] in faces else 0.0))
    return gains


def gift_gains(world: SpikeState, seat: int, moves: Sequence[int]) -> list[float]:
    """Give away a single card rather than one of a pair."""
    hand = world.players[seat].hand
    return [-abs(hand[world.box.about[move]] - 1.0) for move in moves]


def side_gains(world: SpikeState, seat: int, moves: Sequence[int]) -> list[float]:
    """Choose the side whose best delivery leaves most, near to the cities of the other contracts."""
    box = world.box
    apart = distances(box)
    player = world.players[seat]
    near = [city for face in player.contracts for city in box.faces[face].cities]
    near += [city for face in player.contracts for city in box.supplied[box.faces[face].commodity]]
    gains = []
    for move in moves:
        face = box.faces[box.about[move]]
        best = 0.0
        for source in box.supplied[face.commodity]:
            for city, pay in zip(face.cities, face.pay, strict=True):
                lone = min([apart[city][other] for other in near], default=0)
                best = max(best, pay - HABITS.cost * 0.6 * apart[source][city] - 0.3 * lone)
        gains.append(best)
    return gains


def keep_gains(world: SpikeState, seat: int, moves: Sequence[int]) -> list[float]:
    """Keep the route card whose cities lie near to those of the contracts."""
    box = world.box
    apart = distances(box)
    player = world.players[seat]
    near = [city for face in player.contracts for city in box.faces[face].cities]
    near += [city for face in player.contracts for city in box.supplied[box.faces[face].commodity]]
    gains = []
    for move in moves:
        card = box.route_cards[box.about[move]]
        ways = [min([apart[city][other] for other in near], default=0) for city in (card.start, *card.cities)]
        gains.append(max(card.values) - 0.4 * sum(ways))
    return gains

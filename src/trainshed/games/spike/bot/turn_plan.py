"""What each answer in a turn is worth: routes to build, cards to draw, parts of the train to improve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.spike.bot.habits import HABITS, Habits
from trainshed.games.spike.bot.plan import Plan, Route, plan_of
from trainshed.games.spike.bot.train_plan import TrainPlan
from trainshed.games.spike.rules.components import (
    BUILD,
    CAR,
    DELIVER,
    EXTRA,
    LOAD,
    LOCOMOTIVE,
    MOVE,
    PILE,
    START,
    TAKE,
    UNLOAD,
    UPGRADE,
)
from trainshed.games.spike.rules.network.cheapest import Prices
from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, COLOR_MASK
from trainshed.games.spike.rules.network.payment import Purse
from trainshed.games.spike.rules.state import NONE, Player, SpikeState

LONGEST: Final = 4
"""Routes of more links are not considered."""

MOST_WAYS: Final = 4096
MOST_CARDS: Final = 256
"""More than the routes to any city, and than their cards: one number sorts routes by rank and place."""

WISHED: Final[list[float]] = [1.0, 0.5, 0.3]
"""How much the cards of the best, the second and the third route count."""


class TurnPlan:
    """Estimates the gain of each answer in a seat's turn, by one plan for all of them."""

    __slots__ = ("card", "habits", "plan", "player", "seat", "world")

    def __init__(self, world: SpikeState, seat: int, habits: Habits = HABITS) -> None:
        self.world: SpikeState = world
        self.seat: int = seat
        self.habits: Habits = habits
        self.player: Player = world.players[seat]
        self.plan: Plan = plan_of(world, seat, habits)
        left = self.plan.left
        self.card: float = habits.card * (1.0 if left > 6 else left / 6)

    # ------------------------------------------------------------ routes

    def routes(self) -> list[Route]:
        """The routes to the new cities that look best, those that cannot be paid yet too."""
        plan = self.plan
        world = self.world
        player = self.player
        key = (player.stock, 1 if world.table.mixed else 0, *player.hand, *world.market)
        if plan.routes_key != key:
            plan.routes = self.find_routes()
            plan.routes_key = key
        return plan.routes

    def find_routes(self) -> list[Route]:
        plan = self.plan
        habits = self.habits
        around = plan.around
        far = plan.far
        targets = plan.targets
        worths = self.city_gains()
        scored: list[tuple[float, int]] = []
        cost = habits.cost
        for city in range(self.world.box.net.cities):
            length = far[city]
            if 0 < length <= LONGEST:
                score = worths[city] - cost * length + (2.0 if city in targets else 0.0)
                scored.append((score, city))
        scored.sort(reverse=True)
        hand = self.player.hand
        purse = Purse(hand, self.world.table.mixed)
        prices = Prices(purse)
        stock = self.player.stock
        card = self.card
        link = habits.link
        routes: list[Route] = []
        hand_cards = purse.cards
        mixed = purse.mixed
        packed, guards = purse.packed, purse.guards
        compared, detour = habits.ways, habits.detour
        for _, city in scored[: habits.candidates]:
            ways = around.ways_to(city, detour)
            ranks: list[int] = []
            for index in range(len(ways)):
                way = ways[index]
                links = way.length
                if links > stock:
                    continue
                lacking = 0
                cards = links
                if (packed - way.demand) & guards != guards:  # not all of it by matching cards
                    colors = 0
                    spare = 0
                    rest = way.demand
                    for have in hand:
                        over = have - (rest & COLOR_MASK)
                        rest >>= COLOR_BITS
                        if over < 0:
                            lacking -= over
                            colors += 1
                        elif over > 1:
                            spare += over - 1  # as a joker set
                    payable = spare >= lacking and hand_cards > links
                    if payable and (mixed or colors < 2 or purse.pays(way.demand)):
                        cards = prices.cards(way.demand)
                    else:
                        cards = 0
                rank = (cards if cards else links + lacking + 1) + lacking
                ranks.append(((rank * MOST_WAYS + index) * MOST_CARDS + cards) * MOST_CARDS + lacking)
            ranks.sort()
            worth = worths[city]
            for rank in ranks[:compared]:
                lacking = rank % MOST_CARDS
                cards = rank // MOST_CARDS % MOST_CARDS
                way = ways[rank // (MOST_CARDS * MOST_CARDS) % MOST_WAYS]
                gain = worth + link * plan.saved(way) - card * (cards if cards else way.length)
                routes.append(Route(way, cards, lacking, gain))
        return routes

    def city_gains(self) -> list[float]:
        """What each new city is worth by itself: its market value, and what the plan wants of it."""
        world = self.world
        box = world.box
        habits = self.habits
        plan = self.plan
        far = plan.far
        row_worth = box.row_worth
        rows = len(row_worth)
        prices = [0.0] * len(box.commodities)
        for space, commodity in enumerate(world.market):
            prices[commodity] = habits.market * row_worth[space % rows]
        gains = [prices[commodity] for commodity in box.supplies]
        for city in plan.targets:
            gains[city] += habits.target
        for aim in plan.aims:
            source, city = aim.source, aim.city
            if source == NONE or far[source] == 0:
                gains[city] += habits.complete
            if source != NONE and far[city] == 0:
                gains[source] += habits.complete
        return gains

    def best_build(self) -> float:
        """The gain of the best route that can be paid."""
        best = -1.0
        any_found = False
        for route in self.routes():
            if route.cards and (not any_found or route.gain > best):
                best = route.gain
                any_found = True
        return best

    def next_links(self, moves: Sequence[int], begun: list[int]) -> list[float]:
        """The gain of each link as the next one of a route that begins like this."""
        net = self.world.box.net
        about = self.world.box.about
        length = len(begun)
        best: dict[int, float] = {}
        for route in self.routes():
            links = route.way.links
            if route.cards and len(links) > length and links[:length] == begun:
                link = links[length]
                best[link] = max(best.get(link, -99.0), route.gain)
        poor = min(best.values(), default=0.0) - 2.0
        gains: list[float] = []
        for move in moves:
            link = about[move]
            if link in best:
                gains.append(best[link])
            else:
                to_city = net.first_end[link] < net.cities or net.second_end[link] < net.cities
                gains.append(poor + (0.5 if to_city else 0.0))
        return gains

    # ------------------------------------------------------------ cards

    def wishes(self, built: int = NONE) -> list[float]:
        """What one more card of each colour is worth; `built`: the last link of a route that is just being paid."""
        habits = self.habits
        hand = self.player.hand
        card = self.card
        worth = [card * (0.75 + (habits.pair if 0 < have < 4 else 0.0)) for have in hand]
        cities: list[int] = []
        ranks: list[float] = []
        best: list[Route] = []
        for route in self.routes():
            way = route.way
            if built == way.links[-1]:
                continue
            rank = route.gain - card * route.lacking
            if way.city not in cities:
                cities.append(way.city)
                ranks.append(rank)
                best.append(route)
            else:
                at = cities.index(way.city)
                if rank > ranks[at]:
                    ranks[at] = rank
                    best[at] = route
        late = min(1.0, self.plan.left / 4)
        for place in range(min(3, len(ranks))):
            at = 0
            for index in range(1, len(ranks)):
                if ranks[index] > ranks[at]:
                    at = index
            demand = best[at].way.demand
            ranks[at] = -1000.0
            for color in range(len(hand)):
                if (demand >> (COLOR_BITS * color)) & COLOR_MASK > hand[color]:
                    worth[color] += habits.needed * WISHED[place] * late
        return worth

    def draws(self, moves: Sequence[int]) -> list[float]:
        """The gain of each further card: a colour that is face up, the pile, or none."""
        box = self.world.box
        worth = self.wishes()
        hidden = mean(worth) + 0.05
        gains: list[float] = []
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
        draw = self.habits.draw
        worth: list[float] = []
        hidden = 0.0
        train = TrainPlan(self.world, self.seat, self.plan)
        gains: list[float] = []
        for move in moves:
            kind, about = box.kind[move], box.about[move]
            if kind == PILE:  # the first word of a turn
                worth = self.wishes()
                hidden = mean(worth) + 0.05
                gains.append(draw + hidden)
            elif kind == TAKE:
                gains.append(draw + worth[about])
            elif kind == BUILD:
                gains.append(self.best_build())
            elif kind == UPGRADE:
                gains.append(self.upgrade_gain(about))
            elif kind == LOAD:
                gains.append(train.load_gain(about))
            elif kind == UNLOAD:
                gains.append(train.unload_gain(about))
            elif kind == DELIVER:
                gains.append(train.deliver_gain(about))
            elif kind in (MOVE, START, EXTRA):
                gains.append(train.move_gain(kind, about))
            else:
                gains.append(0.0)
        return gains

    def upgrade_gain(self, part: int) -> float:
        """What a better part of the train is worth, less its price."""
        player = self.player
        habits = self.habits
        left = self.plan.left
        contracts = len(player.contracts)
        if part == LOCOMOTIVE:
            level = player.speed
            gain = habits.speed * left * min(contracts, 4) * (0.4 if level else 1.0)
        elif part == CAR:
            level = player.capacity
            gain = habits.car * left * max(contracts - 2, 0) * (0.3 if level else 1.0)
        else:
            level = player.supply
            gain = habits.tender * 2 * left * (0.7 if level else 1.0)
        return gain - self.world.box.upgrade_cost[level]


def mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)

"""The plan of a player: which contracts to fulfil, and which cities to connect for them and for route cards.

Contracts and destinations of the route card are added to it one by one, the most profitable first, as long as the turns
that are left suffice. The same plan serves all questions until something changes on which it depends.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.spike.bot.habits import HABITS, Habits
from trainshed.games.spike.bot.remaining_turns import turns_left
from trainshed.games.spike.bot.surroundings import FAR, FreeRoute, Surroundings, beginning, surroundings
from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.rules.state import NONE, Player, SpikeState

REMEMBERED_PLANS: Final = 64
"""So many plans are kept for each network; all are forgotten when there are more."""


class Route:
    """A way that might be built: how many cards pay for it (0: not yet), how many are missing, and what it gains."""

    __slots__ = ("cards", "gain", "lacking", "way")

    def __init__(self, way: FreeRoute, cards: int, lacking: int, gain: float) -> None:
        self.way: FreeRoute = way
        self.cards: int = cards
        self.lacking: int = lacking
        self.gain: float = gain


class Aim:
    """A contract in the plan: its supplier (NONE: aboard), its destination and the pay."""

    __slots__ = ("city", "face", "pay", "source")

    def __init__(self, face: int, source: int, city: int, pay: int) -> None:
        self.face: int = face
        self.source: int = source
        self.city: int = city
        self.pay: int = pay


class Plan:
    """What a seat wants to connect: `targets` are cities of the plan that its network does not have yet."""

    __slots__ = (
        "_aim",
        "_busy",
        "_cities",
        "_gain",
        "_journey",
        "_work",
        "aims",
        "apart",
        "around",
        "far",
        "habits",
        "hour",
        "left",
        "pace",
        "routes",
        "routes_key",
        "saved_links",
        "targets",
        "tree_links",
        "value",
    )

    def __init__(self, box: Components, player: Player, around: Surroundings, left: float, habits: Habits) -> None:
        self.habits: Habits = habits
        self.around: Surroundings = around
        self.far: list[int] = around.far
        self.apart: list[list[int]] = around.apart
        self.left: float = left
        self.pace: float = 1.15 / box.supply[player.supply] + 0.45
        """Turns for each link: a share of a Draw and of a Build."""
        self.hour: float = habits.journey * len(player.contracts) / (left + 5.0)
        """What a turn of the train is worth: much if many contracts wait for it."""
        self.targets: list[int] = []
        self.aims: list[Aim] = []
        self.value: float = 0.0
        self.routes: list[Route] = []
        self.routes_key: tuple[int, ...] = ()
        """The routes that were found last for this plan, and the cards and market for which they were found."""
        # The best addition that was found so far.
        self._gain: float = 0.0
        self._work: float = 0.0
        self._journey: float = 0.0
        self._busy: float = 0.0
        self._aim: Aim | None = None
        self._cities: list[int] = []
        self.choose(box, player)
        far = self.far
        self.tree_links: int = self.tree([far[city] for city in self.targets])
        """About how many links connect all targets."""
        key = tuple(self.targets)
        saved = around.saved.get(key)
        if saved is None:
            saved = {}
            around.saved[key] = saved
        self.saved_links: dict[FreeRoute, int] = saved
        """For each way that was asked about, how many links of the plan it saves."""

    def aim_of(self, face: int) -> Aim | None:
        """The delivery that is planned for a contract, if any."""
        for aim in self.aims:
            if aim.face == face:
                return aim
        return None

    def choose(self, box: Components, player: Player) -> None:
        """Add contracts and destinations of the route card, the most profitable first, while there is time for them."""
        near = self.far[: box.net.cities]
        apart = self.apart
        open_faces = player.contracts[:]
        taken = player.delivered[:]
        left = self.left
        while True:
            self.find_addition(box, player, open_faces, near, taken, left)
            if self._gain <= 0.0:
                return
            self.value += self._gain
            left -= self._work
            aim = self._aim
            if aim is not None:
                open_faces.remove(aim.face)
                taken.append(aim.city)
                self._busy += self._journey
                self.aims.append(aim)
                self._cities = [aim.source, aim.city]
            for city in self._cities:
                if city != NONE and near[city]:
                    self.targets.append(city)
                    row = apart[city]
                    for other in range(len(near)):
                        near[other] = min(near[other], row[other])

    def find_addition(
        self, box: Components, player: Player, faces: list[int], near: list[int], taken: list[int], left: float
    ) -> None:
        """Find the most profitable contract or destination to add."""
        self._gain = 0.0
        self._aim = None
        for face in faces:
            self.consider_delivery(box, player, face, near, taken, left)
        for card in player.routes:
            self.consider_leg(box, card, near, left)

    def consider_delivery(
        self, box: Components, player: Player, face: int, near: list[int], taken: list[int], left: float
    ) -> None:
        """Keep the most profitable way to fulfil a contract, if it is better than what was found, and there is time.

        The time is that to build for it, and the train's, which has so many turns to run already.
        """
        card = box.faces[face]
        habits = self.habits
        calm, haste_cost, cost, new_city, full = habits.calm, habits.haste, habits.cost, habits.city, habits.pay
        apart = self.apart
        speed = box.speed[player.speed]
        if player.speed == 0 and self.left > habits.soon:
            speed = box.speed[1]  # a faster locomotive will be bought
        here = player.node if player.node != NONE else self.around.own[0]
        aboard = (player.aboard >> card.commodity) & 1 == 1
        cities, pays = card.cities, card.pay
        pace, hour, busy = self.pace, self.hour, self._busy
        for source in [here] if aboard else box.supplied[card.commodity]:
            to_source = 0 if aboard else near[source]
            if to_source >= FAR:
                continue
            approach = 0.0 if aboard else apart[here][source] / speed
            row = apart[source]
            for index in range(len(cities)):
                city = cities[index]
                to_city = near[city]
                way = row[city]
                links = to_source + (to_city if to_city < way or aboard else way)
                if links >= FAR or city in taken:
                    continue
                journey = approach + (way + 1) / speed
                work = links * pace + 1.0
                longer = busy + journey
                longer = max(longer, work)
                haste = (longer + 0.4 * (work if work < journey else journey)) / (left + 0.5)
                if haste > 1.0:
                    continue
                new = (1 if to_source else 0) + (1 if to_city else 0)
                likely = 1.0 if haste < calm else 1.0 - haste_cost * (haste - calm)
                pay = pays[index]
                gain = likely * full * pay - cost * links + new_city * new - hour * journey
                if gain > self._gain:
                    self._gain = gain
                    self._work = work
                    self._journey = journey
                    self._aim = Aim(face, NONE if aboard else source, city, pay)

    def consider_leg(self, box: Components, card: int, near: list[int], left: float) -> None:
        """Keep the most profitable next city of a route card, if it is better than what was found and can be built."""
        route = box.route_cards[card]
        cities, values = route.cities, route.values
        to_start = near[route.start]
        if to_start >= FAR:
            return
        begun = to_start == 0
        habits = self.habits
        highest = 0
        reached = 0
        for index in range(len(cities)):
            if near[cities[index]] == 0:
                reached += 1
                highest = max(highest, values[index])
        before = highest + reached - 1 if reached and begun else 0
        best = 0.0
        chosen = NONE
        length = 0
        for index in range(len(cities)):
            links = near[cities[index]]
            if (links == 0 and begun) or links >= FAR:
                continue
            if links:
                worth = (values[index] if values[index] > highest else highest) + reached - before
            else:
                worth = highest + reached - 1 - before
            new = (1 if links else 0) + (0 if begun else 1)
            if not begun:
                other = self.apart[route.start][cities[index]]
                links = to_start + (links if links < other else other)
            gain = habits.route_card * worth - habits.cost * links + habits.city * new
            if chosen == NONE or gain > best:
                best, chosen, length = gain, cities[index], links
        if chosen != NONE and best > self._gain and length * self.pace <= left:
            self._gain = best
            self._work = length * self.pace
            self._aim = None
            self._cities = [chosen] if begun else [route.start, chosen]

    def tree(self, distance: list[int]) -> int:
        """About how many links connect all targets, if so many lead from the network to each of them."""
        apart = self.apart
        waiting = self.targets[:]
        count = len(waiting)
        total = 0
        while count:
            low = FAR + 1
            at = 0
            for index in range(count):
                if distance[index] < low:
                    low, at = distance[index], index
            total += low
            row = apart[waiting[at]]
            count -= 1
            # The others move up, in their order: which of equal distances comes first decides about the estimate.
            for index in range(count):
                source = index if index < at else index + 1
                city = waiting[source]
                length = distance[source]
                waiting[index] = city
                distance[index] = length if length < row[city] else row[city]
        return total

    def saved(self, way: FreeRoute) -> int:
        """How many links of the plan a way saves."""
        targets = self.targets
        if not targets:
            return 0
        known = self.saved_links.get(way, -1 - FAR)
        if known >= -FAR:
            return known
        far = self.far
        nodes = way.nodes
        distance: list[int] = []
        for target in targets:
            row = self.apart[target]
            low = far[target]
            for node in nodes:
                low = min(low, row[node])
            distance.append(low)
        known = min(self.tree_links - self.tree(distance), way.length)
        self.saved_links[way] = known
        return known


def plan_of(world: SpikeState, seat: int, habits: Habits = HABITS) -> Plan:
    """The plan of a seat, remembered from an earlier question if nothing has changed on which it depends."""
    player = world.players[seat]
    around = surroundings(world, seat)
    left = turns_left(world)
    if habits.coarse > 0.0 and left > habits.coarse:
        left = habits.coarse * int(left / habits.coarse + 0.5)
    key = (
        habits,
        left,
        player.speed,
        player.supply,
        player.node,
        player.aboard,
        tuple(player.contracts),
        tuple(player.delivered),
        tuple(player.routes),
    )
    found: Plan | None = around.plans.get(key)
    if found is None:
        found = Plan(world.box, player, around, left, habits)
        if len(around.plans) >= REMEMBERED_PLANS:
            around.plans.clear()
        around.plans[key] = found
    return found


def start_plan(world: SpikeState, seat: int, start: int, habits: Habits = HABITS) -> Plan:
    """The plan of a seat that would start in this city."""
    return Plan(world.box, world.players[seat], beginning(world.box, start), turns_left(world), habits)

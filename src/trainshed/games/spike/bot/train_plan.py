"""Where the train should go, and what to load, unload and deliver."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike.bot.plan import Plan
from trainshed.games.spike.bot.surroundings import FAR
from trainshed.games.spike.rules.components import MOVE, START
from trainshed.games.spike.rules.state import NONE, Player, SpikeState

WAIT: Final = -5.0
"""A free move of zero spaces, which only gives the free move away: less than any action."""


class TrainPlan:
    """Where the train of a seat should go: the `goal` is a place of its network, or NONE."""

    __slots__ = ("chosen", "goal", "plan", "player", "prize", "ready", "remaining", "seat", "speed", "world")

    def __init__(self, world: SpikeState, seat: int, plan: Plan) -> None:
        self.world: SpikeState = world
        self.seat: int = seat
        self.plan: Plan = plan
        self.player: Player = world.players[seat]
        self.speed: int = world.box.speed[self.player.speed]
        self.chosen: bool = False
        """The goal is chosen when it is first asked for."""
        self.goal: int = NONE
        self.prize: float = 0.0
        self.ready: bool = False
        """The goal is where cargo is loaded or delivered, not only a place near to it."""
        self.remaining: list[int] = []

    def turns(self, spaces: int) -> int:
        return (spaces + self.speed - 1) // self.speed

    def choose(self) -> None:
        """The city that promises most for each turn of the journey."""
        self.chosen = True
        player = self.player
        net = self.world.box.net
        plan = self.plan
        around = plan.around
        run = around.rails_from(player.node)
        if player.link != NONE and self.world.table.reverse:
            back = around.rails_from(net.first_end[player.link] + net.second_end[player.link] - player.node)
            run = [one if one < two else two for one, two in zip(run, back, strict=True)]
        room = self.cars_left() > 0
        far = plan.far
        apart = plan.apart
        wait = plan.habits.wait
        best = 0.0
        stuck = True
        for aim in plan.aims:
            if aim.source == NONE and far[aim.city] == 0:
                stuck = False
        for aim in plan.aims:
            source, city = aim.source, aim.city
            ready = far[city] == 0
            if source == NONE:
                goal = city if ready else around.nearest(city)
                time = self.turns(run[goal] + 1) + 1.5
            elif not room and not stuck:
                continue
            else:
                ready = far[source] == 0
                goal = source if ready else around.nearest(source)
                time = self.turns(run[goal] + 1) + self.turns(apart[source][city] + 1) + 2.5
                time += wait * far[source]
            time += wait * far[city]
            rate = aim.pay / time
            if rate > best:
                best = rate
                self.goal = goal
                self.prize = float(aim.pay)
                self.ready = ready
        if self.goal != NONE:
            self.remaining = around.rails_from(self.goal)

    def move_gain(self, kind: int, space: int) -> float:
        """The gain of moving the train to a space: a free move costs nothing, Start and Extra are the action."""
        if not self.chosen:
            self.choose()
        net = self.world.box.net
        habits = self.plan.habits
        if kind == MOVE and space == self.player.link:
            return WAIT
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
            return (habits.start if self.ready else habits.approach) + 0.1 * self.prize + 0.1 * (now - to_go)
        return habits.extra if to_go == 0 else -1.0

    def spaces_from(self, link: int) -> int:
        """How many spaces a train on a link has to go until it is in the goal."""
        net = self.world.box.net
        one, two = self.remaining[net.first_end[link]], self.remaining[net.second_end[link]]
        return (one if one < two else two) + 1

    def load_gain(self, commodity: int) -> float:
        """Load what a contract asks for, rather what the plan delivers."""
        face = self.world.contract_of(self.seat, commodity)
        if self.plan.aims and self.cars_left() == 1 and self.plan.aim_of(face) is None:
            return -1.0 if self.player.aboard == 0 else 9.0
        return 12.0

    def cars_left(self) -> int:
        return self.world.box.capacity[self.player.capacity] - self.player.aboard.bit_count()

    def unload_gain(self, commodity: int) -> float:
        """Unload only what cannot be delivered soon, where something better can be loaded."""
        player = self.player
        if player.link != NONE or self.cars_left() > 0:
            return -5.0
        face = self.world.contract_of(self.seat, commodity)
        own = self.world.contract_of(self.seat, self.world.box.supplies[player.node])
        loaded = self.plan.aim_of(own)
        if own == face or loaded is None:
            return -5.0
        far = self.plan.far
        aboard = self.plan.aim_of(face)
        better = aboard is None or far[aboard.city] > far[loaded.city] + 1
        return 10.0 if better else -5.0

    def deliver_gain(self, commodity: int) -> float:
        """Deliver here, unless the plan brings more elsewhere or brings something better to this city."""
        player = self.player
        face = self.world.contract_of(self.seat, commodity)
        card = self.world.box.faces[face]
        pay = card.pay[card.cities.index(player.node)]
        rival = 0.0
        for aim in self.plan.aims:
            if aim.face == face and aim.city != player.node:
                rival = max(rival, 0.7 * aim.pay)
            elif aim.face != face and aim.city == player.node:
                rival = max(rival, 0.4 * aim.pay)
        return 14.0 + pay if pay >= rival else -1.0

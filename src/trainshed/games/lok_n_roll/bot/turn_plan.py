"""What each action of a turn is worth: pass, extend the track, or discard chaos cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from trainshed.games.lok_n_roll.bot.habits import Habits, PlayerHabits, turns_left
from trainshed.games.lok_n_roll.bot.pile import chaos_gain, pile_cost
from trainshed.games.lok_n_roll.rules.components import CHAOS, DESTROYED, Components
from trainshed.games.lok_n_roll.rules.state import LokState


@lru_cache(maxsize=256)
def wheel_odds(box: Components, dice: int) -> tuple[float, ...]:
    """The probability of each number of wheels with so many dice, in as many rolls as they need."""
    odds = [1.0]
    while dice:
        thrown = min(dice, box.dice)
        dice -= thrown
        total = box.roll_tickets[thrown]
        sums = [0.0] * (len(odds) + len(box.roll_weights[thrown]) - 1)
        for before, likely in enumerate(odds):
            for wheels, ways in enumerate(box.roll_weights[thrown]):
                sums[before + wheels] += likely * ways / total
        odds = sums
    return tuple(odds)


class TurnPlan:
    """Estimates the gain of each action in a seat's turn; costs of penalty cards are computed once."""

    __slots__ = ("costs", "derail", "foe", "habit", "late", "player", "track", "values", "world")

    def __init__(self, world: LokState, seat: int, who: PlayerHabits) -> None:
        habit = who.at(world)
        left = turns_left(world)
        player = world.players[seat]
        self.world = world
        self.player = player
        self.late: float = 1.0 - left / habit.span if left < habit.span else 0.0
        self.habit: Habits = habit if left else who.last
        fear = habit.derail[min(player.derailments, len(habit.derail) - 1)]
        if left < habit.derail_span and not (world.limited and player.derailments >= world.box.challenge_derailments):
            fear *= left / habit.derail_span
        self.derail: float = fear
        value = world.box.value
        self.track: list[int] = [laid.card for laid in world.track]
        self.values: list[int] = [value[card] for card in self.track]
        self.foe: int = 0
        if world.deck and len(world.players) > 1:
            pile = world.players[(seat + 1) % len(world.players)].pile
            if pile:
                self.foe = value[pile[-1]]
        self.costs: dict[int, float] = {}

    def cost(self, count: int) -> float:
        """What it costs to take so many cards from the start of the track."""
        cost = self.costs.get(count)
        if cost is None:
            values = self.values
            following = values[count] if count < len(values) else 0
            habit = self.habit
            if habit.combines:
                cost = pile_cost(self.world.box, self.player.pile, self.track[:count], following, habit.match)
            else:
                cost = float(sum(values[:count]))
            if following and following == self.foe:
                cost += habit.deny * following
            self.costs[count] = cost
        return cost

    def roll_cost(self, dice: int, extra: int, rolled: int = 0) -> float:
        """The average cost of rolling so many dice after `extra` more cards, less the gain of the cards left ahead.

        `rolled`: the wheels of earlier rolls of this turn, with which the engine has not moved yet.
        """
        world = self.world
        kind = world.box.kind
        track = self.track
        length = len(track)
        ahead = self.habit.ahead
        if self.habit.hopeful:
            dice = (dice + 1) // 2
        engine = world.engine
        room = length - 1 - engine + extra
        costs = self.costs
        derailing = self.derail - ahead[0]
        broken = 0
        at = engine
        total = 0.0
        if rolled:
            for _ in range(min(rolled, room)):
                at += 1
                if at < length and kind[track[at]] == DESTROYED:
                    broken += 1
            room -= rolled
        for wheels, likely in enumerate(wheel_odds(world.box, dice)):
            if wheels > room:
                due = min(broken + wheels - room, at)
                cost = costs[due] if due in costs else self.cost(due)
                total += likely * (cost + derailing)
                continue
            if wheels:
                at += 1
                if at < length and kind[track[at]] == DESTROYED:
                    broken += 1
            due = broken if broken < at else at
            cost = costs[due] if due in costs else self.cost(due)
            rest = room - wheels
            total += likely * (cost - ahead[rest if rest < 3 else 3])
        return total

    def lay_gain(self, value: int, dice: int) -> float:
        """Gain of laying the best number of further cards of this value, at least one."""
        box = self.world.box
        early = self.habit.early
        worth = early[value] if value < len(early) else float(value)
        worth += (value - worth) * self.late
        several = self.habit.several
        values, kind = box.value, box.kind
        best = -1e9
        extra = 0
        for card in self.player.hand:
            if values[card] == value and kind[card] != CHAOS:
                extra += 1
                others = extra if dice else extra - 1
                gain = extra * worth - self.roll_cost(dice + extra * value, extra) + several * others
                best = max(best, gain)
        return best

    def pass_gain(self) -> float:
        world = self.world
        box = world.box
        ahead = world.ahead()
        steps = box.pass_steps if box.pass_steps < ahead else ahead
        engine = world.engine + steps
        due = box.pass_penalty
        for card in self.track[world.engine + 1 : engine + 1]:
            if box.kind[card] == DESTROYED:
                due += 1
        rest = ahead - steps
        gain = self.habit.patience - self.cost(due if due < engine else engine)
        return gain + self.habit.ahead[rest if rest < 3 else 3]

    def actions(self, moves: Sequence[int]) -> list[float]:
        world = self.world
        box = world.box
        habit = self.habit
        ahead = world.ahead()
        gains: list[float] = []
        by_value: dict[int, float] = {}
        for move in moves:
            card = move - box.first_lay
            if move == box.word_pass:
                gains.append(self.pass_gain())
            elif 0 <= card < box.classes:
                value = box.value[card]
                gain = by_value.get(value)
                if gain is None:
                    gain = by_value[value] = self.lay_gain(value, 0)
                gains.append(gain + habit.broken if box.kind[card] == DESTROYED else gain)
            else:
                gain = chaos_gain(world, self.player, move - box.first_chaos, habit)
                gains.append(gain + habit.ahead[ahead if ahead < 3 else 3])
        return gains

    def further_cards(self, moves: Sequence[int], value: int, dice: int) -> list[float]:
        box = self.world.box
        more = self.lay_gain(value, dice)
        return [-self.roll_cost(dice, 0) if move == box.word_stop else more for move in moves]

"""Heuristic player of Lok'n'Roll: estimates what each answer is worth in points, without searching ahead.

`weigh` reads only what the seat to move may know: the table, its own hand and everybody's pile. It looks at no other
hand and at no unseen card, so all worlds drawn from one view get the same weights.

An answer is worth the points that leave the hand, less the points that the penalty cards add on average (exactly, by
the odds of the dice and the best order of discarding), plus the `Habits`: further weights in points, which were found
by playing many games against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from trainshed.games.lok_n_roll.rules.components import CHAOS, DESTROYED, Components
from trainshed.games.lok_n_roll.rules.effects import Action, ChaosMore, ChooseTurn, Combine, Discard, ExtendMore
from trainshed.games.lok_n_roll.rules.geometry import Form
from trainshed.games.lok_n_roll.rules.state import LokState, Player
from trainshed.kernel.shared.weights import HEAVIEST, alike, weights


class Habits(NamedTuple):
    """The tuned weights of the heuristics, in points."""

    early: tuple[float, ...]
    """Gain of laying a card of each value while many turns are left; at the end the gain is the value itself."""
    span: float
    """How many turns before the end the gain begins to change from `early` to the value itself."""
    match: float
    """Gain, as a share of its value, if the next penalty card of the track would match the top of the own pile."""
    deny: float
    """Cost, as a share of its value, if that card would match the top of the next player's pile."""
    ahead: tuple[float, ...]
    """Gain of leaving 0, 1, 2, 3 or more cards ahead of the engine."""
    blocked: float
    """Gain of leaving an end where no card fits."""
    cramped: float
    """Gain of leaving an end, times the share of forms that could not follow or would block it."""
    patience: float
    """Gain of passing."""
    chaos: float
    """Gain of putting a chaos card on the pile that matches nothing."""
    broken: float
    """Gain of laying a destroyed track."""
    derail: tuple[float, ...]
    """Cost of a derailment in addition to its penalty cards, after 0, 1, 2, 3 or more derailments."""
    derail_span: float
    """How many turns before the end the cost of a derailment begins to fall to 0."""


AT_A_TABLE: Final = Habits(
    early=(0.0, 1.0, 1.2, 1.6, 1.6),
    span=6.0,
    match=0.5,
    deny=0.2,
    ahead=(0.3, 0.0, 0.0, 0.3),
    blocked=0.0,
    cramped=-0.5,
    patience=0.6,
    chaos=-0.7,
    broken=0.3,
    derail=(4.0,),
    derail_span=6.0,
)

AGAINST_LAURA: Final = Habits(
    early=(0.0, 1.0, 1.2, 1.6, 1.6),
    span=9.0,
    match=0.85,
    deny=0.2,
    ahead=(0.3, 0.0, 0.0, -0.3),
    blocked=0.0,
    cramped=-0.5,
    patience=0.6,
    chaos=-0.7,
    broken=-0.1,
    derail=(4.0,),
    derail_span=6.0,
)

ALONE: Final = Habits(
    early=(0.0, 1.2, 1.6, 2.3, 2.3),
    span=9.0,
    match=0.75,
    deny=0.0,
    ahead=(-0.3, 0.0, 0.3, 0.3),
    blocked=0.0,
    cramped=-0.5,
    patience=0.6,
    chaos=-0.7,
    broken=0.7,
    derail=(8.0,),
    derail_span=8.0,
)

IN_THE_CHALLENGE: Final = Habits(
    early=(0.0, 1.0, 1.2, 1.6, 1.6),
    span=6.0,
    match=1.0,
    deny=0.0,
    ahead=(0.0, 0.0, 0.3, -0.3),
    blocked=0.0,
    cramped=-0.5,
    patience=0.8,
    chaos=-0.7,
    broken=0.3,
    derail=(14.0, 18.0, 24.0, 100.0),
    derail_span=6.0,
)


def weigh(world: LokState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these answers, higher is better; choosing at random by weight plays well too."""
    if len(moves) == 1:
        return alike(1)
    asked: Any = world.agenda[-1]
    kind = type(asked)
    if kind is Action:
        return weights(TurnPlan(world, asked.seat).actions(moves))
    if kind is ExtendMore:
        return weights(TurnPlan(world, asked.seat).further_cards(moves, asked.value, asked.dice))
    if kind is ChooseTurn:
        return weights(ways_to_lay(world, asked, moves))
    if kind is Discard:
        return weights(orders(world, asked.seat, moves))
    if kind is ChaosMore:
        return weights(further_chaos(world, asked.seat, moves))
    if kind is Combine:  # always combine: it removes two cards
        return [HEAVIEST if move == world.box.word_combine else 0 for move in moves]
    return alike(len(moves))


def habits(world: LokState) -> Habits:
    if world.seats > 1:
        return AT_A_TABLE
    if world.rival:
        return AGAINST_LAURA
    return IN_THE_CHALLENGE if world.limited else ALONE


def turns_left(world: LokState) -> int:
    """How many turns a player has after this one."""
    return world.deck // len(world.players)


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


@lru_cache(maxsize=16)
def shares(box: Components) -> tuple[tuple[Form, float], ...]:
    """Every form, and its share of all pairs of a track card and a form in which it can be laid."""
    counts: dict[int, int] = {}
    forms: dict[int, Form] = {}
    for card, ways in enumerate(box.forms):
        for form in ways:
            counts[id(form)] = counts.get(id(form), 0) + box.counts[card]
            forms[id(form)] = form
    total = sum(counts.values())
    return tuple((forms[key], count / total) for key, count in counts.items())


# ---------------------------------------------------------------- the pile


def pile_cost(box: Components, pile: list[int], cards: list[int], following: int, match: float) -> float:
    """The points that these penalty cards add to a pile in the best order, less the worth of a match to come.

    The best order: match the top as long as possible; then combine pairs of equal cards; one card of each value that
    is left over stays. `following` is the value of the card that the next penalty would take, 0 if there is none.
    """
    value = box.value
    counts = [0] * (box.values[-1] + 1) if len(cards) > 1 else None
    top = len(pile) - 1
    cost = 0
    if counts is None:
        if cards:
            only = value[cards[0]]
            if top >= 0 and value[pile[top]] == only:
                cost = -only
                top -= 1
            else:
                return only - match * following if only == following else float(only)
    else:
        for card in cards:
            counts[value[card]] += 1
        while top >= 0:
            face = value[pile[top]]
            if not counts[face]:
                break
            counts[face] -= 1
            cost -= face
            top -= 1
        left = False
        for face, count in enumerate(counts):
            if count & 1:
                cost += face
                left = True
        if left:
            return cost - match * following if counts[following] & 1 else float(cost)
    if top >= 0 and value[pile[top]] == following:
        return cost - match * following
    return float(cost)


def orders(world: LokState, seat: int, moves: Sequence[int]) -> list[float]:
    """Gain of discarding each value next: a match, then pairs, then singles so that the next match lies on top."""
    box = world.box
    value = box.value
    pile = world.players[seat].pile
    waiting = [value[card] for card in world.penalties]
    coming = [value[laid.card] for laid in world.track[:8]]
    gains: list[float] = []
    for move in moves:
        face = move - box.first_discard
        if pile and value[pile[-1]] == face:
            gains.append(20.0)
        elif waiting.count(face) > 1:
            gains.append(14.0)
        else:
            gains.append(float(coming.index(face)) if face in coming else 8.0)
    return gains


# ---------------------------------------------------------------- chaos cards


def chaos_gain(world: LokState, player: Player, face: int, habit: Habits) -> float:
    """What it is worth to put a chaos card of this value on the own pile, and others that match after it."""
    value = world.box.value
    pile = player.pile
    chaos = [value[card] for card in player.hand if world.box.kind[card] == CHAOS]
    following = value[world.track[0].card] if world.track else 0
    top = len(pile) - 1
    if top >= 0 and value[pile[top]] == face:
        gain = 0.0
        while top >= 0 and value[pile[top]] in chaos:
            chaos.remove(value[pile[top]])
            gain += 2 * value[pile[top]]
            top -= 1
        if top >= 0 and value[pile[top]] == following:
            gain += habit.match * following
        return gain
    if chaos.count(face) > 1:
        return 2.0 * face
    return habit.chaos + (habit.match * face if face == following else 0.0)


def further_chaos(world: LokState, seat: int, moves: Sequence[int]) -> list[float]:
    box = world.box
    player = world.players[seat]
    habit = habits(world)
    return [
        0.0 if move == box.word_stop else chaos_gain(world, player, move - box.first_chaos, habit) for move in moves
    ]


# ---------------------------------------------------------------- the open end


def end_gain(world: LokState, card: int, form: Form, habit: Habits) -> float:
    """Gain of the open end that this card would leave; only shapes are tested, not values."""
    table = world.box.table
    laid = world.place(card, form)
    track = [*world.track, laid]
    fits = table.room(track, laid.x, laid.y, laid.heading)
    if fits == 0:
        return habit.blocked
    bad = 0.0
    for other, share in shares(world.box):
        if other.side & fits:
            after = table.lay(card, other, laid.x, laid.y, laid.heading)
            track.append(after)
            if table.room(track, after.x, after.y, after.heading):
                track.pop()
                continue
            track.pop()
        bad += share
    return habit.cramped * bad


def ways_to_lay(world: LokState, asked: ChooseTurn, moves: Sequence[int]) -> list[float]:
    """Gain of each turn of a card; room at the end counts more if the hand has another card of its value."""
    box = world.box
    habit = habits(world)
    if asked.place == asked.seat:
        value = box.value[asked.card]
        for card in world.players[asked.seat].hand:
            if box.value[card] == value and box.kind[card] != CHAOS:
                habit = habit._replace(blocked=-2.0, cramped=-1.0)
                break
    forms = {form.turn: form for form in box.forms[asked.card]}
    return [end_gain(world, asked.card, forms[move - box.first_turn], habit) for move in moves]


# ---------------------------------------------------------------- the action


class TurnPlan:
    """Estimates the gain of each action in a seat's turn; costs of penalty cards are computed once."""

    __slots__ = ("costs", "derail", "foe", "habit", "late", "player", "track", "values", "world")

    def __init__(self, world: LokState, seat: int) -> None:
        habit = habits(world)
        left = turns_left(world)
        player = world.players[seat]
        self.world = world
        self.player = player
        self.late: float = 1.0 - left / habit.span if left < habit.span else 0.0
        self.habit = habit if left else habit._replace(match=0.0)
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
            cost = pile_cost(self.world.box, self.player.pile, self.track[:count], following, habit.match)
            if following and following == self.foe:
                cost += habit.deny * following
            self.costs[count] = cost
        return cost

    def roll_cost(self, dice: int, extra: int) -> float:
        """The average cost of rolling so many dice after `extra` more cards, less the gain of the cards left ahead."""
        world = self.world
        kind = world.box.kind
        track = self.track
        length = len(track)
        ahead = self.habit.ahead
        engine = world.engine
        room = length - 1 - engine + extra
        costs = self.costs
        derailing = self.derail - ahead[0]
        broken = 0
        at = engine
        total = 0.0
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
        values, kind = box.value, box.kind
        best = -1e9
        extra = 0
        for card in self.player.hand:
            if values[card] == value and kind[card] != CHAOS:
                extra += 1
                gain = extra * worth - self.roll_cost(dice + extra * value, extra)
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

"""Expected points at the end of the game: the value of a position for search, cheap enough to ask at every leaf.

A seat is expected to end with the points that it has now, less the gain of the turn that is under way, plus what its
turns to come add: a sum of traits of the position, each times a weight that depends on the number of these turns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from trainshed.games.lok_n_roll.bot.expected_weights import KNOTS, OPENING, WEIGHTS
from trainshed.games.lok_n_roll.bot.habits import TUNED
from trainshed.games.lok_n_roll.bot.pile import further_chaos, pile_cost
from trainshed.games.lok_n_roll.bot.turn_plan import TurnPlan
from trainshed.games.lok_n_roll.rules.components import CHAOS
from trainshed.games.lok_n_roll.rules.effects import (
    Action,
    ChaosMore,
    ChooseTurn,
    Combine,
    Deal,
    Discard,
    Draw,
    ExtendMore,
    RivalDraw,
    Roll,
)
from trainshed.games.lok_n_roll.rules.geometry import LONG, SHORT
from trainshed.games.lok_n_roll.rules.state import RIVAL, LokState

TRAITS: Final = (
    "always",
    "hand_1",
    "hand_2",
    "hand_3",
    "hand_4",
    "fitting",
    "equal",
    "chaos",
    "pile",
    "pile_cards",
    "top",
    "second",
    "match",
    "second_match",
    "ahead",
    "at_end",
    "behind",
    "unseen",
    "next",
    "next_ahead",
    "next_at_end",
    "acting",
    "rolling",
    "gain",
    "other_gain",
    "derailments",
    "last_derailment",
    "rival_cards",
    "blocked",
    "narrow",
    "front",
    "next_gain",
    "chaos_match",
    "hand_squared",
)
"""The names of the traits of a seat, in the order of `seat_traits`."""


def expected_points(world: LokState) -> list[float]:
    """For every seat the points, as `game.returns` counts them, that it is expected to have at the end of the game."""
    if world.over:
        returns: list[float] = world.game.returns(world)
        return returns
    kind = table_kind(world)
    if world.setting_up() or type(world.agenda[-1]) is Deal:
        return [OPENING[kind]] * world.seats
    outlook = Outlook(world)
    expected: list[float] = []
    for seat in range(world.seats):
        points = float(world.points(world.players[seat]))
        turns = outlook.turns(seat)
        if seat == outlook.active:
            points += outlook.waiting
        if turns == 0 and not world.rival:
            points -= outlook.gain if seat == outlook.active else 0.0
        else:
            weights = weights_at(kind, turns)
            for at, trait in enumerate(outlook.traits(seat)):
                if trait:
                    points += trait * weights[at]
        expected.append(-points)
    if world.rival:
        expected[0] += float(world.rival_score())
    return expected


def table_kind(world: LokState) -> str:
    """The set of weights for a world: by the number of seats, or the mode of a single one."""
    if world.seats > 1:
        return "table"
    if world.rival:
        return "rival"
    return "challenge" if world.limited else "solo"


@lru_cache(maxsize=256)
def weights_at(kind: str, turns: int) -> list[float]:
    """The weight of each trait with so many turns to come, between those that were fitted for the nearest `KNOTS`."""
    last = len(KNOTS) - 1
    at = 0
    while at < last - 1 and KNOTS[at + 1] <= turns:
        at += 1
    share = min(1.0, (turns - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at]))
    return [row[at] + (row[at + 1] - row[at]) * share for row in WEIGHTS[kind]]


class Outlook:
    """What a position tells about the points to come: whose turn it is, its pending gain, and traits of every seat."""

    __slots__ = (
        "active",
        "ahead",
        "end",
        "fits",
        "following",
        "front",
        "gain",
        "next_gain",
        "rolling",
        "track",
        "unseen",
        "waiting",
        "world",
    )

    def __init__(self, world: LokState) -> None:
        box = world.box
        value = box.value
        self.world = world
        self.active: int = -1
        """The player whose turn is under way; -1 if a turn is about to begin."""
        self.following: int = 0
        """The player who begins the next turn."""
        self.gain: float = 0.0
        """The points that the turn under way is expected to remove from hand, penalty cards and pile."""
        self.waiting: float = 0.0
        """The points of penalty cards that are not yet on the pile."""
        self.rolling: bool = False
        """Is the engine still to be moved by dice in this turn?"""
        self.track: list[int] = [value[laid.card] for laid in world.track]
        self.end: int = self.track[-1]
        self.fits: int = world.room()
        front = self.track[:3]
        self.front: float = sum(front) / len(front)
        """The mean value of the cards that the next penalties take."""
        self.ahead: int = world.ahead()
        total = 0
        for card, count in enumerate(world.unseen):
            total += value[card] * count
        self.unseen: float = total / world.unseen_total if world.unseen_total else 0.0
        for card in world.penalties:
            self.waiting += value[card]
        self.read_agenda()
        self.next_gain: float = 0.0
        """What the next player could gain if the position stayed as it is and no card were drawn."""
        after = self.following
        if world.deck and after != self.active and not (world.rival and after == RIVAL):
            gains = TurnPlan(world, after, TUNED).actions(Action(after).legal(world))
            self.next_gain = max(gains)

    def read_agenda(self) -> None:
        """Whose turn it is, and what it is still expected to gain."""
        world = self.world
        asked: Any = world.agenda[-1]
        kind = type(asked)
        if kind is Draw:
            self.following = asked.seat
            return
        if kind is RivalDraw:
            self.following = RIVAL
            return
        if kind is ChooseTurn:
            self.active = asked.place
        else:
            self.active = asked.seat
        self.following = (self.active + 1) % len(world.players)
        if world.rival and self.active == RIVAL:
            return
        if kind is Action:
            gains = TurnPlan(world, asked.seat, TUNED).actions(world.moves())
            self.gain = max(gains)
        elif kind is Discard or kind is Combine:
            self.gain = self.waiting - self.discard_cost(asked.seat, kind is Combine)
        elif kind is ChaosMore:
            gains = further_chaos(world, asked.seat, world.moves(), TUNED.at(world))
            self.gain = max(gains)
        else:
            self.rolling = True
            plan = TurnPlan(world, asked.seat, TUNED)
            if kind is ExtendMore:
                gains = plan.further_cards(world.moves(), asked.value, asked.dice)
                self.gain = max(gains)
            elif kind is Roll:
                self.gain = -plan.roll_cost(asked.dice, 0, asked.wheels)
            else:  # the card whose turn is chosen is part of the dice that the pending extension counts
                more: Any = world.agenda[-2]
                self.gain = -plan.roll_cost(more.dice, 1)

    def discard_cost(self, seat: int, combine: bool) -> float:
        """The points that the waiting penalty cards add to the pile, after the pair on top has left it."""
        world = self.world
        pile = world.players[seat].pile
        cost = 0.0
        if combine:
            cost -= 2 * world.box.value[pile[-1]]
            pile = pile[:-2]
        match = TUNED.at(world).match if world.deck >= len(world.players) else 0.0
        return cost + pile_cost(world.box, pile, world.penalties, self.track[0], match)

    def turns(self, place: int) -> int:
        """How many turns a player will begin."""
        players = len(self.world.players)
        return (self.world.deck + players - 1 - (place - self.following) % players) // players

    def traits(self, seat: int) -> list[float]:
        """The traits of a seat, in the order of `TRAITS`."""
        world = self.world
        box = world.box
        value, kind, sides = box.value, box.kind, box.sides
        player = world.players[seat]
        end, fits, track = self.end, self.fits, self.track
        pile = player.pile
        cards = len(pile)
        top = value[pile[cards - 1]] if cards else 0
        second = value[pile[cards - 2]] if cards > 1 else 0
        counts = [0.0, 0.0, 0.0, 0.0, 0.0]
        hand = 0
        chaos = chaos_match = fitting = equal = 0.0
        forbidden = box.forbidden_difference
        for card in player.hand:
            face = value[card]
            hand += face
            if kind[card] == CHAOS:
                chaos += face
                if face == top:
                    chaos_match += face
                continue
            high = face if face < 4 else 4
            if counts[high]:
                equal += 1.0
            counts[high] += 1.0
            if face - end != forbidden and end - face != forbidden and sides[card] & fits:
                fitting += 1.0
        points = 0
        for card in pile:
            points += value[card]
        match = second_match = 0
        if top and world.engine > 0 and track[0] == top:
            match = top
            if second and world.engine > 1 and track[1] == second:
                second_match = second
        acting = seat == self.active
        ahead = 0.0 if self.rolling else float(self.ahead if self.ahead < 4 else 4)
        at_end = 1.0 if self.ahead == 0 and not self.rolling else 0.0
        begins = 1.0 if seat == self.following else 0.0
        return [
            1.0,
            counts[1],
            counts[2],
            counts[3],
            counts[4],
            fitting,
            equal,
            chaos,
            float(points),
            float(cards),
            float(top),
            float(second),
            float(match),
            float(second_match),
            ahead,
            at_end,
            float(world.engine),
            self.unseen,
            begins,
            begins * ahead,
            begins * at_end,
            1.0 if acting else 0.0,
            1.0 if self.rolling else 0.0,
            self.gain if acting else 0.0,
            0.0 if acting else self.gain,
            float(player.derailments),
            1.0 if player.derailments >= box.challenge_derailments else 0.0,
            float(world.rival_score()) if world.rival else 0.0,
            1.0 if fits == 0 else 0.0,
            1.0 if fits in (SHORT, LONG) else 0.0,
            self.front,
            self.next_gain if begins and not acting else 0.0,
            chaos_match,
            float(hand * hand),
        ]

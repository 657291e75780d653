"""Endings of Lok'n'Roll that are small enough to be solved exactly, each with the value of every move.

Games of the rules of thumb are played until few turns are left. Then unseen cards and cards of the other hand go to
the box, until at most `MOST_CARDS` are in hands or unseen; track, engine and piles stay as they were. The utility is
the margin in points (`expectimax.margin`). With two seats at most one turn follows that of the seat to move, so nobody
has to guess the hand of the seat that moves before it; with one seat up to `LONGEST` cards are still to be drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import comb
from random import Random
from typing import Any, Final, NamedTuple

from tests.support.games.expectimax import Expectimax, InformationSet, TooLarge, best_moves, margin
from tests.support.games.lok_n_roll.table import GAME
from trainshed.games.lok_n_roll.bot import weigh
from trainshed.games.lok_n_roll.rules.effects import Action, ChaosMore, ChooseTurn, Discard, Draw, ExtendMore, RivalDraw
from trainshed.games.lok_n_roll.rules.state import RIVAL, LokState
from trainshed.kernel.agenda import NATURE

TOLERANCE: Final = 0.05
"""Moves that are worth so many points less than the best count as best moves too."""

MATTERS: Final = 0.5
"""The best move of an ending is worth at least so many points more than the worst."""

MOST_CARDS: Final = 12
"""How many cards are at most in hands or unseen."""

MOST_POSITIONS: Final = 2_000
"""Endings with more positions than this are left out."""

LONGEST: Final = 2
"""How many cards are still drawn at most in an ending of one seat."""

TABLES: Final[list[tuple[int, dict[str, str]]]] = [
    (2, {}),
    (2, {}),
    (1, {"mode": "solo"}),
    (2, {}),
    (1, {"mode": "challenge"}),
    (2, {}),
    (1, {"mode": "rival"}),
]
"""The games take turns with these numbers of seats and options."""


class Ending(NamedTuple):
    """A position near the end, with the exact value of every move for the seat that is asked."""

    name: str
    state: LokState
    values: dict[int, float]
    best: list[int]
    """The moves at most `TOLERANCE` worse than the best."""

    def loss(self, move: int) -> float:
        """How many points a move gives away on average."""
        return max(self.values.values()) - self.values[move]


def endings(count: int = 300, seed: str = "endings") -> Iterator[Ending]:
    """So many solved endings in which the decision matters; equal seeds give equal endings."""
    made = number = 0
    while made < count:
        seats, options = TABLES[number % len(TABLES)]
        rng = Random(f"{seed}:{number}")
        number += 1
        state = decision(seats, options, rng)
        if state is None or not shrink(state, rng):
            continue
        values = solved(state)
        if values and max(values.values()) - min(values.values()) >= MATTERS:
            made += 1
            kind = type(state.agenda[-1]).__name__
            name = f"{seats} seats {options.get('mode', '')} deck {state.deck} {kind} #{number - 1}"
            yield Ending(name, state, values, best_moves(values, TOLERANCE))


def solved(state: LokState) -> dict[int, float]:
    """The value of every move for the seat that is asked, over all worlds that it cannot tell apart; {}: too large."""
    solver = Expectimax(margin, MOST_POSITIONS, what_matters)
    try:
        if state.seats == 1:  # nothing is hidden from a single seat but the cards to be drawn
            return solver.move_values(state)
        return InformationSet(state.actor, solver).move_values(worlds(state, state.actor))
    except TooLarge:
        return {}


def what_matters(state: LokState) -> Hashable:
    """Key of `Expectimax`: all of a position that can still change a margin in points.

    The box does not matter, of piles only values do, and of a hand that will not be played from only its points. The
    track follows from its cards and their turns, up to its place on the table; where nothing will be laid any more
    its values and destroyed tracks are enough.
    """
    box = state.box
    value = box.value
    agenda = state.agenda
    if not agenda:
        return state.lost, *[points_of(state, place) for place in range(len(state.players))]
    top: Any = agenda[-1]
    kind = type(top)
    players = len(state.players)
    if kind is Draw or kind is RivalDraw:
        active, following = -1, RIVAL if kind is RivalDraw else top.seat
    else:
        active = top.place if kind is ChooseTurn else top.seat
        following = (active + 1) % players
    playing = kind in (Action, ExtendMore, ChooseTurn, ChaosMore)
    hands: list[Hashable] = []
    for place, player in enumerate(state.players):
        to_come = (state.deck + players - 1 - (place - following) % players) // players
        held = to_come or (playing and place == active)
        hands.append(tuple(player.hand) if held else sum([value[card] for card in player.hand]))
    if state.deck or playing:
        track: Hashable = tuple([(laid.card, laid.turn) for laid in state.track])
    else:
        track = tuple([(value[laid.card], box.kind[laid.card]) for laid in state.track])
    return (
        tuple([(type(effect), *effect.args()) for effect in agenda]),
        tuple(hands),
        tuple([tuple([value[card] for card in player.pile]) for player in state.players]),
        tuple(sorted([value[card] for card in state.penalties])),
        track,
        state.engine,
        state.deck,
        tuple(state.unseen) if state.deck else (),
        state.players[0].derailments if state.limited else 0,
    )


def points_of(state: LokState, place: int) -> int:
    """What counts of a player at the end: points, or the cards in Laura's pile."""
    return state.rival_score() if state.rival and place == RIVAL else state.points(state.players[place])


def decision(seats: int, options: dict[str, str], rng: Random) -> LokState | None:
    """A position near the end of a game by the rules of thumb, at a question with two answers or more, or none."""
    longest = 1 if seats == 2 else LONGEST
    state: LokState = GAME.start(seats, options)
    found: list[LokState] = []
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        if state.deck <= longest and len(moves) > 1 and asks_much(state):
            found.append(state.clone())
        weights = [weight if weight >= 300 else 0 for weight in weigh(state, moves)]
        state.apply(rng.choices(moves, weights)[0])
    return rng.choice(found) if found else None


def asks_much(state: LokState) -> bool:
    """Is this a question worth asking? To combine is always better than not to, so that one is left out."""
    kind = type(state.agenda[-1])
    return kind in (Action, ExtendMore, Discard, ChooseTurn)


def shrink(state: LokState, rng: Random) -> bool:
    """Put cards into the box until few are left in hands and unseen; False if the own hand alone is too large."""
    for seat in range(state.seats):
        hand = state.players[seat].hand
        while seat != state.actor and len(hand) > 2:
            state.boxed.append(hand.pop(rng.randrange(len(hand))))
    held = sum(len(player.hand) for player in state.players)
    keep = min(MOST_CARDS - held, state.deck + state.seats)
    if keep < state.deck:
        return False
    while state.unseen_total > keep:
        card = rng.choices(range(state.box.classes), state.unseen)[0]
        state.unseen[card] -= 1
        state.unseen_total -= 1
        state.boxed.append(card)
    return True


def worlds(state: LokState, seat: int) -> list[tuple[LokState, float]]:
    """Every world that a seat of one or two cannot tell from this one, with the number of ways to deal it."""
    others = [other for other in range(state.seats) if other != seat]
    if not others:
        return [(state, 1.0)]
    (other,) = others
    hidden = state.unseen[:]
    for card in state.players[other].hand:
        hidden[card] += 1
    made: list[tuple[LokState, float]] = []
    for hand in hands(hidden, len(state.players[other].hand)):
        world = state.clone()
        world.players[other].hand = hand
        world.unseen = hidden[:]
        for card in hand:
            world.unseen[card] -= 1
        ways = 1
        for card in set(hand):
            ways *= comb(hidden[card], hand.count(card))
        made.append((world, float(ways)))
    return made


def hands(counts: list[int], size: int, first: int = 0) -> Iterator[list[int]]:
    """Every different hand of this size that so many cards of each class can make, in ascending order."""
    if size == 0:
        yield []
        return
    for card in range(first, len(counts)):
        if counts[card]:
            rest = counts[:]
            rest[card] -= 1
            for hand in hands(rest, size - 1, card):
                yield [card, *hand]

"""Lok'n'Roll played at random or by script, and measurements of cards and views that do not use the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from tests.support.games.lok_n_roll.table import BOX, GAME, about_to_roll, do, roll
from trainshed.games.lok_n_roll.rules.effects import Draw, RivalDraw
from trainshed.games.lok_n_roll.rules.geometry import EAST, NORTH, SOUTH, WEST, Laid
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE

TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"mode": "solo"}),
    (1, {"mode": "challenge"}),
    (1, {"mode": "rival"}),
    (2, {}),
    (3, {}),
    (4, {}),
]
"""Every kind of table: seats and options."""


# ---------------------------------------------------------------- random games


def set_up_by(rng: Random, seats: int, options: dict[str, str]) -> LokState:
    """A new game after a random set-up, by the unchecked `apply`: some tests need ten thousand of them."""
    state: LokState = GAME.start(seats, options)
    while not isinstance(state.agenda[-1], Draw | RivalDraw):
        by_lot = state.actor == NATURE
        state.apply(state.pick(int(rng.random() * state.tickets())) if by_lot else rng.choice(state.moves()))
    return state


def set_ups(count: int, seed: int) -> Iterator[LokState]:
    """Random set-ups for 2, 3 and 4 seats in turn."""
    rng = Random(seed)
    for index in range(count):
        yield set_up_by(rng, 2 + index % 3, {})


def games(count: int, seed: int) -> Iterator[tuple[LokState, Random]]:
    """Games on every kind of table, just set up and listening, to be played at random."""
    rng = Random(seed)
    for index in range(count):
        state = set_up_by(rng, *TABLES[index % len(TABLES)])
        state.listen()
        yield state, rng


# ---------------------------------------------------------------- scripted games


def started(seats: int, *draws: str, start: str = "seat-1") -> tuple[LokState, list[Any]]:
    """A new game in which nature draws these cards first, and all events."""
    state: LokState = GAME.start(seats, {} if seats == 1 else {"start": start})
    state.listen()
    return state, do(state, *[f"draw:{name}" for name in draws])


def penalised(cards: Sequence[str], pile: Sequence[str] = (), hand: Sequence[str] = (), **more: Any) -> LokState:
    """Seat 0 has run over the end by as many steps as these cards, which lay behind the engine: now they are taken."""
    last = "track:4:straight_wide"
    track = [*cards, last]
    state = about_to_roll(track, len(cards), len(cards), hands=[hand, ()], piles=[pile], **more)
    roll(state, len(cards))
    return state


def pass_turn(state: LokState) -> None:
    """The seat whose turn it is passes, keeps whatever matches, and the next seat draws some card."""
    seat = state.actor
    do(state, "pass")
    while state.actor == seat:
        state.play(state.moves()[-1])
    if not state.over:
        state.play(state.moves()[0])


# ---------------------------------------------------------------- measurements


def shown(view: Any) -> Counter[str]:
    """Every card that is named anywhere in a view."""
    found: Counter[str] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)
        elif value in BOX.names:
            found[value] += 1

    look(msgspec.to_builtins(view))
    return found


def overlap(one: Laid, other: Laid) -> bool:
    """Do the insides of two cards meet? Touching edges do not count."""
    return max(one.x0, other.x0) < min(one.x1, other.x1) and max(one.y0, other.y0) < min(one.y1, other.y1)


def touch(one: Laid, other: Laid) -> bool:
    """Do two cards lie edge to edge, without overlapping?"""
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return min(wide, high) == 0 and max(wide, high) > 0


def ports(card: Laid) -> dict[int, tuple[float, float]]:
    """The middle of each side of a card, by the direction in which a train would leave there."""
    x, y = (card.x0 + card.x1) / 2, (card.y0 + card.y1) / 2
    return {EAST: (card.x1, y), NORTH: (x, card.y1), WEST: (card.x0, y), SOUTH: (x, card.y0)}


def continues(x: int, y: int, heading: int, card: Laid) -> bool:
    """Is the card entered at this open end, and left by another of its ports?"""
    entry = (heading + 2) % 4
    return (
        ports(card)[entry] == (x, y)  # its entry lies on the end, on the side that faces it
        and card.heading != entry
        and ports(card)[card.heading] == (card.x, card.y)
    )


def size(card: Laid) -> tuple[int, int]:
    """How far a card reaches from west to east and from south to north."""
    return card.x1 - card.x0, card.y1 - card.y0

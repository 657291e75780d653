"""Positions of Lok'n'Roll laid out by hand, for tests that say: given, when, then.

Cards are named as in the content pack (`track:2:curve_right`, `destroyed:3:straight_wide`, `chaos:4`). In a track a
curve names its turn after `@` (`track:1:curve_left@left`). `s(2)` is a straight lengthwise card of value 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import trainshed
from tests.support.games.words import do, legal, only, refusal, wander
from trainshed.games.lok_n_roll.game import LokGame
from trainshed.games.lok_n_roll.rules.effects import Action, Draw, RivalDraw, Roll
from trainshed.games.lok_n_roll.rules.geometry import TURNS
from trainshed.games.lok_n_roll.rules.state import RIVAL, LokState, new_state
from trainshed.kernel.agenda import Effect

__all__ = ["do", "legal", "only", "refusal", "wander"]
"""What every title's tests say, beside what is laid out here."""

game = trainshed.game("lok-n-roll")
assert isinstance(game, LokGame)
GAME: LokGame = game
BOX = GAME.box

TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"mode": "solo"}),
    (1, {"mode": "challenge"}),
    (1, {"mode": "rival"}),
    (2, {}),
    (3, {"forbid_dead_end": "yes"}),
    (4, {}),
]
"""Every kind of game: a number of seats and its options."""


def s(value: int) -> str:
    """A straight track card."""
    return f"track:{value}:straight_long"


def card(name: str) -> int:
    """The class of a card by its name."""
    return BOX.names.index(name)


def position(
    track: Sequence[str],
    engine: int,
    hands: Sequence[Sequence[str]] = ((), ()),
    piles: Sequence[Sequence[str]] = (),
    deck: int = 20,
    seat: int = 0,
    pending: Sequence[Effect] | None = None,
    rival_pile: Sequence[str] = (),
    listen: bool = True,
    **options: str,
) -> LokState:
    """A position in play: the seat has drawn and must act, unless `pending` says otherwise (next effect last).

    Every card that is not named lies unseen; `deck` of them are in the deck, the others were removed.
    """
    seats = len(hands)
    given = {"mode": options.pop("mode", "solo")} if seats == 1 else {"start": "seat-1"}
    state: LokState = new_state(GAME, BOX, seats, {**given, "forbid_dead_end": "no", **options})
    state.first = 0
    for entry in track:
        name, _, turn = entry.partition("@")
        forms = [f for f in BOX.forms[card(name)] if TURNS[f.turn] == (turn or "ahead")]
        assert len(forms) == 1, f"{entry} has no such turn"
        state.track.append(state.place(card(name), forms[0]))
    state.engine = engine
    for place, hand in enumerate(hands):
        state.players[place].hand = sorted(card(name) for name in hand)
    for place, pile in enumerate(piles):
        state.players[place].pile = [card(name) for name in pile]
    if state.rival:
        state.players[RIVAL].pile = [card(name) for name in rival_pile]
    for name, held in GAME.census(state).items():
        state.unseen[card(name)] = 2 * BOX.counts[card(name)] - held
        assert state.unseen[card(name)] >= 0, f"the box has fewer {name}"
    state.unseen_total = sum(state.unseen)
    state.deck = deck
    state.set_agenda(list(pending) if pending is not None else [Action(seat)])
    if listen:
        state.listen()
    state.settle()
    return state


def laura(
    track: Sequence[str], engine: int, pile: Sequence[str] = (), hand: Sequence[str] = (s(1), s(1)), **more: Any
) -> LokState:
    """A position of rival mode in which Laura is about to draw."""
    return position(track, engine, [hand], rival_pile=pile, pending=[RivalDraw()], mode="rival", **more)


def names(cards: Sequence[int]) -> list[str]:
    """Cards by name."""
    return [BOX.names[c] for c in cards]


def values(cards: Sequence[int]) -> list[int]:
    """Cards by value."""
    return [BOX.value[c] for c in cards]


# ---------------------------------------------------------------- rolls and whole games


def about_to_roll(track: Sequence[str], engine: int, dice: int, seat: int = 0, **more: Any) -> LokState:
    """A position in which the seat has extended the track and its dice are still to be rolled."""
    return position(track, engine, pending=[Roll(seat, dice, 0)], **more)


def roll(state: LokState, wheels: int) -> list[Any]:
    """Roll all dice that are due so that they show this many wheels; all events that followed."""
    heard: list[Any] = []
    while state.chance == "die":
        shown = min(wheels, len(state.odds()) - 1)
        heard += do(state, f"wheels:{shown}")
        wheels -= shown
    assert wheels == 0, "too few dice for so many wheels"
    return heard


def set_up(seats: int, seed: int = 1, **options: str) -> tuple[LokState, list[Any]]:
    """A new game played at random up to its first turn, and all events of the set-up."""
    state: LokState = GAME.start(seats, options)
    state.listen()
    rng = Random(seed)
    heard: list[Any] = []
    while not isinstance(state.agenda[-1], Draw | RivalDraw):
        heard += wander(state, rng)
    return state, heard


def finish(state: LokState, seed: int = 1) -> list[Any]:
    """Play a game at random to its end; all events."""
    rng = Random(seed)
    heard: list[Any] = []
    while not state.over:
        heard += wander(state, rng)
    return heard

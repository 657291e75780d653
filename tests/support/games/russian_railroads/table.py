"""Positions of Russian Railroads laid out by hand, for tests that say: given, when, then.

    state = position(seats=3)                        # round 1, seat 0 to act, order 0, 1, 2
    own = state.players[0]
    own.tracks = tracks(ts=(6, 3), sp=(2,), kv=(1,)) # positions from black on; 0 waits, the rest is not earned
    own.locomotives = [4, 1, 2, 0]                   # two of the Trans-Siberian (descending), St Petersburg, Kiev
    refresh(state)                                   # after changing a position by hand
    do(state, "space:track_black_2", "pay:w2", "advance:trans_siberian:black", …)

A question with a single answer is not asked: the rules take that step, and its event says `forced`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import trainshed
from tests.support.games.words import do, legal, only, refusal, wander
from tests.support.random_games import random_game
from trainshed.games.russian_railroads.game import RailGame
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.components import RAILROADS
from trainshed.games.russian_railroads.rules.effect_notation import flat, read_parts
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState, Stack, new_state
from trainshed.games.russian_railroads.rules.turns import Turn
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.agenda import Effect

__all__ = ["do", "legal", "only", "refusal", "wander"]
"""What every title's tests say, beside what is laid out here."""

game = trainshed.game("russian-railroads")
assert isinstance(game, RailGame)
GAME: RailGame = game
DEFAULTS = {option.name: option.default for option in GAME.options}
BOX = GAME.box_for(DEFAULTS)
STRIPS = {4: [9, 10, 11, 12, 2, 3, 4], 3: [0, 10, 11, 12, 2, 3, 4], 2: [10, 11, 12, 2, 3, 4]}
"""Engineers from left to right; the last lies on the hiring space, those before it are light."""


def position(
    seats: int = 4,
    turn: int = 0,
    round: int = 1,
    order: Sequence[int] | None = None,
    pending: Sequence[Effect] | None = None,
    listen: bool = True,
    **options: str,
) -> RailState:
    """A position in the middle of a round: this seat must act, unless `pending` says otherwise (next effect last)."""
    chosen = DEFAULTS | options
    state: RailState = new_state(GAME, GAME.box_for(chosen), seats, chosen)
    state.round = round
    state.order = list(order) if order is not None else list(range(seats))
    state.strip = [0] * (round - 1) + STRIPS[seats][: len(STRIPS[seats]) - (round - 1)]
    state.starts = 0
    state.set_agenda(list(pending) if pending is not None else [NextTurn(turn), SettleBonus(turn), Turn(turn)])
    if listen:
        state.listen()
    state.settle()
    return state


def refresh(state: RailState, pending: Sequence[Effect] | None = None) -> RailState:
    """After a position was changed by hand: ask again."""
    if pending is not None:
        state.set_agenda(list(pending))
    state.over = False
    state._moves = None
    state.settle()
    return state


def tracks(ts: Sequence[int] = (1,), sp: Sequence[int] = (1,), kv: Sequence[int] = (1,)) -> list[int]:
    """Positions of tracks, black first; what is not named is not earned."""
    return [number for row in (ts, sp, kv) for number in [*row, *[-1] * (5 - len(row))]]


def effect(seat: int, *parts: str, full: bool = False) -> Carry:
    """An effect as the content pack writes it, about to be carried out: `effect(0, "track:any:2")`."""
    return Carry(seat, 1 if full else 0, -1, 0, *flat(read_parts(list(parts))))


def put(
    state: RailState, space: str, seat: int, workers: int = 1, turquoise: int = 0, black: int = 0, roubles: int = 0
) -> None:
    """Lay pieces on a space by hand; `engineer-9` is an own engineer. Supplies are not touched."""
    index = BOX.space_names.index(space) if space in BOX.space_names else len(BOX.spaces) + int(space.split("-")[1]) - 1
    state.stacks.append(Stack(index, seat, workers, turquoise, black, roubles))


def set_up(seats: int, rng: Random, **options: str) -> RailState:
    """A game up to its first real question, with random luck and random starting cards."""
    state: RailState = GAME.start(seats, options)
    while state.round == 0:
        wander(state, rng)
    return state


def games(count: int, seed: int, **options: str) -> Iterator[RailState]:
    """Random games over all seat counts: every position of each, one after the other, always the same object."""
    for number in range(count):
        rng = Random(seed * 1000 + number)
        state: RailState = GAME.start(2 + number % 3, options)
        state.listen()
        while not state.over:
            yield state
            wander(state, rng)
        yield state


def everyone_passes(state: RailState) -> list[Any]:
    """The seat to act passes, all others have done so: all events of the end of this round."""
    for seat, player in enumerate(state.players):
        player.passed = int(seat != state.actor)
    return do(state, "pass")


def gained(*spaces: tuple[str, int]) -> int:
    """Rewards of special spaces that a player has already had, by railroad and space, for `player.gained`."""
    every = [(RAILROADS[special.railroad], special.space) for special in BOX.specials]
    return sum(1 << every.index(space) for space in spaces)


def dealt(
    seats: int, order: Sequence[int] | None = None, strip: Sequence[int] | None = None, **options: str
) -> RailState:
    """A new game whose draws fell like this, up to the first choice of a starting bonus card."""
    state: RailState = GAME.start(seats, options)
    state.listen()
    do(state, *[f"seat:{seat + 1}" for seat in (range(seats) if order is None else order)])
    do(state, *[f"tile:{number}" for number in (STRIPS[seats] if strip is None else strip) if number])
    return state


def pass_on(state: RailState) -> list[Any]:
    """Every seat to act passes, until the round is over or a claimant may relocate: all events."""
    heard: list[Any] = []
    number = state.round
    while state.round == number and "pass" in legal(state):
        heard += do(state, "pass")
    return heard


def barred(state: RailState, word: str) -> str:
    """The clause that keeps a word from being legal."""
    assert word not in legal(state)
    return refusal(state, word).clause


def supply(
    state: RailState, seat: int, workers: int = 0, roubles: int = 0, turquoise: int = 0, black: int = 0
) -> RailState:
    """Give a player exactly these pieces to pay with, and ask again."""
    player = state.players[seat]
    player.workers, player.roubles, player.turquoise, player.black = workers, roubles, turquoise, black
    return refresh(state)


def carry_out(state: RailState, *parts: str, seat: int = 0, full: bool = False) -> RailState:
    """Let an effect be all that is left of a seat's turn; the next player's turn follows it."""
    return refresh(state, [NextTurn(seat), SettleBonus(seat), effect(seat, *parts, full=full)])


def played(seats: int, seed: int, keen: bool, **options: str) -> Iterator[tuple[View | None, RailState]]:
    """Every position of a random game, with the view before it; with `keen`, seats pass only if they must."""
    return random_game(GAME, seats, options, seed, ("pass", "done") if keen else ())

"""Finds answers that only reorder the best answer's turn: a puzzle must not compare two orders of one turn.

Search may rate such orders differently, because its imagined games seldom come back to what was put off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Final

import msgspec

from trainshed.bots.thumb import rules_of_thumb
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State

LONGEST: Final = 40
"""Maximum number of answers in a turn that are followed."""

MOST: Final = 3000
"""Maximum number of positions tried for each answer."""

ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


class PlayedTurn(msgspec.Struct, frozen=True):
    """A turn: its answers in order, and what its seat sees after each of them."""

    moves: list[int]
    seen: list[bytes]

    def after(self, move: int) -> set[bytes]:
        """What the seat sees from the answer `move` on; nothing if the turn does not have it."""
        return set(self.seen[self.moves.index(move) :]) if move in self.moves else set()


def same_turn_answers(position: State, best: str, second: str) -> list[str]:
    """The answers from which the seat can still come to where the best answer leads it within the same turn.

    Three ways to play the turn are tried: the best answer, then the rules of thumb; the best answer, then the second
    best as soon as it is legal; and those two the other way around. Every draw is the likeliest one.
    """
    word = position.game.vocabulary
    first, other = word.id(best), word.id(second)
    found = set[int]()
    for line in (turn_line(position, first), turn_line(position, first, other)):
        answers = [move for move in position.moves() if move != first]
        found.update(move for move in answers if reaches(position, move, line.moves, set(line.seen)))
    reverse = turn_line(position, other, first)
    if reaches(position, first, reverse.moves, reverse.after(first)):
        found.add(other)
    return [word.word(move) for move in sorted(found)]


def turn_line(position: State, first: int, then: int | None = None) -> PlayedTurn:
    """The turn that begins with `first`, goes on with `then` as soon as it is legal, and is ended by rules of thumb."""
    seat, weigh = position.actor, rules_of_thumb(position.game)
    state, move = position.clone(), first
    line = PlayedTurn([], [])
    while True:
        play(state, move)
        line.moves.append(move)
        line.seen.append(sight(state, seat))
        if not in_turn(state, seat) or len(line.moves) == LONGEST:
            return line
        moves = state.moves()
        if then in moves and then not in line.moves:
            move = then
        else:
            weights = weigh(state.redraw(seat, Random(0)), moves)
            move = moves[weights.index(max(weights))]


def reaches(position: State, first: int, moves: Collection[int], targets: Collection[bytes]) -> bool:
    """Can the seat come to one of these sights by `first` and then some of these moves, in any order?"""
    seat, game = position.actor, position.game
    closing = [game.vocabulary.id(word) for word in (game.close, game.skip) if word]
    state, left = position.clone(), Counter(moves)
    left[first] -= 1
    play(state, first)
    waiting, known = [(state, left)], set[tuple[str, tuple[int, ...]]]()
    while waiting and len(known) < MOST:
        state, left = waiting.pop()
        if sight(state, seat) in targets:
            return True
        if not in_turn(state, seat):
            continue
        for move in state.moves():
            if left[move] > 0 or move in closing:
                after, rest = state.clone(), left.copy()
                play(after, move)
                rest[move] -= 1
                key = after.digest(), tuple(sorted((+rest).elements()))
                if key not in known:
                    known.add(key)
                    waiting.append((after, rest))
    return False


def play(state: State, move: int) -> None:
    """Play a move, and the likeliest of every draw that follows."""
    state.apply(move)
    while state.actor == NATURE and not state.over:
        state.apply(max(state.odds(), key=lambda odds: (odds[1], -odds[0]))[0])


def in_turn(state: State, seat: int) -> bool:
    """Is the seat still asked in the same turn?"""
    return not state.over and state.actor == seat and not state.begins_turn


def sight(state: State, seat: int) -> bytes:
    """What the seat sees of a position."""
    return ENCODER.encode(state.view(seat))

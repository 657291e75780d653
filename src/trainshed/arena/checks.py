"""Checks that the positions of any title must pass; they use only the contract of a title."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from msgspec.structs import astuple

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State, view_after
from trainshed.kernel.rulebook import Illegal, Refusal

QUESTION = frozenset({"pending", "actor"})
"""Fields of a view that are the question itself; no event has to name them."""

SEEN = re.compile(r"[a-z0-9_:?-]+")

ILLEGAL_TRIES = 64
PLAY_ON = 12

encode = msgspec.msgpack.encode


class NotConforming(Exception):
    """A title that breaks its contract: one line that says where and how."""


class CloseLooks(msgspec.Struct):
    """Counters of close looks at positions."""

    positions: int = 0
    refusals: int = 0
    """Refusals of words to the seat that is asked."""
    generic: int = 0
    worlds: int = 0
    veiled: int = 0
    """Worlds drawn for an observer from whom a word had been hidden before."""
    changed: int = 0
    """Worlds of `veiled` that differ from the truth, the real position."""


def observers(state: State) -> list[int | None]:
    """All observers of a table: its seats, and a spectator (None)."""
    return [*range(state.seats), None]


def called(observer: int | None) -> str:
    return "a spectator" if observer is None else f"seat {observer}"


# ---------------------------------------------------------------- at every move


def check_moves(state: State) -> None:
    """Moves ascend, are unique, in range, and never empty while the game runs."""
    moves = state.moves()
    if state.over:
        if moves:
            raise NotConforming("the game is over and still has moves")
        return
    if not moves:
        raise NotConforming("the game runs and has no move")
    if moves[0] < 0 or moves[-1] >= len(state.game.vocabulary):
        raise NotConforming("a move is not in the vocabulary")
    if any(a >= b for a, b in pairwise(moves)):
        raise NotConforming(f"moves do not ascend: {moves[:20]}")
    if state.actor != NATURE and not 0 <= state.actor < state.seats:
        raise NotConforming(f"the actor {state.actor} is no seat")


def check_weights(state: State) -> None:
    """At nature's turn weights are positive, and belong to the moves in their order."""
    odds = state.odds()
    if [move for move, _ in odds] != state.moves():
        raise NotConforming("odds and moves are not the same words")
    if any(weight <= 0 for _, weight in odds):
        raise NotConforming("a weight is not positive")
    if state.tickets() != sum(weight for _, weight in odds):
        raise NotConforming("tickets are not the sum of the weights")


def check_seen(state: State, move: int) -> list[str]:
    """How each observer reads the word of a move: in full, or with a `?` in place of what is hidden."""
    word = state.game.vocabulary.word(move)
    readings = []
    for observer in observers(state):
        reading = state.seen(observer, move)
        if reading != word:
            if "?" not in reading or SEEN.fullmatch(reading) is None:
                raise NotConforming(f"{called(observer)} reads {word} as {reading!r}, without a ?")
            if observer == state.actor:
                raise NotConforming(f"{called(observer)} cannot read its own word {word}")
        readings.append(reading)
    return readings


def check_events(before: Any, now: Any, events: list[Any], observer: int | None) -> None:
    """Every field of the view that changed is named by an event."""
    pairs = zip(now.__struct_fields__, astuple(before), astuple(now), strict=True)
    changed = {field for field, was, is_ in pairs if was != is_} - QUESTION
    for event in events:
        changed -= event.fields
    if changed:
        raise NotConforming(f"no event tells {called(observer)} that {', '.join(sorted(changed))} changed")


# ---------------------------------------------------------------- at positions looked at closely


def look_closely(state: State, rng: Random, veiled: set[int | None], close: CloseLooks) -> None:
    """All checks that are too slow for every move. The position is left as it was."""
    before = state.digest()
    close.positions += 1
    check_refusals(state, close)
    check_illegal(state, rng)
    check_load(state)
    if state.over:
        check_end(state)
    elif state.actor == NATURE:
        check_picks(state)
    check_consequences(state, rng)
    check_remembered(state, rng)
    check_worlds(state, rng, veiled, close)
    if state.digest() != before:
        raise NotConforming("looking at a position changed it")


def check_refusals(state: State, close: CloseLooks) -> None:
    """A move is legal exactly if nothing refuses it, and a seat that is not asked learns nothing about any word."""
    legal = set(state.moves())
    vocabulary = state.game.vocabulary
    rulebook = state.game.rulebook
    for move in range(-1, len(vocabulary) + 1):
        refusal = state.why_not(move)
        if (refusal is None) != (move in legal):
            verdict = "not refused" if refusal is None else f"refused by {refusal.clause}"
            raise NotConforming(f"{by_name(state.game, move)} is {verdict}, and moves() says otherwise")
        if refusal is not None:
            if state.actor >= 0:
                close.refusals += 1
                close.generic += refusal.generic
            if refusal.clause not in rulebook:
                word = by_name(state.game, move)
                raise NotConforming(f"{word} is refused by {refusal.clause!r}, which is no clause")
        if state.actor >= 0 and state.why_not(move, state.actor) != refusal:
            raise NotConforming("the actor is refused differently when it names its seat")
    for seat in range(state.seats):
        if seat != state.actor or state.over:
            check_outsider(state, seat)


def check_outsider(state: State, seat: int) -> None:
    """A seat that is not asked gets the same generic refusal for every word."""
    first: Refusal | None = state.why_not(0, seat)
    if first is None or not first.generic or first.numbers or first.clause not in state.game.rulebook:
        raise NotConforming(f"seat {seat} is not asked, and is not refused with a plain clause")
    for move in range(1, len(state.game.vocabulary)):
        if state.why_not(move, seat) != first:
            word = state.game.vocabulary.word(move)
            raise NotConforming(f"seat {seat} is not asked, and learns something about {word}")


def check_illegal(state: State, rng: Random) -> None:
    """An illegal move is refused by `play` and changes nothing."""
    legal = set(state.moves())
    words = len(state.game.vocabulary)
    wrong = [move for move in range(-1, words + 1) if move not in legal]
    trial = state.clone()
    before = trial.digest()
    for move in wrong if len(wrong) <= ILLEGAL_TRIES else rng.sample(wrong, ILLEGAL_TRIES):
        try:
            trial.play(move)
        except Illegal:
            continue
        raise NotConforming(f"the illegal move {move} was played")
    if trial.digest() != before or trial.moves() != state.moves():
        raise NotConforming("an illegal move changed the position")


def check_load(state: State) -> None:
    """A position that is dumped and loaded has the same digest, question, moves and views."""
    loaded = state.game.load(state.dump())
    check_same(state, loaded, "a loaded position")
    for observer in observers(state):
        if loaded.view(observer) != state.view(observer):
            raise NotConforming(f"a loaded position looks different to {called(observer)}")


def check_same(state: State, other: State, what: str) -> None:
    """Equal digest, equal question, equal moves."""
    if other.digest() != state.digest():
        raise NotConforming(f"{what} has another digest")
    if other.actor != state.actor or other.over != state.over or other.moves() != state.moves():
        raise NotConforming(f"{what} has another question or other moves")


def check_end(state: State) -> None:
    """At the end every seat has points, a rank and a utility."""
    for found in (state.scores(), state.standings(), state.game.returns(state)):
        if len(found) != state.seats:
            raise NotConforming("scores, standings and returns are not one for each seat")
    if min(state.standings()) < 1:
        raise NotConforming("a rank is less than 1")


def check_picks(state: State) -> None:
    """Tickets are dealt out in ascending order of moves, each move as many as its weight."""
    if not state.chance:
        raise NotConforming("a draw has no name")
    ticket = 0
    for move, weight in state.odds():
        if state.pick(ticket) != move or state.pick(ticket + weight - 1) != move:
            raise NotConforming(f"tickets {ticket} to {ticket + weight - 1} are not all of move {move}")
        ticket += weight


def check_consequences(state: State, rng: Random) -> None:
    """What a move reveals, whether it hands the turn on, and so whether it can be taken back.

    Unless it shows something, its seat sees the same after it in every world that looks as this position does.
    """
    world = state.redraw(state.actor, rng) if state.actor >= 0 else None
    for move in state.moves():
        word = state.game.vocabulary.word(move)
        then = state.clone()
        then.apply(move)
        reveals, hands_on = state.reveals(move), state.hands_on(move)
        if NATURE in (state.actor, then.actor) and not reveals:
            raise NotConforming(f"{word} is said to reveal nothing, and something is drawn")
        if hands_on is not (state.actor != NATURE and then.actor not in (state.actor, NATURE)):
            raise NotConforming(f"{word} is {'' if hands_on else 'not '}said to hand the turn on")
        if state.reversible(move) is (reveals or hands_on):
            raise NotConforming(f"whether {word} can be taken back does not follow from what it reveals and hands on")
        if world is not None and encode(view_after(world, move, state.actor)) != encode(
            view_after(state, move, state.actor)
        ):
            raise NotConforming(f"the view after {word} tells {called(state.actor)} something hidden")


def check_remembered(state: State, rng: Random) -> None:
    """A view holds all that was shown: two moves that read differently lead to different views.

    Except if they lead to the same position: then there is nothing to remember.
    """
    moves = state.moves()
    if len(moves) < 2:
        return
    one, two = rng.sample(moves, 2)
    first, second = state.clone(), state.clone()
    first.apply(one)
    second.apply(two)
    if first.digest() == second.digest():
        return
    for observer in observers(state):
        readings = state.seen(observer, one), state.seen(observer, two)
        if readings[0] != readings[1] and encode(first.view(observer)) == encode(second.view(observer)):
            words = " and ".join(readings)
            raise NotConforming(f"the view of {called(observer)} does not tell {words} apart, and it read them")


def check_worlds(state: State, rng: Random, veiled: set[int | None], close: CloseLooks) -> None:
    """A world drawn for an observer has the same view as the truth, holds the same pieces, and can be played."""
    census = state.game.census(state)
    before = state.digest()
    for observer in observers(state):
        luck = rng.getrandbits(48)
        world = state.redraw(observer, Random(luck))
        check_world(state, world, observer)
        if state.game.census(world) != census:
            raise NotConforming(f"a world of {called(observer)} holds other pieces")
        close.worlds += 1
        if observer in veiled and not state.over:
            close.veiled += 1
            close.changed += world.digest() != before
        if observer == state.actor or (observer is None and state.actor == NATURE):
            check_only_view(state, observer, luck, world)
            play_on(world, rng)
            if state.game.census(world) != census:
                raise NotConforming("a world loses pieces when it is played")


def check_world(state: State, world: State, observer: int | None) -> None:
    """A world has an equal view for the observer, an equal question, and for the actor equal moves."""
    if encode(world.view(observer)) != encode(state.view(observer)):
        raise NotConforming(f"a world of {called(observer)} looks different to it: {differing(state, world, observer)}")
    if world.actor != state.actor or world.over != state.over:
        raise NotConforming(f"a world of {called(observer)} asks another question")
    if observer == state.actor and world.moves() != state.moves():
        raise NotConforming(f"a world of {called(observer)} gives it other moves")


def check_only_view(state: State, observer: int | None, luck: int, world: State) -> None:
    """A world depends on the bytes of the view and on the random seed, and on nothing else."""
    view = state.view(observer)
    copy = msgspec.msgpack.decode(encode(view), type=type(view))
    if state.game.world(copy, Random(luck)).digest() != world.digest():
        raise NotConforming("a world depends on more than the view and its luck")


def differing(state: State, other: State, observer: int | None) -> str:
    """The fields in which an observer's views of two positions differ."""
    one, two = state.view(observer), other.view(observer)
    fields = [f for f in one.__struct_fields__ if getattr(one, f) != getattr(two, f)]
    return ", ".join(fields) or "an order inside a field"


def play_on(state: State, rng: Random, limit: int = PLAY_ON) -> None:
    """Play a few random moves, and check the legal ones before each."""
    for _ in range(limit):
        if state.over:
            return
        check_moves(state)
        state.play(any_move(state, rng))


def any_move(state: State, rng: Random) -> int:
    """A random move: nature's with its weights, a seat's uniformly."""
    if state.actor == NATURE:
        return state.pick(rng.randrange(state.tickets()))
    return rng.choice(state.moves())


def by_name(game: Game, move: int) -> str:
    """The word of a move for an error message, or the bare number if it is not in the vocabulary."""
    return game.vocabulary.word(move) if 0 <= move < len(game.vocabulary) else str(move)

"""Twins: two games that somebody cannot tell apart, because only words hidden from him were exchanged.

Two rows of a played game that an observer read alike, but whose words differ, are exchanged. Every word that he could
read stays as it was, and so do the hidden ones. As long as the other game is legal, all that he gets in both must be
equal: view, moves, refusals, events, the words as he reads them, and sentences. At the end hands are opened, so a
position in which the game is over is not compared.

A twin proves more: where two positions look alike to an observer and are not the same, something is hidden from him,
and worlds drawn for him must differ from the truth sooner or later.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from trainshed.arena.checks import NotConforming, called, encode
from trainshed.arena.played import Played
from trainshed.kernel.game import Game, State
from trainshed.kernel.rulebook import Refusal

PAIRS = 400
"""Pairs that are tried in one game before it is left."""

CLOSE = 8
"""Refusals, sentences and worlds are compared at one prefix of so many, and after each exchanged word."""

WORLDS = 500
"""The truth may be likely; so many worlds in a row cannot all be the truth where a twin exists."""

Sentences = Callable[[Game, Any, list[str], list[Any], list[Refusal]], list[str]]


def sentences(game: Game, view: Any, words: list[str], events: list[Any], refusals: list[Refusal]) -> list[str]:
    """All that a title says to somebody: labels of words, what happened, and why a move is refused."""
    say = game.part("say")
    return [
        *[str(say.label(game, view, word)) for word in words],
        *[str(say.sentence(game, event)) for event in events],
        *[str(say.refusal(game, refusal)) for refusal in refusals],
    ]


def sentences_of(game: Game) -> Sentences | None:
    """The hook for sentences, if the title has a part `say` that speaks."""
    try:
        say = game.part("say")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.endswith(".say"):
            return None
        raise
    return sentences if all(hasattr(say, name) for name in ("label", "sentence", "refusal")) else None


class Twins(msgspec.Struct):
    """What comparing twins has counted."""

    pairs: int = 0
    positions: int = 0
    """Prefixes compared, once for each observer."""
    worlds: int = 0


class Watched:
    """What observers got in the game as it was played, and what they ask rarely, worked out when it is needed."""

    def __init__(self, played: Played, say: Sentences | None) -> None:
        self.played = played
        self.say = say
        self.asked: dict[tuple[int, int], list[Refusal | None]] = {}
        self.told: dict[tuple[int, int], list[str]] = {}

    def refusals(self, prefix: int, index: int) -> list[Refusal | None]:
        key = (prefix, index)
        if key not in self.asked:
            self.asked[key] = all_refusals(self.played.clones[prefix], self.played.observers[index])
        return self.asked[key]

    def sentences(self, prefix: int, index: int) -> list[str]:
        key = (prefix, index)
        if key not in self.told and self.say is not None:
            state = self.replayed(prefix)
            self.told[key] = all_sentences(self.say, state, self.played.observers[index], self.refusals(prefix, index))
        return self.told[key]

    def replayed(self, prefix: int) -> State:
        """The position at a prefix with the events of the move before it."""
        state = self.played.clones[max(prefix - 1, 0)].clone()
        state.listen()
        if prefix:
            state.apply(self.played.moves[prefix - 1])
        return state


def all_refusals(state: State, observer: int | None) -> list[Refusal | None]:
    """What an observer is answered about every word. A spectator cannot ask."""
    return [] if observer is None else [state.why_not(move, observer) for move in range(len(state.game.vocabulary))]


def all_sentences(say: Sentences, state: State, observer: int | None, refusals: list[Refusal | None]) -> list[str]:
    """All that can be said to an observer at a position."""
    words = [state.game.vocabulary.word(move) for move in state.moves()] if state.actor == observer else []
    different: list[Refusal] = []
    for refusal in refusals:
        if refusal is not None and refusal not in different:
            different.append(refusal)
    return say(state.game, state.view(observer), words, state.events(observer), different)


# ---------------------------------------------------------------- pairs


def compare_twins(played: Played, rng: Random, positions: int, pairs: int = PAIRS) -> Twins:
    """Exchange pairs of hidden words until so many positions are compared, or so many pairs are tried."""
    twins = Twins()
    words = played.game.vocabulary.words
    hidden = [row for row, move in enumerate(played.moves) if any(seen != words[move] for seen in played.seen[row])]
    if len(hidden) < 2:
        return twins
    watched = Watched(played, sentences_of(played.game))
    for _ in range(pairs):
        if twins.positions >= positions:
            break
        first, second = sorted(rng.sample(hidden, 2))
        alike = unaware(played, first, second)
        if alike and played.moves[first] != played.moves[second]:
            compare_twin(watched, first, second, alike, rng, twins)
    return twins


def unaware(played: Played, first: int, second: int) -> list[int]:
    """The observers, by index, who read two rows alike and could read neither in full."""
    one, two = played.seen[first], played.seen[second]
    return [index for index in range(len(one)) if one[index] == two[index] and "?" in one[index]]


def compare_twin(watched: Watched, first: int, second: int, alike: list[int], rng: Random, twins: Twins) -> None:
    """Play the game with two words exchanged, as far as it is legal, and compare it at each prefix."""
    played = watched.played
    moves = played.moves
    swapped = {first: moves[second], second: moves[first]}
    twin = played.clones[first].clone()
    twin.listen()
    for row in range(first, len(moves)):
        move = swapped.get(row, moves[row])
        if move not in twin.moves():
            break
        if row == first:
            twins.pairs += 1
        try:
            compare_seen(watched, twin, row, move, alike)
            twin.apply(move)
            prefix = row + 1
            if played.clones[prefix].over and twin.over:
                break
            same = twin.digest() == played.digests[prefix]
            if same and row >= second:
                break
            close = row in swapped or (prefix * 5 + first) % CLOSE == 0
            for index in alike:
                compare_prefix(watched, twin, prefix, index, close)
                twins.positions += 1
            if close and not same:
                twins.worlds += draw_another(played.clones[prefix], played.observers[rng.choice(alike)], rng)
        except NotConforming as error:
            words = played.game.vocabulary.words
            pair = f"rows {first} and {second}, {words[moves[first]]} and {words[moves[second]]}, exchanged"
            raise NotConforming(f"twins with {pair}, prefix {row + 1}: {error}") from error


# ---------------------------------------------------------------- one prefix


def compare_seen(watched: Watched, twin: State, row: int, move: int, alike: list[int]) -> None:
    """The word about to be said reads the same."""
    for index in alike:
        reading = twin.seen(watched.played.observers[index], move)
        if reading != watched.played.seen[row][index]:
            raise unequal(watched, index, "the word seen", f"{watched.played.seen[row][index]} and {reading}")


def compare_prefix(watched: Watched, twin: State, prefix: int, index: int, close: bool) -> None:
    """Everything one observer gets at one prefix is equal in both games."""
    played = watched.played
    observer = played.observers[index]
    truth = played.clones[prefix]
    if encode(twin.view(observer)) != played.views[prefix][index]:
        raise unequal(watched, index, "the view", differing_fields(truth.view(observer), twin.view(observer)))
    if twin.actor != truth.actor or twin.over != truth.over:
        raise unequal(watched, index, "the question", f"to {truth.actor} and to {twin.actor}")
    if encode(twin.events(observer)) != played.events[prefix][index]:
        raise unequal(watched, index, "the events", str(twin.events(observer)))
    if twin.actor == observer and twin.moves() != truth.moves():
        raise unequal(watched, index, "the moves", f"{truth.moves()} and {twin.moves()}")
    if close:
        compare_words(watched, twin, prefix, index)


def compare_words(watched: Watched, twin: State, prefix: int, index: int) -> None:
    """Refusals of the whole vocabulary, and sentences."""
    observer = watched.played.observers[index]
    refusals = all_refusals(twin, observer)
    expected = watched.refusals(prefix, index)
    if refusals != expected:
        move = next(move for move, pair in enumerate(zip(expected, refusals, strict=True)) if pair[0] != pair[1])
        word = twin.game.vocabulary.word(move)
        raise unequal(watched, index, "a refusal", f"{word}: {expected[move]} and {refusals[move]}")
    if watched.say is not None:
        one, two = watched.sentences(prefix, index), all_sentences(watched.say, twin, observer, refusals)
        if one != two:
            raise unequal(watched, index, "a sentence", first_difference(one, two))


def unequal(watched: Watched, index: int, part: str, how: str) -> NotConforming:
    observer = watched.played.observers[index]
    return NotConforming(f"{called(observer)} can tell them apart by {part}: {how}"[:400])


def differing_fields(one: Any, two: Any) -> str:
    """The fields in which two views differ."""
    return ", ".join(f for f in one.__struct_fields__ if encode(getattr(one, f)) != encode(getattr(two, f)))


def first_difference(one: list[str], two: list[str]) -> str:
    """The first two sentences that are not the same."""
    for a, b in zip_longest(one, two, fillvalue=""):
        if a != b:
            return f"{a!r} and {b!r}"
    return ""


def draw_another(truth: State, observer: int | None, rng: Random) -> int:
    """Draw worlds until one is not the truth; how many it took."""
    digest = truth.digest()
    for drawn in range(1, WORLDS + 1):
        if truth.redraw(observer, rng).digest() != digest:
            return drawn
    raise NotConforming(f"something is hidden from {called(observer)}, and {WORLDS} worlds are all the truth")

"""Twins: two games that somebody cannot tell apart, because only words hidden from him are different.

Two rows of a played game that an observer read alike, but whose words differ, are exchanged; or one hidden word is
replaced by another legal one that reads alike. Every word that he could read stays as it was, and so do the hidden
ones, unless one has become illegal: then it is mended with a legal word that reads alike, the displaced one if that
will do. As long as the other game is legal, all that he gets in both must be equal: view, moves, refusals, events, the
words as he reads them, and sentences. At the end hands are opened, so a position in which the game is over is not
compared.

Somebody may be shown what is hidden from others: he looks through a pile, and chooses from it. Such a question is
known by its answers, which others cannot read. Where it offers other answers in the twin, he was shown something else,
and the twin is none for him any more.

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
from trainshed.arena.played import PlayedGame
from trainshed.kernel.game import Game, State
from trainshed.kernel.rulebook import Refusal

PAIRS = 400
"""Twins that are tried in one game before it is left."""

PAIRS_A_ROW = 40
"""Fewer are tried where few words are hidden."""

MENDS = 12
"""So many words are tried in place of one that is no longer legal."""

CLOSE = 8
"""Refusals, sentences and worlds are compared at one prefix of so many, and after each exchanged word."""

ASKED = 2
"""Whoever is asked compares refusals and sentences at one prefix of so many."""

WORLDS = 500
"""The truth may be likely; so many worlds in a row cannot all be the truth where a twin exists."""

Sentences = Callable[[Game, Any, list[str], list[Any], list[Refusal]], list[str]]


def sentences(game: Game, view: Any, words: list[str], events: list[Any], refusals: list[Refusal]) -> list[str]:
    """All that a title says to somebody: labels of words, what happened, and why a move is refused."""
    say = game.part("text.sentences")
    return [
        *[str(say.label(game, view, word)) for word in words],
        *[str(say.sentence(game, event)) for event in events],
        *[str(say.refusal(game, refusal)) for refusal in refusals],
    ]


def sentences_of(game: Game) -> Sentences | None:
    """The hook for sentences, if the title has a part `text.sentences` that speaks."""
    if not game.has_part("text.sentences"):
        return None
    say = game.part("text.sentences")
    return sentences if all(hasattr(say, name) for name in ("label", "sentence", "refusal")) else None


class Twins(msgspec.Struct):
    """What comparing twins has counted."""

    pairs: int = 0
    positions: int = 0
    """Prefixes compared, once for each observer."""
    worlds: int = 0


class ObservedGame:
    """What observers got in the game as it was played, and what they ask rarely, worked out when it is needed."""

    def __init__(self, played: PlayedGame, say: Sentences | None) -> None:
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


def compare_twins(played: PlayedGame, rng: Random, positions: int, pairs: int = PAIRS) -> Twins:
    """Exchange hidden words until so many positions are compared, or so many pairs are tried; then replace some too."""
    twins = Twins()
    words = played.game.vocabulary.words
    hidden = [row for row, move in enumerate(played.moves) if any(seen != words[move] for seen in played.seen[row])]
    watched = ObservedGame(played, sentences_of(played.game))
    for change, needs, enough in ((exchanged, 2, positions), (replaced, 1, positions * 3 // 2)):
        for _ in range(min(pairs, PAIRS_A_ROW * len(hidden)) if len(hidden) >= needs else 0):
            if twins.positions >= enough:
                break
            changes = change(played, hidden, rng)
            if changes is not None:
                compare_twin(watched, changes, rng, twins)
    return twins


class Changes:
    """Which rows are to be different, and by index the observers who must not notice."""

    def __init__(self, moves: dict[int, int], alike: list[int], how: str) -> None:
        self.moves = moves
        self.alike = alike
        self.how = how

    @property
    def first(self) -> int:
        return min(self.moves)

    @property
    def last(self) -> int:
        return max(self.moves)


def exchanged(played: PlayedGame, hidden: list[int], rng: Random) -> Changes | None:
    """Two hidden rows that somebody read alike, with their words exchanged."""
    first, second = sorted(rng.sample(hidden, 2))
    one, two = played.seen[first], played.seen[second]
    alike = [index for index in range(len(one)) if one[index] == two[index] and "?" in one[index]]
    a, b = played.moves[first], played.moves[second]
    if not alike or a == b:
        return None
    words = played.game.vocabulary.words
    return Changes({first: b, second: a}, alike, f"rows {first} and {second}, {words[a]} and {words[b]}, exchanged")


def replaced(played: PlayedGame, hidden: list[int], rng: Random) -> Changes | None:
    """One hidden row, with another legal word that somebody reads as he read the first."""
    row = rng.choice(hidden)
    state, read = played.clones[row], played.seen[row]
    observer = rng.choice([index for index in range(len(read)) if "?" in read[index]])
    others = [
        move
        for move in state.moves()
        if move != played.moves[row] and state.seen(played.observers[observer], move) == read[observer]
    ]
    if not others:
        return None
    move = rng.choice(others)
    words = played.game.vocabulary.words
    how = f"row {row}, {words[played.moves[row]]}, replaced by {words[move]}"
    return Changes({row: move}, unaware(played, state, row, move), how)


def unaware(played: PlayedGame, state: State, row: int, move: int) -> list[int]:
    """The observers, by index, who could not read a row in full, and would read this move alike."""
    return [
        index
        for index, read in enumerate(played.seen[row])
        if "?" in read and state.seen(played.observers[index], move) == read
    ]


def compare_twin(watched: ObservedGame, changes: Changes, rng: Random, twins: Twins) -> None:
    """Play the game with its changes, as far as it is legal, and compare it at each prefix."""
    played = watched.played
    first = changes.first
    twin = played.clones[first].clone()
    twin.listen()
    for row in range(first, len(played.moves)):
        move = changes.moves.get(row, played.moves[row])
        if move not in twin.moves():
            mended = mend(played, changes, twin, row, rng)
            if mended is None:
                break
            move = mended
        if row == first:
            twins.pairs += 1
        try:
            compare_seen(watched, twin, row, move, changes.alike)
            twin.apply(move)
            prefix = row + 1
            truth = played.clones[prefix]
            if truth.over and twin.over:
                break
            same = twin.digest() == played.digests[prefix]
            if same and row >= changes.last:
                break
            if twin.actor >= 0 and twin.actor == truth.actor and shown_something_else(truth, twin):
                changes.alike = [index for index in changes.alike if played.observers[index] != twin.actor]
            if not changes.alike:
                break
            close = row in changes.moves or (prefix * 5 + first) % CLOSE == 0
            for index in changes.alike:
                asked = twin.actor == played.observers[index] and (prefix + first) % ASKED == 0
                compare_prefix(watched, twin, prefix, index, close or asked)
                twins.positions += 1
            if close and not same:
                twins.worlds += draw_another(truth, played.observers[rng.choice(changes.alike)], rng)
        except NotConforming as error:
            raise NotConforming(f"twins with {changes.how}, prefix {row + 1}: {error}") from error


def mend(played: PlayedGame, changes: Changes, twin: State, row: int, rng: Random) -> int | None:
    """A legal word in place of one that no longer is, so that as many as possible notice nothing; None if nobody would.

    The displaced word comes first: then two are exchanged. Otherwise the word after which the position is most like
    the one it should be, so that nothing more has to be mended.
    """
    if row in changes.moves:
        return None
    if all("?" not in played.seen[row][index] for index in changes.alike):
        return None
    legal = twin.moves()
    displaced = [played.moves[changed] for changed in changes.moves if played.moves[changed] in legal]
    choices = displaced or (legal if len(legal) <= MENDS else rng.sample(legal, MENDS))
    best: tuple[int, int, int, list[int]] | None = None
    truth = played.clones[row + 1].dump()
    for move in choices:
        alike = [index for index in unaware(played, twin, row, move) if index in changes.alike]
        if alike:
            trial = twin.clone()
            trial.apply(move)
            likeness = sum(a == b for a, b in zip(trial.dump(), truth, strict=False))
            best = max(best or (0, 0, 0, []), (len(alike), likeness, move, alike))
    if best is None:
        return None
    changes.moves[row] = best[2]
    changes.alike = best[3]
    return best[2]


def shown_something_else(truth: State, twin: State) -> bool:
    """Is the actor asked in private, with other answers in the twin? Nobody else can read such answers."""
    if twin.moves() == truth.moves():
        return False
    words = truth.game.vocabulary.words
    return any(truth.seen(None, move) != words[move] for move in truth.moves())


# ---------------------------------------------------------------- one prefix


def compare_seen(watched: ObservedGame, twin: State, row: int, move: int, alike: list[int]) -> None:
    """The word about to be said reads the same."""
    for index in alike:
        reading = twin.seen(watched.played.observers[index], move)
        if reading != watched.played.seen[row][index]:
            raise unequal(watched, index, "the word seen", f"{watched.played.seen[row][index]} and {reading}")


def compare_prefix(watched: ObservedGame, twin: State, prefix: int, index: int, close: bool) -> None:
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


def compare_words(watched: ObservedGame, twin: State, prefix: int, index: int) -> None:
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


def unequal(watched: ObservedGame, index: int, part: str, how: str) -> NotConforming:
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

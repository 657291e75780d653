"""Twins: two games that an observer cannot tell apart, because only words hidden from the observer are different.

Two rows of a played game that an observer read alike, but whose words differ, are exchanged; or one hidden word is
replaced by another legal one that reads alike. Every word that the observer could read stays as it was, and so do the
hidden ones, unless one has become illegal: then it is mended, that is replaced by a legal word that reads alike, by the
displaced one if possible. As long as the other game is legal, the observer must get the same in both: view, moves,
previews of moves, refusals, events, the words as the observer reads them, and sentences. At the end hands are opened,
so a position in which the game is over is not compared.

A seat may be shown what is hidden from others: it looks through a pile, and chooses from it. Such a question is
recognised by its answers, which others cannot read. Where it offers other answers in the twin, the seat was shown
something else, so that the two games are no longer twins for this seat. A word can also be said to show something to
others (`State.shows`), such as a face-down piece to whoever receives it: who then sees something else in the twin is
no longer compared either.

Twins allow one more check: where two positions look alike to an observer and are not the same, something is hidden from
the observer, and some of the worlds drawn for this view must differ from the truth (the position of the played game).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from trainshed.arena.checks import NotConforming, called, encode
from trainshed.arena.played import PlayedGame
from trainshed.kernel.game import Game, State, view_after
from trainshed.kernel.rulebook import Refusal

PAIRS = 400
"""The most twins of each kind (exchanged, replaced) that are tried in one game."""

PAIRS_A_ROW = 40
"""The most twins that are tried for each hidden row: fewer in all where few words are hidden."""

MENDS = 12
"""The most words that are tried in place of one that is no longer legal."""

CLOSE = 8
"""Refusals, sentences and worlds are compared at one prefix in this many, and after each changed word."""

ASKED = 2
"""For the seat that is asked, refusals and sentences are compared at one prefix in this many."""

WORLDS = 500
"""So many worlds in a row cannot all equal the truth where a twin exists, even if the truth is likely."""

Sentences = Callable[[Game, Any, list[str], list[Any], list[Refusal]], list[str]]


def sentences(game: Game, view: Any, words: list[str], events: list[Any], refusals: list[Refusal]) -> list[str]:
    """All sentences of a title for one viewer: labels of words, events, and refusals."""
    say = game.part("text.sentences")
    return [
        *[str(say.label(game, view, word)) for word in words],
        *[str(say.sentence(game, event)) for event in events],
        *[str(say.refusal(game, refusal)) for refusal in refusals],
    ]


def sentences_of(game: Game) -> Sentences | None:
    """The function `sentences`, if the title's `text.sentences` has what it needs, else None."""
    if not game.has_part("text.sentences"):
        return None
    say = game.part("text.sentences")
    return sentences if all(hasattr(say, name) for name in ("label", "sentence", "refusal")) else None


class Twins(msgspec.Struct):
    """Counters of a comparison of twins."""

    pairs: int = 0
    positions: int = 0
    """Prefixes compared, once for each observer."""
    worlds: int = 0


class ObservedGame:
    """A played game with the refusals and sentences of each observer, computed when they are first needed."""

    def __init__(self, played: PlayedGame, say: Sentences | None) -> None:
        self.played = played
        self.say = say
        self.asked: dict[tuple[int, int], list[Refusal | None]] = {}
        self.told: dict[tuple[int, int], list[str]] = {}
        self.foreseen: dict[tuple[int, int], list[bytes]] = {}

    def refusals(self, prefix: int, index: int) -> list[Refusal | None]:
        key = (prefix, index)
        if key not in self.asked:
            self.asked[key] = all_refusals(self.played.clones[prefix], self.played.observers[index])
        return self.asked[key]

    def previews(self, prefix: int, index: int) -> list[bytes]:
        key = (prefix, index)
        if key not in self.foreseen:
            self.foreseen[key] = all_previews(self.played.clones[prefix], self.played.observers[index])
        return self.foreseen[key]

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
    """For every word its refusal, or None, as an observer gets it. A spectator cannot ask: an empty list."""
    return [] if observer is None else [state.why_not(move, observer) for move in range(len(state.game.vocabulary))]


def all_previews(state: State, observer: int | None) -> list[bytes]:
    """For every legal word of the observer the view after it, as a preview shows it before the word is confirmed."""
    if state.actor != observer:
        return []
    return [encode(view_after(state, move, observer)) for move in state.moves()]


def all_sentences(say: Sentences, state: State, observer: int | None, refusals: list[Refusal | None]) -> list[str]:
    """All sentences that an observer can get at a position."""
    words = [state.game.vocabulary.word(move) for move in state.moves()] if state.actor == observer else []
    different: list[Refusal] = []
    for refusal in refusals:
        if refusal is not None and refusal not in different:
            different.append(refusal)
    return say(state.game, state.view(observer), words, state.events(observer), different)


# ---------------------------------------------------------------- pairs


def compare_twins(played: PlayedGame, rng: Random, positions: int, pairs: int = PAIRS) -> Twins:
    """Compare twins with exchanged, then with replaced words, up to about this many positions or pairs."""
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
    """The rows of a twin that are different, with their moves, and the observers, by index, who must not notice."""

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
    """Exchange the words of two random hidden rows; None if no observer read them alike, or the words are equal."""
    first, second = sorted(rng.sample(hidden, 2))
    one, two = played.seen[first], played.seen[second]
    alike = [index for index in range(len(one)) if one[index] == two[index] and "?" in one[index]]
    a, b = played.moves[first], played.moves[second]
    if not alike or a == b:
        return None
    words = played.game.vocabulary.words
    return Changes({first: b, second: a}, alike, f"rows {first} and {second}, {words[a]} and {words[b]}, exchanged")


def replaced(played: PlayedGame, hidden: list[int], rng: Random) -> Changes | None:
    """Replace a random hidden row by another legal word that an observer reads alike; None if there is none."""
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
            shown = twin.shows(move)
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
            if shown:
                changes.alike = [
                    index for index in changes.alike if sees_the_same(played.observers[index], truth, twin)
                ]
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
    """A legal move in place of one that has become illegal, noted in `changes`; None if every observer would notice.

    As many observers as possible must not notice it. A displaced word is taken first: then two words are exchanged.
    Otherwise the word after which the position is most like that of the played game, so that less has to be mended
    later.
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
    """Whether the actor is asked in private (others cannot read the answers), with other answers in the twin."""
    if twin.moves() == truth.moves():
        return False
    words = truth.game.vocabulary.words
    return any(truth.seen(None, move) != words[move] for move in truth.moves())


def sees_the_same(observer: int | None, truth: State, twin: State) -> bool:
    """After a word that shows something hidden: was this observer shown the same in both games?"""
    return encode(truth.view(observer)) == encode(twin.view(observer))


# ---------------------------------------------------------------- one prefix


def compare_seen(watched: ObservedGame, twin: State, row: int, move: int, alike: list[int]) -> None:
    """Check that the next word reads the same in both games, for the observers in `alike`."""
    for index in alike:
        reading = twin.seen(watched.played.observers[index], move)
        if reading != watched.played.seen[row][index]:
            raise unequal(watched, index, "the word seen", f"{watched.played.seen[row][index]} and {reading}")


def compare_prefix(watched: ObservedGame, twin: State, prefix: int, index: int, close: bool) -> None:
    """Check that everything one observer gets at one prefix is equal in both games."""
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
    """Check that the refusals of the whole vocabulary and the sentences are equal in both games."""
    observer = watched.played.observers[index]
    refusals = all_refusals(twin, observer)
    expected = watched.refusals(prefix, index)
    if refusals != expected:
        move = next(move for move, pair in enumerate(zip(expected, refusals, strict=True)) if pair[0] != pair[1])
        word = twin.game.vocabulary.word(move)
        raise unequal(watched, index, "a refusal", f"{word}: {expected[move]} and {refusals[move]}")
    for move, first, second in zip(
        twin.moves(), watched.previews(prefix, index), all_previews(twin, observer), strict=False
    ):
        if first != second:
            raise unequal(watched, index, "a preview", twin.game.vocabulary.word(move))
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
    """Draw worlds until one differs from the truth; returns how many were drawn."""
    digest = truth.digest()
    for drawn in range(1, WORLDS + 1):
        if truth.redraw(observer, rng).digest() != digest:
            return drawn
    raise NotConforming(f"something is hidden from {called(observer)}, and {WORLDS} worlds are all the truth")

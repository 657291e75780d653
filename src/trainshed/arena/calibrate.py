"""Checks that worlds have the right odds: the truth, the real position, must be no outlier among worlds drawn for it.

Nature deals the truth; a world is drawn from an observer's view of it. If worlds have exact odds, the truth and the
worlds have the same distribution: sort them by any number, and the rank of the truth is uniform. That holds only if
no move reveals hidden information, so the other seats answer only with words that are legal in every world drawn for
the observer. Where the observer reads the same answers, and equally many of each, in every world, the question does
not depend on hidden information: there the others play `curious_move`, and a word that the observer cannot read is
chosen at random from all that read alike. A word that stands for one of several equal pieces counts as often as there
are such pieces (`Effect.copies`), because worlds take it that a seat chooses any of its pieces.
The check knows no title, and enumerates no deals.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

from trainshed.arena.checks import NotConforming, any_move
from trainshed.arena.played import GameSetup, curious_move
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State

WORLDS = 7
"""How many worlds the truth is ranked among; ranks go from 0 to this number."""

OPEN_WORLDS = 4
"""A word counts as revealing nothing if it is legal in this many worlds."""

MORE_WORLDS = 24
"""So many worlds tell among how many equal pieces a word chooses at most."""

REJECTED = -1
"""No move: the truth is not taken into account, because the word that was chosen is not legal in it, or less likely."""

ENOUGH = 10 * (WORLDS + 1)
IMPROBABLE = 1e-6

STATISTICS = ("weighted bytes", "likeness to another world", "points")


def rank_truth(game: Game, table: GameSetup, length: int, rng: Random) -> list[int] | None:
    """The rank of the truth among worlds after `length` moves, by each statistic; None if there is nothing to rank."""
    observer = rng.choice([*range(table.seats), None])
    state = silent_game(game, table, observer, length, rng)
    if state is None:
        return None
    other = state.redraw(observer, rng)
    worlds = [state, *[state.redraw(observer, rng) for _ in range(WORLDS)]]
    if len({world.digest() for world in worlds}) == 1:
        return None
    return [rank(numbers, rng) for numbers in zip(*[measure(world, other) for world in worlds], strict=True)]


def silent_game(game: Game, table: GameSetup, observer: int | None, length: int, rng: Random) -> State | None:
    """A position after up to `length` moves that reveal nothing; None if the move to make is illegal in the truth.

    A seat that has no such move any more within its turn takes the turn back and does something else first: that it has
    none is seen in the worlds, so that this reveals nothing either.
    """
    state = game.start(table.seats, table.options)
    last: State | None = None
    said: Counter[int] = Counter()
    turn: tuple[State, set[int]] | None = None
    first: int | None = None
    for _ in range(length):
        last = state.clone()
        if state.actor == NATURE:
            move = any_move(state, rng)
        elif state.actor == observer:
            move = curious_move(state, said, rng)
        else:
            if state.begins_turn:
                turn, first = (state.clone(), set()), None
            told = silent_move(state, observer, said, rng, turn[1] if turn and first is None else set())
            if told is None:
                if turn is None or first is None or turn[0].actor != state.actor:
                    return state
                turn[1].add(first)
                state, first = turn[0].clone(), None
                continue
            if told not in state.moves():
                return None
            move = told
            first = move if first is None else first
        if state.seen(observer, move) == game.vocabulary.word(move):
            said[move] += 1  # words that the observer cannot read must not influence later choices
        state.apply(move)
        if state.over:
            return last
    return state


def silent_move(state: State, observer: int | None, said: Counter[int], rng: Random, tried: set[int]) -> int | None:
    """A move that reveals nothing to the observer: how it reads is chosen from worlds, not from the truth; or None.

    `tried`: moves after which the seat found no such move.
    """
    worlds = [state.redraw(observer, rng) for _ in range(OPEN_WORLDS)]
    found = [readings(world, observer) for world in worlds]
    ways = [{reading: len(moves) for reading, moves in other.items()} for other in found]
    reading = ""
    if not tried and all(way == ways[0] for way in ways):
        reading = worlds[0].seen(observer, curious_move(worlds[0], said, rng))
    elif len(ways[0]) == 1 and "?" in next(iter(ways[0])) and all(list(way) == list(ways[0]) for way in ways):
        reading = next(iter(ways[0]))
    if "?" in reading:
        alike = readings(state, observer).get(reading)
        return REJECTED if alike is None else any_copy(state, alike, rng)
    common = set(worlds[0].moves())
    for world in worlds[1:]:
        common &= set(world.moves())
    move = state.game.vocabulary.id(reading) if reading else min(common - tried, default=None)
    if move is None or move not in state.moves():
        return move
    copies = state.copies(move)
    if max([copies, *[world.copies(move) for world in worlds]]) > 1:
        others = [state.redraw(observer, rng) for _ in range(MORE_WORLDS)]
        most = max(world.copies(move) for world in [*others, *worlds] if move in world.moves())
        if rng.random() * most >= copies:
            return REJECTED
    return move


def any_copy(state: State, moves: Sequence[int], rng: Random) -> int:
    """A random one of these moves, each as likely as it has equal pieces to choose from."""
    return rng.choices(moves, [state.copies(move) for move in moves])[0]


def readings(state: State, observer: int | None) -> dict[str, list[int]]:
    """The answers to a question, by how an observer would read them."""
    found: dict[str, list[int]] = {}
    for move in state.moves():
        found.setdefault(state.seen(observer, move), []).append(move)
    return found


def measure(world: State, other: State) -> list[int]:
    """One number of a position for each of `STATISTICS`, the same for every title."""
    data, beside = world.dump(), other.dump()
    weighted = sum(byte * (1 + place * 37 % 101) for place, byte in enumerate(data))
    return [weighted, sum(a == b for a, b in zip(data, beside, strict=False)), sum(world.scores())]


def rank(numbers: Sequence[int], rng: Random) -> int:
    """The rank of the first number among all; ties are broken at random."""
    first = numbers[0]
    return sum(n < first for n in numbers) + rng.randrange(sum(n == first for n in numbers))


def check_ranks(ranks: Sequence[Sequence[int]]) -> None:
    """Check that the truth has every rank equally often."""
    if len(ranks) < ENOUGH:
        return
    for name, column in zip(STATISTICS, zip(*ranks, strict=True), strict=True):
        counts = [column.count(place) for place in range(WORLDS + 1)]
        p = goodness(counts, [1.0] * len(counts))
        if p < IMPROBABLE:
            raise NotConforming(f"worlds have wrong odds: ranks of the truth by {name} are {counts} (p = {p:.1e})")


# ---------------------------------------------------------------- chi-square


def goodness(counts: Sequence[int], weights: Sequence[float], least: float = 5.0) -> float:
    """Pearson's p-value of counts against weights; cells that expect less than `least` are merged."""
    scale = sum(counts) / sum(weights)
    cells: list[tuple[float, float]] = []
    rest_count, rest_expected = 0.0, 0.0
    for count, weight in zip(counts, weights, strict=True):
        if weight * scale >= least:
            cells.append((float(count), weight * scale))
        else:
            rest_count += count
            rest_expected += weight * scale
    if rest_expected >= least or not cells:
        cells.append((rest_count, rest_expected))
    elif rest_expected:
        count_, expected = cells.pop()
        cells.append((count_ + rest_count, expected + rest_expected))
    elif rest_count:
        return 0.0
    return chi_square_tail(sum((c - e) ** 2 / e for c, e in cells), len(cells) - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """P(χ² ≥ value) with this many degrees of freedom, by the finite sums for whole numbers."""
    if freedom <= 0 or value <= 0:
        return 1.0
    half = value / 2
    if freedom % 2 == 0:
        term, total = math.exp(-half), 0.0
        for k in range(1, freedom // 2 + 1):
            total += term
            term *= half / k
        return total
    total = math.erfc(math.sqrt(half))
    term = math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
    for k in range(1, (freedom - 1) // 2 + 1):
        total += term
        term *= half / (k + 0.5)
    return total

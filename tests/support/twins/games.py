"""Pairs of games that one seat and a spectator cannot tell apart: a random game, and its twin with other hidden words.

The twin is made as in `trainshed.arena.twins`: hidden words are exchanged or replaced, and what becomes illegal is
mended with words that read alike. Several such changes are laid over each other, as long as the twin still goes as far.
"""

from __future__ import annotations

from itertools import count
from random import Random

import trainshed
from trainshed.arena.played import GameSetup, PlayedGame, play_game, tables
from trainshed.arena.twins import Changes, exchanged, mend, replaced, shown_something_else
from trainshed.kernel.game import Game, State

TRIES = 40
"""Changes that are tried in one game; the best is taken."""

LAYERS = 30
"""Changes that are tried on top of it."""

BEST_OF = 3
"""Games that are tried for a long twin."""

GAMES = 12
"""Games that are tried for a twin that goes to the end, before one is taken that does not."""


class Pair:
    """Two games from the start on, and the prefix up to which one seat and a spectator cannot tell them apart."""

    def __init__(
        self, name: str, game: Game, table: GameSetup, seat: int, moves: tuple[list[int], list[int]], end: int
    ) -> None:
        self.name = name
        self.game = game
        self.table = table
        self.seat = seat
        """The seat that must not see a difference; nor must a spectator."""
        self.moves = moves
        self.end = end
        """The last prefix at which the seat and a spectator must get the same from both games."""
        self.states = (positions(game, table, moves[0]), positions(game, table, moves[1]))
        one, two = self.states
        self.differs = [a.digest() != b.digest() for a, b in zip(one, two, strict=True)]
        """By prefix: whether the full positions differ."""

    @property
    def whole(self) -> bool:
        """Do both games end right after the last prefix that is compared?"""
        return self.states[0][-1].over and self.states[1][-1].over

    @property
    def first(self) -> int:
        """The row of the first word that differs."""
        return next(row for row, (one, two) in enumerate(zip(*self.moves, strict=True)) if one != two)

    def words(self, which: int) -> list[str]:
        """The words of one of the two games."""
        return [self.game.vocabulary.word(move) for move in self.moves[which]]


def positions(game: Game, table: GameSetup, moves: list[int]) -> list[State]:
    """The position at every prefix."""
    state = game.start(table.seats, table.options)
    found = [state.clone()]
    for move in moves:
        state.play(move)
        found.append(state.clone())
    return found


class Walk:
    """Plays a game with changes, as far as some seat and the spectator cannot tell it from the original."""

    def __init__(self, played: PlayedGame, changes: Changes, rng: Random) -> None:
        self.changes = changes
        """Grows by the words that are mended."""
        self.moves = played.moves[: changes.first]
        self.end = changes.first
        self.different = 0
        """How many prefixes have different full positions."""
        self.whole = False
        self.alike = unaware_both(played, changes.alike)
        twin = played.clones[changes.first].clone()
        for row in range(changes.first, len(played.moves)):
            move: int | None = changes.moves.get(row, played.moves[row])
            if move not in twin.moves():
                move = mend(played, changes, twin, row, rng)
            alike = unaware_both(played, changes.alike)
            if move is None or not alike:
                return
            twin.apply(move)
            self.moves.append(move)
            self.alike = alike
            truth = played.clones[row + 1]
            if truth.over and twin.over:
                self.whole = True  # from now on hands are open, and this prefix is not compared
                return
            if twin.actor >= 0 and twin.actor == truth.actor and shown_something_else(truth, twin):
                changes.alike = [index for index in changes.alike if played.observers[index] != twin.actor]
                if not unaware_both(played, changes.alike):
                    del self.moves[-1]
                    return
                self.alike = unaware_both(played, changes.alike)
            self.end = row + 1
            self.different += twin.digest() != played.digests[row + 1]


def unaware_both(played: PlayedGame, alike: list[int]) -> list[int]:
    """The seats that cannot tell the games apart, if the spectator cannot either."""
    seats = [played.observers[index] for index in alike]
    return [seat for seat in seats if seat is not None] if None in seats else []


def best_walk(played: PlayedGame, rng: Random) -> Walk | None:
    """The change that goes on longest, with others on top of it; None if there is nothing to change."""
    hidden = [row for row, seen in enumerate(played.seen) if any("?" in word for word in seen)]
    best: Walk | None = None
    for _ in range(TRIES):
        changes = changed(played, hidden, rng)
        if changes is not None and unaware_both(played, changes.alike):
            walk = Walk(played, changes, rng)
            if walk.different and (best is None or reach(walk) > reach(best)):
                best = walk
    for _ in range(LAYERS if best is not None else 0):
        assert best is not None
        changes = changed(played, hidden, rng)
        if changes is None or changes.moves.keys() & best.changes.moves.keys():
            continue
        alike = [index for index in changes.alike if index in best.changes.alike]
        if not unaware_both(played, alike):
            continue
        walk = Walk(played, Changes(best.changes.moves | changes.moves, alike, ""), rng)
        if reach(walk) >= reach(best):
            best = walk
    return best


def changed(played: PlayedGame, hidden: list[int], rng: Random) -> Changes | None:
    """A pair of hidden rows exchanged, or one replaced."""
    if len(hidden) >= 2 and rng.random() < 0.6:
        return exchanged(played, hidden, rng)
    return replaced(played, hidden, rng) if hidden else None


def reach(walk: Walk) -> tuple[bool, int]:
    """How good a twin is, for comparison: whether it goes to the end, and for how many prefixes it differs."""
    return walk.whole, walk.different


def find_pair(title: str, seed: str) -> Pair:
    """A random game of two seats or more, and a twin of it; the same for the same seed."""
    game = trainshed.game(title)
    every = [table for table in tables(game) if table.seats > 1]
    best: tuple[PlayedGame, Walk] | None = None
    for attempt in count(1):
        rng = Random(f"{title}:{seed}:{attempt}")
        played = PlayedGame(game, rng.choice(every), curious=rng.random() < 0.5)
        play_game(played, f"{title}:{seed}:{attempt}")
        walk = best_walk(played, rng)
        if walk is not None and (best is None or reach(walk) > reach(best[1])):
            best = played, walk
        if best is not None and attempt >= (BEST_OF if best[1].whole else GAMES):
            break
    assert best is not None
    played, walk = best
    moves = played.moves[: len(walk.moves)], walk.moves
    return Pair(f"{title} {seed}", game, played.table, rng.choice(walk.alike), moves, walk.end)

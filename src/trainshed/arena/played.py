"""Random games that are checked at every move, with a record of everything that each observer saw.

Some games are played by `curious_move`: it prefers words that were seldom played, and moves that do not hand the
question on. So these games reach questions that uniformly random moves seldom reach.
"""

from __future__ import annotations

from collections import Counter
from itertools import product, zip_longest
from random import Random
from typing import Any

import msgspec

from trainshed.arena.checks import (
    NotConforming,
    check_events,
    check_moves,
    check_same,
    check_seen,
    check_weights,
    encode,
)
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.options import Option

ENDLESS = 20_000
"""A game with more moves than this is taken to be endless."""

PICKS = 5
"""How often `curious_move` picks a word before it accepts one that hands the question on."""

FEW_TABLES = 64
"""Up to this many combinations of options, a seat count is played with all of them."""


class GameSetup(msgspec.Struct, frozen=True):
    """The number of seats and the options of a game."""

    seats: int
    options: dict[str, str]

    def __str__(self) -> str:
        return " ".join([f"seats={self.seats}", *[f"{name}={choice}" for name, choice in self.options.items()]])


def tables(game: Game) -> list[GameSetup]:
    """Set-ups of a title, seat counts in turn: all combinations of options or, if they are many, each choice once."""
    by_seats = [tables_for(game, seats) for seats in game.seat_counts]
    return [table for row in zip_longest(*by_seats) for table in row if table is not None]


def tables_for(game: Game, seats: int) -> list[GameSetup]:
    """The set-ups for one seat count whose options fit together."""
    return [table for table in combined(game, seats) if not game.check_options(seats, table.options)]


def combined(game: Game, seats: int) -> list[GameSetup]:
    """The set-ups for one seat count, whether their options fit together or not."""
    options = [option for option in game.options if option.applies(seats)]
    names = [option.name for option in options]
    choices = [option.choices_for(seats) for option in options]
    count = 1
    for ways in choices:
        count *= len(ways)
    if count <= FEW_TABLES:
        return [GameSetup(seats, dict(zip(names, chosen, strict=True))) for chosen in product(*choices)]
    usual = {option.name: option.default for option in options}
    single = [
        usual | beside(option, seats) | {option.name: choice}
        for option, ways in zip(options, choices, strict=True)
        for choice in ways
        if choice != option.default
    ]
    return [GameSetup(seats, usual), *[GameSetup(seats, chosen) for chosen in single]]


def beside(option: Option, seats: int) -> dict[str, str]:
    """A choice of another option with which this one matters, another one for each seat count."""
    name, choices = option.beside
    return {name: choices[seats % len(choices)]} if name else {}


class PlayedGame:
    """A game from start to end, with all that was seen. Lists by prefix have one entry more than there are moves.

    `seen` is in the order of `observers`, views and events in the order of `watching`: every seat and the spectator, or
    one seat and the spectator, which costs less.
    """

    def __init__(self, game: Game, table: GameSetup, only: int | None = None, curious: bool = False) -> None:
        self.game = game
        self.table = table
        self.curious = curious
        self.observers: list[int | None] = [*range(table.seats), None]
        self.watching: list[int | None] = self.observers if only is None else [only, None]
        self.moves: list[int] = []
        self.seen: list[list[str]] = []
        """By row: the word as each observer read it."""
        self.clones: list[State] = []
        """By prefix: the position, as a clone that records no events."""
        self.digests: list[str] = []
        self.views: list[list[bytes]] = []
        self.events: list[list[bytes]] = []

    @property
    def thorough(self) -> bool:
        """Whether all observers are watching. Then their views and events are kept as bytes, for twins."""
        return self.watching is self.observers

    def veiled(self, prefix: int) -> set[int | None]:
        """The observers from whom a word was hidden before this prefix."""
        words = self.game.vocabulary.words
        return {
            observer
            for index, observer in enumerate(self.observers)
            if any(seen[index] != words[move] for seen, move in zip(self.seen[:prefix], self.moves, strict=False))
        }


def curious_move(state: State, said: Counter[int], rng: Random) -> int:
    """A random move; prefers words that were seldom played (`said`), and moves that do not hand the question on."""
    moves = state.moves()
    weights = [1 / (1 + said[move]) for move in moves]
    move = moves[0]
    for _ in range(PICKS if len(moves) > 1 else 0):
        move = rng.choices(moves, weights)[0]
        if state.reversible(move):
            break
    return move


def play_game(played: PlayedGame, seed: str) -> None:
    """Play random legal moves to the end, with the cheap checks at every move. Fills `played` as it goes."""
    game, table = played.game, played.table
    nature = Seeded(seed)
    rng = Random(seed)
    said: Counter[int] = Counter()
    state = game.start(table.seats, table.options)
    if state.events(None):
        raise NotConforming("events without listening")
    state.listen()
    census = game.census(state)
    if not any(census.values()):
        raise NotConforming("the census counts no pieces, so a lost piece would not be noticed")
    views = [state.view(observer) for observer in played.watching]
    note(played, state, views)
    while not state.over:
        if len(played.moves) >= ENDLESS:
            raise NotConforming(f"the game has not ended after {ENDLESS} moves")
        if state.actor == NATURE:
            check_weights(state)
            move = nature.choose(state)
            if not state.reveals(move):
                raise NotConforming("a draw is said to reveal nothing")
        elif played.curious:
            move = curious_move(state, said, rng)
            said[move] += 1
        else:
            move = rng.choice(state.moves())
        played.seen.append(check_seen(state, move))
        played.moves.append(move)
        state.play(move)
        views = witness(state, played.watching, views)
        note(played, state, views)
        now = game.census(state)
        if now != census:
            raise NotConforming(f"pieces are not conserved: {changed_counts(census, now)}")


def witness(state: State, watching: list[int | None], before: list[Any]) -> list[Any]:
    """The views after a move, after checking that events name every change."""
    views = [state.view(observer) for observer in watching]
    for index, observer in enumerate(watching):
        check_events(before[index], views[index], state.events(observer), observer)
    return views


def note(played: PlayedGame, state: State, views: list[Any]) -> None:
    """Check the moves at a prefix, and record the prefix."""
    check_moves(state)
    played.digests.append(state.digest())
    played.clones.append(state.clone())
    if played.thorough:
        played.views.append([encode(view) for view in views])
        played.events.append([encode(state.events(observer)) for observer in played.watching])


def changed_counts(before: dict[str, int], now: dict[str, int]) -> str:
    """Pieces whose number has changed, as text for an error."""
    names = [name for name in {**before, **now} if before.get(name, 0) != now.get(name, 0)]
    return ", ".join(f"{name} {before.get(name, 0)} -> {now.get(name, 0)}" for name in names)


def check_clones(played: PlayedGame) -> None:
    """Every clone still has the digest it had when it was made."""
    for prefix, (clone, digest) in enumerate(zip(played.clones, played.digests, strict=True)):
        if clone.digest() != digest:
            raise NotConforming(f"the clone made at move {prefix} changed while the game went on")


def check_replay(played: PlayedGame) -> None:
    """The moves alone give the same game, without recorded events and without views."""
    state = played.game.start(played.table.seats, played.table.options)
    for prefix, move in enumerate(played.moves):
        if played.thorough and state.digest() != played.digests[prefix]:
            raise NotConforming(f"a replay differs at move {prefix}")
        state.play(move)
        if state.events(None):
            raise NotConforming("events without listening")
    if state.digest() != played.digests[-1] or not state.over:
        raise NotConforming("a replay ends differently")


def check_bytes(played: PlayedGame) -> None:
    """A game that is dumped and loaded before every move is the same game."""
    state = played.game.start(played.table.seats, played.table.options)
    for clone, move in zip(played.clones, played.moves, strict=False):
        state = played.game.load(state.dump())
        check_same(clone, state, "a position loaded at every move")
        state.play(move)
    check_same(played.clones[-1], played.game.load(state.dump()), "a loaded end")

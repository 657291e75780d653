"""Checks that every refusal is right, and cites a clause about the refused word.

Many positions of random and of curious games, and the whole vocabulary at each: `why_not` is None exactly for the
legal moves, and every other answer cites a clause that exists. A refusal is generic if it only says that the word
belongs to another question. A question is about every family of words (the text before the first colon) that was ever
a legal answer to its kind: spaces and engineers at a turn, tokens at a token question, tracks, markers and tiles where
steps are asked. There a generic answer is a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from trainshed.arena.checks import any_move
from trainshed.arena.played import curious_move, tables
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State

ONE_IN = 3
"""One position of so many is checked."""


def positions(game: Game, count: int, seed: str) -> Iterator[State]:
    """Positions at which a seat is to move, from games at every table in turn, every second one curious."""
    every = tables(game)
    number = found = 0
    while found < count:
        table = every[number % len(every)]
        rng = Random(f"{seed}:{number}")
        number += 1
        said: Counter[int] = Counter()
        state = game.start(table.seats, table.options)
        while not state.over and found < count:
            if state.actor == NATURE:
                state.apply(any_move(state, rng))
                continue
            if rng.randrange(ONE_IN) == 0:
                found += 1
                yield state
            move = curious_move(state, said, rng) if number % 2 else any_move(state, rng)
            said[move] += 1
            state.apply(move)


def kind_of(state: Any) -> str:
    """The kind of question: the name of the effect that asks."""
    return str(state.pending()[-1][0])


class Asked:
    """Counts the refusals of every word at every position, and keeps what is wrong with them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.families = [word.split(":")[0] for word in game.vocabulary]
        self.positions = 0
        self.refusals = 0
        self.generic = 0
        self.faults: Counter[str] = Counter()
        self.about: set[tuple[str, str]] = set()
        """Kinds of questions and the families that were ever legal answers to them."""
        self.refused: Counter[tuple[str, str]] = Counter()
        self.generic_at: Counter[tuple[str, str]] = Counter()
        self.examples: dict[tuple[str, str], str] = {}

    def ask(self, state: State) -> None:
        self.positions += 1
        kind = kind_of(state)
        legal = set(state.moves())
        rulebook = self.game.rulebook
        for move, family in enumerate(self.families):
            refusal = state.why_not(move)
            if (refusal is None) != (move in legal):
                verdict = "not refused" if refusal is None else f"refused by {refusal.clause}"
                self.faults[f"{kind}: {self.game.vocabulary.word(move)} is {verdict}, and moves() says otherwise"] += 1
            if refusal is None:
                self.about.add((kind, family))
                continue
            self.refusals += 1
            self.refused[kind, family] += 1
            if refusal.clause not in rulebook:
                self.faults[f"{kind}: {refusal.clause!r} is no clause"] += 1
            if refusal.generic:
                self.generic += 1
                self.generic_at[kind, family] += 1
                self.examples.setdefault((kind, family), self.game.vocabulary.word(move))

    def misplaced(self) -> dict[tuple[str, str], int]:
        """How many generic refusals there were of words that the question is about, by kind and family."""
        return {key: count for key, count in sorted(self.generic_at.items()) if key in self.about}

    def about_count(self) -> int:
        return sum(count for key, count in self.refused.items() if key in self.about)

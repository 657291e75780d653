"""Is every refusal right, and does it speak of the move?

Many positions of random and of curious games, and the whole vocabulary at each: `why_not` is None exactly for the
legal moves, and every other answer cites a clause that exists. A refusal is generic if it only says that the word
belongs to another question. A question is about every family of words (the text before the first colon) that was ever
a legal answer to its kind: spaces and engineers at a turn, tokens at a token question, tracks, markers and tiles where
steps are asked. There a generic answer is a fault.

    python bench/refusals.py                          100,000 positions of Russian Railroads
    python bench/refusals.py --short                  20,000 positions in at most 50 s
    python bench/refusals.py --title lok-n-roll

The last line has the counts. Exit 1 if an answer is wrong, or generic where the question is about the word.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

import trainshed
from trainshed.arena.checks import any_move
from trainshed.arena.played import curious_move, tables
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State

ONE_IN = 3
"""One position of so many is asked about."""


def positions(game: Game, count: int, seed: str) -> Iterator[State]:
    """Positions in which a seat is asked, from games at every table in turn, every second one curious."""
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
    """What was answered about every word at every position."""

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
        """Generic answers about words that the question is about."""
        return {key: count for key, count in sorted(self.generic_at.items()) if key in self.about}

    def about_count(self) -> int:
        return sum(count for key, count in self.refused.items() if key in self.about)


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask for a refusal of every word at many positions.")
    parser.add_argument("--title", default="russian-railroads")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", default="refusals")
    parser.add_argument("--short", action="store_true", help="20,000 positions, at most 50 s")
    args = parser.parse_args()
    game = trainshed.game(args.title)
    asked = Asked(game)
    begin = perf_counter()
    for state in positions(game, 20_000 if args.short else args.positions, args.seed):
        asked.ask(state)
    kinds = sorted({kind for kind, _ in asked.about})
    for kind in kinds:
        families = [family for k, family in sorted(asked.about) if k == kind]
        print(f"{kind}: {', '.join(families)}")
    for fault, count in asked.faults.most_common(20):
        print(f"wrong: {fault} ({count} times)")
    misplaced = asked.misplaced()
    for (kind, family), count in misplaced.items():
        print(f"generic at {kind}: {count} words such as {asked.examples[kind, family]}")
    about, wrong, generic = asked.about_count(), sum(asked.faults.values()), sum(misplaced.values())
    print(f"{asked.generic / asked.refusals:.1%} of all refusals are generic, {perf_counter() - begin:.0f} s")
    print(
        f"{game.slug}: {asked.positions} positions, {asked.positions * len(game.vocabulary)} answers, {wrong} wrong; "
        f"{asked.refusals} refusals, {asked.generic} generic; {about} about the question, {generic} generic"
    )
    return 1 if wrong or generic or asked.positions == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measures whether one style of the rules of thumb is too strong: copies that follow one plan each play each other.

Every title with a goal in `bench/goals.toml` is played with one seat for each of its styles (`STYLES` of its `bot`), in
every order of seats; the choices of the option that `vary` names take turns. A victory that is shared counts in parts.
Two processes play the games; seeds are fixed, so the figures repeat.

    python bench/styles.py            3,000 games
    python bench/styles.py --short    as many games as fit into 50 s

The last line has the deciding figure. Exit 1 if a style wins too often.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Self

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, goals, measured, narrow
from bench.thumb import varied
from trainshed.arena.jobs import ProcessRunner, run
from trainshed.arena.match import play_game
from trainshed.arena.tally import Side
from trainshed.bots.bot import Budget, Worlds
from trainshed.kernel.nature import Seeded

FULL = 3000
CHUNK = 60
"""Games at a time."""
SECONDS = 35.0
"""In a short run no further games are started after so many seconds."""


class StyleTotals(msgspec.Struct):
    """Totals of each style, in the order of `STYLES`."""

    sides: list[Side]
    games: int = 0

    def merge(self, other: StyleTotals) -> None:
        self.games += other.games
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.merge(theirs)

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


class Goal(msgspec.Struct, frozen=True):
    """What is wanted of the styles of a title."""

    title: str
    share: float
    """The largest share of the games that a style may win."""
    vary: str = ""
    """An option whose choices take turns, game by game."""

    def empty(self) -> StyleTotals:
        return StyleTotals([Side() for _ in styles_of(self.title)])

    def play(self, index: int, summary: StyleTotals) -> None:
        """Play one game: the part of the victory and the points of each style."""
        seed = f"styles:{index}"
        game = trainshed.game(self.title)
        part = game.part("bot")
        styles = styles_of(self.title)
        orders = list(permutations(range(len(styles))))
        order = orders[index % len(orders)]
        bots = [StyleBot(styles[at], part.weigher(styles[at])) for at in order]
        state = game.start(len(styles), varied(game, self.vary, index // len(orders)))
        state, _ = play_game(state, bots, Seeded(seed), Random(seed), Budget())
        ranks, scores = state.standings(), state.scores()
        summary.games += 1
        for seat, at in enumerate(order):
            side = summary.sides[at]
            side.played += 1
            side.scores.add(scores[seat])
            if ranks[seat] == 1:
                side.add_first(ranks.count(1))


class StyleBot:
    """Plays the move with the highest weight of one style in one world, ties at random."""

    def __init__(self, name: str, weigh: Callable[[Any, Sequence[int]], list[int]]) -> None:
        self.name = name
        self.weigh = weigh

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        weights = self.weigh(worlds(), moves)
        highest = max(weights)
        return rng.choice([move for move, weight in zip(moves, weights, strict=True) if weight == highest])


def styles_of(title: str) -> list[str]:
    return list(trainshed.game(title).part("bot").STYLES)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the styles of the rules of thumb against each other.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    wanted = goals("styles")
    chosen = [msgspec.convert({"title": title, **wanted[title]}, Goal) for title in measured() if title in wanted]
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; the share that each style wins, and its mean points")

    begin = perf_counter()
    missed = False
    figures: list[str] = []
    with ProcessRunner(2) as runner:
        for place, goal in enumerate(chosen, 1):
            totals = goal.empty()
            limit = SECONDS * place / len(chosen)
            while totals.games < FULL and not (args.short and totals.games and perf_counter() - begin > limit):
                totals.merge(run(goal, min(CHUNK, FULL - totals.games), first=totals.games, runner=runner))
            styles = styles_of(goal.title)
            shares = [float(side.wins / totals.games) for side in totals.sides]
            points = [side.scores.total / totals.games for side in totals.sides]
            for style, share, mean in zip(styles, shares, points, strict=True):
                print(f"{goal.title}, {style}: wins {100 * share:.1f} %, {mean:.1f} points")
            best = max(shares)
            missed = missed or best > goal.share
            figures.append(
                f"{goal.title} {styles[shares.index(best)]} wins {100 * best:.1f} % of {totals.games} games "
                f"(wanted: at most {100 * goal.share:g})"
            )
    print("; ".join(figures))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

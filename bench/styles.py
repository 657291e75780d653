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
from functools import partial
from itertools import permutations
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, goals, measured, narrow
from bench.thumb import varied
from trainshed.arena.match import play_game
from trainshed.bots.bot import Budget, Worlds
from trainshed.kernel.nature import Seeded

FULL = 3000
CHUNK = 60
"""Games at a time."""
SECONDS = 35.0
"""In a short run no further games are started after so many seconds."""


class Goal(msgspec.Struct, frozen=True):
    """What is wanted of the styles of a title."""

    title: str
    share: float
    """The largest share of the games that a style may win."""
    vary: str = ""
    """An option whose choices take turns, game by game."""


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


def one_game(goal: Goal, number: int) -> tuple[list[float], list[int]]:
    """The part of the victory and the points of each style."""
    seed = f"styles:{number}"
    game = trainshed.game(goal.title)
    part = game.part("bot")
    styles = styles_of(goal.title)
    orders = list(permutations(range(len(styles))))
    order = orders[number % len(orders)]
    bots = [StyleBot(styles[at], part.weigh_style(styles[at])) for at in order]
    state = game.start(len(styles), varied(game, goal.vary, number // len(orders)))
    state, _ = play_game(state, bots, Seeded(seed), Random(seed), Budget(playouts=1))
    ranks, scores = state.standings(), state.scores()
    won = [float(ranks[order.index(at)] == 1) / ranks.count(1) for at in range(len(styles))]
    return won, [scores[order.index(at)] for at in range(len(styles))]


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
    with Pool(2) as pool:
        for place, goal in enumerate(chosen, 1):
            results: list[tuple[list[float], list[int]]] = []
            limit = SECONDS * place / len(chosen)
            while len(results) < FULL and not (args.short and results and perf_counter() - begin > limit):
                numbers = range(len(results), min(FULL, len(results) + CHUNK))
                results.extend(pool.map(partial(one_game, goal), numbers, chunksize=5))
            styles = styles_of(goal.title)
            shares = [fmean(won[at] for won, _ in results) for at in range(len(styles))]
            points = [fmean(scores[at] for _, scores in results) for at in range(len(styles))]
            for style, share, mean in zip(styles, shares, points, strict=True):
                print(f"{goal.title}, {style}: wins {100 * share:.1f} %, {mean:.1f} points")
            best = max(shares)
            missed = missed or best > goal.share
            figures.append(
                f"{goal.title} {styles[shares.index(best)]} wins {100 * best:.1f} % of {len(results)} games "
                f"(wanted: at most {100 * goal.share:g})"
            )
    print("; ".join(figures))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

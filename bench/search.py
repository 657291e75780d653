"""Measures search: does it find best moves that are known exactly, and how many games does it imagine in a second?

Endings of Lok'n'Roll with at most 12 cards were solved by expectimax (`tests/support/games/lok_n_roll/endings.py`);
search must find a best move in 98 % of them. On the same positions of whole games, it and OpenSpiel's own ISMCTS, which
plays the title through our adapter, are timed in turn; ours must imagine 10 times as many games a second.

    python bench/search.py            300 endings, 5 rounds
    python bench/search.py --short    60 endings, 2 rounds

The last line has the deciding figures. Exit 1 if one of them is missed.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from tests.support.games.lok_n_roll.endings import endings
from trainshed.bots.bot import Budget
from trainshed.bots.levels import DIRECTOR_NODES
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.title import search_of
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded

TITLE = "lok-n-roll"
ALWAYS = Budget(seconds=math.inf)
FOUND = 0.98
RATIO = 10.0
SIMULATIONS = 200


def best_found(count: int, nodes: int) -> tuple[int, int]:
    """In how many endings search finds a best move, and how many there are."""
    tuned = search_of(trainshed.game(TITLE)).parameters
    # The endings are solved for the margin in points, so the first place must not count by itself.
    bot = SearchBot("margin", nodes, msgspec.structs.replace(tuned, win=0.0, spread=4.0, width=64))
    found = asked = 0
    for ending in endings(count):
        state = ending.state
        view, rng = state.view(state.actor), Random(ending.name)
        move = bot.choose(view, state.moves(), ALWAYS, rng, lambda: state.game.world(view, rng))  # noqa: B023
        asked += 1
        found += move in ending.best
        if move not in ending.best:
            words = state.game.vocabulary
            best = ", ".join(words.word(word) for word in ending.best)
            print(f"{ending.name}: {words.word(move)} for {best}, loses {ending.loss(move):.2f} points")
    return found, asked


def history(questions: int, seed: int) -> list[int]:
    """The moves of a random two-seat game up to one of its questions."""
    state, nature, rng = trainshed.game(TITLE).start(2), Seeded(seed), Random(seed)
    moves: list[int] = []
    while questions or state.actor == trainshed.NATURE or len(state.moves()) == 1:
        if state.actor == trainshed.NATURE:
            move = nature.choose(state)
        else:
            choices = state.moves()
            questions -= len(choices) > 1 and questions > 0
            move = choices[rng.randrange(len(choices))]
        state.apply(move)
        moves.append(move)
    return moves


def our_rate(moves: list[int]) -> float:
    """Imagined games a second of our search."""
    state: State = trainshed.game(TITLE).start(2)
    for move in moves:
        state.apply(move)
    view, rng = state.view(state.actor), Random(1)
    begin = perf_counter()
    SearchBot("timed", SIMULATIONS).choose(view, state.moves(), ALWAYS, rng, lambda: state.game.world(view, rng))
    return SIMULATIONS / (perf_counter() - begin)


def their_rate(moves: list[int]) -> float:
    """Imagined games a second of OpenSpiel's ISMCTS, with one random playout each."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from trainshed.adapters.open_spiel import resampler, short_name

    game = pyspiel.load_game(short_name(TITLE), {"seats": 2})
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=30.0,
        max_simulations=SIMULATIONS // 10,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(resampler(1))
    begin = perf_counter()
    bot.step(state)
    return SIMULATIONS // 10 / (perf_counter() - begin)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure search.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--nodes", type=int, default=DIRECTOR_NODES)
    args = parser.parse_args()
    ratios = []
    for number in range(2 if args.short else 5):
        moves = history(10 + 12 * number, number)
        ours, theirs = our_rate(moves), their_rate(moves)
        ratios.append(ours / theirs)
        print(
            f"simulations/s: ours {ours:,.0f}, OpenSpiel's ISMCTS {theirs:,.0f}, {ours / theirs:.1f} times", flush=True
        )
    found, asked = best_found(60 if args.short else 300, args.nodes)
    share = found / asked
    print(
        f"a best move in {found} of {asked} endings ({share:.1%}, goal {FOUND:.0%}); "
        f"{median(ratios):.1f} times OpenSpiel's simulations/s (goal {RATIO:.0f})"
    )
    return 0 if share >= FOUND and median(ratios) >= RATIO else 1


if __name__ == "__main__":
    sys.exit(main())

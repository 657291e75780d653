"""Measures how long the network of a learned value takes for a position, in batches and one by one, in every title.

    python bench/learned.py            2,000 positions a title
    python bench/learned.py --short    200 positions a title

Positions come from games by the rules of thumb at tables of two to four seats. Weights are random: their values do not
change the time. Printed too is what a whole estimate takes, features included, beside the hand-made one.

Goal: at most 20 µs a position in batches. The last line has the deciding figure; exit 1 if it is missed.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from trainshed.arena.learn.fitting import HIDDEN
from trainshed.bots.learned.network import ValueNetwork
from trainshed.bots.learned.value import LearnedValue, PositionInputs
from trainshed.bots.thumb import heaviest, rules_of_thumb
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded

FULL: Final = 2_000
SHORT: Final = 200
BATCH: Final = 64
REPEATED: Final = 5
GOAL: Final = 20.0


def positions(title: str, count: int) -> list[State]:
    """Positions at the beginning of turns, of as many games as are needed."""
    game = trainshed.game(title)
    weigh = rules_of_thumb(game)
    found: list[State] = []
    number = 0
    while True:
        state, nature, rng = game.start(2 + number % 3), Seeded(f"learned:{number}"), Random(number)
        number += 1
        while not state.over:
            if state.actor == NATURE:
                state.apply(nature.choose(state))
                continue
            if state.begins_turn and rng.randrange(3) == 0:
                found.append(state.clone())
                if len(found) == count:
                    return found
            moves = state.moves()
            state.apply(heaviest(moves, weigh(state, moves), rng))


def random_network(inputs: int, outputs: int) -> ValueNetwork:
    """A network of the size that is trained."""
    rng = np.random.default_rng(1)
    sizes = [inputs, *HIDDEN, outputs]
    shapes = list(pairwise(sizes))
    return ValueNetwork(
        [rng.normal(0, 0.01, shape).astype(np.float32) for shape in shapes],
        [np.zeros(shape[1], dtype=np.float32) for shape in shapes],
    )


def measure(title: str, count: int) -> float:
    """The least microseconds a position in batches, of some repetitions; prints the other figures."""
    game = trainshed.game(title)
    states = positions(title, count)
    inputs = PositionInputs(game)
    network = random_network(inputs.length, 2 * inputs.places)
    value = LearnedValue(game, network)
    rows = [inputs.of(state, inputs.expected(state)) for state in states]
    dense = np.array(rows, dtype=np.float32)
    in_batches, one_by_one = [], []
    for _ in range(REPEATED):
        begin = process_time()
        for at in range(0, count, BATCH):
            network.of_batch(dense[at : at + BATCH])
        in_batches.append((process_time() - begin) / count * 1e6)
        begin = process_time()
        for row in dense:
            network.of_position(row)
        one_by_one.append((process_time() - begin) / count * 1e6)
    begin = process_time()
    for state in states:
        value.expected_points(state)
    middle = process_time()
    for state in states:
        inputs.expected(state)
    end = process_time()
    print(
        f"{game.name}: {inputs.length} inputs; in batches of {BATCH} {min(in_batches):.1f} µs a position "
        f"({max(in_batches):.1f} at most), one by one {min(one_by_one):.1f}; a whole estimate with its features "
        f"{(middle - begin) / count * 1e6:.0f} µs, the hand-made one {(end - middle) / count * 1e6:.0f}"
    )
    return min(in_batches)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the networks of learned values.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    with threadpool_limits(1):
        worst = max(measure(title, SHORT if args.short else FULL) for title in measured())
    print(f"at most {worst:.1f} µs a position in batches (goal {GOAL:.0f})")
    return 0 if worst <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())

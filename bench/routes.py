"""Checks the routes and payments of Spike against trying everything, and measures how quickly they are found.

    python bench/routes.py            50,000 small random maps, 40 games
    python bench/routes.py --short    10,000 small random maps, 8 games, at most 50 s

The maps have 6 to 9 places, and both readings of joker sets are tried (`tests/support/games/spike/plain_routes.py`):
whether any route can be built, over which link a route can begin and go on, every payment, and the cheapest route to
each city. Times are those of the questions of random games and games by rules of thumb, on the build that is loaded.

The last line has the deciding figures. Exit 1 if anything differs, or a time of `bench/goals.toml` is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.percentiles import percentile
from bench.parts.titles import goals
from tests.support.games.spike.plain_routes import Checked, compare, random_case
from trainshed.games.spike.bot import weigh
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.network.cheapest import cheapest_routes
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.rules.turns import Turn
from trainshed.kernel.agenda import NATURE

MAPS: Final = 50_000
SHORT_MAPS: Final = 10_000
GAMES: Final = 40
SHORT_GAMES: Final = 8
LINKS: Final = 4
CARDS: Final = 6
"""The cheapest routes are measured with at most so many links and cards in hand."""
REPEATS: Final = 3
"""Each question is asked so often, and its shortest time counts: the machine does other things too."""
SHOWN: Final = 5


class Times:
    """Microseconds of each question."""

    def __init__(self) -> None:
        self.exists: list[float] = []
        self.cheapest: list[float] = []
        self.any_hand: list[float] = []

    def ask(self, state: SpikeState, seat: int) -> None:
        """Ask at a turn whether a route can be built, and for the cheapest ones."""
        exists, cheapest = [], []
        for _ in range(REPEATS):
            begin = perf_counter()
            state.builder(seat).any_route()
            exists.append(perf_counter() - begin)
            begin = perf_counter()
            cheapest_routes(state.builder(seat), LINKS)
            cheapest.append(perf_counter() - begin)
        self.exists.append(min(exists) * 1e6)
        self.any_hand.append(min(cheapest) * 1e6)
        if sum(state.players[seat].hand) <= CARDS:
            self.cheapest.append(min(cheapest) * 1e6)


def check_maps(count: int, seed: str) -> Checked:
    """Compare so many small maps, half of them with mixed joker sets."""
    rng = Random(seed)
    checked = Checked()
    for number in range(count):
        compare(random_case(rng, number % 2 == 1), checked)
    return checked


def play(seats: int, seed: int, well: bool, times: Times) -> None:
    """Play a game at random, or by rules of thumb with the second-best answer now and then, and ask at every turn."""
    state: SpikeState = SpikeGame().start(seats)
    rng = Random(seed)
    while not state.over:
        moves = state.moves()
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        if type(state.top) is Turn:
            times.ask(state, state.actor)
        state.apply(rng.choices(moves, weigh(state, moves) if well else None)[0])


def main() -> int:
    parser = argparse.ArgumentParser(description="Check and measure the routes of Spike.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--seed", default="routes")
    args = parser.parse_args()
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}")

    begin = process_time()
    checked = check_maps(SHORT_MAPS if args.short else MAPS, args.seed)
    print(
        f"{checked.cases} maps ({checked.buildable} with a route that can be built), {checked.links} links, "
        f"{checked.demands} demands, {checked.offers} cheapest routes, {process_time() - begin:.0f} s"
    )
    for case in checked.wrong[:SHOWN]:
        print("differs:", case)

    times = Times()
    for number in range(SHORT_GAMES if args.short else GAMES):
        play(2 + number % 3, number, number % 2 == 0, times)
    exists, cheapest = median(times.exists), percentile(times.cheapest, 0.99)
    print(
        f"{len(times.exists)} turns: existence {exists:.0f} us median, {percentile(times.exists, 0.99):.0f} us p99; "
        f"cheapest with any hand {median(times.any_hand):.0f} us median, {percentile(times.any_hand, 0.99):.0f} us p99"
    )
    wanted = goals("routes")["spike"]
    missed = [f"{len(checked.wrong)} answers differ"] if checked.wrong else []
    if exists > wanted["existence"]:
        missed.append(f"existence {exists:.0f} us, goal {wanted['existence']:g}")
    if cheapest > wanted["cheapest"]:
        missed.append(f"cheapest {cheapest:.0f} us, goal {wanted['cheapest']:g}")
    for line in missed:
        print("missed:", line)
    print(
        f"{checked.cases} maps, {len(checked.wrong)} different; "
        f"existence {exists:.0f} us median (wanted: {wanted['existence']:g}); "
        f"cheapest with {CARDS} cards and {LINKS} links {cheapest:.0f} us p99 (wanted: {wanted['cheapest']:g})"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

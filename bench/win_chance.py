"""Checks the chances to win that an analysis states against the results of games, and fits their spread.

Games of Drivers are played at every title and number of seats. In some positions of each, the chance of every seat is
told from the expected points (`trainshed.bots.search.win_chance`), as search does it when an imagined game stops, and
compared with the result: by the Brier score (the mean square of the differences, 0 is best), by a table of how often
seats won that were told so much, and against the chance that knows nothing, one divided by the seats. In the full run
the same is done for what `judge` says, in fewer positions, as it takes much longer.

    python bench/win_chance.py             300 games of each title, judged positions in 40 of them
    python bench/win_chance.py --short     as many games as fit into 45 s
    python bench/win_chance.py --fit       finds the table `[chance]` of each `search.toml`, from other games

The last line has the deciding scores. Exit 1 if a title's chances are not better than the constant.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from random import Random
from time import perf_counter

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from trainshed.arena.match import play_game
from trainshed.bots.analysis.judge import judge
from trainshed.bots.bot import Budget
from trainshed.bots.levels import DRIVER
from trainshed.bots.search.title import ChanceParameters, search_of
from trainshed.bots.search.win_chance import points_to_come, shares_of_first, spread, win_chances
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Seeded

SECONDS = 45.0
GAMES = 300
FIT_GAMES = 300
JUDGED_GAMES = 40
POSITIONS = 12
"""Positions of a game in which chances are told."""
JUDGED = 4
"""Positions of a game that are judged."""
NODES = 48
BINS = 5
EVER = Budget(seconds=1e9)


class SampledPosition(msgspec.Struct, frozen=True):
    """A position of a game, and how the game ended."""

    expected: list[float]
    to_come: float
    won: list[float]
    """The share of each seat in the first place."""


class ToldChance(msgspec.Struct, frozen=True):
    """A chance that was told, and the share in the first place that the seat got."""

    chance: float
    won: float
    seats: int


def played(game: Game, seed: str) -> tuple[list[State], list[float]]:
    """The positions of a game of Drivers in which turns begin, and the share of each seat in the first place."""
    rng = Random(seed)
    counts = [seats for seats in game.seat_counts if seats > 1]
    state = game.start(counts[int(rng.random() * len(counts))])
    positions: list[State] = []

    def look(actor: int, move: int) -> None:
        if actor != NATURE and state.begins_turn and len(state.moves()) > 1:
            positions.append(state.clone())

    play_game(state, [DRIVER] * state.seats, Seeded(seed), rng, EVER, look)
    return positions, shares_of_first(state.standings())


def sampled(game: Game, seed: str) -> list[SampledPosition]:
    """Some positions of a game, with what is expected in them and how it ended."""
    expected = search_of(game).expected
    assert expected is not None
    positions, won = played(game, seed)
    found: list[SampledPosition] = []
    for state in Random(seed).sample(positions, min(POSITIONS, len(positions))):
        points = expected(state)
        found.append(SampledPosition(points, points_to_come(points, game.returns(state)), won))
    return found


def told(samples: Sequence[SampledPosition], values: ChanceParameters) -> list[ToldChance]:
    """The chances of all seats in these positions."""
    return [
        ToldChance(chance, won, len(sample.won))
        for sample in samples
        for chance, won in zip(
            win_chances(sample.expected, spread(values.least, values.growth, values.power, sample.to_come)),
            sample.won,
            strict=True,
        )
    ]


def judged(game: Game, seed: str) -> list[ToldChance]:
    """What `judge` says in some positions of a game, of all seats."""
    positions, won = played(game, seed)
    rng = Random(seed)
    found: list[ToldChance] = []
    for state in rng.sample(positions, min(JUDGED, len(positions))):
        view = state.view(state.actor)
        budget = Budget(seconds=1e9, nodes=NODES)
        judgement = judge(view, state.moves(), None, budget, rng, lambda: game.world(view, rng))  # noqa: B023
        found += [ToldChance(judgement.chances[seat], won[seat], state.seats) for seat in range(state.seats)]
    return found


# ---------------------------------------------------------------- scores


def brier(chances: Sequence[ToldChance]) -> float:
    """The mean square of the differences between chances and results."""
    return sum((one.chance - one.won) ** 2 for one in chances) / len(chances)


def constant(chances: Sequence[ToldChance]) -> float:
    """The same of the chance that knows nothing but the number of seats."""
    return sum((1 / one.seats - one.won) ** 2 for one in chances) / len(chances)


def reliability(chances: Sequence[ToldChance]) -> str:
    """How often seats won that were told so much, for fifths of the scale."""
    cells: list[str] = []
    for number in range(BINS):
        some = [one for one in chances if min(int(one.chance * BINS), BINS - 1) == number]
        if some:
            said = sum(one.chance for one in some) / len(some)
            true = sum(one.won for one in some) / len(some)
            cells.append(f"{said:.0%} won {true:.0%} of {len(some)}")
    return "; ".join(cells)


def error(chances: Sequence[ToldChance]) -> float:
    """The mean distance between what was told and how often it came true, over the fifths of the scale."""
    total = 0.0
    for number in range(BINS):
        some = [one for one in chances if min(int(one.chance * BINS), BINS - 1) == number]
        total += abs(sum(one.chance - one.won for one in some))
    return total / len(chances)


# ---------------------------------------------------------------- fitting


def surprise(samples: Sequence[SampledPosition], values: ChanceParameters) -> float:
    """The mean logarithmic loss of the chances of the winners."""
    total = 0.0
    for sample in samples:
        scale = spread(values.least, values.growth, values.power, sample.to_come)
        for chance, won in zip(win_chances(sample.expected, scale), sample.won, strict=True):
            if won:
                total -= won * log(max(chance, 1e-4))
    return total / len(samples)


def fitted(samples: Sequence[SampledPosition], margin: float) -> ChanceParameters:
    """The values with the least surprise, found by trying steps of each that become smaller and smaller."""
    best = ChanceParameters(margin * 0.05, margin * 0.05, 0.5)
    least = surprise(samples, best)
    step = 2.0
    while step > 1.02:
        better = False
        for name in ("least", "growth", "power"):
            for factor in (step, 1 / step):
                tried = msgspec.structs.replace(best, **{name: getattr(best, name) * factor})
                loss = surprise(samples, tried)
                if loss < least and 0.1 <= tried.power <= 2.0 and tried.least >= 0.02 * margin:
                    best, least, better = tried, loss, True
        if not better:
            step = step**0.5
    return best


def fit(slug: str, games: int) -> None:
    """Print the table `[chance]` of a title."""
    game = trainshed.game(slug)
    samples = [sample for number in range(games) for sample in sampled(game, f"fit:{slug}:{number}")]
    values = fitted(samples, search_of(game).margin)
    chances = told(samples, values)
    print(
        f"# {slug}: {games} games, {len(samples)} positions; Brier score {brier(chances):.4f}, of the constant"
        f" {constant(chances):.4f}\n# {reliability(chances)}\n[chance]\nleast = {values.least:.3g}\n"
        f"growth = {values.growth:.3g}\npower = {values.power:.3g}\n",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the chances to win against the results of games.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--fit", action="store_true", help="print the tables [chance] that fit best")
    parser.add_argument("--games", type=int, default=0, help="of each title; default: 300")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    slugs = [slug for slug in measured() if search_of(trainshed.game(slug)).expected is not None]
    if args.fit:
        for slug in slugs:
            fit(slug, args.games or FIT_GAMES)
        return 0
    worse = 0
    lines: list[str] = []
    for slug in slugs:
        game = trainshed.game(slug)
        end = perf_counter() + SECONDS / len(slugs)
        chances: list[ToldChance] = []
        games = 0
        while games < (args.games or GAMES) and not (args.short and games and perf_counter() > end):
            chances += told(sampled(game, f"check:{slug}:{games}"), search_of(game).chance)
            games += 1
        print(f"{game.name}, {games} games: {reliability(chances)}; mean error {error(chances):.1%}", flush=True)
        if not args.short:
            said = [one for number in range(min(games, JUDGED_GAMES)) for one in judged(game, f"check:{slug}:{number}")]
            print(
                f"  judged with {NODES} nodes: Brier score {brier(said):.3f} ({constant(said):.3f}); "
                f"{reliability(said)}; mean error {error(said):.1%}",
                flush=True,
            )
        worse += brier(chances) >= constant(chances)
        lines.append(f"{slug} {brier(chances):.3f} ({constant(chances):.3f})")
    print(f"Brier score, in brackets that of the constant: {', '.join(lines)}; {worse} titles are not better")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())

"""Counts how often the intervals of studies hold the truth, on a title whose odds can be counted.

The title `tests/support/odds/title/known_odds.py` is studied again and again, each time with another seed, and in arms
in which seat 1 has no bonus, or one. The truth follows from counting all ends of a game. Counted are the 95 %
intervals of

- a share of whole games (ties), a share with parts (victories of seat 1), and a mean (points of seat 1);
- the difference of two arms that have the same luck, and all differences of three arms together;
- the points by which seats that used a word are ahead;
- victories in studies that go on until their interval is narrow enough.

Also measured: by how much the same luck narrows the interval of the difference, against what follows from counting.

    python bench/study_intervals.py            1,000 studies of 400 games, and 1,000 that end by themselves
    python bench/study_intervals.py --short    1,000 studies of 60 games, and 100 that end by themselves

The last line has the deciding figures. Exit 1 if an interval holds in less than 93 or more than 97 % of the studies (in
a short run, which has fewer: if that is clear by 99 %), or if the same luck narrows by a factor more than 5 % from the
counted one.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.odds.known_odds import SLUG, ends, known_odds, mean, variance, wins_of_seat_1
from trainshed.arena.jobs import InlineRunner
from trainshed.arena.studies.results import Figures, figures
from trainshed.arena.studies.run import run_study
from trainshed.arena.studies.study_file import Factor, Study, StudyFile
from trainshed.arena.tally import wilson

STUDIES: Final = 1000
LEAST: Final = 0.93
MOST: Final = 0.97
BONUSES: Final = (0, 1, 2)
Z_99: Final = 2.576
ENOUGH: Final = 0.03
"""Half of the width that studies wanted which ended by themselves."""
SLACK: Final = 0.05
"""By how much the measured factor may differ from the counted one."""


class Counted(NamedTuple):
    """What follows from counting all ends of a game."""

    ties: Fraction
    wins: Fraction
    points: Fraction
    ahead: Fraction
    differences: tuple[Fraction, ...]
    """Of the victories of seat 1 in each arm from those in the first."""
    factor: float
    """By which the same luck narrows the interval of the first difference."""


def counted() -> Counted:
    usual = ends(0)
    wins = [wins_of_seat_1(bonus) for bonus in BONUSES]
    ahead = [Fraction(one - other, 2) for one, other, bold, _ in usual if bold]
    ahead += [Fraction(other - one, 2) for one, other, _, bold in usual if bold]
    paired = variance([own - base for own, base in zip(wins[1], wins[0], strict=True)])
    return Counted(
        ties=mean([Fraction(one == other) for one, other, _, _ in usual]),
        wins=mean(wins[0]),
        points=mean([one for one, _, _, _ in usual]),
        ahead=mean(ahead),
        differences=tuple(mean(own) - mean(wins[0]) for own in wins[1:]),
        factor=math.sqrt((variance(wins[0]) + variance(wins[1])) / paired),
    )


def study_of(seed: int, kind: str, bonuses: tuple[int, ...], games: int) -> Study:
    factors = [Factor("bonus", [str(bonus) for bonus in bonuses], option="bonus")] if len(bonuses) > 1 else []
    file = StudyFile(
        question="Is it good to sit first?",
        title=SLUG,
        seats=[2],
        bots=["random"],
        answer="won:seat-1",
        games=games,
        seed=f"{kind}:{seed}",
        responses=("wins", "scores", "uses"),
        uses=["die"],
        factors=factors,
    )
    return Study(file, "known-odds", ".")


def holds(low: float | None, high: float | None, truth: Fraction) -> bool:
    return low is not None and high is not None and low <= truth <= high


class Coverage:
    """How often each kind of interval held."""

    def __init__(self) -> None:
        self.held: dict[str, list[int]] = {}
        self.factors: list[float] = []
        self.estimates: list[tuple[float, float]] = []

    def see(self, kind: str, held: bool) -> None:
        counts = self.held.setdefault(kind, [0, 0])
        counts[0] += held
        counts[1] += 1

    def add(self, found: Figures, truth: Counted) -> None:
        """Compare the figures of one study of three arms with the truth."""
        means = {row.measure: row for row in found.means if row.arm == "as usual"}
        for kind, measure, value in (
            ("ties", "tie", truth.ties),
            ("victories", "won:seat-1", truth.wins),
            ("points", "score:seat-1", truth.points),
        ):
            self.see(kind, holds(means[measure].low, means[measure].high, value))
        rows = [row for row in found.differences if row.measure == "won:seat-1"]
        self.see("difference", holds(rows[0].low, rows[0].high, truth.differences[0]))
        together = zip(rows, truth.differences, strict=True)
        self.see("together", all(holds(row.low_together, row.high_together, value) for row, value in together))
        self.factors.append(rows[0].narrowed or 0.0)
        bold = next(row for row in found.uses if row.arm == "as usual" and row.word == "die:bold")
        self.see("ahead", holds(bold.ahead_low, bold.ahead_high, truth.ahead))


def repeat(studies: int, seconds: float, one: Callable[[int], None]) -> int:
    """Do something for each study; returns how many there was time for."""
    begin = perf_counter()
    for seed in range(studies):
        one(seed)
        if perf_counter() - begin > seconds:
            return seed + 1
    return studies


def main() -> int:
    parser = argparse.ArgumentParser(description="Count how often intervals hold the truth.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    args = parser.parse_args()
    games = 60 if args.short else 400
    limit = 34.0 if args.short else math.inf
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; studies of {games} games in {len(BONUSES)} arms")
    truth, coverage, runner = counted(), Coverage(), InlineRunner()
    looks: list[int] = []

    def fixed(seed: int) -> None:
        coverage.add(figures(run_study(study_of(seed, "fixed", BONUSES, games), runner)), truth)

    def until(seed: int) -> None:
        result = run_study(study_of(seed, "until", (0,), 1), runner, until=ENOUGH)
        row = next(row for row in figures(result).means if row.measure == "won:seat-1")
        looks.append(result.tables[0].looks)
        coverage.see("until narrow", holds(row.low, row.high, truth.wins))

    with known_odds():
        repeat(STUDIES, limit, fixed)
        ended = repeat(100 if args.short else STUDIES, 12.0 if args.short else math.inf, until)
    missed = False
    said = []
    for kind, (held, of) in coverage.held.items():
        share = held / of
        # Those that hold together are made to hold at least as often as they say.
        most = 1.0 if kind == "together" else MOST
        spread = wilson(Fraction(held), of, Z_99)
        low, high = (spread.low, spread.high) if args.short else (share, share)
        missed = missed or high < LEAST or low > most
        said.append(f"{kind} {100 * share:.1f} % of {of}")
    factor = sum(coverage.factors) / len(coverage.factors)
    missed = missed or abs(factor / truth.factor - 1) > SLACK
    print(f"{ended} studies ended by themselves after {sum(looks) / len(looks):.1f} looks on average")
    print(
        f"held the truth: {', '.join(said)} (wanted: {100 * LEAST:g} to {100 * MOST:g}); the same luck narrows"
        f" {factor:.2f} times (counted: {truth.factor:.2f})"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Counts how often the intervals of studies hold the truth, and how often luck alone makes an answer clear.

The title `tests/support/odds/title/known_odds.py` is studied again and again, each time with another seed. The truth
follows from counting all ends of a game. Three kinds of studies:

- *effect*: seat 1 has no bonus, or one of 1 or 2 points. Counted are the 95 % intervals of single figures (a share of
  whole games, a share with parts, a mean, a difference of two settings with the same luck, points by word), and
  studies whose answers all hold at once, with 1, 2 and 4 measures or words that answer.
- *no effect*: four equal seats, and two settings that differ only in their luck. Counted are studies that call
  anything clear: a difference between the settings, or a share of victories that is not even.
- *until*: studies with two measures that go on until all answers are narrow enough.

Also measured: by how much the same luck narrows the interval of the difference, against what follows from counting.

    python bench/study_intervals.py            1,000 studies with and 1,000 without an effect, of 400 games, 3,000 until
    python bench/study_intervals.py --games 60 the same with 60 games
    python bench/study_intervals.py --short    as many studies of 60 games as at most 50 s allow

The last line has the deciding figures. Exit 1 if single intervals hold in less than 93 or more than 97 % of the
studies, all answers at once in less than 94 % (in a short run, which has fewer studies: if that is clear by 99 %), if
more than 5 % of the studies without an effect call something clear (by 99 %), or if the same luck narrows by a factor
more than 5 % from the counted one.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.odds.known_odds import SLUG, ends, known_odds, mean, variance, wins_of_seat_1
from trainshed.arena.jobs import InlineRunner
from trainshed.arena.studies.report.answer import clear, clearly_uneven
from trainshed.arena.studies.results import Figures, figures
from trainshed.arena.studies.run import StudyResult, run_study
from trainshed.arena.studies.study_file import Factor, Study, StudyFile
from trainshed.arena.tally import Share, wilson

STUDIES: Final = (1000, 1000, 3000)
"""Of each kind. With 1,000 the noise of the last is as large as the distance to its goal: its first 1,000 miss it."""
LEAST: Final = 0.93
MOST: Final = 0.97
LEAST_JOINT: Final = 0.94
MOST_CLEAR: Final = 0.05
NUMBERS: Final = (1, 2, 4)
"""How many measures or words answer."""
BONUSES: Final = (0, 1, 2)
WORDS: Final = "ahead:die"
ANSWERS: Final = ("won:seat-1", "score:winner", "tie", WORDS)
SCORES: Final = tuple(f"score:seat-{seat}" for seat in range(1, 5))
WINS: Final = tuple(f"won:seat-{seat}" for seat in range(1, 5))
Z_99: Final = 2.576
ENOUGH: Final = 0.03
"""Half of the width that all answers of the studies must have that go on until then."""
SLACK: Final = 0.05
"""By how much the measured factor may differ from the counted one."""
SHORT_SECONDS: Final = (20.0, 14.0, 9.0)
"""For the three kinds of studies, in a short run."""


class Counted(NamedTuple):
    """What follows from counting all ends of a game."""

    ties: Fraction
    wins: Fraction
    points: Fraction
    ahead: dict[str, Fraction]
    """By word, without a bonus."""
    differences: dict[tuple[str, str], Fraction]
    """By arm and measure, from the first arm."""
    factor: float
    """By which the same luck narrows the interval of the first difference."""


def counted() -> Counted:
    usual = ends(0)
    wins = [wins_of_seat_1(bonus) for bonus in BONUSES]
    paired = variance([own - base for own, base in zip(wins[1], wins[0], strict=True)])
    differences = {}
    for bonus in BONUSES[1:]:
        for measure, truth in truths(bonus).items():
            differences[f"bonus: {bonus}", measure] = truth - truths(0)[measure]
    return Counted(
        ties=truths(0)["tie"],
        wins=truths(0)["won:seat-1"],
        points=mean([one for one, _, _, _ in usual]),
        ahead={"die:bold": ahead(True), "die:plain": ahead(False)},
        differences=differences,
        factor=math.sqrt((variance(wins[0]) + variance(wins[1])) / paired),
    )


def truths(bonus: int) -> dict[str, Fraction]:
    """The means of the measures that answer, with a bonus for seat 1."""
    found = ends(bonus)
    return {
        "won:seat-1": mean(wins_of_seat_1(bonus)),
        "score:winner": mean([max(one, other) for one, other, _, _ in found]),
        "tie": mean([int(one == other) for one, other, _, _ in found]),
    }


def ahead(bold: bool) -> Fraction:
    """The points that the seats with the bold or the plain die are ahead of the mean of their table."""
    found = [Fraction(one - other, 2) for one, other, own, _ in ends(0) if own == bold]
    return mean(found + [Fraction(other - one, 2) for one, other, _, own in ends(0) if own == bold])


def study_of(
    seed: str, seats: int, factors: list[Factor], answers: Sequence[str], games: int, uses: bool = False
) -> Study:
    file = StudyFile(
        question="Is it good to sit first?",
        title=SLUG,
        seats=[seats],
        bots=["random"],
        answer=list(answers),
        games=games,
        seed=seed,
        responses=("wins", "scores", "uses") if uses else ("wins", "scores"),
        uses=["die"] if uses else [],
        factors=factors,
    )
    return Study(file, "known-odds", ".")


def answered_by(result: StudyResult, answers: Sequence[str], compare: bool = True) -> Figures:
    """The figures of the same games as if other measures answered the question."""
    file = msgspec.structs.replace(result.study.file, answer=list(answers), compare=compare)
    return figures(msgspec.structs.replace(result, study=msgspec.structs.replace(result.study, file=file)))


def holds(low: float | None, high: float | None, truth: Fraction) -> bool:
    return low is not None and high is not None and low <= truth <= high


class Counts:
    """How often each kind of thing happened, of how many studies."""

    def __init__(self) -> None:
        self.seen: dict[str, list[int]] = {}

    def see(self, kind: str, happened: bool) -> None:
        counts = self.seen.setdefault(kind, [0, 0])
        counts[0] += happened
        counts[1] += 1

    def shares(self) -> dict[str, Share]:
        """The shares of the studies, with 99 % intervals."""
        return {kind: wilson(Fraction(happened), of, Z_99) for kind, (happened, of) in self.seen.items()}

    def report(self, title: str) -> str:
        """Print a line for each kind; returns them in one."""
        for kind, share in self.shares().items():
            spread = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
            print(f"{title}: {kind}: {100 * share.share:.1f} % of {self.seen[kind][1]} studies (99 %: {spread})")
        return ", ".join(f"{kind} {100 * share.share:.1f}" for kind, share in self.shares().items())


class Coverage:
    """How often intervals held, and how often luck alone made something clear."""

    def __init__(self, truth: Counted) -> None:
        self.truth = truth
        self.single, self.joint, self.clear = Counts(), Counts(), Counts()
        self.factors: list[float] = []

    def add_effect(self, result: StudyResult) -> None:
        """Compare the figures of a study of three arms with the truth."""
        found, truth = figures(result), self.truth
        means = {row.measure: row for row in found.means if row.arm == "as usual"}
        for kind, measure, value in (
            ("ties", "tie", truth.ties),
            ("victories", "won:seat-1", truth.wins),
            ("points", "score:seat-1", truth.points),
        ):
            self.single.see(kind, holds(means[measure].low, means[measure].high, value))
        row = next(row for row in found.differences if row.measure == "won:seat-1")
        self.single.see("difference", holds(row.low, row.high, truth.differences[row.arm, row.measure]))
        self.factors.append(row.narrowed or 0.0)
        bold = next(row for row in found.uses if row.arm == "as usual" and row.word == "die:bold")
        self.single.see("ahead", holds(bold.ahead_low, bold.ahead_high, truth.ahead[bold.word]))
        for number in NUMBERS:
            self.joint.see(str(number), self.hold_at_once(result, ANSWERS[:number]))

    def hold_at_once(self, result: StudyResult, answers: Sequence[str]) -> bool:
        """Do the intervals of all answers hold the truth?"""
        found, truth = answered_by(result, answers), self.truth
        held = [
            holds(row.low_together, row.high_together, truth.differences[row.arm, row.measure])
            for row in found.differences
            if row.measure in answers
        ]
        if WORDS in answers:
            held += [
                holds(row.ahead_low_together, row.ahead_high_together, truth.ahead[row.word])
                for row in found.uses
                if row.arm == "as usual"
            ]
        return all(held)

    def add_no_effect(self, result: StudyResult) -> None:
        """See whether a study calls anything clear, though nothing is."""
        for number in NUMBERS:
            rows = answered_by(result, SCORES[:number]).differences
            self.clear.see(f"differences of {number}", any(clear(row) for row in rows))
        for number in NUMBERS:
            means = answered_by(result, WINS[:number], compare=False).means
            self.clear.see(f"victories of {number}", any(clearly_uneven(row) for row in means))

    def add_until(self, result: StudyResult) -> None:
        rows = {row.measure: row for row in figures(result).means}
        wins, ties = rows["won:seat-1"], rows["tie"]
        self.single.see("until narrow", holds(wins.low, wins.high, self.truth.wins))
        together = holds(wins.low_together, wins.high_together, self.truth.wins)
        together = together and holds(ties.low_together, ties.high_together, self.truth.ties)
        self.joint.see("2 until narrow", together)

    def missed(self, short: bool) -> bool:
        """Is a goal missed? In a short run, and for what luck makes clear: by more than its noise."""
        for counts, least, most in ((self.single, LEAST, MOST), (self.joint, LEAST_JOINT, 1.0)):
            for share in counts.shares().values():
                low, high = (share.low, share.high) if short else (share.share, share.share)
                if high < least or low > most:
                    return True
        return any(share.low > MOST_CLEAR for share in self.clear.shares().values())


def repeat(studies: int, seconds: float, one: Callable[[int], None]) -> None:
    """Do something for each study, while there is time."""
    begin = perf_counter()
    for seed in range(studies):
        one(seed)
        if perf_counter() - begin > seconds:
            return


def main() -> int:
    parser = argparse.ArgumentParser(description="Count how often intervals hold the truth.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--games", type=int, help="games of each study with and without an effect")
    args = parser.parse_args()
    games = args.games or (60 if args.short else 400)
    seconds = SHORT_SECONDS if args.short else (math.inf, math.inf, math.inf)
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; studies of {games} games")
    truth, runner = counted(), InlineRunner()
    coverage = Coverage(truth)
    looks: list[int] = []
    bonus = Factor("bonus", [str(bonus) for bonus in BONUSES], option="bonus")
    dice = Factor("dice", ["usual", "other"], option="dice")

    def effect(seed: int) -> None:
        made = study_of(f"effect:{seed}", 2, [bonus], ANSWERS, games, uses=True)
        coverage.add_effect(run_study(made, runner))

    def no_effect(seed: int) -> None:
        coverage.add_no_effect(run_study(study_of(f"no effect:{seed}", 4, [dice], SCORES, games), runner))

    def until(seed: int) -> None:
        result = run_study(study_of(f"until:{seed}", 2, [], ("won:seat-1", "tie"), 1), runner, until=ENOUGH)
        looks.append(result.tables[0].looks)
        coverage.add_until(result)

    with known_odds():
        for studies, limit, one in zip(STUDIES, seconds, (effect, no_effect, until), strict=True):
            repeat(studies, limit, one)
    factor = sum(coverage.factors) / len(coverage.factors)
    print(f"{len(looks)} studies ended by themselves after {sum(looks) / len(looks):.1f} looks on average")
    single = coverage.single.report("single interval holds")
    joint = coverage.joint.report("all answers hold at once, by the number of measures")
    false = coverage.clear.report("clear without an effect, by the number of measures")
    print(
        f"single intervals hold in % of the studies (wanted {100 * LEAST:g} to {100 * MOST:g}): {single}; all answers"
        f" at once (at least {100 * LEAST_JOINT:g}): {joint}; clear by luck (at most {100 * MOST_CLEAR:g}): {false};"
        f" the same luck narrows {factor:.2f} times (counted: {truth.factor:.2f})"
    )
    return 1 if coverage.missed(args.short) or abs(factor / truth.factor - 1) > SLACK else 0


if __name__ == "__main__":
    sys.exit(main())

"""The figures of a study: means, differences to the usual arm, uses and remarkable games, one row each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from trainshed.arena.studies.family import Family, StudyAnswer, ahead_at, difference_at, mean_at
from trainshed.arena.studies.intervals import false_discoveries, mean_of_group, narrowed
from trainshed.arena.studies.measures import WIN, even_share, scale_of
from trainshed.arena.studies.run import StudyResult, TableResult

QUANTILES: Final = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


class MeanRow(msgspec.Struct, frozen=True):
    """One measure in one arm: its mean with a 95 % interval, and how it spreads over the games."""

    title: str
    seats: int
    arm: str
    measure: str
    games: int
    mean: float
    low: float | None
    """The 95 % interval of this mean alone."""
    high: float | None
    low_together: float | None
    """The interval that holds together with those of all answers of the study; None if this does not answer it."""
    high_together: float | None
    chance: float | None
    """How likely an answer so far from even is by luck, corrected for all answers; None where nothing is even."""
    sd: float | None
    minimum: float
    p05: float
    p25: float
    median: float
    p75: float
    p95: float
    maximum: float


class DifferenceRow(msgspec.Struct, frozen=True):
    """One measure in one arm minus that in the usual arm, game by game with the same luck."""

    title: str
    seats: int
    arm: str
    measure: str
    games: int
    difference: float
    low: float | None
    """The 95 % interval of this difference alone."""
    high: float | None
    low_together: float | None
    """The interval that holds together with those of all answers of the study; None if this does not answer it."""
    high_together: float | None
    chance: float | None
    """How likely an answer so far from zero is by luck, corrected for all answers; None if this does not answer."""
    false_discovery: float
    """The expected share of mistakes among all differences of the study that look at least as striking."""
    narrowed: float | None
    """How many times wider the interval would be without the same luck in both arms."""


class UseRow(msgspec.Struct, frozen=True):
    """One word in one arm: how often it was used, and how the seats that used it did.

    Whoever used it was not drawn by lot: what the figures say of cause and effect depends on the bots.
    """

    title: str
    seats: int
    arm: str
    word: str
    times: float
    """In a game, by all seats together."""
    used_by: float
    """The part of the seats that used it at least once."""
    ahead: float
    """Points above the mean of the table, of the seats that used it."""
    ahead_low: float | None
    """The 95 % interval of this word alone."""
    ahead_high: float | None
    ahead_low_together: float | None
    """The interval that holds together with those of all answers of the study; None if this does not answer it."""
    ahead_high_together: float | None
    chance: float | None
    """How likely an answer so far from zero is by luck, corrected for all answers; None if this does not answer."""
    won: float
    """The part of their games that these seats won."""
    won_low: float | None
    won_high: float | None
    false_discovery: float
    """The expected share of mistakes among all words of the study that look at least as striking."""


class RemarkableRow(msgspec.Struct, frozen=True):
    """One of the games with the highest or lowest value of a measure; of equal ones the first."""

    title: str
    seats: int
    arm: str
    measure: str
    end: str
    value: int
    game: int


class CountRow(msgspec.Struct, frozen=True):
    """How many games had one value of a measure."""

    title: str
    seats: int
    arm: str
    measure: str
    value: float
    games: int


class Figures(msgspec.Struct, frozen=True):
    """All tables of a study."""

    means: list[MeanRow]
    differences: list[DifferenceRow]
    """Empty where settings answer by themselves."""
    uses: list[UseRow]
    remarkable: list[RemarkableRow]
    counts: list[CountRow]


def figures(result: StudyResult) -> Figures:
    """All figures of a study; the same for the same totals."""
    family = Family(result.study.file, [(table.task, table.totals) for table in result.tables])
    return Figures(
        means=[row for at, table in enumerate(result.tables) for row in _means(family, at, table)],
        differences=_differences(family, result) if result.study.file.compare else [],
        uses=_uses(family, result),
        remarkable=[row for table in result.tables for row in _remarkable(table)],
        counts=[row for table in result.tables for row in _counts(table)],
    )


def _means(family: Family, at: int, table: TableResult) -> Iterator[MeanRow]:
    task, totals = table.task, table.totals
    for number, arm in enumerate(task.arms):
        for name in sorted(totals.arms[number].measures):
            histogram, found = totals.measure(number, name), mean_at(task, totals, number, name)
            assert histogram is not None
            assert found is not None
            scale, sd, answer = scale_of(name, task.seats, arm.bots), histogram.sd, StudyAnswer("mean", number, name)
            alone, together = found.interval(), family.interval(at, answer)
            even = even_share(name, task.seats)
            p05, p25, median, p75, p95 = [(histogram.quantile(part) or 0) / scale for part in QUANTILES]
            yield MeanRow(
                title=task.title,
                seats=task.seats,
                arm=arm.name,
                measure=name,
                games=histogram.count,
                mean=found.mean,
                low=alone.low,
                high=alone.high,
                low_together=together.low,
                high_together=together.high,
                chance=None if even is None else family.chance(at, answer, float(even)),
                sd=None if sd is None else sd / scale,
                minimum=min(histogram.counts) / scale,
                p05=p05,
                p25=p25,
                median=median,
                p75=p75,
                p95=p95,
                maximum=max(histogram.counts) / scale,
            )


def _differences(family: Family, result: StudyResult) -> list[DifferenceRow]:
    """The differences of all measures, by measure."""
    rows, p_values = [], []
    names = {name for table in result.tables for arm in table.totals.arms for name in arm.differences}
    compared = [
        (name, at, table, number)
        for name in sorted(names)
        for at, table in enumerate(result.tables)
        for number in range(len(table.task.arms))
    ]
    for name, at, table, number in compared:
        task, totals = table.task, table.totals
        differences, found = totals.difference(number, name), difference_at(task, totals, number, name)
        if differences is None or found is None:
            continue
        usual, own, answer = (
            totals.measure(0, name),
            totals.measure(number, name),
            StudyAnswer("difference", number, name),
        )
        alone, together = found.interval(), family.interval(at, answer)
        p_values.append(found.p_value())
        rows.append(
            DifferenceRow(
                title=task.title,
                seats=task.seats,
                arm=task.arms[number].name,
                measure=name,
                games=differences.count,
                difference=found.mean,
                low=alone.low,
                high=alone.high,
                low_together=together.low,
                high_together=together.high,
                chance=family.chance(at, answer),
                false_discovery=1.0,  # known when all are
                narrowed=None if usual is None or own is None else narrowed(usual, own, differences),
            )
        )
    return [
        msgspec.structs.replace(row, false_discovery=expected)
        for row, expected in zip(rows, false_discoveries(p_values), strict=True)
    ]


def _uses(family: Family, result: StudyResult) -> list[UseRow]:
    """The words of all tables and arms."""
    rows, p_values = [], []
    arms = [(at, table, number) for at, table in enumerate(result.tables) for number in range(len(table.task.arms))]
    for at, table, number in arms:
        task, totals = table.task, table.totals
        for word, use in sorted(totals.arms[number].uses.items()):
            ahead, won, answer = (
                ahead_at(task, totals, number, word),
                mean_of_group(use.won, WIN),
                StudyAnswer("word", number, word),
            )
            alone, together, wins = ahead.interval(), family.interval(at, answer), won.interval()
            p_values.append(ahead.p_value())
            rows.append(
                UseRow(
                    title=task.title,
                    seats=task.seats,
                    arm=task.arms[number].name,
                    word=word,
                    times=use.times / totals.games,
                    used_by=use.ahead.members / (totals.games * task.seats),
                    ahead=ahead.mean,
                    ahead_low=alone.low,
                    ahead_high=alone.high,
                    ahead_low_together=together.low,
                    ahead_high_together=together.high,
                    chance=family.chance(at, answer),
                    won=won.mean,
                    won_low=wins.low,
                    won_high=wins.high,
                    false_discovery=1.0,  # known when all are
                )
            )
    return [
        msgspec.structs.replace(row, false_discovery=expected)
        for row, expected in zip(rows, false_discoveries(p_values), strict=True)
    ]


def _remarkable(table: TableResult) -> Iterator[RemarkableRow]:
    task = table.task
    for arm, totals in zip(task.arms, table.totals.arms, strict=True):
        for name, games in sorted(totals.remarkable.items()):
            for end, found in (("highest", games.highest), ("lowest", games.lowest)):
                for value, index in found:
                    yield RemarkableRow(task.title, task.seats, arm.name, name, end, value, index)


def _counts(table: TableResult) -> Iterator[CountRow]:
    task, totals = table.task, table.totals
    for number, arm in enumerate(task.arms):
        for name in sorted(totals.arms[number].measures):
            histogram = totals.measure(number, name)
            assert histogram is not None
            scale = scale_of(name, task.seats, arm.bots)
            for value, games in sorted(histogram.counts.items()):
                yield CountRow(task.title, task.seats, arm.name, name, value / scale, games)

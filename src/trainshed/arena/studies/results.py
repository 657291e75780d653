"""The figures of a study: means, differences to the usual arm, uses and remarkable games, one row each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from trainshed.arena.studies.intervals import (
    chance_of,
    chance_of_group,
    false_discoveries,
    mean_of,
    mean_of_group,
    narrowed,
    stepped_down,
    widened,
)
from trainshed.arena.studies.measures import WIN, is_share, scale_of
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
    """An interval so wide that those of all arms and tables hold together in 95 of 100 studies (Bonferroni)."""
    high_together: float | None
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
    """An interval so wide that those of all arms and tables hold together in 95 of 100 studies (Bonferroni)."""
    high_together: float | None
    chance: float
    """How likely a difference this far from nothing is by luck alone, among all arms and tables (Holm)."""
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
    """An interval so wide that those of all words of the arm hold together in 95 of 100 studies (Bonferroni)."""
    ahead_high_together: float | None
    won: float
    """The part of their games that these seats won."""
    won_low: float | None
    won_high: float | None
    false_discovery: float
    """The expected part of mistakes among all words of the arm whose `ahead` is at least as far from nothing."""


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
    """None where settings answer by themselves."""
    uses: list[UseRow]
    remarkable: list[RemarkableRow]
    counts: list[CountRow]


def figures(result: StudyResult) -> Figures:
    """All figures of a study; the same for the same totals."""
    return Figures(
        means=_means(result),
        differences=_differences(result) if result.study.file.compare else [],
        uses=[row for table in result.tables for row in _uses(table)],
        remarkable=[row for table in result.tables for row in _remarkable(table)],
        counts=[row for table in result.tables for row in _counts(table)],
    )


def _means(result: StudyResult) -> list[MeanRow]:
    """The means of all measures; the intervals that hold together are those of one measure."""
    measured = [name for table in result.tables for arm in table.totals.arms for name in arm.measures]
    levels = {name: widened(times) for name, times in Counter(measured).items()}
    return [
        _mean(table, number, name, levels[name])
        for table in result.tables
        for number, arm in enumerate(table.totals.arms)
        for name in sorted(arm.measures)
    ]


def _mean(table: TableResult, number: int, name: str, level: float) -> MeanRow:
    task, arm = table.task, table.task.arms[number]
    histogram = table.totals.measure(number, name)
    assert histogram is not None
    scale, share = scale_of(name, task.seats, arm.bots), is_share(name)
    alone, together = mean_of(histogram, scale, share=share), mean_of(histogram, scale, level, share=share)
    p05, p25, median, p75, p95 = [(histogram.quantile(part) or 0) / scale for part in QUANTILES]
    sd = histogram.sd
    return MeanRow(
        title=task.title,
        seats=task.seats,
        arm=arm.name,
        measure=name,
        games=histogram.count,
        mean=alone.mean,
        low=alone.low,
        high=alone.high,
        low_together=together.low,
        high_together=together.high,
        sd=None if sd is None else sd / scale,
        minimum=min(histogram.counts) / scale,
        p05=p05,
        p25=p25,
        median=median,
        p75=p75,
        p95=p95,
        maximum=max(histogram.counts) / scale,
    )


def _differences(result: StudyResult) -> list[DifferenceRow]:
    """The differences of all measures; the intervals that hold together are those of one measure."""
    by_measure: dict[str, list[tuple[TableResult, int]]] = {}
    for table in result.tables:
        for number, totals in enumerate(table.totals.arms):
            for name in totals.differences:
                by_measure.setdefault(name, []).append((table, number))
    found = []
    for name, compared in sorted(by_measure.items()):
        level = widened(len(compared))
        rows, chances = [], []
        for table, number in compared:
            task = table.task
            usual, own = table.totals.measure(0, name), table.totals.measure(number, name)
            differences = table.totals.difference(number, name)
            assert differences is not None
            scale = scale_of(name, task.seats, task.arms[number].bots)
            alone, together = mean_of(differences, scale), mean_of(differences, scale, level)
            sd = differences.sd
            error = None if sd is None else sd / scale / differences.count**0.5
            chances.append(chance_of(alone.mean, error))
            rows.append(
                DifferenceRow(
                    title=task.title,
                    seats=task.seats,
                    arm=task.arms[number].name,
                    measure=name,
                    games=differences.count,
                    difference=alone.mean,
                    low=alone.low,
                    high=alone.high,
                    low_together=together.low,
                    high_together=together.high,
                    chance=1.0,  # known when all are
                    narrowed=None if usual is None or own is None else narrowed(usual, own, differences),
                )
            )
        judged = stepped_down(chances)
        found += [msgspec.structs.replace(row, chance=chance) for row, chance in zip(rows, judged, strict=True)]
    return found


def _uses(table: TableResult) -> Iterator[UseRow]:
    task, totals = table.task, table.totals
    for number, arm in enumerate(task.arms):
        uses = sorted(totals.arms[number].uses.items())
        judged = false_discoveries([chance_of_group(use.ahead) for _, use in uses])
        for (word, use), judgement in zip(uses, judged, strict=True):
            ahead, won = mean_of_group(use.ahead, task.seats), mean_of_group(use.won, WIN)
            together = mean_of_group(use.ahead, task.seats, widened(len(uses)))
            yield UseRow(
                title=task.title,
                seats=task.seats,
                arm=arm.name,
                word=word,
                times=use.times / totals.games,
                used_by=use.ahead.members / (totals.games * task.seats),
                ahead=ahead.mean,
                ahead_low=ahead.low,
                ahead_high=ahead.high,
                ahead_low_together=together.low,
                ahead_high_together=together.high,
                won=won.mean,
                won_low=won.low,
                won_high=won.high,
                false_discovery=judgement,
            )


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

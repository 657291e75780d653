"""The family of a study: every answer to its question, at all tables, in all settings and for all measures and words.

A study may call any of its answers clear, so all of them must hold at once. Each gets alpha divided by their number
(Bonferroni). What does not answer the question is not in the family, and is never called clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from trainshed.arena.studies.intervals import ALPHA, NO_INTERVAL, Estimate, Interval, mean_of, mean_of_group
from trainshed.arena.studies.measures import head_of, is_share, scale_of
from trainshed.arena.studies.study_file import StudyFile
from trainshed.arena.studies.task import StudyTask
from trainshed.arena.studies.totals import StudyTotals

Kind = Literal["mean", "difference", "word"]


class StudyAnswer(NamedTuple):
    """What one answer is about: a mean, a difference from the usual setting, or a word, in one arm."""

    kind: Kind
    arm: int
    name: str
    """The measure, or the word."""


def mean_at(task: StudyTask, totals: StudyTotals, arm: int, measure: str) -> Estimate | None:
    """The mean of a measure in one arm, or None where it is not measured."""
    histogram = totals.measure(arm, measure)
    if histogram is None:
        return None
    return mean_of(histogram, scale_of(measure, task.seats, task.arms[arm].bots), share=is_share(measure))


def difference_at(task: StudyTask, totals: StudyTotals, arm: int, measure: str) -> Estimate | None:
    """The difference of a measure from the usual arm, or None where it cannot be compared."""
    histogram = totals.difference(arm, measure)
    if histogram is None:
        return None
    return mean_of(histogram, scale_of(measure, task.seats, task.arms[arm].bots))


def ahead_at(task: StudyTask, totals: StudyTotals, arm: int, word: str) -> Estimate:
    """How far the seats that used a word were ahead of the mean of their table."""
    return mean_of_group(totals.arms[arm].uses[word].ahead, task.seats)


class Family:
    """All answers of a study, from the totals of all its tables."""

    def __init__(self, file: StudyFile, tables: Sequence[tuple[StudyTask, StudyTotals]]) -> None:
        compared = file.compare and any(len(task.arms) > 1 for task, _ in tables)
        self.answers = [_answers(file, task, totals, compared) for task, totals in tables]
        """By table."""
        self.size = sum(estimate.known for table in self.answers for estimate in table.values())
        """The number of answers that have an interval."""

    def interval(self, table: int, answer: StudyAnswer) -> Interval:
        """The interval of an answer that holds together with all others; none for what is not in the family."""
        estimate = self.answers[table].get(answer)
        return NO_INTERVAL if estimate is None else estimate.interval(ALPHA / max(1, self.size))

    def chance(self, table: int, answer: StudyAnswer, even: float = 0.0) -> float | None:
        """The p-value of an answer, corrected for all others; None for what is not in the family."""
        estimate = self.answers[table].get(answer)
        return None if estimate is None else min(1.0, self.size * estimate.p_value(even))

    def widest(self, table: int) -> float:
        """Half the width of the widest interval at a table, of those that hold together."""
        return max((self.interval(table, answer).half for answer in self.answers[table]), default=0.0)


def _answers(file: StudyFile, task: StudyTask, totals: StudyTotals, compared: bool) -> dict[StudyAnswer, Estimate]:
    """The answers of one table: differences where settings are compared, otherwise means; and words."""
    found: dict[StudyAnswer, Estimate] = {}
    for arm in range(len(task.arms)):
        for measure in file.answers:
            kind: Kind = "difference" if compared else "mean"
            estimate = (difference_at if compared else mean_at)(task, totals, arm, measure)
            if estimate is not None:
                found[StudyAnswer(kind, arm, measure)] = estimate
        if arm == 0 or not file.compare:
            for word in sorted(totals.arms[arm].uses):
                if head_of(word) in file.answers_by_word:
                    found[StudyAnswer("word", arm, word)] = ahead_at(task, totals, arm, word)
    return found

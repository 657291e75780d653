"""Plays a study: all its tables, each to its number of games or until the interval of its answer is narrow enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from trainshed.arena.jobs import Runner, run
from trainshed.arena.studies.arms import Table, tables
from trainshed.arena.studies.intervals import Estimate, mean_of, mean_of_group
from trainshed.arena.studies.measures import counted_words, head_of, is_share, scale_of
from trainshed.arena.studies.stopping import first_look, next_look, whole
from trainshed.arena.studies.study_file import AHEAD, Study, StudyError, StudyFile
from trainshed.arena.studies.task import StudyTask, measures_of
from trainshed.arena.studies.totals import SPARSE, StudyTotals
from trainshed.kernel.registry import game as find_game

MOST_GAMES: Final = 1_000_000
"""A study that goes on until its answer is narrow ends after so many games at a table in any case."""

Progress = Callable[[int, int], None]
"""Told how many games were played since the last call, and how many are played in all as far as is known now."""


class TableResult(msgspec.Struct, frozen=True):
    """The totals of one table."""

    task: StudyTask
    totals: StudyTotals
    looks: int
    """How often it was looked at whether the answer is narrow enough; 1: the number of games was fixed."""


class StudyResult(msgspec.Struct, frozen=True):
    """All that a study has found."""

    study: Study
    tables: list[TableResult]
    until: float | None
    """The half width that the answer was to have; None: the number of games was fixed."""
    rounding: str = ""
    """Why more games were played than asked for, see `rounding_of`."""

    def encode(self) -> bytes:
        """The totals of all tables: the same bytes wherever the study was played."""
        for table in self.tables:
            table.totals.encode()  # brings the totals into their order
        played = [{"task": table.task, "totals": table.totals, "looks": table.looks} for table in self.tables]
        return msgspec.json.encode({"study": self.study.file, "tables": played})


def task_of(study: Study, table: Table) -> StudyTask:
    """The games of one table."""
    file = study.file
    _check_vary(study, table)
    return StudyTask(
        title=table.title,
        edition=table.edition,
        seats=table.seats,
        arms=table.arms,
        seed=file.seed,
        responses=tuple(file.responses),
        uses=tuple(file.uses),
        vary=file.vary,
        rotate=file.rotate,
        scale=file.nodes_scale,
    )


def rounding_of(study: Study, games: int | None, until: float | None) -> str:
    """Why more games are played than asked for, as a sentence; empty if they are not."""
    if games is None and until is not None:
        return ""
    asked = study.file.games if games is None else games
    more: dict[str, None] = {}
    for table in tables(study):
        planned = whole(asked, _round(task_of(study, table)))
        if planned != asked:
            more[f"{planned:,} games with {table.seats} seats"] = None
    if not more:
        return ""
    choices = f" and every choice of {study.file.vary} comes up equally often" if study.file.vary else ""
    return f"{', '.join(more)} instead of {asked:,}: then each bot sits in every seat equally often{choices}."


def run_study(
    study: Study,
    runner: Runner,
    *,
    games: int | None = None,
    until: float | None = None,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> StudyResult:
    """Play a study; the same result wherever it is played, and after any interruption.

    `games`: of every arm at every table, instead of what the file says; rounded up to whole rounds of seatings.
    `until`: play until half of the interval of the answer is no wider in any arm, at most `games` (or a million).
    `kept`: a folder for finished games, from which an interrupted study goes on.
    """
    tasks = [task_of(study, table) for table in tables(study)]
    check_answers(study, tasks)
    most = games if games is not None else study.file.games if until is None else MOST_GAMES
    if most < 1:
        raise StudyError("at least one game must be played")
    if until is not None and until <= 0:
        raise StudyError("an interval has a width")
    limits = [whole(most, _round(task)) for task in tasks]
    first = [
        limit if until is None else first_look(limit, _round(task)) for task, limit in zip(tasks, limits, strict=True)
    ]
    expected = [len(task.arms) * look for task, look in zip(tasks, first, strict=True)]
    found = []
    for at, task in enumerate(tasks):

        def told(more: int, arms: int = len(task.arms)) -> None:
            if progress is not None:
                progress(more * arms, sum(expected))

        folder = kept / f"{task.title}-{task.seats}" if kept is not None else None
        totals, looks, played, after = task.empty(), 0, 0, first[at]
        while played < after:
            totals.merge(run(task, after - played, first=played, runner=runner, kept=folder, progress=told))
            played, looks = after, looks + 1
            half = widest(task, totals, study.file)
            if until is not None and half > until:
                after = next_look(played, half, until, limits[at], _round(task))
                expected[at] = len(task.arms) * after
        found.append(TableResult(task, totals, looks))
    return StudyResult(study, found, until, rounding_of(study, games, until))


def widest(task: StudyTask, totals: StudyTotals, file: StudyFile) -> float:
    """Half of the widest interval of the answer: of the differences between arms, or of what is told by itself."""
    found = [estimate.half for measure in file.answers for estimate in estimates(task, totals, measure, file.compare)]
    return max(found, default=0.0)


def estimates(task: StudyTask, totals: StudyTotals, measure: str, compare: bool = True) -> list[Estimate]:
    """The estimates of a measure that a study is about; none at tables that do not have it, such as a third seat."""
    if measure.startswith(AHEAD):
        head = measure.removeprefix(AHEAD)
        arms = totals.arms[:1] if compare else totals.arms
        found = [use.ahead for arm in arms for word, use in arm.uses.items() if head_of(word) == head]
        return [mean_of_group(group, task.seats) for group in found]
    arms_measured = [totals.measure(number, measure) for number in range(len(task.arms))]
    if arms_measured[0] is None:
        return []
    if len(task.arms) == 1 or not compare:
        return [
            mean_of(histogram, scale_of(measure, task.seats, arm.bots), share=is_share(measure))
            for arm, histogram in zip(task.arms, arms_measured, strict=True)
            if histogram is not None
        ]
    scale = scale_of(measure, task.seats, task.arms[0].bots)
    compared = [totals.difference(number, measure) for number in range(1, len(task.arms))]
    return [mean_of(differences, scale) for differences in compared if differences is not None]


def check_answers(study: Study, tasks: Sequence[StudyTask]) -> None:
    """Refuse a study whose answer would not be measured, before hours are played."""
    measured: dict[str, None] = {}
    for task in tasks:
        own = [measures_of(task, arm) for arm in task.arms]
        for other in own[1:] if study.file.compare else []:
            same = [name for name in study.file.answers if name in own[0] and name in other]
            if any(name in own[0] for name in study.file.answers) and not same:
                raise StudyError(f"{task.title}: the answer is not measured in all arms, so nothing can be compared")
        measured |= dict.fromkeys(own[0])
    for head in study.file.answers_by_word:
        for task in tasks:
            if not any(counted_words(task.start(task.arms[0], 0).game.vocabulary, (head,))):
                raise StudyError(f"the answer {AHEAD}{head}: {task.title} has no word that begins with {head!r}")
    for name in study.file.answers:
        if name not in measured and not name.startswith((*SPARSE, AHEAD)):
            raise StudyError(f"the answer {name!r} is not measured; what is: {', '.join(list(measured)[:24])}")


def _round(task: StudyTask) -> int:
    """Games in which every bot sits in every seat once, for each choice of the option that varies."""
    choices = 1
    if task.vary:
        option = next(option for option in find_game(task.title).options if option.name == task.vary)
        choices = len(option.choices_for(task.seats))
    return task.seats * choices


def _check_vary(study: Study, table: Table) -> None:
    vary = study.file.vary
    if vary and vary not in {option.name for option in find_game(table.title).options if option.applies(table.seats)}:
        raise StudyError(f"`vary`: {table.title} has no option {vary} with {table.seats} seats")
    if vary and any(factor.option == vary for factor in study.file.factors):
        raise StudyError(f"the option {vary} cannot both vary and be a factor")

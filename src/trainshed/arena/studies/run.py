"""Plays a study: all its tables, each to its number of games or until the interval of its answer is narrow enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from trainshed.arena.jobs import Runner, run
from trainshed.arena.studies.arms import Table, tables
from trainshed.arena.studies.family import Family
from trainshed.arena.studies.measures import counted_words
from trainshed.arena.studies.stopping import first_look, next_look, whole
from trainshed.arena.studies.study_file import AHEAD, Study, StudyError
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
    """In how many steps the games were played, with a look at the intervals after each; 1 for a fixed number."""


class StudyResult(msgspec.Struct, frozen=True):
    """All that a study has found."""

    study: Study
    tables: list[TableResult]
    until: float | None
    """The half width that every answer was to have, or None if the number of games was fixed."""
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
    `until`: play until half of the interval of every answer is no wider, at most `games` (or a million). These are the
    intervals that hold for all answers at once.
    `kept`: a folder for finished games, from which an interrupted study goes on.
    """
    tasks = [task_of(study, table) for table in tables(study)]
    check_answers(study, tasks)
    most = games if games is not None else study.file.games if until is None else MOST_GAMES
    if most < 1:
        raise StudyError("at least one game must be played")
    if until is not None and until <= 0:
        raise StudyError("an interval has a width")
    plays = [_Play(task, whole(most, _round(task)), until, kept) for task in tasks]
    while due := [play for play in plays if play.played < play.after]:
        for play in due:

            def told(more: int, arms: int = len(play.task.arms)) -> None:
                if progress is not None:
                    progress(more * arms, sum(len(play.task.arms) * play.after for play in plays))

            play.go_on(runner, told)
        if until is not None:
            # The intervals of one table depend on how many answers all tables have.
            family = Family(study.file, [(play.task, play.totals) for play in plays])
            for at, play in enumerate(plays):
                play.look(family.widest(at), until)
    results = [TableResult(play.task, play.totals, play.looks) for play in plays]
    return StudyResult(study, results, until, rounding_of(study, games, until))


class _Play:
    """The games of one table, as far as they are played."""

    def __init__(self, task: StudyTask, most: int, until: float | None, kept: Path | None) -> None:
        self.task, self.most = task, most
        self.totals, self.played, self.looks = task.empty(), 0, 0
        self.after = most if until is None else first_look(most, _round(task))
        """How many games are to be played before the next look."""
        self.kept = kept / f"{task.title}-{task.seats}" if kept is not None else None

    def go_on(self, runner: Runner, told: Callable[[int], None]) -> None:
        """Play the games before the next look."""
        missing = self.after - self.played
        self.totals.merge(run(self.task, missing, first=self.played, runner=runner, kept=self.kept, progress=told))
        self.played, self.looks = self.after, self.looks + 1

    def look(self, half: float, until: float) -> None:
        """Plan more games if the widest interval is too wide."""
        if half > until:
            self.after = next_look(self.played, half, until, self.most, _round(self.task))


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

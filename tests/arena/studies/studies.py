"""Studies for tests, made without files."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.support.odds.known_odds import SLUG
from trainshed.arena.studies.arms import tables
from trainshed.arena.studies.run import task_of
from trainshed.arena.studies.study_file import Factor, Study, StudyFile
from trainshed.arena.studies.task import StudyTask

BONUS = Factor("bonus", ["0", "1", "3"], option="bonus")


def study(folder: str = ".", **changes: Any) -> Study:
    """A study of the title with known odds, with some fields changed."""
    file = StudyFile(
        question="Is it good to sit first?",
        title=SLUG,
        seats=[2],
        bots=["random"],
        answer="won:seat-1",
        games=40,
        responses=("wins", "scores", "length"),
        factors=[BONUS],
    )
    return Study(msgspec.structs.replace(file, **changes), "test", folder)


def tasks(made: Study) -> list[StudyTask]:
    """The games of each table of a study."""
    return [task_of(made, table) for table in tables(made)]

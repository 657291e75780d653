"""Playing many games of one task, on one or many processes, with a result that does not depend on how they were split.

`run(task, games, jobs)` plays the games with the indices `0 … games - 1` of a task and returns their summary:

- `task`: what is played (`Task`), and how one game is added to a summary (`MergeableSummary`).
- `driver`: gives ranges of games to a runner, and merges what comes back.
- `runners`: where ranges are played: in this process, or in local processes. Another runner can be given to `run`.
- `kept`: finished ranges on disk, from which an interrupted run goes on.
"""

from __future__ import annotations

from trainshed.arena.jobs.driver import ProcessLost, run
from trainshed.arena.jobs.kept import KeptError, task_digest
from trainshed.arena.jobs.runners import InlineRunner, ProcessRunner, Runner
from trainshed.arena.jobs.task import LostRange, MergeableSummary, PlayedRange, Task, play_range

__all__ = [
    "InlineRunner",
    "KeptError",
    "LostRange",
    "MergeableSummary",
    "PlayedRange",
    "ProcessLost",
    "ProcessRunner",
    "Runner",
    "Task",
    "play_range",
    "run",
    "task_digest",
]

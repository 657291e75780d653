"""Playing many games of one task, on one or many processes, with a result that does not depend on how they were split.

`run(task, games, jobs)` plays the games with the indices `0 … games - 1` of a task and returns their summary:

- `task`: what is played (`Task`), and how one game is added to a summary (`MergeableSummary`).
- `driver`: gives ranges of games to a runner, and merges what comes back.
- `runners`, `ray_runner`: who plays ranges: this process, local processes, or a Ray cluster.
- `places`: the runner for a place that is given as text, such as `local` or `ray`.
- `kept`: finished ranges on disk, from which an interrupted run goes on. Only the driver writes them.
"""

from __future__ import annotations

from trainshed.arena.jobs.driver import ProcessLost, run
from trainshed.arena.jobs.kept import KeptError, task_digest
from trainshed.arena.jobs.places import open_runner
from trainshed.arena.jobs.ray_runner import ClusterError, RayRunner
from trainshed.arena.jobs.runners import InlineRunner, ProcessRunner, Runner
from trainshed.arena.jobs.task import LostRange, MergeableSummary, PlayedRange, Task, play_range

__all__ = [
    "ClusterError",
    "InlineRunner",
    "KeptError",
    "LostRange",
    "MergeableSummary",
    "PlayedRange",
    "ProcessLost",
    "ProcessRunner",
    "RayRunner",
    "Runner",
    "Task",
    "open_runner",
    "play_range",
    "run",
    "task_digest",
]

"""The runner for a place that is given as text: local processes, or a Ray cluster."""

from __future__ import annotations

from typing import Final

from trainshed.arena.jobs.ray_runner import CLIENT, RayRunner
from trainshed.arena.jobs.runners import InlineRunner, ProcessRunner
from trainshed.kernel.options import SetupError

LOCAL: Final = "local"
RAY: Final = "ray"


def open_runner(on: str = LOCAL, jobs: int = 1) -> InlineRunner | ProcessRunner | RayRunner:
    """The runner that plays games at a place; a context manager, which ends all that was started.

    - `local`: on this machine in so many processes; one job is played in this process.
    - `ray`: on the Ray cluster that RAY_ADDRESS names or that runs on this machine, else on one that is started here.
    - `ray://HOST:PORT`: on the Ray cluster with that address (Ray Client).
    """
    if on == LOCAL:
        if jobs < 1:
            raise SetupError("at least one job must do the work")
        return InlineRunner() if jobs == 1 else ProcessRunner(jobs)
    if on == RAY or on.startswith(CLIENT):
        return RayRunner(None if on == RAY else on)
    raise SetupError(f"games are played on local, ray or ray://HOST:PORT, not on {on[:60]!r}")

"""Plays ranges of games on a Ray cluster: the one that is there, or one that is started on this machine.

Only tasks of Ray's core are used. Ray itself repeats nothing (`max_retries=0`): a range whose worker or machine is gone
is reported as lost, and the driver decides.
"""

from __future__ import annotations

import logging
import os
import pickle
import platform
import socket
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from trainshed.arena.jobs.failed_game import FailedGame
from trainshed.arena.jobs.kept import task_digest, trainshed_version
from trainshed.arena.jobs.task import LostRange, PlayedRange, Task, play_range, task_name
from trainshed.kernel.options import SetupError

CLIENT: Final = "ray://"
ADDRESS: Final = "RAY_ADDRESS"
REACH_SECONDS: Final = 5.0
"""A cluster that does not answer for so long is given up. Ray itself would try for minutes."""

ATTEMPTS: Final = 3
FAILED_START: Final = "Starting Ray client server failed"
"""The head starts a process for each client of Ray Client; now and then it dies at once, and the next one does not."""

RECOUNT_SECONDS: Final = 5.0
"""So often it is asked how many processors the cluster has: machines join and leave."""

FEWEST_SPARE: Final = 2
"""So many ranges wait in the cluster, or one for every eight processors: workers need not wait for the driver, and a
cluster that grows by demand sees that there is some."""

QUIET: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # or Ray prints each lost worker to standard output, with `--json` too
}
"""Settings of Ray in the environment, unless they are set already."""


class ClusterError(SetupError):
    """A Ray cluster that cannot play: it is not there, or has another Trainshed."""


class RayRunner:
    """Plays ranges as tasks of Ray, one on each processor of the cluster."""

    def __init__(self, address: str | None = None) -> None:
        """Connect to a cluster: `ray://HOST:PORT`, or HOST:PORT from one of its machines.

        None: the one that RAY_ADDRESS names or that runs on this machine, else one that is started here and ends with
        this runner.
        """
        self._ray, self._connected = _connect(address)
        # Nothing of this runs here, so that all types are known there.
        self._play = self._ray.remote(max_retries=0, num_cpus=1)(play_on_worker)
        self._running: dict[Any, tuple[int, int]] = {}
        """Begin and end of the ranges that are being played, by their reference in Ray."""
        self._task: Task[Any] | None = None
        self._sent: tuple[Any, str] = (None, "")
        self._slots = 0
        self._counted = float("-inf")

    @property
    def slots(self) -> int:
        """As many ranges as the cluster has processors now, and a few more that wait there."""
        if time.monotonic() - self._counted > RECOUNT_SECONDS:
            processors = int(self._ray.cluster_resources().get("CPU", 0))
            self._slots = processors + max(FEWEST_SPARE, processors // 8)
            self._counted = time.monotonic()
        return self._slots

    def start(self, task: Task[Any], begin: int, end: int, seconds: float) -> None:
        if task is not self._task:
            # As bytes, so that a worker with another version says so before it fails to read them. Classes of a script
            # are sent as they are, others by their name.
            self._sent = self._ray.put(self._ray.cloudpickle.dumps(task)), task_digest(task)
            self._task = task
        self._running[self._play.remote(*self._sent, trainshed_version(), begin, end, seconds)] = (begin, end)

    def finished(self) -> list[PlayedRange | LostRange]:
        self._ray.wait(list(self._running), num_returns=1)
        ready, _ = self._ray.wait(list(self._running), num_returns=len(self._running), timeout=0)
        found: list[PlayedRange | LostRange] = []
        errors: list[Exception] = []
        for reference in ready:
            result = self._result(reference, *self._running.pop(reference))
            if isinstance(result, Exception):
                errors.append(result)
            else:
                found.append(result)
        if errors:
            raise errors[0]
        return found

    def _result(self, reference: Any, begin: int, end: int) -> PlayedRange | LostRange | Exception:
        known = self._ray.exceptions
        lost = {
            known.WorkerCrashedError: "its worker was killed",
            known.OutOfMemoryError: "its worker was ended, because memory ran out",
            known.NodeDiedError: "its machine left the cluster",
            known.LocalRayletDiedError: "its machine left the cluster",
            known.ObjectLostError: "its result was lost with a machine",
        }
        try:
            result: PlayedRange | FailedGame = self._ray.get(reference)
        except tuple(lost) as error:
            return LostRange(begin, end, None, next(how for kind, how in lost.items() if isinstance(error, kind)))
        except known.RayError as error:
            said = str(error).strip().splitlines()
            failed = ClusterError(f"a worker of the Ray cluster cannot play: {said[-1] if said else type(error)}")
            failed.__cause__ = error
            return failed
        return result.exception() if isinstance(result, FailedGame) else result

    def cancel(self) -> None:
        """Kill the workers that play; a game cannot be stopped otherwise. What they still report is not looked at."""
        running, self._running = self._running, {}
        for reference in running:
            self._ray.cancel(reference, force=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.cancel()
        if self._connected:
            self._ray.shutdown()


# ---------------------------------------------------------------- the cluster


def _connect(address: str | None) -> tuple[ModuleType, bool]:
    """Ray, connected to a cluster; and whether it was connected here, so that it is to be shut down."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ModuleNotFoundError as error:
        raise ClusterError('playing on a Ray cluster needs Ray: pip install "trainshed[arena]"') from error

    if address is None and ray.is_initialized():
        return ray, False
    named = address or os.environ.get(ADDRESS) or _running_here()
    if named not in (None, "auto", "local"):
        _reach(named)
    for left in reversed(range(ATTEMPTS)):
        try:
            ray.init(named or "local", include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as error:  # among them other versions of Ray or Python than here
            why = " ".join(str(error).split())
            if left and FAILED_START in why:
                continue
            raise ClusterError(f"there is no Ray cluster at {named or 'this machine'}: {why}") from error
        break
    return ray, True


def _running_here() -> str | None:
    """The address of the cluster that runs on this machine, as Ray writes it down; it may have been killed since."""
    file = Path(os.environ.get("RAY_TMPDIR", tempfile.gettempdir()), "ray", "ray_current_cluster")
    try:
        address = file.read_text(encoding="utf-8").strip()
        _reach(address)
    except (FileNotFoundError, ClusterError):
        return None
    return address


def _reach(address: str) -> None:
    """Raise ClusterError if nobody answers at an address."""
    where = urlsplit(address if address.startswith(CLIENT) else f"//{address}")
    try:
        host, port = where.hostname, where.port
    except ValueError:
        host, port = None, None
    if host is None or port is None:
        raise ClusterError(f"the address of a Ray cluster is {CLIENT}HOST:PORT, not {address[:60]!r}")
    try:
        socket.create_connection((host, port), REACH_SECONDS).close()
    except OSError as error:
        raise ClusterError(f"no Ray cluster answers at {address[:60]}: {error.strerror or error}") from error


# ---------------------------------------------------------------- inside a worker


def play_on_worker(
    sent: bytes, digest: str, trainshed: str, begin: int, end: int, seconds: float
) -> PlayedRange | FailedGame:
    """Play a range of the task that was sent, if it is the same here as where it comes from."""
    try:
        return play_range(_received(sent, digest, trainshed), begin, end, seconds)
    except Exception as error:
        return FailedGame(error)


def _received(sent: bytes, digest: str, trainshed: str) -> Task[Any]:
    here = platform.node()
    if trainshed_version() != trainshed:
        raise ClusterError(
            f"the driver has Trainshed {trainshed}, and the worker on {here} has {trainshed_version()}: install the "
            "same Trainshed on all machines"
        )
    try:
        task: Task[Any] = pickle.loads(sent)
    except (AttributeError, ImportError) as error:
        raise ClusterError(
            f"the worker on {here} does not have the code of what is played ({error}): install it on all machines"
        ) from error
    if task_digest(task) != digest:
        raise ClusterError(
            f"{task_name(task)} is something else for the driver (Trainshed {trainshed}) and for the worker on {here} "
            f"(Trainshed {trainshed_version()}): install the same Trainshed on all machines"
        )
    return task

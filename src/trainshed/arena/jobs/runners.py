"""Where ranges of games are played: in this process, or in local processes that are replaced when they are killed.

A runner knows nothing of merging, retrying or keeping; `driver.run` does that for every runner. The one for other
machines is `ray_runner.RayRunner`.
"""

from __future__ import annotations

import os
import signal
import threading
from ctypes import c_longlong
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Protocol, Self

from trainshed.arena.jobs.failed_game import FailedGame
from trainshed.arena.jobs.task import LostRange, PlayedRange, Task, play_range

SPAWN: Final = get_context("spawn")
"""Processes start afresh: they inherit no threads, no locks and no open pipes of other processes."""


class Runner(Protocol):
    """Plays ranges of games somewhere. It may be used for one run after another."""

    @property
    def slots(self) -> int:
        """How many ranges are played at the same time."""

    def start(self, task: Task[Any], begin: int, end: int, seconds: float) -> None:
        """Begin to play a range; called only while fewer than `slots` ranges are being played.

        After about so many seconds the range is to be given back with the rest unplayed.
        """

    def finished(self) -> list[PlayedRange | LostRange]:
        """Wait for ranges that are being played; at least one. Raises the exception of a game."""

    def cancel(self) -> None:
        """Give up all ranges that are being played."""


class InlineRunner:
    """Plays ranges in this process, one at a time."""

    slots: Final = 1

    def __init__(self) -> None:
        self._next: tuple[Task[Any], int, int, float] | None = None

    def start(self, task: Task[Any], begin: int, end: int, seconds: float) -> None:
        self._next = (task, begin, end, seconds)

    def finished(self) -> list[PlayedRange | LostRange]:
        assert self._next is not None
        task, begin, end, seconds = self._next
        self._next = None
        return [play_range(task, begin, end, seconds)]

    def cancel(self) -> None:
        self._next = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.cancel()


class ProcessRunner:
    """Plays ranges in local processes. A process that is killed is reported as a lost range, and replaced."""

    def __init__(self, slots: int) -> None:
        if slots < 1:
            raise ValueError("at least one process must play")
        self.slots = slots
        self._idle: list[GameProcess] = []
        self._busy: list[GameProcess] = []

    def start(self, task: Task[Any], begin: int, end: int, seconds: float) -> None:
        while True:
            fresh = not self._idle
            process = GameProcess() if fresh else self._idle.pop()
            self._busy.append(process)
            try:
                process.play(task, begin, end, seconds)
            except OSError:
                if fresh:
                    return  # it died at its start: `finished` finds the closed pipe and reports a lost range
                self._busy.remove(process)  # it died while it had nothing to do
                process.kill()
            else:
                return

    def finished(self) -> list[PlayedRange | LostRange]:
        ready = wait([process.pipe for process in self._busy])
        found: list[PlayedRange | LostRange] = []
        errors: list[Exception] = []
        for process in [process for process in self._busy if process.pipe in ready]:
            self._busy.remove(process)
            result = process.result()
            if isinstance(result, LostRange):
                process.kill()
            else:
                self._idle.append(process)
            if isinstance(result, Exception):
                errors.append(result)
            else:
                found.append(result)
        if errors:
            raise errors[0]
        return found

    def cancel(self) -> None:
        """Kill the processes that play; a game cannot be stopped otherwise."""
        while self._busy:
            self._busy.pop().kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.cancel()
        while self._idle:
            self._idle.pop().kill()

    def process_ids(self) -> list[int]:
        """The ids of the processes that play now."""
        return [process.pid for process in self._busy]


class GameProcess:
    """One local process that plays one range after another, as seen from the process that started it."""

    def __init__(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self._at = SPAWN.RawValue(c_longlong, -1)
        self._process = SPAWN.Process(target=_serve, args=(theirs, self._at), daemon=True)
        self._process.start()
        theirs.close()
        self._task: Task[Any] | None = None
        self._range = (0, 0)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def play(self, task: Task[Any], begin: int, end: int, seconds: float) -> None:
        """Send a range; the task is sent only if it is another one than before. OSError: the process is gone."""
        self._range = (begin, end)
        self._at.value = -1
        sent = None if task is self._task else task
        self._task = task
        self.pipe.send((sent, begin, end, seconds))

    def result(self) -> PlayedRange | LostRange | Exception:
        """What came of the range; waits for it."""
        try:
            result: PlayedRange | FailedGame = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            return LostRange(*self._range, self._at.value, _ending(self._process.exitcode))
        return result.exception() if isinstance(result, FailedGame) else result

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self.pipe.close()


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


# ---------------------------------------------------------------- inside such a process


def _serve(pipe: Connection, at: Any) -> None:
    """Play the ranges that come through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the process that started this one reacts to Ctrl-C
    threading.Thread(target=_end_with_parent, daemon=True).start()
    task: Task[Any] | None = None

    def starting(index: int) -> None:
        at.value = index

    while True:
        try:
            sent, begin, end, seconds = pipe.recv()
        except EOFError:
            return
        task = sent if sent is not None else task
        assert task is not None
        try:
            result: PlayedRange | FailedGame = play_range(task, begin, end, seconds, starting)
        except Exception as error:
            result = FailedGame(error)
        pipe.send(result)


def _end_with_parent() -> None:
    """End this process at once when the one that started it is gone, even in the middle of a long game."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)

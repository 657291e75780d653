"""A child process that is talked to in lines, with a deadline for each; it is ended together with its own children."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from trainshed.bots.stdio.messages import LONGEST_LINE, ProgramError, quoted

CHUNK: Final = 65_536
PATIENCE: Final = 1.0
"""Seconds that a program has to end by itself after its stdin was closed."""


class Program:
    """A running program. Its stderr is that of this process; it leads a process group of its own, so that Ctrl-C in a
    terminal reaches only this process, which then ends the whole group."""

    def __init__(self, command: Sequence[str]) -> None:
        if os.name != "posix":
            raise ProgramError("a program as a bot needs a POSIX system, such as Linux or macOS")
        try:
            process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise ProgramError(f"cannot be started: {error}") from error
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._read = bytearray()
        self._finalizer = weakref.finalize(self, _end, process, os.getpid(), PATIENCE)

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line. What the program says meanwhile is kept: it may speak before it listens.

        Nothing is said of a program that has ended: `receive` tells, after what the program has said before.
        """
        left = memoryview(line)
        while left:
            readable, writable = self._wait(deadline, writing=True)
            if writable:
                try:
                    left = left[os.write(self._in, left) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    return
            elif readable and not self._fill():
                return

    def receive(self, deadline: float) -> bytes:
        """The next line, without its end."""
        searched = 0
        while True:
            end = self._read.find(b"\n", searched)
            if end > LONGEST_LINE or (end < 0 and len(self._read) > LONGEST_LINE):
                raise ProgramError(f"has written a line of more than {LONGEST_LINE} bytes")
            if end >= 0:
                line = bytes(self._read[:end])
                del self._read[: end + 1]
                return line
            searched = len(self._read)
            self._wait(deadline, writing=False)
            if not self._fill():
                raise ProgramError(self._how_it_ended())

    def end(self, patience: float = PATIENCE) -> None:
        """End the program and its children; those that do not end by themselves in this time are killed."""
        if self._finalizer.detach() is not None:
            _end(self._process, os.getpid(), patience)

    def _wait(self, deadline: float, writing: bool) -> tuple[bool, bool]:
        """Wait until the program can be read from, or written to; what it has said is read up to a line's length."""
        poll = select.poll()
        full = writing and len(self._read) > LONGEST_LINE
        if not full:
            poll.register(self._out, select.POLLIN)
        if writing:
            poll.register(self._in, select.POLLOUT)
        left = deadline - monotonic()
        ready = dict(poll.poll(left * 1000)) if left > 0 else {}
        if not ready:
            raise TimeoutError
        return self._out in ready, self._in in ready

    def _fill(self) -> bool:
        """Read what the program has said; False if it cannot say more."""
        try:
            more = os.read(self._out, CHUNK)
        except BlockingIOError:
            return True
        self._read += more
        return bool(more)

    def _how_it_ended(self) -> str:
        """Why nothing more can be read. To kill it changes nothing for a program that has ended already."""
        self.end(patience=0.0)
        code = self._process.returncode
        last = f" after {quoted(bytes(self._read))}" if self._read else ""
        if code == -signal.SIGKILL:
            return f"has closed its stdout{last}, or was killed"
        return (f"has ended by signal {-code}" if code < 0 else f"has ended with exit code {code}") + last


def _end(process: subprocess.Popen[bytes], owner: int, patience: float) -> None:
    """Close the stdin of a program, let it end, and kill what is left of its process group."""
    if os.getpid() != owner:
        return  # a copy of this process by fork: the program is not its own
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.close()
    deadline = monotonic() + patience
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    # The end of its stdout tells that it has ended. It is not waited for before it is killed: until then its number
    # cannot become that of another process.
    while (left := deadline - monotonic()) > 0 and poll.poll(left * 1000):
        with suppress(BlockingIOError):
            if not os.read(process.stdout.fileno(), CHUNK):
                break
    with suppress(ProcessLookupError, PermissionError):  # PermissionError: macOS, if it has ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()

"""Runs the home server `trainshed` as a process in tests, with a data folder that PostgreSQL can reach."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from tests.support.servers.patience import PATIENCE

OPEN = re.compile(r"^Trainshed is open: (http://127\.0\.0\.1:(\d+)/)$", re.M)


@contextmanager
def new_folder() -> Iterator[Path]:
    """A temporary folder; not pytest's own: if we are root, PostgreSQL runs as another user, who cannot enter that."""
    folder = Path(tempfile.mkdtemp(prefix="trainshed-home-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


class Home:
    """A process of `trainshed` with its data in a folder. Leaving the context kills everything it started."""

    def __init__(self, command: Sequence[str], folder: Path, **env: str) -> None:
        self.folder = folder
        self.output = folder.with_name(f"{folder.name}.out")
        self.address = ""
        self.took = 0.0
        begun = time.monotonic()
        with self.output.open("wb") as output, hearing_hangups():
            self.process = subprocess.Popen(
                command,
                cwd="/",
                env={**os.environ, "PYTHONUTF8": "1", **env, "TRAINSHED_HOME": str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            while not (found := OPEN.search(self.said)):
                assert self.process.poll() is None, self.said
                assert time.monotonic() < begun + PATIENCE, self.said
                time.sleep(0.02)
        except BaseException:
            self.kill()
            raise
        self.address = found[1]
        self.port = int(found[2])
        self.took = time.monotonic() - begun

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def said(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Send a signal and wait for the end; the seconds that it took."""
        begun = time.monotonic()
        self.process.send_signal(number)
        assert self.process.wait(PATIENCE) == 0, self.said
        return time.monotonic() - begun

    def kill(self, postgres: bool = True) -> None:
        """SIGKILL; with `postgres` also for its PostgreSQL, which is left over otherwise."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if postgres and (pid := server(self.folder)):
            kill_group(pid)


@contextmanager
def hearing_hangups() -> Iterator[None]:
    """Processes started here react to SIGHUP as under a terminal, even if `nohup` started the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def server(folder: Path) -> int:
    """The process id of the PostgreSQL in a folder; 0 if there is none."""
    with suppress(OSError, ValueError, IndexError):
        pid = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
        if str(folder) in Path(f"/proc/{pid}/cmdline").read_text():
            return pid
    return 0


def kill_group(pid: int) -> None:
    """Kill a server and its children, each of which has a process group of its own."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for number in (pid, *map(int, children)):
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False

"""Finished ranges of games on disk: one file a range, with the digest of its task.

A file is written whole or not at all, and its games are the same whoever plays them. So any files that do not overlap
can be merged, whatever their borders: a run goes on with other jobs, and after being killed at any moment.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Generic

import msgspec

from trainshed.arena.jobs.task import S, Task, task_name
from trainshed.kernel.options import SetupError

FORMAT: Final = 1
ENDING: Final = ".games"
UNFINISHED: Final = ".part"
STALE_SECONDS: Final = 60.0
"""An unfinished file this old was left by a process that was killed."""

MOST_FILES: Final = 256
"""With more files than this, neighbours are merged in the middle of a run."""


class KeptError(SetupError):
    """A file of kept games that cannot be used: it is damaged, or of another task."""


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file; the summary follows it."""

    format: int
    task: str
    begin: int
    end: int
    digest: str
    """Of the summary's bytes."""


def task_digest(task: Task[Any]) -> str:
    """A digest of all that a task says, of its class and of the version of Trainshed.

    Changed code of the same version is not noticed: a task that must tell it apart says so in a field.
    """
    said = msgspec.json.encode([type(task).__qualname__, version("trainshed"), task], order="deterministic")
    return hashlib.sha256(said).hexdigest()


class KeptRanges(Generic[S]):
    """A folder with the finished ranges of one task. Begin and end (exclusive) of a range are in its file's name."""

    def __init__(self, folder: Path, task: Task[S]) -> None:
        self.folder = folder
        self._task = task
        self._digest = task_digest(task)
        self._ranges: set[tuple[int, int]] = set()
        """The ranges that this run uses; they do not overlap."""
        folder.mkdir(parents=True, exist_ok=True)

    def load(self, first: int, end: int) -> list[tuple[int, int, S]]:
        """The kept ranges between `first` and `end` (exclusive), in order and without overlap, with their summaries.

        Every file of the folder is checked. One that reaches beyond these borders is left as it is.
        """
        found: dict[tuple[int, int], S] = {}
        for file in sorted(self.folder.iterdir()):
            if file.name.endswith(UNFINISHED) and time.time() - file.stat().st_mtime > STALE_SECONDS:
                file.unlink(missing_ok=True)
            elif file.name.endswith(ENDING):
                begin, after, summary = self._read(file)
                if first <= begin and after <= end:
                    found[begin, after] = summary
        # Files overlap if a run was killed while it merged them: the longest ones have the most games.
        for begin, after in sorted(found, key=lambda borders: (borders[0] - borders[1], borders[0])):
            if all(after <= other or begin >= other_end for other, other_end in self._ranges):
                self._ranges.add((begin, after))
            elif any(begin >= other and after <= other_end for other, other_end in self._ranges):
                self._file(begin, after).unlink(missing_ok=True)
        return [(begin, after, found[begin, after]) for begin, after in sorted(self._ranges)]

    def add(self, begin: int, end: int, summary: bytes) -> None:
        """Keep a range that was just played."""
        self._write(begin, end, summary)
        self._ranges.add((begin, end))
        if len(self._ranges) > MOST_FILES:
            self.compact()

    def compact(self) -> None:
        """Merge the files of neighbouring ranges. The merged file is written before the others are deleted."""
        for chain in _chains(self._ranges):
            if len(chain) == 1:
                continue
            total = self._task.empty()
            for begin, end in chain:
                total.merge(self._read(self._file(begin, end))[2])
            self._write(chain[0][0], chain[-1][1], total.encode())
            for begin, end in chain:
                self._file(begin, end).unlink(missing_ok=True)
                self._ranges.discard((begin, end))
            self._ranges.add((chain[0][0], chain[-1][1]))

    def _file(self, begin: int, end: int) -> Path:
        return self.folder / f"{begin:09}-{end:09}{ENDING}"

    def _write(self, begin: int, end: int, summary: bytes) -> None:
        header = _Header(FORMAT, self._digest, begin, end, hashlib.sha256(summary).hexdigest())
        file = self._file(begin, end)
        unfinished = file.with_name(f"{file.name}.{os.getpid()}{UNFINISHED}")
        with unfinished.open("wb") as out:
            out.write(msgspec.json.encode(header) + b"\n" + summary)
            out.flush()
            os.fsync(out.fileno())  # without this a crash of the machine could leave the name without the content
        unfinished.replace(file)

    def _read(self, file: Path) -> tuple[int, int, S]:
        line, _, summary = file.read_bytes().partition(b"\n")
        try:
            header = msgspec.json.decode(line, type=_Header)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise KeptError(f"{file} is not a file of kept games: {error}") from error
        if header.format != FORMAT:
            raise KeptError(f"{file} has the format {header.format}, and {FORMAT} is understood")
        if header.task != self._digest:
            raise KeptError(
                f"{file} has games of something else than {task_name(self._task)} with these arguments, or of another "
                "version: choose another folder"
            )
        if hashlib.sha256(summary).hexdigest() != header.digest or self._file(header.begin, header.end) != file:
            raise KeptError(f"{file} is damaged: delete it to play its games again")
        return header.begin, header.end, type(self._task.empty()).decode(summary)


def _chains(ranges: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Ranges in lists of neighbours, each of which ends where the next one begins."""
    chains: list[list[tuple[int, int]]] = []
    for begin, end in sorted(ranges):
        if chains and chains[-1][-1][1] == begin:
            chains[-1].append((begin, end))
        else:
            chains.append([(begin, end)])
    return chains

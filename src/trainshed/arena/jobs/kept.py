"""Finished ranges of games on disk: one Parquet file a range, with the digest of its task.

A file is written whole or not at all, and its games are the same whoever plays them. So any files that do not overlap
can be merged, whatever their borders: a run goes on with other jobs, and after being killed at any moment.

Every reader of Parquet can read the files. They are written by Polars, the extra `trainshed[arena]`, and only a run
that keeps its games needs it.
"""

from __future__ import annotations

import hashlib
import io
import os
import time
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Generic

import msgspec

from trainshed.arena.jobs.task import S, Task, task_name
from trainshed.kernel.options import SetupError

FORMAT: Final = 2
"""1 was no Parquet."""

ENDING: Final = ".parquet"
UNFINISHED: Final = ".part"
STALE_SECONDS: Final = 60.0
"""An unfinished file this old was left by a process that was killed."""

MOST_FILES: Final = 256
"""With more files than this, neighbours are merged in the middle of a run."""


class KeptError(SetupError):
    """A file of kept games that cannot be used: it is damaged, or of another task."""


@cache
def trainshed_version() -> str:
    """The version of Trainshed that is installed here. Looking it up takes as long as some games."""
    return version("trainshed")


def task_digest(task: Task[Any]) -> str:
    """A digest of all that a task says, of its class and of the version of Trainshed.

    Changed code of the same version is not noticed: a task that must tell it apart says so in a field.
    """
    said = msgspec.json.encode([type(task).__qualname__, trainshed_version(), task], order="deterministic")
    return hashlib.sha256(said).hexdigest()


class KeptRanges(Generic[S]):
    """A folder with the finished ranges of one task. Begin and end (exclusive) of a range are in its file's name."""

    def __init__(self, folder: Path, task: Task[S]) -> None:
        self._polars = _polars()
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
        row = {"format": FORMAT, "task": self._digest, "begin": begin, "end": end, "summary": summary}
        parquet = io.BytesIO()
        self._polars.DataFrame([row]).write_parquet(parquet)
        file = self._file(begin, end)
        unfinished = file.with_name(f"{file.name}.{os.getpid()}{UNFINISHED}")
        with unfinished.open("wb") as out:
            out.write(with_digest(parquet.getvalue()))
            out.flush()
            os.fsync(out.fileno())  # without this a crash of the machine could leave the name without the content
        unfinished.replace(file)

    def _read(self, file: Path) -> tuple[int, int, S]:
        data = file.read_bytes()
        if not is_whole(data):
            raise KeptError(f"{file} is damaged: delete it to play its games again")
        rows = self._polars.read_parquet(io.BytesIO(data)).to_dicts()
        row = rows[0] if len(rows) == 1 else {}
        if row.get("format") != FORMAT:
            raise KeptError(f"{file} has the format {row.get('format')}, and {FORMAT} is understood")
        if row["task"] != self._digest:
            raise KeptError(
                f"{file} has games of something else than {task_name(self._task)} with these arguments, or of another "
                "version: choose another folder"
            )
        if self._file(row["begin"], row["end"]) != file:
            raise KeptError(f"{file} has the games from {row['begin']} to {row['end'] - 1}: its name was changed")
        return row["begin"], row["end"], type(self._task.empty()).decode(row["summary"])


def _polars() -> ModuleType:
    try:
        import polars
    except ModuleNotFoundError as error:
        raise SetupError('keeping finished games needs Polars: pip install "trainshed[arena]"') from error
    return polars


# ---------------------------------------------------------------- a digest inside a Parquet file
#
# Polars trusts what it reads: some damaged files make it reserve exabytes, which ends the whole process. So a file is
# checked before Polars sees it. The digest stands before the footer: readers begin at the end of a file, with the
# length of the footer, and the footer says where the columns are. Nothing points to the place between the two.


def with_digest(parquet: bytes) -> bytes:
    """A Parquet file with the digest of its bytes in it."""
    footer = _footer(parquet)
    return parquet[:footer] + hashlib.sha256(parquet).digest() + parquet[footer:]


def is_whole(data: bytes) -> bool:
    """Whether a file that `with_digest` made has all its bytes, and no others."""
    footer = _footer(data)
    begin = footer - hashlib.sha256().digest_size
    return begin > 0 and hashlib.sha256(data[:begin] + data[footer:]).digest() == data[begin:footer]


def _footer(parquet: bytes) -> int:
    """Where the footer begins; at the end are its length and four letters."""
    return len(parquet) - 8 - int.from_bytes(parquet[-8:-4], "little")


def _chains(ranges: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Ranges in lists of neighbours, each of which ends where the next one begins."""
    chains: list[list[tuple[int, int]]] = []
    for begin, end in sorted(ranges):
        if chains and chains[-1][-1][1] == begin:
            chains[-1].append((begin, end))
        else:
            chains.append([(begin, end)])
    return chains

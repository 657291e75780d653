"""The data folder of a local server: its location, and a lock so that only one server uses it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME = "trainshed"
LOCK = "running"


class FolderInUse(Exception):
    """Another server runs in this folder."""


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`TRAINSHED_HOME`, or where this system keeps the data of a user's programs."""
    if given := environment.get("TRAINSHED_HOME"):
        return Path(given).expanduser().absolute()
    home = Path.home()
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / NAME
    if given := environment.get("XDG_DATA_HOME"):
        return Path(given).absolute() / NAME
    if os.geteuid() == 0:
        # PostgreSQL does not run as root, and nobody else may look into root's own folder.
        return Path("/var/lib") / NAME
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / NAME
    return home / ".local" / "share" / NAME


class FolderOwner:
    """The lock file of the process that owns the folder; others read its process id and address there."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def tell(self, address: str) -> None:
        """Write the process id and the address of this server into the lock file."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()}\n{address}\n")
        self._file.flush()


@contextmanager
def locked_folder(folder: Path) -> Iterator[FolderOwner]:
    """Lock the folder for this process. The system releases the lock of a process that died, however it died."""
    path = folder / LOCK
    while True:
        file = path.open("a+", encoding="utf-8")
        if not _locked(file):
            file.close()
            raise FolderInUse(_who(path, folder))
        # The previous owner may have removed the file between our opening and our locking it.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                break
        file.close()
    try:
        owner = FolderOwner(file)
        owner.tell("")
        yield owner
    finally:
        if sys.platform == "win32":  # where an open file cannot be removed
            file.close()
        path.unlink(missing_ok=True)
        file.close()


def _locked(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            # Lock a byte far behind the text, which must stay readable.
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _who(path: Path, folder: Path) -> str:
    try:
        number, address = path.read_text(encoding="utf-8").split("\n")[:2]
    except (OSError, ValueError):
        number = address = ""
    process = f" (process {number})" if number else ""
    if address:
        return f"Trainshed runs already: {address}{process}, with its data in {folder}"
    return f"Trainshed is starting or stopping in {folder}{process}"

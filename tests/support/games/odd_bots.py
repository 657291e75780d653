"""Bots for tests of the processes in which bots think, as a package that is installed only for a test."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from trainshed.bots.bot import GROUP
from trainshed.kernel import plugins
from trainshed.service.tables import commands

BOTS: Final = '''
"""Bots that search, each with a habit. Files beside this module tell what they have done."""

import os
import time
from pathlib import Path
from random import Random

from trainshed.bots.bot import find

HERE = Path(__file__).parent


class OddBot:
    searches = True

    def __init__(self, name):
        self.name = name

    def choose(self, view, moves, budget, rng, worlds):
        return getattr(self, self.name)(view, moves, worlds)

    def prompt(self, view, moves, worlds):
        """Answers at once."""
        return moves[-1]

    def eager(self, view, moves, worlds):
        """Plays sensibly, so that its turns have several questions."""
        return find("thumb").choose(view, moves, None, Random(), worlds)

    def sleeping(self, view, moves, worlds):
        """Answers after a while."""
        time.sleep(0.3)
        return moves[-1]

    def hanging(self, view, moves, worlds):
        """Never answers, and never lets another thread of its process do anything for long."""
        (HERE / "hanging").write_text(str(os.getpid()))
        while True:
            pass

    def interrupted(self, view, moves, worlds):
        """Takes for ever when it is asked for the first time, and answers when it is asked again."""
        try:
            (HERE / "interrupted").touch(exist_ok=False)
        except FileExistsError:
            return moves[-1]
        time.sleep(600)

    def dying(self, view, moves, worlds):
        """Takes its process with it."""
        with (HERE / "dying").open("a") as file:
            file.write("+")
        os._exit(3)

    def failing(self, view, moves, worlds):
        raise RuntimeError("no idea")

    def cheating(self, view, moves, worlds):
        return max(moves) + 1

    def printing(self, view, moves, worlds):
        print("this is no answer", flush=True)
        return moves[-1]

    def curious(self, view, moves, worlds):
        """Looks for settings of the server, and for other open files than its pipes and stderr."""
        found = [name for name in os.environ if name.startswith("TRAINSHED_")]
        found += [path for path in map(os.readlink, open_files()) if "socket" in path]
        if found:
            raise RuntimeError(str(found))
        return moves[-1]


def open_files():
    for name in os.listdir("/proc/self/fd"):
        path = f"/proc/self/fd/{name}"
        if name not in ("0", "1", "2") and os.path.lexists(path):
            yield path


'''
NAMES: Final = (
    "prompt",
    "eager",
    "sleeping",
    "hanging",
    "interrupted",
    "dying",
    "failing",
    "cheating",
    "printing",
    "curious",
)


def install_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bots known in this process and in the bot processes that it starts."""
    lines = "".join(f"{name.upper()} = OddBot({name!r})\n" for name in NAMES)
    (folder / "odd_bots.py").write_text(BOTS + lines, encoding="utf-8")
    facts = folder / "odd_bots-0.1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 0.1.0\n", encoding="utf-8")
    points = "".join(f"{name} = odd_bots:{name.upper()}\n" for name in NAMES)
    (facts / "entry_points.txt").write_text(f"[{GROUP}]\n{points}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    forget_bots()


def forget_bots() -> None:
    """Look anew which bots are installed."""
    plugins.installed.cache_clear()
    commands.known_bot.cache_clear()
    commands.known_names.cache_clear()

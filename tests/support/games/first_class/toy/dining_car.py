"""The toy module among the real ones: its files are found by its id, as those of a module of the box are.

with dining_car() as game:                # First Class with a sixth module; no line of the title knows it
    state = game.start(2, {"modules": "a-f"})
"""

from __future__ import annotations

import copy
import importlib
import importlib.util
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from trainshed.games.first_class.game import FirstClassGame
from trainshed.games.first_class.rules.citations import CITE
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game

HERE = Path(__file__).parent
TITLE = "trainshed.games.first_class"
ID = "dining"
PARTS = ("rules", "text", "board")
"""The folders of the title in which a module has a file."""


def pack() -> Pack:
    """The built-in pack of the title with the section of the toy module, and its kinds of cards."""
    data = copy.deepcopy(game("first-class").pack.data)
    more = tomllib.loads((HERE / "content.toml").read_text(encoding="utf-8"))
    data["kinds"] |= more["kinds"]
    data["module"] |= more["module"]
    return Pack(data, "dining.toml")


@contextmanager
def dining_car() -> Iterator[FirstClassGame]:
    """The title with the toy module, whose files stand in its folders of modules as long as this lasts."""
    packages = []
    cited = len(CITE.ids)
    for part in PARTS:
        if importlib.util.find_spec(f"{TITLE}.{part}") and importlib.util.find_spec(f"{TITLE}.{part}.modules"):
            packages.append((part, importlib.import_module(f"{TITLE}.{part}.modules")))
    if importlib.util.find_spec(f"{TITLE}.text") and importlib.util.find_spec(f"{TITLE}.text.coach"):
        importlib.import_module(f"{TITLE}.text.coach")  # lists the modules that there are: without the toy
    for part, package in packages:
        package.__path__.append(str(HERE / part))
    try:
        importlib.invalidate_caches()
        yield FirstClassGame(1, pack())
    finally:
        del CITE.ids[cited:]  # what the toy's rules have cited
        for part, package in packages:
            package.__path__.remove(str(HERE / part))
            sys.modules.pop(f"{TITLE}.{part}.modules.{ID}", None)
            vars(package).pop(ID, None)

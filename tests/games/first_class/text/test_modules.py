"""The texts of a module are one file, found by its id: the others name no module."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.games.first_class.positions import BOX, GAME
from trainshed.games.first_class import text
from trainshed.games.first_class.events import CardTaken, ModuleEvent, TurnBegun
from trainshed.games.first_class.text import sentences
from trainshed.games.first_class.text.module import PACKAGE, ModuleText, number_in, texts_of
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator

FOLDER = Path(text.__path__[0])
OF_MODULES = re.compile("celebrit|postcard|murder|passenger|luggage|switch|mechanic", re.IGNORECASE)


def test_every_module_of_the_pack_has_its_file() -> None:
    files = {file.stem for file in (FOLDER / "modules").glob("*.py")} - {"__init__"}
    assert {module.name for module in BOX.modules} == files
    assert len(texts_of(BOX)) == len(files)


def test_no_other_file_names_a_module() -> None:
    files = list(FOLDER.glob("*.py"))
    assert len(files) > 5
    for file in files:
        found = OF_MODULES.search(file.read_text(encoding="utf-8"))
        assert found is None, f"{file.name}: {found}"


class DiningCar(ModuleText):
    """A module that no box has: its texts are told without a change elsewhere."""

    chapters = ("opens",)
    counted = ("served",)

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        return f"serves {len(events)} meals"

    def chapter(self, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        return "The dining car opens."


def test_a_sixth_module_needs_only_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = ModuleType(f"{PACKAGE}.dining_car")
    file.TEXT = DiningCar()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, file.__name__, file)
    opened, served = ModuleEvent("dining_car", "opens", -1, {}), ModuleEvent("dining_car", "served", 0, {})
    begun, taken = TurnBegun(0, False), CardTaken(0, "x1-car-1-1", 0)
    assert sentences.opens(opened, taken)
    assert sentences.tell(GAME, [opened]) == "The dining car opens."
    assert not sentences.opens(served, taken)
    assert (
        sentences.tell(GAME, [begun, taken, served, served], names=["Ada"])
        == "Ada takes a car card and serves 2 meals."
    )


@pytest.mark.parametrize(
    ("condition", "number"), [("coach level 12+", 12), ("city 5+", 5), ("both conductors column", 0)]
)
def test_the_number_of_a_condition_is_found(condition: str, number: int) -> None:
    assert number_in(condition) == number

"""The texts of module F, dining, as short as they can be. Made up for tests."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, ClassVar

texts: Any = importlib.import_module("trainshed.games.first_class.text.module")


class DiningText(texts.ModuleText):  # type: ignore[misc]
    """Menus and meals in plain words."""

    kinds: ClassVar = {"menu": texts.KindName("Menu", "a menu"), "kitchen": texts.KindName("Kitchen", "a kitchen")}
    questions: ClassVar = {"Reserve": "%(who)s: in which train? %(card)s."}

    def icon(self, verb: int, icon: Any, speech: Any) -> str:
        return f"{icon.count} meals"

    def requirement(self, requirement: Any, speech: Any) -> str:
        return f"{requirement.least} meals"

    def label(self, game: Any, view: Any, word: str, speech: Any, names: Sequence[str]) -> str:
        head, _, rest = word.partition(":")
        return f"{head} {rest}" if head in ("reserve", "meal", "dine") else ""

    def deed(self, game: Any, events: Sequence[Any], speech: Any, names: Sequence[str]) -> str:
        return f"{events[-1].what} {' '.join(map(str, events[-1].facts.values()))}"


TEXT = DiningText()

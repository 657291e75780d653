"""Shunting Yard of the examples, if one of its options depended on the other."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.games.fake_titles import install
from trainshed.kernel.options import Option

SENTENCE = "A night shift needs the gentle ascent."
NIGHT = Option("shift", ("day", "night"), "day", "When the yard works.")


def install_night_yard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install it in place of Shunting Yard, for one test."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "examples" / "shunting_yard"))
    yard: Any = import_module("shunting_yard.game").YardGame

    class NightYard(yard):  # type: ignore[misc]
        def __init__(self, edition: int = 1, pack: Any = None) -> None:
            super().__init__(edition, pack)
            self.options: tuple[Option, ...] = (*self.options, NIGHT)

        def check_options(self, seats: int, options: Mapping[str, str]) -> str:
            return SENTENCE if options["shift"] == "night" and options["ascent"] != "gentle" else ""

    install(monkeypatch, shunting_yard=NightYard)

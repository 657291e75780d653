"""Options that depend on each other: a title says in a sentence why a choice does not fit, and everybody is told."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.games.fake_titles import install
from tests.support.service import Guest, open_container
from tests.support.web.visitors import http_client
from trainshed.arena.played import tables
from trainshed.cli.app import run
from trainshed.kernel.options import Option, SetupError, UnfitOptions
from trainshed.kernel.registry import game

SENTENCE = "A night shift needs the gentle ascent."
NIGHT = Option("shift", ("day", "night"), "day", "When the yard works.")


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shunting Yard of the examples, if one of its options depended on the other."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "shunting_yard"))
    yard: Any = import_module("shunting_yard.game").YardGame

    class NightYard(yard):  # type: ignore[misc]
        def __init__(self, edition: int = 1, pack: Any = None) -> None:
            super().__init__(edition, pack)
            self.options: tuple[Option, ...] = (*self.options, NIGHT)

        def check_options(self, seats: int, options: Mapping[str, str]) -> str:
            return SENTENCE if options["shift"] == "night" and options["ascent"] != "gentle" else ""

    install(monkeypatch, shunting_yard=NightYard)


@pytest.mark.usefixtures("night")
def test_options_that_do_not_fit_are_refused_with_a_sentence() -> None:
    yard = game("shunting-yard")
    assert yard.chosen(2, {"shift": "night", "ascent": "gentle"}) == {"ascent": "gentle", "shift": "night"}
    assert yard.start(2, {"shift": "day"}).options["shift"] == "day"
    for refuse in (yard.chosen, yard.start):
        with pytest.raises(UnfitOptions) as error:
            refuse(2, {"shift": "night"})
        assert str(error.value) == SENTENCE
    with pytest.raises(SetupError, match="option shift is one of day, night"):
        yard.chosen(2, {"shift": "noon"})


@pytest.mark.usefixtures("night")
def test_conformance_leaves_out_what_does_not_fit() -> None:
    found = [table.options for table in tables(game("shunting-yard"))]
    assert {"ascent": "gentle", "shift": "night"} in found
    assert {"ascent": "steep", "shift": "night"} not in found


@pytest.mark.usefixtures("night")
def test_the_terminal_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sim", "shunting-yard", "--games", "1", "--option", "shift=night"]) == 1
    assert SENTENCE.rstrip(".") in capsys.readouterr().err


@pytest.mark.asyncio
@pytest.mark.usefixtures("night")
async def test_the_form_for_a_new_table_says_why(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        marta = await Guest.arrive(http, "Marta")
        refused = await marta.post("/tables", 400, title="shunting-yard", seats=2, options={"shift": "night"})
        assert SENTENCE in refused.values()
        options = {"shift": "night", "ascent": "gentle"}
        made = await marta.post("/tables", 201, title="shunting-yard", seats=2, options=options)
        assert made["options"] == options

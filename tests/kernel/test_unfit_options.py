"""Options that depend on each other: a title says in a sentence why a choice does not fit, and everybody is told."""

from __future__ import annotations

import pytest

from tests.support.games.night_yard import SENTENCE, install_night_yard
from trainshed.arena.played import tables
from trainshed.cli.app import run
from trainshed.kernel.options import SetupError, UnfitOptions
from trainshed.kernel.registry import game


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shunting Yard of the examples, if one of its options depended on the other."""
    install_night_yard(monkeypatch)


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

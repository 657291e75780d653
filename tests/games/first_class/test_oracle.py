"""Whole games of First Class against the independent model; `python -m tests.games.first_class.oracle` plays many more.

The model is also shown to notice rules that are wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games.first_class.oracle import __main__ as command
from tests.games.first_class.oracle.chooser import STYLES
from tests.games.first_class.oracle.compare import BOXES, ORACLE, PAIRS
from tests.games.first_class.oracle.printed import content
from tests.support.games.oracle import Difference, Setup
from tests.support.seeds import SEED, size
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game

RULES: Any = game("first-class")
GAMES = size(20, 100)
TRIES = 8


def name_of(setup: Setup) -> str:
    return f"{setup.options['modules']}-{setup.seats}-{setup.style}"


@pytest.mark.clause("FC-TURN-14", "FC-SCORE-16", "FC-TURN-05")
@pytest.mark.parametrize("setup", list(ORACLE.setups(RULES, GAMES, SEED)), ids=name_of)
def test_rules_and_model_agree_after_every_word(setup: Setup) -> None:
    compared = ORACLE.compare(RULES, setup)
    assert [str(difference) for difference in compared.differences] == []
    assert compared.ending == "end"


def test_games_cover_modules_seats_styles_boxes_and_options() -> None:
    chosen = list(ORACLE.setups(RULES, 300, SEED))
    met = {(setup.seats, setup.options["modules"]) for setup in chosen}
    assert met == {(seats, pair) for seats in (2, 3, 4) for pair in PAIRS}
    assert {(setup.seats, setup.style) for setup in chosen} == {(n, s) for n in (2, 3, 4) for s in STYLES}
    assert {setup.box for setup in chosen} == set(BOXES)
    for option in RULES.options:
        assert {setup.options.get(option.name, option.default) for setup in chosen} == set(option.choices)


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--games", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" words, 0 differences")


# ------------------------------------------------------------ the oracle can fail


def find(title: Any, style: str, modules: str, options: dict[str, str] | None = None) -> Difference | None:
    """The first difference in a few games; the options are those of the model."""
    for seed in range(TRIES):
        compared = ORACLE.compare(title, Setup(str(seed), 3, {"modules": modules}, style), options, first=True)
        if compared.differences:
            return compared.differences[0]
    return None


def change_card(data: dict[str, Any], letter: str, name: str, **fields: str) -> None:
    """Print something else on a module card."""
    for deck in ("deck1", "deck2", "deck3"):
        for row in data["module"][letter][deck]:
            if row["id"] == name:
                row.update(fields)


@dataclass
class Fault:
    """Another number in the box of the rules than in that of the model."""

    change: Callable[[dict[str, Any]], None]
    style: str
    modules: str
    where: str
    """What the first difference may name."""


FAULTS: dict[str, Fault] = {
    "the printed reward is one coin": Fault(
        lambda data: data["board_line"].update(cities=["plain", "R[coins 1]", "P2"]),
        "line",
        "a-b",
        "coins supply words",
    ),
    "the first locomotive tile scores 9": Fault(
        lambda data: data["locomotive_tiles"]["tiles"][0].update(points=9), "trains", "a-b", "points told scores"
    ),
    "the first in Constantinople gets 18": Fault(
        lambda data: data["constantinople"].update(points=[18, 12, 5]), "trains", "a-b", "points told scores"
    ),
    "luggage for any coach": Fault(
        lambda data: change_card(data, "D", "D1-6", condition="lower coach level 0+"), "modules", "d-e", "words actor"
    ),
    "a cheaper mechanic": Fault(
        lambda data: change_card(data, "E", "E1-6", condition="column levels 1+"), "modules", "d-e", "words actor"
    ),
    "an easier contract": Fault(
        lambda data: change_card(data, "A", "A1-3", condition="both conductors card 1"), "modules", "a-b", "words actor"
    ),
    "a better celebrity": Fault(
        lambda data: change_card(data, "B", "B1-1", effect="points 3"), "modules", "a-b", "points told"
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_wrong_numbers_are_found(name: str) -> None:
    fault = FAULTS[name]
    data = copy.deepcopy(content())
    fault.change(data)
    difference = find(type(RULES)(pack=Pack(data)), fault.style, fault.modules)
    assert difference is not None
    assert any(part in difference.what for part in fault.where.split())


OTHER_RULINGS = {
    "strict_cards": ("yes", "busy", "a-b", "words actor"),
    "ignore_may_add": ("yes", "random", "a-b", "words actor"),
    "open_piles": ("yes", "busy", "a-b", "pile"),
    "coins_inside_rewards": ("yes", "modules", "a-b", "words actor"),
    "murder_arrest": ("penalty", "modules", "c-d", "points standings scores"),
    "used_mechanics": ("used_pile", "modules", "d-e", "used columns"),
}
"""An option, its other choice, a style of play and modules that come to it, and what the first difference may name."""


@pytest.mark.parametrize("option", OTHER_RULINGS)
def test_other_rulings_are_found(option: str) -> None:
    """A model with another ruling than the rules."""
    choice, style, modules, named = OTHER_RULINGS[option]
    difference = find(RULES, style, modules, {option: choice})
    assert difference is not None
    assert any(name in difference.what for name in named.split())

"""Whole games of Spike against the independent model; the command `python -m tests.games.spike.oracle` plays many more.

The model is also shown to notice rules that are wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.spike.oracle import __main__ as command
from tests.games.spike.oracle.compare import BOXES, ORACLE, STYLES
from tests.games.spike.oracle.printed import content
from tests.support.games.oracle import Difference, Setup
from tests.support.seeds import SEED, size
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game

RULES: Any = game("spike")
GAMES = size(14, 84)
TRIES = 6


@pytest.mark.clause("SP-TURN-02", "SP-TURN-05", "SP-BUILD-19")
@pytest.mark.parametrize(
    "setup", list(ORACLE.setups(RULES, GAMES, SEED)), ids=lambda setup: f"{setup.seats}-{setup.style}"
)
def test_rules_and_model_agree_after_every_word(setup: Setup) -> None:
    compared = ORACLE.compare(RULES, setup)
    assert [str(difference) for difference in compared.differences] == []
    assert compared.ending


def test_games_cover_seats_styles_boxes_and_options() -> None:
    chosen = list(ORACLE.setups(RULES, 300, SEED))
    assert {(setup.seats, setup.style) for setup in chosen} == {(n, s) for n in (2, 3, 4) for s in STYLES}
    assert {(setup.seats, setup.options["advanced"]) for setup in chosen} == {
        (n, a) for n in (2, 3, 4) for a in ("no", "yes")
    }
    assert {setup.box for setup in chosen} == set(BOXES)
    for option in RULES.options:
        met = {setup.options.get(option.name, option.default) for setup in chosen}
        assert met == set(option.choices)


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--games", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" words, 0 differences")


# ------------------------------------------------------------ the oracle can fail


def find(title: Any, style: str, options: dict[str, str] | None = None) -> Difference | None:
    """The first difference in a few games; the options are those of the model."""
    for seed in range(TRIES):
        compared = ORACLE.compare(title, Setup(str(seed), 3, {}, style), options, first=True)
        if compared.differences:
            return compared.differences[0]
    return None


def raise_all(data: dict[str, Any], table: str, name: str, by: int) -> None:
    """Change a number of every destination on all cards of a table."""
    for row in data[table]["rows"]:
        for entry in row["destinations"]:
            entry[name] += by


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "six cards in a hand": (lambda data: data["deck"].update(hand=6), "words actor"),
    "the second upgrade costs 4": (lambda data: data["train"].update(upgrade_cost=[3, 4]), "words money"),
    "a middle tender of 4 cards": (lambda data: data["train"].update(supply=[2, 4, 4]), "supply"),
    "the top row of the market pays 4": (lambda data: data["market"].update(rows=[4, 2, 1]), "money"),
    "all contracts pay 1 less": (lambda data: raise_all(data, "contracts", "pay", -1), "money"),
    "all routes are worth 1 more": (lambda data: raise_all(data, "routes", "value", 1), "scores money"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_numbers_are_found(fault: str) -> None:
    change, where = FAULTS[fault]
    data = copy.deepcopy(content())
    change(data)
    difference = find(type(RULES)(pack=Pack(data)), "carry")
    assert difference is not None
    assert any(name in difference.what for name in where.split())


OTHER_RULINGS = {
    "joker_mixed": ("yes", "busy", ("link", "build", "spend", "match")),
    "allow_reverse": ("no", "busy", ("move",)),
    "start_full_speed": ("yes", "busy", ("start",)),
    "time_replacement": ("pile", "busy", ("actor",)),
    "one_track_per_space": ("no", "busy", ("link", "build")),
    "idle_turns": ("never", "shuttle", ("over", "actor")),
}
"""An option, its other choice, a style of play that comes to it, and what the first difference may name."""


@pytest.mark.parametrize("option", OTHER_RULINGS)
def test_other_rulings_are_found(option: str) -> None:
    """A model with another ruling than the rules."""
    choice, style, named = OTHER_RULINGS[option]
    difference = find(RULES, style, {option: choice})
    assert difference is not None
    assert any(name in str(difference) for name in named)

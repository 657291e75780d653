"""Whole games of Russian Railroads against the independent model; the command beside plays many more."""

from __future__ import annotations

import pytest

from tests.games.russian_railroads.oracle import __main__ as command
from tests.games.russian_railroads.oracle.compare import STYLES, Setup, compare_game, compare_made, setups
from tests.support.seeds import SEED
from trainshed.kernel.registry import game

GAMES = 4
MADE = 8
RULES = game("russian-railroads")


@pytest.mark.clause("RR-TURN-18", "RR-TURN-19", "RR-TURN-20")
@pytest.mark.parametrize("setup", list(setups(RULES, GAMES, SEED)), ids=lambda setup: f"{setup.seats}-{setup.style}")
def test_rules_and_model_agree_after_every_word(setup: Setup) -> None:
    compared = compare_game(RULES, setup)
    assert [str(difference) for difference in compared.differences] == []
    assert len(compared.words) > 50


@pytest.mark.clause("RR-TURN-18", "RR-CARD-12", "RR-CARD-07")
def test_rules_and_model_agree_on_made_positions() -> None:
    found = [compare_made(RULES, setup) for setup in setups(RULES, MADE, f"made-{SEED}")]
    assert [str(difference) for compared in found for difference in compared.differences] == []
    assert sum(len(compared.words) for compared in found) > MADE


def test_games_cover_seats_styles_and_options() -> None:
    chosen = list(setups(RULES, 300, SEED))
    assert {(setup.seats, setup.style) for setup in chosen} == {(n, s) for n in (2, 3, 4) for s in STYLES}
    assert sum(setup.options == {} for setup in chosen) >= 150
    for option in RULES.options:
        met = {setup.options.get(option.name, option.default) for setup in chosen}
        assert met == set(option.choices)


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--games", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" words, 0 differences")

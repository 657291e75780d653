"""Reach, rewards and points equal those of the oracle, on positions of games and on boards made at random."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.russian_railroads import oracle
from tests.support.games.russian_railroads.agreement import boards_of, differences, game_positions, made_positions, make
from tests.support.games.russian_railroads.table import BOX, position, tracks
from tests.support.seeds import SEED

NUMBER = Random(SEED).randrange(1_000_000)
PLAYED = 1500
MADE = 1500


def test_positions_of_random_games_agree_with_the_oracle() -> None:
    held = 0
    for found in game_positions(PLAYED, NUMBER):
        assert found == [], f"TRAINSHED_SEED={SEED}, position {held}"
        held += 1
    assert held == PLAYED


def test_random_boards_agree_with_the_oracle() -> None:
    held = 0
    for found in made_positions(MADE, NUMBER):
        assert found == [], f"TRAINSHED_SEED={SEED}, position {held}"
        held += 1
    assert held == MADE


def test_the_oracle_counts_the_example_of_the_rulebook() -> None:
    # given Red's board of pages 18 and 19
    state = position()
    red = state.players[3]
    red.tracks = tracks(ts=(9, 7, 3), sp=(1, 0, 0), kv=(3, 0, 0))
    red.locomotives = [6, 2, 0, 2]
    red.doublers = 1
    red.factories, red.markers = [2], [5, -1]
    # then 12 + 0 + 0, 3 for stars, 5 for the marker
    board = boards_of(state)[3]
    assert [oracle.railroad_points(board, railroad) for railroad in oracle.RAILROADS] == [12, 0, 0]
    assert (oracle.star_points(board), oracle.industry_points(board), oracle.round_points(board)) == (3, 5, 20)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("values", [0, 1, 2, 4, 8]),
        ("revalued", [0, 1, 3, 7, 10]),
        ("lane_scores", [*BOX.lane_scores[:13], 25, 25, 30]),
        ("majority", [40, 30]),
        ("scoring_specials", BOX.scoring_specials[:-1]),
    ],
)
def test_a_wrong_number_in_the_rules_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: list[object]
) -> None:
    rng = Random(NUMBER)
    state = position()
    monkeypatch.setattr(state.box, name, wrong)
    noticed = 0
    for _ in range(100):
        make(state, rng)
        noticed += differences(state, boards_of(state)) != []
    assert noticed > 0

"""A view as numbers: always equally many, always in range, and nothing in them that the seat may not know."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numpy")

import trainshed
from tests.support.games.title_tables import TABLES, Table, positions
from trainshed.adapters import features


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_as_many_numbers_as_promised_all_in_range(table: Table) -> None:
    for position in positions(table, seed=1, every=7):
        for seat in [*range(table.seats), None]:
            values = features.features(position.game, position.view(seat))
            assert len(values) == features.length(position.game)
            assert all(0.0 <= value <= 1.0 for value in values)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_hidden_things_change_no_number(table: Table) -> None:
    rng = Random(2)
    told_apart = 0
    for seed in range(2, 8):  # there are games in which nobody comes to hide anything
        for position in positions(table, seed=seed, every=8, well=True):
            for seat in range(table.seats):
                twin = position.redraw(seat, rng)
                told_apart += twin.digest() != position.digest()
                game = position.game
                assert features.features(game, twin.view(seat)) == features.features(game, position.view(seat))
        if told_apart or table.seats == 1:
            return
    raise AssertionError("nothing was hidden in six games")


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_stays_within_its_bounds(table: Table) -> None:
    game = trainshed.game(table.slug)
    for seed in range(6):
        decisions = draws = 0
        for position in positions(table, seed):
            if position.over:
                low, high = features.utilities(game, table.seats, position.options)
                assert all(low <= value <= high for value in game.returns(position))
            elif position.actor == trainshed.NATURE:
                draws += 1
            else:
                decisions += 1
        most_decisions, most_draws = features.longest(game, table.seats, position.options)
        assert decisions <= most_decisions
        assert draws <= most_draws


def test_a_title_without_features_is_seen_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_part(game: object) -> None:
        pass

    monkeypatch.setattr(features, "part", no_part)
    for table in TABLES:
        for position in positions(table, seed=3, every=9):
            for seat in [*range(table.seats), None]:
                values = features.features(position.game, position.view(seat))
                assert len(values) == features.length(position.game)
                assert all(0.0 <= value <= 1.0 for value in values)
    game = trainshed.game(TABLES[0].slug)
    assert features.utilities(game, 2, {}) == features.UTILITIES
    assert features.longest(game, 2, {}) == features.LONGEST

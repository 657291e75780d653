"""The features of Russian Railroads agree with the table in their module's docstring."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.feature_table import FeatureTable, ones
from tests.support.games.russian_railroads.table import BOX, GAME, effect, games, position, put, refresh, tracks
from trainshed.games.russian_railroads import features as module
from trainshed.games.russian_railroads.features import features, length
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive
from trainshed.games.russian_railroads.rules.bonus import LookThrough
from trainshed.games.russian_railroads.rules.effect_types import EFFECTS
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Pay

TABLE = FeatureTable(GAME, module)
rows, part, place = TABLE.rows, TABLE.part, TABLE.place


def test_the_table_is_complete() -> None:
    assert sum(count for _, count in rows()) == length(GAME) == 1048
    assert 4 * sum(count for _, count in rows(within=True)) == dict(rows())["each place: 156 numbers"]


def test_every_effect_that_asks_is_a_question() -> None:
    silent = {"BeginGame", "SettleBonus", "NextTurn", "Scoring", "CleanUp", "FinalScoring"}
    assert {kind.__name__ for kind in EFFECTS} - silent == set(module.QUESTIONS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_are_seen_from_the_seat_that_looks(seats: int) -> None:
    """The same table, everybody moved on by one chair: the same numbers."""

    def moved(by: int) -> RailState:
        def chair(seat: int) -> int:
            return (seat + by) % seats

        state = position(seats, order=[chair(seat) for seat in range(seats)], turn=chair(0))
        for seat in range(seats):
            player = state.players[chair(seat)]
            player.points, player.roubles, player.markers = 10 * seat, seat, [seat + 1, -1]
            player.tracks = tracks(ts=(3 + seat, seat))
            player.engineers = [seat + 2]
            put(state, "track_bottom", chair(seat))
        put(state, "loco_1", chair(1))
        state.claims[0] = chair(1)
        return refresh(state)

    for by in range(seats):
        for seat in range(seats):
            ours = features(GAME, moved(0).view(seat))
            assert features(GAME, moved(by).view((seat + by) % seats)) == ours


def test_a_player_is_told() -> None:
    state = position(3)
    other = state.players[1]
    other.points, other.doublers, other.locomotives = 200, 4, [9, 1, 0, 6]
    other.tracks = tracks(ts=(6, 3, 0), kv=(8, 5))
    other.markers, other.factories, other.engineers = [6, 0], [2, 9], [1, 15]
    other.tokens, other.revalued, other.medal = 0b1000, 1, 1
    other.roubles, other.workers = 4, 2
    put(state, "engineer-15", 1)
    refresh(state)
    assert place(state, 1, "points") == [0.5]
    assert place(state, 1, "each track")[:8] == pytest.approx([1, 6 / 15, 1, 3 / 15, 1, 0, 0, 0])
    assert place(state, 1, "locomotives") == pytest.approx([1, 1 / 9, 0, 6 / 9])
    assert place(state, 1, "reach") == pytest.approx([10 / 15, 0, 6 / 9])
    assert place(state, 1, "doublers") == [0.5]
    assert place(state, 1, "revaluation") == [1, 1, 0]
    assert place(state, 1, "each industry marker") == pytest.approx([1, 6 / 15, 1, 0])
    assert ones(place(state, 1, "each factory slot")) == [1, 9 + 8]
    assert ones(place(state, 1, "engineers hired")) == [0, 14]
    assert ones(place(state, 1, "engineers used")) == [14]
    assert ones(place(state, 1, "question tokens")) == [3]
    assert place(state, 1, "workers, reserve") == [2 / 8, 2 / 8]
    assert place(state, 1, "roubles") == [0.5]
    # Gray up to space 3, all doubled; Kiev scores five gray spaces, ten points of stars below 8, and the medal.
    assert place(state, 1, "points of a scoring") == pytest.approx([6 / 26, 0, 5 / 25, 30 / 50, 10 / 30])
    assert place(state, 3, "taken") == [0, 0]


def test_the_board_is_told() -> None:
    state = position(4, round=3, order=[2, 0, 1, 3])
    state.claims = [3, -1]
    state.piles[2], state.open_factories[7] = 1, 1
    put(state, "loco_1", 2)
    put(state, "aux_doubler", 0)
    put(state, "loco_2", 0, workers=1, roubles=1)
    refresh(state)
    assert ones(part(state, "the round")) == [2]
    assert ones(part(state, "who stands on each position")) == [2, 4, 9, 15]
    assert ones(part(state, "who has claimed")) == [3]
    assert part(state, "locomotive tiles")[:3] == [0, 0.25, 1]
    assert part(state, "open factories")[6] == 0.5
    assert ones(part(state, "the strip")) == [1, 15 + 11, 30 + 10, 45 + 9, 60 + 8]
    names = BOX.space_names
    standing = ones(part(state, "who stands on each space"))
    spots = [names.index("loco_1") * 4 + 2, names.index("loco_2") * 4, names.index("aux_doubler") * 4]
    assert standing == sorted(spots)
    assert ones(part(state, "spaces where exactly one")) == [names.index("aux_doubler")]


def test_the_question_is_told() -> None:
    state = position(pending=[NextTurn(0), effect(0, "track:black:2", "track:any:1", "industry:1", full=True)])
    assert ones(part(state, "the question")) == [module.QUESTIONS.index("Carry")]
    assert part(state, "steps still") == pytest.approx([3 / 6, 1 / 4, 1 / 4, 1 / 4, 1 / 4])
    assert part(state, "industry steps") == [0.5, 0, 0]
    assert part(state, "must it be") == [1]
    refresh(state, [NextTurn(0), Pay(0, 13)])
    assert ones(part(state, "the space that is being")) == [13]
    state.players[0].engineers = [15]
    refresh(state, [NextTurn(0), Pay(0, len(BOX.spaces) + 14)])
    assert ones(part(state, "the space that is being")) == [len(BOX.spaces) + 14]
    refresh(state, [NextTurn(0), PlaceLocomotive(0, 3, 0)])
    assert ones(part(state, "number of the tile")) == [2]


def test_end_bonus_cards_are_told_to_their_owner_only() -> None:
    state = position(pending=[NextTurn(0), LookThrough(0)])
    names = BOX.bonus_names
    state.play(GAME.vocabulary.id(f"removed:{names[0]}:{names[1]}"))
    state.play(GAME.vocabulary.id(f"bonus:{names[4]}"))
    assert ones(part(state, "own end bonus")) == [4]
    assert ones(part(state, "the end bonus pile")) == [0, *range(3, 11)]
    assert part(state, "end bonus cards in the pile") == [0.7]
    for seat in (1, None):
        assert ones(part(state, "own end bonus", seat)) == []
        assert ones(part(state, "the end bonus pile", seat)) == []


def test_always_as_many_always_in_range_and_nothing_hidden() -> None:
    rng = Random(8)
    for number, state in enumerate(games(3, seed=77, limited_supplies="no")):
        if number % 6 == 0 or state.over:
            for seat in (None, 0, 1):
                values = features(GAME, state.view(seat))
                assert len(values) == length(GAME)
                assert all(0.0 <= value <= 1.0 for value in values)
            assert features(GAME, state.redraw(0, rng).view(0)) == features(GAME, state.view(0))

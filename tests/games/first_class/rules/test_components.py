"""The contents of the box of First Class, and the number of players."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    asked,
    barred,
    carry,
    do,
    full_display,
    give,
    legal,
    new_game,
    play_out,
    position,
)
from trainshed.games.first_class.rules.components import SECTION, TYPES
from trainshed.kernel.options import SetupError

PRINTED: dict[str, Any] = GAME.pack.data
SEATS = [2, 3, 4]


@pytest.mark.clause("FC-COMP-01")
@pytest.mark.parametrize("seats", SEATS)
def test_two_three_or_four_play_with_the_same_preparation_and_flow(seats: int) -> None:
    # given so many players / when a game is created / then it starts, and runs to its end in the same way
    assert PRINTED["meta"]["players"] == SEATS
    state = new_game(seats, 3)
    assert asked(state) == "Turn"
    assert [player.trains for player in state.players] == [[[0], [0]]] * seats
    play_out(state, Random(3))
    assert state.round == 6
    assert len(state.scores()) == seats


@pytest.mark.clause("FC-COMP-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_another_number_of_players_is_refused(seats: int) -> None:
    with pytest.raises(SetupError):
        GAME.start(seats, {})


@pytest.mark.clause("FC-COMP-02")
def test_there_are_94_coach_cards_in_three_pairs_of_levels() -> None:
    # given the content / then the pairs have 50, 24 and 20 cards
    pairs = {tuple(row["levels"]): row["cards"] for row in PRINTED["coaches"]["pairs"]}
    assert pairs == {(0, 1): 50, (2, 4): 24, (7, 12): 20}
    assert sum(pairs.values()) == PRINTED["totals"]["coach_cards"] == 94
    # and so does the box of the rules
    assert BOX.pair_cards == [50, 24, 20]


@pytest.mark.clause("FC-COMP-02")
@pytest.mark.parametrize("seats", SEATS)
def test_no_coach_card_appears_or_is_lost_in_a_game(seats: int) -> None:
    state, rng = new_game(seats, 1), Random(seats)
    while not state.over:
        counts = GAME.census(state)
        assert [counts[f"coaches of pair {pair}"] for pair in (1, 2, 3)] == [50, 24, 20]
        state.apply(rng.choice(state.moves()))


@pytest.mark.clause("FC-COMP-03")
def test_each_of_four_colours_has_four_mail_cars() -> None:
    # given the content
    mail = PRINTED["mail_cars"]
    assert len(set(mail["colours"])) == 4
    assert len({row["id"] for row in mail["cards"]}) == 4
    assert len(mail["colours"]) * len(mail["cards"]) == PRINTED["totals"]["mail_cars"] == 16
    # then in a game every player has the same four
    view = new_game(4).view(None)
    assert [player.mail_cars for player in view.players] == [["m1", "m2", "m3", "m4"]] * 4


@pytest.mark.clause("FC-COMP-04")
def test_there_are_24_base_cards_in_each_deck() -> None:
    base = [card for card in BOX.cards if card.module < 0]
    assert [len([card for card in base if card.deck == deck]) for deck in range(3)] == [24, 24, 24]
    assert len(base) == PRINTED["totals"]["base_cards"] == 72
    assert {card.kind for card in base} == {*TYPES, SECTION}


@pytest.mark.clause("FC-COMP-05")
def test_there_are_21_end_bonus_cards() -> None:
    assert len({card.name for card in BOX.bonus}) == PRINTED["totals"]["end_bonus_cards"] == 21


@pytest.mark.clause("FC-COMP-06")
def test_each_player_has_3_conductors_a_locomotive_and_6_cubes() -> None:
    # given the content / then the pieces of a player are 3, 1 and 6, of four players 12, 4 and 24
    setup, totals = PRINTED["setup"], PRINTED["totals"]
    assert [setup[name] for name in ("conductors", "locomotives", "cubes")] == [3, 1, 6]
    assert [totals[name] for name in ("conductors", "locomotives", "cubes")] == [12, 4, 24]
    # and in a game of four, two conductors of each stand at the trains, the third is the score marker
    for player in new_game(4).view(None).players:
        assert len(player.conductors) + 1 == setup["conductors"]
        assert (player.points, player.city) == (0, 0)


@pytest.mark.clause("FC-COMP-07")
def test_48_coins_fill_all_boards_at_once() -> None:
    # given four boards that are full / then all coins are in use
    state = position(4)
    for seat in range(4):
        give(state, seat, coins=(5, 5, 2))
    assert sum(sum(player.coins) for player in state.players) == BOX.coins == PRINTED["totals"]["coins"] == 48
    assert state.supply() == state.view(None).supply == 0
    # and when a coin is spent / then it lies in the supply
    do(state, "coin:1:point")
    assert state.supply() == 1


@pytest.mark.clause("FC-COMP-07")
def test_a_thirteenth_coin_has_no_space_on_a_board() -> None:
    # given a board with one free space / when two coins come / then room must be made first
    state = carry(give(position(2), 0, coins=(5, 5, 1)), 0, "coins 2")
    do(state, "coins")
    assert asked(state) == "MakeRoom"
    do(state, "coin:2:point")
    assert state.players[0].coins == [5, 5, 2]


@pytest.mark.clause("FC-COMP-08")
def test_boards_tiles_and_marker_are_as_many_as_printed() -> None:
    names = ("player_boards", "locomotive_tiles", "constantinople_tiles", "score_boards")
    assert [PRINTED["totals"][name] for name in names] == [4, 8, 1, 1]
    assert PRINTED["totals"]["start_player_tiles"] == PRINTED["totals"]["start_player_markers"] == 1
    assert len(BOX.tiles) == 8
    # and when the tile is taken / then there is no second one
    state = full_display(position(2, turn=1))
    do(state, "tile", "done")
    assert (state.tile, state.turn) == (1, 0)
    assert "tile" not in legal(state)
    assert barred(state, "tile") == "FC-START-12"


@pytest.mark.clause("FC-COMP-09")
def test_five_modules_have_24_cards_each_and_only_c_has_more() -> None:
    # given the content / then modules A to E have 24 cards
    assert sorted(PRINTED["module"]) == ["A", "B", "C", "D", "E"]
    for module in BOX.modules:
        assert len([card for card in BOX.cards if card.module == module.number]) == 24
    # and C alone has pieces of its own
    more = {letter: set(rows) & {"guilt", "tokens"} for letter, rows in PRINTED["module"].items()}
    assert more == {"A": set(), "B": set(), "C": {"guilt", "tokens"}, "D": set(), "E": set()}


@pytest.mark.clause("FC-COMP-10")
def test_the_box_holds_327_cards() -> None:
    guilt = PRINTED["module"]["C"]["guilt"]["cards"]
    mail = len(PRINTED["mail_cars"]["colours"]) * len(BOX.mail)
    module = [card for card in BOX.cards if card.module >= 0]
    counts = [sum(BOX.pair_cards), mail, len(BOX.cards) - len(module), len(BOX.bonus), len(module), len(guilt)]
    assert counts == [94, 16, 72, 21, 120, 4]
    assert sum(counts) == PRINTED["totals"]["cards"] == 327

"""The contents of the box, and the number of players."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.games.lok_n_roll.table import BOX, GAME, do, position, s
from trainshed.games.lok_n_roll.rules.content_schema import CardRow
from trainshed.kernel.options import SetupError

CARDS = GAME.pack.take("card", list[CardRow])


@pytest.mark.clause("LR-COMP-01")
def test_the_deck_has_46_tracks_4_destroyed_tracks_and_5_chaos_cards() -> None:
    # given the card list, when counted by kind
    kinds: Counter[str] = Counter()
    for row in CARDS:
        kinds[row.kind] += row.count
    # then
    assert kinds == {"track": 46, "destroyed": 4, "chaos": 5}
    assert kinds.total() == 55


@pytest.mark.clause("LR-COMP-01")
def test_a_game_is_played_with_every_card_of_the_list() -> None:
    # given a new game
    state = GAME.start(2, {"start": "seat-1"})
    # when its cards are counted
    census = GAME.census(state)
    # then they are those of the list
    named = [":".join([row.kind, str(row.value), row.shape]).rstrip(":") for row in CARDS]
    assert census == {name: row.count for name, row in zip(named, CARDS, strict=True)}
    assert sum(census.values()) == 55


@pytest.mark.clause("LR-COMP-02")
def test_there_are_four_dice_and_one_engine() -> None:
    # given the content file, when read
    dice, engines = GAME.pack.number("dice.count"), GAME.pack.number("engine.count")
    # then
    assert (dice, engines) == (4, 1)
    assert BOX.dice == 4


@pytest.mark.clause("LR-COMP-03")
def test_every_card_of_every_kind_has_a_value_from_1_to_4() -> None:
    # given the card list, when values are read
    values = {kind: {row.value for row in CARDS if row.kind == kind} for kind in ("track", "destroyed", "chaos")}
    # then
    for kind, found in values.items():
        assert found, kind
        assert found <= {1, 2, 3, 4}, kind
    assert BOX.values == [1, 2, 3, 4]


@pytest.mark.clause("LR-COMP-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play_together_and_not_in_a_solo_mode(seats: int) -> None:
    # given a table, when opened with several seats
    state = GAME.start(seats)
    # then it is accepted
    assert state.seats == seats
    assert len(state.players) == seats
    # and it has no solo mode
    assert "mode" not in state.options
    for mode in ("solo", "challenge", "rival"):
        with pytest.raises(SetupError):
            GAME.start(seats, {"mode": mode})


@pytest.mark.clause("LR-COMP-04")
def test_one_plays_alone_in_a_solo_mode() -> None:
    # given a table, when opened with one seat
    state = GAME.start(1)
    # then it is accepted, as solo
    assert state.seats == 1
    assert state.options["mode"] == "solo"
    # and against Laura too
    assert GAME.start(1, {"mode": "rival"}).options["mode"] == "rival"


@pytest.mark.clause("LR-COMP-04")
@pytest.mark.parametrize("seats", [-1, 0, 5, 6])
def test_no_other_number_of_seats_is_accepted(seats: int) -> None:
    # given a table, when opened with as many seats, then it is refused
    with pytest.raises(SetupError):
        GAME.start(seats)


@pytest.mark.clause("LR-COMP-04")
def test_the_lowest_total_is_the_aim() -> None:
    # given three totals of 4, 2 and 3 in the last turn
    state = position([s(1)], 0, [[s(4)], [s(2)], [s(3)]], deck=0, seat=2)
    # when the game is over
    do(state, "pass")
    assert state.over
    # then the lowest is first, and worth most
    assert state.standings() == [3, 1, 2]
    assert GAME.returns(state) == [-4.0, -2.0, -3.0]

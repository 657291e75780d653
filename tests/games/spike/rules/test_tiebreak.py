"""Who wins if money is tied (SP-TIEBREAK)."""

from __future__ import annotations

import pytest

from tests.support.games.spike.building import network_of
from tests.support.games.spike.positions import do, give, lay, only, position, shown
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState

EAST = "boston albany new_york philadelphia washington norfolk raleigh columbia atlanta jacksonville tampa miami"
WEST = "duluth minneapolis des_moines topeka tulsa dallas houston new_orleans memphis st_louis"


def finish(state: SpikeState) -> list[int]:
    """The third Time card is drawn; the final ranks."""
    lay(state, round=3, times=2, pile_times=1, upper=0)
    heard = do(state, "pile", "time")
    ended = only(heard, events.GameEnded)[0]
    assert ended.standings == state.standings()
    return ended.standings


@pytest.mark.clause("SP-TIEBREAK-01")
def test_of_equal_money_more_cities_win() -> None:
    # given 50$ each with 12 and 10 cities / when ranked / then 12 first
    state = give(position(), 0, at="duluth", tracks=network_of(*WEST.split()), money=50, cards="red red red")
    give(state, 1, at="boston", tracks=network_of(*EAST.split()), money=50)
    assert [len(shown(state, seat).cities) for seat in (0, 1)] == [10, 12]
    assert finish(state) == [2, 1]


@pytest.mark.clause("SP-TIEBREAK-01")
def test_the_start_city_counts_and_junctions_do_not() -> None:
    # given two cities joined over a junction, and two neighbours: two cities each
    state = give(position(), 0, at="norfolk", tracks="burkeville-norfolk burkeville-washington")
    give(state, 1, at="chicago", tracks="chicago-milwaukee")
    assert finish(state) == [1, 1]


@pytest.mark.clause("SP-TIEBREAK-01")
def test_more_money_is_better_than_more_cities() -> None:
    state = give(position(), 0, at="boston", tracks=network_of(*EAST.split()), money=50)
    give(state, 1, money=51)
    assert finish(state) == [2, 1]


@pytest.mark.clause("SP-TIEBREAK-02")
def test_then_more_railway_cards_win() -> None:
    # given equal money and cities with 3 and 5 cards in hand / when ranked / then 5 first
    state = give(position(3), 0, money=50, cards="red red red", stock=20)
    give(state, 1, money=50, cards="white blue red yellow green", stock=10)
    give(state, 2, money=50, cards="white blue red yellow", stock=30)
    assert finish(state) == [3, 1, 2]


@pytest.mark.clause("SP-TIEBREAK-02")
def test_more_cities_are_better_than_more_cards() -> None:
    state = give(position(), 0, at="chicago", tracks="chicago-milwaukee")
    give(state, 1, cards="white blue red")
    assert finish(state) == [1, 2]


@pytest.mark.clause("SP-TIEBREAK-03")
def test_if_everything_is_equal_the_victory_is_shared() -> None:
    state = position(3)
    give(state, 0, money=50, cards="red red", stock=20)
    give(state, 1, money=49, cards="white blue black")
    give(state, 2, money=50, cards="white blue", stock=30)
    assert finish(state) == [1, 3, 1]

"""The commodity market: what a new city pays, and how prices move (SP-MARKET)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.games.spike.positions import do, give, lay, market, only, position
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState

REST = ["corn", "wheat", "flour", "coal", "steel", "oil", "cotton", "cloth", "wood"]
"""Three columns beside the one in which pigs lie."""


def connect_norfolk(column: str, money: int = 0, place: int = 0) -> SpikeState:
    """Norfolk, which supplies pigs, is connected from Washington; `column` is the market column from 3 down."""
    rows = [REST[:3], REST[3:6], REST[6:]]
    rows.insert(place, column.split())
    state = lay(position(), market=[commodity for row in rows for commodity in row])
    give(state, 0, at="washington", cards="blue", money=money)
    do(state, "build", "link:norfolk-washington", "match")
    return state


@pytest.mark.clause("SP-MARKET-01")
@pytest.mark.parametrize(
    ("column", "value"), [("pigs fruit cattle", 3), ("fruit pigs cattle", 2), ("fruit cattle pigs", 1)]
)
def test_a_new_city_pays_the_market_value_of_what_it_supplies(column: str, value: int) -> None:
    # given pigs at 3, 2 or 1 / when Norfolk is connected / then so much is due
    state = connect_norfolk(column)
    paid = only(state.heard or [], events.MarketPaid)
    assert [(event.commodity, event.city, event.money) for event in paid] == [("pigs", "norfolk", value)]
    assert state.players[0].money == value


@pytest.mark.clause("SP-MARKET-02")
def test_the_value_is_credited_to_the_builder_at_once() -> None:
    # given 5$ and a value-3 city / when connected / then 8$ in the same step
    state = lay(position(3), market=["pigs", "fruit", "cattle", *REST])
    give(state, 0, at="washington", cards="blue", money=5)
    do(state, "build", "link:norfolk-washington")
    assert state.scores() == [5, 0, 0]
    do(state, "match")
    assert state.scores() == [8, 0, 0]


@pytest.mark.clause("SP-MARKET-03")
def test_a_price_of_3_drops_to_1_and_both_others_of_the_column_rise() -> None:
    assert market(connect_norfolk("pigs fruit cattle"))[:3] == ["fruit", "cattle", "pigs"]


@pytest.mark.clause("SP-MARKET-04")
def test_a_price_of_2_drops_to_1_and_lifts_only_the_one_below() -> None:
    assert market(connect_norfolk("fruit pigs cattle"))[:3] == ["fruit", "cattle", "pigs"]


@pytest.mark.clause("SP-MARKET-05")
def test_a_price_of_1_pays_1_and_nothing_moves() -> None:
    state = connect_norfolk("fruit cattle pigs", money=4)
    assert market(state)[:3] == ["fruit", "cattle", "pigs"]
    assert state.players[0].money == 5
    assert [event.risen for event in only(state.heard or [], events.MarketPaid)] == [[]]


@pytest.mark.clause("SP-MARKET-06")
@pytest.mark.parametrize("place", range(4))
def test_the_other_columns_are_never_affected(place: int) -> None:
    for column in permutations(["pigs", "fruit", "cattle"]):
        after = market(connect_norfolk(" ".join(column), place=place))
        columns = [after[start : start + 3] for start in range(0, 12, 3)]
        assert sorted(columns.pop(place)) == ["cattle", "fruit", "pigs"]
        assert columns == [REST[:3], REST[3:6], REST[6:]]


@pytest.mark.clause("SP-MARKET-07")
def test_a_visit_of_the_train_pays_nothing_from_the_market() -> None:
    state = give(position(), 0, tracks="norfolk-washington", at="washington", speed=2)
    before = market(state)
    heard = do(state, "start:norfolk")
    assert state.players[0].node == state.box.node_names.index("norfolk")
    assert (state.players[0].money, market(state)) == (0, before)
    assert only(heard, events.MarketPaid) == []


@pytest.mark.clause("SP-MARKET-07")
def test_a_delivery_pays_what_the_contract_says_and_nothing_from_the_market() -> None:
    # given a cattle token aboard in Norfolk, worth 5 there
    state = give(position(), 0, contracts="cattle-2-a", aboard="cattle")
    before = market(state)
    heard = do(state, "deliver:cattle")
    assert (state.players[0].money, market(state)) == (5, before)
    assert only(heard, events.MarketPaid) == []

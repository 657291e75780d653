"""The worked examples and pictures of the rulebook (SP-EXAMPLE)."""

from __future__ import annotations

import pytest

from tests.support.games.spike.building import PATHS, lay_links, network_of, painted, payments_of
from tests.support.games.spike.positions import (
    BOX,
    barred,
    by_color,
    do,
    give,
    hand,
    lay,
    legal,
    market,
    only,
    position,
    shown,
    turn_of,
)
from trainshed.games.spike import events

FREE_CARDS = dict.fromkeys(BOX.colors, 2)


@pytest.mark.clause("SP-EXAMPLE-01")
@pytest.mark.parametrize(("first", "money", "second"), [("cattle", 11, "fruit"), ("fruit", 9, "cattle")])
def test_only_one_of_two_contracts_is_delivered_to_topeka(first: str, money: int, second: str) -> None:
    # given both tokens aboard (capacity 2) in Topeka
    state = give(position(), 0, at="topeka", contracts="fruit-1-a cattle-2-a", aboard="fruit cattle", capacity=2)
    assert {"deliver:cattle", "deliver:fruit"} <= set(legal(state))
    # when one is delivered / then its money, a marker on Topeka, and the other delivery is refused
    do(state, f"deliver:{first}")
    assert state.players[0].money == money
    assert shown(state, 0).delivered == ["topeka"]
    assert barred(state, f"deliver:{second}") == "SP-DELIVER-07"
    # for the rest of the game
    do(state, "pile", "draw:green", "pile", "draw:green")
    assert barred(turn_of(state, 0), f"deliver:{second}") == "SP-DELIVER-07"


@pytest.mark.clause("SP-EXAMPLE-02")
def test_giulia_connects_norfolk_while_pigs_stand_at_3() -> None:
    # given pigs at 3, coal at 2, oil at 1 in one column
    column = ["pigs", "coal", "oil"]
    others = [commodity for commodity in BOX.commodities if commodity not in column]
    state = lay(position(), market=[*others[:3], *column, *others[3:]])
    give(state, 0, at="washington", cards="blue", money=4)
    # when Norfolk is connected / then +3$ and the column reads 3: coal, 2: oil, 1: pigs
    heard = do(state, "build", "link:norfolk-washington", "match")
    assert only(heard, events.MarketPaid) == [events.MarketPaid(0, "pigs", "norfolk", 3, ["coal", "oil"])]
    assert state.players[0].money == 4 + 3
    assert market(state)[3:6] == ["coal", "oil", "pigs"]


@pytest.mark.clause("SP-EXAMPLE-03")
def test_filippo_gets_9_for_the_card_of_indianapolis() -> None:
    # given the Indianapolis card and a network with all five cities / when scored / then 9
    cities = ("indianapolis", "raleigh", "columbia", "jacksonville", "tampa")
    state = give(position(), 0, at="indianapolis", tracks=network_of(*cities), route="indianapolis")
    lay(state, round=3, times=2, pile_times=1, upper=0)
    heard = do(state, "pile", "time")
    assert only(heard, events.RouteScored) == [events.RouteScored(0, "indianapolis", list(cities[1:]), 9)]
    assert state.scores() == [9, 0]


@pytest.mark.clause("SP-EXAMPLE-04")
def test_two_white_cards_stand_for_one_card_of_any_colour() -> None:
    # given white, white and a 1-space red route / when built / then legal, both whites discarded
    state = painted("red", cards="white white")
    lay_links(state, *PATHS[1])
    do(state, "spend:white:2", "spend:red:0", "match")
    assert state.discards == by_color("white white")
    assert hand(state, 0) == ""
    for color in ("blue", "yellow", "green", "black"):
        assert payments_of(painted(color, cards="white white"), *PATHS[1]) == ["white white"]


@pytest.mark.clause("SP-EXAMPLE-05")
def test_three_blue_cards_stand_for_two_cards_of_a_colour() -> None:
    # given blue x3 and a green + green route / when built / then legal, three blues discarded
    state = painted("green", "green", cards="blue blue blue")
    lay_links(state, *PATHS[2])
    do(state, "spend:blue:3", "spend:green:0", "match")
    assert state.discards == by_color("blue blue blue")
    assert shown(state, 0).cities == ["columbus", "detroit"]


@pytest.mark.clause("SP-EXAMPLE-06")
def test_giulia_plays_two_cards_to_lay_two_tracks() -> None:
    # given a 2-space route and two matching cards / when built / then exactly 2 tracks and 2 discards
    state = give(position(), 0, at="chicago", cards="red blue")
    do(state, "build", "link:chicago-madison", "link:madison-milwaukee", "match")
    assert shown(state, 0).stock == 45 - 2
    assert sum(1 for seats in state.tracks if seats & 1) == 2
    assert state.discards == by_color("red blue")


@pytest.mark.clause("SP-EXAMPLE-07")
def test_filippo_lays_a_branch_of_his_own_network() -> None:
    # given an own line through junction Madison / when a route from it to a new city is paid / then accepted
    state = give(position(), 0, at="chicago", tracks="chicago-madison madison-milwaukee", cards="yellow blue")
    do(state, "build", "link:calmar-madison", "link:calmar-minneapolis", "match")
    assert shown(state, 0).cities == ["chicago", "milwaukee", "minneapolis"]


@pytest.mark.clause("SP-EXAMPLE-08")
def test_a_branch_of_the_line_of_another_player_is_illegal() -> None:
    # given Madison only on the opponent's line / when a route from it is asked / then refused
    state = give(position(), 1, at="chicago", tracks="chicago-madison madison-milwaukee")
    give(state, 0, cards=FREE_CARDS)
    do(state, "build")
    assert barred(state, "link:calmar-madison") == "SP-BUILD-07"
    assert "link:norfolk-washington" in legal(state)


@pytest.mark.clause("SP-EXAMPLE-09")
def test_a_stretch_that_reaches_no_city_is_illegal() -> None:
    # given a path that ends at a junction, behind which all lines are taken / when asked / then refused
    state = give(position(), 1, at="washington", tracks="salisbury-washington philadelphia-salisbury")
    give(state, 0, cards=FREE_CARDS)
    do(state, "build")
    assert barred(state, "link:norfolk-salisbury") == "SP-BUILD-08"
    # nor can a route be left at a junction from which it could go on
    do(state, "link:burkeville-norfolk")
    barred(state, "match")
    assert {word.split(":")[0] for word in legal(state)} == {"link"}

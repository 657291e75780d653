"""Joker sets: n equal cards for n - 1 of another colour (SP-JOKER)."""

from __future__ import annotations

import pytest

from tests.support.games.spike.building import PATHS, lay_links, painted, payments_of, refused_at
from tests.support.games.spike.positions import BOX, GAME, barred, by_color, do, give, hand, legal, only, position
from trainshed.games.spike import events


@pytest.mark.clause("SP-JOKER-01")
def test_four_equal_cards_pay_three_spaces_of_a_chosen_colour() -> None:
    # given 4 yellow cards / when played as a joker / then they pay 3 spaces of a chosen colour
    for color in ("white", "blue", "red", "green", "black"):
        state = painted(color, color, color, cards={"yellow": 4})
        assert payments_of(state, *PATHS[3]) == ["yellow yellow yellow yellow"]
    short = painted("red", "red", "red", cards={"yellow": 3})  # 3 cards stand for 2 only
    assert refused_at(short, *PATHS[3]) == "SP-BUILD-09"


@pytest.mark.clause("SP-JOKER-01")
def test_one_card_is_no_joker() -> None:
    assert refused_at(painted("red", cards="white"), *PATHS[1]) == "SP-BUILD-09"


@pytest.mark.clause("SP-JOKER-02")
def test_two_pairs_pay_for_two_colours() -> None:
    # given 2 white + 2 blue / when a red + green route is built / then legal
    state = painted("red", "green", cards="white white blue blue")
    assert payments_of(state, *PATHS[2]) == ["white white blue blue"]
    lay_links(state, *PATHS[2])
    do(state, "spend:white:2", "spend:blue:2", "spend:red:0", "spend:green:0", "match")
    assert hand(state, 0) == ""
    assert state.discards == by_color("white white blue blue")


@pytest.mark.clause("SP-JOKER-03")
def test_jokers_and_matching_cards_may_be_mixed() -> None:
    # given red, white, white and a red + green route / when built / then legal
    state = painted("red", "green", cards="white white red")
    assert payments_of(state, *PATHS[2]) == ["white white red"]


@pytest.mark.clause("SP-JOKER-04")
def test_all_cards_of_a_set_are_discarded() -> None:
    # given a joker of 3 / when used / then 3 cards go to the discard pile and 2 spaces are paid
    state = painted("red", "red", cards={"blue": 3, "black": 1})
    lay_links(state, *PATHS[2])
    heard = do(state, "spend:blue:3", "spend:red:0", "match")
    assert state.discards == by_color({"blue": 3})
    assert hand(state, 0) == "black"
    assert [len(built.links) for built in only(heard, events.RouteBuilt)] == [2]


@pytest.mark.clause("SP-JOKER-05")
def test_one_set_stands_for_one_colour() -> None:
    # given 3 blue and a red + green route / when built with one joker / then refused; a red + red route / then legal
    assert refused_at(painted("red", "green", cards={"blue": 3}), *PATHS[2]) == "SP-BUILD-09"
    assert payments_of(painted("red", "red", cards={"blue": 3}), *PATHS[2]) == ["blue blue blue"]


@pytest.mark.clause("SP-JOKER-05")
def test_by_option_a_set_stands_for_several_colours() -> None:
    state = painted("red", "green", cards={"blue": 3}, joker_mixed="yes")
    assert payments_of(state, *PATHS[2]) == ["blue blue blue"]
    state = painted("red", "green", cards={"blue": 4}, joker_mixed="yes")
    assert payments_of(state, *PATHS[2]) == ["blue blue blue", "blue blue blue blue"]


@pytest.mark.clause("SP-JOKER-06")
def test_the_board_has_no_joker_spaces() -> None:
    # given the map / when line colours are listed / then only the six card colours occur
    printed = {color for row in GAME.pack.data["links"]["rows"] for color in row["colors"]}
    assert printed == set(BOX.colors)
    assert len(printed) == 6


@pytest.mark.clause("SP-JOKER-07")
def test_cards_of_one_colour_may_be_two_sets() -> None:
    # given 4 white and a red + green route / then legal with two white pairs; given 3 white / then refused
    assert payments_of(painted("red", "green", cards={"white": 4}), *PATHS[2]) == ["white white white white"]
    assert refused_at(painted("red", "green", cards={"white": 3}), *PATHS[2]) == "SP-BUILD-09"


@pytest.mark.clause("SP-JOKER-07")
def test_cards_of_one_colour_may_match_and_be_a_set() -> None:
    # given 3 white and a white + red route / when one white pays as itself and a pair as red / then legal
    assert payments_of(painted("white", "red", cards={"white": 3}), *PATHS[2]) == ["white white white"]
    assert refused_at(painted("white", "red", cards={"white": 2}), *PATHS[2]) == "SP-BUILD-09"


@pytest.mark.clause("SP-JOKER-08")
def test_a_set_has_no_card_too_many() -> None:
    # given 3 white and a 1-space red route / when all three are offered / then refused, two are enough
    state = painted("red", cards={"white": 3})
    assert payments_of(state, *PATHS[1]) == ["white white"]
    lay_links(state, *PATHS[1])
    assert legal(state) == ["spend:white:2"]
    assert barred(state, "spend:white:3") == "SP-JOKER-08"


@pytest.mark.clause("SP-JOKER-08")
def test_a_set_never_stands_for_its_own_colour() -> None:
    # given 2 white and a 1-space white route / when both are offered / then refused
    state = painted("white", cards={"white": 2})
    assert payments_of(state, *PATHS[1]) == ["white"]
    lay_links(state, *PATHS[1])
    assert legal(state) == ["match"]
    assert barred(state, "spend:white:2") == "SP-JOKER-08"


@pytest.mark.clause("SP-JOKER-08")
def test_a_set_is_not_played_beside_the_card_that_it_stands_for() -> None:
    # given red, white, white and a 1-space red route / when all three are offered / then refused
    state = give(position(), 0, at="indianapolis", cards="white white red")
    lay_links(state, "indianapolis-louisville")
    do(state, "spend:white:2")
    assert legal(state) == ["spend:red:0"]
    barred(state, "match")

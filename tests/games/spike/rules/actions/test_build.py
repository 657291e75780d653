"""The Build action: which routes may be built, and how they are paid (SP-BUILD)."""

from __future__ import annotations

import pytest

from tests.support.games.spike.building import PATHS, lay_links, painted, payments_of, refused_at
from tests.support.games.spike.positions import (
    BOX,
    NET,
    asked,
    barred,
    by_color,
    do,
    ends,
    families,
    games,
    give,
    hand,
    legal,
    new_game,
    only,
    play_until,
    position,
    shown,
    space,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState

RICH = dict.fromkeys(BOX.colors, 3)
"""A hand that pays for any short route."""


def in_chicago(one_track: str = "yes") -> SpikeState:
    """Seat 0 in Chicago with many cards, seat 1 in Dallas."""
    state = give(position(one_track_per_space=one_track), 1, at="dallas")
    return give(state, 0, at="chicago", cards=RICH)


def owners(state: SpikeState, link: str) -> int:
    """The seats that have a track on a link, as bits."""
    return state.tracks[space(link)]


# ---------------------------------------------------------------- where


@pytest.mark.clause("SP-BUILD-01")
def test_without_track_pieces_nobody_builds() -> None:
    state = give(in_chicago(), 0, stock=0)
    assert "build" not in families(state)
    assert barred(state, "build") == "SP-BUILD-01"
    assert "build" in legal(give(state, 0, stock=1))


@pytest.mark.clause("SP-BUILD-02")
def test_a_route_takes_tracks_from_the_stock_and_cards_from_the_hand() -> None:
    # given a 2-space route / when built / then 2 tracks leave the stock and the paid cards leave the hand
    state = give(position(), 0, cards="black green yellow")
    lay_links(state, "burkeville-norfolk", "burkeville-washington")
    assert owners(state, "burkeville-norfolk") == 0  # nothing is laid before it is paid
    do(state, "match")
    assert (owners(state, "burkeville-norfolk"), owners(state, "burkeville-washington")) == (1, 1)
    assert shown(state, 0).stock == 43
    assert shown(state, 0).cities == ["norfolk", "washington"]
    assert hand(state, 0) == "yellow"


@pytest.mark.clause("SP-BUILD-02")
def test_only_cards_in_hand_can_be_played() -> None:
    state = painted("red", cards="white white red")
    lay_links(state, *PATHS[1])
    assert barred(state, "spend:white:3") == "SP-BUILD-02"
    assert barred(state, "spend:blue:2") == "SP-BUILD-02"


@pytest.mark.clause("SP-BUILD-03")
def test_a_route_begins_at_the_own_network() -> None:
    state = lay_links(in_chicago())
    assert barred(state, "link:adair-britt") == "SP-BUILD-03"
    assert barred(state, "link:madison-milwaukee") == "SP-BUILD-03"
    assert "link:chicago-madison" in legal(state)


@pytest.mark.clause("SP-BUILD-04")
def test_the_first_network_is_the_place_of_the_train() -> None:
    # given turn 1 with the train in Chicago / when routes are listed / then all begin in Chicago
    state = lay_links(in_chicago())
    assert shown(state, 0).cities == ["chicago"]
    assert len(ends(state, "link")) == 6
    assert all("chicago" in link.split("-") for link in ends(state, "link"))


@pytest.mark.clause("SP-BUILD-04")
def test_the_first_network_comes_from_the_set_up() -> None:
    # given a set-up in which the first player chooses Chicago, and the other one Dallas
    state, _ = play_until(new_game(2, first_player="seat-1"), "PlaceTrain")
    do(state, "place:chicago", "place:dallas")
    assert [shown(state, seat).cities for seat in (0, 1)] == [["chicago"], ["dallas"]]
    # when the first player builds / then the route begins in Chicago
    do(state, "build")
    assert ends(state, "link")
    assert all("chicago" in link.split("-") for link in ends(state, "link"))


@pytest.mark.clause("SP-BUILD-05")
def test_a_route_does_not_end_in_a_city_of_the_own_network() -> None:
    state = give(in_chicago(), 0, tracks="chicago-milwaukee")
    lay_links(state)
    do(state, "link:chicago-madison")
    assert barred(state, "link:madison-milwaukee") == "SP-BUILD-05"  # in the network already
    assert "link:calmar-madison" in legal(state)


@pytest.mark.clause("SP-BUILD-05")
def test_a_link_between_two_places_of_the_own_network_is_no_route() -> None:
    state = give(in_chicago(), 0, tracks="chicago-madison madison-milwaukee")
    lay_links(state)
    assert barred(state, "link:chicago-milwaukee") == "SP-BUILD-05"


@pytest.mark.clause("SP-BUILD-06")
def test_a_route_may_branch_off_at_an_own_junction() -> None:
    # given an own line passing junction Burkeville / when a branch from it to a new city is asked / then legal
    state = give(position(), 0, tracks="burkeville-norfolk burkeville-washington", cards="white")
    do(state, "build", "link:burkeville-raleigh", "match")
    assert shown(state, 0).cities == ["norfolk", "raleigh", "washington"]


@pytest.mark.clause("SP-BUILD-06")
def test_a_route_may_branch_off_at_any_own_city() -> None:
    state = give(position(), 0, tracks="burkeville-norfolk burkeville-washington", cards="red")
    do(state, "build", "link:philadelphia-washington", "match")
    assert "philadelphia" in shown(state, 0).cities


@pytest.mark.clause("SP-BUILD-07")
@pytest.mark.parametrize("link", ["burkeville-raleigh", "philadelphia-washington"])
def test_nobody_branches_off_another_network(link: str) -> None:
    state = give(in_chicago(), 1, tracks="burkeville-norfolk burkeville-washington", at="norfolk")
    lay_links(state)
    assert barred(state, f"link:{link}") == "SP-BUILD-07"


@pytest.mark.clause("SP-BUILD-08")
def test_a_route_cannot_stop_at_a_junction() -> None:
    state = lay_links(in_chicago(), "chicago-madison")
    assert {word.split(":")[0] for word in legal(state)} == {"link"}
    for word in ("match", "done", "stop"):
        barred(state, word)


@pytest.mark.clause("SP-BUILD-08")
def test_a_way_into_a_junction_from_which_no_city_can_be_reached_is_refused() -> None:
    # given both other lines at Salisbury taken
    state = give(position(), 0, cards=RICH)
    assert refused_at(state, "norfolk-salisbury", "salisbury-washington") == ""
    give(state, 1, tracks="salisbury-washington philadelphia-salisbury", at="washington")
    assert refused_at(state, "norfolk-salisbury") == "SP-BUILD-08"


@pytest.mark.clause("SP-BUILD-09")
def test_each_space_costs_a_card_of_its_colour() -> None:
    # given a red + blue route and a red + green hand / then refused; with red + blue / then accepted
    route = ("chicago-madison", "madison-milwaukee")
    assert refused_at(give(in_chicago(), 0, cards="red green"), *route) == "SP-BUILD-09"
    assert refused_at(give(in_chicago(), 0, cards="red"), *route) == "SP-BUILD-09"
    assert payments_of(give(in_chicago(), 0, cards="red blue"), *route) == ["blue red"]


@pytest.mark.clause("SP-BUILD-09")
def test_build_is_not_offered_if_no_route_can_be_paid() -> None:
    state = give(in_chicago(), 0, cards="")
    assert barred(state, "build") == "SP-BUILD-09"
    assert barred(give(state, 0, cards="red"), "build") == "SP-BUILD-09"  # no city lies behind one red space
    assert "build" in legal(give(state, 0, cards="white"))


@pytest.mark.clause("SP-BUILD-10")
def test_the_cards_played_are_discarded_for_all_to_see() -> None:
    # given a route paid with 3 cards / when built / then the public discard pile grows by those 3 cards
    state = painted("red", "red", "green", cards="red red green green", seats=3)
    lay_links(state, *PATHS[3])
    heard = do(state, "match")
    for seat in (0, 1, 2, None):
        assert state.view(seat).discards == by_color("red red green")
    assert [built.cards for built in only(heard, events.RouteBuilt)] == [by_color("red red green")]


# ---------------------------------------------------------------- other players


@pytest.mark.clause("SP-BUILD-11")
def test_a_line_with_a_track_is_closed_to_others() -> None:
    state = give(in_chicago(), 1, tracks="madison-milwaukee chicago-milwaukee", at="milwaukee")
    lay_links(state)
    assert barred(state, "link:chicago-milwaukee") == "SP-BUILD-11"  # as the first link of a route
    do(state, "link:chicago-madison")
    assert barred(state, "link:madison-milwaukee") == "SP-BUILD-11"  # and as a later one


@pytest.mark.clause("SP-BUILD-11")
def test_by_option_a_line_is_open_to_everybody_but_once_for_each() -> None:
    state = in_chicago(one_track="no")
    give(state, 1, tracks="chicago-milwaukee", at="milwaukee")
    do(state, "build", "link:chicago-milwaukee", "match")
    assert owners(state, "chicago-milwaukee") == 0b11
    lay_links(turn_of(state, 0))
    assert barred(state, "link:chicago-milwaukee") == "SP-BUILD-11"


@pytest.mark.clause("SP-BUILD-15")
def test_a_city_of_others_can_be_connected_and_pays() -> None:
    # given Norfolk in an opponent's network / when a free path reaches it / then legal, and it scores market points
    state = give(position(), 0, at="washington", cards="blue")
    give(state, 1, at="norfolk", tracks="burkeville-norfolk burkeville-raleigh")
    heard = do(state, "build", "link:norfolk-washington", "match")
    assert [paid.money for paid in only(heard, events.MarketPaid)] == [2]
    assert "norfolk" in shown(state, 0).cities
    assert "norfolk" in shown(state, 1).cities


@pytest.mark.clause("SP-BUILD-16")
def test_a_route_may_cross_a_junction_of_others_and_stays_apart() -> None:
    # given an opponent's line through Burkeville from Raleigh to Washington
    state = give(position(), 1, at="raleigh", tracks="burkeville-raleigh burkeville-washington")
    give(state, 0, cards="black yellow black", speed=3)
    # when an own route runs through it on free spaces / then legal
    do(state, "build", "link:burkeville-norfolk", "link:burkeville-franklin", "link:franklin-washington", "match")
    assert shown(state, 0).cities == ["norfolk", "washington"]
    # and the opponent's tracks stay closed to this train
    turn_of(state, 0)
    assert set(ends(state, "start")) == {"burkeville-norfolk", "burkeville-franklin", "franklin-washington"}
    assert barred(state, "start:burkeville-raleigh") == "SP-MOVE-04"
    assert barred(state, "start:burkeville-washington") == "SP-MOVE-04"


@pytest.mark.clause("SP-BUILD-17")
def test_a_route_may_be_built_far_from_the_train() -> None:
    tracks = "norfolk-washington philadelphia-washington"
    state = give(position(), 0, tracks=tracks, at="philadelphia", cards="red green")
    do(state, "build", "link:enfield-norfolk", "link:enfield-raleigh", "match")
    assert shown(state, 0).train == "philadelphia"
    assert "raleigh" in shown(state, 0).cities
    # and whether it is on the line does not matter
    state = give(position(), 0, tracks=tracks, at="norfolk-washington", heading="washington", cards="yellow")
    do(state, "build", "link:new_york-philadelphia", "match")
    assert "new_york" in shown(state, 0).cities


# ---------------------------------------------------------------- how much


@pytest.mark.clause("SP-BUILD-12")
def test_one_action_builds_one_route() -> None:
    # given cards for two routes, and a turn that stays open because flour can be loaded in Washington
    state = give(position(), 0, at="washington", cards="blue red", contracts="flour-1-a")
    do(state, "build", "link:norfolk-washington", "match")
    assert asked(state) == "After"
    assert barred(state, "build") == "SP-BUILD-12"
    do(state, "done")
    assert state.actor == 1


@pytest.mark.clause("SP-BUILD-12")
def test_the_turn_is_over_after_a_route_if_there_is_nothing_else_to_do() -> None:
    state = give(position(), 0, at="washington", cards="blue red")
    do(state, "build", "link:norfolk-washington", "match")
    assert (asked(state), state.actor) == ("Turn", 1)


@pytest.mark.clause("SP-BUILD-12")
def test_by_option_one_action_builds_several_routes() -> None:
    state = give(position(builds_per_action="any"), 0, at="washington", cards="blue red black")
    do(state, "build", "link:norfolk-washington", "match", "build", "link:philadelphia-washington", "match")
    assert shown(state, 0).cities == ["norfolk", "philadelphia", "washington"]
    assert legal(state) == ["done"]  # one black card pays for no route


@pytest.mark.clause("SP-BUILD-13")
def test_a_route_needs_a_track_piece_for_each_space() -> None:
    # given stock 2 and a 3-space route / when asked / then refused
    state = give(painted("red", "red", "red", cards=RICH), 0, stock=2)
    assert refused_at(state, *PATHS[3]) == "SP-BUILD-13"
    assert refused_at(state, *PATHS[2]) == ""
    assert refused_at(give(state, 0, stock=3), *PATHS[3]) == ""


@pytest.mark.clause("SP-BUILD-14")
def test_a_route_ends_at_the_first_city() -> None:
    # given a path Chicago - Indianapolis - Louisville / when asked as one route to Louisville / then refused
    state = lay_links(in_chicago(), "chicago-indianapolis")
    assert asked(state) == "PayRoute"
    barred(state, "link:indianapolis-louisville")
    do(state, "match")  # to Indianapolis: legal
    assert shown(state, 0).cities == ["chicago", "indianapolis"]


@pytest.mark.clause("SP-BUILD-14")
def test_a_route_goes_on_where_it_has_come_to_and_never_twice_to_one_place() -> None:
    state = lay_links(in_chicago(), "chicago-madison", "davenport-madison")
    assert barred(state, "link:burkeville-norfolk") == "SP-BUILD-14"  # elsewhere
    assert barred(state, "link:davenport-madison") == "SP-BUILD-14"  # back again
    do(state, "link:calmar-davenport")
    assert barred(state, "link:calmar-madison") == "SP-BUILD-14"  # in a circle


@pytest.mark.clause("SP-BUILD-14")
def test_a_route_does_not_join_the_network_to_itself_at_a_junction() -> None:
    state = give(in_chicago(), 0, tracks="chicago-decatur decatur-indianapolis")
    lay_links(state, "chicago-davenport")
    assert barred(state, "link:davenport-decatur") == "SP-BUILD-14"
    assert "link:davenport-quincy" in legal(state)


@pytest.mark.clause("SP-BUILD-19")
def test_the_builder_decides_which_cards_pay() -> None:
    # given red, white, white and a 1-space red route / when payments are listed / then exactly two
    state = give(position(), 0, at="indianapolis", cards="red white white")
    assert payments_of(state, "indianapolis-louisville") == ["red", "white white"]
    lay_links(state, "indianapolis-louisville")
    do(state, "spend:white:2", "spend:red:0", "match")
    assert hand(state, 0) == "red"


@pytest.mark.clause("SP-BUILD-19")
def test_payments_of_the_same_cards_are_one_choice() -> None:
    # given a red + green route, 2 white and 2 blue: either pair may be the red one, but the cards are the same
    assert payments_of(painted("red", "green", cards="white white blue blue"), *PATHS[2]) == ["white white blue blue"]
    # and a colour that is played as demanded is not named
    state = lay_links(give(position(), 0, at="indianapolis", cards="red white white"), "indianapolis-louisville")
    assert barred(state, "spend:red:1") == "SP-BUILD-19"


# ---------------------------------------------------------------- whole games


@pytest.mark.clause("SP-BUILD-05", "SP-BUILD-18", "SP-ROUTE-06")
def test_networks_are_trees_and_tracks_stay_for_ever() -> None:
    laid = 0
    before: list[int] = []
    for state in games(3, 7):
        if len(before) == NET.links and state.round == 1 and not any(state.tracks):
            before = []
        assert all(now & old == old for now, old in zip(state.tracks, before, strict=False))
        if state.tracks != before:
            for seat, player in enumerate(state.players):
                if player.node >= 0:
                    assert_tree(state, seat)
            laid += 1
        before = state.tracks
    assert laid > 20


def assert_tree(state: SpikeState, seat: int) -> None:
    """Every place of a network can be reached from every other over its tracks in exactly one way."""
    own = [link for link, seats in enumerate(state.tracks) if seats >> seat & 1]
    places = {node for node, seats in enumerate(state.nodes) if seats >> seat & 1}
    reached = {min(places)}
    while more := {
        end
        for link in own
        for end in (NET.first_end[link], NET.second_end[link])
        if end not in reached and reached & {NET.first_end[link], NET.second_end[link]}
    }:
        reached |= more
    assert reached == places
    assert len(own) == len(places) - 1

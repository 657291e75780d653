"""Route cards: what they pay at the end (SP-ROUTE)."""

from __future__ import annotations

import pytest

from tests.support.games.spike.building import network_of
from tests.support.games.spike.positions import NET, do, give, lay, node, only, position, shown
from trainshed.games.spike import events

# The card of Indianapolis: Raleigh 3, Columbia 4, Jacksonville 5, Tampa 6.


def scored(*cities: str, route: str = "indianapolis", money: int = 10) -> tuple[int, list[str]]:
    """What a route card pays to a network of exactly these cities, and the destinations reached."""
    state = give(position(), 0, at=cities[0], tracks=network_of(*cities), money=money, route=route)
    assert sorted(shown(state, 0).cities) == sorted(cities)
    lay(state, round=3, times=2, pile_times=1, upper=0)
    heard = do(state, "pile", "time")
    event = next(event for event in only(heard, events.RouteScored) if event.seat == 0)
    assert state.players[0].money == money + event.money
    return event.money, event.cities


@pytest.mark.clause("SP-ROUTE-01")
def test_a_card_pays_nothing_without_its_starting_city() -> None:
    # given all destinations connected but not the start city / when scored / then 0
    assert scored("raleigh", "columbia", "jacksonville", "tampa") == (0, [])
    assert scored("raleigh", "columbia", "jacksonville", "tampa", "indianapolis")[0] == 9


@pytest.mark.clause("SP-ROUTE-01")
def test_the_starting_city_in_another_network_does_not_count() -> None:
    state = give(position(), 0, at="raleigh", tracks=network_of("raleigh", "columbia"), route="indianapolis")
    give(state, 1, at="indianapolis")
    lay(state, round=3, times=2, pile_times=1, upper=0)
    do(state, "pile", "time")
    assert state.scores() == [0, 0]


@pytest.mark.clause("SP-ROUTE-01")
def test_it_does_not_matter_where_the_network_began() -> None:
    assert scored("raleigh", "indianapolis")[0] == scored("indianapolis", "raleigh")[0] == 3


@pytest.mark.clause("SP-ROUTE-02", "SP-ROUTE-03")
@pytest.mark.parametrize(
    ("reached", "worth"),
    [
        ("raleigh", 3),
        ("tampa", 6),
        ("raleigh jacksonville", 5 + 1),  # given 3 and 5 reached / then 5 + 1 = 6
        ("jacksonville raleigh", 5 + 1),
        ("raleigh columbia", 4 + 1),
        ("raleigh columbia jacksonville", 5 + 2),
        ("raleigh columbia tampa", 6 + 2),
        ("columbia jacksonville tampa", 6 + 2),
        ("raleigh columbia jacksonville tampa", 6 + 3),
    ],
)
def test_the_highest_value_reached_and_one_for_each_other_destination(reached: str, worth: int) -> None:
    money, cities = scored("indianapolis", *reached.split())
    assert money == worth
    assert sorted(cities) == sorted(reached.split())


@pytest.mark.clause("SP-ROUTE-03")
def test_a_city_that_is_not_on_the_card_adds_nothing() -> None:
    assert scored("indianapolis", "chicago", "louisville", "raleigh")[0] == 3


@pytest.mark.clause("SP-ROUTE-04")
def test_a_card_without_a_destination_pays_nothing_and_costs_nothing() -> None:
    # given only the start city connected / when scored / then 0 and no deduction
    assert scored("indianapolis") == (0, [])
    assert scored("indianapolis", "chicago", money=0) == (0, [])


@pytest.mark.clause("SP-ROUTE-05")
def test_the_starting_city_adds_no_point() -> None:
    # given start + one destination worth 4 / when scored / then 4
    assert scored("indianapolis", "columbia") == (4, ["columbia"])


@pytest.mark.clause("SP-ROUTE-06")
def test_a_city_counts_if_it_belongs_to_the_own_network() -> None:
    # given Raleigh in the network of the other player only
    state = give(position(), 0, at="indianapolis", tracks=network_of("indianapolis", "columbia"), route="indianapolis")
    give(state, 1, at="raleigh", tracks=network_of("raleigh", "norfolk"))
    lay(state, round=3, times=2, pile_times=1, upper=0)
    heard = do(state, "pile", "time")
    assert [(event.money, event.cities) for event in only(heard, events.RouteScored)] == [(4, ["columbia"])]


@pytest.mark.clause("SP-ROUTE-06")
def test_a_city_that_the_train_never_visited_counts_too() -> None:
    state = give(position(), 0, at="indianapolis", tracks=network_of("indianapolis", "louisville"), cards="black")
    do(state, "build", "link:louisville-nashville", "match")
    assert state.nodes[node("nashville")] & 1
    assert "nashville" in shown(state, 0).cities
    assert sum(1 for place in range(NET.cities) if state.nodes[place] & 1) == 3

"""The contents of the box, and the number of players."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.games.spike.positions import (
    BOX,
    GAME,
    barred,
    do,
    draw_out,
    families,
    games,
    give,
    lay,
    new_game,
    only,
    position,
    set_up,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.content_schema import CityRow, ContractRow, RouteRow
from trainshed.kernel.options import SetupError

COMMODITIES = ["cattle", "pigs", "fruit", "corn", "wheat", "flour", "coal", "steel", "oil", "cotton", "cloth", "wood"]
CONTRACTS = GAME.pack.take("contracts.rows", list[ContractRow])


@pytest.mark.clause("SP-COMP-01")
def test_the_board_has_a_map_a_market_and_a_score_track_from_0() -> None:
    # given the content file, when loaded
    cities = GAME.pack.take("cities.rows", list[CityRow])
    # then it holds a map of the East, a market and a score track
    assert len(cities) == 36
    assert {"Chicago", "New Orleans", "Miami", "Norfolk"} <= {city.name for city in cities}
    assert BOX.net.links == 288
    assert len(BOX.row_worth) * BOX.columns == 12
    assert BOX.score_track > 0
    # and everybody's money begins with 0
    assert new_game(4).scores() == [0, 0, 0, 0]


@pytest.mark.clause("SP-COMP-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_one_cargo_token_for_each_of_12_commodities(seats: int) -> None:
    # given a new game
    state, _ = set_up(seats)
    # when all cargo tokens are counted: each lies on its contract
    tokens = [BOX.commodities[BOX.faces[face].commodity] for player in state.players for face in player.contracts]
    # then there are 12, each commodity exactly once
    assert sorted(tokens) == sorted(COMMODITIES)


@pytest.mark.clause("SP-COMP-03")
def test_every_commodity_has_one_marker_on_the_market() -> None:
    # given a new game
    state, _ = set_up(3)
    # when the market is read, then
    assert sorted(state.view(None).market) == sorted(COMMODITIES)


@pytest.mark.clause("SP-COMP-04")
def test_the_deck_has_ten_cards_in_each_of_six_colours() -> None:
    # given the full deck before any removal
    state = new_game(3, first_player="seat-1")
    # when counted by colour, then
    assert state.pile == [10] * 6
    assert state.view(None).pile == 60
    assert len(set(BOX.colors)) == 6
    assert BOX.copies == 10


@pytest.mark.clause("SP-COMP-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_has_45_track_pieces(seats: int) -> None:
    # given a new game
    state, _ = set_up(seats)
    # when a player's stock is read, then
    assert [shown(state, seat).stock for seat in range(seats)] == [45] * seats


@pytest.mark.clause("SP-COMP-06")
@pytest.mark.parametrize(("part", "field"), [("locomotive", "speed"), ("tender", "supply"), ("car", "capacity")])
def test_each_part_of_the_train_has_three_levels(part: str, field: str) -> None:
    # given a rich player
    state = give(position(2), 0, money=99)
    levels = [getattr(shown(state, 0), field)]
    # when every upgrade is bought
    for _ in range(2):
        do(state, f"upgrade:{part}")
        levels.append(getattr(shown(state, 0), field))
        turn_of(state, 0)
    # then there were three levels, and there is no fourth
    assert len(set(levels)) == 3
    assert barred(state, f"upgrade:{part}") == "SP-UPGRADE-02"


@pytest.mark.clause("SP-COMP-07")
def test_money_counts_on_beyond_the_end_of_the_score_track() -> None:
    # given a player shortly before the end of the track
    state = give(position(2), 0, at="topeka", money=48, contracts="cattle-2-a", aboard="cattle")
    assert BOX.score_track == 50
    # when money is earned
    do(state, "deliver:cattle")
    # then the total keeps counting, for everybody to see
    assert state.scores()[0] == 59
    assert shown(state, 0, viewer=1).money == 59


@pytest.mark.clause("SP-COMP-08")
def test_delivery_markers_are_never_short() -> None:
    # given a player with a contract for every commodity, each with a city of its own
    chosen: dict[str, str] = {}
    for face in BOX.faces:
        free = [city for city in face.cities if BOX.node_names[city] not in chosen.values()]
        if free and not any(name.startswith(BOX.commodities[face.commodity] + "-") for name in chosen):
            chosen[face.name] = BOX.node_names[free[0]]
    assert len(chosen) == 12
    state = give(position(2), 0, contracts=chosen)
    # when delivering in n cities
    for count, (face_name, city) in enumerate(chosen.items(), 1):
        commodity = face_name.split("-")[0]
        give(state, 0, at=city, aboard=commodity)
        do(state, f"deliver:{commodity}")
        # then n of that player's markers lie on those cities
        assert shown(state, 0).delivered == sorted(list(chosen.values())[:count])
        assert shown(state, 1).delivered == []


@pytest.mark.clause("SP-COMP-09")
def test_there_are_three_double_sided_contract_cards_for_each_commodity() -> None:
    # given the contract list, when grouped by commodity
    cards: dict[str, set[str]] = {}
    for row in CONTRACTS:
        cards.setdefault(row.commodity, set()).add(row.card)
    # then there are 12 groups of 3 cards
    assert len(CONTRACTS) == 72
    assert {commodity: len(group) for commodity, group in cards.items()} == dict.fromkeys(COMMODITIES, 3)
    # with two sides each, of the same commodity
    sides = Counter((row.card, row.commodity) for row in CONTRACTS)
    assert len(sides) == 36
    assert set(sides.values()) == {2}
    # and all 6 sides of a group differ
    for commodity in COMMODITIES:
        offers = {
            tuple((there.city, there.pay) for there in row.destinations)
            for row in CONTRACTS
            if row.commodity == commodity
        }
        assert len(offers) == 6


@pytest.mark.clause("SP-COMP-10")
def test_there_are_three_time_cards() -> None:
    # given a new game, when Time cards are counted
    state = new_game(2)
    # then
    assert BOX.time_cards == 3
    assert GAME.census(state)["Time cards"] == 3
    # and the third one is the last
    late = lay(position(2), pile="red red", round=3, times=2, pile_times=1)
    do(late, "pile", "time")
    assert late.over


@pytest.mark.clause("SP-COMP-11")
def test_every_route_card_has_a_start_and_destinations_with_values() -> None:
    # given any route card, when read
    routes = GAME.pack.take("routes.rows", list[RouteRow])
    names = BOX.node_names[: BOX.net.cities]
    for row in routes:
        # then it has one start city and at least two destinations, each with a positive value
        assert row.start in names
        assert len(row.destinations) >= 2
        assert all(there.city in names and there.city != row.start and there.value > 0 for there in row.destinations)
    assert len(routes) == 36


@pytest.mark.clause("SP-COMP-12")
def test_two_to_four_play() -> None:
    # given a table, when started with too few or too many seats, then refused
    for seats in (0, 1, 5):
        with pytest.raises(SetupError):
            GAME.start(seats)
    # and with 2, 3 or 4 accepted, one set of pieces each
    for seats in (2, 3, 4):
        assert len(GAME.start(seats).view(None).players) == seats


@pytest.mark.clause("SP-COMP-13")
def test_the_player_aids_are_no_part_of_the_game() -> None:
    # given a game
    state, _ = set_up(4)
    # when state, words and content are inspected, then the aid cards are nowhere
    assert not [origin.path for origin in GAME.pack.origins() if "aid" in origin.path]
    assert not [name for name in state.view(0).__struct_fields__ if "aid" in name]
    assert not [word for word in GAME.vocabulary if word.split(":")[0] == "aid"]
    assert families(state) <= {"pile", "take", "build", "load"}


@pytest.mark.clause("SP-COMP-14")
def test_money_is_the_sum_of_all_gains_and_costs_at_every_step() -> None:
    # given logs of games
    earned: list[int] = []
    kinds: set[str] = set()
    for state in games(6, seed=14):
        if not state.heard and state.first < 0:  # a new game
            earned = [0] * state.seats
        # when all gains and costs are summed
        for event in state.heard or []:
            if isinstance(event, events.Delivered | events.MarketPaid | events.RouteScored):
                earned[event.seat] += event.money
                kinds.add(type(event).__name__)
            elif isinstance(event, events.Upgraded):
                earned[event.seat] -= event.cost
                kinds.add("Upgraded")
        # then the result equals the marker at every step
        assert state.scores() == earned == [player.money for player in state.view(None).players]
    assert kinds >= {"MarketPaid", "RouteScored", "Upgraded"}


@pytest.mark.clause("SP-COMP-14")
def test_upgrades_are_paid_with_points() -> None:
    # given 8$ and a contract worth 11
    state = give(position(2), 0, at="topeka", money=8, contracts="cattle-2-a", aboard="cattle")
    # when money is gained and paid
    do(state, "deliver:cattle", "upgrade:car")
    # then points and money are one number
    assert state.scores() == [16, 0]
    heard = draw_out(state)
    assert not only(heard, events.MarketPaid)
    assert state.scores() == [16, 0]

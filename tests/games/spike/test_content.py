"""What is printed for Spike: the mesh of links, the contracts and the route cards, as they stand in content.toml."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from trainshed.kernel.content import Pack

TEXT = files("trainshed.games.spike").joinpath("content.toml").read_text(encoding="utf-8")
PRINTED: dict[str, Any] = tomllib.loads(TEXT)
CITIES: dict[str, dict[str, Any]] = {row["id"]: row for row in PRINTED["cities"]["rows"]}
JUNCTIONS: dict[str, dict[str, Any]] = {row["id"]: row for row in PRINTED["junctions"]["rows"]}
PLACES = CITIES | JUNCTIONS
LINKS: list[dict[str, Any]] = PRINTED["links"]["rows"]
CONTRACTS: list[dict[str, Any]] = PRINTED["contracts"]["rows"]
ROUTES: list[dict[str, Any]] = PRINTED["routes"]["rows"]
COLORS: list[str] = PRINTED["deck"]["colors"]
COMMODITIES: list[str] = [row["id"] for row in PRINTED["commodities"]["rows"]]
SUPPLIERS = {good: [city for city, row in CITIES.items() if row["supplies"] == good] for good in COMMODITIES}


def neighbours() -> dict[str, dict[str, int]]:
    """For each place the places at the other ends of its links, and the spaces in between."""
    found: dict[str, dict[str, int]] = {place: {} for place in PLACES}
    for link in LINKS:
        found[link["a"]][link["b"]] = found[link["b"]][link["a"]] = len(link["colors"])
    return found


NEXT = neighbours()


def distances(start: str, without: str = "") -> dict[str, int]:
    """How many track spaces each place is away from one of them, if a way need not pass another one."""
    found, reached = {start: 0}, [(0, start)]
    while reached:
        reached.sort(reverse=True)
        far, place = reached.pop()
        for other, spaces in NEXT[place].items():
            if other != without and far + spaces < found.get(other, 1_000):
                found[other] = far + spaces
                reached.append((far + spaces, other))
    return found


FAR = {city: distances(city) for city in CITIES}


def test_the_pack_can_be_read_and_every_table_names_its_source() -> None:
    pack = Pack.parse(TEXT, "content.toml")
    assert set(pack.data) <= {origin.path for origin in pack.origins()}
    assert len(TEXT.encode()) < 100_000


def test_what_is_our_own_choice_is_called_reconstructed() -> None:
    found = {origin.path: origin for origin in Pack.parse(TEXT, "content.toml").origins()}
    assert {path for path in found if "." not in path and found[path].reconstructed} == {
        *("deck", "pieces", "train", "cities", "junctions", "links", "contracts", "routes")
    }
    assert all(found[path].confidence == "low" for path in ("cities", "junctions", "links", "contracts", "routes"))
    assert {origin.confidence for origin in found.values()} <= {"high", "medium", "low"}


@pytest.mark.clause("SP-COMP-01")
def test_the_board_has_a_map_a_market_and_a_score_track() -> None:
    assert PRINTED["market"]["rows"] == [3, 2, 1]
    assert PRINTED["pieces"]["score_track_length"] > 0
    assert len(CITIES) == 36
    assert len(JUNCTIONS) == 77
    assert len(LINKS) == 288


def test_every_place_has_a_name_of_its_own_that_is_its_id() -> None:
    assert len(PLACES) == len(CITIES) + len(JUNCTIONS)
    for place, row in PLACES.items():
        assert re.fullmatch(r"[a-z0-9_]+", place)
        assert re.sub(r"[^a-z0-9]+", "_", row["name"].lower()) == place
        assert len(row["name"]) <= 14
        assert re.fullmatch(r"[A-Z]{2}", row["state"])
    assert len({row["name"] for row in PLACES.values()}) == len(PLACES)
    assert not set(PLACES) & {*COLORS, *COMMODITIES}


def test_every_place_lies_on_the_board_apart_from_the_others() -> None:
    assert all(0 < row["x"] < 1_000 and 0 < row["y"] < 1_000 for row in PLACES.values())
    for one, other in combinations(PLACES.values(), 2):
        assert (one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2 >= 15**2, (one["id"], other["id"])


@pytest.mark.clause("SP-COMP-02", "SP-COMP-03")
def test_there_are_twelve_commodities_and_a_market_space_for_each() -> None:
    assert len(set(COMMODITIES)) == len(COMMODITIES) == 12
    assert len(PRINTED["market"]["rows"]) * PRINTED["market"]["columns"] == 12


def test_every_city_supplies_one_commodity_and_three_cities_supply_each() -> None:
    assert {row["supplies"] for row in CITIES.values()} == set(COMMODITIES)
    assert {len(cities) for cities in SUPPLIERS.values()} == {3}


def test_norfolk_supplies_pigs() -> None:
    assert CITIES["norfolk"]["supplies"] == "pigs"


def test_links_join_two_places_once_and_stand_in_the_order_of_their_names() -> None:
    ends = [(link["a"], link["b"]) for link in LINKS]
    assert {place for pair in ends for place in pair} == set(PLACES)
    assert all(a < b for a, b in ends)
    assert ends == sorted(set(ends))


def test_every_space_has_a_colour_of_the_cards_and_every_colour_equally_many_spaces() -> None:
    counts = Counter(color for link in LINKS for color in link["colors"])
    assert counts == dict.fromkeys(COLORS, 48)
    assert all(1 <= len(link["colors"]) <= 5 for link in LINKS)


def test_three_links_or_more_meet_at_every_place() -> None:
    assert min(len(others) for others in NEXT.values()) == 3


def test_every_place_can_be_reached_even_past_any_other_one() -> None:
    start = next(iter(PLACES))
    assert set(distances(start)) == set(PLACES)
    for closed in PLACES:
        begin = start if closed != start else next(iter(NEXT[start]))
        assert set(distances(begin, without=closed)) == set(PLACES) - {closed}, closed


def test_no_two_links_cross_on_the_board() -> None:
    def side(a: str, b: str, c: str) -> int:
        """Positive if c lies on one side of the line from a to b, negative if on the other."""
        p, q, r = PLACES[a], PLACES[b], PLACES[c]
        cross: int = (q["x"] - p["x"]) * (r["y"] - p["y"]) - (q["y"] - p["y"]) * (r["x"] - p["x"])
        return cross

    for one, other in combinations(LINKS, 2):
        a, b, c, d = one["a"], one["b"], other["a"], other["b"]
        if len({a, b, c, d}) == 4:
            assert side(a, b, c) * side(a, b, d) >= 0 or side(c, d, a) * side(c, d, b) >= 0, (a, b, c, d)


def test_the_three_sides_of_a_triangle_have_three_colours() -> None:
    colors = {frozenset((link["a"], link["b"])): link["colors"][0] for link in LINKS}
    triangles = {
        frozenset((place, one, other))
        for place, others in NEXT.items()
        for one, other in combinations(others, 2)
        if other in NEXT[one]
    }
    assert len(triangles) == 175
    for triangle in triangles:
        assert len({colors[frozenset(pair)] for pair in combinations(triangle, 2)}) == 3, triangle


def test_the_two_cities_farthest_apart_are_sixteen_spaces_away() -> None:
    assert max(FAR[one][other] for one in CITIES for other in CITIES) == 16


@pytest.mark.clause("SP-COMP-04", "SP-COMP-10")
def test_the_deck_has_ten_cards_of_each_of_six_colours_and_three_time_cards() -> None:
    deck = PRINTED["deck"]
    assert len(set(COLORS)) == len(COLORS) == 6
    assert deck["copies_per_color"] * len(COLORS) == 60
    assert deck["time_cards"] == 3


def test_forty_two_cards_are_left_for_two_players() -> None:
    deck = PRINTED["deck"]
    assert (deck["copies_per_color"] - deck["removed_per_color_two_players"]) * len(COLORS) == 42


@pytest.mark.clause("SP-COMP-06", "SP-TRAIN-06")
def test_every_part_of_a_train_has_three_levels() -> None:
    train = PRINTED["train"]
    assert (train["speed"], train["supply"], train["capacity"]) == ([1, 2, 3], [2, 3, 4], [1, 2, 3])


def test_upgrades_cost_three_and_then_five() -> None:
    assert PRINTED["train"]["upgrade_cost"] == [3, 5]


@pytest.mark.clause("SP-COMP-05")
def test_every_player_has_forty_five_tracks() -> None:
    assert PRINTED["pieces"]["tracks_per_player"] * 4 == 180


@pytest.mark.clause("SP-COMP-09")
def test_each_commodity_has_three_contract_cards_with_two_different_sides_each() -> None:
    # given the contract list, when grouped by commodity
    sides = {(row["card"], row["side"]): row for row in CONTRACTS}
    assert len(sides) == len(CONTRACTS) == 72
    # then 12 groups of 3 cards with 2 sides each
    cards = {f"{good}-{number}" for good in COMMODITIES for number in (1, 2, 3)}
    assert set(sides) == {(card, side) for card in cards for side in ("a", "b")}
    assert all(row["card"].startswith(row["commodity"] + "-") for row in CONTRACTS)
    # all 6 sides of a group different
    for good in COMMODITIES:
        cities = [goal["city"] for row in CONTRACTS if row["commodity"] == good for goal in row["destinations"]]
        assert len(set(cities)) == len(cities) == 18, good


@pytest.mark.clause("SP-DELIVER-01")
def test_a_contract_names_three_cities_and_what_each_pays() -> None:
    for row in CONTRACTS:
        assert len({goal["city"] for goal in row["destinations"]}) == 3
        assert all(CITIES[goal["city"]]["supplies"] != row["commodity"] for goal in row["destinations"])
        assert all(goal["pay"] > 0 for goal in row["destinations"])


def test_a_contract_pays_three_and_one_for_each_space_from_the_nearest_supplier() -> None:
    for row in CONTRACTS:
        for goal in row["destinations"]:
            nearest = min(FAR[city][goal["city"]] for city in SUPPLIERS[row["commodity"]])
            assert nearest >= 2
            assert goal["pay"] == 3 + nearest, (row["card"], row["side"], goal)


def test_every_city_is_wanted_by_six_contracts() -> None:
    assert Counter(goal["city"] for row in CONTRACTS for goal in row["destinations"]) == dict.fromkeys(CITIES, 6)


def test_topeka_pays_nine_for_fruit_and_eleven_for_cattle() -> None:
    pays = {
        row["commodity"]: goal["pay"] for row in CONTRACTS for goal in row["destinations"] if goal["city"] == "topeka"
    }
    assert (pays["fruit"], pays["cattle"]) == (9, 11)


def test_twelve_contracts_are_dealt_out_equally() -> None:
    dealt = PRINTED["contracts"]["dealt"]
    assert set(dealt) == {"2", "3", "4"}
    assert {int(players) * cards for players, cards in dealt.items()} == {12}


@pytest.mark.clause("SP-COMP-11")
def test_a_route_card_has_one_start_and_four_destinations_with_values() -> None:
    for row in ROUTES:
        cities = [goal["city"] for goal in row["destinations"]]
        assert row["start"] in CITIES
        assert len(set(cities) - {row["start"]}) == len(cities) == 4
        assert set(cities) <= set(CITIES)
        assert [goal["value"] for goal in row["destinations"]] == [3, 4, 5, 6]


def test_every_city_is_the_start_of_one_route_card_and_a_destination_of_four() -> None:
    assert [row["start"] for row in ROUTES] == [row["id"] for row in ROUTES] == list(CITIES)
    assert Counter(goal["city"] for row in ROUTES for goal in row["destinations"]) == dict.fromkeys(CITIES, 4)


def test_destinations_of_a_route_card_are_worth_more_the_farther_they_are() -> None:
    for row in ROUTES:
        away = [FAR[row["start"]][goal["city"]] for goal in row["destinations"]]
        assert away == sorted(away), row["id"]


def test_nine_to_eleven_tracks_are_enough_for_all_of_a_route_card() -> None:
    for row in ROUTES:
        joined, left, tracks = [row["start"]], {goal["city"] for goal in row["destinations"]}, 0
        while left:
            spaces, city = min((FAR[one][other], other) for one in joined for other in left)
            tracks += spaces
            joined.append(city)
            left.remove(city)
        assert 9 <= tracks <= 11, row["id"]


def test_the_route_card_of_indianapolis_is_worth_nine_at_most() -> None:
    card = next(row for row in ROUTES if row["id"] == "indianapolis")
    values = {goal["city"]: goal["value"] for goal in card["destinations"]}
    assert set(values) == {"raleigh", "columbia", "jacksonville", "tampa"}
    assert max(values.values()) == values["tampa"] == 6
    assert max(values.values()) + len(values) - 1 == 9

"""The seatings of a ladder: every bot of a group sits equally often in every seat, with the same luck."""

from __future__ import annotations

from collections import Counter

import pytest

from trainshed.arena.ladder.lineups import lineup, mixed_groups, pair_seatings, pairs, round_length, whole_rounds


def test_pairs() -> None:
    assert pairs("abc") == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs("abc", neighbours=True) == [("a", "b"), ("b", "c")]
    assert mixed_groups("abcd", 3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]


def test_two_seats_are_played_in_both_seatings_with_the_same_luck() -> None:
    assert [lineup("ab", 2, number) for number in range(4)] == [
        (("a", "b"), 0),
        (("b", "a"), 0),
        (("a", "b"), 1),
        (("b", "a"), 1),
    ]


@pytest.mark.parametrize(("seats", "seatings"), [(2, 2), (3, 6), (4, 6), (5, 20)])
def test_a_pair_plays_all_seatings_that_are_even(seats: int, seatings: int) -> None:
    assert round_length("ab", seats) == seatings == len(set(pair_seatings(seats)))
    games = [lineup("ab", seats, number) for number in range(seatings)]
    assert {game.round for game in games} == {0}
    assert all(abs(game.seated.count("a") - game.seated.count("b")) == seats % 2 for game in games)
    for seat in range(seats):
        assert Counter(game.seated[seat] for game in games) == {"a": seatings // 2, "b": seatings // 2}
    swap = {"a": "b", "b": "a"}
    for game, mirrored in zip(games[::2], games[1::2], strict=True):
        assert mirrored.seated == tuple(swap[name] for name in game.seated)


@pytest.mark.parametrize("seats", [3, 4])
def test_mixed_tables_rotate_and_then_change_the_order(seats: int) -> None:
    group = "abcd"[:seats]
    assert round_length(group, seats) == seats
    one_round = [lineup(group, seats, number) for number in range(seats)]
    assert {game.round for game in one_round} == {0}
    for seat in range(seats):
        assert Counter(game.seated[seat] for game in one_round) == Counter(group)
    orders = {3: 6, 4: 24}[seats]
    assert len({lineup(group, seats, number).seated for number in range(orders)}) == orders
    assert lineup(group, seats, orders) == (tuple(group), orders // seats)


def test_whole_rounds() -> None:
    assert [whole_rounds(games, 6) for games in (1, 6, 50, 200)] == [6, 6, 54, 204]

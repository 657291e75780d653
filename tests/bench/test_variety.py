"""Who sits where in the measurement of characters, and that its sums do not depend on how games were split."""

from __future__ import annotations

from collections import Counter

from bench.variety import CharacterGames, CharacterTotals
from trainshed.bots.levels import USUAL


def test_every_character_sits_as_often_in_every_seat() -> None:
    for seats in (2, 4):
        task = CharacterGames("lok-n-roll", USUAL, seats)
        orders = [task.seated(index) for index in range(40)]
        assert all(len(set(order)) == seats for order in orders)
        for seat in range(seats):
            assert set(Counter(order[seat] for order in orders).values()) == {10}
        assert len({tuple(order) for order in orders}) > 8


def test_sums_of_parts_are_the_sum_of_the_whole() -> None:
    task = CharacterGames("lok-n-roll", USUAL, 4)
    whole, parts = task.empty(), [task.empty(), task.empty()]
    for index in range(4):
        task.play(index, whole)
        task.play(index, parts[index % 2])
    parts[1].merge(parts[0])
    assert CharacterTotals.decode(parts[1].encode()).encode() == whole.encode()
    assert sum(side.wins for side in whole.sides) == whole.games == 4
    assert all(
        sum(sources.values()) == side.scores.total for sources, side in zip(whole.sources, whole.sides, strict=True)
    )
    assert not whole.first


def test_openings_are_those_of_the_seat_that_begins() -> None:
    task = CharacterGames("russian-railroads", USUAL, 2)
    played = task.empty()
    task.play(0, played)
    for found in (played.first, played.together):
        [opening] = found
        assert len(opening.split()) == 3
        assert all(word.startswith(("space:", "engineer:")) for word in opening.split())

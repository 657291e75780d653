"""Which bots sit where in a ladder: every group of bots plays all its seatings with the same luck.

A group is a pair of bots or, at mixed tables, as many different bots as there are seats. The seating of a game follows
from the group and the game's number within the group alone, so the same games are played whatever else the ladder has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple


class Lineup(NamedTuple):
    """The bots of one game by seat, and the round it belongs to: games of one round share their luck."""

    seated: tuple[str, ...]
    round: int


def pairs(bots: Sequence[str], neighbours: bool = False) -> list[tuple[str, ...]]:
    """All pairs of bots, or only those next to each other in the list."""
    if neighbours:
        return list(pairwise(bots))
    return list(combinations(bots, 2))


def mixed_groups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """The groups that play mixed tables: every choice of as many different bots as there are seats."""
    return list(combinations(bots, seats))


@cache
def pair_seatings(seats: int) -> tuple[tuple[int, ...], ...]:
    """All seatings of two bots (0 and 1) that hold half of the seats each; each is followed by its mirror image.

    Of an odd number of seats one bot has one more than the other, and in the mirror image one less.
    """
    halves = [each for each in product((0, 1), repeat=seats) if abs(2 * sum(each) - seats) <= 1 and each[0] == 0]
    mirrored = [tuple(1 - side for side in each) for each in halves]
    return tuple(each for both in zip(halves, mirrored, strict=True) for each in both)


@cache
def circles(seats: int) -> tuple[tuple[int, ...], ...]:
    """All orders in which different bots can sit around a table, up to rotation."""
    return tuple((0, *rest) for rest in permutations(range(1, seats)))


def round_length(group: Sequence[str], seats: int) -> int:
    """How many games a group plays with the same luck, until all its bots have sat equally often in every seat."""
    return len(pair_seatings(seats)) if len(group) == 2 else seats


def lineup(group: Sequence[str], seats: int, number: int) -> Lineup:
    """The seating of a group's game with this number, counted from 0."""
    round_, step = divmod(number, round_length(group, seats))
    if len(group) == 2:
        order = pair_seatings(seats)[step]
    else:
        circle = circles(seats)[round_ % len(circles(seats))]
        order = circle[step:] + circle[:step]
    return Lineup(tuple([group[side] for side in order]), round_)


def whole_rounds(games: int, length: int) -> int:
    """The least number of games that is at least `games` and ends with a whole round."""
    return -(-games // length) * length

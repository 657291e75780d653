"""Whether the requirement of a contract is met (FC-CONTRACT-04)."""

from __future__ import annotations

import re

from tests.games.first_class.oracle.table import Table


def met(table: Table, seat: int, condition: str) -> bool:
    """Whether a player meets or exceeds what a contract asks for."""
    player = table.players[seat]
    first, *more = [int(found) for found in re.findall(r"\d+", condition)]
    levels = [list(table.coaches(seat, train).values()) for train in (0, 1)]
    lengths = [len(train) for train in player.trains]
    if condition.startswith("coaches"):  # FC-MODULE-A-02, -03
        return sum(level >= more[0] for train in levels for level in train) >= first
    if condition.startswith("sequence"):
        return any(in_sequence(train, [first, *more]) for train in levels)
    if condition.startswith("one train"):
        return max(lengths) >= first
    if condition.startswith("both trains"):
        return min(lengths) >= first
    if condition.startswith("trains in all"):
        return sum(lengths) >= first
    if condition.startswith("one conductor card"):
        return max(player.conductors) >= first
    if condition.startswith("both conductors card"):
        return min(player.conductors) >= first
    if condition.startswith("locomotive city"):
        return player.city >= first
    if condition.startswith("reward cities"):
        return len(table.reward_cities(seat)) >= first
    if condition.startswith("end-bonus cards"):
        return len(player.bonus) >= first
    if condition.startswith("locomotive tiles"):
        return sum(card in table.printed.tiles for train in player.trains for card in train) >= first
    if condition.startswith("activated"):
        return len(player.activated) >= first
    raise ValueError(condition)


def in_sequence(levels: list[int], wanted: list[int]) -> bool:
    """Whether consecutive coaches have at least the wanted levels from left to right (FC-MODULE-A-05)."""
    starts = range(len(levels) - len(wanted) + 1)
    return any(all(levels[at + n] >= level for n, level in enumerate(wanted)) for at in starts)

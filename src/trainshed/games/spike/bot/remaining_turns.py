"""How long the game still lasts."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.rules.state import NONE, SpikeState

PACE: Final[list[float]] = [1.0, 1.0, 1.0, 1.15, 1.15]
"""How many cards leave the pile in a turn, by the number of seats."""

HELD: Final = 3
"""How many cards a player holds at the end of a round."""


def turns_left(world: SpikeState) -> float:
    """About how many turns each player still has."""
    box = world.box
    seats = world.seats
    pile = world.pile_size()
    cards = float(pile)
    if world.round < ROUNDS:
        total = (box.copies - (box.removed if seats == 2 else 0)) * len(box.colors)
        held = 0
        for player in world.players:
            cards_held = sum(player.hand)
            held += cards_held if cards_held < HELD else HELD
        later = total - held - len(world.display)
        cards += later * (ROUNDS - 1 - world.round) + 0.87 * later
    else:
        upper = world.upper
        cards = upper + 0.75 * (cards - upper)
    left = cards / (PACE[seats] * seats)
    return min(left, 1.0) if world.last_turns != NONE else left

"""Rewards of the special spaces of a player's railroads, each gained once (RR-PBOARD)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.components import RAILROADS
from trainshed.games.russian_railroads.rules.effect_notation import Part
from trainshed.games.russian_railroads.rules.in_progress import FREE, carry_out
from trainshed.games.russian_railroads.rules.player import Player, reached
from trainshed.games.russian_railroads.rules.state import NO_SPACE, RailState


def check_rewards(state: RailState, seat: int, railroad: int, colour: int) -> None:
    """After a track step: gain the rewards that this track has reached (RR-PBOARD-01, -02, -17)."""
    player = state.players[seat]
    parts: list[Part] = []
    for index, special in enumerate(state.box.specials):
        if special.railroad == railroad and special.colour == colour and not special.scoring:
            gain(state, seat, player, index, parts)
    if parts:
        carry_out(state, seat, parts, FREE, NO_SPACE)


def check_all_rewards(state: RailState, seat: int) -> None:
    """After a locomotive was placed: gain the rewards now reached on any railroad (RR-PBOARD-18, RR-LOCO-14).

    Those gained at the same moment are one effect, so that a worker is handed over at once (RR-PBOARD-08), before it is
    asked which question token is used.
    """
    player = state.players[seat]
    parts: list[Part] = []
    for index, special in enumerate(state.box.specials):
        if special.locomotive and not special.scoring:
            gain(state, seat, player, index, parts)
    if parts:
        carry_out(state, seat, parts, FREE, NO_SPACE)


def gain(state: RailState, seat: int, player: Player, index: int, parts: list[Part]) -> None:
    """Gain the reward of a special space if it is reached, once only (RR-PBOARD-09, -14, -17): adds to the parts."""
    special = state.box.specials[index]
    if player.gained >> index & 1:
        return
    if not reached(player, special.railroad, special.colour, special.space, special.locomotive):
        return
    player.gained |= 1 << index
    if state.heard is not None:
        state.heard.append(events.RewardGained(seat, RAILROADS[special.railroad], special.space))
    parts += special.parts

"""Industry: the markers of the lane, and the factories that they use (RR-INDUSTRY)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.components import Components
from trainshed.games.russian_railroads.rules.effect_notation import Part
from trainshed.games.russian_railroads.rules.in_progress import FREE, carry_out
from trainshed.games.russian_railroads.rules.look_ahead import can_all
from trainshed.games.russian_railroads.rules.player import NONE, Player, can_advance
from trainshed.games.russian_railroads.rules.spaces import GAP, LANE_END, NO_SECOND_MARKER, SAME_SPACE
from trainshed.games.russian_railroads.rules.state import NO_SPACE, RailState


def marker_forbids(box: Components, player: Player, marker: int) -> int:
    """May this industry marker move one space? The clause against it, or 0."""
    if can_advance(box, player, marker):
        return 0
    here = player.markers[marker]
    if here == NONE:
        return NO_SECOND_MARKER
    if here == box.lane_end:
        return LANE_END
    return GAP if here >= box.lane_reach[len(player.factories)] else SAME_SPACE


def marker_leaves_room(state: RailState, seat: int, marker: int, left: list[Part]) -> bool:
    """Can the parts that are left still be made after this step, by the simple look-ahead?"""
    player = state.players[seat]
    player.markers[marker] += 1
    possible = can_all(state, seat, left)
    player.markers[marker] -= 1
    return possible


def move_marker(state: RailState, seat: int, marker: int, forced: bool) -> None:
    """Move an industry marker one space (RR-INDUSTRY-01) and use the factory or question space that it enters."""
    player = state.players[seat]
    box = state.box
    player.markers[marker] += 1
    at = player.markers[marker]
    if state.heard is not None:
        state.heard.append(events.MarkerMoved(seat, marker + 1, at, forced))
    slot = box.lane_slot[at]
    if slot:
        factory = player.factories[slot - 1]
        if state.heard is not None:
            state.heard.append(events.FactoryUsed(seat, factory))
        carry_out(state, seat, box.factory_parts[factory], FREE, NO_SPACE)
    elif at == box.lane_question:
        used = 1 << len(box.specials)  # RR-INDUSTRY-12: once
        if not player.gained & used:
            player.gained |= used
            state.push(UseToken(seat))

"""Tracks: which of them may move, and moving one (RR-TRACK)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.rewards import check_rewards
from trainshed.games.russian_railroads.rules.components import RAILROADS, Components
from trainshed.games.russian_railroads.rules.effect_notation import BLACK, COLOURS, Part, TrackStep
from trainshed.games.russian_railroads.rules.look_ahead import can_all
from trainshed.games.russian_railroads.rules.player import NONE, Player, can_step, step
from trainshed.games.russian_railroads.rules.spaces import ENTER_BEHIND, LAST_SPACE, NEVER_PASS, NOT_EARNED
from trainshed.games.russian_railroads.rules.state import RailState


def track_forbids(box: Components, player: Player, track: TrackStep) -> int:
    """May this track move one space? The clause against it, or 0."""
    if can_step(box, player.tracks, track.railroad, track.colour):
        return 0
    here = player.tracks[track.at]
    if here == NONE:
        return NOT_EARNED
    if track.colour == BLACK:
        return LAST_SPACE
    return NEVER_PASS if here > 0 else ENTER_BEHIND


def track_leaves_room(state: RailState, seat: int, track: TrackStep, left: list[Part]) -> bool:
    """Can the parts that are left still be made after this step, by the simple look-ahead?"""
    player = state.players[seat]
    before = player.tracks[:]
    step(state.box, player.tracks, track.railroad, track.colour)
    possible = can_all(state, seat, left)
    player.tracks = before
    return possible


def move_track(state: RailState, seat: int, track: TrackStep, forced: bool) -> None:
    """Move a track one space (RR-TRACK-03) and gain the rewards that it reaches."""
    player = state.players[seat]
    railroad, colour = track.railroad, track.colour
    unlocked = step(state.box, player.tracks, railroad, colour)
    if state.heard is not None:
        to = player.tracks[track.at]
        state.heard.append(events.TrackMoved(seat, RAILROADS[railroad], COLOURS[colour], to, forced))
        if unlocked:
            state.heard.append(events.TracksEarned(seat, COLOURS[unlocked]))
    check_rewards(state, seat, railroad, colour)

"""What a player gets without having to answer: points, doublers, roubles, workers, engineers, an end bonus."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.effect_notation import (
    BLACK_WORKER,
    DOUBLER,
    END_BONUS,
    HELD_ROUBLE,
    HIRE,
    MEDAL,
    ORDER,
    POINTS,
    REVALUE,
    ROUBLE,
    SCORE_ENGINEERS,
    SCORE_LOCOMOTIVES,
    SECOND_MARKER,
    SPECIAL_ENGINEER,
    TEMPORARY_WORKER,
    WORKER,
    Part,
)
from trainshed.games.russian_railroads.rules.look_ahead import can_double
from trainshed.games.russian_railroads.rules.state import RailState


def score(state: RailState, seat: int, points: int, why: str) -> None:
    state.players[seat].points += points
    if state.heard is not None:
        state.heard.append(events.PointsScored(seat, points, why))


def happen(state: RailState, seat: int, part: Part) -> None:
    """Carry out a part that needs no answer: points, doublers, roubles, workers, engineers and so on."""
    player = state.players[seat]
    box = state.box
    verb = part.verb
    count = part.count
    if verb == POINTS:
        score(state, seat, count, "effect")
    elif verb == DOUBLER:
        while count and not can_double(state, player, count):
            count -= 1  # RR-TOKEN-12: as far as possible
        player.doublers += count
        state.doublers -= count
        if state.heard is not None:
            state.heard.append(events.DoublersPlaced(seat, count))
    elif verb == ROUBLE:
        if box.limited and count > state.roubles:
            count = state.roubles  # RR-ROUBLE-07
        player.roubles += count
        state.roubles -= count
        if state.heard is not None:
            state.heard.append(events.RoublesTaken(seat, count))
    elif verb == HELD_ROUBLE:
        player.roubles += count
        if state.heard is not None:
            state.heard.append(events.RoublesTaken(seat, count))
    elif verb == WORKER:
        if player.reserve >= count:
            player.reserve -= count
            player.workers += count
            player.gained_workers += count
            if state.heard is not None:
                state.heard.append(events.WorkerGained(seat, False))
    elif verb == TEMPORARY_WORKER:
        count = state.turquoise
        player.turquoise += count
        state.turquoise = 0
        if state.heard is not None:
            state.heard.append(events.TurquoiseTaken(seat, count))
    elif verb == HIRE:
        hire(state, seat, state.strip[-1])
        state.strip[-1] = 0
    elif verb == SPECIAL_ENGINEER:
        hire(state, seat, box.special_engineer)
    elif verb == ORDER:
        state.claims[count - 1] = seat
        if state.heard is not None:
            state.heard.append(events.OrderClaimed(seat, count))
    elif verb == END_BONUS:
        player.due += count
        if state.heard is not None:
            state.heard.append(events.BonusDue(seat))
    elif verb == SCORE_ENGINEERS:
        score(state, seat, sum(player.engineers), "engineers")
    elif verb == SCORE_LOCOMOTIVES:
        score(state, seat, sum(sorted(player.locomotives, reverse=True)[:count]), "locomotives")
    elif verb == REVALUE:
        player.revalued = 1
    elif verb == MEDAL:
        player.medal = 1
    elif verb == SECOND_MARKER:
        player.markers[1] = 0
        if state.heard is not None:
            state.heard.append(events.MarkerMoved(seat, 2, 0, True))
    elif verb == BLACK_WORKER:
        player.black += 1
        player.gained_workers += 1
        if state.heard is not None:
            state.heard.append(events.WorkerGained(seat, True))


def hire(state: RailState, seat: int, engineer: int) -> None:
    state.players[seat].engineers.append(engineer)
    if state.heard is not None:
        state.heard.append(events.EngineerHired(seat, engineer))

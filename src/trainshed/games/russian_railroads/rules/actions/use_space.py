"""Using an action space: pieces are put on it, and its action begins (RR-TURN-03 to -06)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.effect_notation import ANY_COLOUR, BLACK_BIT, TRACK
from trainshed.games.russian_railroads.rules.in_progress import carry_out
from trainshed.games.russian_railroads.rules.spaces import parts_of, space_name
from trainshed.games.russian_railroads.rules.state import RailState, Stack
from trainshed.games.russian_railroads.rules.words import Payment


def place(state: RailState, space: int, seat: int, paid: Payment, forced: bool) -> None:
    """Put pieces on a space (RR-TURN-03, -04)."""
    workers, turquoise, black, roubles = paid.workers, paid.turquoise, paid.black, paid.roubles
    player = state.players[seat]
    player.workers -= workers
    player.turquoise -= turquoise
    player.black -= black
    player.roubles -= roubles
    state.stacks.append(Stack(space, seat, workers, turquoise, black, roubles))
    if state.heard is not None:
        name = space_name(state, space)
        state.heard.append(events.PiecesPlaced(seat, name, workers, turquoise, black, roubles, forced))


def perform(state: RailState, seat: int, space: int, full: int, black: bool) -> None:
    """Carry out the action of a space; the black worker adds a step where the action shows black (RR-CARD-06, -07)."""
    parts = parts_of(state, space)
    later = 0
    if black:
        for part in parts:
            if (
                part.verb == TRACK
                and part.mask & BLACK_BIT
                and (part.mask != ANY_COLOUR or not state.box.black_needs_icon)
            ):
                if part.mask in (BLACK_BIT, ANY_COLOUR):
                    parts = [*parts, state.box.black_worker_step]
                else:
                    later = 1
                break
    carry_out(state, seat, parts, full, space, later)

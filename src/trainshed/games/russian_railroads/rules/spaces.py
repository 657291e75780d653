"""Action spaces of Russian Railroads: what they do and cost, and who may use or repeat them."""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.rules.components import Space
from trainshed.games.russian_railroads.rules.effect_notation import (
    BUILD,
    DOUBLER,
    HIRE,
    INDUSTRY,
    REPEAT,
    ROUBLE,
    TEMPORARY_WORKER,
    TRACK,
    Part,
)
from trainshed.games.russian_railroads.rules.look_ahead import can_all, can_in_full, colour_room
from trainshed.games.russian_railroads.rules.player import NONE, locomotive_fits
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.kernel.rulebook import Citations

CITE: Final = Citations()

OCCUPIED: Final = CITE("RR-TURN-02")
PIECES: Final = CITE("RR-TURN-03")
OWN_SUPPLY: Final = CITE("RR-TURN-04")
IN_FULL: Final = CITE("RR-TURN-06")
NOT_THIS_ACTION: Final = CITE("RR-TURN-07")
LOOK_AHEAD: Final = CITE("RR-TURN-19")
CLOSED: Final = CITE("RR-BOARD-28")
EXACT: Final = CITE("RR-BOARD-29")
REAL_ROUBLE: Final = CITE("RR-ROUBLE-03")
NO_ROUBLES_LEFT: Final = CITE("RR-ROUBLE-07")
NO_LIGHT_ENGINEER: Final = CITE("RR-ENGINEER-15")
NOT_YOUR_ENGINEER: Final = CITE("RR-ENGINEER-03")
NO_ENGINEER_TO_HIRE: Final = CITE("RR-ENGINEER-01")
OWN_POSITION: Final = CITE("RR-ORDER-05")
BOTH_CLAIMS: Final = CITE("RR-ORDER-06")
EXCHANGE: Final = CITE("RR-ORDER-11")
ONE_WORKER_SPACE: Final = CITE("RR-ORDER-14")
NO_ORDER_SPACE: Final = CITE("RR-ORDER-17")
LAST_ROUND_ONLY: Final = CITE("RR-SETUP-17")
COVERED: Final = CITE("RR-ROUND-07")
DOUBLERS_FULL: Final = CITE("RR-AUX-04")
NO_DOUBLERS_LEFT: Final = CITE("RR-AUX-09")
ICON_COLOUR: Final = CITE("RR-TRACK-15")
NOT_EARNED: Final = CITE("RR-TRACK-08")
NEVER_PASS: Final = CITE("RR-TRACK-06")
ENTER_BEHIND: Final = CITE("RR-TRACK-07")
LAST_SPACE: Final = CITE("RR-TRACK-17")
GAP: Final = CITE("RR-INDUSTRY-03")
LANE_END: Final = CITE("RR-INDUSTRY-06")
SAME_SPACE: Final = CITE("RR-INDUSTRY-14")
INDUSTRY_IN_FULL: Final = CITE("RR-INDUSTRY-09")
NO_SECOND_MARKER: Final = CITE("RR-TOKEN-06")
MARKER_AT_START: Final = CITE("RR-INDUSTRY-16")
NO_TILES: Final = CITE("RR-LOCO-19")
DOES_NOT_FIT: Final = CITE("RR-LOCO-12")
ONLY_LOWER: Final = CITE("RR-LOCO-07")
NOT_GIVEN_UP: Final = CITE("RR-LOCO-11")
NEW_NOT_GIVEN_UP: Final = CITE("RR-LOCO-21")
ONE_OF_EACH: Final = CITE("RR-BOARD-16")
NOT_OPEN: Final = CITE("RR-FACTORY-03")
ONE_OWN_WORKER: Final = CITE("RR-REUSE-01")
NOT_REPEATED: Final = CITE("RR-REUSE-04")
TOKEN_USED: Final = CITE("RR-PBOARD-15")
CARD_DUE: Final = CITE("RR-TOKEN-09")
CARD_GONE: Final = CITE("RR-CARD-11")
CARD_IN_FULL: Final = CITE("RR-CARD-12")
ANY_OF_THREE: Final = CITE("RR-CARD-01")
START_GONE: Final = CITE("RR-STARTBONUS-03")
NOT_IN_PILE: Final = CITE("RR-TOKEN-10")
LOOKED_FIRST: Final = CITE("RR-TOKEN-11")
EMPTY_PILE: Final = CITE("RR-TOKEN-14")


def space_name(state: RailState, space: int) -> str:
    names = state.box.space_names
    return names[space] if space < len(names) else f"engineer-{space - len(names) + 1}"


def parts_of(state: RailState, space: int) -> list[Part]:
    """The parts of a space: printed on the board, or on the engineer that lies there."""
    box = state.box
    if space >= len(box.spaces):
        return box.engineer_parts[space - len(box.spaces) + 1]
    on_board = box.spaces[space]
    if on_board.strip_space >= 0:
        return box.engineer_parts[state.light_engineer(on_board.strip_space)]
    return on_board.parts


def cost_of(state: RailState, space: int) -> tuple[int, int]:
    """Workers and roubles that a space asks for (RR-BOARD-29)."""
    box = state.box
    if space >= len(box.spaces):
        return (box.engineer_workers[space - len(box.spaces) + 1], 0)
    on_board = box.spaces[space]
    if on_board.strip_space >= 0:
        return (box.engineer_workers[state.light_engineer(on_board.strip_space)], 0)
    return (on_board.workers, on_board.roubles)


def own_engineer(state: RailState, space: int) -> bool:
    return space >= len(state.box.spaces)


def exists(state: RailState, on_board: Space) -> int:
    """Is this space in play in this round, with this number of seats? The clause against it, or 0."""
    if on_board.closed_with_2 and state.seats == 2:
        return CLOSED
    if on_board.only_last_round and not state.last_round():
        return LAST_ROUND_ONLY
    if on_board.until_last_round and state.last_round():
        return COVERED
    if on_board.strip_space >= 0 and state.light_engineer(on_board.strip_space) == 0:
        return NO_LIGHT_ENGINEER
    return 0


def stands_elsewhere(state: RailState, seat: int, space: int) -> bool:
    """Does an own worker stand on another action space (RR-ORDER-11)?"""
    return any(stack.seat == seat and stack.workers and stack.space != space for stack in state.stacks)


def performable(state: RailState, seat: int, space: int) -> int:
    """Can the action of a contested space be carried out in full (RR-TURN-06)? The clause against it, or 0."""
    box = state.box
    if space < len(box.spaces) and box.spaces[space].colour >= 0:  # most spaces, answered without a search
        on_board = box.spaces[space]
        tracks = state.players[seat].tracks
        if tracks[on_board.colour] == NONE:
            return NOT_EARNED
        return 0 if colour_room(box, tracks, on_board.colour) >= on_board.steps else IN_FULL
    parts = parts_of(state, space)
    if not can_in_full(state, seat, space, parts):
        verb = parts[0].verb
        if verb == DOUBLER:
            full = state.players[seat].doublers + parts[0].count > state.box.doubler_places
            return DOUBLERS_FULL if full else NO_DOUBLERS_LEFT
        if verb == ROUBLE:
            return NO_ROUBLES_LEFT
        if verb == HIRE:
            return NO_ENGINEER_TO_HIRE
        if verb == INDUSTRY and len(parts) == 1:
            return INDUSTRY_IN_FULL
        if verb == BUILD:
            lowest = state.lowest_pile()  # RR-LOCO-19: nothing to take, or nothing that fits
            return DOES_NOT_FIT if lowest and not locomotive_fits(state.players[seat], lowest) else NO_TILES
        return NOT_EARNED if colour_missing(state, seat, space) else IN_FULL
    for part in parts:
        if part.verb == REPEAT and not repeatable(state, seat, space, True):
            return IN_FULL
    return 0


def colour_missing(state: RailState, seat: int, space: int) -> int:
    """A colour that an action needs and that the player has not earned (RR-TRACK-08), or 0."""
    tracks = state.players[seat].tracks
    for part in parts_of(state, space):
        if part.verb == TRACK and part.mask.bit_count() == 1:
            colour = part.mask.bit_length() - 1
            if tracks[colour] == NONE:
                return colour
    return 0


def order_forbids(state: RailState, seat: int, position: int) -> int:
    """May a seat claim this position (RR-ORDER-05, -06, RR-PLAYERS2-08)?"""
    if state.claims[0] == seat or state.claims[1] == seat:
        return BOTH_CLAIMS
    if not state.box.own_position_claim[state.seats] and state.order[position - 1] == seat:
        return OWN_POSITION
    return 0


def payment_forbids(state: RailState, seat: int, space: int) -> int:
    """Can the seat pay for this space in some way (RR-TURN-03, RR-ROUBLE-01 to -04)? The clause against it, or 0."""
    player = state.players[seat]
    workers, roubles = cost_of(state, space)
    if player.roubles < roubles:
        return REAL_ROUBLE
    if player.workers + player.turquoise + player.black + player.roubles < workers + roubles:
        return PIECES
    claim = space < len(state.box.spaces) and state.box.spaces[space].order
    if claim and not player.workers and not stands_elsewhere(state, seat, space):
        return EXCHANGE
    return 0


def use_forbids(state: RailState, seat: int, space: int, taken: int, pays: bool) -> int:
    """May the seat use this space? The clause against it, or 0. Whether it is legal and why not: both ask here.

    As in the rulebook: the space is free (RR-TURN-02), the seat can pay for it (RR-TURN-03) unless its worker only
    moves there (RR-ORDER-12), and the action can be carried out in full (RR-TURN-06). `taken`: the spaces with pieces
    on them, as bits.
    """
    box = state.box
    if space >= len(box.spaces):
        if space - len(box.spaces) + 1 not in state.players[seat].engineers:
            return NOT_YOUR_ENGINEER
        if taken >> space & 1:
            return OCCUPIED
        return payment_forbids(state, seat, space) if pays else 0
    on_board = box.spaces[space]
    why = 0 if on_board.always else exists(state, on_board)
    if why:
        return why
    if taken >> space & 1 and not on_board.never_occupied:
        return OCCUPIED
    if pays:
        player = state.players[seat]
        if not on_board.plain:
            why = payment_forbids(state, seat, space)
        elif player.workers + player.turquoise + player.black + player.roubles < on_board.workers:
            why = PIECES  # most spaces: any pieces will do
        if why:
            return why
    return order_forbids(state, seat, on_board.order) if on_board.order else performable(state, seat, space)


# ---------------------------------------------------------------- repeating


def single_worker(state: RailState, seat: int, space: int) -> bool:
    """Does exactly one piece of the seat stand there, an own worker or a turquoise one (RR-REUSE-01 to -05)?"""
    own = 0
    others = 0
    for stack in state.stacks:
        if stack.space == space and stack.seat == seat:
            own += stack.workers + stack.turquoise
            others += stack.black + (stack.roubles if state.box.repeat_counts_roubles else 0)
    return own == 1 and others == 0


def repeat_forbids(state: RailState, seat: int, source: int, space: int, full: bool) -> int:
    """May the action of this space be carried out again?"""
    if not single_worker(state, seat, space):
        return ONE_OWN_WORKER
    if space == source:
        return NOT_REPEATED
    if not own_engineer(state, space) and state.box.spaces[space].order:
        return NOT_REPEATED
    if full:
        return IN_FULL if performable(state, seat, space) else 0
    return 0 if has_effect(state, seat, space, parts_of(state, space)) else NOT_REPEATED


def repeatable(state: RailState, seat: int, source: int, full: bool) -> list[int]:
    """The spaces whose action the seat could carry out again."""
    found: list[int] = []
    for stack in state.stacks:
        space = stack.space
        if stack.seat == seat and space not in found and not repeat_forbids(state, seat, source, space, full):
            found.append(space)
    found.sort()
    return found


def has_effect(state: RailState, seat: int, source: int, parts: list[Part]) -> bool:
    """Would some part of this action, of this space, have an effect (RR-REUSE-04, RR-CARD-12)?"""
    for part in parts:
        if part.verb == REPEAT:
            if repeatable(state, seat, source, False):
                return True
        elif part.verb == TEMPORARY_WORKER:
            if state.turquoise:
                return True
        elif can_all(state, seat, [part.times(1)]):
            return True
    return False

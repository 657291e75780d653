"""Can an action be carried out in full? The look-ahead of RR-TURN-18 and -19, over printed parts only."""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.rules.components import Components
from trainshed.games.russian_railroads.rules.effect_notation import (
    ANY_COLOUR,
    BLACK,
    BLACK_BIT,
    BUILD,
    DOUBLER,
    FACTORY,
    HIRE,
    INDUSTRY,
    LOCOMOTIVE,
    ONE_AGAIN,
    ROUBLE,
    SPECIAL_LOCOMOTIVE,
    TEMPORARY_WORKER,
    TRACK,
)
from trainshed.games.russian_railroads.rules.player import (
    PER_RAILROAD,
    Player,
    all_places_full,
    can_step,
    industry_room,
    locomotive_fits,
    step,
)
from trainshed.games.russian_railroads.rules.state import RailState

AGAIN_PARTS: Final = ([DOUBLER, 0, 1], [INDUSTRY, 0, 1], [TRACK, BLACK_BIT, 1])
"""The parts of which one is made once more, as `words.AGAIN` names them (RR-CARD-01)."""


def can_all(state: RailState, seat: int, parts: list[int]) -> bool:
    """Can every printed part be made, in some order, with some choice of tracks, markers and tiles?"""
    player = state.players[seat]
    steps: list[int] = []
    industry = 0
    builds: list[int] = []
    doublers = 0
    again = False
    for at in range(0, len(parts), 3):
        verb, mask, count = parts[at], parts[at + 1], parts[at + 2]
        if verb == TRACK:
            steps += [mask] * count
        elif verb == INDUSTRY:
            industry += count
        elif verb == BUILD:
            builds += [mask] * count
        elif verb == DOUBLER:
            doublers += count
        elif verb == ROUBLE:
            if state.box.limited and state.roubles < count:
                return False
        elif verb == TEMPORARY_WORKER:
            if state.turquoise < count:
                return False
        elif verb == HIRE:
            if state.strip[-1] == 0:
                return False
        elif verb == SPECIAL_LOCOMOTIVE:
            if not locomotive_fits(player, count):
                return False
        elif verb == ONE_AGAIN:
            again = True
    if doublers and not can_double(state, player, doublers):
        return False
    if steps and not can_steps(state.box, player, steps):
        return False
    if (builds or industry) and not can_build(state, player, builds, industry):
        return False
    return not again or can_again(state, seat, parts)


def can_again(state: RailState, seat: int, parts: list[int]) -> bool:
    """RR-CARD-01: can one of the three parts be made once more, in addition to the parts that are left?"""
    others: list[int] = []
    for at in range(0, len(parts), 3):
        if parts[at] != ONE_AGAIN:
            others += parts[at : at + 3]
    return any(can_all(state, seat, others + part) for part in AGAIN_PARTS)


def can_double(state: RailState, player: Player, count: int) -> bool:
    """Can the player place so many more doublers (RR-AUX-01, -04, -09)?"""
    if player.doublers + count > state.box.doubler_places:
        return False
    return not state.box.limited or state.doublers >= count


def can_steps(box: Components, player: Player, masks: list[int]) -> bool:
    """Can a track step be made for each of these masks of colours?"""
    if masks.count(masks[0]) == len(masks) and masks[0].bit_count() == 1:
        return colour_room(box, player.tracks, masks[0].bit_length() - 1) >= len(masks)
    black = 0
    for railroad, length in enumerate(box.length):
        black += length - player.tracks[railroad * PER_RAILROAD]
    if black >= len(masks):
        for mask in masks:
            if not mask & BLACK_BIT:
                break
        else:
            return True
    return search_steps(box, player.tracks[:], masks)


def colour_room(box: Components, tracks: list[int], colour: int) -> int:
    """How many steps the tracks of one colour can make in all, the others standing still."""
    room = 0
    for railroad, length in enumerate(box.length):
        if colour < box.colours[railroad]:
            at = railroad * PER_RAILROAD + colour
            own = tracks[at]
            if own >= 0:
                ahead = length - own if colour == BLACK else tracks[at - 1] - 1 - own
                if ahead > 0:
                    room += ahead
    return room


def search_steps(box: Components, tracks: list[int], masks: list[int]) -> bool:
    """Can these steps be made in some order on some tracks? Leaves `tracks` changed if so, unchanged if not."""
    if not masks:
        return True
    tried = 0
    for index, mask in enumerate(masks):
        if tried >> mask & 1:
            continue
        tried |= 1 << mask
        rest = masks[:index] + masks[index + 1 :]
        for colour in range(ANY_COLOUR.bit_length()):
            if not mask >> colour & 1:
                continue
            for railroad in range(len(box.length)):
                if can_step(box, tracks, railroad, colour):
                    before = tracks[:]
                    step(box, tracks, railroad, colour)
                    if search_steps(box, tracks, rest):
                        return True
                    tracks[:] = before
    return False


def can_build(state: RailState, player: Player, builds: list[int], industry: int) -> bool:
    """Can these builds and industry steps be made together? A factory built by one part opens the lane for another."""
    box = state.box
    factories = len(player.factories)
    if not builds:
        return industry <= industry_room(box, player, factories)
    if len(builds) == 1:
        mask = builds[0]
        if mask & FACTORY and can_take_factory(state):
            more = factories + 1 if factories < box.slots else factories
            if industry <= industry_room(box, player, more):
                return True
        number = state.lowest_pile()
        return bool(
            mask & LOCOMOTIVE
            and number
            and locomotive_fits(player, number)
            and industry <= industry_room(box, player, factories)
        )
    return can_build_both(state, player)


def can_take_factory(state: RailState) -> bool:
    return state.lowest_pile() != 0 or state.any_open_factory()


def can_build_both(state: RailState, player: Player) -> bool:
    """Can one locomotive and one factory be built, in either order (RR-BOARD-16, -17)?"""
    number = state.lowest_pile()
    if number == 0:
        return False
    if locomotive_fits(player, number):
        # A chain on a full board lays a tile open (RR-LOCO-10), and that tile may be built (RR-FACTORY-22).
        if all_places_full(player) or state.any_open_factory():
            return True
        if state.piles[number] > 1 or higher_pile(state, number):
            return True
    after = number if state.piles[number] > 1 else higher_pile(state, number)
    return after != 0 and locomotive_fits(player, after)


def higher_pile(state: RailState, number: int) -> int:
    """The next number above this one that has tiles, or 0."""
    for higher in range(number + 1, state.box.numbers + 1):
        if state.piles[higher]:
            return higher
    return 0

"""Can an action be carried out in full? The two look-aheads of RR-TURN-18 and -19.

The simple one (`can_all`) counts what the printed parts need and what the board has room for: colours that the parts
earn and tiles that they lay open count, effects triggered on the way do not. Where it says no, and a step of the
action could trigger something that helps, the full one (`goes_through`) plays the action out by the rules themselves,
every answer tried, on at most `MOST_POSITIONS` positions; an action not carried out by then counts as impossible.
"""

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
    QUESTION_CARD,
    ROUBLE,
    SPECIAL_LOCOMOTIVE,
    TEMPORARY_WORKER,
    TRACK,
    TRACK_UP_TO,
    Part,
    TrackStep,
    changes_room,
)
from trainshed.games.russian_railroads.rules.in_progress import FREE, ON_TRIAL, Action, carry_out
from trainshed.games.russian_railroads.rules.player import (
    NONE,
    PER_RAILROAD,
    Player,
    all_places_full,
    can_step,
    industry_room,
    locomotive_fits,
    numbers_of,
    reach,
    step,
)
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.kernel.agenda import SeatEffect

AGAIN_PARTS: Final = (Part(DOUBLER, 0, 1), Part(INDUSTRY, 0, 1), Part(TRACK, BLACK_BIT, 1))
"""The parts of which one is made once more, as `words.AGAIN` names them (RR-CARD-01)."""


MOST_POSITIONS: Final = 2_000
"""The bound of the full look-ahead: so many questions are looked at (RR-TURN-18)."""


class CarriedOut(SeatEffect):
    """Lies under an action on trial, and asks nothing: who finds it on top has carried the action out in full."""

    __slots__ = ()

    def candidates(self, state: RailState) -> list[int]:
        return []


def can_in_full(state: RailState, seat: int, source: int, parts: list[Part]) -> bool:
    """Can this action of a space be carried out in full, with everything that it triggers (RR-TURN-18)?"""
    if can_all(state, seat, parts):
        return True
    if not may_be_helped(state, seat, parts):
        return False
    trial = trial_of(state, seat)
    carry_out(trial, seat, parts, ON_TRIAL, source)
    trial.settle()
    return goes_through(trial, MOST_POSITIONS)


def trial_of(state: RailState, seat: int) -> RailState:
    """A copy on which an action can be tried: nothing is pending but the sign that it was carried out."""
    trial = state.clone()
    trial.clear()
    trial._moves = None
    trial.push(CarriedOut(seat))
    return trial


def goes_through(trial: RailState, most: int) -> bool:
    """Is there a way to answer all questions so that the action on trial is carried out? Looks at so many at most."""
    seen: set[tuple[object, ...]] = set()
    untried: list[tuple[RailState, int]] = []
    here = trial
    while True:
        if not here.over:  # else a part became impossible
            if isinstance(here.top, CarriedOut):
                return True
            found = key_of(here)
            if found not in seen:
                if len(seen) == most:
                    return False
                seen.add(found)
                for move in worth_trying(here):
                    untried.append((here, move))
        if not untried:
            return False
        before, move = untried.pop()
        last = not untried or untried[-1][0] is not before
        here = before if last else before.clone()
        here.apply(move)


def key_of(trial: RailState) -> tuple[object, ...]:
    """What two positions of a trial must share to go on alike: all that an action can change."""
    return (
        *[(type(effect), *effect.args()) for effect in trial.agenda],
        *[(*p.tracks, -2, *p.locomotives, -2, *p.factories, -2, *p.markers, *numbers_of(p)) for p in trial.players],
        *trial.piles,
        *trial.open_factories,
        trial.cards,
        trial.roubles,
        trial.doublers,
        trial.turquoise,
    )


def worth_trying(trial: RailState) -> list[int]:
    """The answers of a trial, the promising ones last, without those that cannot matter for the action.

    A track step matters if a part that must be made is a track step, or if it leads towards a special space that
    triggers something. Of the question tokens that bring nothing for the moment one is as good as another, and the one
    that brings a question card, with all that may follow from it, is tried late.
    """
    words = trial.game.words
    moves = trial.moves()
    if words.advance <= moves[-1] < words.industry and not tracks_due(trial):
        player = trial.players[trial.actor]
        first = words.advance
        return [move for move in moves if move < first or leads_on(trial, player, words.tracks[move - first])]
    if words.token <= moves[0] < words.card:
        idle = [move for move in moves if not changes_room(trial.box.token_parts[move - words.token])]
        harmless = [move for move in idle if trial.box.token_parts[move - words.token][0].verb != DOUBLER]
        helpful = [move for move in moves if move not in idle]
        cards = [move for move in helpful if trial.box.token_parts[move - words.token][0].verb == QUESTION_CARD]
        return (harmless or idle)[:1] + cards + [move for move in helpful if move not in cards]
    return moves


def tracks_due(trial: RailState) -> bool:
    """Must a track step still be made by an action that is carried out in full?"""
    for effect in trial.agenda:
        if isinstance(effect, Action) and effect.full != FREE:
            for part in effect.parts:
                if part.verb in (TRACK, ONE_AGAIN):
                    return True
    return False


def leads_on(trial: RailState, player: Player, track: TrackStep) -> bool:
    """Is there a special space ahead of this track that triggers something helpful?"""
    for index in trial.box.helpful_specials:
        special = trial.box.specials[index]
        if special.railroad != track.railroad or special.colour != track.colour:
            continue
        if special.space <= player.tracks[track.at]:
            continue
        if not player.gained >> index & 1:
            return True
    return False


def may_be_helped(state: RailState, seat: int, parts: list[Part]) -> bool:
    """Can a step of this action trigger something that helps the rest of it? If not, the simple look-ahead decides."""
    player = state.players[seat]
    box = state.box
    black = industry = steps = 0
    colours = 0
    builds: list[int] = []
    others: list[Part] = []
    for part in parts:
        verb, mask, count = part.verb, part.mask, part.count
        if verb in (TRACK, TRACK_UP_TO):
            steps += count
            colours |= mask
            if verb == TRACK and mask == BLACK_BIT:
                black += count
        elif verb == INDUSTRY:
            industry += count
        elif verb == BUILD:
            builds += [mask] * count
        elif verb == ONE_AGAIN:
            steps, industry, colours = steps + 1, industry + 1, colours | BLACK_BIT
        else:
            others.append(part)
    if not (steps or industry or builds):
        return False
    if black > colour_room(box, player.tracks, BLACK) or (others and not can_all(state, seat, others)):
        return False  # nothing on the way brings black further than the end, or more doublers, roubles or engineers
    if len(builds) > 1 and (industry or not one_of_each(builds)):
        return True  # the simple look-ahead does not count so far
    for index in box.helpful_specials if steps or builds else []:
        if player.gained >> index & 1:
            continue
        special = box.specials[index]
        ahead = special.space - player.tracks[special.railroad * PER_RAILROAD + special.colour]
        if ahead <= 0:
            if builds and special.locomotive:
                return True
            continue
        if ahead > steps or not colours >> special.colour & 1:
            continue
        if builds or not special.locomotive or reach(player, special.railroad) >= special.space:
            return True
    if industry:
        for marker in player.markers:
            if marker == NONE:
                continue
            for at in range(marker + 1, min(marker + industry, box.lane_end) + 1):
                slot = box.lane_slot[at]
                if slot > len(player.factories):
                    if builds:
                        return True
                elif slot:
                    if box.factory_helps[player.factories[slot - 1]]:
                        return True
                elif at == box.lane_question and not player.gained >> len(box.specials) & 1:
                    return True
    return False


def one_of_each(builds: list[int]) -> bool:
    """Are these one locomotive and one factory, as the space for three workers has them (RR-BOARD-16)?"""
    return builds in ([LOCOMOTIVE, FACTORY], [FACTORY, LOCOMOTIVE])


def can_all(state: RailState, seat: int, parts: list[Part]) -> bool:
    """The simple look-ahead: can every printed part be made, in some order, with some choice of steps and tiles?"""
    player = state.players[seat]
    steps: list[int] = []
    industry = 0
    builds: list[int] = []
    doublers = 0
    again = False
    for part in parts:
        verb, count = part.verb, part.count
        if verb == TRACK:
            steps += [part.mask] * count
        elif verb == INDUSTRY:
            industry += count
        elif verb == BUILD:
            builds += [part.mask] * count
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


def can_again(state: RailState, seat: int, parts: list[Part]) -> bool:
    """RR-CARD-01: can one of the three parts be made once more, in addition to the parts that are left?"""
    others = [part for part in parts if part.verb != ONE_AGAIN]
    return any(can_all(state, seat, [*others, part]) for part in AGAIN_PARTS)


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
    return not industry and one_of_each(builds) and can_build_both(state, player)


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

"""Expected points at the end of a game of Russian Railroads, seat by seat: the value of a position for search.

A seat is expected to end with its points now, with what its railroads and industry score in every scoring phase that is
left, and with what its board, workers, engineers, cards and pending steps still promise. That promise is a sum of
values, one set for each number of scoring phases left (`outlook_values.py`, fitted by least squares).
"""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.bot.component_facts import ComponentFacts, printed
from trainshed.games.russian_railroads.bot.outlook_values import VALUES
from trainshed.games.russian_railroads.rules.actions.cards import Again, UseCard
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.actions.repeat import Repeat
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen, LookThrough
from trainshed.games.russian_railroads.rules.components import KIEV, ST_PETERSBURG, TRANS_SIBERIAN, Components
from trainshed.games.russian_railroads.rules.effect_notation import (
    BLACK,
    BUILD,
    DOUBLER,
    END_BONUS,
    HELD_ROUBLE,
    HIRE,
    INDUSTRY,
    ORDER,
    POINTS,
    QUESTION_TOKEN,
    REPEAT,
    ROUBLE,
    TEMPORARY_WORKER,
    TRACK_UP_TO,
    Part,
)
from trainshed.games.russian_railroads.rules.player import PER_RAILROAD, Player, bonus_points, majority_points
from trainshed.games.russian_railroads.rules.set_up import ChooseStart
from trainshed.games.russian_railroads.rules.spaces import cost_of, parts_of
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Pay, Relocate, Turn

# Where the values of one set stand: a table has as many values as its comment says, any other entry is one value.
SEATS: Final = 0
"""By number of seats, 5: any position."""
HANDS: Final = 5
"""By number of seats, 5: each worker that can still be placed in this round."""
ROUBLES: Final = 10
GAINED_WORKERS: Final = 11
INCOME: Final = 12
"""Each point of a scoring phase, by the three railroads and industry, 4."""
BEYOND: Final = 16
"""Each point of a scoring phase that the locomotives do not reach, by railroad, 3."""
REACH: Final = 19
"""Each space that the locomotives reach, by railroad, 3."""
SPARE_REACH: Final = 22
"""Each space that they reach beyond the black track, by railroad, 3."""
DOUBLERS: Final = 25
IDLE_DOUBLERS: Final = 26
"""Each doubler above a space without colour."""
REVALUED: Final = 27
MEDAL: Final = 28
MEDAL_GRAY: Final = 29
"""Each space of gray on Kiev with the medal."""
SECOND: Final = 30
"""The second marker, and each of its spaces, 2."""
FACTORIES: Final = 32
"""Each factory, by number of factories, 6."""
ENGINEERS: Final = 38
"""Each own engineer."""
MAJORITY: Final = 39
"""Each point that the majority of engineers would bring now."""
LEAD: Final = 40
"""By own engineers less those of the opponent with most, from -2 to 2, 5."""
BONUS: Final = 45
"""Each point that the own end bonus cards would bring now."""
DUE: Final = 46
"""Each end bonus choice that is due."""
FIRST: Final = 47
"""By position in the turn order, 4."""
CLAIM: Final = 51
"""The claim of position 1, and of position 2, 2."""
ACTS: Final = 53
"""The turn is this seat's."""
RELOCATES: Final = 54
STEP: Final = 55
"""Each pending track step, by colour, and of several colours, 6."""
PENDING_INDUSTRY: Final = 61
PENDING_TILE: Final = 62
PENDING_NUMBER: Final = 63
"""Each unit of the number of a locomotive that must be placed."""
PENDING_REPEAT: Final = 64
PENDING_TOKEN: Final = 65
PENDING_CARD: Final = 66
PENDING_HIRE: Final = 67
PENDING_START: Final = 68
PENDING_FACTORY: Final = 69
TRACKS: Final = 70
"""Black by space: Trans-Siberian 16, St Petersburg 10, Kiev 10."""
COLOURED: Final = 106
"""Each space of a colour, as in a player's tracks, 15; black is not used."""
MARKER: Final = 121
"""The first marker, by space, 16."""
AHEAD: Final = 137
"""Each factory that a marker can still enter, by number, 10."""
ENGINEER: Final = 147
"""Each own engineer, by number, 16."""
CARD: Final = 163
"""Each own end bonus card, 10."""
COUNT: Final = 173

BLACK_TABLE: Final = (TRACKS, TRACKS + 16, TRACKS + 26)


def expected_points(world: RailState) -> list[float]:
    """For every seat the points that it is expected to have at the end of the game."""
    if world.over:
        return [float(player.points) for player in world.players]
    rounds = world.box.rounds[world.seats]
    left = rounds - world.round + 1 if world.round else rounds
    values = VALUES[left]
    found: list[float] = board_points(world, left, values)
    add_pending(world, found, values)
    return found


def board_points(world: RailState, left: int, values: list[float]) -> list[float]:
    """What each seat has now and what it promises, without pending steps."""
    box = world.box
    facts = printed(box)
    seats = world.seats
    players = world.players
    majority = majority_points(box, players)
    most = second = 0
    for player in players:
        count = len(player.engineers)
        if count > most:
            most, second = count, most
        elif count > second:
            second = count
    found: list[float] = []
    for seat in range(seats):
        player = players[seat]
        value = float(player.points) + values[SEATS + seats]
        if not player.passed:
            value += values[HANDS + seats] * (player.workers + player.turquoise + player.black)
        value += values[ROUBLES] * player.roubles + values[GAINED_WORKERS] * player.gained_workers
        value += railroads(box, facts, player, left, values)
        value += industry(box, player, left, values)
        own = len(player.engineers)
        value += values[ENGINEERS] * own + values[MAJORITY] * majority[seat]
        lead = own - (second if own == most else most)
        value += values[LEAD + (0 if lead < -2 else 4 if lead > 2 else lead + 2)]
        for number in player.engineers:
            value += values[ENGINEER + number]
        for card in player.bonus:
            value += values[CARD + card] + values[BONUS] * bonus_points(box, player, card)
        value += values[DUE] * player.due
        if world.claims[0] == seat:
            value += values[CLAIM]
        elif world.claims[1] == seat:
            value += values[CLAIM + 1]
        found.append(value)
    for position, seat in enumerate(world.order):
        found[seat] += values[FIRST + position]
    return found


def railroads(box: Components, facts: ComponentFacts, player: Player, left: int, values: list[float]) -> float:
    """What the three railroads of a player score and promise."""
    prices = box.revalued if player.revalued else box.values
    tracks = player.tracks
    locomotives = player.locomotives
    value = 0.0
    for railroad in range(3):
        limit = locomotives[0] + locomotives[1] if railroad == TRANS_SIBERIAN else locomotives[railroad + 1]
        length = box.length[railroad]
        limit = min(limit, length)
        doubled = player.doublers if railroad == TRANS_SIBERIAN else 0
        base = railroad * PER_RAILROAD
        points = beyond = behind = 0
        for colour in range(box.colours[railroad] - 1, BLACK, -1):
            front = tracks[base + colour]
            if front > 0:
                value += values[COLOURED + base + colour] * front
                if front > behind:
                    price = prices[colour]
                    gain = price * (front - behind)
                    if doubled > behind:
                        gain += price * ((front if front < doubled else doubled) - behind)
                    if front <= limit:
                        points += gain
                    elif behind >= limit:
                        beyond += gain
                    else:
                        scored = price * (limit - behind)
                        if doubled > behind:
                            scored += price * ((limit if limit < doubled else doubled) - behind)
                        points += scored
                        beyond += gain - scored
                    behind = front
        if doubled > behind:
            value += values[IDLE_DOUBLERS] * (doubled - behind)
        black = tracks[base]
        if railroad == ST_PETERSBURG:
            if tracks[base + 1] >= facts.double and limit >= facts.double:
                points += points
        elif railroad == KIEV:
            stars = facts.star_sums
            points += stars[min(black, limit)]
            beyond += stars[black] - stars[min(black, limit)]
            if player.medal:
                space, medal = facts.medal
                value += values[MEDAL] + values[MEDAL_GRAY] * min(max(tracks[base + 1], 0), space)
                if tracks[base + 1] >= space:
                    if limit >= space:
                        points += medal
                    else:
                        beyond += medal
        value += points * (left + values[INCOME + railroad]) + beyond * values[BEYOND + railroad]
        value += values[REACH + railroad] * limit + values[BLACK_TABLE[railroad] + black]
        if limit > black:
            value += values[SPARE_REACH + railroad] * (limit - black)
    value += values[DOUBLERS] * player.doublers
    if player.revalued:
        value += values[REVALUED]
    return value


def industry(box: Components, player: Player, left: int, values: list[float]) -> float:
    """What the industry of a player scores and promises."""
    first, second = player.markers[0], player.markers[1]
    points = box.lane_scores[first]
    back = first
    front = first
    if second >= 0:
        points += box.lane_scores[second]
        front, back = max(first, second), min(first, second)
        value = values[MARKER + front] + values[SECOND] + values[SECOND + 1] * back
    else:
        value = values[MARKER + first]
    value += points * (left + values[INCOME + 3]) + values[FACTORIES + len(player.factories)]
    gaps = printed(box).gaps
    for slot, number in enumerate(player.factories):
        gap = gaps[slot]
        if gap > front:
            value += values[AHEAD + number]
        if second >= 0 and gap > back:
            value += values[AHEAD + number]
    return value


# ---------------------------------------------------------------- pending steps


def add_pending(world: RailState, found: list[float], values: list[float]) -> None:
    """Add what the pending effects of the agenda promise to the seats whose effects they are."""
    for effect in world.agenda:
        if isinstance(effect, Turn):
            found[effect.seat] += values[ACTS]
        elif isinstance(effect, Carry):
            found[effect.seat] += parts_promise(effect.parts, values)
        elif isinstance(effect, Pay):
            seat = effect.seat
            player = world.players[seat]
            workers, roubles = cost_of(world, effect.space)
            short = workers - player.workers - player.turquoise - player.black
            if short > 0:
                workers -= short
                roubles += short
            found[seat] += parts_promise(parts_of(world, effect.space), values)
            found[seat] -= values[HANDS + world.seats] * workers + values[ROUBLES] * roubles
        elif isinstance(effect, PlaceLocomotive):
            found[effect.seat] += values[PENDING_NUMBER] * effect.number
        elif isinstance(effect, UseToken):
            found[effect.seat] += values[PENDING_TOKEN]
        elif isinstance(effect, UseCard):
            found[effect.seat] += values[PENDING_CARD]
        elif isinstance(effect, Repeat):
            found[effect.seat] += values[PENDING_REPEAT]
        elif isinstance(effect, ReplaceFactory):
            found[effect.seat] += values[PENDING_FACTORY]
        elif isinstance(effect, LookOrTen | LookThrough | ChooseBonus):
            found[effect.seat] += values[DUE]
        elif isinstance(effect, Again):
            found[effect.seat] += values[STEP + 5]
        elif isinstance(effect, Relocate):
            found[effect.seat] += values[RELOCATES]
        elif isinstance(effect, ChooseStart):
            found[effect.seat] += values[PENDING_START]


def parts_promise(parts: list[Part], values: list[float]) -> float:
    """What the parts of an action promise that are still to be carried out."""
    value = 0.0
    for part in parts:
        verb, count = part.verb, part.count
        if verb <= TRACK_UP_TO:
            mask = part.mask
            value += values[STEP + (5 if mask & (mask - 1) else mask.bit_length() - 1)] * count
        elif verb == INDUSTRY:
            value += values[PENDING_INDUSTRY] * count
        elif verb == BUILD:
            value += values[PENDING_TILE]
        elif verb == POINTS:
            value += count
        elif verb == DOUBLER:
            value += values[DOUBLERS] * count
        elif verb in (ROUBLE, HELD_ROUBLE):
            value += values[ROUBLES] * count
        elif verb == TEMPORARY_WORKER:
            value += values[HANDS + 4] * count
        elif verb == HIRE:
            value += values[PENDING_HIRE]
        elif verb == ORDER:
            value += values[CLAIM + count - 1]
        elif verb == END_BONUS:
            value += values[DUE] * count
        elif verb == QUESTION_TOKEN:
            value += values[PENDING_TOKEN]
        elif verb == REPEAT:
            value += values[PENDING_REPEAT]
    return value

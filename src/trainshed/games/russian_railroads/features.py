"""A view of Russian Railroads as a feature vector of fixed length, with all values in [0, 1].

A place is a seat counted from the viewer, who is the first (a spectator counts from seat 1 and has no end bonus cards);
places without a player are zeros. A number n without an upper bound is scaled to n / (n + h), where h is the number
that gives one half. In order, with the lengths of the built-in pack:

| what | numbers | range |
|---|---|---|
| number of seats, one of three | 3 | 0 or 1 |
| options, one of the choices of each | 14 | 0 or 1 |
| the actor: a place, nature or nobody | 6 | 0 or 1 |
| over | 1 | 0 or 1 |
| the round, none in the set-up | 7 | 0 or 1 |
| who stands on each position of the turn order: a place | 16 | 0 or 1 |
| who has claimed position 1, position 2: a place | 8 | 0 or 1 |
| locomotive tiles by number | 9 | share of the pile at the start |
| open factories by number | 9 | 1 is a half |
| the strip from the hiring space on: which engineer | 105 | 0 or 1 |
| roubles, doublers and turquoise workers in the supply | 3 | share of those in the box |
| question cards left | 5 | 0 or 1 |
| starting cards left | 4 | 0 or 1 |
| end bonus cards in the pile | 1 | share of all |
| own end bonus cards | 10 | 0 or 1 |
| the end bonus pile was looked through; what was in it at the last look | 11 | 0 or 1 |
| who stands on each space: places | 108 | 0 or 1 |
| spaces where exactly one own worker stands alone | 27 | 0 or 1 |
| each place: 156 numbers | 624 | |
| - taken, is to act | 2 | 0 or 1 |
| - points | 1 | 200 are a half |
| - each track: earned, and its space | 24 | 0 or 1, share of the railroad |
| - locomotives on the four places | 4 | share of the highest number |
| - doublers | 1 | share of the places |
| - revaluation, medal, passed | 3 | 0 or 1 |
| - each industry marker: in play, and its space | 4 | 0 or 1, share of the lane |
| - each factory slot: which factory | 45 | 0 or 1 |
| - engineers hired | 15 | 0 or 1 |
| - engineers used in this round | 15 | 0 or 1 |
| - question tokens used | 7 | 0 or 1 |
| - rewards gained | 19 | 0 or 1 |
| - end bonus choices due | 1 | 1 is a half |
| - workers, reserve | 2 | share of all workers of a colour |
| - turquoise workers, the black worker | 2 | share of those in the box |
| - roubles | 1 | 4 are a half |
| - workers gained | 1 | share of three |
| - end bonus cards held | 1 | share of all |
| - reach of the locomotives on the three railroads | 3 | share of the railroad |
| - points of a scoring phase: three railroads, stars, industry | 5 | 20 are a half |
| the question: its kind, one of `QUESTIONS` | 17 | 0 or 1 |
| the space that is being paid or used: on the board, or an own engineer | 42 | 0 or 1 |
| steps still to be made, by colour | 5 | 3 are a half |
| industry steps, locomotives and factories still to be built | 3 | 1 is a half |
| must it be carried out in full | 1 | 0 or 1 |
| number of the tile that needs a place | 9 | 0 or 1 |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trainshed.games.russian_railroads.rules.components import RAILROADS, Components
from trainshed.games.russian_railroads.rules.effect_notation import (
    BUILD,
    COLOURS,
    FACTORY,
    INDUSTRY,
    LOCOMOTIVE,
    TRACK,
    TRACK_UP_TO,
    parts_from,
)
from trainshed.games.russian_railroads.rules.player import (
    PER_RAILROAD,
    industry_points,
    reach,
    star_points,
    track_points,
)
from trainshed.games.russian_railroads.view import PlayerView, View, player_of
from trainshed.kernel.shared.features import half, one_of, seats_by_place, table_features, table_length

if TYPE_CHECKING:
    from trainshed.games.russian_railroads.game import RailGame

WORKERS = 8
GAINED = 3
MOST_DECISIONS = 40
"""Upper bound of the answers that one action asks for, triggered effects included."""
QUESTIONS = (
    "DealOrder",
    "LayEngineers",
    "ChooseStart",
    "Turn",
    "Pay",
    "Exchange",
    "Relocate",
    "Carry",
    "Repeat",
    "UseToken",
    "UseCard",
    "Again",
    "PlaceLocomotive",
    "ReplaceFactory",
    "LookThrough",
    "ChooseBonus",
    "LookOrTen",
)
"""Every effect that asks a seat or nature, as views name them."""


def features(game: RailGame, view: View) -> list[float]:
    """The feature vector of a view, in the order of the table above."""
    box = game.box_for(dict(view.options))
    out = table_features(game, view)
    places = game.seat_counts[-1]
    order = seats_by_place(view)
    place_of = {seat: place for place, seat in enumerate(order)}
    tiles = range(1, box.numbers + 1)

    out.append(float(view.over))
    out += one_of(rounds(box), view.round - 1)
    for position in range(places):
        out += one_of(places, place_of[view.order[position]] if position < len(view.order) else -1)
    for claimant in view.claims:
        out += one_of(places, place_of.get(claimant, -1))

    pile = box.quantities[view.seats].locomotives_per_number
    out += [view.piles[number] / pile for number in tiles]
    out += [half(view.open_factories[number], 1) for number in tiles]
    for space in range(strip_length(box)):
        at = len(view.strip) - 1 - space
        out += one_of(box.engineer_count, view.strip[at] - 1 if at >= 0 else -1)
    supplies = ((view.roubles, box.roubles), (view.doublers, box.doublers), (view.turquoise, box.turquoise))
    out += [max(0, count) / most for count, most in supplies]
    out += [float(name in view.cards) for name in box.card_names]
    out += [float(name in view.starts) for name in box.start_names]
    out.append(view.pile_size / len(box.bonus_names))
    out += [float(name in view.own_bonus) for name in box.bonus_names]
    seen = view.looks[-1].pile if view.looks else []
    out += [float(bool(view.looks)), *[float(name in seen) for name in box.bonus_names]]

    out += standing(box, view, places, place_of)
    for place in range(places):
        out += place_numbers(box, view, order[place]) if place < view.seats else [0.0] * place_length(box)
    return out + question(box, view)


def length(game: RailGame) -> int:
    """The length of the feature vector."""
    box = game.box_for({option.name: option.default for option in game.options})
    places = game.seat_counts[-1]
    spaces, bonuses = len(box.spaces), len(box.bonus_names)
    table = table_length(game) + 1 + rounds(box) + places * places + 2 * places
    board = 2 * box.numbers + strip_length(box) * box.engineer_count + 3
    board += len(box.card_names) + len(box.start_names) + 1 + 2 * bonuses + 1
    asked = len(QUESTIONS) + spaces + box.engineer_count + len(COLOURS) + 3 + 1 + box.numbers
    return table + board + spaces * (places + 1) + places * place_length(box) + asked


def utilities(game: RailGame, seats: int, options: Mapping[str, str]) -> tuple[float, float]:
    """Bounds of a final score: 0, and twice the points of every space in every round, to leave room for cards."""
    box = game.box_for({option.name: options.get(option.name, option.default) for option in game.options})
    a_round = 2 * max(box.revalued) * sum(box.length) + 2 * box.lane_scores[-1]
    a_round += sum(part.count for special in box.scoring_specials for part in special.parts)
    return 0.0, float(2 * box.quantities[seats].rounds * a_round)


def longest(game: RailGame, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """Upper bounds: decisions, as if each piece were an action; draws: positions, engineers, the removed cards."""
    box = game.box_for({option.name: options.get(option.name, option.default) for option in game.options})
    actions = seats * (WORKERS + 1) + box.turquoise + box.roubles
    draws = seats + len(box.strips[seats].fill) + 1
    return box.quantities[seats].rounds * actions * MOST_DECISIONS, draws


# ---------------------------------------------------------------- parts of the vector


def rounds(box: Components) -> int:
    return max(quantity.rounds for quantity in box.quantities.values())


def strip_length(box: Components) -> int:
    return max(len(strip.fill) for strip in box.strips.values())


def standing(box: Components, view: View, places: int, place_of: dict[int, int]) -> list[float]:
    """The places that stand on each space, and the spaces where exactly one own worker stands alone."""
    taken = [0.0] * (len(box.spaces) * places)
    alone = [0] * len(box.spaces)
    for stack in view.stacks:
        if stack.space < len(box.spaces):
            place = place_of[stack.seat]
            taken[stack.space * places + place] = 1.0
            if place == 0:
                own = stack.workers + stack.turquoise
                alone[stack.space] += own if not stack.black and not stack.roubles else 2
    return taken + [float(count == 1) for count in alone]


def place_length(box: Components) -> int:
    tracks = 2 * sum(box.colours)
    own = box.slots * box.numbers + 2 * box.engineer_count + len(box.token_names) + len(box.specials) + 1
    return 3 + tracks + 4 + 1 + 3 + 4 + own + 8 + 3 + 5


def place_numbers(box: Components, view: View, seat: int) -> list[float]:
    """The public numbers of a seat: board, supply, reach and points."""
    shown: PlayerView = view.players[seat]
    player = player_of(box, view, seat)
    out = [1.0, float(view.actor == seat), half(shown.points, 200)]
    for railroad, end in enumerate(box.length):
        for colour in range(box.colours[railroad]):
            at = shown.tracks[railroad * PER_RAILROAD + colour]
            out += [float(at >= 0), max(0, at) / end]
    out += [number / box.numbers for number in shown.locomotives]
    out.append(shown.doublers / box.doubler_places)
    out += [float(shown.revalued), float(shown.medal), float(shown.passed)]
    for marker in shown.markers:
        out += [float(marker >= 0), max(0, marker) / box.lane_end]
    for slot in range(box.slots):
        out += one_of(box.numbers, shown.factories[slot] - 1 if slot < len(shown.factories) else -1)
    engineers = range(1, box.engineer_count + 1)
    used = [stack.space - len(box.spaces) + 1 for stack in view.stacks if stack.seat == seat]
    out += [float(number in shown.engineers) for number in engineers]
    out += [float(number in used) for number in engineers]
    out += [float(name in shown.tokens) for name in box.token_names]
    out += [float(shown.gained >> index & 1) for index in range(len(box.specials) + 1)]
    out.append(half(shown.due, 1))
    out += [shown.workers / WORKERS, shown.reserve / WORKERS]
    out += [shown.turquoise / box.turquoise, float(shown.black)]
    out += [half(shown.roubles, 4), shown.gained_workers / GAINED, shown.bonus / len(box.bonus_names)]
    railroads = range(len(RAILROADS))
    out += [min(1.0, reach(player, railroad) / box.length[railroad]) for railroad in railroads]
    out += [half(track_points(box, player, railroad), 20) for railroad in railroads]
    stars = sum(star_points(box, player, railroad) for railroad in railroads)
    return [*out, half(stars, 20), half(industry_points(box, player), 20)]


def question(box: Components, view: View) -> list[float]:
    """The pending question: its kind, its space, the steps that are left, and the tile that needs a place."""
    pending: list[Any] = view.pending[-1] if view.pending else [""]
    name, numbers = pending[0], pending[1:]
    space = tile = -1
    colours = [0] * len(COLOURS)
    industry = locomotives = factories = full = 0
    if name in ("Pay", "Exchange"):
        space = numbers[1]
    elif name in ("PlaceLocomotive", "ReplaceFactory"):
        tile = numbers[1] - 1
    elif name == "Repeat":
        full, space = numbers[1], numbers[2]
    elif name == "Carry":
        full, space = numbers[1], numbers[2]
        for part in parts_from(numbers[4:]):
            if part.verb in (TRACK, TRACK_UP_TO):
                for colour in range(len(COLOURS)):
                    colours[colour] += part.count * (part.mask >> colour & 1)
            elif part.verb == INDUSTRY:
                industry += part.count
            elif part.verb == BUILD:
                locomotives += part.count * bool(part.mask & LOCOMOTIVE)
                factories += part.count * bool(part.mask & FACTORY)
    out = [float(name == asked) for asked in QUESTIONS]
    out += one_of(len(box.spaces) + box.engineer_count, space)
    out += [half(count, 3) for count in colours]
    out += [half(count, 1) for count in (industry, locomotives, factories)]
    return [*out, float(full), *one_of(box.numbers, tile)]

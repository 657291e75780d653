"""What a seat of First Class has that will bring points, as numbers: trains, line, coins, cards, modules."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.bot.outlook import contract_odds
from trainshed.games.first_class.bot.stage import LAST, GameStage
from trainshed.games.first_class.rules.components import MAIL, POINTS_CITY, TILE
from trainshed.games.first_class.rules.state import FirstClassState

FACTS: Final = (
    "one",
    "seats",
    "reached",
    "near",
    "middle",
    "far",
    "grown",
    "coaches",
    "conductors",
    "levels",
    "length",
    "city",
    "line",
    "ahead",
    "rewards",
    "coins",
    "dear_coins",
    "bonus",
    "bonus_later",
    "bonus_cards",
    "contracts",
    "open_contracts",
    "ladder",
    "start",
    "icons",
    "paying",
    "waiting",
)
"""The numbers of a seat, in this order; see `facts_of`."""

LENGTH: Final = 10
LINE: Final = 12
AHEAD_OF_LOCOMOTIVE: Final = 13
CONTRACTS: Final = 20
OPEN_CONTRACTS: Final = 21
ICONS: Final = 24
PAYING: Final = 25
WAITING: Final = 26
"""Where some of them stand."""


def facts_of(world: FirstClassState, seat: int, stage: GameStage, claimed: list[int]) -> list[float]:
    """The numbers of a seat beside its points; `claimed` are cities whose reward of this phase was received.

    Icons that are still to be used and cards of modules are added by others.
    """
    box = world.box
    me = world.players[seat]
    phases = float(stage.phases)
    near = middle = far = grown = 0.0
    reached_points = levels_reached = coaches = 0
    length = 0.0
    levels = box.levels
    shown = 0
    for train in range(2):
        cards = me.trains[train]
        at = me.conductors[train]
        position = 0
        for card in cards:
            position += 1
            distance = position - at
            if card < MAIL:
                coaches += 1
                shown |= 1 << card
                points = levels[card]
                grown += stage.coach[distance if distance > 0 else 0][position][card]
                if distance <= 0:
                    levels_reached += card
            elif card >= TILE:
                points = box.tiles[card - TILE].points
                grown += stage.reach[distance if distance > 0 else 0] * float(points)
            else:
                continue
            if distance <= 0:
                reached_points += points
            elif distance <= 2:
                near += float(points)
            elif distance <= 5:
                middle += float(points)
            else:
                far += float(points)
        length += length_worth(world, len(cards), at, stage)
    ladder = 0
    for level in range(1, box.top):
        ladder += shown >> level & 1
    line = me.line
    city = me.city
    ahead = rewards = 0.0
    cities = box.cities
    for place in range(len(line)):
        distance = place + 1 - city
        if distance > 0:
            ahead += stage.city[distance if distance < LAST else LAST][line[place]]
        elif cities[line[place]].kind != POINTS_CITY:
            rewards += stage.city[0][line[place]]
            if claimed and place + 1 in claimed:
                rewards -= stage.city_once[line[place]]
    counts = [0, 0, 0]
    cards_ = box.cards
    for card in me.taken:
        type_ = cards_[card].type
        if type_ >= 0:
            counts[type_] += 1
    bonus = bonus_later = 0
    turns = float(stage.turns_left)
    for number in me.bonus:
        own = box.bonus[number]
        bonus += own.points * counts[own.type]
        bonus_later += own.points
    contracts = open_contracts = 0.0
    for card in me.contracts:
        worth = stage.card[card]
        open_contracts += worth
        contracts += worth * contract_odds(world, seat, card, stage.turns_left)
    coins = me.coins
    return [
        1.0,
        turns * float(world.seats - 3),
        float(reached_points) * phases,
        near * phases,
        middle * phases,
        far * phases,
        grown,
        float(coaches),
        float(me.conductors[0] + me.conductors[1]),
        float(levels_reached),
        length,
        float(city),
        float(len(line) - city),
        ahead,
        rewards,
        float(coins[0] + coins[1] + coins[2]),
        float(coins[1]) + 2.0 * float(coins[2]),
        float(bonus),
        float(bonus_later) * turns * 0.3,
        float(len(me.bonus)),
        contracts,
        open_contracts,
        float(ladder),
        float(world.tile == seat),
        0.0,
        0.0,
        0.0,
    ]


def length_worth(world: FirstClassState, length: int, at: int, stage: GameStage) -> float:
    """What the length of a train promises: mail car, locomotive tile, Constantinople."""
    box = world.box
    left = float(stage.turns_left)
    if length < box.mail_at:
        if not stage.turns_left:
            return 0.0
        missing = float(box.mail_at - 1 - length)
        return HABITS.mail * max(0.0, 0.85 - 0.16 * missing * 6.0 / (left + 1.0))
    if length >= box.tile_at:
        if at >= length:
            return 0.0
        return prize(world) * stage.reach_last[length - at]
    if length == box.mail_at or not stage.turns_left:
        return 0.0
    missing = float(box.tile_at - 1 - length)
    return max(0.0, 0.6 - 0.2 * missing * 6.0 / (left + 1.0)) * (HABITS.rise[1] + 0.4 * prize(world))


def prize(world: FirstClassState) -> float:
    """The points for the next conductor that arrives in Constantinople."""
    places = world.box.places
    arrived = len(world.arrivals)
    return float(places[arrived]) if arrived < len(places) else 0.0

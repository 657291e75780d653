"""What a player of First Class may expect of a position: points of the trains, the line, contracts and modules.

`Outlook` works on a copy of the position in which trains, conductors and the locomotive are moved to see what that
brings. It uses nothing that the player cannot know.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from trainshed.games.first_class.bot.chances import FARTHEST, grown, reach_odds, risen
from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.bot.module import ModuleThumb
from trainshed.games.first_class.rules import requirements
from trainshed.games.first_class.rules.actions.contracts import reached
from trainshed.games.first_class.rules.components import MAIL, POINTS_CITY, REWARD_CITY, TILE, Components
from trainshed.games.first_class.rules.effect_notation import (
    ANY,
    BONUS,
    COACH,
    COINS,
    LOCOMOTIVE,
    MODULE_VERBS,
    ONE_CONDUCTOR,
    POINTS,
    RAISE,
    STEPS,
    UPGRADE,
    VERBS_OF_A_MODULE,
    Icon,
)
from trainshed.games.first_class.rules.state import FirstClassState, Player

PACKAGE: Final = "trainshed.games.first_class.bot.modules"

UNIT: Final = {
    COACH: HABITS.coach,
    UPGRADE: HABITS.rise,
    ANY: HABITS.rise,
    RAISE: HABITS.rise,
    ONE_CONDUCTOR: HABITS.step,
    STEPS: HABITS.step,
    LOCOMOTIVE: HABITS.city,
    COINS: HABITS.coin,
    BONUS: HABITS.bonus,
}
"""What one of each icon is worth, by the phases left."""

EFFORT: Final = {
    requirements.COACHES: 0.8,
    requirements.SEQUENCE: 1.8,
    requirements.ONE_TRAIN: 0.7,
    requirements.BOTH_TRAINS: 1.2,
    requirements.ALL_CARDS: 0.5,
    requirements.ONE_CONDUCTOR_AT: 0.8,
    requirements.BOTH_CONDUCTORS_AT: 1.4,
    requirements.CITY: 0.6,
    requirements.REWARD_CITIES: 2.2,
    requirements.BONUS_CARDS: 3.0,
    requirements.LOCOMOTIVE_TILES: 7.0,
    requirements.OF_MODULE: 2.5,
}
"""Turns that a contract takes for each that is missing of what it asks for."""
EASY: Final = 0.9
"""The share of a contract's reward that it is worth while something is missing, with turns enough."""


@lru_cache(maxsize=64)
def thumb_of(name: str) -> Callable[[Any, Any], ModuleThumb]:
    """The rules of thumb of a module, or the general ones if it has none of its own."""
    path = f"{PACKAGE}.{name}"
    try:
        found: Callable[[Any, Any], ModuleThumb] = importlib.import_module(path).THUMB
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return ModuleThumb
    return found


class Outlook:
    """What a seat may expect; `me` is its player in a copy of the position, which may be changed to try something."""

    def __init__(self, world: FirstClassState, seat: int) -> None:
        self.state: FirstClassState = world.clone()
        self.seat = seat
        self.box: Components = world.box
        self.words = world.words
        self.me: Player = self.state.players[seat]
        self.times: list[int] = turns_to_phases(world, seat)
        """How many turns the seat has before each of the scoring phases that are left."""
        self.turns_left: int = self.times[-1] if self.times else 0
        self.steps: list[list[float]] = [reach_odds(turns, HABITS.steps) for turns in self.times]
        self.drives: list[list[float]] = [reach_odds(turns, HABITS.drive) for turns in self.times]
        self.grown: list[list[list[float]]] = [grown(tuple(self.box.levels), turns) for turns in self.times]
        self.counts: list[int] = world.base_cards(seat)
        self.memo: dict[Any, float] = {}
        self.thumbs: dict[int, ModuleThumb] = {}
        for module in world.table.modules:
            self.thumbs[module.number] = thumb_of(module.name)(self, module)

    # ------------------------------------------------------------ what is worth how much

    def phases(self) -> int:
        return min(len(self.times), len(HABITS.coin) - 1)

    def coin(self) -> float:
        """What a coin of the first column is worth."""
        return HABITS.coin[self.phases()] if self.turns_left > 0 else 1.0

    def coin_of(self, column: int) -> float:
        return self.coin() + (HABITS.column[column] if self.turns_left > 0 else 0.0)

    def worth(self, icons: Sequence[Icon], phases: int = -1) -> float:
        """What icons are worth when it is not known yet how they will be used."""
        left = self.phases() if phases < 0 else phases
        total = 0.0
        for icon in icons:
            if icon.verb == POINTS:
                total += icon.count
            elif icon.verb in UNIT:
                total += icon.count * UNIT[icon.verb][left]
            else:
                total += self.module_of(icon).icon_worth(icon)
        return total

    def worth_by_phase(self, icons: Sequence[Icon]) -> list[float]:
        """What icons are worth in each of the phases that are left."""
        count = len(self.times)
        return [self.worth(icons, min(count - at, len(HABITS.coin) - 1)) for at in range(count)]

    def module_of(self, icon: Icon) -> ModuleThumb:
        return self.thumbs[(icon.verb - MODULE_VERBS) // VERBS_OF_A_MODULE]

    def bonus_gain(self, bonus: int) -> float:
        """The points that an end-bonus card will bring at the end."""
        card = self.box.bonus[bonus]
        return card.points * (self.counts[card.type] + self.type_pace(card.type, card.points) * self.turns_left)

    def type_pace(self, type_: int, more: int) -> float:
        """How many base cards of a type are taken in a turn, by a player whose end-bonus cards pay so much more."""
        cards = self.box.bonus
        paid = more + sum([cards[own].points for own in self.me.bonus if cards[own].type == type_])
        return min(HABITS.most, HABITS.cards[type_] * (1.0 + HABITS.focus * paid))

    def best_bonus(self) -> float:
        """What the best end-bonus card of the display brings."""
        cards = self.box.bonus
        gains = [self.bonus_gain(card) + self.worth(cards[card].icons) for card in self.state.display]
        return max(gains, default=0.0)

    # ------------------------------------------------------------ odds

    def reach(self, train: int, position: int) -> list[float]:
        """The odds that a conductor is at a position or beyond it, in each phase."""
        far = min(max(0, position - self.me.conductors[train]), FARTHEST - 1)
        return [odds[far] for odds in self.steps]

    def pay_odds(self, train: int, position: int, least: int) -> list[float]:
        """The odds that a conductor has reached a coach and the coach has a level, in each phase."""
        cards = self.me.trains[train]
        odds = self.reach(train, position)
        lack = least - cards[position - 1] if position <= len(cards) else least
        if lack > 0:
            for at, turns in enumerate(self.times):
                more = HABITS.aim * risen(position, turns)
                odds[at] *= max(0.0, 1.0 - lack / more) if more > lack else 0.0
        return odds

    def city_odds(self, city: int) -> list[float]:
        """The odds that the locomotive has reached a city, in each phase."""
        far = min(max(0, city - self.me.city), FARTHEST - 1)
        return [odds[far] for odds in self.drives]

    # ------------------------------------------------------------ the value of a position

    def value(self) -> float:
        """The points that are expected of trains, line, contracts and modules."""
        me = self.me
        upper, lower = me.trains
        key = (tuple(upper), tuple(lower), me.conductors[0], me.conductors[1], me.city, me.line[-1])
        found = self.memo.get(key)
        if found is None:
            found = self.train_value(0) + self.train_value(1) + self.line_value() + self.contracts_value()
            between = len({card for card in upper + lower if 0 < card < self.box.top})
            found += HABITS.ladder * between * min(1.0, self.turns_left / 6.0)
            for thumb in self.thumbs.values():
                found += thumb.promise()
            self.memo[key] = found
        return found

    def train_value(self, train: int) -> float:
        """The points of a train in the phases that are left; mail car, tile and Constantinople as far as in sight."""
        cards = self.me.trains[train]
        at = self.me.conductors[train]
        key = (train, tuple(cards), at)
        found = self.memo.get(key)
        if found is not None:
            return found
        total = 0.0
        for odds, table in zip(self.steps, self.grown, strict=True):
            for position, card in enumerate(cards, 1):
                chance = 1.0 if position <= at else odds[position - at]
                if chance == 0.0:
                    break
                if card < MAIL:
                    total += chance * table[position][card]
                elif card >= TILE:
                    total += chance * self.box.tiles[card - TILE].points
        total += self.length_value(cards, at)
        self.memo[key] = total
        return total

    def length_value(self, cards: list[int], at: int) -> float:
        """What the length of a train promises."""
        box = self.box
        length = len(cards)
        left = self.turns_left
        total = 0.0
        if length < box.mail_at:
            missing = box.mail_at - 1 - length
            total += HABITS.mail * max(0.0, 0.85 - 0.16 * missing * 6.0 / (left + 1.0)) if left else 0.0
        else:
            total += HABITS.mail
        places = box.places
        arrived = len(self.state.arrivals)
        prize = places[arrived] if arrived < len(places) else 0
        if length >= box.tile_at:
            odds = self.steps[-1] if self.steps else [1.0] + [0.0] * FARTHEST
            total += prize * odds[max(0, length - at)] + HABITS.rise[1]
        elif length > box.mail_at and left:
            missing = box.tile_at - 1 - length
            total += max(0.0, 0.6 - 0.2 * missing * 6.0 / (left + 1.0)) * (HABITS.rise[1] + 0.4 * prize)
        return total

    def line_value(self) -> float:
        """Points of cities, and their rewards in the phases that are left."""
        me = self.me
        key = (me.city, len(me.line), me.line[-1])
        found = self.memo.get(key)
        if found is not None:
            return found
        total = 0.0
        for place, number in enumerate(me.line, 1):
            city = self.box.cities[number]
            far = min(max(0, place - me.city), FARTHEST - 1)
            if city.kind == POINTS_CITY:
                total += city.points * (self.drives[-1][far] if self.drives else float(far == 0))
            elif city.kind == REWARD_CITY:
                rows = self.worth_by_phase(city.icons)
                total += sum([odds[far] * worth for odds, worth in zip(self.drives, rows, strict=True)])
        self.memo[key] = total
        return total

    def contracts_value(self) -> float:
        return sum([self.contract_value(card) for card in self.me.contracts])

    def contract_value(self, card: int) -> float:
        """What a contract is worth, by what is missing of its requirement."""
        own = self.box.cards[card]
        wanted = own.requirement
        assert wanted is not None
        missing = wanted.least - reached(self.state, self.seat, wanted)
        worth = self.worth(own.icons)
        if missing <= 0:
            return worth
        if self.turns_left <= 0:
            return 0.0
        level = 1.0 + 0.45 * max(wanted.levels) if wanted.levels else 1.0
        return worth * max(0.0, EASY - EFFORT[wanted.kind] * level * missing / self.turns_left)


def turns_to_phases(world: FirstClassState, seat: int) -> list[int]:
    """How many turns a seat has before each scoring phase that is still to come for it."""
    box = world.box
    each = box.rounds_per_deck
    phases = range(each, box.rounds + 1, each)
    if world.over:
        return []
    if world.scoring:
        now = world.scoring * each
        mine = (seat - world.start) % world.seats >= (world.turn - world.start) % world.seats
        return ([0] if mine else []) + [box.turns * (at - now) for at in phases if at > now]
    if world.round == 0:
        return [box.turns * at for at in phases]
    place = (seat - world.start) % world.seats
    begun = max(0, (world.turns - place + world.seats - 1) // world.seats)
    rest = max(0, box.turns - begun)
    return [rest + box.turns * (at - world.round) for at in phases if at >= world.round]

"""What a player of First Class may expect of a position: points of the trains, the line, contracts and modules.

`Outlook` works on a copy of the position in which trains, conductors and the locomotive are moved to see what that
brings. It uses nothing that the player cannot know. Lists of a player are replaced and never changed, so what was found
for a train is good as long as it is the same list.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.bot.stage import LAST, GameStage, stage_of, to_phases
from trainshed.games.first_class.rules import requirements
from trainshed.games.first_class.rules.actions.contracts import reached
from trainshed.games.first_class.rules.components import MAIL, TILE, Components
from trainshed.games.first_class.rules.effect_notation import MODULE_VERBS, VERBS_OF_A_MODULE, Icon
from trainshed.games.first_class.rules.state import FirstClassState, Player

PACKAGE: Final = "trainshed.games.first_class.bot.modules"
GENERAL: Final = "trainshed.games.first_class.bot.module"

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

LADDER: Final = HABITS.ladder
MAIL_CAR: Final = HABITS.mail
RISE: Final = HABITS.rise[1]
FOCUS: Final = HABITS.focus
MOST: Final = HABITS.most
CARDS: Final = list(HABITS.cards)


@lru_cache(maxsize=64)
def thumb_of(name: str) -> Callable[[Any, Any], Any]:
    """The rules of thumb of a module, or the general ones if it has none of its own."""
    path = f"{PACKAGE}.{name}"
    try:
        found: Callable[[Any, Any], Any] = importlib.import_module(path).THUMB
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        found = importlib.import_module(GENERAL).ModuleThumb
    return found


class Outlook:
    """What a seat may expect; `me` is its player in a copy of the position, which may be changed to try something."""

    def __init__(self, world: FirstClassState, seat: int, short_sight: bool = False) -> None:
        self.state: FirstClassState = world.clone()
        self.seat: int = seat
        self.box: Components = world.box
        self.words = world.words
        self.me: Player = self.state.players[seat]
        phases, turns = to_phases(world, seat)
        self.stage: GameStage = (
            stage_of(world.box, min(1, phases), 0) if short_sight else stage_of(world.box, phases, turns)
        )
        self.turns_left: int = self.stage.turns_left
        self.counts: list[int] = []
        """How many base cards of each type the seat has; empty before somebody asks for them."""
        self.prize: int = 0
        """The points for the next conductor that arrives in Constantinople."""
        arrived = len(world.arrivals)
        if arrived < len(world.box.places):
            self.prize = world.box.places[arrived]
        self.thumbs: dict[int, Any] = {}
        """The rules of thumb of each module, by its number."""
        self.promising: list[Any] = []
        """Those of modules of which something lies at the seat's trains or line."""
        for module in world.table.modules:
            thumb = thumb_of(module.name)(self, module)
            self.thumbs[module.number] = thumb
            if thumb.promises():
                self.promising.append(thumb)
        self.trains: list[list[int]] = self.me.trains
        self.conductors: list[int] = self.me.conductors
        self.line: list[int] = self.me.line
        self.city: int = self.me.city
        self.valued: bool = False
        self.value_now: float = 0.0
        """What the seat has, and the value of that once it was asked for."""
        self.known_trains: list[list[int]] = [[], []]
        self.known_conductors: list[int] = [-1, -1]
        self.known_values: list[float] = [0.0, 0.0]
        self.known_levels: list[int] = [0, 0]
        """Of each train the cards and the conductor for which its value was found last, and the levels it shows."""
        self.known_line: list[int] = []
        self.known_city: int = -1
        self.known_line_value: float = 0.0

    def close(self) -> None:
        """Let go of the rules of thumb of modules, which refer to this: no work for the garbage collector is left."""
        self.thumbs = {}
        self.promising = []

    # ------------------------------------------------------------ what is worth how much

    def coin(self) -> float:
        """What a coin of the first column is worth."""
        return self.stage.coin

    def coin_of(self, column: int) -> float:
        return self.stage.coins[column]

    def worth(self, icons: Sequence[Icon]) -> float:
        """What icons are worth when it is not known yet how they will be used."""
        total = 0.0
        unit = self.stage.unit
        for icon in icons:
            if icon.verb < MODULE_VERBS:
                total += float(icon.count) * unit[icon.verb]
            else:
                total += self.icon_worth(icon)
        return total

    def card_worth(self, card: int) -> float:
        """What the icons of an action card are worth."""
        return self.stage.card[card] if self.stage.plain[card] else self.worth(self.box.cards[card].icons)

    def icon_worth(self, icon: Icon) -> float:
        """What an icon of a module brings."""
        worth: float = self.thumbs[(icon.verb - MODULE_VERBS) // VERBS_OF_A_MODULE].icon_worth(icon)
        return worth

    def use_now(self, icons: Sequence[Icon]) -> float:
        """What icons bring if they are used now."""
        return self.worth(icons)

    def bonus_gain(self, bonus: int) -> float:
        """The points that an end-bonus card will bring at the end."""
        card = self.box.bonus[bonus]
        if not self.counts:
            self.counts = self.state.base_cards(self.seat)
        pace = self.type_pace(card.type, card.points)
        return float(card.points) * (float(self.counts[card.type]) + pace * float(self.turns_left))

    def type_pace(self, type_: int, more: int) -> float:
        """How many base cards of a type are taken in a turn, by a player whose end-bonus cards pay so much more."""
        cards = self.box.bonus
        paid = more
        for own in self.me.bonus:
            if cards[own].type == type_:
                paid += cards[own].points
        return min(MOST, CARDS[type_] * (1.0 + FOCUS * float(paid)))

    def best_bonus(self) -> float:
        """What the best end-bonus card of the display brings."""
        best = 0.0
        for card in self.state.display:
            best = max(best, self.bonus_gain(card) + self.stage.bonus[card])
        return best

    # ------------------------------------------------------------ odds

    def pay_odds(self, train: int, position: int, least: int) -> list[float]:
        """The odds that a conductor has reached a coach and the coach has a level, in each phase."""
        stage = self.stage
        cards = self.me.trains[train]
        far = min(max(0, position - self.me.conductors[train]), LAST)
        odds = [row[far] for row in stage.steps]
        lack = float(least - cards[position - 1] if position <= len(cards) else least)
        if lack > 0.0:
            for at in range(stage.phases):
                more = stage.risen[at][position]
                odds[at] *= max(0.0, 1.0 - lack / more) if more > lack else 0.0
        return odds

    def pay_phases(self, train: int, position: int, least: int) -> float:
        """In how many phases a conductor is expected to have reached a coach that has a level."""
        cards = self.me.trains[train]
        if position <= len(cards) and cards[position - 1] >= least:
            far = position - self.me.conductors[train]
            return self.stage.reach[far if far > 0 else 0]
        return sum(self.pay_odds(train, position, least), 0.0)

    def city_phases(self, city: int) -> float:
        """In how many phases the locomotive is expected to have reached a city."""
        return self.stage.drive[min(max(0, city - self.me.city), LAST)]

    # ------------------------------------------------------------ the value of a position

    def value(self) -> float:
        """The points that are expected of trains, line, contracts and modules."""
        me = self.me
        unchanged = me.trains is self.trains and me.conductors is self.conductors and me.city == self.city
        if unchanged and me.line is self.line and self.valued:
            return self.value_now
        found = self.train_value(0) + self.train_value(1) + self.line_value()
        if me.contracts:
            found += self.contracts_value()
        shown = self.known_levels[0] | self.known_levels[1]
        between = 0
        for level in range(1, self.box.top):
            between += shown >> level & 1
        found += LADDER * float(between) * min(1.0, float(self.turns_left) / 6.0)
        for thumb in self.promising:
            promise: float = thumb.promise()
            found += promise
        if unchanged and me.line is self.line:
            self.valued = True
            self.value_now = found
        return found

    def train_value(self, train: int) -> float:
        """The points of a train in the phases that are left; mail car, tile and Constantinople as far as in sight."""
        cards = self.me.trains[train]
        at = self.me.conductors[train]
        if cards is self.known_trains[train] and at == self.known_conductors[train]:
            return self.known_values[train]
        stage = self.stage
        coach = stage.coach
        total = 0.0
        shown = 0
        position = 0
        for card in cards:
            position += 1
            far = position - at if position > at else 0
            if card < MAIL:
                shown |= 1 << card
                total += coach[far][position][card]
            elif card >= TILE:
                total += stage.reach[far] * float(self.box.tiles[card - TILE].points)
        total += self.length_value(position, at)
        self.known_trains[train] = cards
        self.known_conductors[train] = at
        self.known_values[train] = total
        self.known_levels[train] = shown
        return total

    def length_value(self, length: int, at: int) -> float:
        """What the length of a train promises, with its conductor at a card."""
        box = self.box
        left = float(self.turns_left)
        total = 0.0
        if length >= box.mail_at:
            total += MAIL_CAR
        elif self.turns_left:
            missing = float(box.mail_at - 1 - length)
            total += MAIL_CAR * max(0.0, 0.85 - 0.16 * missing * 6.0 / (left + 1.0))
        if length >= box.tile_at:
            total += float(self.prize) * self.stage.reach_last[max(0, length - at)] + RISE
        elif length > box.mail_at and self.turns_left:
            missing = float(box.tile_at - 1 - length)
            total += max(0.0, 0.6 - 0.2 * missing * 6.0 / (left + 1.0)) * (RISE + 0.4 * float(self.prize))
        return total

    def line_value(self) -> float:
        """Points of cities, and their rewards in the phases that are left."""
        line = self.me.line
        city = self.me.city
        if line is self.known_line and city == self.known_city:
            return self.known_line_value
        table = self.stage.city
        total = 0.0
        far = -city
        for number in line:
            far += 1
            total += table[far if 0 < far < LAST else 0 if far <= 0 else LAST][number]
        self.known_line = line
        self.known_city = city
        self.known_line_value = total
        return total

    def contracts_value(self) -> float:
        total = 0.0
        for card in self.me.contracts:
            total += self.contract_value(card)
        return total

    def contract_value(self, card: int) -> float:
        """What a contract is worth, by what is missing of its requirement."""
        return self.card_worth(card) * contract_odds(self.state, self.seat, card, self.turns_left)


def contract_odds(state: FirstClassState, seat: int, card: int, turns: int) -> float:
    """The odds that a contract is fulfilled in some turns, by what is missing of its requirement."""
    wanted = state.box.cards[card].requirement
    assert wanted is not None
    missing = wanted.least - reached(state, seat, wanted)
    if missing <= 0:
        return 1.0
    if turns <= 0:
        return 0.0
    level = 1.0 + 0.45 * float(max(wanted.levels)) if wanted.levels else 1.0
    return max(0.0, EASY - EFFORT[wanted.kind] * level * float(missing) / float(turns))

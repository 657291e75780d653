"""Tables of a stage of First Class, on which no position has an influence: odds, and what things are worth then.

A stage is how many scoring phases a seat has still before it, and how many turns before the next of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trainshed.games.first_class.bot.chances import FARTHEST, grown, reach_odds, risen
from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.rules.components import POINTS_CITY, REWARD_CITY, Components
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
    Icon,
)
from trainshed.games.first_class.rules.state import FirstClassState

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

LAST: Final = FARTHEST - 1
"""Cards and cities that are farther away count as this far."""


class GameStage:
    """Tables of one stage, for one content pack."""

    def __init__(self, box: Components, phases: int, turns: int) -> None:
        self.phases: int = phases
        self.turns: int = turns
        """Turns before the next scoring phase."""
        each = box.turns * box.rounds_per_deck
        self.times: list[int] = [turns + each * at for at in range(phases)]
        """Turns before each of the scoring phases."""
        self.turns_left: int = self.times[-1] if phases else 0
        self.unit: list[float] = [unit_worth(verb, phases) for verb in range(MODULE_VERBS)]
        """What one of each icon is worth."""
        self.coin: float = HABITS.coin[min(phases, len(HABITS.coin) - 1)] if self.turns_left > 0 else 1.0
        """What a coin of the first column is worth."""
        self.coins: list[float] = [self.coin + (more if self.turns_left > 0 else 0.0) for more in HABITS.column]
        """What a coin of each column is worth."""
        self.steps: list[list[float]] = [reach_odds(at, HABITS.steps) for at in self.times]
        """The odds that a conductor has gone so many cards, by phase and number."""
        self.drives: list[list[float]] = [reach_odds(at, HABITS.drive) for at in self.times]
        self.reach: list[float] = summed(self.steps)
        """In how many of the phases a conductor is expected to have gone so many cards."""
        self.drive: list[float] = summed(self.drives)
        self.reach_last: list[float] = self.steps[-1] if phases else [1.0] + [0.0] * FARTHEST
        self.drive_last: list[float] = self.drives[-1] if phases else [1.0] + [0.0] * FARTHEST
        places = range(len(HABITS.growth) + 1)
        self.risen: list[list[float]] = [[risen(max(1, place), at) for place in places] for at in self.times]
        """By how many levels a coach on which a card waits is expected to rise, by phase and position."""
        for row in self.risen:
            for place in places:
                row[place] *= HABITS.aim
        self.coach: list[list[list[float]]] = [self.coach_rows(box, far) for far in range(box.tile_at + 1)]
        """The points of a coach in all phases, by how far the conductor is from it, its position and its level."""
        self.city: list[list[float]] = [self.city_row(box, far) for far in range(FARTHEST)]
        """What a city brings in all phases, by how far the locomotive is from it, and its number."""
        self.city_once: list[float] = [worth_of(city.icons, phases) for city in box.cities]
        """What the reward of a city is worth in the next phase."""
        self.card: list[float] = [worth_of(card.icons, phases) for card in box.cards]
        """What the icons of an action card are worth; those of modules nothing."""
        self.plain: list[bool] = [max([icon.verb for icon in c.icons], default=0) < MODULE_VERBS for c in box.cards]
        """Has an action card no icons of modules?"""
        self.card_rows: list[list[float]] = [
            [worth_of(card.icons, phases - at) for at in range(phases)] for card in box.cards
        ]
        """What the icons of an action card are worth in each of the phases."""
        self.bonus: list[float] = [worth_of(card.icons, phases) for card in box.bonus]
        """What the icons of an end-bonus card are worth."""

    def coach_rows(self, box: Components, far: int) -> list[list[float]]:
        """The points of coaches so far from the conductor, by position and level."""
        tables = [grown(tuple(box.levels), at) for at in self.times]
        rows: list[list[float]] = [[]]
        for place in range(1, len(HABITS.growth) + 1):
            row = []
            for level in range(len(box.levels)):
                total = 0.0
                for at, table in enumerate(tables):
                    total += self.steps[at][far] * table[place][level]
                row.append(total)
            rows.append(row)
        return rows

    def city_row(self, box: Components, far: int) -> list[float]:
        """What cities so far from the locomotive bring."""
        row = []
        for city in box.cities:
            total = 0.0
            if city.kind == POINTS_CITY:
                total = float(city.points) * self.drive_last[far]
            elif city.kind == REWARD_CITY:
                for at, odds in enumerate(self.drives):
                    total += odds[far] * worth_of(city.icons, self.phases - at)
            row.append(total)
        return row

    def worth(self, icons: list[Icon]) -> float:
        """What icons are worth when it is not known yet how they will be used; those of modules nothing."""
        total = 0.0
        for icon in icons:
            if icon.verb < MODULE_VERBS:
                total += self.unit[icon.verb] * float(icon.count)
        return total


def unit_worth(verb: int, phases: int) -> float:
    """What one icon is worth with so many phases left."""
    if verb == POINTS:
        return 1.0
    row = UNIT.get(verb, (0.0,))
    return row[min(phases, len(row) - 1)]


def worth_of(icons: list[Icon], phases: int) -> float:
    """What icons are worth with so many phases left; those of modules nothing."""
    return sum([float(icon.count) * unit_worth(icon.verb, phases) for icon in icons], 0.0)


def summed(odds: list[list[float]]) -> list[float]:
    """The sum over all phases, by distance."""
    return [sum([row[far] for row in odds], 0.0) for far in range(FARTHEST)]


@lru_cache(maxsize=256)
def stage_of(box: Components, phases: int, turns: int) -> GameStage:
    """The tables of a stage, made once."""
    return GameStage(box, phases, turns)


def turns_to_phases(world: FirstClassState, seat: int) -> list[int]:
    """How many turns a seat has before each scoring phase that is still to come for it."""
    phases, turns = to_phases(world, seat)
    each = world.box.turns * world.box.rounds_per_deck
    return [turns + each * at for at in range(phases)]


def to_phases(world: FirstClassState, seat: int) -> tuple[int, int]:
    """How many scoring phases are still to come for a seat, and how many turns it has before the next."""
    if world.over:
        return 0, 0
    box = world.box
    each = box.rounds_per_deck
    count = box.rounds // each
    if world.scoring:
        now = world.scoring
        mine = (seat - world.start) % world.seats >= (world.turn - world.start) % world.seats
        if mine:
            return count - now + 1, 0
        return count - now, box.turns * each if now < count else 0
    if world.round == 0:
        return count, box.turns * each
    place = (seat - world.start) % world.seats
    begun = max(0, (world.turns - place + world.seats - 1) // world.seats)
    rest = max(0, box.turns - begun)
    over = (world.round - 1) // each
    return count - over, rest + box.turns * ((over + 1) * each - world.round)

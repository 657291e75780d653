"""Rules of thumb for celebrities and postcards: attach them where they will pay in most scoring phases."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.bot.chances import rise_odds
from trainshed.games.first_class.bot.module import ModuleForecast, ModuleThumb
from trainshed.games.first_class.bot.stage import LAST, GameStage
from trainshed.games.first_class.rules.modules.celebrities import (
    AT_CITY,
    AT_COACH,
    CELEBRITY,
    POST,
    Celebrities,
)
from trainshed.games.first_class.rules.state import FirstClassState

NEAR: Final = 0.01
"""Of places that pay alike, the nearest is best."""
POSTED_SOON: Final = 0.7
"""The share that a postcard is worth for which there is no city yet."""


class CelebrityThumb(ModuleThumb):
    """Module B."""

    def at_coach(self, card: int, train: int, position: int) -> float:
        """What a celebrity pays at a coach in all phases that are left."""
        outlook = self.outlook
        return outlook.stage.card[card] * outlook.pay_phases(train, position, outlook.box.cards[card].least)

    def at_city(self, card: int, city: int) -> float:
        return self.outlook.stage.card[card] * self.outlook.city_phases(city)

    def promises(self) -> bool:
        own = self.rules.own(self.outlook.state)
        return bool(own.celebrities[self.outlook.seat] or own.postcards[self.outlook.seat])

    def promise(self) -> float:
        own = self.rules.own(self.outlook.state)
        seat = self.outlook.seat
        at = own.celebrities[seat]
        total = sum([self.at_coach(at[n], at[n + 1], at[n + 2]) for n in range(0, len(at), 3)], 0.0)
        at = own.postcards[seat]
        return total + sum([self.at_city(at[n], at[n + 1]) for n in range(0, len(at), 2)], 0.0)

    def card_gain(self, card: int) -> float:
        outlook = self.outlook
        state, words = outlook.state, outlook.words
        if outlook.box.cards[card].kind == CELEBRITY:
            spots = self.rules.free_coaches(state, outlook.seat)
            return max([self.at_coach(card, words.a[spot], words.b[spot]) for spot in spots], default=0.0)
        spots = self.rules.free_cities(state, outlook.seat, card)
        if spots:
            return max([self.at_city(card, words.a[spot]) for spot in spots])
        beyond = max(outlook.box.cards[card].least, len(outlook.me.line) + 1)
        return POSTED_SOON * self.at_city(card, beyond)

    def word_gain(self, asked: Any, move: int) -> float:
        words = self.outlook.words
        family = words.family[move] - self.rules.families
        if family == AT_COACH:
            return self.at_coach(asked.card, words.a[move], words.b[move]) - NEAR * float(words.b[move])
        if family == AT_CITY:
            return self.at_city(asked.card, words.a[move]) - NEAR * float(words.a[move])
        return 1.0 if family == POST else 0.0


THUMB = CelebrityThumb


class CelebrityForecast(ModuleForecast):
    """What celebrities and postcards will pay in the phases that are left."""

    def lying(self, world: FirstClassState, rules: Celebrities, seat: int, stage: GameStage) -> tuple[float, float]:
        own = rules.own(world)
        me = world.players[seat]
        cards = world.box.cards
        paying = waiting = 0.0
        at = own.celebrities[seat]
        for n in range(0, len(at), 3):
            train, position = at[n + 1], at[n + 2]
            far = position - me.conductors[train]
            lack = cards[at[n]].least - me.trains[train][position - 1]
            points = stage.card[at[n]]
            if far <= 0 and lack <= 0:
                paying += points * float(stage.phases)
            else:
                waiting += points * stage.reach[max(0, far)] * rise_odds(lack, position, stage.turns_left)
        at = own.postcards[seat]
        for n in range(0, len(at), 2):
            far = at[n + 1] - me.city
            if far <= 0:
                paying += stage.card[at[n]] * float(stage.phases)
            else:
                waiting += stage.card[at[n]] * stage.drive[min(far, LAST)]
        for card in own.waiting[seat]:
            far = max(cards[card].least, len(me.line) + 1) - me.city
            waiting += POSTED_SOON * stage.card[card] * stage.drive[min(max(0, far), LAST)]
        return paying, waiting


FORECAST: Final = CelebrityForecast()

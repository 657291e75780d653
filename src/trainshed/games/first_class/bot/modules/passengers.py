"""Rules of thumb for passengers and luggage: attach them where they can be activated soon, and activate them."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.bot.chances import rise_odds
from trainshed.games.first_class.bot.module import ModuleForecast, ModuleThumb
from trainshed.games.first_class.bot.stage import GameStage
from trainshed.games.first_class.rules.modules.passengers import PLACE, Passengers, train_of
from trainshed.games.first_class.rules.state import FirstClassState

NEAR: Final = 0.01
"""Of places that pay alike, the nearest is best."""
EARLY: Final = 0.04
"""The share of a reward that is lost with each card that the conductor has to go."""


class PassengerThumb(ModuleThumb):
    """Module D."""

    def at_coach(self, card: int, position: int) -> float:
        """What a card pays when it is activated, with the odds that it ever is."""
        outlook = self.outlook
        own = outlook.box.cards[card]
        odds = outlook.pay_odds(train_of(own), position, own.least)
        return outlook.card_worth(card) * max(odds, default=0.0)

    def promises(self) -> bool:
        return bool(self.rules.own(self.outlook.state).waiting[self.outlook.seat])

    def promise(self) -> float:
        at = self.rules.own(self.outlook.state).waiting[self.outlook.seat]
        return sum([self.at_coach(at[n], at[n + 1]) for n in range(0, len(at), 2)], 0.0)

    def card_gain(self, card: int) -> float:
        outlook = self.outlook
        spots = self.rules.places(outlook.state, outlook.seat, card)
        return max([self.at_coach(card, outlook.words.b[spot]) for spot in spots], default=0.0)

    def word_gain(self, asked: Any, move: int) -> float:
        words = self.outlook.words
        if words.family[move] - self.rules.families == PLACE:
            card, position = asked.card, words.b[move]
            train = train_of(self.outlook.box.cards[card])
            far = max(0.0, float(position - self.outlook.me.conductors[train]))
            return self.at_coach(card, position) * (1.0 - EARLY * far) - NEAR * float(position)
        return self.outlook.use_now(self.outlook.box.cards[words.a[move]].icons)


THUMB = PassengerThumb


class PassengerForecast(ModuleForecast):
    """What passengers and luggage will pay when they are activated."""

    def lying(self, world: FirstClassState, rules: Passengers, seat: int, stage: GameStage) -> tuple[float, float]:
        me = world.players[seat]
        cards = world.box.cards
        paying = waiting = 0.0
        at = rules.own(world).waiting[seat]
        for n in range(0, len(at), 2):
            card = cards[at[n]]
            position = at[n + 1]
            train = train_of(card)
            far = position - me.conductors[train]
            lack = card.least - me.trains[train][position - 1]
            worth = stage.card[at[n]]
            if far <= 0 and lack <= 0:
                paying += worth
            else:
                waiting += worth * stage.reach_last[max(0, far)] * rise_odds(lack, position, stage.turns_left)
        return paying, waiting


FORECAST: Final = PassengerForecast()

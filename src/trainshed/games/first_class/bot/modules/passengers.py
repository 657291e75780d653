"""Rules of thumb for passengers and luggage: attach them where they can be activated soon, and activate them."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.bot.module import ModuleThumb
from trainshed.games.first_class.rules.modules.passengers import PLACE, train_of

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
        return float(outlook.worth(own.icons) * max(odds, default=0.0))

    def promise(self) -> float:
        at = self.rules.own(self.outlook.state).waiting[self.outlook.seat]
        return sum([self.at_coach(at[n], at[n + 1]) for n in range(0, len(at), 2)])

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
        return float(self.outlook.use_now(self.outlook.box.cards[words.a[move]].icons))


THUMB = PassengerThumb

"""Rules of thumb for switches and mechanics: a column that both trains will reach, or where levels are high."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.bot.module import ModuleThumb
from trainshed.games.first_class.rules.components import MAIL
from trainshed.games.first_class.rules.modules.switches import COLUMN, SWITCH

NEAR: Final = 0.01
"""Of columns that pay alike, the nearest is best."""
LACK: Final = 0.22
"""How the odds of a mechanic fall with each level that its column lacks, for turns enough."""


class SwitchThumb(ModuleThumb):
    """Module E."""

    def in_column(self, card: int, column: int) -> float:
        """What a card between the trains pays in this column."""
        outlook = self.outlook
        own = outlook.box.cards[card]
        if own.kind == SWITCH:
            odds = [a * b for a, b in zip(outlook.reach(0, column), outlook.reach(1, column), strict=True)]
            rows = outlook.worth_by_phase(own.icons)
            return float(sum([odd * worth for odd, worth in zip(odds, rows, strict=True)]))
        return float(outlook.worth(own.icons) * self.mechanic_odds(own.least, column))

    def mechanic_odds(self, least: int, column: int) -> float:
        """The odds that the two coaches of a column get the levels that a mechanic asks for."""
        outlook = self.outlook
        total = missing = 0
        for cards in outlook.me.trains:
            if len(cards) < column:
                missing += column - len(cards)
            elif cards[column - 1] >= MAIL:
                return 0.0
            else:
                total += outlook.box.levels[cards[column - 1]]
        lack = max(0, least - total)
        if not lack and not missing:
            return 1.0
        if outlook.turns_left <= 0:
            return 0.0
        slow = 6.0 / outlook.turns_left
        return float(max(0.0, 0.95 - slow * (LACK * lack / (1.0 + 0.12 * least) + 0.2 * missing)))

    def promise(self) -> float:
        at = self.rules.own(self.outlook.state).laid[self.outlook.seat]
        return sum([self.in_column(at[n], at[n + 1]) for n in range(0, len(at), 3) if not at[n + 2]])

    def card_gain(self, card: int) -> float:
        outlook = self.outlook
        spots = self.rules.places(outlook.state, outlook.seat, card)
        return max([self.in_column(card, outlook.words.a[spot]) for spot in spots], default=0.0)

    def word_gain(self, asked: Any, move: int) -> float:
        words = self.outlook.words
        if words.family[move] - self.rules.families == COLUMN:
            return self.in_column(asked.card, words.a[move]) - NEAR * float(words.a[move])
        return float(self.outlook.use_now(self.outlook.box.cards[words.a[move]].icons))


THUMB = SwitchThumb

"""Rules of thumb for switches and mechanics: a column that both trains will reach, or where levels are high."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.bot.module import ModuleForecast, ModuleThumb
from trainshed.games.first_class.bot.stage import GameStage
from trainshed.games.first_class.rules.components import MAIL
from trainshed.games.first_class.rules.modules.switches import COLUMN, SWITCH, Switches
from trainshed.games.first_class.rules.state import FirstClassState, Player

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
            upper, lower = outlook.me.conductors
            rows = outlook.stage.card_rows[card]
            total = 0.0
            for at, odds in enumerate(outlook.stage.steps):
                total += odds[max(0, column - upper)] * odds[max(0, column - lower)] * rows[at]
            return total
        return outlook.card_worth(card) * self.mechanic_odds(own.least, column)

    def promises(self) -> bool:
        return bool(self.rules.own(self.outlook.state).laid[self.outlook.seat])

    def mechanic_odds(self, least: int, column: int) -> float:
        """The odds that the two coaches of a column get the levels that a mechanic asks for."""
        outlook = self.outlook
        return mechanic_odds(outlook.me, outlook.box.levels, least, column, outlook.turns_left)

    def promise(self) -> float:
        at = self.rules.own(self.outlook.state).laid[self.outlook.seat]
        return sum([self.in_column(at[n], at[n + 1]) for n in range(0, len(at), 3) if not at[n + 2]], 0.0)

    def card_gain(self, card: int) -> float:
        outlook = self.outlook
        spots = self.rules.places(outlook.state, outlook.seat, card)
        return max([self.in_column(card, outlook.words.a[spot]) for spot in spots], default=0.0)

    def word_gain(self, asked: Any, move: int) -> float:
        words = self.outlook.words
        if words.family[move] - self.rules.families == COLUMN:
            return self.in_column(asked.card, words.a[move]) - NEAR * float(words.a[move])
        return self.outlook.use_now(self.outlook.box.cards[words.a[move]].icons)


THUMB = SwitchThumb


def mechanic_odds(player: Player, levels: list[int], least: int, column: int, turns: int) -> float:
    """The odds that the two coaches of a column add up to a number in some turns; 1 if they do already."""
    total = missing = 0
    for cards in player.trains:
        if len(cards) < column:
            missing += column - len(cards)
        elif cards[column - 1] >= MAIL:
            return 0.0
        else:
            total += levels[cards[column - 1]]
    lack = max(0, least - total)
    if not lack and not missing:
        return 1.0
    if turns <= 0:
        return 0.0
    slow = 6.0 / turns
    return max(0.0, 0.95 - slow * (LACK * lack / (1.0 + 0.12 * least) + 0.2 * missing))


class SwitchForecast(ModuleForecast):
    """What switches will pay in the phases that are left, and mechanics when they are used."""

    def lying(self, world: FirstClassState, rules: Switches, seat: int, stage: GameStage) -> tuple[float, float]:
        me = world.players[seat]
        box = world.box
        paying = waiting = 0.0
        at = rules.own(world).laid[seat]
        for n in range(0, len(at), 3):
            if at[n + 2]:
                continue
            card = box.cards[at[n]]
            column = at[n + 1]
            worth = stage.card[at[n]]
            if card.kind != SWITCH:
                odds = mechanic_odds(me, box.levels, card.least, column, stage.turns_left)
                if odds == 1.0:
                    paying += worth
                else:
                    waiting += worth * odds
            elif min(me.conductors) >= column:
                paying += worth * float(stage.phases)
            elif stage.phases:
                far = [max(0, column - me.conductors[train]) for train in range(2)]
                waiting += worth * stage.reach[far[0]] * stage.reach[far[1]] / float(stage.phases)
        return paying, waiting


FORECAST: Final = SwitchForecast()

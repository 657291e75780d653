"""Trying out icons: what a player of First Class gains by the best use of them, and which plan the player follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.first_class.bot.habits import HABITS, STYLES
from trainshed.games.first_class.bot.outlook import Outlook
from trainshed.games.first_class.rules.actions.trains import can_rise, cities_ahead, closed, room_ahead
from trainshed.games.first_class.rules.components import CONTRACT, MAIL, NOW, SECTION, TILE, TYPES
from trainshed.games.first_class.rules.effect_notation import (
    ANY,
    BONUS,
    COACH,
    COINS,
    LOCOMOTIVE,
    ONE_CONDUCTOR,
    POINTS,
    RAISE,
    STEPS,
    UPGRADE,
    Icon,
)
from trainshed.games.first_class.rules.state import NONE, FirstClassState

COACHES: Final = 0
CONDUCTORS: Final = 1
THE_LINE: Final = 2
"""The plans, as the types of base cards that serve them."""

ORDER: Final = {COACH: 0, UPGRADE: 1, RAISE: 2, ANY: 3}
"""Coaches first, because the other icons may need them."""

ADD: Final = -1
"""A coach that is added, where a coach of a level is raised otherwise."""

IGNORED: Final = [Icon(RAISE, 0, 1)]


class Trial(Outlook):
    """An outlook in which icons are used as well as possible; `taste` weighs the icons of each plan."""

    def __init__(self, world: FirstClassState, seat: int, style: str = "") -> None:
        super().__init__(world, seat)
        self.taste: Sequence[float] = STYLES[style] if style else tastes(world, seat)

    def bonus_gain(self, bonus: int) -> float:
        return self.taste[self.box.bonus[bonus].type] * super().bonus_gain(bonus)

    # ------------------------------------------------------------ icons

    def use_now(self, icons: Sequence[Icon]) -> float:
        """What icons bring if they are used now and as well as possible; nothing is changed."""
        me = self.me
        before = me.trains, me.conductors, me.city
        gain = 0.0
        own = [0, 0]
        shared = 0
        for icon in sorted(icons, key=order_of):
            verb = icon.verb
            if verb == ONE_CONDUCTOR:
                own[icon.arg] += icon.count
            elif verb == STEPS:
                shared += icon.count
            else:
                gain += self.use(icon)
        if own[0] or own[1] or shared:
            gain += self.walk(own, shared)
        me.trains, me.conductors, me.city = before
        return gain

    def use(self, icon: Icon) -> float:
        """Use one icon, other than those of conductors, and say what it brings."""
        verb = icon.verb
        if verb in ORDER:
            return self.taste[COACHES] * sum([self.build(verb, icon.arg) for _ in range(icon.count)])
        if verb == LOCOMOTIVE:
            return self.taste[THE_LINE] * self.drive(icon.count)
        if verb == POINTS:
            return float(icon.count)
        if verb == COINS:
            return self.coins_gain(icon.count)
        if verb == BONUS:
            return self.best_bonus()
        return self.module_of(icon).icon_worth(icon)

    def build(self, verb: int, level: int) -> float:
        """Add or raise a coach, the best that an icon allows."""
        best = 0.0
        chosen: tuple[int, list[int]] | None = None
        me = self.me
        trains = me.trains
        now = self.value()
        for train in range(2):
            for at in self.changes(train, verb, level):
                cards = self.longer(train) if at == ADD else raised(trains[train], at)
                me.trains = [cards, trains[1]] if train == 0 else [trains[0], cards]
                gain = self.value() - now
                if gain > best:
                    best = gain
                    chosen = train, cards
            me.trains = trains
        if chosen is not None:
            train, cards = chosen
            me.trains = [cards, trains[1]] if train == 0 else [trains[0], cards]
        return best

    def changes(self, train: int, verb: int, level: int) -> list[int]:
        """What an icon can do with a train: raise a level, or ADD."""
        found = []
        state = self.state
        cards = self.me.trains[train]
        if verb in (COACH, ANY) and not closed(self.me, train) and state.coaches[self.box.pair_of[0]]:
            found.append(ADD)
        if verb == COACH:
            return found
        levels = [level] if verb == UPGRADE else range(self.box.top)
        return found + [at for at in levels if at in cards and can_rise(state, at)]

    def longer(self, train: int) -> list[int]:
        """A train with one more coach, and with the mail car or tile that follows it."""
        cards = [*self.me.trains[train], 0]
        if len(cards) == self.box.mail_at - 1:
            cards.append(MAIL)
        elif len(cards) == self.box.tile_at - 1:
            cards.append(TILE + min(self.state.tiles, len(self.box.tiles) - 1))
        return cards

    def walk(self, own: Sequence[int], shared: int) -> float:
        """Let both conductors go as far as it is best, and say what that brings."""
        me = self.me
        now = self.value()
        first, second = me.conductors
        best = now
        chosen = me.conductors
        room = room_ahead(me, 0), room_ahead(me, 1)
        for extra in range(shared + 1):
            steps = min(own[0] + extra, room[0]), min(own[1] + shared - extra, room[1])
            me.conductors = [first + steps[0], second + steps[1]]
            value = self.value()
            if value > best:
                best = value
                chosen = me.conductors
        me.conductors = chosen
        return self.taste[CONDUCTORS] * (best - now)

    def drive(self, cities: int) -> float:
        now = self.value()
        self.me.city += min(cities, cities_ahead(self.me))
        return self.value() - now

    def coins_gain(self, count: int) -> float:
        """What coins are worth: those without room only as a point."""
        gain = 0.0
        held = self.me.coins[:]
        for _ in range(count):
            for column, space in enumerate(self.box.coin_columns):
                if held[column] < space.capacity:
                    held[column] += 1
                    gain += self.coin_of(column)
                    break
            else:
                gain += 1.0
        return gain

    # ------------------------------------------------------------ cards

    def card_gain(self, card: int) -> float:
        """What it brings to use an action card."""
        own = self.box.cards[card]
        if own.kind == SECTION:
            line = self.me.line
            now = self.value()
            self.me.line = line + own.cities
            gain = self.value() - now
            self.me.line = line
            return self.taste[THE_LINE] * gain
        if own.kind == CONTRACT:
            return self.contract_value(card)
        if own.module < 0 or own.kind in NOW:
            return self.use_now(own.icons)
        return self.thumbs[own.module].card_gain(card)

    def type_gain(self, card: int) -> float:
        """What end-bonus cards pay for a card, whether it is used or not."""
        type_ = self.box.cards[card].type
        if type_ < 0:
            return 0.0
        gain = HABITS.type if self.turns_left else 0.0
        for number in self.me.bonus:
            bonus = self.box.bonus[number]
            if bonus.type == type_:
                gain += bonus.points
        return gain


def order_of(icon: Icon) -> int:
    return ORDER.get(icon.verb, len(ORDER))


def raised(cards: list[int], level: int) -> list[int]:
    """A train whose leftmost coach of a level has risen."""
    copy = cards[:]
    copy[copy.index(level)] += 1
    return copy


# ---------------------------------------------------------------- the plan


def tastes(world: FirstClassState, seat: int) -> list[float]:
    """How much the icons of each plan are worth: more for the plan that has most in its favour.

    These are: cards of its type on the display, end-bonus cards of its own, and neighbours who take other cards.
    """
    cards = world.box.cards
    favour = [0.0] * len(TYPES)
    for number in world.players[seat].bonus:
        bonus = world.box.bonus[number]
        favour[bonus.type] += bonus.points
    for card in world.rows:
        if card != NONE and cards[card].type >= 0:
            favour[cards[card].type] += HABITS.shown
        elif card != NONE and cards[card].kind == SECTION:
            favour[THE_LINE] += HABITS.shown
    for other, player in enumerate(world.players):
        near = (other - seat) % world.seats in (1, world.seats - 1)
        for card in player.taken:
            if cards[card].type >= 0:
                favour[cards[card].type] += HABITS.own if other == seat else -HABITS.near if near else 0.0
    favour[COACHES] -= HABITS.common
    plan = favour.index(max(favour))
    return [HABITS.plan[at] if at == plan else worth for at, worth in enumerate(HABITS.balance)]

"""Trying out icons: what a player of First Class gains by the best use of them, and which plan the player follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.bot.outlook import Outlook
from trainshed.games.first_class.bot.playing_style import PLAIN, PlayingStyle
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

TYPE: Final = HABITS.type
SHOWN: Final = HABITS.shown
OWN: Final = HABITS.own
NEIGHBOUR: Final = HABITS.near
COMMON: Final = HABITS.common
BALANCE: Final = list(HABITS.balance)
PLAN: Final = list(HABITS.plan)
BALANCE_OF_TWO: Final = list(HABITS.balance_of_two)
PLAN_OF_TWO: Final = list(HABITS.plan_of_two)


class Trial(Outlook):
    """An outlook in which icons are used as well as possible; `taste` weighs the icons of each plan."""

    def __init__(self, world: FirstClassState, seat: int, style: PlayingStyle = PLAIN) -> None:
        super().__init__(world, seat, style.short_sight)
        self.style: PlayingStyle = style
        self.taste: list[float] = style.tastes[:] if style.tastes else tastes(world, seat)
        self.taste[CONDUCTORS] *= style.steps
        self.used: dict[str, float] = {}
        """What icons bring if they are used now, by the text of their effect."""
        self.ignored: float = -1.0
        """What an ignored card brings; below 0 before somebody asks for it."""

    def bonus_gain(self, bonus: int) -> float:
        return self.style.bonus * self.taste[self.box.bonus[bonus].type] * super().bonus_gain(bonus)

    # ------------------------------------------------------------ icons

    def use_effect(self, effect: str, icons: Sequence[Icon]) -> float:
        """What the icons of an effect bring if they are used now, found once for all cards that show the same."""
        found = self.used.get(effect)
        if found is None:
            found = self.use_now(icons)
            self.used[effect] = found
        return found

    def ignore_gain(self) -> float:
        """What it brings to ignore a card."""
        if self.ignored < 0.0:
            self.ignored = self.use_now(IGNORED)
        return self.ignored

    def use_now(self, icons: Sequence[Icon]) -> float:
        """What icons bring if they are used now and as well as possible; nothing is changed."""
        me = self.me
        trains = me.trains
        conductors = me.conductors
        city = me.city
        gain = 0.0
        first = second = shared = 0
        for icon in icons if len(icons) == 1 else sorted(icons, key=order_of):
            verb = icon.verb
            if verb == ONE_CONDUCTOR:
                if icon.arg == 0:
                    first += icon.count
                else:
                    second += icon.count
            elif verb == STEPS:
                shared += icon.count
            else:
                gain += self.use(icon)
        if first or second or shared:
            gain += self.walk(first, second, shared)
        me.trains = trains
        me.conductors = conductors
        me.city = city
        return gain

    def use(self, icon: Icon) -> float:
        """Use one icon, other than those of conductors, and say what it brings."""
        verb = icon.verb
        if COACH <= verb <= RAISE:
            gain = 0.0
            for _ in range(icon.count):
                gain += self.build(verb, icon.arg)
            return self.taste[COACHES] * gain
        if verb == LOCOMOTIVE:
            return self.taste[THE_LINE] * self.drive(icon.count)
        if verb == POINTS:
            return float(icon.count)
        if verb == COINS:
            return self.coins_gain(icon.count)
        if verb == BONUS:
            return self.best_bonus()
        return self.icon_worth(icon)

    def build(self, verb: int, level: int) -> float:
        """Add or raise a coach, the best that an icon allows."""
        best = 0.0
        me = self.me
        trains = me.trains
        chosen = trains
        now = self.value()
        for train in range(2):
            for at in self.changes(train, verb, level):
                cards = self.longer(train) if at == ADD else raised(trains[train], at)
                me.trains = [cards, trains[1]] if train == 0 else [trains[0], cards]
                gain = self.value() - now
                if gain > best:
                    best = gain
                    chosen = me.trains
            me.trains = trains
        me.trains = chosen
        return best

    def changes(self, train: int, verb: int, level: int) -> list[int]:
        """What an icon can do with a train: raise a level, or ADD."""
        found: list[int] = []
        state = self.state
        cards = self.me.trains[train]
        if verb in (COACH, ANY) and not closed(self.me, train) and state.coaches[self.box.pair_of[0]]:
            found.append(ADD)
        if verb == COACH:
            return found
        if verb == UPGRADE:
            if level in cards and can_rise(state, level):
                found.append(level)
            return found
        shown = 0
        for card in cards:
            shown |= 1 << card
        for at in range(self.box.top):
            if shown >> at & 1 and can_rise(state, at):
                found.append(at)
        return found

    def longer(self, train: int) -> list[int]:
        """A train with one more coach, and with the mail car or tile that follows it."""
        cards = [*self.me.trains[train], 0]
        if len(cards) == self.box.mail_at - 1:
            cards.append(MAIL)
        elif len(cards) == self.box.tile_at - 1:
            cards.append(TILE + min(self.state.tiles, len(self.box.tiles) - 1))
        return cards

    def walk(self, upper: int, lower: int, shared: int) -> float:
        """Let both conductors go as far as it is best, and say what that brings; `shared` steps are for either."""
        me = self.me
        now = self.value()
        first = me.conductors[0]
        second = me.conductors[1]
        best = now
        chosen = me.conductors
        room = room_ahead(me, 0)
        below = room_ahead(me, 1)
        for extra in range(shared + 1):
            me.conductors = [first + min(upper + extra, room), second + min(lower + shared - extra, below)]
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
            return self.use_effect(own.effect, own.icons)
        worth: float = self.thumbs[own.module].card_gain(card)
        return worth

    def type_gain(self, card: int) -> float:
        """What end-bonus cards pay for a card, whether it is used or not."""
        type_ = self.box.cards[card].type
        if type_ < 0:
            return 0.0
        paid = TYPE if self.turns_left else 0.0
        for number in self.me.bonus:
            bonus = self.box.bonus[number]
            if bonus.type == type_:
                paid += float(bonus.points)
        return self.style.bonus * paid


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
        favour[bonus.type] += float(bonus.points)
    for card in world.rows:
        if card == NONE:
            continue
        type_ = cards[card].type
        if type_ >= 0:
            favour[type_] += SHOWN
        elif cards[card].kind == SECTION:
            favour[THE_LINE] += SHOWN
    seats = world.seats
    for step in range(seats):
        if step not in (0, 1, seats - 1):
            continue
        more = OWN if step == 0 else -NEIGHBOUR
        for card in world.players[(seat + step) % seats].taken:
            type_ = cards[card].type
            if type_ >= 0:
                favour[type_] += more
    favour[COACHES] -= COMMON
    best = COACHES
    for plan in range(len(favour)):
        if favour[plan] > favour[best]:
            best = plan
    liked = BALANCE_OF_TWO[:] if seats == 2 else BALANCE[:]
    liked[best] = PLAN_OF_TWO[best] if seats == 2 else PLAN[best]
    return liked

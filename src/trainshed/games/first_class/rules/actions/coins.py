"""Coins: gaining them, making room, and what they buy (FC-COIN, FC-BONUS-02)."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.in_progress import PAID, carry_out
from trainshed.games.first_class.rules.actions.trains import (
    add_coach,
    add_forbids,
    can_rise,
    cities_ahead,
    closed,
    drive,
    move_conductor,
    rise_forbids,
    room_ahead,
    upgrade,
)
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.effect_notation import COACH
from trainshed.games.first_class.rules.state import FirstClassState, Player, changed, placed_coins, without
from trainshed.games.first_class.rules.words import (
    BUY,
    COIN_ADD,
    COIN_DRIVE,
    COIN_POINT,
    COIN_RISE,
    COIN_STEP,
    PAY,
)
from trainshed.kernel.agenda import NOBODY, OTHER_QUESTION, OpenQuestion, SeatEffect

NO_COIN_FOR_COACH: Final = CITE("FC-COIN-09")
NO_COIN_FOR_STEP: Final = CITE("FC-COIN-10")
NO_COIN_FOR_UPGRADE: Final = CITE("FC-COIN-11")
NO_COIN_FOR_POINT: Final = CITE("FC-COIN-13")
USELESS: Final = CITE("FC-COIN-17")
TOO_FEW_COINS: Final = CITE("FC-BONUS-02")
NOT_ON_DISPLAY: Final = CITE("FC-BONUS-01")
OWN_TURN_ONLY: Final = CITE("FC-COIN-20")
NOT_THESE_COINS: Final = CITE("FC-COIN-12")


def coin_count(player: Player) -> int:
    coins = player.coins
    return coins[0] + coins[1] + coins[2]


def coin_moves(state: FirstClassState, seat: int, buying: bool, moves: list[int]) -> None:
    """Add every way to spend coins that is possible; end-bonus cards only if `buying`."""
    player = state.players[seat]
    coins = player.coins
    count = coins[0] + coins[1] + coins[2]
    if count == 0:
        return
    words = state.words
    box = state.box
    if buying and count >= box.price:
        for bonus in state.display:
            moves.append(words.buy + bonus)
    for column in range(3):
        if coins[column] == 0:
            continue
        first = words.coin_add[column]
        if first >= 0 and state.coaches[box.pair_of[0]]:
            for train in range(2):
                if not closed(player, train):
                    moves.append(first + train)
        first = words.coin_step[column]
        if first >= 0:
            for train in range(2):
                if room_ahead(player, train) > 0:
                    moves.append(first + train)
        if words.coin_drive[column] >= 0 and cities_ahead(player) > 0:
            moves.append(words.coin_drive[column])
        first = words.coin_rise[column]
        if first >= 0:
            for train in range(2):
                cards = player.trains[train]
                for level in range(box.top):
                    if level in cards and can_rise(state, level):
                        moves.append(first + train * box.top + level)
        if words.coin_point[column] >= 0:
            moves.append(words.coin_point[column])


def coin_forbids(state: FirstClassState, seat: int, move: int, buying: bool) -> int:
    """The clause against spending coins in this way, or 0; OTHER_QUESTION if the word is about something else."""
    words = state.words
    family = words.family[move]
    player = state.players[seat]
    a, b = words.a[move], words.b[move]
    if family == BUY:
        if not buying:
            return OWN_TURN_ONLY
        if a not in state.display:
            return NOT_ON_DISPLAY
        return 0 if coin_count(player) >= state.box.price else TOO_FEW_COINS
    if not COIN_ADD <= family <= COIN_POINT:
        return OTHER_QUESTION
    empty = player.coins[a] == 0
    if family == COIN_ADD:
        if empty:
            return NO_COIN_FOR_COACH if COACH in state.box.coin_columns[a].verbs else NO_COIN_FOR_UPGRADE
        return USELESS if add_forbids(state, seat, b) else 0
    if family == COIN_RISE:
        if empty:
            return NO_COIN_FOR_UPGRADE
        train, level = divmod(b, len(state.box.levels))
        return USELESS if rise_forbids(state, seat, train, level) else 0
    if family == COIN_POINT:
        return NO_COIN_FOR_POINT if empty else 0
    if empty:
        return NO_COIN_FOR_STEP
    ahead = room_ahead(player, b) if family == COIN_STEP else cities_ahead(player)
    return 0 if ahead > 0 else USELESS


def spend(state: FirstClassState, seat: int, move: int, forced: bool) -> None:
    """Spend coins as a word says; what it buys comes at once."""
    words = state.words
    family = words.family[move]
    a, b = words.a[move], words.b[move]
    if family == BUY:
        state.push(PayBonus(seat, a))
        return
    player = state.players[seat]
    player.coins = changed(player.coins, a, -1)
    if state.heard is not None:
        state.heard.append(events.CoinSpent(seat, a + 1, BOUGHT[family]))
    if family == COIN_ADD:
        add_coach(state, seat, b, forced)
    elif family == COIN_RISE:
        train, level = divmod(b, len(state.box.levels))
        upgrade(state, seat, train, level, forced)
    elif family == COIN_STEP:
        move_conductor(state, seat, b, 1, forced)
    elif family == COIN_DRIVE:
        drive(state, seat, 1, forced)
    else:
        score(state, seat, state.box.point_price, "coin")


BOUGHT: Final = {
    COIN_ADD: "coach",
    COIN_RISE: "upgrade",
    COIN_STEP: "conductor",
    COIN_DRIVE: "locomotive",
    COIN_POINT: "point",
}
"""What a coin buys, for the event."""


def score(state: FirstClassState, seat: int, points: int, why: str) -> None:
    """Points are received at once (FC-LOCO-07)."""
    state.players[seat].points += points
    if state.heard is not None:
        state.heard.append(events.PointsScored(seat, points, why))


def acquire(state: FirstClassState, seat: int, bonus: int, bought: bool, forced: bool) -> None:
    """An end-bonus card of the display is taken; its action may be carried out now (FC-BONUS-03)."""
    player = state.players[seat]
    card = state.box.bonus[bonus]
    state.display = without(state.display, bonus)
    player.bonus = [*player.bonus, bonus]
    if state.heard is not None:
        state.heard.append(events.BonusTaken(seat, card.name, bought, forced))
    carry_out(state, seat, PAID, card.icons)


class PayBonus(OpenQuestion):
    """With which coins is the end-bonus card paid (FC-COIN-12)? Asked only where there is a choice."""

    __slots__ = ("bonus",)

    def __init__(self, seat: int, bonus: int) -> None:
        super().__init__(seat)
        self.bonus = bonus

    def args(self) -> list[int]:
        return [self.seat, self.bonus]

    def candidates(self, state: FirstClassState) -> list[int]:
        first = state.words.pay
        return list(range(first, first + len(state.words.payments)))

    def forbids(self, state: FirstClassState, move: int) -> int:
        if state.words.family[move] != PAY:
            return OTHER_QUESTION
        first, second, third = state.words.payments[state.words.a[move]]
        coins = state.players[self.seat].coins
        enough = first <= coins[0] and second <= coins[1] and third <= coins[2]
        return 0 if enough else NOT_THESE_COINS

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        paid = state.words.payments[state.words.a[move]]
        player = state.players[self.seat]
        player.coins = [own - coins for own, coins in zip(player.coins, paid, strict=True)]
        if state.heard is not None:
            state.heard.append(events.CoinsPaid(self.seat, list(paid), forced))
        acquire(state, self.seat, self.bonus, True, forced)


class GainCoins(SeatEffect):
    """Coins are gained; without room for all of them their owner first makes some (FC-COIN-05, -07)."""

    __slots__ = ("count",)

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count = count

    def args(self) -> list[int]:
        return [self.seat, self.count]

    def asks(self, state: FirstClassState) -> int:
        return NOBODY

    def resolve(self, state: FirstClassState) -> None:
        player = state.players[self.seat]
        if state.box.capacity - coin_count(player) < self.count:
            state.push(self)
            state.push(MakeRoom(self.seat, self.count))
            return
        player.coins = placed_coins(player.coins, self.count, state.box)
        if state.heard is not None:
            state.heard.append(events.CoinsTaken(self.seat, self.count, player.coins))


class MakeRoom(OpenQuestion):
    """Which coins are spent to make room for a gain (FC-COIN-07, -20, -21)?"""

    __slots__ = ("count",)

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count = count

    def args(self) -> list[int]:
        return [self.seat, self.count]

    def buying(self, state: FirstClassState) -> bool:
        """May an end-bonus card be bought? In the own turn or part, or by an option at any time (FC-COIN-20)."""
        return state.turn == self.seat or state.table.forced_bonus

    def legal(self, state: FirstClassState) -> list[int]:
        moves: list[int] = []
        coin_moves(state, self.seat, self.buying(state), moves)
        moves.sort()
        return moves

    def forbids(self, state: FirstClassState, move: int) -> int:
        return coin_forbids(state, self.seat, move, self.buying(state))

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        spend(state, self.seat, move, forced)


def gain_coins(state: FirstClassState, seat: int, count: int) -> None:
    """Coins are the next thing that a player gets."""
    state.push(GainCoins(seat, min(count, state.box.capacity)))

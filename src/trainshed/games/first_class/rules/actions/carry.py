"""Carrying out icons one after the other, in the order that the player likes (FC-TURN-04 to -06)."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.coins import (
    NOT_ON_DISPLAY,
    acquire,
    coin_forbids,
    coin_moves,
    gain_coins,
    score,
    spend,
)
from trainshed.games.first_class.rules.actions.extras import (
    extra_forbids,
    extra_moves,
    extra_numbers,
    is_extra,
    take_extra,
)
from trainshed.games.first_class.rules.actions.in_progress import (
    CARD,
    CHOICE,
    IGNORED,
    LINE,
    PAID,
    REWARD,
    IconsPending,
    carry_out,
)
from trainshed.games.first_class.rules.actions.trains import (
    END_OF_LINE,
    END_OF_TRAIN,
    add_coach,
    add_forbids,
    can_rise,
    cities_ahead,
    drive,
    move_conductor,
    rise_forbids,
    room_ahead,
    upgrade,
)
from trainshed.games.first_class.rules.citations import CITE
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
    VERBS_OF_A_MODULE,
    Icon,
    flat,
)
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.words import (
    ADD,
    CITY,
    COINS_WORD,
    DONE,
    DRIVE,
    GET,
    LEAVE,
    RISE,
    SCORE,
    STEP,
)
from trainshed.kernel.agenda import NOBODY, OTHER_QUESTION

NO_COACH_ICON: Final = CITE("FC-CAR-02")
NO_UPGRADE_ICON: Final = CITE("FC-UPGRADE-02")
TOO_FEW_STEPS: Final = CITE("FC-CONDUCTOR-04")
NOT_TRANSFERABLE: Final = CITE("FC-CONDUCTOR-03")
TOO_FEW_CITIES: Final = CITE("FC-LOCO-01")
NO_COIN_ICON: Final = CITE("FC-COIN-02")
NO_BONUS_ICON: Final = CITE("FC-BONUS-07")
NONE_DISPLAYED: Final = CITE("FC-BONUS-13")
ALL_ICONS: Final = CITE("FC-TURN-04")
GIVEN_OUT: Final = CITE("FC-START-03")
NOT_INSIDE_A_CARD: Final = CITE("FC-TURN-05")
NOT_INSIDE_A_REWARD: Final = CITE("FC-TURN-14")
ONE_CITY: Final = CITE("FC-SCORE-07")
ONLY_RAISE: Final = CITE("FC-TURN-07")

OF_MANY_STEPS: Final = (ONE_CONDUCTOR, STEPS, LOCOMOTIVE)
"""One printed icon of these has several steps: each arrow is one, and both conductors belong to the same icon."""


class Carry(IconsPending):
    """Which icon is used next, and how?

    Points come by themselves. An icon that cannot be used is lost, and so is what a player leaves; in a scoring phase
    extras may come between icons, so nothing is lost there before the player leaves it.
    """

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        for icon in self.icons:
            if icon.verb == POINTS:
                return NOBODY
        legal = self.legal(state)
        if not legal or (len(legal) == 1 and legal[0] != LEAVE):
            return NOBODY
        state._moves = legal
        return self.seat

    def resolve(self, state: FirstClassState) -> None:
        for at, icon in enumerate(self.icons):
            if icon.verb == POINTS:
                self.go_on(state, self.icons[:at] + self.icons[at + 1 :])
                score(state, self.seat, icon.count, "icon")
                return
        legal = self.legal(state)
        if legal:
            self.use(state, legal[0], True)
        elif state.heard is not None and self.icons:
            state.heard.append(events.IconsLeft(self.seat, False, flat(self.icons)))

    def answer(self, state: FirstClassState, move: int) -> None:
        if move == LEAVE:
            kept = [icon for icon in self.icons if self.compulsory(state, icon)]
            if state.heard is not None:
                left = [icon for icon in self.icons if not self.compulsory(state, icon)]
                state.heard.append(events.IconsLeft(self.seat, True, flat(left)))
            self.go_on(state, kept)
        else:
            self.use(state, move, False)

    def go_on(self, state: FirstClassState, icons: list[Icon]) -> None:
        """The icons that are left come after what happens now."""
        if icons:
            rest = Carry(self.seat, self.kind, self.source)
            rest.icons = icons
            state.push(rest)

    # ------------------------------------------------------------ which answers

    def compulsory(self, state: FirstClassState, icon: Icon) -> bool:
        module = (icon.verb - MODULE_VERBS) // VERBS_OF_A_MODULE
        return module >= 0 and bool(state.box.modules[module].compulsory(icon))

    def coins_between(self, state: FirstClassState) -> bool:
        """May coins be spent between the icons of a contract or an end-bonus card (FC-TURN-14)?"""
        return self.kind == PAID and state.table.coins_inside and state.turn == self.seat

    def legal(self, state: FirstClassState) -> list[int]:
        moves: list[int] = []
        required = self.icon_moves(state, moves)
        if self.kind == CHOICE:
            moves.sort()
            return moves
        optional = len(moves) > required
        if self.kind == LINE:
            extra_moves(state, self.seat, moves)
        elif self.coins_between(state):
            coin_moves(state, self.seat, True, moves)
        if len(moves) > required and not (optional and state.table.strict and self.kind == CARD):
            moves.append(LEAVE)
        moves.sort()
        return moves

    def icon_moves(self, state: FirstClassState, moves: list[int]) -> int:
        """Add every way to use one of the icons; how many of them use an icon that must be used."""
        words = state.words
        box = state.box
        player = state.players[self.seat]
        add = any_level = False
        levels = 0
        shared = 0
        own = [0, 0]
        cities = 0
        required = 0
        for icon in self.icons:
            verb = icon.verb
            if verb == COACH:
                add = True
            elif verb == UPGRADE:
                levels |= 1 << icon.arg
            elif verb == ANY:
                add = any_level = True
            elif verb == RAISE:
                any_level = True
            elif verb == ONE_CONDUCTOR:
                own[icon.arg] += icon.count
            elif verb == STEPS:
                shared += icon.count
            elif verb == LOCOMOTIVE:
                cities += icon.count
            elif verb == COINS:
                moves.append(COINS_WORD)
            elif verb == BONUS:
                for bonus in state.display:
                    moves.append(words.get + bonus)
            elif verb >= MODULE_VERBS:
                module = box.modules[(verb - MODULE_VERBS) // VERBS_OF_A_MODULE]
                before = len(moves)
                module.icon_moves(state, self.seat, icon, moves)
                if module.compulsory(icon):
                    required += len(moves) - before
        if any_level:
            levels = (1 << box.top) - 1
        for train in range(2):
            if add and not add_forbids(state, self.seat, train):
                moves.append(words.add_coach + train)
            if levels:
                cards = player.trains[train]
                first = words.rise + train * box.top
                for level in range(box.top):
                    if levels >> level & 1 and level in cards and can_rise(state, level):
                        moves.append(first + level)
            most = own[train] + shared
            if most:
                most = min(most, room_ahead(player, train))
                first = words.step + train * words.most_steps
                for steps in range(most):
                    moves.append(first + steps)
        if cities:
            for step in range(min(cities, cities_ahead(player))):
                moves.append(words.drive + step)
        return required

    def hidden(self, state: FirstClassState, seat: int, move: int) -> str:
        for module in state.table.modules:
            reading: str = module.hidden(state, self.seat, seat, move)
            if reading:
                return reading
        return ""

    def forbids(self, state: FirstClassState, move: int) -> int:
        if move == LEAVE:
            return self.leaving_forbids(state)
        words = state.words
        family = words.family[move]
        if move == COINS_WORD or ADD <= family <= DRIVE or family == GET:
            return self.icon_forbids(state, move, family)
        if move in (DONE, SCORE) or family == CITY:
            if self.kind == LINE:
                return ONE_CITY
            return NOT_INSIDE_A_CARD if self.kind in (CARD, IGNORED) else OTHER_QUESTION
        for icon in self.icons:
            if icon.verb >= MODULE_VERBS:
                module = state.box.modules[(icon.verb - MODULE_VERBS) // VERBS_OF_A_MODULE]
                why: int = module.icon_forbids(state, self.seat, self.icons, move)
                if why != OTHER_QUESTION:
                    return why
        if self.kind == LINE:
            if any(own.reward_forbids(state, self.seat, [], move) != OTHER_QUESTION for own in state.table.modules):
                return ONE_CITY
            return extra_forbids(state, self.seat, move)
        if self.coins_between(state):
            why = coin_forbids(state, self.seat, move, True)
            if why != OTHER_QUESTION:
                return why
        if is_extra(state, move):
            return NOT_INSIDE_A_CARD if self.kind in (CARD, IGNORED) else NOT_INSIDE_A_REWARD
        return OTHER_QUESTION

    def leaving_forbids(self, state: FirstClassState) -> int:
        if self.kind == CHOICE:
            return GIVEN_OUT
        return 0 if LEAVE in state.moves() else ALL_ICONS

    def icon_forbids(self, state: FirstClassState, move: int, family: int) -> int:
        """The clause against using an icon in this way, or 0."""
        words = state.words
        a, b = words.a[move], words.b[move]
        seat = self.seat
        if move == COINS_WORD:
            return 0 if self.count_of(COINS) else NO_COIN_ICON
        if family == ADD:
            if self.count_of(COACH) + self.count_of(ANY) == 0:
                return ONLY_RAISE if self.count_of(RAISE) else NO_COACH_ICON
            return add_forbids(state, seat, a)
        if family == RISE:
            if self.count_of(ANY) + self.count_of(RAISE) + self.count_of(UPGRADE, b) == 0:
                return NO_UPGRADE_ICON
            return rise_forbids(state, seat, a, b)
        if family == STEP:
            if b > self.count_of(ONE_CONDUCTOR, a) + self.count_of(STEPS):
                other = self.count_of(ONE_CONDUCTOR, 1 - a)
                return NOT_TRANSFERABLE if other and not self.count_of(STEPS) else TOO_FEW_STEPS
            return 0 if b <= room_ahead(state.players[seat], a) else END_OF_TRAIN
        if family == DRIVE:
            if a > self.count_of(LOCOMOTIVE):
                return TOO_FEW_CITIES
            return 0 if a <= cities_ahead(state.players[seat]) else END_OF_LINE
        if not self.count_of(BONUS):
            return NO_BONUS_ICON
        if not state.display:
            return NONE_DISPLAYED
        return 0 if a in state.display else NOT_ON_DISPLAY

    def count_of(self, verb: int, arg: int = 0) -> int:
        """How often an icon is left."""
        for icon in self.icons:
            if icon.verb == verb and icon.arg == arg:
                return icon.count
        return 0

    def numbers(self, state: FirstClassState, move: int) -> dict[str, int]:
        player = state.players[self.seat]
        family = state.words.family[move]
        a = state.words.a[move]
        if family == STEP:
            left = self.count_of(ONE_CONDUCTOR, a) + self.count_of(STEPS)
            return {"steps": left, "ahead": room_ahead(player, a)}
        if family == DRIVE:
            return {"cities": self.count_of(LOCOMOTIVE), "ahead": cities_ahead(player)}
        return extra_numbers(state, self.seat, move)

    # ------------------------------------------------------------ using an icon

    def use(self, state: FirstClassState, move: int, forced: bool) -> None:
        """Use one of the icons; what this triggers comes before the rest (FC-LOCOCARD-08, FC-MAIL-07)."""
        words = state.words
        family = words.family[move]
        a, b = words.a[move], words.b[move]
        seat = self.seat
        if move == COINS_WORD:
            coins = self.count_of(COINS)
            self.spent(state, [COINS], 0, coins)
            gain_coins(state, seat, coins)
        elif family == ADD:
            self.spent(state, [COACH, ANY], 0, 1)
            add_coach(state, seat, a, forced)
        elif family == RISE:
            self.spent(state, [UPGRADE, RAISE, ANY], b, 1)
            upgrade(state, seat, a, b, forced)
        elif family == STEP:
            self.spent(state, [ONE_CONDUCTOR, STEPS], a, b)
            move_conductor(state, seat, a, b, forced)
        elif family == DRIVE:
            self.spent(state, [LOCOMOTIVE], 0, a)
            drive(state, seat, a, forced)
        elif family == GET:
            self.spent(state, [BONUS], 0, 1)
            acquire(state, seat, a, False, forced)
        else:
            self.use_other(state, move, forced)

    def use_other(self, state: FirstClassState, move: int, forced: bool) -> None:
        """An icon of a module, or an extra between two icons of a line reward."""
        for icon in self.icons:
            if icon.verb >= MODULE_VERBS:
                module = state.box.modules[(icon.verb - MODULE_VERBS) // VERBS_OF_A_MODULE]
                if module.icon_forbids(state, self.seat, self.icons, move) == 0:
                    self.go_on(state, module.icons_after(state, self.icons, move))
                    module.use_icon(state, self.seat, self.icons, move, forced)
                    return
        state.push(self)
        if self.kind == LINE:
            take_extra(state, self.seat, move)
        else:
            spend(state, self.seat, move, forced)

    def spent(self, state: FirstClassState, verbs: list[int], arg: int, count: int) -> None:
        """Charge a step to the narrowest icons that give it, and leave the rest for later.

        Where extras may come between icons, an icon that was begun is finished before them (FC-SCORE-16, FC-TURN-14).
        """
        left = self.icons
        used_verbs: list[int] = []
        if self.kind == CHOICE:
            left = []
        for verb in verbs:
            wanted = arg if verb in (UPGRADE, ONE_CONDUCTOR) else 0
            for at, icon in enumerate(left):
                if count and icon.verb == verb and icon.arg == wanted:
                    used = min(count, icon.count)
                    used_verbs.append(verb)
                    count -= used
                    rest = [] if icon.count == used else [icon.less(used)]
                    left = left[:at] + rest + left[at + 1 :]
                    break
        begun: list[Icon] = []
        if self.kind == LINE or self.coins_between(state):
            begun = [icon for icon in left if icon.verb in used_verbs and icon.verb in OF_MANY_STEPS]
        if not begun:
            self.go_on(state, left)
            return
        self.go_on(state, [icon for icon in left if icon not in begun])
        carry_out(state, self.seat, REWARD, begun)

"""How icons, coins and contracts are used in the model of First Class, with all that they set off."""

from __future__ import annotations

from tests.games.first_class.oracle.printed import Icon
from tests.games.first_class.oracle.requirements import met
from tests.games.first_class.oracle.table import NATURE, TRAINS, Answer, Question, Script, Table, Token

CARD = "card"
REWARD = "reward"
"""Of a mail car, a locomotive tile, a mechanic, a passenger."""
COIN_REWARD = "contract or end-bonus card"
"""Between whose icons coins may be spent with the option coins_inside_rewards."""
LINE = "line"
"""The reward of a city or switch in the own scoring part: extras come between its icons (FC-SCORE-16)."""
GIVEN = "given"
"""By the start-player tile: one icon of these, and nobody declines it (FC-START-06)."""

COMPULSORY = ("draw", "others")
"""Icons that must be used when the card is carried out."""


def rest(word: str) -> str:
    """A word without its head."""
    return word.partition(":")[2]


class Actions(Table):
    """The table, and everything that an icon, a coin or a contract sets off."""

    # ------------------------------------------------------------ questions

    def ask(self, seat: int, words: list[str]) -> Answer:
        """Ask if there is a choice; the only word is taken by itself, and without any the answer is empty."""
        if len(words) < 2:
            return words[0] if words else ""
        return (yield Question(seat, dict.fromkeys(words, 1)))

    def draw_token(self) -> Answer:
        """Nature draws an investigation token."""
        word = yield Question(NATURE, {f"token:{face}": many for face, many in self.bag.items() if many})
        self.bag[rest(word)] -= 1
        return rest(word)

    def draw_tokens(self, seat: int, count: int) -> Script:
        for _ in range(count):
            face = yield from self.draw_token()
            self.players[seat].tokens.append(Token(face == "print", {seat}))

    # ------------------------------------------------------------ icons

    def carry(self, seat: int, icons: tuple[Icon, ...], kind: str) -> Script:
        """Use icons in any order, wholly or partly (FC-TURN-04, FC-TURN-06)."""
        for icon in icons:
            if icon.verb == "points":
                self.players[seat].points += icon.count
        left = [icon for icon in icons if icon.verb != "points"]
        extras = kind == LINE or self.coins_inside(seat, kind)
        while left:
            usable = self.icon_words(seat, left)
            begun = next((at for at, icon in enumerate(left) if icon.begun), -1)
            if extras and begun >= 0:  # FC-SCORE-16: it is finished before anything else
                usable = {word: at for word, at in usable.items() if at == begun}
                if not usable:
                    left.pop(begun)
                    continue
            words = list(usable)
            free = not usable or any(left[at].verb not in COMPULSORY for at in usable.values())
            if kind != GIVEN and free and not (words and self.strict(kind)):
                words.append("leave")
            if extras and begun < 0:
                coins = self.coin_words(seat) + self.buy_words(seat)
                words += self.extra_words(seat) if kind == LINE else coins
            word = yield from self.ask(seat, words)
            if word == "leave" and extras and begun >= 0:
                left.pop(begun)
            elif word in ("", "leave"):
                for icon in left:
                    if icon.verb in COMPULSORY:  # FC-MODULE-C-06
                        yield from self.use_icon(seat, [icon], 0, icon.verb)
                return
            elif word in usable:
                yield from self.use_icon(seat, left, usable[word], word)
                if kind == GIVEN:
                    return
            else:
                yield from self.extra(seat, word)

    def strict(self, kind: str) -> bool:
        """Whether every icon that can be used must be used."""
        return self.options["strict_cards"] == "yes" and kind == CARD

    def coins_inside(self, seat: int, kind: str) -> bool:
        """Whether coins may be spent inside of this reward (FC-TURN-14)."""
        return kind == COIN_REWARD and self.options["coins_inside_rewards"] == "yes" and self.turn == seat

    def icon_words(self, seat: int, icons: list[Icon]) -> dict[str, int]:
        """The words for all these icons, and which icon each uses: the narrowest one."""
        found: dict[str, int] = {}
        order = sorted(range(len(icons)), key=lambda at: icons[at].verb == "any")
        for at in order:
            for word in self.words_of(seat, icons[at]):
                found.setdefault(word, at)
        return found

    def words_of(self, seat: int, icon: Icon) -> list[str]:
        player = self.players[seat]
        verb = icon.verb
        if verb == "coach":
            return [f"coach:{TRAINS[train]}" for train in self.open_trains(seat)]
        if verb.startswith("from "):
            level = int(verb.removeprefix("from "))
            return [f"upgrade:{TRAINS[train]}:{level}" for train in (0, 1) if self.can_rise(seat, train, level)]
        if verb == "any":
            return self.rise_words(seat) + [f"coach:{TRAINS[train]}" for train in self.open_trains(seat)]
        if verb in ("both", "steps"):
            room = [len(train) - at for train, at in zip(player.trains, player.conductors, strict=True)]
            used = [icon.begun.count(train) if verb == "both" else 0 for train in TRAINS]
            return [
                f"conductor:{TRAINS[train]}:{steps}"
                for train in (0, 1)
                for steps in range(1, min(icon.count - used[train], room[train]) + 1)
            ]
        if verb == "locomotive":
            return [f"locomotive:{n}" for n in range(1, min(icon.count, len(self.line(seat)) - player.city) + 1)]
        if verb == "coins":
            return ["coins"]
        if verb == "bonus":
            return [f"bonus:{card}" for card in self.display]
        if verb in ("draw", "others"):
            return [verb]
        places = range(1, len(player.tokens) + 1)
        if verb == "discard":
            return [f"discard:{place}" for place in places]
        if verb in ("give one", "give any"):
            others = [str(other + 1) for other in self.seats if other != seat]
            if verb == "give one" and icon.begun:
                others = list(icon.begun)
            return [f"give:{other}:{place}" for other in others for place in places]
        raise ValueError(icon)

    def rise_words(self, seat: int) -> list[str]:
        return [
            f"upgrade:{TRAINS[train]}:{level}"
            for train in (0, 1)
            for level in self.printed.levels
            if self.can_rise(seat, train, level)
        ]

    def use_icon(self, seat: int, left: list[Icon], at: int, word: str) -> Script:
        """Use one of the icons that are left as the word says."""
        icon = left.pop(at)
        head, *parts = word.split(":")
        player = self.players[seat]
        if head == "conductor":
            steps = int(parts[1])
            self.move_conductor(seat, TRAINS.index(parts[0]), steps)
            if icon.verb == "steps" and icon.count > steps:
                left.insert(at, icon.rest(icon.count - steps, parts[0]))
            if icon.verb == "both" and len(icon.begun) + steps < 2 * icon.count:
                left.insert(at, icon.rest(icon.count, *[parts[0]] * steps))
        elif head == "locomotive":
            self.drive(seat, int(parts[0]))
            if icon.count > int(parts[0]):
                left.insert(at, icon.rest(icon.count - int(parts[0]), "locomotive"))
        elif head == "coins":
            yield from self.gain_coins(seat, icon.count)
        elif head == "draw":
            yield from self.draw_tokens(seat, icon.count)
        elif head == "others":
            for n in range(1, len(self.seats)):
                yield from self.draw_tokens((seat + n) % len(self.seats), icon.count)
        elif head in ("discard", "give"):
            token = player.tokens.pop(int(parts[-1]) - 1)
            if head == "give":
                token.held.add(int(parts[0]) - 1)
                self.players[int(parts[0]) - 1].tokens.append(token)
            else:
                self.discarded.append(token)
            if icon.count > 1:
                left.insert(at, icon.rest(icon.count - 1, parts[0]))
        else:
            yield from self.do(seat, word)

    def do(self, seat: int, word: str) -> Script:
        """What a word does that stands for one whole icon, printed or bought with a coin."""
        head, *parts = word.split(":")
        if head == "coach":
            yield from self.add_coach(seat, TRAINS.index(parts[0]))
        elif head == "upgrade":
            self.rise(seat, TRAINS.index(parts[0]), int(parts[1]))
        elif head == "conductor":
            self.move_conductor(seat, TRAINS.index(parts[0]), 1)
        elif head == "locomotive":
            self.drive(seat, 1)
        elif head == "bonus":
            yield from self.take_bonus(seat, parts[0])
        else:
            raise ValueError(word)

    # ------------------------------------------------------------ trains and line

    def rise(self, seat: int, train: int, level: int) -> None:
        """The leftmost coach of the level goes one level up (FC-UPGRADE-08)."""
        cards = self.players[seat].trains[train]
        higher = self.printed.next_level(level)
        assert higher is not None
        cards[cards.index(level)] = higher

    def add_coach(self, seat: int, train: int) -> Script:
        """A level-0 coach, and the mail car or locomotive tile that follows it at once (FC-MAIL-01, FC-LOCOCARD-01)."""
        printed, player = self.printed, self.players[seat]
        cards = player.trains[train]
        cards.append(printed.levels[0])
        if len(cards) == printed.mail_at - 1:
            word = yield from self.ask(seat, [f"mail:{name}" for name in player.mail])
            player.mail.remove(rest(word))
            cards.append(rest(word))
            yield from self.carry(seat, printed.mail[rest(word)], REWARD)
        elif len(cards) == printed.tile_at - 1:
            tile = self.tiles_left.pop(0)
            cards.append(tile)
            yield from self.carry(seat, printed.tile_icons[tile], REWARD)

    def move_conductor(self, seat: int, train: int, steps: int) -> None:
        player = self.players[seat]
        player.conductors[train] += steps
        if player.trains[train][player.conductors[train] - 1] in self.printed.tiles:  # FC-CONSTANTINOPLE-01
            if len(self.arrivals) < len(self.printed.constantinople):
                player.points += self.printed.constantinople[len(self.arrivals)]
            self.arrivals.append(seat)

    def drive(self, seat: int, cities: int) -> None:
        """The locomotive goes on, and the points of cities come at once (FC-LOCO-03)."""
        player = self.players[seat]
        passed = self.line(seat)[player.city : player.city + cities]
        player.city += cities
        player.points += sum(city.points for city in passed)

    # ------------------------------------------------------------ coins

    def gain_coins(self, seat: int, count: int) -> Script:
        """Place coins, after making room for all of them (FC-COIN-07)."""
        while sum(self.printed.coin_room) - sum(self.players[seat].coins) < count:
            words = self.coin_words(seat)
            if self.turn == seat or self.options["forced_bonus"] == "yes":  # FC-COIN-20
                words += self.buy_words(seat)
            word = yield from self.ask(seat, words)
            yield from self.extra(seat, word)
        self.fill(seat, count)

    def coin_words(self, seat: int) -> list[str]:
        """What single coins can be spent for (FC-COIN-09 to -17)."""
        words = []
        for column, coins in enumerate(self.players[seat].coins):
            if coins:
                uses = [word for icon in self.printed.coin_uses[column] for word in self.words_of(seat, icon)]
                words += [f"coin:{column + 1}:{shorter(word)}" for word in [*uses, "point"]]
        return words

    def buy_words(self, seat: int) -> list[str]:
        enough = sum(self.players[seat].coins) >= self.printed.price
        return [f"buy:{card}" for card in self.display] if enough else []

    def take_bonus(self, seat: int, card: str) -> Script:
        """Take an end-bonus card of the display with its action (FC-BONUS-03)."""
        self.display.remove(card)
        self.players[seat].bonus.append(card)
        self.players[seat].bought.append(card)
        yield from self.carry(seat, self.printed.bonus_icons[card], COIN_REWARD)

    # ------------------------------------------------------------ extras (FC-TURN-14)

    def extra_words(self, seat: int) -> list[str]:
        """Everything that may be done in a window for extras."""
        cards = self.printed.cards
        fulfil = [f"fulfil:{name}" for name in self.players[seat].contracts if met(self, seat, cards[name].condition)]
        return self.coin_words(seat) + self.buy_words(seat) + fulfil + self.module_extras(seat)

    def extra(self, seat: int, word: str) -> Script:
        """An extra with all that it sets off."""
        head, *parts = word.split(":")
        player = self.players[seat]
        if head == "coin":
            player.coins[int(parts[0]) - 1] -= 1
            if parts[1] == "point":
                player.points += 1
            else:
                yield from self.do(seat, ":".join(parts[1:]))
        elif head == "buy":
            paid = yield from self.ask(seat, self.payments(seat))
            player.coins = [has - int(pays) for has, pays in zip(player.coins, paid.split(":")[1:], strict=True)]
            yield from self.take_bonus(seat, parts[0])
        elif head == "fulfil":
            player.contracts.remove(parts[0])
            self.use_up(seat, parts[0])
            card = self.printed.cards[parts[0]]
            if card.later and not self.scoring:  # FC-MODULE-A-10
                player.deferred.append(parts[0])
            else:
                yield from self.carry(seat, card.icons, COIN_REWARD)
        else:
            yield from self.module_extra(seat, word)

    def module_extras(self, seat: int) -> list[str]:
        """The extras of modules."""
        raise NotImplementedError

    def module_extra(self, seat: int, word: str) -> Script:
        """Carry out an extra of a module."""
        raise NotImplementedError


def shorter(word: str) -> str:
    """The word of an icon as a coin has it: a coin moves one step, so the number is not said."""
    head, *parts = word.split(":")
    if head == "conductor":
        return f"{head}:{parts[0]}"
    return head if head == "locomotive" else word

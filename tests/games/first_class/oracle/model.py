"""A whole game of First Class as a script, from the set-up to the winner: it asks, is told a word, and goes on."""

from __future__ import annotations

from tests.games.first_class.oracle.actions import CARD, GIVEN, LINE, rest
from tests.games.first_class.oracle.modules import Modules
from tests.games.first_class.oracle.printed import Icon, Printed
from tests.games.first_class.oracle.table import NATURE, NOBODY, Illegal, Question, Script


class Game(Modules):
    """The table, and the question that is asked."""

    def __init__(self, printed: Printed, seats: int, options: dict[str, str]) -> None:
        super().__init__(printed, seats, options)
        self.script = self.play()
        self.question = next(self.script)

    def tell(self, word: str) -> None:
        """What the one who was asked said."""
        if word not in self.question.words:
            raise Illegal(f"{word} is not among {sorted(self.question.words)}")
        try:
            self.question = self.script.send(word)
        except StopIteration:
            self.question = Question(NOBODY, {})

    # ------------------------------------------------------------ the course of a game

    def play(self) -> Script:
        yield from self.set_up()
        for number in range(1, self.printed.rounds + 1):
            yield from self.one_round(number)
            if number % self.printed.rounds_per_deck == 0:  # FC-ROUND-06
                self.scoring = number // self.printed.rounds_per_deck
                for seat in self.clockwise(self.start):
                    yield from self.scoring_part(seat)
                self.scoring = 0
                self.turn = -1
        self.final_count()
        self.counted = True
        if self.has("C"):
            yield from self.arrest()
        self.end()

    def clockwise(self, first: int) -> list[int]:
        return [(first + at) % len(self.seats) for at in self.seats]

    # ------------------------------------------------------------ set-up

    def set_up(self) -> Script:
        if self.options["first_player"] == "random":
            word = yield Question(NATURE, {f"first:{seat + 1}": 1 for seat in self.seats})
            self.start = int(rest(word)) - 1
        else:
            self.start = int(self.options["first_player"].removeprefix("seat-")) - 1
        if self.has("C"):
            yield from self.deal_guilt()
        yield from self.draft()
        yield from self.refill()

    def deal_guilt(self) -> Script:
        """One player becomes the murderer, and everybody gets two tokens (FC-MODULE-C-02, -04)."""
        word = yield Question(NATURE, {f"guilty:{seat + 1}": 1 for seat in self.seats})
        self.guilty = int(rest(word)) - 1
        for seat in self.seats:
            yield from self.draw_tokens(seat, self.printed.tokens["start_per_player"])

    def draft(self) -> Script:
        """End-bonus cards go counter-clockwise from the right neighbour of the start player (FC-SETUP-15)."""
        passed: list[str] = []
        for _ in range(len(self.seats) + 1):
            word = yield Question(NATURE, {f"draft:{card}": 1 for card in self.bonus_deck})
            self.bonus_deck.remove(rest(word))
            passed.append(rest(word))
        for seat in reversed(self.clockwise(self.start)):
            word = yield Question(seat, {f"keep:{card}": 1 for card in passed})
            passed.remove(rest(word))
            self.players[seat].bonus.append(rest(word))
        self.bonus_deck.update(passed)  # FC-SETUP-16

    def refill(self) -> Script:
        """Turn up end-bonus cards until four lie there, if the deck allows (FC-TURN-12, FC-BONUS-10)."""
        while len(self.display) < self.printed.display and self.bonus_deck:
            word = yield Question(NATURE, {f"show:{card}": 1 for card in self.bonus_deck})
            self.bonus_deck.remove(rest(word))
            self.display.append(rest(word))

    # ------------------------------------------------------------ rounds and turns

    def one_round(self, number: int) -> Script:
        printed = self.printed
        self.round = number
        self.row_taken = [0] * printed.rows
        self.turns = 0
        deck = self.decks[(number + printed.rounds_per_deck - 1) // printed.rounds_per_deck]
        for row in range(printed.rows):
            for column in range(printed.columns):
                word = yield Question(NATURE, {f"deal:{card}": 1 for card in deck})
                deck.remove(rest(word))
                self.rows[row][column] = rest(word)
        if number % printed.rounds_per_deck == 0:  # FC-ROUNDEND-06
            self.removed += len(deck)
            deck.clear()
        for _ in range(printed.turns):
            for seat in self.clockwise(self.start):
                self.turns += 1
                yield from self.one_turn(seat)
        self.turn = -1
        if self.tile >= 0:  # FC-ROUNDEND-02
            self.start = self.tile
        self.tile = -1

    def one_turn(self, seat: int) -> Script:
        self.turn = seat
        while True:
            places = [(row, column) for row, cards in enumerate(self.rows) for column, card in enumerate(cards) if card]
            words = [f"take:{row + 1}:{column + 1}" for row, column in places]
            words += ["tile"] if self.tile < 0 else []
            word = yield from self.ask(seat, words + self.extra_words(seat))
            if word in words:
                break
            yield from self.extra(seat, word)
        if word == "tile":
            yield from self.take_tile(seat)
        else:
            row, column = (int(part) - 1 for part in rest(word).split(":"))
            yield from self.take_card(seat, self.take_place(row, column))
        while True:
            word = yield from self.ask(seat, [*self.extra_words(seat), "done"])
            if word == "done":
                break
            yield from self.extra(seat, word)
        yield from self.refill()

    def take_card(self, seat: int, name: str) -> Script:
        """Carry a taken card out, or ignore it for an upgrade (FC-TURN-03)."""
        player, card = self.players[seat], self.printed.cards[name]
        player.taken.append(name)
        word = yield from self.ask(seat, ["use", "ignore"])
        if word == "ignore":
            self.use_up(seat, name)
            full = self.options["ignore_may_add"] == "yes"  # FC-TURN-07
            words = self.words_of(seat, Icon("any")) if full else self.rise_words(seat)
            word = yield from self.ask(seat, [*words, "leave"])
            if word != "leave":
                yield from self.do(seat, word)
        elif card.kind == "section":
            player.sections.append(name)
        elif card.kind == "contract":
            player.contracts.append(name)
        elif card.kind in ("car", "conductor", "locomotive", "money", "game end", "murder"):
            self.use_up(seat, name)
            yield from self.carry(seat, card.icons, CARD)
        else:
            yield from self.lay(seat, card)

    def take_tile(self, seat: int) -> Script:
        """The start-player tile gives rewards by seat and costs the display a card (FC-START-03 to -14)."""
        self.tile = seat
        for at, other in enumerate(self.clockwise(seat), start=1):
            options = self.printed.tile_rewards.get((len(self.seats), at), [])
            yield from self.carry(other, tuple(icon for option in options for icon in option), GIVEN)
        row = next(at for at, cards in enumerate(self.rows) if any(cards))
        column = next(at for at, card in enumerate(self.rows[row]) if card)
        self.removed += 1
        self.take_place(row, column)

    # ------------------------------------------------------------ scoring phases and the end

    def scoring_part(self, seat: int) -> Script:
        """Rewards of the line in any order with extras between them, then the trains (FC-SCORE-03)."""
        self.turn = seat
        player = self.players[seat]
        for name in player.deferred:  # FC-MODULE-A-10
            player.points += sum(icon.count for icon in self.printed.cards[name].icons)
        player.deferred = []
        claimed: set[str] = set()
        while True:
            cities = [f"city:{at}" for at in self.reward_cities(seat)]
            switches = [f"switch:{name}" for name in self.active_switches(seat)]
            rewards = [word for word in cities + switches if word not in claimed]
            closing = "score" if rewards else "done"
            word = yield from self.ask(seat, [*rewards, *self.extra_words(seat), closing])
            if word == closing:
                break
            if word in cities:
                claimed.add(word)
                yield from self.carry(seat, self.reward_cities(seat)[int(rest(word))], LINE)
            elif word in switches:
                claimed.add(word)
                yield from self.pull_switch(seat, rest(word))
            else:
                yield from self.extra(seat, word)
        trains = [self.train_points(seat, 0), self.train_points(seat, 1)]
        player.points += sum(trains) + self.module_points(seat)
        self.told.append([seat, *trains, self.module_points(seat)])
        yield from self.refill()

    def final_count(self) -> None:
        for seat, player in enumerate(self.players):
            self.removed += len(player.contracts)  # FC-FINAL-02
            player.gone, player.contracts = player.contracts, []
            coins = sum(player.coins) * self.printed.coin_points
            bonus = self.bonus_points(seat)
            player.points += coins + sum(bonus.values())
            self.told.append([seat, coins, *bonus.values()])

    def end(self) -> None:
        """The ranks; whoever dropped out comes after all others, and is not compared (FC-MODULE-C-10)."""
        self.over = True
        self.scores = [player.points for player in self.players]
        out = [self.options["murder_arrest"] == "out" and seat in self.arrested for seat in self.seats]
        keys = [(not out[seat], 0 if out[seat] else self.scores[seat]) for seat in self.seats]
        self.standings = [1 + sum(other > own for other in keys) for own in keys]

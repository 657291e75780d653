"""Rounds and scoring phases: dealing, whose turn it is, the rewards of the line, the points of trains, the end.

FC-ROUND, FC-ROUNDEND, FC-SCORE, FC-FINAL.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.extras import extra_forbids, extra_moves, extra_numbers, take_extra
from trainshed.games.first_class.rules.actions.in_progress import LINE, carry_out
from trainshed.games.first_class.rules.actions.trains import train_points
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import REWARD_CITY
from trainshed.games.first_class.rules.state import NONE, FirstClassState, without
from trainshed.games.first_class.rules.turns import Turn
from trainshed.games.first_class.rules.words import CITY, DONE, SCORE
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, OpenQuestion, SeatEffect

NOT_REACHED: Final = CITE("FC-SCORE-04")
ONCE: Final = CITE("FC-SCORE-09")
NO_REWARD: Final = CITE("FC-LOCO-02")
REWARDS_LEFT: Final = CITE("FC-SCORE-18")
OF_A_MODULE: Final = 1000
"""Rewards of modules are claimed by this and the number of their card."""


class ShowBonus(Effect):
    """End-bonus cards are turned up until the display is full, or the deck empty (FC-SETUP-17, FC-TURN-12)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NATURE if len(state.display) < state.box.shown and state.bonus_deck else NOBODY

    def resolve(self, state: FirstClassState) -> None:
        """The display is full, or it cannot be filled (FC-BONUS-10)."""

    def chance(self, state: FirstClassState) -> str:
        return "bonus"

    def odds(self, state: FirstClassState) -> list[tuple[int, int]]:
        first = state.words.show
        return [(first + bonus, 1) for bonus in state.bonus_deck]

    def tickets(self, state: FirstClassState) -> int:
        return len(state.bonus_deck)

    def pick(self, state: FirstClassState, ticket: int) -> int:
        return state.words.show + state.bonus_deck[ticket]

    def answer(self, state: FirstClassState, move: int) -> None:
        bonus = state.words.a[move]
        state.bonus_deck = without(state.bonus_deck, bonus)
        state.display = [*state.display, bonus]
        if state.heard is not None:
            state.heard.append(events.BonusShown(state.box.bonus[bonus].name))
        state.push(self)


class BeginRound(Effect):
    """A round begins: the first of a deck brings its cards into play (FC-ROUND-02, -03)."""

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        box = state.box
        if state.round % box.rounds_per_deck == 0:
            modules = [module.number for module in state.table.modules]
            state.deck = box.deck_cards(state.round // box.rounds_per_deck, modules)
        state.row_taken = [0] * box.rows
        state.round += 1
        state.turns = 0
        if state.heard is not None:
            state.heard.append(events.RoundBegun(state.round))
        state.push(DealCards())


class DealCards(Effect):
    """Cards are dealt on the display; then the start player begins (FC-ROUND-03, -04)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NATURE if state.rows[-1] == NONE else NOBODY

    def chance(self, state: FirstClassState) -> str:
        return "deck"

    def odds(self, state: FirstClassState) -> list[tuple[int, int]]:
        first = state.words.deal
        return [(first + card, 1) for card in state.deck]

    def tickets(self, state: FirstClassState) -> int:
        return len(state.deck)

    def pick(self, state: FirstClassState, ticket: int) -> int:
        return state.words.deal + state.deck[ticket]

    def answer(self, state: FirstClassState, move: int) -> None:
        card = state.words.a[move]
        place = state.rows.index(NONE)
        state.deck = without(state.deck, card)
        rows = state.rows[:]
        rows[place] = card
        state.rows = rows
        if state.heard is not None:
            state.heard.append(events.CardDealt(state.box.cards[card].name, place))
        state.push(self)

    def resolve(self, state: FirstClassState) -> None:
        """In the last round of a deck, the cards that are left of it leave the game (FC-ROUNDEND-06)."""
        if state.round % state.box.rounds_per_deck == 0:
            if state.heard is not None:
                state.heard.append(events.RestRemoved(len(state.deck)))
            state.removed += len(state.deck)
            state.deck = []
        begin_turn(state, state.start)


def begin_turn(state: FirstClassState, seat: int) -> None:
    state.turn = seat
    state.turns += 1
    if state.heard is not None:
        state.heard.append(events.TurnBegun(seat, False))
    state.push(Turn(seat, 0))


class EndTurn(SeatEffect):
    """The display of end-bonus cards is refilled, and the next seat follows, or the round ends (FC-ROUND-05)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NOBODY

    def resolve(self, state: FirstClassState) -> None:
        state.push(NextTurn(self.seat))
        state.push(ShowBonus())


class NextTurn(SeatEffect):
    """The next seat has its turn; after three turns of everybody the round is over (FC-ROUND-04, -05)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NOBODY

    def resolve(self, state: FirstClassState) -> None:
        if state.turns < state.seats * state.box.turns:
            begin_turn(state, (self.seat + 1) % state.seats)
            return
        changed = state.tile != NONE
        if changed:
            state.start = state.tile  # FC-ROUNDEND-02
        state.tile = NONE
        state.turn = NONE
        if state.heard is not None:
            state.heard.append(events.RoundEnded(state.round, state.start, changed))
        if state.round % state.box.rounds_per_deck == 0:
            state.scoring = state.round // state.box.rounds_per_deck
            state.push(BeginPart(0))
        else:
            state.push(BeginRound())


# ---------------------------------------------------------------- scoring phases


class BeginPart(Effect):
    """A player's part of a scoring phase begins; players count from the start player (FC-SCORE-02, -03)."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def args(self) -> list[int]:
        return [self.place]

    def resolve(self, state: FirstClassState) -> None:
        if self.place == state.seats:
            state.turn = NONE
            last = state.scoring
            state.scoring = 0
            if last * state.box.rounds_per_deck < state.box.rounds:
                state.push(BeginRound())
            else:
                state.push(FinalCount())
            return
        seat = (state.start + self.place) % state.seats
        state.turn = seat
        if state.heard is not None:
            state.heard.append(events.TurnBegun(seat, True))
        state.push(BeginPart(self.place + 1))
        state.push(ShowBonus())
        state.push(ScoringPart(seat, 0))
        for module in state.table.modules:
            module.part_begins(state, seat)


class ScoringPart(OpenQuestion):
    """Rewards of the line in any order, and extras; then the trains score (FC-SCORE-04 to -18)."""

    __slots__ = ("again", "claimed")

    def __init__(self, seat: int, again: int, *claimed: int) -> None:
        super().__init__(seat)
        self.again = again
        """1 when something has been done in this part."""
        self.claimed: list[int] = list(claimed)
        """Cities whose reward was begun, counted from Paris; rewards of modules count from OF_A_MODULE."""

    def args(self) -> list[int]:
        return [self.seat, self.again, *self.claimed]

    def begins_turn(self, state: FirstClassState) -> bool:
        return self.again == 0

    def rewards(self, state: FirstClassState) -> list[int]:
        """The words for rewards that are active and not begun (FC-SCORE-09, -10)."""
        player = state.players[self.seat]
        cities = state.box.cities
        first = state.words.city
        moves = []
        for at in range(player.city):
            if cities[player.line[at]].kind == REWARD_CITY and at + 1 not in self.claimed:
                moves.append(first + at)
        for module in state.table.modules:
            module.rewards(state, self.seat, self.claimed, moves)
        return moves

    def legal(self, state: FirstClassState) -> list[int]:
        moves = self.rewards(state)
        moves.append(SCORE if moves else DONE)
        extra_moves(state, self.seat, moves)
        moves.sort()
        return moves

    def forbids(self, state: FirstClassState, move: int) -> int:
        words = state.words
        if move == DONE:
            return REWARDS_LEFT if self.rewards(state) else 0
        if move == SCORE:
            return 0 if self.rewards(state) else REWARDS_LEFT
        if words.family[move] == CITY:
            player = state.players[self.seat]
            at = words.a[move]
            if at > player.city:
                return NOT_REACHED
            if state.box.cities[player.line[at - 1]].kind != REWARD_CITY:
                return NO_REWARD
            return ONCE if at in self.claimed else 0
        for module in state.table.modules:
            why: int = module.reward_forbids(state, self.seat, self.claimed, move)
            if why != OTHER_QUESTION:
                return why
        return extra_forbids(state, self.seat, move)

    def numbers(self, state: FirstClassState, move: int) -> dict[str, int]:
        return extra_numbers(state, self.seat, move)

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        words = state.words
        seat = self.seat
        if move in (DONE, SCORE):
            score_trains(state, seat)
            return
        if words.family[move] == CITY:
            at = words.a[move]
            state.push(ScoringPart(seat, 1, *self.claimed, at))
            if state.heard is not None:
                state.heard.append(events.RewardReceived(seat, at))
            carry_out(state, seat, LINE, state.box.cities[state.players[seat].line[at - 1]].icons, at)
            return
        for module in state.table.modules:
            if module.reward_forbids(state, seat, self.claimed, move) == 0:
                state.push(ScoringPart(seat, 1, *self.claimed, OF_A_MODULE + words.a[move]))
                carry_out(state, seat, LINE, module.reward(state, seat, move))
                return
        state.push(ScoringPart(seat, 1, *self.claimed))
        take_extra(state, seat, move)


def score_trains(state: FirstClassState, seat: int) -> None:
    """Step 2 of a player's part: both trains, and what modules add (FC-SCORE-12 to -15)."""
    trains = [train_points(state, seat, 0), train_points(state, seat, 1)]
    extras = {module.name: module.part_points(state, seat) for module in state.table.modules}
    state.players[seat].points += sum(trains) + sum(extras.values())
    if state.heard is not None:
        state.heard.append(events.TrainsScored(seat, state.scoring, trains, extras))


# ---------------------------------------------------------------- the end


class FinalCount(Effect):
    """Coins and end-bonus cards bring points, then modules have their say (FC-FINAL-02 to -09)."""

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        for seat, player in enumerate(state.players):
            coins = state.box.coin_points * sum(player.coins)
            bonus = bonus_points(state, seat)
            player.points += coins + sum(bonus)
            open_contracts = player.contracts
            player.contracts = []
            player.taken = [card for card in player.taken if card not in open_contracts]
            state.removed += len(open_contracts)  # FC-FINAL-02
            if state.heard is not None:
                cards = [state.box.bonus[card].name for card in player.bonus]
                state.heard.append(events.FinalScored(seat, coins, bonus, cards))
        state.push(EndGame())
        for module in state.table.modules:
            module.last_count(state)


def bonus_points(state: FirstClassState, seat: int) -> list[int]:
    """Points of end-bonus cards by type: their sum times the base cards of the type (FC-FINAL-04 to -09)."""
    counts = state.base_cards(seat)
    points = [0, 0, 0]
    for bonus in state.players[seat].bonus:
        card = state.box.bonus[bonus]
        points[card.type] += card.points * counts[card.type]
    return points


class EndGame(Effect):
    """The game is over (FC-FINAL-01)."""

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        if state.heard is not None:
            state.heard.append(events.GameEnded(state.scores(), state.standings()))

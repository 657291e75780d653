"""Turns of First Class: taking a card or the start-player tile, using or ignoring the card, the windows for extras.

FC-TURN, FC-ROW, FC-START.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.contracts import lay_contract
from trainshed.games.first_class.rules.actions.extras import extra_forbids, extra_moves, extra_numbers, take_extra
from trainshed.games.first_class.rules.actions.in_progress import CARD, CHOICE, IGNORED, carry_out
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import CONTRACT, NOW, SECTION
from trainshed.games.first_class.rules.effect_notation import ANY, RAISE, Icon
from trainshed.games.first_class.rules.state import NONE, FirstClassState, changed
from trainshed.games.first_class.rules.words import DONE, IGNORE, TAKE, TILE_WORD, USE
from trainshed.kernel.agenda import NOBODY, OTHER_QUESTION, Effect, OpenQuestion, SeatEffect

ONE_MAIN_MOVE: Final = CITE("FC-TURN-01")
GONE: Final = CITE("FC-TURN-02")
ROW_CLEARED: Final = CITE("FC-ROW-02")
TILE_TAKEN: Final = CITE("FC-START-12")


class Turn(OpenQuestion):
    """The main move of a turn, a card or the start-player tile; before it, extras (FC-TURN-01, -10, -11)."""

    __slots__ = ("again",)

    def __init__(self, seat: int, again: int) -> None:
        super().__init__(seat)
        self.again = again
        """1 after an extra: the turn has begun already."""

    def args(self) -> list[int]:
        return [self.seat, self.again]

    def begins_turn(self, state: FirstClassState) -> bool:
        return self.again == 0

    def legal(self, state: FirstClassState) -> list[int]:
        moves: list[int] = []
        if state.tile == NONE:
            moves.append(TILE_WORD)
        first = state.words.take
        for place, card in enumerate(state.rows):
            if card != NONE:
                moves.append(first + place)
        extra_moves(state, self.seat, moves)
        moves.sort()
        return moves

    def forbids(self, state: FirstClassState, move: int) -> int:
        if move == TILE_WORD:
            return 0 if state.tile == NONE else TILE_TAKEN
        if move == DONE:
            return ONE_MAIN_MOVE
        if state.words.family[move] == TAKE:
            place = state.words.a[move]
            if state.rows[place] != NONE:
                return 0
            return ROW_CLEARED if state.row_taken[place // state.box.columns] >= state.seats else GONE
        return extra_forbids(state, self.seat, move)

    def numbers(self, state: FirstClassState, move: int) -> dict[str, int]:
        return extra_numbers(state, self.seat, move)

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        if move == TILE_WORD:
            take_tile(state, self.seat)
        elif state.words.family[move] == TAKE:
            take_card(state, self.seat, state.words.a[move])
        else:
            state.push(Turn(self.seat, 1))
            take_extra(state, self.seat, move)


def take_card(state: FirstClassState, seat: int, place: int) -> None:
    """Take a card of the display; the row is cleared as soon as enough were taken (FC-ROW-01)."""
    card = state.rows[place]
    player = state.players[seat]
    player.taken = [*player.taken, card]
    if state.heard is not None:
        state.heard.append(events.CardTaken(seat, state.box.cards[card].name, place))
    state.push(After(seat))
    state.push(UseCard(seat, card))
    remove_from_row(state, place)


def remove_from_row(state: FirstClassState, place: int) -> None:
    """A card leaves its row; after as many as there are players, the rest leaves the game (FC-ROW-01, -05)."""
    columns = state.box.columns
    row = place // columns
    rows = state.rows[:]
    rows[place] = NONE
    state.row_taken = changed(state.row_taken, row, 1)
    if state.row_taken[row] == state.seats:
        left = []
        for at in range(row * columns, (row + 1) * columns):
            if rows[at] != NONE:
                left.append(rows[at])
                rows[at] = NONE
        state.removed += len(left)
        if state.heard is not None:
            state.heard.append(events.RowCleared(row, [state.box.cards[card].name for card in left]))
    state.rows = rows


class UseCard(OpenQuestion):
    """Is the taken card used, or ignored for an upgrade (FC-TURN-03, -07)?"""

    __slots__ = ("card",)

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def args(self) -> list[int]:
        return [self.seat, self.card]

    def legal(self, state: FirstClassState) -> list[int]:
        return [USE, IGNORE]

    def forbids(self, state: FirstClassState, move: int) -> int:
        return 0 if move in (USE, IGNORE) else OTHER_QUESTION

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        card = state.box.cards[self.card]
        if move == IGNORE:
            if state.heard is not None:
                state.heard.append(events.CardIgnored(self.seat, card.name))
            verb = ANY if state.table.may_add else RAISE
            carry_out(state, self.seat, IGNORED, [Icon(verb, 0, 1)], self.card)
            return
        if state.heard is not None:
            state.heard.append(events.CardUsed(self.seat, card.name))
        if card.kind == SECTION:
            player = state.players[self.seat]
            player.line = player.line + card.cities
            if state.heard is not None:
                state.heard.append(events.SectionLaid(self.seat, card.name))
        elif card.kind == CONTRACT:
            lay_contract(state, self.seat, self.card)
        elif card.module < 0 or card.kind in NOW:
            carry_out(state, self.seat, CARD, card.icons, self.card)
        else:
            state.box.modules[card.module].carry_out(state, self.seat, self.card)


# ---------------------------------------------------------------- the start-player tile


def take_tile(state: FirstClassState, seat: int) -> None:
    """The tile gives rewards in seat order from the taker on, then a card is discarded (FC-START-03, -11, -14)."""
    state.tile = seat
    if state.heard is not None:
        state.heard.append(events.TileTaken(seat))
    state.push(After(seat))
    state.push(DiscardCard())
    for place in range(state.seats - 1, -1, -1):
        if state.box.tile_rewards.get((state.seats, place)):
            state.push(GiveReward((seat + place) % state.seats, place))


class GiveReward(SeatEffect):
    """A seat receives what the start-player tile gives it (FC-START-04 to -08)."""

    __slots__ = ("place",)

    def __init__(self, seat: int, place: int) -> None:
        super().__init__(seat)
        self.place = place
        """How many seats clockwise from the taker."""

    def args(self) -> list[int]:
        return [self.seat, self.place]

    def asks(self, state: FirstClassState) -> int:
        return NOBODY

    def resolve(self, state: FirstClassState) -> None:
        if state.heard is not None:
            state.heard.append(events.TileReward(self.seat))
        carry_out(state, self.seat, CHOICE, state.box.tile_rewards[state.seats, self.place])


class DiscardCard(Effect):
    """The leftmost card of the topmost row leaves the game (FC-START-11)."""

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        for place, card in enumerate(state.rows):
            if card != NONE:
                state.removed += 1
                if state.heard is not None:
                    state.heard.append(events.CardDiscarded(state.box.cards[card].name, place))
                remove_from_row(state, place)
                return


class After(OpenQuestion):
    """Extras after the main move, until the player ends the turn (FC-TURN-10, -11)."""

    __slots__ = ()

    def legal(self, state: FirstClassState) -> list[int]:
        moves = [DONE]
        extra_moves(state, self.seat, moves)
        moves.sort()
        return moves

    def forbids(self, state: FirstClassState, move: int) -> int:
        if move == DONE:
            return 0
        if move == TILE_WORD or state.words.family[move] == TAKE:
            return ONE_MAIN_MOVE
        return extra_forbids(state, self.seat, move)

    def numbers(self, state: FirstClassState, move: int) -> dict[str, int]:
        return extra_numbers(state, self.seat, move)

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        if move == DONE:
            state.push(state.game.effects_by_name["EndTurn"](self.seat))
        else:
            state.push(self)
            take_extra(state, self.seat, move)

"""Railway cards: drawing, face-up cards, the change of rounds, the Time cards (SP-DRAW, SP-ROUND, SP-TIME)."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike import events
from trainshed.games.spike.rules.citations import CITE
from trainshed.games.spike.rules.components import DRAW, PILE, ROUNDS, STOP, TAKE, TIME
from trainshed.games.spike.rules.ending import finish
from trainshed.games.spike.rules.state import NONE, SpikeState, changed
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, OpenQuestion

NOT_FACE_UP: Final = CITE("SP-DRAW-01")
MUST_DRAW: Final = CITE("SP-TIME-01")


class PileChance(Effect):
    """A card from the pile. The pile is a multiset; in round 3 its lower half also holds the Time cards."""

    __slots__ = ()

    def asks(self, state: SpikeState) -> int:
        return NATURE

    def chance(self, state: SpikeState) -> str:
        return "deck"

    def odds(self, state: SpikeState) -> list[tuple[int, int]]:
        first = state.box.first[DRAW]
        times = state.pile_times if state.upper == 0 else 0
        cards = [(first + color, count) for color, count in enumerate(state.pile) if count]
        return [(state.box.first[TIME], times), *cards] if times else cards

    def tickets(self, state: SpikeState) -> int:
        cards = state.pile_times if state.upper == 0 else 0
        for count in state.pile:
            cards += count
        return cards

    def pick(self, state: SpikeState, ticket: int) -> int:
        if state.upper == 0:
            ticket -= state.pile_times
            if ticket < 0:
                return state.box.first[TIME]
        for color, count in enumerate(state.pile):
            ticket -= count
            if ticket < 0:
                return state.box.first[DRAW] + color
        raise ValueError("no such ticket")

    def draw(self, state: SpikeState, move: int) -> int:
        """Remove the railway card that this word names from the pile; its colour."""
        color = move - state.box.first[DRAW]
        state.pile = changed(state.pile, color, -1)
        if state.upper:
            state.upper -= 1
        return color

    def time_card(self, state: SpikeState, seat: int) -> bool:
        """Lay a Time card on the board; is it the last one, which ends the game at once (SP-TIME-02)?"""
        state.pile_times -= 1
        state.times += 1
        if state.heard is not None:
            state.heard.append(events.TimeDrawn(seat, state.times))
        if state.times < state.box.time_cards:
            return False
        finish(state, "time")
        return True


def into_hand(state: SpikeState, seat: int, color: int) -> None:
    """A card that only its owner sees goes into a hand; the round in which it came is remembered."""
    player = state.players[seat]
    player.hand = changed(player.hand, color, 1)
    player.draws = changed(player.draws, (state.round - 1) * len(state.box.colors) + color, 1)
    if state.heard is not None:
        state.heard.append(events.CardDrawn(seat, state.box.colors[color]))


class PileCard(PileChance):
    """A card from the pile for a player who may draw `left` cards, this one included."""

    __slots__ = ("left", "seat")

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def args(self) -> list[int]:
        return [self.seat, self.left]

    def hidden(self, state: SpikeState, seat: int, move: int) -> str:
        return "" if seat == self.seat or move == state.box.first[TIME] else "draw:?"

    def answer(self, state: SpikeState, move: int) -> None:
        state.idle = 0
        if move == state.box.first[TIME]:  # SP-TIME-01: another card must be drawn instead
            if not self.time_card(state, self.seat):
                state.push(self if state.table.times_from_pile else DrawMore(self.seat, self.left, 1))
            return
        into_hand(state, self.seat, self.draw(state, move))
        if self.left > 1:
            state.push(DrawMore(self.seat, self.left - 1, 0))
        check_pile(state)


def take_face_up(state: SpikeState, seat: int, color: int, left: int) -> None:
    """Take a face-up card; its slot stays empty until the whole draw is finished (SP-DRAW-03)."""
    state.idle = 0
    slot = state.display.index(color)
    display = state.display[:]
    display[slot] = NONE
    state.display = display
    player = state.players[seat]
    player.hand = changed(player.hand, color, 1)
    player.taken = changed(player.taken, color, 1)
    if state.heard is not None:
        state.heard.append(events.CardTaken(seat, state.box.colors[color], slot))
    if left > 1:
        state.push(DrawMore(seat, left - 1, 0))


def face_up_words(state: SpikeState) -> list[int]:
    """The words that take a face-up card, ascending."""
    first = state.box.first[TAKE]
    shown = 0
    for color in state.display:
        if color != NONE:
            shown |= 1 << color
    return [first + color for color in range(len(state.box.colors)) if shown >> color & 1]


class DrawMore(OpenQuestion):
    """A player has drawn a card and may draw more (SP-DRAW-05), or must in place of a Time card (SP-TIME-01)."""

    __slots__ = ("left", "must")

    def __init__(self, seat: int, left: int, must: int) -> None:
        super().__init__(seat)
        self.left = left
        self.must = must

    def args(self) -> list[int]:
        return [self.seat, self.left, self.must]

    def legal(self, state: SpikeState) -> list[int]:
        first = state.box.first
        words = [first[PILE]] if self.must else [first[PILE], first[STOP]]
        return words + face_up_words(state)

    def forbids(self, state: SpikeState, move: int) -> int:
        kind = state.box.kind[move]
        if kind == PILE:
            return 0
        if kind == STOP:
            return MUST_DRAW if self.must else 0
        if kind == TAKE:
            return 0 if state.box.about[move] in state.display else NOT_FACE_UP
        return OTHER_QUESTION

    def take(self, state: SpikeState, move: int, forced: bool) -> None:
        kind = state.box.kind[move]
        if kind == PILE:
            state.push(PileCard(self.seat, self.left))
        elif kind == TAKE:
            take_face_up(state, self.seat, state.box.about[move], self.left)
        elif state.heard is not None:
            state.heard.append(events.DrawingStopped(self.seat))


def check_pile(state: SpikeState) -> None:
    """SP-ROUND-01, SP-ROUND-09: in rounds 1 and 2 the round ends as soon as the pile has run out."""
    if state.round < ROUNDS and not any(state.pile):
        new_round(state)


def new_round(state: SpikeState) -> None:
    """SP-ROUND-02, SP-ROUND-03: the next round; face-up cards and discards become the new pile."""
    pile = state.discards[:]
    for color in state.display:
        if color != NONE:
            pile[color] += 1
    state.round += 1
    state.times = state.round if state.round < ROUNDS else 0
    state.pile = pile
    state.discards = [0] * len(pile)
    state.display = [NONE] * state.box.face_up
    if state.heard is not None:
        state.heard.append(events.RoundBegun(state.round, sum(pile)))
    state.push(LayOut())


class Refill(PileChance):
    """SP-DRAW-03: after the whole draw the face-up cards are completed; `seat` has drawn (NONE: the set-up)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        return [self.seat]

    def asks(self, state: SpikeState) -> int:
        return NATURE if NONE in state.display else NOBODY

    def resolve(self, state: SpikeState) -> None:
        pass

    def answer(self, state: SpikeState, move: int) -> None:
        if move == state.box.first[TIME]:  # SP-TIME-03: another card takes the slot
            if not self.time_card(state, self.seat):
                state.push(self)
            return
        show(state, self.draw(state, move))
        state.push(self)
        check_pile(state)


def show(state: SpikeState, color: int) -> None:
    """Turn a card face up in the first empty slot."""
    slot = state.display.index(NONE)
    display = state.display[:]
    display[slot] = color
    state.display = display
    if state.heard is not None:
        state.heard.append(events.CardShown(state.box.colors[color], slot))


class LayOut(PileChance):
    """SP-ROUND-04, SP-ROUND-08: the new face-up cards of a round, then for round 3 the Time cards are mixed in."""

    __slots__ = ()

    def asks(self, state: SpikeState) -> int:
        return NATURE if NONE in state.display and any(state.pile) else NOBODY

    def answer(self, state: SpikeState, move: int) -> None:
        show(state, self.draw(state, move))
        state.push(self)

    def resolve(self, state: SpikeState) -> None:
        if state.round < ROUNDS:
            check_pile(state)  # SP-ROUND-10: so few cards that the next round ends at once
            return
        state.upper = sum(state.pile) // 2
        state.pile_times = state.box.time_cards
        if state.heard is not None:
            state.heard.append(events.TimesMixedIn(state.upper, state.pile_size()))

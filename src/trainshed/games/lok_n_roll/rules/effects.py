"""The effects of Lok'n'Roll: every draw, roll and question that can be pending, and how it resolves."""

from __future__ import annotations

from typing import Final

from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.components import CHAOS, MOST_SEATS
from trainshed.games.lok_n_roll.rules.geometry import TURNS
from trainshed.games.lok_n_roll.rules.state import RIVAL, UNKNOWN, LokState
from trainshed.games.lok_n_roll.rules.steps import (
    CHAOS_NO_TRACK,
    CITE,
    combine,
    form_forbids,
    lay,
    pass_step,
    placement_forbids,
    put_on_pile,
    run,
    take_penalty,
)
from trainshed.kernel.agenda import NATURE, NOBODY, OPEN, OTHER_QUESTION, Effect, SeatEffect, SecretQuestion

ONE_ACTION: Final = CITE("LR-TURN-04")
NOT_IN_HAND: Final = CITE("LR-EXTEND-01")
ONE_VALUE: Final = CITE("LR-EXTEND-02")
ACTION_CHOSEN: Final = CITE("LR-EXTEND-06")
SETUP_CHAOS: Final = CITE("LR-SETUP-04")
NO_CHAOS: Final = CITE("LR-CHAOS-01")
NOT_THIS_CHAOS: Final = CITE("LR-CHAOS-02")
NO_SUCH_PENALTY: Final = CITE("LR-PENALTY-05")


def lay_or_ask(state: LokState, seat: int, card: int, place: int, then: Effect) -> None:
    """Lay a card that fits. Its turn is asked only if there are several; a single one is taken openly (LR-PLACE-11)."""
    state.push(then)
    forms = state.turns(card)
    if len(forms) == 1:
        lay(state, place, card, forms[0], True)
    else:
        state.push(ChooseTurn(seat, card, place))


def end_turn(state: LokState, place: int) -> None:
    """Begin the next turn, or end the game when the deck is empty (LR-END-01)."""
    if state.deck == 0:
        if state.heard is not None:
            rival = (state.rival_score(), state.ranks()[RIVAL]) if state.rival else None
            state.heard.append(events.GameEnded(state.scores(), state.standings(), state.in_hand(), rival))
    elif state.rival:  # LR-RIVAL-03: the two take turns
        state.push(DRAW[0] if place == RIVAL else RIVAL_DRAW)
    else:  # LR-TURN-01: clockwise
        state.push(DRAW[place + 1 if place + 1 < state.seats else 0])


# ---------------------------------------------------------------- nature


class CardChance(Effect):
    """A draw from the deck. The unseen cards are a multiset: no card has a position before it is drawn."""

    __slots__ = ()

    def asks(self, state: LokState) -> int:
        return NATURE

    def chance(self, state: LokState) -> str:
        return "deck"

    def odds(self, state: LokState) -> list[tuple[int, int]]:
        first = state.box.first_draw
        return [(first + card, count) for card, count in enumerate(state.unseen) if count]

    def tickets(self, state: LokState) -> int:
        return state.unseen_total

    def pick(self, state: LokState, ticket: int) -> int:
        for card, count in enumerate(state.unseen):
            ticket -= count
            if ticket < 0:
                return state.box.first_draw + card
        raise ValueError("no such ticket")

    def draw(self, state: LokState, move: int) -> int:
        """Remove the card that this word names from the unseen cards and the deck."""
        card = move - state.box.first_draw
        state.unseen[card] -= 1
        state.unseen_total -= 1
        state.deck -= 1
        return card


class ChooseStart(Effect):
    """LR-SETUP-14: no start player was named, so every seat is equally likely."""

    __slots__ = ()

    def asks(self, state: LokState) -> int:
        return NATURE

    def chance(self, state: LokState) -> str:
        return "start"

    def odds(self, state: LokState) -> list[tuple[int, int]]:
        return [(word, 1) for word in range(state.box.first_start, state.box.first_start + state.seats)]

    def answer(self, state: LokState, move: int) -> None:
        seat = move - state.box.first_start
        state.first = seat
        if state.heard is not None:
            state.heard.append(events.StartChosen(seat))
        state.push(StartTrack(seat))


class StartTrack(CardChance):
    """LR-SETUP-02: draw a card and lay it at the end of the starting track."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        return [self.seat]

    def answer(self, state: LokState, move: int) -> None:
        card = self.draw(state, move)
        name = state.box.names[card]
        if state.heard is not None:
            state.heard.append(events.CardTurned(self.seat, name))
        forbidden = placement_forbids(state, card)
        if forbidden:  # LR-SETUP-04: put aside, and the same player draws again
            state.aside.append(card)
            if state.heard is not None:
                clause = SETUP_CHAOS if forbidden == CHAOS_NO_TRACK else forbidden
                state.heard.append(events.CardAside(self.seat, name, CITE.ids[clause]))
            state.push(self)
        else:
            lay_or_ask(state, self.seat, card, self.seat, CheckStart(self.seat))


class CheckStart(SeatEffect):
    """Is the starting track complete? Else the next player goes on (LR-SETUP-06, -07)."""

    __slots__ = ()

    def asks(self, state: LokState) -> int:
        return NOBODY

    def resolve(self, state: LokState) -> None:
        box = state.box
        if len(state.track) < box.starting_track:
            state.push(StartTrack((self.seat + 1) % state.seats))
            return
        state.engine = box.engine_index  # LR-SETUP-08
        back = len(state.aside)
        for card in state.aside:  # LR-SETUP-05
            state.unseen[card] += 1
            state.unseen_total += 1
        state.aside = []
        removed = box.removed[state.seats]  # LR-SETUP-10
        state.deck = state.unseen_total - removed
        if state.heard is not None:
            state.heard.append(events.TrackReady(state.engine, back, removed, state.deck))
        state.push(Deal(box.hand * state.seats))


class Deal(CardChance):
    """LR-SETUP-11: the starting hands, one card at a time round the table."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def args(self) -> list[int]:
        return [self.left]

    def seat(self, state: LokState) -> int:
        dealt = state.box.hand * state.seats - self.left
        return (state.first + dealt) % state.seats

    def hidden(self, state: LokState, seat: int, move: int) -> str:
        return "" if seat == self.seat(state) else "draw:?"

    def answer(self, state: LokState, move: int) -> None:
        into_hand(state, self.seat(state), self.draw(state, move))
        if self.left > 1:
            state.push(Deal(self.left - 1))
        else:
            state.push(RIVAL_DRAW if state.rival else DRAW[state.first])


def into_hand(state: LokState, seat: int, card: int) -> None:
    """Add a card to a hand, which stays in ascending order."""
    hand = state.players[seat].hand
    at = len(hand)
    while at and hand[at - 1] > card:
        at -= 1
    hand.insert(at, card)
    if state.heard is not None:
        state.heard.append(events.CardDrawn(seat, state.box.names[card]))


class Draw(CardChance):
    """LR-TURN-02: a turn begins with a card from the deck."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        return [self.seat]

    def hidden(self, state: LokState, seat: int, move: int) -> str:
        return "" if seat == self.seat else "draw:?"

    def answer(self, state: LokState, move: int) -> None:
        state.turn += 1
        if state.heard is not None:
            state.heard.append(events.TurnBegun(self.seat, state.turn))
        into_hand(state, self.seat, self.draw(state, move))
        state.push(ACTION[self.seat])


class Roll(Effect):
    """LR-DICE-01 and -02: as many dice as the cards' values, four at a time."""

    __slots__ = ("dice", "seat", "wheels")

    def __init__(self, seat: int, dice: int, wheels: int) -> None:
        self.seat = seat
        self.dice = dice
        self.wheels = wheels

    def args(self) -> list[int]:
        return [self.seat, self.dice, self.wheels]

    def asks(self, state: LokState) -> int:
        return NATURE

    def chance(self, state: LokState) -> str:
        return "die"

    def thrown(self, state: LokState) -> int:
        most = state.box.dice
        return self.dice if self.dice < most else most

    def odds(self, state: LokState) -> list[tuple[int, int]]:
        first = state.box.first_wheels
        weights = state.box.roll_weights[self.thrown(state)]
        return [(first + wheels, weight) for wheels, weight in enumerate(weights) if weight]

    def tickets(self, state: LokState) -> int:
        return state.box.roll_tickets[self.thrown(state)]

    def pick(self, state: LokState, ticket: int) -> int:
        for wheels, weight in enumerate(state.box.roll_weights[self.thrown(state)]):
            ticket -= weight
            if ticket < 0:
                return state.box.first_wheels + wheels
        raise ValueError("no such ticket")

    def answer(self, state: LokState, move: int) -> None:
        thrown = self.thrown(state)
        wheels = move - state.box.first_wheels
        if state.heard is not None:
            state.heard.append(events.Rolled(self.seat, thrown, wheels))
        if self.dice > thrown:
            state.push(Roll(self.seat, self.dice - thrown, self.wheels + wheels))
            return
        due = run(state, self.seat, self.wheels + wheels)  # LR-DICE-03, -06
        if due < 0:
            lose(state)
            return
        collect(state, self.seat, due)


def lose(state: LokState) -> None:
    """LR-SOLO-05 and -07: a lost challenge ends at once, before any penalty card is taken."""
    state.lost = True
    state.clear()
    if state.heard is not None:
        state.heard.append(events.Lost(state.players[0].derailments))


def collect(state: LokState, seat: int, due: int) -> None:
    """Take the penalty cards that are due; they wait beside the player until the end of the turn (LR-PENALTY-06)."""
    if due:
        state.penalties = [laid.card for laid in take_penalty(state, seat, due)]
    if state.penalties:
        state.push(DISCARD[seat])
    else:
        end_turn(state, seat)


# ---------------------------------------------------------------- questions


class Action(SeatEffect):
    """LR-TURN-04: pass, extend the track, or discard chaos cards. Also asked where the hand leaves only a pass, because
    nobody else may learn that."""

    __slots__ = ()

    def begins_turn(self, state: LokState) -> bool:
        """LR-TURN-02, -04: the card was drawn, and there is one action in a turn."""
        return True

    def legal(self, state: LokState) -> list[int]:
        box = state.box
        moves = [box.word_pass]
        lays: list[int] = []
        last = UNKNOWN
        for card in state.players[self.seat].hand:
            if card != last:
                last = card
                if box.kind[card] == CHAOS:
                    moves.append(box.first_chaos + box.value[card])
                elif placement_forbids(state, card) == 0:
                    lays.append(box.first_lay + card)
        moves += lays
        return moves

    def forbids(self, state: LokState, move: int) -> int:
        box = state.box
        if move == box.word_pass:  # LR-PASS-01
            return 0
        card = move - box.first_lay
        if 0 <= card < box.classes:
            if card not in state.players[self.seat].hand:
                return CHAOS_NO_TRACK if box.kind[card] == CHAOS else NOT_IN_HAND
            return placement_forbids(state, card)
        if box.is_chaos(move):
            return chaos_forbids(state, self.seat, move)
        if move == box.word_stop:
            return ONE_ACTION
        return OTHER_QUESTION

    def numbers(self, state: LokState, move: int) -> dict[str, int]:
        return lay_numbers(state, move)

    def answer(self, state: LokState, move: int) -> None:
        box = state.box
        if move == box.word_pass:
            if state.heard is not None:
                state.heard.append(events.Passed(self.seat, False))
            collect(state, self.seat, pass_step(state, self.seat))
            return
        card = move - box.first_lay
        if 0 <= card < box.classes:
            extend(state, self.seat, card, 0)
        else:
            discard_chaos(state, self.seat, move)


def lay_numbers(state: LokState, move: int) -> dict[str, int]:
    """The figures of a refused placement: the value of the card and of the end it would follow."""
    card = move - state.box.first_lay
    if not 0 <= card < state.box.classes or not state.track:
        return {}
    return {"value": state.box.value[card], "end": state.box.value[state.track[-1].card]}


def extend(state: LokState, seat: int, card: int, dice: int) -> None:
    """Play a card from hand to the end of the track; more of its value may follow (LR-EXTEND-01)."""
    state.players[seat].hand.remove(card)
    if state.heard is not None:
        state.heard.append(events.CardPlayed(seat, state.box.names[card]))
    value = state.box.value[card]
    lay_or_ask(state, seat, card, seat, ExtendMore(seat, value, dice + value))


def discard_chaos(state: LokState, seat: int, move: int) -> None:
    """Put a chaos card from hand on the own pile (LR-CHAOS-02); it may combine (LR-CHAOS-04)."""
    card = chaos_card(state, seat, move)
    state.players[seat].hand.remove(card)
    state.push(ChaosMore(seat))
    if put_on_pile(state, seat, card, True, False):
        state.push(Combine(seat))


def chaos_card(state: LokState, seat: int, move: int) -> int:
    """The chaos card of this word in a hand, or UNKNOWN."""
    box = state.box
    for card in state.players[seat].hand:
        if box.kind[card] == CHAOS and box.first_chaos + box.value[card] == move:
            return card
    return UNKNOWN


def chaos_forbids(state: LokState, seat: int, move: int) -> int:
    if chaos_card(state, seat, move) != UNKNOWN:
        return 0
    kind = state.box.kind
    for card in state.players[seat].hand:
        if kind[card] == CHAOS:
            return NOT_THIS_CHAOS
    return NO_CHAOS


class ChooseTurn(Effect):
    """Which way does this card turn the line (LR-PLACE-11)? For Laura the human answers (LR-RIVAL-16)."""

    __slots__ = ("card", "place", "seat")

    def __init__(self, seat: int, card: int, place: int) -> None:
        self.seat = seat
        self.card = card
        self.place = place

    def args(self) -> list[int]:
        return [self.seat, self.card, self.place]

    def asks(self, state: LokState) -> int:
        return self.seat

    def candidates(self, state: LokState) -> list[int]:
        return list(range(state.box.first_turn, state.box.first_turn + len(TURNS)))

    def forbids(self, state: LokState, move: int) -> int:
        turn = move - state.box.first_turn
        if 0 <= turn < len(TURNS):
            return form_forbids(state, self.card, turn)
        if move == state.box.word_pass and self.place == self.seat and not state.setting_up():
            return ACTION_CHOSEN
        return OTHER_QUESTION

    def answer(self, state: LokState, move: int) -> None:
        turn = move - state.box.first_turn
        for form in state.box.forms[self.card]:
            if form.turn == turn:
                lay(state, self.place, self.card, form, False)
                return


class ExtendMore(SecretQuestion):
    """LR-EXTEND-06: another card of the same value, or stop and roll."""

    __slots__ = ("dice", "value")

    def __init__(self, seat: int, value: int, dice: int) -> None:
        super().__init__(seat)
        self.value = value
        self.dice = dice

    def args(self) -> list[int]:
        return [self.seat, self.value, self.dice]

    def settled(self, state: LokState) -> int:
        """Everybody sees that no further card can be laid: the hand is empty, or there is no room."""
        if not state.players[self.seat].hand or state.room() == 0:
            return state.box.word_stop
        return OPEN

    def legal(self, state: LokState) -> list[int]:
        box = state.box
        moves = [box.word_stop]
        last = UNKNOWN
        for card in state.players[self.seat].hand:
            if card != last:
                last = card
                if box.value[card] == self.value and placement_forbids(state, card) == 0:
                    moves.append(box.first_lay + card)
        return moves

    def forbids(self, state: LokState, move: int) -> int:
        box = state.box
        if move == box.word_stop:
            return 0
        card = move - box.first_lay
        if 0 <= card < box.classes:
            if card not in state.players[self.seat].hand:
                return CHAOS_NO_TRACK if box.kind[card] == CHAOS else NOT_IN_HAND
            if box.kind[card] != CHAOS and box.value[card] != self.value:
                return ONE_VALUE
            return placement_forbids(state, card)
        if move == box.word_pass or box.is_chaos(move):
            return ACTION_CHOSEN
        return OTHER_QUESTION

    def numbers(self, state: LokState, move: int) -> dict[str, int]:
        return lay_numbers(state, move)

    def take(self, state: LokState, move: int, forced: bool) -> None:
        if move != state.box.word_stop:
            extend(state, self.seat, move - state.box.first_lay, self.dice)
            return
        if state.heard is not None:
            state.heard.append(events.Stopped(self.seat, forced))
        state.push(Roll(self.seat, self.dice, 0))  # LR-EXTEND-05


class ChaosMore(SecretQuestion):
    """LR-CHAOS-02: another chaos card, or stop."""

    __slots__ = ()

    def settled(self, state: LokState) -> int:
        """Everybody sees an empty hand."""
        return OPEN if state.players[self.seat].hand else state.box.word_stop

    def candidates(self, state: LokState) -> list[int]:
        return [state.box.word_stop, *[state.box.first_chaos + value for value in state.box.values]]

    def forbids(self, state: LokState, move: int) -> int:
        box = state.box
        if move == box.word_stop:
            return 0
        if box.is_chaos(move):
            return chaos_forbids(state, self.seat, move)
        if move == box.word_pass or 0 <= move - box.first_lay < box.classes:
            return ONE_ACTION
        return OTHER_QUESTION

    def take(self, state: LokState, move: int, forced: bool) -> None:
        if move != state.box.word_stop:
            discard_chaos(state, self.seat, move)
            return
        if state.heard is not None:
            state.heard.append(events.Stopped(self.seat, forced))
        end_turn(state, self.seat)


class Discard(SeatEffect):
    """LR-PENALTY-05: which penalty card goes to the pile next? Only its value matters (LR-COMBINE-08)."""

    __slots__ = ()

    def asks(self, state: LokState) -> int:
        penalties = state.penalties
        value = state.box.value
        for card in penalties:
            if value[card] != value[penalties[0]]:
                return self.seat
        return NOBODY  # nothing left, or nothing to choose

    def resolve(self, state: LokState) -> None:
        if state.penalties:
            self.discard(state, 0, True)
        else:
            end_turn(state, self.seat)

    def discard(self, state: LokState, index: int, forced: bool) -> None:
        card = state.penalties.pop(index)
        state.push(self)
        if put_on_pile(state, self.seat, card, False, forced):
            state.push(Combine(self.seat))

    def candidates(self, state: LokState) -> list[int]:
        return [state.box.first_discard + value for value in state.box.values]

    def forbids(self, state: LokState, move: int) -> int:
        box = state.box
        wanted = move - box.first_discard
        if wanted in box.values:
            for card in state.penalties:
                if box.value[card] == wanted:
                    return 0
            return NO_SUCH_PENALTY
        return OTHER_QUESTION

    def answer(self, state: LokState, move: int) -> None:
        box = state.box
        wanted = move - box.first_discard
        for index, card in enumerate(state.penalties):
            if box.value[card] == wanted:
                self.discard(state, index, False)
                return


class Combine(SeatEffect):
    """LR-COMBINE-06: may the two top cards of the pile leave? They have the same value."""

    __slots__ = ()

    def candidates(self, state: LokState) -> list[int]:
        return [state.box.word_combine, state.box.word_keep]

    def forbids(self, state: LokState, move: int) -> int:
        if move in (state.box.word_combine, state.box.word_keep):
            return 0
        return OTHER_QUESTION

    def answer(self, state: LokState, move: int) -> None:
        if move == state.box.word_combine:
            combine(state, self.seat)
        elif state.heard is not None:
            name = state.box.names[state.players[self.seat].pile[-1]]
            state.heard.append(events.Kept(self.seat, name))


# ---------------------------------------------------------------- Laura


class RivalDraw(CardChance):
    """LR-RIVAL-04 to -07: Laura draws openly; chaos goes to her pile, a card that fits is laid, else she passes."""

    __slots__ = ()

    def answer(self, state: LokState, move: int) -> None:
        card = self.draw(state, move)
        state.turn += 1
        name = state.box.names[card]
        if state.heard is not None:
            state.heard.append(events.TurnBegun(None, state.turn))
            state.heard.append(events.CardTurned(None, name))
        forbidden = placement_forbids(state, card)
        if forbidden == CHAOS_NO_TRACK:
            rival_discards(state, card)
            end_turn(state, RIVAL)
        elif forbidden:
            state.boxed.append(card)
            if state.heard is not None:
                state.heard.append(events.CardBoxed(name))
                state.heard.append(events.Passed(None, True))
            rival_collects(state, pass_step(state, RIVAL))
        else:
            lay_or_ask(state, 0, card, RIVAL, RivalRun(state.box.value[card]))


class RivalRun(Effect):
    """LR-RIVAL-08: the engine moves by the value of her card, without dice."""

    __slots__ = ("steps",)

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def args(self) -> list[int]:
        return [self.steps]

    def resolve(self, state: LokState) -> None:
        rival_collects(state, run(state, RIVAL, self.steps))


def rival_collects(state: LokState, due: int) -> None:
    """LR-RIVAL-10: each penalty card goes straight onto her pile, in the order taken."""
    if due:
        for laid in take_penalty(state, RIVAL, due):
            rival_discards(state, laid.card)
    end_turn(state, RIVAL)


def rival_discards(state: LokState, card: int) -> None:
    """LR-RIVAL-11: she combines whenever she can."""
    if put_on_pile(state, RIVAL, card, False, True):
        combine(state, RIVAL)


EFFECTS: Final = (
    ChooseStart,
    StartTrack,
    CheckStart,
    Deal,
    Draw,
    Roll,
    Action,
    ChooseTurn,
    ExtendMore,
    ChaosMore,
    Discard,
    Combine,
    RivalDraw,
    RivalRun,
)

# Immutable, and pushed in every turn: one of each is enough.
DRAW: Final = [Draw(seat) for seat in range(MOST_SEATS)]
ACTION: Final = [Action(seat) for seat in range(MOST_SEATS)]
DISCARD: Final = [Discard(seat) for seat in range(MOST_SEATS)]
RIVAL_DRAW: Final = RivalDraw()

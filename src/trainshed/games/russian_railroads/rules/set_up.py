"""Setting up Russian Railroads: turn order, engineers, starting bonus cards."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.in_progress import IN_FULL_ONLY, carry_out
from trainshed.games.russian_railroads.rules.rounds import begin_round
from trainshed.games.russian_railroads.rules.spaces import START_GONE
from trainshed.games.russian_railroads.rules.state import NO_SPACE, RailState
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, SeatEffect


class DealOrder(Effect):
    """RR-SETUP-25, -26: nature deals the turn order cards, one position after the other."""

    __slots__ = ()

    def asks(self, state: RailState) -> int:
        return NATURE if len(state.order) < state.seats else NOBODY

    def chance(self, state: RailState) -> str:
        return "turn order"

    def odds(self, state: RailState) -> list[tuple[int, int]]:
        first: int = state.game.words.seat
        return [(first + seat, 1) for seat in range(state.seats) if seat not in state.order]

    def answer(self, state: RailState, move: int) -> None:
        seat = move - state.game.words.seat
        state.order.append(seat)
        if state.heard is not None:
            state.heard.append(events.PositionDealt(seat, len(state.order)))
        state.push(self)

    def resolve(self, state: RailState) -> None:
        state.push(LayEngineers())


class LayEngineers(Effect):
    """RR-SETUP-14, RR-PLAYERS2-03, RR-PLAYERS3-02: nature fills the engineer strip from left to right."""

    __slots__ = ()

    def asks(self, state: RailState) -> int:
        fill = state.box.strips[state.seats].fill
        return NATURE if len(state.strip) < len(fill) and fill[len(state.strip)] else NOBODY

    def letter(self, state: RailState) -> str:
        letter: str = state.box.strips[state.seats].fill[len(state.strip)]
        return letter

    def chance(self, state: RailState) -> str:
        return f"engineers {self.letter(state)}"

    def odds(self, state: RailState) -> list[tuple[int, int]]:
        first: int = state.game.words.tile
        letter = self.letter(state)
        letters = state.box.engineer_letter
        return [
            (first + number, 1)
            for number in range(1, state.box.engineer_count + 1)
            if letters[number] == letter and number not in state.strip
        ]

    def answer(self, state: RailState, move: int) -> None:
        self.lay(state, move - state.game.words.tile)

    def resolve(self, state: RailState) -> None:
        if len(state.strip) < len(state.box.strips[state.seats].fill):
            self.lay(state, 0)
            return
        for position in reversed(state.box.quantities[state.seats].starting_card_choosers):
            state.push(ChooseStart(state.order[position - 1]))

    def lay(self, state: RailState, number: int) -> None:
        if state.heard is not None:
            space = state.box.strips[state.seats].spaces[len(state.strip)]
            state.heard.append(events.EngineerLaid(number, space))
        state.strip.append(number)
        state.push(self)


class ChooseStart(SeatEffect):
    """RR-STARTBONUS-01 to -04: which starting bonus card is taken?"""

    __slots__ = ()

    def begins_turn(self, state: RailState) -> bool:
        """RR-STARTBONUS-01: one seat after the other."""
        return True

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.start
        return list(range(first, first + len(state.box.start_names)))

    def forbids(self, state: RailState, move: int) -> int:
        card = move - state.game.words.start
        if not 0 <= card < len(state.box.start_names):
            return OTHER_QUESTION
        return 0 if state.starts >> card & 1 else START_GONE

    def answer(self, state: RailState, move: int) -> None:
        card = move - state.game.words.start
        state.starts &= ~(1 << card)
        if state.heard is not None:
            state.heard.append(events.StartChosen(self.seat, state.box.start_names[card]))
        state.push(SettleBonus(self.seat))  # RR-TURN-21
        carry_out(state, self.seat, state.box.start_parts[card], IN_FULL_ONLY, NO_SPACE)


class BeginGame(Effect):
    """RR-STARTBONUS-04: the cards nobody took go back to the box, and the first round begins."""

    __slots__ = ()

    def resolve(self, state: RailState) -> None:
        state.starts = 0
        begin_round(state)

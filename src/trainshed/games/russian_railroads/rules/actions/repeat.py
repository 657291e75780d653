"""Using the action of a space once more (RR-REUSE)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.use_space import perform
from trainshed.games.russian_railroads.rules.in_progress import FREE, ON_TRIAL
from trainshed.games.russian_railroads.rules.spaces import IN_FULL, repeat_forbids, repeatable, space_name
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.words import DONE
from trainshed.kernel.agenda import OTHER_QUESTION, OpenQuestion


class Repeat(OpenQuestion):
    """The action of which space is repeated (RR-REUSE-01)?"""

    __slots__ = ("full", "source")

    def __init__(self, seat: int, full: int, source: int) -> None:
        super().__init__(seat)
        self.full = full
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.full, self.source]

    def lapse(self, state: RailState) -> None:
        if self.full == ON_TRIAL:
            state.clear()
        elif state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, False))

    def legal(self, state: RailState) -> list[int]:
        first: int = state.game.words.repeat
        moves = [first + space for space in repeatable(state, self.seat, self.source, self.full != FREE)]
        if moves and not self.full:
            moves.insert(0, DONE)
        return moves

    def forbids(self, state: RailState, move: int) -> int:
        if move == DONE:
            return IN_FULL if self.full else 0
        space = move - state.game.words.repeat
        if not 0 <= space < state.game.words.spaces:
            return OTHER_QUESTION
        return repeat_forbids(state, self.seat, self.source, space, self.full != FREE)

    def take(self, state: RailState, move: int, forced: bool) -> None:
        if move == DONE:
            if state.heard is not None:
                state.heard.append(events.RestLapsed(self.seat, True))
            return
        space = move - state.game.words.repeat
        if state.heard is not None:
            state.heard.append(events.ActionRepeated(self.seat, space_name(state, space), forced))
        perform(state, self.seat, space, self.full, False)  # RR-CARD-08: no extra step by a repeat

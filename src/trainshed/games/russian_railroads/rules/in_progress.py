"""An action in progress: whose it is, how it must be carried out, and which parts are left of it.

Here is what it consists of, so that every chapter of the rules can begin one; `actions/carry.py` carries it out.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.rules.effect_notation import (
    BUILD,
    TRACK_UP_TO,
    ActionStep,
    Part,
    flat,
    parts_from,
)
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.kernel.agenda import Effect

FREE: Final = 0
"""How an effect is carried out: as far as possible and wanted (RR-TURN-08)."""
IN_FULL_ONLY: Final = 1
"""In full (RR-TURN-06)."""
ON_TRIAL: Final = 2
"""In full, on a copy: a part that becomes impossible ends the trial."""


class Action(Effect):
    """An action or effect in progress, with the parts that are still to be carried out.

    `full` says how: FREE, IN_FULL_ONLY or ON_TRIAL. `source` is its space, or NO_SPACE.
    `later` is 1 while a black step on this space would still earn the black worker's extra step.
    A dump and a view hold the parts as numbers, and so does the constructor.
    """

    __slots__ = ("full", "later", "parts", "seat", "source")

    def __init__(self, seat: int, full: int, source: int, later: int, *numbers: int) -> None:
        self.seat = seat
        self.full = full
        self.source = source
        self.later = later
        self.parts: list[Part] = parts_from(numbers) if numbers else []

    def args(self) -> list[int]:
        return [self.seat, self.full, self.source, self.later, *flat(self.parts)]

    def may_stop(self) -> bool:
        """May the rest be declined? Yes if it is carried out freely (RR-TURN-08), or only optional steps are left."""
        for part in self.parts:
            if part.verb <= BUILD and part.verb != TRACK_UP_TO:
                return self.full == FREE
        return True

    def without(self, step: ActionStep) -> list[Part]:
        """The parts that are left when this step is charged to the narrowest part that accepts it (RR-TURN-14)."""
        best = -1
        width = 99
        for at, part in enumerate(self.parts):
            if part.accepts(step):
                size = part.width()
                if size < width:
                    best, width = at, size
        left = self.parts[:]
        if left[best].count > 1:
            left[best] = left[best].times(left[best].count - 1)
        else:
            del left[best]
        return left


def carry_out(state: RailState, seat: int, parts: list[Part], full: int, source: int, later: int = 0) -> None:
    """Begin an action: it is the next thing to be carried out. The class `Carry` stands above those who begin one."""
    action: Action = state.game.effects_by_name["Carry"](seat, full, source, later)
    action.parts = parts
    state.push(action)

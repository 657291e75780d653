"""Icons in progress: whose they are, what kind of thing shows them, and which are left.

Here is what every chapter of the rules needs to begin them; `carry.py` carries them out.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class.rules.effect_notation import Icon, flat, icons_from
from trainshed.games.first_class.rules.state import NONE, FirstClassState
from trainshed.kernel.agenda import Effect

CARD: Final = 0
"""An action card, used or ignored: nothing else may be done between its icons (FC-TURN-05)."""
REWARD: Final = 1
"""A mail car, a tile, or the reward of a module's card: finished at once (FC-TURN-14)."""
LINE: Final = 2
"""A reward of a scoring phase: extras may come between its icons, but no other city (FC-SCORE-07, -16)."""
CHOICE: Final = 3
"""What the start-player tile gives: exactly one of the icons (FC-START-07)."""
IGNORED: Final = 5
"""An ignored card: one coach may be upgraded, and nothing else may be done before that (FC-TURN-07)."""
PAID: Final = 4
"""A contract or an end-bonus card: finished at once, unless an option lets coins be spent inside."""


class IconsPending(Effect):
    """Icons that are carried out one after the other. A dump and a view hold them as numbers."""

    __slots__ = ("icons", "kind", "seat", "source")

    def __init__(self, seat: int, kind: int, source: int, *numbers: int) -> None:
        self.seat = seat
        self.kind = kind
        self.source = source
        """The card (CARD), or the city (LINE); else NONE."""
        self.icons: list[Icon] = icons_from(numbers) if numbers else []

    def args(self) -> list[int]:
        return [self.seat, self.kind, self.source, *flat(self.icons)]


def carry_out(state: FirstClassState, seat: int, kind: int, icons: list[Icon], source: int = NONE) -> None:
    """Begin to carry out icons: they are the next thing that happens. Their class stands above those who begin them."""
    if icons:
        action: IconsPending = state.game.effects_by_name["Carry"](seat, kind, source)
        action.icons = icons
        state.push(action)

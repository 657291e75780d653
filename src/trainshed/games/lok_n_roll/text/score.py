"""A player's total in Lok'n'Roll and its two parts, the pile and the hand (LR-SCORE-01)."""

from __future__ import annotations

from typing import NamedTuple

from trainshed.games.lok_n_roll.text.names import points_of
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.translation import Translator


class Score(NamedTuple):
    """The points of a seat, as far as a viewer knows them."""

    pile: int
    cards: int
    """The number of cards in the hand."""
    hand: int | None
    """The points of the hand, or None if the viewer does not know its cards."""

    @property
    def text(self) -> str:
        """The total; with a hidden hand it is open: "7+?"."""
        return f"{self.pile}+?" if self.hand is None else str(self.pile + self.hand)

    def parts(self, speech: Translator) -> str:
        """The two parts of the total."""
        if self.hand is not None:
            return speech.phrase("pile %(pile)d + hand %(hand)d", pile=self.pile, hand=self.hand)
        return speech.plural(
            "pile %(pile)d + %(count)d card in hand",
            "pile %(pile)d + %(count)d cards in hand",
            self.cards,
            pile=self.pile,
        )


def score_of(view: View, seat: int) -> Score:
    """The points of a seat, as the viewer of `view` knows them."""
    cards = view.hands[seat]
    known = view.opened[seat] if view.opened else view.hand if seat == view.seat else None
    hand = points_of(known) if known is not None else None if cards else 0
    return Score(points_of(view.piles[seat]), cards, hand)

"""What moves are worth, as text: chances to win in percent; in a game for one, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from trainshed.kernel.translation import Translator
from trainshed.wire import JudgedDecision, JudgedMove

NARROW: Final = "\u202f"
"""Stands between a number and its percent sign."""

NOTHING: Final = 0.05
"""Differences below it are shown as 0.0."""


class MoveWorth(NamedTuple):
    """Compares moves by the chance to win, in percentage points; in a game for one by the points."""

    alone: bool
    fewest: bool
    """Whether the fewest points win."""
    speech: Translator

    def value(self, move: JudgedMove) -> float:
        """How good a move is; more is better."""
        if not self.alone:
            return 100 * move.chance
        return -move.points if self.fewest else move.points

    def share(self, move: JudgedMove, moves: Sequence[JudgedMove]) -> float:
        """How long the bar of a move is, compared to the longest one."""
        lengths = {each.move: max(0.0, each.points if self.alone else each.chance) for each in moves}
        return lengths[move.move] / (max(lengths.values()) or 1.0)

    def shown(self, move: JudgedMove) -> str:
        return decimal(move.points, self.speech) if self.alone else percent(move.chance)

    def margin(self, decision: JudgedDecision) -> float:
        """How much better the played move was than the best of the others; negative: how much it gave away."""
        others = [self.value(move) for move in decision.judgement.moves if move.move != decision.played]
        return self.value(decision.chosen) - max(others) if others else 0.0

    def loss(self, decision: JudgedDecision) -> float:
        """How much the played move gave away; 0 if none was better."""
        return max(0.0, -self.margin(decision))

    def of_several(self, decisions: Sequence[JudgedDecision]) -> float:
        """The margin of decisions that are told together: what the worst of them gave away, or else the largest margin.

        Not the sum: each estimate errs, and the losses of a turn could add up to more than there was to lose.
        """
        lost = max(self.loss(decision) for decision in decisions)
        return -lost if lost >= NOTHING else max(self.margin(decision) for decision in decisions)

    def explained(self, margin: float) -> str:
        """What a margin means, in a sentence."""
        _, alone = self.speech.gettext, self.alone
        facts = {"count": decimal(abs(margin), self.speech)}
        if abs(margin) < NOTHING:
            return _("Another choice was as good.")
        if margin > 0:
            text = (
                _("The next best choice was worth %(count)s points less.")
                if alone
                else _("The next best choice would have cost %(count)s percentage points of the chance to win.")
            )
        else:
            text = (
                _("A better choice was worth %(count)s points more.")
                if alone
                else _("A better choice would have brought %(count)s percentage points more chance to win.")
            )
        return text % facts


def percent(chance: float) -> str:
    """A chance as a whole percentage; one that is neither 0 nor 1 is never shown as such."""
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}{NARROW}%"


def decimal(number: float, speech: Translator) -> str:
    """A number with one decimal, as it is written in the reader's language."""
    text = f"{number:.1f}".replace("-", "−")
    return text if speech.language == "en" else text.replace(".", ",")


def signed_decimal(number: float, speech: Translator) -> str:
    """A number with its sign and one decimal; no sign before zero."""
    if abs(number) < NOTHING:
        return decimal(0.0, speech)
    return f"{'+' if number > 0 else ''}{decimal(number, speech)}"

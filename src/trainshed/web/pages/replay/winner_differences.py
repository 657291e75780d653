"""What the winner of an analysed game did differently from the others, in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import PointSources, Say
from trainshed.web.pages.replay.analysed_game import AnalysedGame
from trainshed.web.pages.table.coach.move_worth import MoveWorth, decimal

MOST_SOURCES: Final = 2


def differences(analysed: AnalysedGame, worth: MoveWorth, say: Say) -> list[str]:
    """The sources of points at which the winner was furthest ahead, and what each side gave away by weaker choices.

    Empty if nobody has won alone.
    """
    if len(analysed.winners) != 1:
        return []
    winner = analysed.winners[0]
    tally = analysed.tally(say)
    told = [] if tally is None or worth.alone else sources(analysed, tally, winner, say)
    return [*told, given_away(analysed, worth, winner, say)]


def sources(analysed: AnalysedGame, tally: PointSources, winner: int, say: Say) -> list[str]:
    """A sentence for each of the sources that brought the winner most more than the others."""
    sums = [[sum(source) for source in seat] for seat in tally.points]
    sign = -1 if analysed.standing.fewest else 1
    found = []
    for source, name in enumerate(tally.sources):
        others = [sums[seat][source] for seat in range(len(sums)) if seat != winner]
        average = sum(others) / len(others)
        found.append((sign * (sums[winner][source] - average), name, sums[winner][source], others))
    found.sort(key=lambda each: -each[0])
    return [compared(name, winner, own, others, say) for ahead, name, own, others in found[:MOST_SOURCES] if ahead > 0]


def compared(source: str, winner: int, own: int, others: Sequence[int], say: Say) -> str:
    """What a source brought the winner and the others."""
    _ = say.speech.gettext
    facts = {"source": source, "who": say.names[winner], "own": str(own).replace("-", "−")}
    if len(others) == 1:
        other, theirs = say.names[1 - winner], str(others[0]).replace("-", "−")
        return _("%(source)s: %(who)s %(own)s, %(other)s %(theirs)s.") % {**facts, "other": other, "theirs": theirs}
    average = decimal(sum(others) / len(others), say.speech)
    return _("%(source)s: %(who)s %(own)s, the others %(average)s on average.") % {**facts, "average": average}


def given_away(analysed: AnalysedGame, worth: MoveWorth, winner: int, say: Say) -> str:
    """What the choices of the winner and of the others gave away, on average."""
    _, speech = say.speech.gettext, say.speech
    own: list[float] = []
    theirs: list[float] = []
    for decision in analysed.analysis.decisions:
        (own if decision.seat == winner else theirs).append(worth.loss(decision))
    facts = {"who": say.names[winner], "own": decimal(mean(own), speech), "theirs": decimal(mean(theirs), speech)}
    if worth.alone:
        return _("A choice of %(who)s gave away %(own)s points on average.") % facts
    if analysed.seats == 2:
        text = _(
            "A choice of %(who)s gave away %(own)s percentage points of the chance to win on average,"
            " one of %(other)s %(theirs)s."
        )
        return text % {**facts, "other": say.names[1 - winner]}
    text = _(
        "A choice of %(who)s gave away %(own)s percentage points of the chance to win on average,"
        " one of the others %(theirs)s."
    )
    return text % facts


def mean(losses: Sequence[float]) -> float:
    """The mean; 0 if there was no choice."""
    return sum(losses) / len(losses) if losses else 0.0

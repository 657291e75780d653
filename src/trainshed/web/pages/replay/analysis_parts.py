"""The analysis on the replay page as HTML: chances to win, the choices of a row, turning points, and what decided."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from trainshed.draw.board import Say
from trainshed.draw.icons import icon, seat_icon
from trainshed.draw.seats import SEATS
from trainshed.draw.svg import element, rect
from trainshed.draw.timeline import MarkedRow
from trainshed.phrases import points
from trainshed.web.pages.replay.analysed_game import AnalysedGame
from trainshed.web.pages.replay.winner_differences import differences
from trainshed.web.pages.table.coach.move_worth import MoveWorth, decimal, percent, signed_decimal
from trainshed.web.pages.table.log_lines import LogLine
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.wire import JudgedDecision, JudgedMove

SHOWN_MOVES: Final = 4
"""Choices that are shown of one decision; the played one is always among them."""

NO_CHOICES: Final = '<section class="panel" id="choices-of-row" hidden></section>'
NO_VERDICT: Final = '<div id="verdict" hidden></div>'


class AnalysisParts:
    """Renders what the analysis says of a game at one row."""

    def __init__(self, analysed: AnalysedGame, row: int, say: Say) -> None:
        self.analysed = analysed
        self.row = row
        self.say = say
        self.speech = say.speech
        self.names = say.names
        self.worth = MoveWorth(analysed.seats == 1, analysed.standing.fewest, say.speech)

    def _(self, text: str, /, **facts: object) -> str:
        """A translated text with its gaps filled, escaped for HTML."""
        return escape(self.speech.phrase(text, **facts))

    def label(self, view: Any, word: str) -> str:
        """What a choice is called at the table."""
        said = say_of(self.analysed.game).label
        return str(said(self.analysed.game, view, word, speech=self.speech, names=self.names))

    # ------------------------------------------------------------ how the game stood

    def chance(self, seat: int) -> str:
        """The chance of a seat to win at the row, as text; empty in a game for one."""
        return "" if self.worth.alone else percent(self.analysed.chances[self.row][seat])

    def odds(self, shown: Sequence[str], faces: Sequence[str]) -> str:
        """The panel with the chances of all seats; `shown` are their points as text, `faces` their names as HTML."""
        items = "".join(self._seat(seat, shown[seat], faces[seat]) for seat in range(self.analysed.seats))
        alone = self.worth.alone
        title = self._("Points to expect") if alone else self._("Chance to win")
        known = "" if self._judged() is None else f"<p>{self._('From what the player to move knew then.')}</p>"
        return (
            f'<section class="panel odds-box" id="seats" aria-labelledby="odds-t"><h2 id="odds-t">{title}'
            f' <small>{self._basis()}</small></h2><ol class="odds{" alone" if alone else ""}">{items}</ol>'
            f"{known}</section>"
        )

    def _judged(self) -> JudgedDecision | None:
        """The decision from which the chances at the row are known; None at the end, where they are the result."""
        return None if self.row >= len(self.analysed.chances) - 1 else self.analysed.coming(self.row)

    def _basis(self) -> str:
        """How many games were imagined for it; that it is the result, at the end."""
        judged = self._judged()
        if judged is None:
            return self._("the result")
        count = judged.judgement.nodes
        return escape(self.speech.plural("%(count)d imagined game", "%(count)d imagined games", count))

    def _seat(self, seat: int, shown: str, face: str) -> str:
        head = f"{seat_icon(SEATS[seat], 18)}<b>{face}</b><span>{escape(shown)}</span>"
        if self.worth.alone:
            return f"<li>{head}<em>{self._expected(seat)}</em></li>"
        chance = self.analysed.chances[self.row][seat]
        return f"<li>{head}{meter(chance, f's-{SEATS[seat]}')}<em>{percent(chance)}</em></li>"

    def _expected(self, seat: int) -> str:
        """The points that a seat is expected to end with."""
        judged = self._judged()
        if judged is None:
            return str(self.analysed.standing.points[seat])
        return decimal(judged.judgement.points[seat], self.speech)

    # ------------------------------------------------------------ the choices of a decision

    def choices(self, decision: JudgedDecision | None, view: Any, bot: bool) -> str:
        """The choices of a decision, the best first; `view` is what its player saw, `bot` whether a bot decided."""
        if decision is None:
            return NO_CHOICES
        moves = compared_moves(decision)
        items = "".join(self._choice(decision, move, view) for move in moves)
        who = escape(self.names[decision.seat])
        why = self._reason(decision, view) if bot else ""
        return (
            f'<section class="panel" id="choices-of-row" aria-labelledby="choices-t"><h2 id="choices-t">'
            f"{self._('Row %(row)d', row=decision.row)} {seat_icon(SEATS[decision.seat], 15)} {who}</h2>"
            f'<ol class="alts">{items}</ol>{why}</section>'
        )

    def _choice(self, decision: JudgedDecision, move: JudgedMove, view: Any) -> str:
        played, best = move.move == decision.played, move is decision.best
        notes = [self._("played")] * played + [self._("best found")] * best
        cls = "best" if best else "played" if played else ""
        share = self.worth.share(move, decision.judgement.moves)
        return judged_item(self.label(view, move.move), notes, cls, share, self.worth.shown(move))

    def _reason(self, decision: JudgedDecision, view: Any) -> str:
        """What the move of a bot could bring, and how much more or less the best of the others."""
        others = [move for move in decision.judgement.moves if move.move != decision.played]
        own = round(decision.chosen.points)
        facts: dict[str, object] = {"who": self.names[decision.seat], "points": self._points(own)}
        if not others:
            return f"<p>{self._('%(who)s could expect %(points)s this way.', **facts)}</p>"
        ahead = own - round(others[0].points)
        facts |= {"count": abs(ahead), "other": self.label(view, others[0].move)}
        if ahead > 0:
            text = self._("%(who)s could expect %(points)s this way, %(count)d more than by “%(other)s”.", **facts)
        elif ahead < 0:
            text = self._("%(who)s could expect %(points)s this way, %(count)d fewer than by “%(other)s”.", **facts)
        else:
            text = self._("%(who)s could expect %(points)s this way, as many as by “%(other)s”.", **facts)
        return f"<p>{text}</p>"

    def _points(self, count: int) -> str:
        unit = self.analysed.standing.unit
        return f"{count}{unit}" if unit else points(count, self.speech)

    # ------------------------------------------------------------ the log

    def margin(self, line: LogLine) -> str:
        """What the decisions that a line of the log tells of gained or gave away; empty if there was no choice."""
        decided = self.analysed.of_rows(line.seat, line.seq, line.last) if line.moved else []
        if not decided:
            return ""
        margin = self.worth.of_several(decided)
        shown = signed_decimal(margin, self.speech)
        cls = " down" if shown.startswith("−") else " up" if shown.startswith("+") else ""
        return f'<span class="lg-d{cls}" title="{escape(self.worth.explained(margin))}">{shown}</span>'

    def key(self) -> str:
        """What the numbers beside the log are."""
        if self.worth.alone:
            return self._("+ and −: points, compared with the best other choice")
        return self._("+ and −: percentage points of the chance to win, compared with the best other choice")

    # ------------------------------------------------------------ the whole game

    def marks(self) -> list[MarkedRow]:
        """The turning points, for the chart."""
        return [MarkedRow(each.row, self._mark(each)) for each in self.analysed.turning_points]

    def _mark(self, decision: JudgedDecision) -> str:
        facts = {"row": decision.row, "who": self.names[decision.seat], "loss": self._lost(decision)}
        return self.speech.phrase("Turning point: row %(row)d, %(who)s, %(loss)s", **facts)

    def _lost(self, decision: JudgedDecision) -> str:
        return signed_decimal(-self.worth.loss(decision), self.speech)

    def verdict(self) -> str:
        """Turning points, and what the winner did differently."""
        return f'<div id="verdict">{self._turning_points()}{self._differences()}</div>'

    def _turning_points(self) -> str:
        items = "".join(self._turning_point(decision) for decision in self.analysed.turning_points)
        if not items:
            return ""
        about = self._("points given away") if self.worth.alone else self._("percentage points given away")
        return (
            f'<section class="panel" aria-labelledby="turning-t"><h2 id="turning-t">{self._("Turning points")}'
            f' <small>{about}</small></h2><ol class="turning">{items}</ol></section>'
        )

    def _turning_point(self, decision: JudgedDecision) -> str:
        view = self.analysed.asked.get(decision.row)
        if view is None:
            return ""
        played, better = (self.label(view, word) for word in (decision.played, decision.best.move))
        where = self._("Row %(row)d", row=decision.row)
        return (
            f'<li><a href="{decision.row}" data-row="{decision.row}">{icon("warn", 12)} {where}'
            f" {seat_icon(SEATS[decision.seat], 14)} {escape(self.names[decision.seat])}</a>"
            f"<em>{self._lost(decision)}</em><p>{escape(played)}</p>"
            f"<p><b>{self._('Better:')}</b> {escape(better)}</p></li>"
        )

    def _differences(self) -> str:
        told = differences(self.analysed, self.worth, self.say)
        if not told:
            return ""
        title = self._("What it cost") if self.worth.alone else self._("What the winner did differently")
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in told)
        return (
            f'<section class="panel" aria-labelledby="differ-t"><h2 id="differ-t">{title}</h2>'
            f'<ul class="differ">{items}</ul></section>'
        )


def compared_moves(decision: JudgedDecision) -> list[JudgedMove]:
    """The best moves of a decision, and the played one as the last if it is not among them."""
    moves = decision.judgement.moves
    shown = moves[:SHOWN_MOVES]
    return shown if decision.chosen in shown else [*shown[:-1], decision.chosen]


def judged_item(label: str, notes: Sequence[str], cls: str, share: float, worth: str) -> str:
    """A move in the list of those that were compared, with a bar; `notes` and `worth` are HTML."""
    return (
        f'<li class="{cls}"><span>{escape(label)}<small>{", ".join(notes)}</small></span>'
        f"{meter(share, 'worth')}<b>{worth}</b></li>"
    )


def meter(share: float, cls: str) -> str:
    """A bar that is full at 1; hidden from screen readers, as a number stands beside it."""
    body = rect(0, 0, 100 * share, 10)
    return element(
        "svg", body, cls=f"meter {cls}", viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true"
    )

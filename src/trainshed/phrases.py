"""Phrases that every title needs: names of players, lists, points, the result, and the general refusals.

Source strings are English and are translated by the `speech` that a caller passes. `names` are the names of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator

COLUMNS = 80
"""The width of a position as text."""


def who(seat: int, speech: Translator, names: Sequence[str]) -> str:
    """The name of the player in a seat, or a number where nobody has a name."""
    if seat < len(names) and names[seat]:
        return names[seat]
    return speech.phrase("Player %(number)d", number=seat + 1)


class NameTable:
    """Names of things by their ids in the content pack, as they stand inside a sentence."""

    def __init__(self, **names: str) -> None:
        self.names = names

    def __call__(self, name: str, speech: Translator) -> str:
        """The name of a thing; one that only a changed pack has is called by its own id there."""
        return speech.gettext(self.names[name]) if name in self.names else name.replace("_", " ")


class Counted:
    """A number of things as text: `Counted("%(count)d card", "%(count)d cards")(3, speech)`."""

    def __init__(self, one: str, many: str) -> None:
        self.one, self.many = one, many

    def __call__(self, count: int, speech: Translator) -> str:
        return speech.plural(self.one, self.many, count)


points: Final = Counted("%(count)d point", "%(count)d points")


def listed(parts: Sequence[str], speech: Translator) -> str:
    """Join texts with commas and "and"."""
    if len(parts) < 2:
        return "".join(parts)
    return speech.phrase("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def either(parts: Sequence[str], speech: Translator) -> str:
    """Join texts with commas and "or"."""
    if len(parts) < 2:
        return "".join(parts)
    return speech.phrase("%(first)s or %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def folded(text: str, indent: str = "") -> list[str]:
    """A text as lines of at most 80 columns."""
    return wrap(text, COLUMNS, initial_indent=indent, subsequent_indent="    ", break_on_hyphens=False)


def victory(standings: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """Who has won, by the ranks of the seats."""
    winners = [who(seat, speech, names) for seat, rank in enumerate(standings) if rank == 1]
    names_of = listed(winners, speech)
    return speech.plural("%(winners)s wins.", "%(winners)s share the victory.", len(winners), winners=names_of)


def totals(scores: Sequence[int], speech: Translator, names: Sequence[str]) -> list[str]:
    """The points of each seat at the end."""
    return [
        speech.phrase("%(who)s has %(points)s", who=who(seat, speech, names), points=points(count, speech))
        for seat, count in enumerate(scores)
    ]


def ending(results: Sequence[str], won: str, speech: Translator) -> str:
    """The end of a game in one line: the results of the seats, and who has won."""
    over = speech.phrase("The game is over: %(results)s.", results=listed(results, speech))
    return f"{over} {won}".strip()


def general_refusal(game: Game, refusal: Refusal, speech: Translator) -> str:
    """A refusal that is not about the move itself, or one for which a title has no sentence of its own."""
    _ = speech.gettext
    title: Any = game
    if not refusal.generic:
        return speech.phrase("The rules forbid it (%(clause)s).", clause=refusal.clause)
    if refusal.clause == title.clause_over:
        return _("The game is over.")
    if refusal.clause == title.clause_not_yours:
        return _("It is not your question.")
    return _("That does not answer the question that is asked now.")

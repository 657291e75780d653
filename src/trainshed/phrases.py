"""Phrases that every title needs: names of players, lists, points, the result, and the general refusals.

Source strings are English and are translated by the `speech` that a caller passes. `names` are the names of the seats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator, marked

COLUMNS = 80
"""The width of a position as text."""


CHANGED_BEFORE: Final = {
    "es": (
        ("y", "e", re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)),
        ("o", "u", re.compile(r"h?[oó]|8|11(?!\d)", re.IGNORECASE)),
    )
}
"""Conjunctions that change before some sounds: `historia` but not `hielo`, and numbers as they are read (`ocho`)."""


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
    return joined(parts, speech.gettext("%(first)s and %(last)s"), speech.language)


def either(parts: Sequence[str], speech: Translator) -> str:
    """Join texts with commas and "or"."""
    if len(parts) < 2:
        return "".join(parts)
    return joined(parts, speech.gettext("%(first)s or %(last)s"), speech.language)


def joined(parts: Sequence[str], text: str, language: str) -> str:
    """Join texts with commas, the last two by a translated text; Spanish says "e" before an i, and "u" before an o."""
    for word, other, before in CHANGED_BEFORE.get(language, ()):
        if before.match(parts[-1]):
            text = text.replace(f" {word} ", f" {other} ")
    return text % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


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


class Automa(NamedTuple):
    """A virtual opponent, who has no seat: the rules say what it does."""

    name: str
    face: str
    """Its portrait in `draw/faces/portraits.py`."""
    plays: str
    """How it plays, in one or two sentences."""


class Ranking(NamedTuple):
    """How players are compared at the end of a game, and the sentence that says what has decided it."""

    clauses: Sequence[str]
    """The clauses of the points and of each tie-break in its order; the last one is of a shared victory."""
    ties: Sequence[str] = ()
    """For each tie-break what its winner has, such as "more cities", in the reader's language."""
    amount: Callable[[int, Translator], str] = points
    """The points of a player as text."""
    fewest: bool = False
    """Whether the lowest numbers win."""

    def decided(self, keys: Mapping[int, Sequence[int]], speech: Translator, names: Sequence[str]) -> tuple[str, str]:
        """What has decided between some seats, and its clause; a key is the points and then what breaks each tie."""
        best = min if self.fewest else max
        first, level, part = list(keys), list(keys), 0
        for at in range(1 + len(self.ties)):
            most = best(keys[seat][at] for seat in first)
            ahead = [seat for seat in first if keys[seat][at] == most]
            if len(ahead) < len(first):
                level, part = first, at
            first = ahead

        def named(seats: Sequence[int]) -> str:
            return listed([who(seat, speech, names) for seat in seats], speech)

        facts = {"winners": named(first), "points": self.amount(keys[first[0]][0], speech)}
        if len(first) > 1:
            shared = marked("%(winners)s have %(points)s each and share the victory.")
            equal = marked("%(winners)s are level in everything, with %(points)s each, and share the victory.")
            return speech.phrase(equal if self.ties else shared, **facts), self.clauses[-1]
        others = [seat for seat in level if seat not in first]
        if not others:
            return speech.phrase("%(winners)s wins with %(points)s.", **facts), self.clauses[0]
        own, second = keys[first[0]][part], best(keys[seat][part] for seat in others)
        if part:
            text = marked("%(level)s have %(points)s each; %(winners)s wins with %(what)s, %(own)d to %(other)d.")
            facts |= {"level": named(level), "what": self.ties[part - 1]}
            return speech.phrase(text, **facts, own=own, other=second), self.clauses[part]
        facts |= {"others": named([seat for seat in others if keys[seat][0] == second])}
        text = marked("%(winners)s wins with %(points)s, ahead of %(others)s with %(fewer)s.")
        return speech.phrase(text, **facts, fewer=self.amount(second, speech)), self.clauses[0]


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

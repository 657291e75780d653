"""The one-page summary for a first game: a title's `text/summary.toml`, in the reader's language."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

import msgspec

from trainshed.kernel.registry import game as newest
from trainshed.kernel.rulebook import SOURCE_LANGUAGE, Rulebook
from trainshed.locale import LANGUAGES
from trainshed.web.pages.rulebook.guide import own_text

FORGOTTEN: Final = 5
"""The required number of entries in `forget`."""


class SummaryError(ValueError):
    """A summary that cannot be shown."""


class SummaryItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement in our own words, and the clauses that it is based on."""

    text: str
    clauses: list[str]


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The summary of a title: goal, turn, end and scoring, and what beginners forget."""

    goal: list[SummaryItem]
    turn: list[SummaryItem]
    end: list[SummaryItem]
    forget: list[SummaryItem]

    @property
    def shape(self) -> list[list[list[str]]]:
        """The clauses of all items, which must be the same in every language."""
        return [[item.clauses for item in items] for items in (self.goal, self.turn, self.end, self.forget)]


def read_summary(text: str, book: Rulebook) -> Summary:
    """A summary from the text of its file, checked against the rulebook."""
    try:
        found = msgspec.convert(tomllib.loads(text), Summary)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SummaryError(str(error)) from error
    if not (found.goal and found.turn and found.end):
        raise SummaryError("a summary says what one wants, what a turn is, and how it ends")
    if len(found.forget) != FORGOTTEN:
        raise SummaryError(f"beginners forget {FORGOTTEN} things, not {len(found.forget)}")
    for item in (*found.goal, *found.turn, *found.end, *found.forget):
        unknown = [clause for clause in item.clauses if clause not in book]
        if unknown or not item.clauses:
            raise SummaryError(f"{item.text[:40]!r} stands on {', '.join(unknown) or 'no clause'}")
    return found


@cache
def summaries(slug: str) -> dict[str, Summary]:
    """The summaries of a title by language; empty if it has none. A translation must cite the same clauses."""
    game = newest(slug)
    found = {}
    for language in LANGUAGES:
        text = own_text(game, "text/summary.toml" if language == SOURCE_LANGUAGE else f"text/summary.{language}.toml")
        if text:
            found[language] = read_summary(text, game.rulebook)
    for language, summary in found.items():
        if SOURCE_LANGUAGE not in found or summary.shape != found[SOURCE_LANGUAGE].shape:
            raise SummaryError(f"{slug}: the summary in {language} does not say the same as the English one")
    return found


def summary_in(slug: str, language: str) -> tuple[Summary, str] | None:
    """The summary of a title and its language (English where there is no translation); None if it has none."""
    found = summaries(slug)
    if not found:
        return None
    spoken = language if language in found else SOURCE_LANGUAGE
    return found[spoken], spoken

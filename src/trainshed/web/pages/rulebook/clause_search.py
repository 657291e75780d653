"""Finding clauses by words and numbers: accents and capitals do not matter, and the beginning of a word is enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from markupsafe import Markup

from trainshed.kernel.rulebook import CLAUSE_ID

WORD: Final = re.compile(r"[^\W_]+")
NUMBER: Final = re.compile(r"(?:[a-z]+[0-9]*-)+[0-9]+|[a-z]{2,}(?:-[a-z]+[0-9]*)+-?")
"""Ways to write a clause in a query: its whole number (`rr-turn-02`), its end (`turn-02`), or its beginning."""

ASIDE: Final = ' target="_blank" rel="noopener"'
"""Attributes of a link that opens in a new tab, so that a rule does not replace the page of a table."""

LONGEST: Final = 120
"""Maximum length of a query; the rest is cut off."""


def folded(text: str) -> str:
    """A text without accents and capitals."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


@lru_cache(maxsize=1 << 14)
def folded_word(word: str) -> str:
    """`folded` with a cache: a rulebook repeats a small set of words."""
    return folded(word)


def words_of(*texts: str) -> frozenset[str]:
    """All words of some texts, folded."""
    return frozenset(word for text in texts for word in WORD.findall(folded(text)))


class SearchQuery(NamedTuple):
    """A parsed query: clause numbers, of which one must match, and words, which must all occur."""

    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.numbers or self.words)

    def has_number(self, clause: str) -> bool:
        """Whether a clause matches one of the numbers."""
        parts = clause.lower().split("-")
        ends = ["-".join(parts[at:]) for at in range(len(parts) - 1)]
        return any(end.startswith(number) for end in ends for number in self.numbers)

    def finds(self, clause: str, words: frozenset[str]) -> bool:
        """Whether a clause that consists of these words matches the query."""
        if self.numbers and not self.has_number(clause):
            return False
        return all(any(word.startswith(begin) for word in words) for begin in self.words)


def wanted(question: str, prefix: str, areas: Sequence[str] = ()) -> SearchQuery:
    """Parse a query for the rulebook whose clause ids begin with `prefix`, and which has these areas.

    An area of several parts is found by its code too (`module-a`); taken as words, it would find every module.
    """
    numbers, words = [], []
    codes = [area.lower() for area in areas if "-" in area]
    for each in folded(question[:LONGEST]).split():
        piece = each.strip(".,;:()#")
        begins = piece.partition("-")[0] == prefix.lower() or piece[-1:].isdigit()
        if piece in codes:
            numbers.append(f"{piece}-")
        elif NUMBER.fullmatch(piece) and begins:
            numbers.append(piece)
        else:
            words += WORD.findall(piece)
    return SearchQuery(tuple(numbers), tuple(words))


def shown(text: str, found: SearchQuery, address: Callable[[str], str | None], aside: bool = False) -> Markup:
    """A text as HTML: search hits are marked, and clause ids are links; `aside` opens them in a new tab."""
    more = ASIDE if aside else ""
    parts, at = [], 0
    for named in CLAUSE_ID.finditer(text):
        there = address(named[0])
        if there is None:
            continue
        parts += [
            highlighted(text[at : named.start()], found),
            f'<a href="{escape(there)}"{more}>{escape(named[0])}</a>',
        ]
        at = named.end()
    return Markup("".join([*parts, highlighted(text[at:], found)]))


def highlighted(text: str, found: SearchQuery) -> str:
    """A piece of text as HTML, with search hits in `<mark>`."""
    parts, at = [], 0
    for word in WORD.finditer(text) if found.words else ():
        length = max((beginning(word[0], begin) for begin in found.words), default=0)
        if length:
            end = word.start() + length
            parts += [escape(text[at : word.start()]), f"<mark>{escape(text[word.start() : end])}</mark>"]
            at = end
    return "".join([*parts, escape(text[at:])])


def beginning(word: str, begin: str) -> int:
    """How many letters of a word match the beginning `begin`; 0 if the word begins otherwise."""
    if not folded_word(word).startswith(begin):
        return 0
    return next(length for length in range(1, len(word) + 1) if len(folded(word[:length])) >= len(begin))

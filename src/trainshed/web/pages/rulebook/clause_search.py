"""Finding clauses by numbers and words, in any order: a word is found in all its forms, and by its beginning.

Accents and capitals do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from markupsafe import Markup

from trainshed.kernel.rulebook import CLAUSE_ID, SOURCE_LANGUAGE
from trainshed.web.pages.rulebook.stems import folded, folded_word, stems, stop_words

WORD: Final = re.compile(r"[^\W_]+")
NUMBER: Final = re.compile(r"(?:[a-z]+[0-9]*-)+[0-9]+|[a-z]{2,}(?:-[a-z]+[0-9]*)+-?")
"""Ways to write a clause in a query: its whole number (`rr-turn-02`), its end (`turn-02`), or its beginning."""

ASIDE: Final = ' target="_blank" rel="noopener"'
"""Attributes of a link that opens in a new tab, so that a rule does not replace the page of a table."""

LONGEST: Final = 120
"""Maximum length of a query; the rest is cut off."""


SAME, STEM, BEGINNING, NO = 3, 2, 1, 0
"""How well a word matches a word of a query: it is the same, has the same stem, or begins with it."""


def words_of(*texts: str) -> frozenset[str]:
    """All words of some texts, without capitals."""
    return frozenset(word for text in texts for word in WORD.findall(text.casefold()))


def match(asked: str, word: str, language: str) -> int:
    """How well a word of a text in this language matches a word of a query; accents do not matter."""
    plain, plainly_asked = folded_word(word), folded_word(asked)
    if plain == plainly_asked:
        return SAME
    # Stems differ from their words at the end only: most words need none, which would take 0.1 ms each.
    alike = len(plain) > 2 and plain[:2] == plainly_asked[:2]
    if alike and not stems(word, language).isdisjoint(stems(asked, language)):
        return STEM
    return BEGINNING if plain.startswith(plainly_asked) else NO


class SearchedText(NamedTuple):
    """The words of a text that is searched, their language, and how much a match counts."""

    words: frozenset[str]
    language: str
    weight: int


class WordMatches(NamedTuple):
    """The words of a vocabulary that match a word of a query, by how well they do."""

    same: frozenset[str]
    stem: frozenset[str]
    beginning: frozenset[str]

    def best(self, words: frozenset[str]) -> int:
        """How well the best of these words matches."""
        levels = ((SAME, self.same), (STEM, self.stem), (BEGINNING, self.beginning))
        return next((how for how, found in levels if not found.isdisjoint(words)), NO)


class SearchQuery(NamedTuple):
    """A parsed query: clause numbers, of which one must match, and words, which must all occur."""

    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    matches: Mapping[str, Sequence[WordMatches]] = {}
    """For each language, what matches each of the words; see `among`."""

    def __bool__(self) -> bool:
        return bool(self.numbers or self.words)

    def among(self, vocabularies: Mapping[str, frozenset[str]]) -> SearchQuery:
        """This query for texts with these words, by language."""
        found = {}
        for language, vocabulary in vocabularies.items():
            found[language] = [matches_of(asked, vocabulary, language) for asked in self.words]
        return self._replace(matches=found)

    def has_number(self, clause: str) -> bool:
        """Whether a clause matches one of the numbers."""
        parts = clause.lower().split("-")
        ends = ["-".join(parts[at:]) for at in range(len(parts) - 1)]
        return any(end.startswith(number) for end in ends for number in self.numbers)

    def relevance(self, clause: str, texts: Sequence[SearchedText]) -> int:
        """How well a clause with these texts matches the query; 0 if it does not."""
        if self.numbers and not self.has_number(clause):
            return 0
        total = 1
        for number in range(len(self.words)):
            found = sum(self.matches[text.language][number].best(text.words) * text.weight for text in texts)
            if not found:
                return 0
            total += found
        return total


def matches_of(asked: str, vocabulary: frozenset[str], language: str) -> WordMatches:
    by_level: dict[int, set[str]] = {SAME: set(), STEM: set(), BEGINNING: set(), NO: set()}
    for word in vocabulary:
        by_level[match(asked, word, language)].add(word)
    return WordMatches(frozenset(by_level[SAME]), frozenset(by_level[STEM]), frozenset(by_level[BEGINNING]))


def wanted(question: str, prefix: str, areas: Sequence[str] = (), language: str = "en") -> SearchQuery:
    """Parse a query for the rulebook whose clause ids begin with `prefix`, and which has these areas.

    An area of several parts is found by its code too (`module-a`); taken as words, it would find every module. Words
    that say nothing of the subject are left out, unless there are no others.
    """
    numbers: list[str] = []
    words: list[str] = []
    codes = [area.lower() for area in areas if "-" in area]
    for each in question[:LONGEST].casefold().split():
        written = each.strip(".,;:()#")
        piece = folded(written)
        begins = piece.partition("-")[0] == prefix.lower() or piece[-1:].isdigit()
        if piece in codes:
            numbers.append(f"{piece}-")
        elif NUMBER.fullmatch(piece) and begins:
            numbers.append(piece)
        else:
            words += WORD.findall(written)
    telling = [word for word in words if folded(word) not in stop_words(language)]
    return SearchQuery(tuple(numbers), tuple(telling or words))


def shown(
    text: str,
    found: SearchQuery,
    address: Callable[[str], str | None],
    aside: bool = False,
    language: str = SOURCE_LANGUAGE,
) -> Markup:
    """A text as HTML: search hits are marked, and clause ids are links; `aside` opens them in a new tab."""
    more = ASIDE if aside else ""
    parts, at = [], 0
    for named in CLAUSE_ID.finditer(text):
        there = address(named[0])
        if there is None:
            continue
        parts += [
            highlighted(text[at : named.start()], found, language),
            f'<a href="{escape(there)}"{more}>{escape(named[0])}</a>',
        ]
        at = named.end()
    return Markup("".join([*parts, highlighted(text[at:], found, language)]))


def highlighted(text: str, found: SearchQuery, language: str = SOURCE_LANGUAGE) -> str:
    """A piece of text as HTML, with search hits in `<mark>`."""
    matches = found.matches.get(language, ())
    whole = frozenset[str]().union(*(each.same | each.stem for each in matches))
    begun = frozenset[str]().union(*(each.beginning for each in matches)) - whole
    parts, at = [], 0
    for word in WORD.finditer(text) if whole or begun else ():
        plain = word[0].casefold()
        if plain in whole or plain in begun:
            end = word.end() if plain in whole else word.start() + begun_letters(word[0], found.words)
            parts += [escape(text[at : word.start()]), f"<mark>{escape(text[word.start() : end])}</mark>"]
            at = end
    return "".join([*parts, escape(text[at:])])


def begun_letters(word: str, asked: Sequence[str]) -> int:
    """How many letters of a word match the longest of the asked words that it begins with."""
    plain = folded_word(word)
    longest = max(len(begin) for begin in map(folded_word, asked) if plain.startswith(begin))
    return next(length for length in range(1, len(word) + 1) if len(folded(word[:length])) >= longest)

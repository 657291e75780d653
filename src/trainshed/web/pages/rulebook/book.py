"""A rulebook as its pages show it: translated clauses with rulings, search hits and links to the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from markupsafe import Markup

from trainshed.draw.sheet import WIDE
from trainshed.kernel.content import Origin
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as newest
from trainshed.kernel.rulebook import SOURCE_LANGUAGE, Clause
from trainshed.kernel.translation import Translator, marked
from trainshed.locale import speech
from trainshed.web.pages.rulebook import example
from trainshed.web.pages.rulebook.clause_search import SearchedText, SearchQuery, shown, wanted, words_of
from trainshed.web.pages.rulebook.guide import guide_of

CODES: Final = "sources"
"""The part of a content pack that says what the codes of its sources mean."""

MADE: Final = "reconstructed"
"""Found in `source` where content is reconstructed because no source is known."""

SURENESS: Final = {
    "high": marked("sure"),
    "medium-high": marked("fairly sure"),
    "medium": marked("likely"),
    "low": marked("uncertain"),
}
"""Labels for the `confidence` of a piece of content; other values are shown as they are."""


IN_THE_RULE, BESIDE_IT = 4, 1
"""How much a match counts in a search: in the rule itself, in its area's name or a ruling."""


class TranslatedClause(NamedTuple):
    """A clause in a language, with the texts in which a search looks for words."""

    clause: Clause
    rule: str
    language: str
    texts: Sequence[SearchedText]


class ClauseEntry(NamedTuple):
    """A clause on the page. Rulings and sources are written in English."""

    id: str
    page: int
    rule: Markup
    language: str
    """The language of `rule`: English where there is no translation."""
    ambiguity: Markup
    ruling: Markup
    discrepancy: Markup
    options: Sequence[str]
    """The sentences of the table options that change this clause."""
    source: str
    reconstructed: bool
    part: str
    """The name of the part of the board that the clause is about; empty if there is none."""
    board: str
    """The path of the page that shows that part."""


class Section(NamedTuple):
    """An area and its clauses."""

    area: str
    name: str
    entries: Sequence[ClauseEntry]


class ContentPart(NamedTuple):
    """A part of the content pack: how sure it is, and where it comes from."""

    name: str
    entries: int
    sure: str
    language: str
    """The language of `sure`."""
    source: str
    note: str
    reconstructed: bool
    wholly: bool
    """Nothing of it is known from a source."""


def address(slug: str, clause: str) -> str:
    """Path of a clause in the rulebook."""
    return f"/rules/{slug}#{clause}"


@cache
def known(slug: str, language: str) -> tuple[TranslatedClause, ...]:
    """All clauses of a title in a language, and the words by which each is found."""
    book, guide = newest(slug).rulebook, guide_of(slug)
    found = []
    for clause in book:
        rule, spoken = book.text_in(clause.id, language)
        area = guide.area_name(clause.area, language)
        remarks = words_of(clause.id, clause.ruling, clause.ambiguity, clause.discrepancy)
        texts = (
            SearchedText(words_of(rule), spoken, IN_THE_RULE),
            SearchedText(words_of(area), language, BESIDE_IT),
            SearchedText(remarks, SOURCE_LANGUAGE, BESIDE_IT),
        )
        found.append(TranslatedClause(clause, rule, spoken, texts))
    return tuple(found)


@cache
def vocabularies(slug: str, language: str) -> Mapping[str, frozenset[str]]:
    """All words in which a search looks, by their language."""
    found: dict[str, frozenset[str]] = {}
    for each in known(slug, language):
        for text in each.texts:
            found[text.language] = found.get(text.language, frozenset()) | text.words
    return found


def sections(slug: str, said: Translator, question: str = "") -> Sequence[Section]:
    """The areas with the clauses that match the question; all clauses if it is empty."""
    look = looked_for(newest(slug), question, said.language)
    return found_sections(slug, said.language, look) if look else whole(slug, said.language)


@cache
def whole(slug: str, language: str) -> Sequence[Section]:
    """The whole rulebook, cached because most requests ask for it."""
    return found_sections(slug, language, SearchQuery())


def found_sections(slug: str, language: str, look: SearchQuery) -> Sequence[Section]:
    game, guide, said = newest(slug), guide_of(slug), speech(language)
    by_area: dict[str, list[ClauseEntry]] = {}
    look = look.among(vocabularies(slug, language)) if look.words else look
    for each in ranked(known(slug, language), look):
        by_area.setdefault(each.clause.area, []).append(entry(game, each, said, look))
    return [Section(area, guide.area_name(area, language), found) for area, found in by_area.items()]


def ranked(clauses: Sequence[TranslatedClause], look: SearchQuery) -> Sequence[TranslatedClause]:
    """The clauses that match a query, the best ones first; equally good ones in the order of the rulebook."""
    found = [(look.relevance(each.clause.id, each.texts), each) for each in clauses]
    return [each for how, each in sorted(found, key=lambda one: -one[0]) if how]


def looked_for(game: Game, question: str, language: str) -> SearchQuery:
    return wanted(question, prefix(game), game.rulebook.areas, language)


def prefix(game: Game) -> str:
    """The prefix of all clause ids of a title, such as `RR`."""
    return game.rulebook.clauses[0].id.partition("-")[0] if len(game.rulebook) else ""


def clause_address(game: Game, clause: str) -> str | None:
    """Path of a clause; None if the rulebook has none with this id."""
    return address(game.slug, clause) if clause in game.rulebook else None


def entry(game: Game, each: TranslatedClause, said: Translator, look: SearchQuery) -> ClauseEntry:
    """A clause as the page shows it, with links, search hits and its part of the board."""
    clause, slug, guide = each.clause, game.slug, guide_of(game.slug)
    part = guide.part_of(clause.id) if example.example(slug, said.language, WIDE) is not None else ""

    def text(plain: str, language: str = SOURCE_LANGUAGE) -> Markup:
        return shown(plain, look, partial(clause_address, game), language=language)

    return ClauseEntry(
        clause.id,
        clause.page,
        text(each.rule, each.language),
        each.language,
        text(clause.ambiguity),
        text(clause.ruling),
        text(clause.discrepancy),
        [said.gettext(option.sentence) for option in game.options if option.clause == clause.id],
        doubted(clause),
        MADE in clause.source,
        guide.part_name(part, said.language) if part else "",
        example.address(slug, part) if part else "",
    )


def doubted(clause: Clause) -> str:
    """Source and confidence of a clause that is reconstructed or not certain; empty for all others."""
    if clause.confidence in ("", "high") and MADE not in clause.source:
        return ""
    return f"{clause.source} ({clause.confidence})" if clause.confidence else clause.source


def about(slug: str, part: str, said: Translator) -> list[Section]:
    """The clauses about a part of the board, by area."""
    guide = guide_of(slug)
    found = []
    for section in sections(slug, said):
        entries = [each for each in section.entries if guide.part_of(each.id) == part]
        if entries:
            found.append(section._replace(entries=entries))
    return found


@cache
def printed(slug: str, language: str) -> tuple[ContentPart, ...]:
    """The sources of the content, reconstructed parts first; entries of one list with equal confidence share a line."""
    guide, said = guide_of(slug), speech(language)
    rows: dict[tuple[str, ...], list[Origin]] = {}
    for origin in newest(slug).pack.origins():
        rows.setdefault(alike(origin), []).append(origin)
    found = []
    for (path, confidence, *_), origins in rows.items():
        sure, spoken = sureness(confidence, said)
        sources = list(dict.fromkeys(origin.source for origin in origins))
        notes = list(dict.fromkeys(origin.note for origin in origins if origin.note))
        found.append(
            ContentPart(
                guide.content_name(path, language),
                len(origins),
                sure,
                spoken,
                " · ".join(sources),
                " ".join(notes),
                any(origin.reconstructed for origin in origins),
                all(source.startswith(MADE) for source in sources),
            )
        )
    return tuple(sorted(found, key=lambda row: not row.reconstructed))


def alike(origin: Origin) -> tuple[str, ...]:
    """The key that entries of one list share in one line; for reconstructed ones it includes source and note."""
    shared = (origin.path.partition("[")[0], origin.confidence)
    return (*shared, origin.source, origin.note) if origin.reconstructed else shared


def sureness(confidence: str, said: Translator) -> tuple[str, str]:
    """The label of a confidence value, and the language of the label."""
    word = SURENESS.get(confidence, "")
    return (said.gettext(word), said.language) if word else (confidence, SOURCE_LANGUAGE)


def codes(slug: str) -> dict[str, str]:
    """What the codes of the sources mean."""
    found = newest(slug).pack.data.get(CODES, {})
    return {code: str(text) for code, text in found.items() if code.isupper()}

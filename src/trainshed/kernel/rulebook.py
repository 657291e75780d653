"""Rules as data: numbered clauses, and the refusals that cite them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, Protocol, TypeAlias

import msgspec

CLAUSE_ID = re.compile(r"[A-Z]{2,}(?:-[A-Z][A-Z0-9]*)+-[0-9]{2,}")
"""The title's letters, an area of one part or several (`MODULE-A`), and a number of two digits or more."""

LANGUAGE = re.compile(r"[a-z]{2}")
SOURCE_LANGUAGE = "en"


Basis: TypeAlias = Literal["rulebook", "ruling", "offered"]
"""Where a rule, or the default of an option, comes from: the rulebook states it, or leaves it open and we decided,
or the rulebook offers every choice, such as modules or ways to play alone."""


class RulebookError(ValueError):
    """A rules file that cannot be used."""


class Clause(msgspec.Struct, frozen=True):
    """One rule in one sentence, how to test it, and the ruling where the rulebook leaves a choice."""

    id: str
    page: int
    rule: str
    test: str
    ambiguity: str = ""
    ruling: str = ""
    discrepancy: str = ""
    source: str = ""
    confidence: str = ""
    note: str = ""
    printed: bool = False
    """The ruling keeps to what the rulebook says in so many words."""

    @property
    def basis(self) -> Basis:
        """Whether the rulebook states this rule, or we have decided it."""
        elsewhere = self.source in ("public", "reconstructed")
        return "ruling" if elsewhere or (self.ruling and not self.printed) else "rulebook"

    @property
    def area(self) -> str:
        return area_of(self.id)


def area_of(clause: str) -> str:
    """The area of a clause id, all between the title's letters and the number: `FC-MODULE-A-01` is in `MODULE-A`."""
    return clause.partition("-")[2].rpartition("-")[0]


class Translated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule of a clause in another language. The other fields of a clause are English only."""

    id: str
    rule: str


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not legal: the clause that forbids it, and the numbers that it depends on.

    `generic` marks the answers that are not about the move itself: the game is over, another seat is asked, or the
    word belongs to another kind of question.
    """

    clause: str
    numbers: dict[str, int] = {}
    generic: bool = False


class Illegal(ValueError):
    """A refused move."""

    def __init__(self, refusal: Refusal, word: str = "") -> None:
        self.refusal = refusal
        self.word = word
        super().__init__(f"{word or 'this move'} is refused by {refusal.clause}")


class Readable(Protocol):
    """A file, on disk or inside a wheel."""

    def read_text(self, encoding: str) -> str: ...


class Rulebook:
    """The clauses of one title, in the order of its rulebook."""

    def __init__(self, clauses: Iterable[Clause], others: Callable[[str], Readable] | None = None) -> None:
        self.clauses = tuple(clauses)
        self.others = others  # gives the file of a language, which may not exist
        self.translated: dict[str, dict[str, str]] = {}
        self.by_id = {clause.id: clause for clause in self.clauses}
        if len(self.by_id) != len(self.clauses):
            raise RulebookError("a clause id stands twice in the rulebook")
        for clause in self.clauses:
            if CLAUSE_ID.fullmatch(clause.id) is None:
                raise RulebookError(f"not a clause id: {clause.id!r}")

    def __len__(self) -> int:
        return len(self.clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __contains__(self, clause: object) -> bool:
        return clause in self.by_id

    def __getitem__(self, clause: str) -> Clause:
        return self.by_id[clause]

    @property
    def areas(self) -> list[str]:
        """The areas in their order of appearance."""
        return list(dict.fromkeys(clause.area for clause in self.clauses))

    def text_in(self, clause: str, language: str) -> tuple[str, str]:
        """The rule of a clause, and its language: the wanted one, or English where there is no translation."""
        rule = self.rules_in(language).get(clause, "")
        return (rule, language) if rule else (self.by_id[clause].rule, SOURCE_LANGUAGE)

    def rules_in(self, language: str) -> dict[str, str]:
        """The rules that are translated into a language, by clause; read when they are first needed."""
        if self.others is None or language == SOURCE_LANGUAGE or LANGUAGE.fullmatch(language) is None:
            return {}
        if language not in self.translated:
            self.translated[language] = self._read_other(self.others(language))
        return self.translated[language]

    def _read_other(self, file: Readable) -> dict[str, str]:
        try:
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            rules = {clause.id: clause.rule for clause in msgspec.convert(table["clause"], list[Translated])}
        except FileNotFoundError:
            return {}
        except (tomllib.TOMLDecodeError, msgspec.ValidationError, KeyError) as error:
            raise RulebookError(f"{file}: {error}") from error
        for clause in rules:
            if clause not in self.by_id:
                raise RulebookError(f"{file}: there is no clause {clause}")
        return rules

    @classmethod
    def read(cls, file: Readable, others: Callable[[str], Readable] | None = None) -> Rulebook:
        """Read a rules file. `others` gives the file with the translations into a language."""
        try:
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            return cls(msgspec.convert(table["clause"], list[Clause]), others)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError, KeyError) as error:
            raise RulebookError(f"{file}: {error}") from error


class Citations:
    """The clauses that a title's code cites, numbered from 1, because 0 means that nothing forbids a move."""

    def __init__(self) -> None:
        self.ids: list[str] = [""]

    def __call__(self, clause: str) -> int:
        """The index of a clause, the same at every call."""
        if clause not in self.ids:
            self.ids.append(clause)
        return self.ids.index(clause)

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids[1:])


class Coverage(msgspec.Struct, frozen=True):
    """Test coverage of a rulebook: clauses with passing, failing and missing tests, and cited ids that do not exist."""

    covered: tuple[str, ...]
    failing: tuple[str, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def complete(self) -> bool:
        return not (self.failing or self.missing or self.unknown)


def coverage(rulebook: Rulebook, outcomes: Iterable[tuple[str, bool]]) -> Coverage:
    """Compare a rulebook with the outcomes of the tests that cite its clauses, as (clause, passed)."""
    seen: dict[str, bool] = {}
    for clause, passed in outcomes:
        seen[clause] = seen.get(clause, True) and passed
    ids = [clause.id for clause in rulebook]
    prefixes = {clause.split("-")[0] for clause in ids}
    return Coverage(
        covered=tuple(i for i in ids if seen.get(i, False)),
        failing=tuple(i for i in ids if not seen.get(i, True)),
        missing=tuple(i for i in ids if i not in seen),
        unknown=tuple(sorted(i for i in seen if i not in rulebook and i.split("-")[0] in prefixes)),
    )

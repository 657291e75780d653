"""The guide of a rulebook: names of its areas and of parts of the board, and which part each clause is about."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import msgspec

from trainshed.kernel.game import Game, title_file
from trainshed.kernel.registry import game as newest
from trainshed.kernel.rulebook import SOURCE_LANGUAGE, Rulebook, area_of

FILE: Final = "text/guide.toml"


class GuideError(ValueError):
    """A guide that does not fit its rulebook."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An area of the rulebook: the part of the board that it is about, and its names."""

    en: str
    part: str = ""
    es: str = ""
    it: str = ""


class TranslatedName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name in every language; English is used where one is empty."""

    en: str
    es: str = ""
    it: str = ""


class GuideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a title's `text/guide.toml`."""

    area: dict[str, Area] = {}
    part: dict[str, TranslatedName] = {}
    content: dict[str, TranslatedName] = {}
    clauses: dict[str, list[str]] = {}


class Guide:
    """Names of areas, board parts and content parts, and the board part of each clause; empty without a file."""

    def __init__(self, written: GuideFile, book: Rulebook) -> None:
        self.written = written
        self.part_by_clause: dict[str, str] = {}
        for part, listed in written.clauses.items():
            for clause in spread(listed):
                self._name(clause, part, book)
        for area, found in written.area.items():
            if area not in book.areas:
                raise GuideError(f"there is no area {area}")
            if found.part and found.part not in written.part:
                raise GuideError(f"area {area}: there is no part {found.part}")

    def _name(self, clause: str, part: str, book: Rulebook) -> None:
        if clause not in book:
            raise GuideError(f"there is no clause {clause}")
        if part not in self.written.part:
            raise GuideError(f"{clause}: there is no part {part}")
        if self.part_by_clause.setdefault(clause, part) != part:
            raise GuideError(f"{clause} stands under two parts")

    @property
    def parts(self) -> Sequence[str]:
        """The parts of the board, in the order in which the guide names them."""
        return list(self.written.part)

    def part_of(self, clause: str) -> str:
        """The part of the board that a clause is about; empty if there is none."""
        if clause in self.part_by_clause:
            return self.part_by_clause[clause]
        area = self.written.area.get(area_of(clause))
        return "" if area is None else area.part

    def area_name(self, area: str, language: str) -> str:
        """The name of an area; its code, each part capitalised, where the guide has none."""
        code = " ".join(part.capitalize() for part in area.split("-"))
        return called(self.written.area.get(area), code, language)

    def part_name(self, part: str, language: str) -> str:
        return called(self.written.part.get(part), part, language)

    def content_name(self, path: str, language: str) -> str:
        """The name of a part of the content pack; made from its path where the guide has none."""
        return called(self.written.content.get(path), path.replace("_", " ").replace(".", ", "), language)


def called(names: Area | TranslatedName | None, otherwise: str, language: str) -> str:
    """A name in a language: English where there is no translation, `otherwise` where there is no entry."""
    if names is None:
        return otherwise
    return getattr(names, language, "") or getattr(names, SOURCE_LANGUAGE)


def spread(listed: Sequence[str]) -> Iterator[str]:
    """Expand ranges into single clauses: `RR-BOARD-14..17` stands for four of them."""
    for entry in listed:
        first, _, last = entry.partition("..")
        stem, _, number = first.rpartition("-")
        if not number.isdigit() or (last and not last.isdigit()):
            raise GuideError(f"neither a clause nor a row of them: {entry!r}")
        for each in range(int(number), int(last or number) + 1):
            yield f"{stem}-{each:0{len(number)}d}"


def read_guide(text: str, book: Rulebook) -> Guide:
    """A guide from the text of its file."""
    try:
        return Guide(msgspec.convert(tomllib.loads(text), GuideFile), book)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GuideError(str(error)) from error


def own_text(game: Game, name: str) -> str:
    """The text of a file in the package of a title; empty if there is none."""
    package = getattr(game, "package", "")
    try:
        return str(title_file(package, name).read_text(encoding="utf-8")) if package else ""
    except FileNotFoundError:
        return ""


@cache
def guide_of(slug: str) -> Guide:
    """The guide of an installed title."""
    game = newest(slug)
    return read_guide(own_text(game, FILE), game.rulebook)

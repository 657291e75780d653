"""Learning by playing: short texts for each kind of decision, which lie beside a title's code as data.

A title that coaches has a `text/coach.py` (the functions of `CoachPart`) and a `text/coach.toml`; translations lie
beside it as `coach.es.toml` and so on. A title without them simply has no coach.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import LANGUAGE, SOURCE_LANGUAGE, Readable

KEY: Final = re.compile(r"[a-z][a-z0-9-]*")
LONGEST_TITLE: Final = 44
LONGEST_TEXT: Final = 290
"""Whoever plays reads no more than this beside the board; so much fits above the confirm bar of a phone."""


class CoachError(ValueError):
    """A coach file that cannot be used."""


class CoachPart(Protocol):
    """What a title's `text/coach.py` has."""

    KINDS: Mapping[str, Sequence[str]]
    """Every question that a player can be asked, by its effect, and the kinds of decision that it can be."""
    MORE: Sequence[str]
    """What is told at no certain question: a welcome, first events, things that are tried."""

    def kinds(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
        """All that there is to tell about a decision, the most general first. `words` can be answered; `chosen` are the
        words of a gesture that is tried. Its last one is still among `words` if it is not made before it is confirmed.
        """


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at a kind of decision, and the clauses that it tells of. Translations have no clauses."""

    key: str
    title: str
    text: str
    clauses: list[str] = []


class TranslatedAdvice(NamedTuple):
    """An advice in a language: English, where nobody has translated it."""

    advice: Advice
    language: str


class Coach:
    """The texts of one title."""

    def __init__(self, part: CoachPart, texts: Mapping[str, Mapping[str, Advice]]) -> None:
        self.part = part
        self.texts = texts
        """By language and key."""

    def kinds(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
        return self.part.kinds(game, view, words, chosen)

    def clauses(self, key: str) -> list[str]:
        return self.texts[SOURCE_LANGUAGE][key].clauses

    def said(self, key: str, language: str) -> TranslatedAdvice:
        """What is said at a kind of decision."""
        own = self.texts.get(language, {}).get(key)
        return (
            TranslatedAdvice(self.texts[SOURCE_LANGUAGE][key], SOURCE_LANGUAGE)
            if own is None
            else TranslatedAdvice(own, language)
        )


def read_advice(file: Readable) -> dict[str, Advice]:
    """One file, by key."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        rows = msgspec.convert(table["advice"], list[Advice])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, KeyError) as error:
        raise CoachError(f"{file}: {error}") from error
    found: dict[str, Advice] = {}
    for row in rows:
        if KEY.fullmatch(row.key) is None or row.key in found:
            raise CoachError(f"{file}: {row.key!r} is no key, or stands there twice")
        if not 0 < len(row.title) <= LONGEST_TITLE or not 0 < len(row.text) <= LONGEST_TEXT:
            raise CoachError(f"{file}: {row.key}: a text of {len(row.title)} and {len(row.text)} characters")
        found[row.key] = row
    return found


def checked(game: Game, part: CoachPart, texts: Mapping[str, Mapping[str, Advice]]) -> Coach:
    """Every kind has its text, every language speaks of known kinds, and cited clauses exist."""
    english = texts[SOURCE_LANGUAGE]
    wanted = {kind for kinds in part.KINDS.values() for kind in kinds} | set(part.MORE)
    if wrong := wanted ^ set(english):
        raise CoachError(f"{game.slug}: kinds without a text, or texts without a kind: {', '.join(sorted(wrong))}")
    for language, advices in texts.items():
        for advice in advices.values():
            if advice.key not in english or (advice.clauses and language != SOURCE_LANGUAGE):
                raise CoachError(f"{game.slug}: {language}: {advice.key}: not a translation of coach.toml")
            if unknown := [clause for clause in advice.clauses if clause not in game.rulebook]:
                raise CoachError(f"{game.slug}: {advice.key}: there is no clause {', '.join(unknown)}")
    return Coach(part, texts)


_read: dict[str, Coach | None] = {}


def coach_of(game: Game) -> Coach | None:
    """The coach of a title, or nothing; read once."""
    if game.slug not in _read:
        _read[game.slug] = read_coach(game) if game.has_part("text.coach") else None
    return _read[game.slug]


def read_coach(game: Game) -> Coach:
    """The coach from its files. Whatever is wrong with them is said here."""
    part: Any = game.part("text.coach")
    folder = files(part.__package__)
    texts = {SOURCE_LANGUAGE: read_advice(folder.joinpath("coach.toml"))}
    for file in folder.iterdir():
        name, _, rest = file.name.partition(".")
        language = rest.removesuffix(".toml")
        if name == "coach" and rest != language and LANGUAGE.fullmatch(language):
            texts[language] = read_advice(file)
    return checked(game, part, texts)

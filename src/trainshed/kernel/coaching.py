"""The coach, which helps beginners while they play: short texts for each kind of decision, kept in data files.

A title with a coach has a `text/coach.py` (the functions of `CoachPart`) and a `text/coach.toml`; translations lie
beside it as `coach.es.toml` and so on. A title without them has no coach.
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
"""In characters: this much fits above the confirm bar of a phone, and players read no more beside the board."""


class CoachError(ValueError):
    """A coach file that cannot be used."""


class CoachPart(Protocol):
    """The constants and functions of a title's `text/coach.py`."""

    KINDS: Mapping[str, Sequence[str]]
    """For each effect that asks a player a question, by its name: the kinds of decision that the question can be."""
    MORE: Sequence[str]
    """Keys of texts that belong to no particular question: a welcome, first events, gestures that are previewed."""

    def kinds(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
        """Keys of the texts for a decision, the most general first. `words` are the legal answers, `chosen` the words
        of the previewed gesture. Its last word is still among `words` if it is only played when it is confirmed.
        """


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text for one kind of decision, and the clauses that it explains. Translations have no clauses."""

    key: str
    title: str
    text: str
    clauses: list[str] = []


class TranslatedAdvice(NamedTuple):
    """An advice and its language: English where there is no translation."""

    advice: Advice
    language: str


class Coach:
    """The coach of one title: its texts in all languages."""

    def __init__(self, part: CoachPart, texts: Mapping[str, Mapping[str, Advice]]) -> None:
        self.part = part
        self.texts = texts
        """By language and key."""

    def kinds(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
        return self.part.kinds(game, view, words, chosen)

    def clauses(self, key: str) -> list[str]:
        return self.texts[SOURCE_LANGUAGE][key].clauses

    def said(self, key: str, language: str) -> TranslatedAdvice:
        """The advice for a kind of decision in this language, or in English where it is not translated."""
        own = self.texts.get(language, {}).get(key)
        return (
            TranslatedAdvice(self.texts[SOURCE_LANGUAGE][key], SOURCE_LANGUAGE)
            if own is None
            else TranslatedAdvice(own, language)
        )


def read_advice(file: Readable) -> dict[str, Advice]:
    """Read and check one coach file; its texts by key."""
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
    """The coach, after checking that every kind has a text, translations add none, and cited clauses exist."""
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
    """The coach of a title, or None if it has none; read once."""
    if game.slug not in _read:
        _read[game.slug] = read_coach(game) if game.has_part("text.coach") else None
    return _read[game.slug]


def read_coach(game: Game) -> Coach:
    """Read a coach from its files; raises CoachError if anything is wrong with them."""
    part: Any = game.part("text.coach")
    folder = files(part.__package__)
    texts = {SOURCE_LANGUAGE: read_advice(folder.joinpath("coach.toml"))}
    for file in folder.iterdir():
        name, _, rest = file.name.partition(".")
        language = rest.removesuffix(".toml")
        if name == "coach" and rest != language and LANGUAGE.fullmatch(language):
            texts[language] = read_advice(file)
    return checked(game, part, texts)

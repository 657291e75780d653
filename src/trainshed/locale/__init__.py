"""The languages in which Trainshed speaks. `tools/locale.py` makes the catalogues that lie here."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from trainshed.kernel.translation import ENGLISH, Translator

LANGUAGES: Final = ("en", "es", "it")


def speech(language: str) -> Translator:
    """A language by its code, also `es-AR`; English for one that nobody has translated into."""
    code = language[:2].lower() if language[2:3] in ("", "-", "_") else ""
    return _read(code) if code in LANGUAGES else ENGLISH


@cache
def _read(code: str) -> Translator:
    if code == ENGLISH.language:
        return ENGLISH
    with files(__name__).joinpath(code, "LC_MESSAGES", "trainshed.mo").open("rb") as file:
        return Translator(GNUTranslations(file), code)

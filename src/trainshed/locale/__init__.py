"""Languages of the user interface: loads the gettext catalogues of this folder, which `tools/locale.py` compiles."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from trainshed.kernel.translation import ENGLISH, Translator

LANGUAGES: Final = ("en", "es", "it")


def speech(language: str) -> Translator:
    """The translator for a language code such as `es` or `es-AR`; English for a language without a catalogue."""
    code = language[:2].lower() if language[2:3] in ("", "-", "_") else ""
    return _read(code) if code in LANGUAGES else ENGLISH


@cache
def _read(code: str) -> Translator:
    if code == ENGLISH.language:
        return ENGLISH
    with files(__name__).joinpath(code, "LC_MESSAGES", "trainshed.mo").open("rb") as file:
        return Translator(GNUTranslations(file), code)

"""The language a sentence is said in: gettext, with a translator that whoever speaks may replace."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final


class Translator:
    """Translates source strings, which are English. No language is global: whoever wants sentences passes one."""

    def __init__(self, translations: NullTranslations | None = None, language: str = "en") -> None:
        self.translations = NullTranslations() if translations is None else translations
        self.language = language

    def gettext(self, text: str) -> str:
        """A text in this language, or as it is."""
        return self.translations.gettext(text) if text else ""  # the empty text is the head of a catalogue

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a text that this language uses for a number."""
        return self.translations.ngettext(one, many, count)


ENGLISH: Final = Translator()


def marked(text: str) -> str:
    """The text as it is. Marks one for the catalogues that is translated elsewhere."""
    return text

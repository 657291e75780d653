"""The language a sentence is said in: gettext, with a translator that whoever speaks may replace."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final


class Speech:
    """Translates source strings, which are English. No language is global: whoever wants sentences passes one."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self.translations = NullTranslations() if translations is None else translations

    def gettext(self, text: str) -> str:
        """A text in this language, or as it is."""
        return self.translations.gettext(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a text that this language uses for a number."""
        return self.translations.ngettext(one, many, count)


ENGLISH: Final = Speech()

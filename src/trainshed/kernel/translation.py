"""Translation of sentences by gettext, with a translator that callers pass along."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final


class Translator:
    """Translates English source strings into one language. No language is global: callers pass a translator."""

    def __init__(self, translations: NullTranslations | None = None, language: str = "en") -> None:
        self.translations = NullTranslations() if translations is None else translations
        self.language = language

    def gettext(self, text: str) -> str:
        """A text in this language, or unchanged if it has no translation."""
        return self.translations.gettext(text) if text else ""  # a catalogue keeps its header under the empty text

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of a text that this language uses for a number."""
        return self.translations.ngettext(one, many, count)

    def phrase(self, text: str, /, **facts: object) -> str:
        """A text in this language with its gaps filled: `%(who)s` by the fact `who`."""
        return self.gettext(text) % facts if facts else self.gettext(text)

    def plural(self, one: str, many: str, count: int, /, **facts: object) -> str:
        """The form of a text for a number, which fills the gap `count`; other facts fill theirs."""
        return self.ngettext(one, many, count) % {"count": count, **facts}


ENGLISH: Final = Translator()


def marked(text: str) -> str:
    """Mark a text for the catalogues and return it unchanged; it is translated later, where it is shown."""
    return text

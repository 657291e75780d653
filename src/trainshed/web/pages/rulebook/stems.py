"""Stems of words in the languages of the rulebooks, by the Snowball algorithms: `placed` and `placing` are `place`."""

from __future__ import annotations

from functools import cache, lru_cache
from threading import Lock
from typing import Any, Final
from unicodedata import combining, normalize

import snowballstemmer

ALGORITHMS: Final = {"en": "english", "es": "spanish", "it": "italian"}

STOP_WORDS: Final = {
    "en": "a an and are be by can do does for from how i if in is it its many may much must my of on one or the their"
    " there to what when where which who with you your",
    "es": "a al con cual cuando cuanta cuantas cuanto cuantos como de del donde el en es hay la las lo los me mi o para"
    " por puede puedo que quien se si son su sus un una y",
    "it": "a ai al alla che chi ci come con cosa da dei del della delle di dove e gli i il in la le lo mi o per posso"
    " puo qual quale quali quando quante quanti quanto se si sono su un una",
}
"""Words of a question that say nothing of its subject, without accents."""

IN_TURN: Final = Lock()
"""A stemmer keeps the word that it works on, and pages may be made in several threads."""


def folded(text: str) -> str:
    """A text without accents and capitals."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


@lru_cache(maxsize=1 << 14)
def folded_word(word: str) -> str:
    """`folded` with a cache: a rulebook repeats a small set of words."""
    return folded(word)


@cache
def stop_words(language: str) -> frozenset[str]:
    return frozenset(STOP_WORDS.get(language, "").split())


@cache
def stemmer(language: str) -> Any:
    return snowballstemmer.stemmer(ALGORITHMS[language])


@lru_cache(maxsize=1 << 14)
def stems(word: str, language: str) -> frozenset[str]:
    """The stems of a word, folded: as it is written, and as somebody writes it who leaves out the accents.

    Snowball keeps the plural of some Spanish words (`vías`): these have the stem of their singular too.
    """
    if language not in ALGORITHMS:
        return frozenset((folded_word(word),))
    forms = {word, folded_word(word)}
    if language == "es":
        forms |= {form[:-1] for form in forms if form.endswith("s") and len(form) > 3}
    with IN_TURN:
        return frozenset(folded_word(stemmer(language).stemWord(form)) for form in forms)

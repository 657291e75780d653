"""The languages beside English, and the texts that are the same in them as in English."""

from __future__ import annotations

from typing import Final

from trainshed.locale import LANGUAGES

OTHERS: Final = tuple(language for language in LANGUAGES if language != "en")

EVERYWHERE: Final = (
    *("Kiev", "Laura", "x", "%(count)dr", "bot", "No", "Webhook", "Chat"),
    *("Nancy", "Linz", "Bratislava", "Budapest", "Szeged", "Niš", "Edirne"),
    *("Perm", "Omsk", "Irkutsk", "Vladivostok", "Tver", "Kaluga", "Konotop"),
    *("%(hours)d h", "%(hours)d h %(minutes)d min", "%(minutes)d min", "%(seconds)d s"),
)
SAME: Final = {
    "es": frozenset(
        {
            *EVERYWHERE,
            *("natural", "Inspector", "Director", "Final", "Normal", "%(days)d d", "%(days)d d %(hours)d h"),
            *("Stuttgart", "Ulm"),
        }
    ),
    "it": frozenset(
        {
            *EVERYWHERE,
            *("%(count)dt", "Password", "Browser", "Replay", "Standard", "Round", "Round %(round)d", "Tender"),
            *("Vladimir", "Vienna", "Sofia"),
        }
    ),
}
"""Texts that are the same in English. Texts without letters need not be listed."""

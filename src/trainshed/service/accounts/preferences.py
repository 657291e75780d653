"""Preferences of a person: what can be chosen, what holds if nothing is, and how they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args, get_type_hints

import msgspec

from trainshed.wire import Preferences

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(next(part for part in get_args(hint) if get_args(part)))
    for name, hint in get_type_hints(Preferences).items()
}
"""The values of each preference; the first one holds if nothing is chosen."""


def stored_preferences(text: str) -> Preferences:
    """The preferences that are stored as JSON. What another version of the program has stored and this one does not
    know counts as not chosen."""
    return Preferences(**known_choices(msgspec.json.decode(text, type=dict[str, object])))  # type: ignore[arg-type]


def known_choices(told: Mapping[str, object]) -> dict[str, str]:
    """The names and values that are preferences."""
    return {name: str(told[name]) for name, values in CHOICES.items() if told.get(name) in values}


def chosen(preferences: Preferences) -> dict[str, str]:
    """The preferences that a person has chosen, by name."""
    return {name: value for name, value in msgspec.structs.asdict(preferences).items() if value is not None}


def preferences_in_force(preferences: Preferences | None, cookies: Mapping[str, str]) -> dict[str, str]:
    """A value for every preference: the person's choice, or else that of the browser's cookie, or else the usual one.

    What a person has chosen holds on all devices. The cookie is what was last chosen in this browser: it holds for
    visitors who are nobody yet, on pages that cannot look their person up, and for what a person has never chosen.
    """
    usual = {name: values[0] for name, values in CHOICES.items()}
    mine = {} if preferences is None else chosen(preferences)
    return {**usual, **known_choices(cookies), **mine}

"""Schemas of the rows in Lok'n'Roll's content pack. Never compiled: msgspec reads their annotations."""

from __future__ import annotations

import msgspec


class FormRow(msgspec.Struct, forbid_unknown_fields=True):
    """A form as the content pack writes it."""

    turn: str
    side: str
    along: int
    across: int


class CardRow(msgspec.Struct, forbid_unknown_fields=True):
    """A class of cards as the content pack writes it."""

    kind: str
    value: int
    count: int
    shape: str = ""

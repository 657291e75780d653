"""Schemas of the rows in the content pack of First Class. Never compiled: msgspec reads their annotations."""

from __future__ import annotations

import msgspec


class PairRow(msgspec.Struct, forbid_unknown_fields=True):
    """Double-sided coach cards: the two levels on their sides, and how many cards there are."""

    id: str
    levels: list[int]
    cards: int


class ColumnRow(msgspec.Struct, forbid_unknown_fields=True):
    """A column of coin spaces: how many coins it holds, and what one of them buys."""

    id: str
    capacity: int
    options: list[str]


class PriceRow(msgspec.Struct, forbid_unknown_fields=True):
    """What coins of any column buy."""

    coins: int
    effect: str


class TileRewardRow(msgspec.Struct, forbid_unknown_fields=True):
    """What the start-player tile gives to a seat, counted clockwise from the taker; one of the options is chosen."""

    players: int
    seat: int
    options: list[str]


class EffectRow(msgspec.Struct, forbid_unknown_fields=True):
    """A mail car: its reward."""

    id: str
    effect: str


class TileRow(msgspec.Struct, forbid_unknown_fields=True):
    """A locomotive tile: its points and its reward."""

    id: str
    points: int
    effect: str


class BaseRow(msgspec.Struct, forbid_unknown_fields=True):
    """A base action card: a section card has cities, every other card an effect."""

    id: str
    type: str
    effect: str = ""
    cities: list[str] = []


class BonusRow(msgspec.Struct, forbid_unknown_fields=True):
    """An end-bonus card: points for each base card of its type, and its action."""

    id: str
    type: str
    points: int
    effect: str


class ModuleRow(msgspec.Struct, forbid_unknown_fields=True):
    """An action card of a module."""

    id: str
    kind: str
    effect: str
    condition: str = ""
    pays: str = ""


class KindRow(msgspec.Struct, forbid_unknown_fields=True):
    """A kind of module card: when it pays, and where it is laid."""

    pays: str
    place: str

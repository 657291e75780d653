"""Schemas of the rows in Spike's content pack. Never compiled: msgspec reads their annotations."""

from __future__ import annotations

import msgspec


class CommodityRow(msgspec.Struct, forbid_unknown_fields=True):
    """One of the commodities that cities supply and contracts ask for."""

    id: str
    name: str


class CityRow(msgspec.Struct, forbid_unknown_fields=True):
    """A city of the map and the commodity that it supplies."""

    id: str
    name: str
    x: int
    y: int
    supplies: str
    state: str = ""
    lat: str = ""
    lon: str = ""


class JunctionRow(msgspec.Struct, forbid_unknown_fields=True):
    """A place of the map where lines meet without a city."""

    id: str
    name: str
    x: int
    y: int
    state: str = ""
    lat: str = ""
    lon: str = ""


class LinkRow(msgspec.Struct, forbid_unknown_fields=True):
    """A line between two places: one track space for each colour, from `a` to `b`."""

    a: str
    b: str
    colors: list[str]


class PayRow(msgspec.Struct, forbid_unknown_fields=True):
    """A destination of a contract and the money paid for a delivery there."""

    city: str
    pay: int


class ContractRow(msgspec.Struct, forbid_unknown_fields=True):
    """One side of a contract card."""

    card: str
    side: str
    commodity: str
    destinations: list[PayRow]


class ValueRow(msgspec.Struct, forbid_unknown_fields=True):
    """A destination of a route card and its value."""

    city: str
    value: int


class RouteRow(msgspec.Struct, forbid_unknown_fields=True):
    """A route card: its starting city and its destinations."""

    id: str
    start: str
    destinations: list[ValueRow]

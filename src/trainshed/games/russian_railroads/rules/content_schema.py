"""Schema of the content pack of Russian Railroads, one class per row. Not compiled: msgspec reads the annotations."""

from __future__ import annotations

import msgspec


class SpaceRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    group: str
    workers: int
    roubles: int
    effects: list[str]
    closed_with_2: bool
    never_occupied: bool = False
    until_last_round: bool = False
    only_last_round: bool = False
    strip_space: int = -1


class StripRow(msgspec.Struct, forbid_unknown_fields=True):
    players: list[int]
    spaces: list[int]
    light: list[int]
    hiring: int
    fill: list[str]


class TurnCardRow(msgspec.Struct, forbid_unknown_fields=True):
    position: int
    points_on_passing: int


class RailroadRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    length: int
    colours: list[str]
    locomotive_places: int
    doubler_places: list[int]
    start_tracks: dict[str, int]
    start_locomotives: list[int]


class SpecialRow(msgspec.Struct, forbid_unknown_fields=True):
    railroad: str
    space: int
    track: str
    locomotive: bool
    timing: str
    effects: list[str]
    needs_token: str = ""


class IndustryRow(msgspec.Struct, forbid_unknown_fields=True):
    index: int
    kind: str
    points: int
    scores: int
    slot: int = 0
    effects: list[str] = []
    timing: str = ""


class FactoryRow(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    effects: list[str]


class EngineerRow(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    letter: str
    workers: int
    roubles: int
    effects: list[str]


class TokenRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    per_player: int
    effects: list[str]


class CardRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    effects: list[str]
    holds: dict[str, int] = {}


class BonusStep(msgspec.Struct, forbid_unknown_fields=True, rename={"least": "from"}):
    least: int
    points: int


class BonusRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    method: str
    count: str = ""
    points: int = 0
    max: int = 0
    steps: list[BonusStep] = []
    engineers: int = 0


class QuantityRow(msgspec.Struct, forbid_unknown_fields=True):
    players: int
    rounds: int
    board_side: str
    workers_start: int
    workers_reserve: int
    workers_boxed: int
    roubles_start: int
    locomotives_per_number: int
    engineers: dict[str, int]
    starting_card_choosers: list[int]
    roubles_after_setup: int
    turquoise_workers: int
    own_position_claim: bool
    shared_spaces: int
    shared_spaces_last_round: int


class OptionRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    default: int | bool | str | list[int]
    allowed: list[int | bool | str] = []

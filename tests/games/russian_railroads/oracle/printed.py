"""What is printed on boards, tiles and cards, read from `content.toml` for a number of players and a set of options."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

COLOURS = ("black", "gray", "brown", "natural", "white")
RAILROADS = ("trans_siberian", "st_petersburg", "kiev")
PLACES = ("trans_siberian_1", "trans_siberian_2", "st_petersburg", "kiev")
PLACES_OF = ((0, 1), (2,), (3,))
"""The locomotive places of each railroad: two on the Trans-Siberian, one on each other (p. 8)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One printed part of an action: what to do, with what, how often."""

    verb: str
    what: tuple[str, ...]
    n: int
    extra: bool = False
    """A step that the black worker brings: it does not count as a part of the printed action (RR-CARD-13)."""


@dataclass(frozen=True, slots=True)
class Space:
    """A printed action space of the board, or the private one beside an own engineer."""

    name: str
    index: int
    """Its number among the action spaces as printed, engineers after the board."""
    workers: int
    roubles: int
    parts: tuple[Part, ...]
    order: int = 0
    strip: int = -1
    """On a space for a light engineer: the place in the strip, counted from the left."""
    engineer: int = 0
    never_occupied: bool = False
    until_last_round: bool = False
    only_last_round: bool = False


@dataclass(frozen=True, slots=True)
class Special:
    """A special space of a railroad that gives something once."""

    index: int
    railroad: int
    space: int
    colour: int
    locomotive: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Star:
    """A special space that is looked at in every scoring."""

    railroad: int
    space: int
    colour: int
    points: int
    """0 on the space that doubles its railroad."""
    medal: bool


def read_part(text: str) -> Part:
    """`track:black|gray:1` and the like, as the head of the file explains them."""
    verb, *middle, n = text.split(":")
    what = tuple(middle[0].split("|")) if middle else ()
    if what == ("any",):
        what = COLOURS
    return Part(verb, what, int(n))


def read_parts(texts: list[str]) -> tuple[Part, ...]:
    return tuple(read_part(text) for text in texts)


@cache
def content() -> dict[str, Any]:
    return tomllib.loads(files("trainshed.games.russian_railroads").joinpath("content.toml").read_text("utf-8"))


class Printed:
    """Everything printed that matters for this number of players with these options."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        data = content()
        self.options = options
        self.seats = seats
        quantity = next(row for row in data["quantity"] if row["players"] == seats)
        self.rounds: int = quantity["rounds"]
        self.workers: int = quantity["workers_start"]
        self.reserve: int = quantity["workers_reserve"]
        self.start_roubles: int = quantity["roubles_start"]
        self.tiles: int = quantity["locomotives_per_number"]
        self.turquoise: int = quantity["turquoise_workers"]
        self.own_claim: bool = quantity["own_position_claim"]
        self.choosers: list[int] = quantity["starting_card_choosers"]
        self.all_roubles: int = data["components"]["roubles"]
        self.all_doublers: int = data["components"]["doublers"]
        strip = next(row for row in data["strip"] if seats in row["players"])
        self.strip_spaces: list[int] = strip["spaces"]
        self.fill: list[str] = strip["fill"]
        self.light = [self.strip_spaces.index(number) for number in strip["light"]]
        self.letters = {row["number"]: row["letter"] for row in data["engineer"]}
        self.lengths = [row["length"] for row in data["railroad"]]
        self.railroad_colours = [[COLOURS.index(colour) for colour in row["colours"]] for row in data["railroad"]]
        self.doubler_places = len(data["railroad"][0]["doubler_places"])
        self._read_spaces(data, seats)
        self.factories = {row["number"]: read_parts(row["effects"]) for row in data["factory"]}
        self.tokens = {row["id"]: read_parts(row["effects"]) for row in data["token"]}
        self.cards = {row["id"]: read_parts(row["effects"]) for row in data["question_card"]}
        self.starts = {row["id"]: read_parts(row["effects"]) for row in data["starting_card"]}
        self.starts["doubler"] = (Part("doubler", (), int(options["start_bonus_doublers"])),)
        self.card_engineer: int = next(row["number"] for row in data["engineer"] if not row["letter"])
        self._read_specials(data)
        self.lane = [row["kind"] for row in data["industry_space"]]
        self.lane_scores = [row["scores"] for row in data["industry_space"]]
        self.lane_slot = [row.get("slot", 0) for row in data["industry_space"]]
        self.question_bit = len(data["special"])
        self.values = [[data["values"][kind][colour] for colour in COLOURS] for kind in ("normal", "revalued")]
        self.pass_points: list[int] = [row["points_on_passing"] for row in data["turn_card"]]
        self.bonus_names = [row["id"] for row in data["end_bonus"]]
        self.bonus = {row["id"]: row for row in data["end_bonus"]}
        self.bonus_removed: int = data["end_bonus_rules"]["removed_unseen"]
        self.instead: int = data["end_bonus_rules"]["instead_points"]
        self.majority = (data["majority"]["first"], data["majority"]["second"])

    def _read_spaces(self, data: dict[str, Any], seats: int) -> None:
        cost = int(self.options["engineer_cost"])
        self.spaces: dict[str, Space] = {}
        for index, row in enumerate(data["space"]):
            if seats == 2 and row["closed_with_2"]:
                continue
            parts = read_parts(row["effects"])
            order = parts[0].n if parts and parts[0].verb == "order" else 0
            workers = row["workers"]
            if row["id"] == "last_round":
                workers = int(self.options["last_round_cost"])
            strip = -1
            if "strip_space" in row:
                strip = self.strip_spaces.index(row["strip_space"])
                workers = cost
            self.spaces[row["id"]] = Space(
                row["id"],
                index,
                workers,
                row["roubles"],
                parts,
                order,
                strip,
                never_occupied=row.get("never_occupied", False),
                until_last_round=row.get("until_last_round", False),
                only_last_round=row.get("only_last_round", False),
            )
        self.engineers: dict[int, Space] = {}
        for row in data["engineer"]:
            number = row["number"]
            index = len(data["space"]) + number - 1
            parts = read_parts(row["effects"])
            self.engineers[number] = Space(f"engineer-{number}", index, cost, row["roubles"], parts, engineer=number)
        self.by_index = {space.index: space for space in (*self.spaces.values(), *self.engineers.values())}

    def _read_specials(self, data: dict[str, Any]) -> None:
        self.once: list[Special] = []
        self.stars: list[Star] = []
        for index, row in enumerate(data["special"]):
            railroad = RAILROADS.index(row["railroad"])
            colour = COLOURS.index(row["track"])
            if row["timing"] == "once":
                parts = read_parts(row["effects"])
                self.once.append(Special(index, railroad, row["space"], colour, row["locomotive"], parts))
                continue
            part = read_part(row["effects"][0])
            points = part.n if part.verb == "star" else 0
            self.stars.append(Star(railroad, row["space"], colour, points, "needs_token" in row))

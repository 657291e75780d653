"""What is printed on the board and the cards of Spike, read from `content.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def content() -> dict[str, Any]:
    """The content that comes with the title. It belongs to everybody: copy it before changing it."""
    found: dict[str, Any] = tomllib.loads(files("trainshed.games.spike").joinpath("content.toml").read_text("utf-8"))
    return found


class Printed:
    """Board and cards by name."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.colours: list[str] = data["deck"]["colors"]
        self.copies: int = data["deck"]["copies_per_color"]
        self.removed: int = data["deck"]["removed_per_color_two_players"]
        self.dealt: int = data["deck"]["hand"]
        self.face_up: int = data["deck"]["face_up"]
        self.time_cards: int = data["deck"]["time_cards"]
        self.stock: int = data["pieces"]["tracks_per_player"]
        self.levels: dict[str, list[int]] = {
            "locomotive": data["train"]["speed"],
            "tender": data["train"]["supply"],
            "car": data["train"]["capacity"],
        }
        self.upgrade_cost: list[int] = data["train"]["upgrade_cost"]
        self.values: list[int] = data["market"]["rows"]
        self.columns: int = data["market"]["columns"]
        self.commodities: list[str] = [row["id"] for row in data["commodities"]["rows"]]
        self.supplies: dict[str, str] = {row["id"]: row["supplies"] for row in data["cities"]["rows"]}
        """What each city supplies; a node that is not in here is a junction."""
        self.ends: dict[str, tuple[str, str]] = {}
        """The two nodes of each track space."""
        self.colour: dict[str, str] = {}
        """The colour of each track space. A link of several spaces, `a-b`, has `a-b`, `a-b-2`, … from a to b; between
        them are points where nothing else begins or ends."""
        for row in data["links"]["rows"]:
            link = f"{row['a']}-{row['b']}"
            last = len(row["colors"])
            node = row["a"]
            for number, colour in enumerate(row["colors"], start=1):
                space = link if number == 1 else f"{link}-{number}"
                beyond = row["b"] if number == last else f"{link}-{number}"
                self.ends[space] = node, beyond
                self.colour[space] = colour
                node = beyond
        self.touching: dict[str, list[str]] = {}
        """The track spaces that end in each node."""
        for name, ends in self.ends.items():
            for node in ends:
                self.touching.setdefault(node, []).append(name)
        self.per_player: dict[str, int] = data["contracts"]["dealt"]
        self.commodity: dict[str, str] = {}
        """The commodity of each contract card, `cattle-1`, and of each of its faces, `cattle-1-a`."""
        self.pay: dict[str, dict[str, int]] = {}
        """What each face pays in which cities."""
        self.cards: list[str] = []
        for row in data["contracts"]["rows"]:
            face = f"{row['card']}-{row['side']}"
            self.commodity[face] = self.commodity[row["card"]] = row["commodity"]
            self.pay[face] = {entry["city"]: entry["pay"] for entry in row["destinations"]}
            if row["card"] not in self.cards:
                self.cards.append(row["card"])
        self.route_start: dict[str, str] = {row["id"]: row["start"] for row in data["routes"]["rows"]}
        self.route_values: dict[str, dict[str, int]] = {
            row["id"]: {entry["city"]: entry["value"] for entry in row["destinations"]}
            for row in data["routes"]["rows"]
        }

    def other_end(self, link: str, node: str) -> str:
        """The node at the other end of a link."""
        a, b = self.ends[link]
        return b if node == a else a

"""What is printed on the boards, cards and tiles of First Class, read from `content.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

TYPES = ("car", "conductor", "locomotive")
"""The types of base cards that end-bonus cards count."""


@cache
def content() -> dict[str, Any]:
    """The content that comes with the title. It belongs to everybody: copy it before changing it."""
    text = files("trainshed.games.first_class").joinpath("content.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)
    return found


@dataclass(frozen=True)
class Icon:
    """One icon: what it does, how much of it, and for an upgrade from which level."""

    verb: str
    count: int = 1
    begun: tuple[str, ...] = ()
    """What has been done of it: the trains whose conductors have moved, the opponent who was given a token."""

    def rest(self, count: int, *begun: str) -> Icon:
        """What is left of the icon."""
        return replace(self, count=count, begun=(*self.begun, *begun))


@dataclass(frozen=True)
class City:
    """A city of the line: points once, or a reward in every scoring phase."""

    points: int = 0
    reward: tuple[Icon, ...] | None = None


@dataclass(frozen=True)
class Card:
    """An action card."""

    name: str
    deck: int
    kind: str
    """The type of a base card, the kind of a module card."""
    icons: tuple[Icon, ...] = ()
    cities: tuple[City, ...] = ()
    condition: str = ""
    later: bool = False
    """A contract that pays in the next scoring part."""


def read_effect(text: str) -> tuple[Icon, ...]:
    """The icons of an effect. Icons that are used one by one are listed one by one."""
    icons: list[Icon] = []
    for item in text.split(", "):
        words = item.split()
        many = int(words[-1].removeprefix("x")) if words[-1].removeprefix("x").isdigit() else 0
        if item.startswith(("0-coach x", "upgrade-any x", "end-bonus card x")):
            verb = {"0-coach": "coach", "upgrade-any": "any", "end-bonus": "bonus"}[words[0]]
            icons += [Icon(verb)] * many
        elif "->" in item:
            icons.append(Icon(f"from {item.partition('->')[0]}"))
        elif words[0] == "conductors":
            icons.append(Icon("both", many))
        elif words[0] == "conductor":
            icons.append(Icon("steps", many))
        elif words[0] == "others":
            icons.append(Icon("others", many))
        elif words[0] == "give":
            icons.append(Icon(f"give {words[-1]}", int(words[1])))
        else:
            icons.append(Icon(words[0], many))  # locomotive, coins, points, draw, discard
    return tuple(icons)


def read_city(text: str) -> City:
    if text.startswith("R["):
        return City(reward=read_effect(text[2:-1]))
    return City(points=int(text[1:])) if text.startswith("P") else City()


class Printed:
    """Boards and cards by name; names in small letters."""

    def __init__(self, data: dict[str, Any]) -> None:
        game = data["game"]
        self.rounds: int = game["rounds"]
        self.turns: int = game["turns_per_round"]
        self.rows: int = game["rows"]
        self.columns: int = game["cards_per_row"]
        self.rounds_per_deck: int = game["rounds_per_deck"]
        self.display: int = game["end_bonus_display"]
        self.price: int = game["end_bonus_price"]
        self.mail_at: int = game["mail_car_position"]
        self.tile_at: int = game["locomotive_tile_position"]
        self.setup: dict[str, Any] = data["setup"]
        self.levels: list[int] = data["coaches"]["levels"]
        self.pairs: list[list[int]] = [pair["levels"] for pair in data["coaches"]["pairs"]]
        self.pair_cards: list[int] = [pair["cards"] for pair in data["coaches"]["pairs"]]
        self.coins: int = data["coins"]["total"]
        self.coin_room: list[int] = [column["capacity"] for column in data["coins"]["columns"]]
        self.coin_uses: list[list[Icon]] = [
            [read_effect(option)[0] for option in column["options"]] for column in data["coins"]["columns"]
        ]
        self.coin_points: int = data["coins"]["end_of_game_points_per_coin"]
        self.board_cities: list[City] = [read_city(text) for text in data["board_line"]["cities"]]
        self.tile_rewards: dict[tuple[int, int], list[tuple[Icon, ...]]] = {
            (row["players"], row["seat"]): [read_effect(option) for option in row["options"]]
            for row in data["start_player_tile"]["rewards"]
        }
        self.mail: dict[str, tuple[Icon, ...]] = {
            row["id"].lower(): read_effect(row["effect"]) for row in data["mail_cars"]["cards"]
        }
        self.tiles: list[str] = [row["id"].lower() for row in data["locomotive_tiles"]["tiles"]]
        self.tile_icons: dict[str, tuple[Icon, ...]] = {
            row["id"].lower(): read_effect(row["effect"]) for row in data["locomotive_tiles"]["tiles"]
        }
        self.tile_points: dict[str, int] = {
            row["id"].lower(): row["points"] for row in data["locomotive_tiles"]["tiles"]
        }
        self.constantinople: list[int] = data["constantinople"]["points"]
        bonus = data["end_bonus"]["cards"]
        self.bonus: list[str] = [row["id"].lower() for row in bonus]
        self.bonus_type: dict[str, str] = {row["id"].lower(): row["type"] for row in bonus}
        self.bonus_points: dict[str, int] = {row["id"].lower(): row["points"] for row in bonus}
        self.bonus_icons: dict[str, tuple[Icon, ...]] = {row["id"].lower(): read_effect(row["effect"]) for row in bonus}
        self.cards: dict[str, Card] = {}
        self.base: set[str] = set()
        """The base cards, marked X."""
        self.module_cards: dict[str, set[str]] = {}
        """The cards of each module by its letter."""
        self.module_names: dict[str, str] = {letter: row["id"] for letter, row in data["module"].items()}
        for deck in (1, 2, 3):
            for row in data["base"][f"deck{deck}"]["cards"]:
                self.base.add(self.add_card(row, deck, row["type"]))
            for letter, module in data["module"].items():
                for row in module[f"deck{deck}"]:
                    self.module_cards.setdefault(letter, set()).add(self.add_card(row, deck, row["kind"]))
        self.tokens: dict[str, int] = data["module"]["C"]["tokens"]
        self.between: list[int] = data["module"]["E"]["columns"]

    def add_card(self, row: dict[str, Any], deck: int, kind: str) -> str:
        name: str = row["id"].lower()
        self.cards[name] = Card(
            name,
            deck,
            kind,
            read_effect(row["effect"]) if "effect" in row else (),
            tuple(read_city(text) for text in row.get("cities", [])),
            row.get("condition", ""),
            kind == "contract" and row.get("pays") == "scoring",
        )
        return name

    def pair(self, level: int) -> int:
        """Which of the double-sided sets of coaches has this level."""
        return next(at for at, levels in enumerate(self.pairs) if level in levels)

    def next_level(self, level: int) -> int | None:
        at = self.levels.index(level) + 1
        return self.levels[at] if at < len(self.levels) else None

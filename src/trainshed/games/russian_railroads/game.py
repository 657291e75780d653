"""The title Russian Railroads: its options, the set-up, views, and restoring of positions."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from trainshed.games.russian_railroads import view as views
from trainshed.games.russian_railroads.rules.census import census
from trainshed.games.russian_railroads.rules.components import MOST_SEATS, Components
from trainshed.games.russian_railroads.rules.content_schema import OptionRow
from trainshed.games.russian_railroads.rules.effect_types import EFFECTS
from trainshed.games.russian_railroads.rules.player import Player
from trainshed.games.russian_railroads.rules.set_up import BeginGame, DealOrder
from trainshed.games.russian_railroads.rules.spaces import CITE
from trainshed.games.russian_railroads.rules.state import RailState, Stack, new_state
from trainshed.games.russian_railroads.rules.words import Words
from trainshed.kernel.agenda import NOBODY, Effect
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Title, title_file
from trainshed.kernel.options import Option

PACKAGE = "trainshed.games.russian_railroads"

SENTENCES = {
    "start_bonus_doublers": "How many doublers does the starting bonus card give?",
    "last_round_cost": "How many workers does the space of the last round ask for?",
    "engineer_cost": "How many workers does an engineer ask for?",
    "flip_rule": "When may a displaced locomotive be given up: with all four places full, or only if none is lower?",
    "limited_supplies": "Are roubles and doublers limited to those in the box?",
    "repeat_needs": "May a space be repeated only with a single piece on it, or with a single worker beside roubles?",
    "black_worker_needs_printed_black": "Does the black worker need a printed black icon for its extra step?",
}


def option_text(value: int | bool | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_options(pack: Pack) -> tuple[Option, ...]:
    """The options of the pack. One without a sentence stands only in packs of earlier releases, and is not offered."""
    options = []
    for row in pack.take("option", list[OptionRow]):
        if row.id in SENTENCES and not isinstance(row.default, list):
            clauses = next(o["clauses"] for o in pack.get("option") if o["id"] == row.id)
            choices = tuple(option_text(value) for value in row.allowed)
            options.append(Option(row.id, choices, option_text(row.default), SENTENCES[row.id], clauses[0]))
    return tuple(options)


class RailGame(Title):
    """Russian Railroads in one edition with one pack."""

    slug: ClassVar[str] = "russian-railroads"
    name: ClassVar[str] = "Russian Railroads"
    editions: ClassVar[tuple[int, ...]] = (1,)
    revision: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = tuple(range(2, MOST_SEATS + 1))
    package: ClassVar[str] = PACKAGE
    skip: ClassVar[str] = "pass"
    effects: ClassVar[tuple[type[Effect], ...]] = EFFECTS
    clause_over: ClassVar[str] = "RR-ROUND-11"
    clause_not_yours: ClassVar[str] = "RR-TURN-09"
    clause_other: ClassVar[str] = "RR-TURN-01"

    def __init__(self, edition: int = 1, pack: Pack | None = None) -> None:
        if pack is None:
            pack = Pack.read(title_file(PACKAGE, "content.toml"))
        options = read_options(pack)
        self.boxes: dict[tuple[str, ...], Components] = {}
        self.words: Words = Words(Components(pack, {option.name: option.default for option in options}))
        super().__init__(edition, pack, self.words.vocabulary, options, CITE)

    def box_for(self, options: dict[str, str]) -> Components:
        """The components with these options applied; cached."""
        key = tuple(options[name] for name in sorted(options))
        if key not in self.boxes:
            self.boxes[key] = Components(self.pack, options)
        return self.boxes[key]

    def open(self, seats: int, options: dict[str, str]) -> RailState:
        state = new_state(self, self.box_for(options), seats, options)
        state.push(BeginGame())
        state.push(DealOrder())
        return state

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> RailState:
        players, *lists, stacks, takes, looks, numbers = facts
        owners = [Player(*own_lists, *own_numbers) for *own_lists, own_numbers in players]
        placed = [Stack(*fields) for fields in stacks]
        table = [owners, *lists, placed, takes, looks, *numbers]
        return RailState(self, seats, options, agenda, NOBODY, False, self.box_for(options), *table)

    def look(self, state: RailState, seat: int | None) -> views.View:
        return views.look(state, seat)

    def world(self, view: views.View, rng: Random) -> RailState:
        return views.world(self, self.box_for(dict(view.options)), view, rng)

    def census(self, state: RailState) -> dict[str, int]:
        return census(state)

    def turn_order(self, state: RailState) -> list[int]:
        return list(state.order)


GAME = RailGame

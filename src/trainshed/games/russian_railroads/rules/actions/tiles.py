"""Locomotives and factories, the two sides of a tile: taking one, and where it goes (RR-LOCO, RR-FACTORY)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.rewards import check_all_rewards
from trainshed.games.russian_railroads.rules.components import PLACES
from trainshed.games.russian_railroads.rules.effect_notation import FACTORY, Part, TileStep
from trainshed.games.russian_railroads.rules.look_ahead import can_all
from trainshed.games.russian_railroads.rules.player import Player, all_places_full, locomotive_fits
from trainshed.games.russian_railroads.rules.spaces import (
    DOES_NOT_FIT,
    NEW_NOT_GIVEN_UP,
    NO_TILES,
    NOT_GIVEN_UP,
    NOT_OPEN,
    ONLY_LOWER,
)
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.words import GIVE_UP
from trainshed.kernel.agenda import OTHER_QUESTION, Effect, OpenQuestion


def tile_forbids(state: RailState, player: Player, tile: TileStep) -> int:
    """May this tile be taken and built? The clause against it, or 0."""
    if tile.number:
        return 0 if state.open_factories[tile.number] else NOT_OPEN
    number = state.lowest_pile()
    if number == 0:
        return NO_TILES
    return 0 if tile.mask == FACTORY or locomotive_fits(player, number) else DOES_NOT_FIT


def tile_leaves_room(state: RailState, seat: int, tile: TileStep, left: list[Part]) -> bool:
    """Can the parts that are left still be made after this tile was built, by the simple look-ahead?"""
    trial = state.clone()
    trial.heard = None
    if tile.number:
        trial.open_factories[tile.number] -= 1
    else:
        trial.piles[trial.lowest_pile()] -= 1
    mine = trial.players[seat]
    if tile.mask == FACTORY and len(mine.factories) < state.box.slots:
        mine.factories.append(1)
    elif tile.mask == FACTORY or all_places_full(mine):
        trial.open_factories[0] += 1  # a tile will be laid open; which one does not matter here
    return can_all(trial, seat, left)


def build(state: RailState, seat: int, tile: TileStep) -> None:
    """Take a tile and build it: from the piles as a locomotive or a factory, or an open factory (RR-FACTORY-03)."""
    if tile.number:
        number = tile.number
        state.open_factories[number] -= 1
        if state.heard is not None:
            state.heard.append(events.TileTaken(seat, number, True, True))
        build_factory(state, seat, number)
    elif tile.mask == FACTORY:
        build_factory(state, seat, take_tile(state, seat, True))
    else:
        state.push(PlaceLocomotive(seat, take_tile(state, seat, False), 0))


def take_tile(state: RailState, seat: int, as_factory: bool) -> int:
    """Take the top tile of the lowest pile (RR-LOCO-01, RR-FACTORY-03) and return its number."""
    number = state.lowest_pile()
    state.piles[number] -= 1
    if state.heard is not None:
        state.heard.append(events.TileTaken(seat, number, as_factory, False))
    return number


def build_factory(state: RailState, seat: int, number: int) -> None:
    """Build a factory in the leftmost empty slot, or ask which one it replaces (RR-FACTORY-04, -05)."""
    player = state.players[seat]
    if len(player.factories) < state.box.slots:
        player.factories.append(number)
        if state.heard is not None:
            state.heard.append(events.FactoryBuilt(seat, number, len(player.factories), 0))
    else:
        state.push(ReplaceFactory(seat, number))


class ReplaceFactory(Effect):
    """Which factory does the new one replace (RR-FACTORY-05, -06)?"""

    __slots__ = ("number", "seat")

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def args(self) -> list[int]:
        return [self.seat, self.number]

    def asks(self, state: RailState) -> int:
        return self.seat

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.slot
        return [first + slot for slot in range(1, state.box.slots + 1)]

    def forbids(self, state: RailState, move: int) -> int:
        return 0 if 1 <= move - state.game.words.slot <= state.box.slots else OTHER_QUESTION

    def answer(self, state: RailState, move: int) -> None:
        slot = move - state.game.words.slot
        factories = state.players[self.seat].factories
        old = factories[slot - 1]
        state.open_factories[old] += 1
        factories[slot - 1] = self.number
        if state.heard is not None:
            state.heard.append(events.FactoryBuilt(self.seat, self.number, slot, old))


class PlaceLocomotive(OpenQuestion):
    """Where does this locomotive go, a new one or one that was displaced (RR-LOCO-03 to -11)?"""

    __slots__ = ("displaced", "number")

    def __init__(self, seat: int, number: int, displaced: int) -> None:
        super().__init__(seat)
        self.number = number
        self.displaced = displaced

    def args(self) -> list[int]:
        return [self.seat, self.number, self.displaced]

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.place
        return [GIVE_UP, *range(first, first + len(PLACES))]

    def forbids(self, state: RailState, move: int) -> int:
        player = state.players[self.seat]
        if move == GIVE_UP:
            if not self.displaced:
                return NEW_NOT_GIVEN_UP
            if not all_places_full(player):
                return NOT_GIVEN_UP
            if state.box.strict_flip and locomotive_fits(player, self.number):
                return NOT_GIVEN_UP
            return 0
        at = move - state.game.words.place
        if not 0 <= at < len(PLACES):
            return OTHER_QUESTION
        there = player.locomotives
        if there[at] >= self.number:
            return ONLY_LOWER
        if at == 0 and there[0] == there[1]:
            return ONLY_LOWER  # equal numbers: only the second place is offered, the result is the same
        return 0

    def numbers(self, state: RailState, move: int) -> dict[str, int]:
        return {"number": self.number}

    def take(self, state: RailState, move: int, forced: bool) -> None:
        seat = self.seat
        if move == GIVE_UP:
            state.open_factories[self.number] += 1
            if state.heard is not None:
                state.heard.append(events.LocomotiveGivenUp(seat, self.number, forced))
            check_all_rewards(state, seat)
            return
        at = move - state.game.words.place
        there = state.players[seat].locomotives
        old = there[at]
        there[at] = self.number
        if there[0] < there[1]:  # the higher number stands first
            there[0], there[1] = there[1], there[0]
            at = 0
        if state.heard is not None:
            state.heard.append(events.LocomotivePlaced(seat, self.number, PLACES[at], old, forced))
        if old:
            state.push(PlaceLocomotive(seat, old, 1))  # RR-LOCO-09, -16
        else:
            check_all_rewards(state, seat)

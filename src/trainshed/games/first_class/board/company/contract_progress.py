"""How far a player of First Class has come with an open contract, read from a view."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.first_class.board.module import board_module
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules import requirements as needs
from trainshed.games.first_class.rules.components import REWARD_CITY
from trainshed.games.first_class.rules.requirements import Requirement
from trainshed.games.first_class.view import View


def reached(scene: Scene, view: View, seat: int, wanted: Requirement) -> int:
    """The number that is compared with the one the requirement asks for, as in the rules (FC-CONTRACT-04)."""
    player = view.players[seat]
    upper, lower = player.trains
    match wanted.kind:
        case needs.COACHES:
            return sum(level >= wanted.levels[0] for train in (upper, lower) for level in levels_of(scene, train))
        case needs.SEQUENCE:
            return max(in_sequence(levels_of(scene, train), wanted.levels) for train in (upper, lower))
        case needs.ONE_TRAIN:
            return max(len(upper), len(lower))
        case needs.BOTH_TRAINS:
            return min(len(upper), len(lower))
        case needs.ALL_CARDS:
            return len(upper) + len(lower)
        case needs.ONE_CONDUCTOR_AT:
            return max(player.conductors)
        case needs.BOTH_CONDUCTORS_AT:
            return min(player.conductors)
        case needs.CITY:
            return player.city
        case needs.REWARD_CITIES:
            passed = [scene.box.cities[city] for city, _ in scene.city_numbers(player)][: player.city]
            return sum(city.kind == REWARD_CITY for city in passed)
        case needs.BONUS_CARDS:
            return player.bonus
        case needs.LOCOMOTIVE_TILES:
            tiles = {tile.name for tile in scene.box.tiles}
            return sum(train[-1] in tiles for train in (upper, lower) if train)
    return board_module(scene.box.modules[wanted.module].name).tally(view, seat)


def levels_of(scene: Scene, train: Sequence[str]) -> list[int]:
    """The levels of the coaches of a train, as numbers from 0."""
    return [scene.box.levels.index(int(card)) for card in train if card.isdigit()]


def in_sequence(coaches: Sequence[int], levels: Sequence[int]) -> int:
    """How many levels of a sequence consecutive coaches reach; mail cars are left out before (FC-MODULE-A-05)."""
    best = 0
    for begin in range(len(coaches)):
        count = 0
        while count < len(levels) and begin + count < len(coaches) and coaches[begin + count] >= levels[count]:
            count += 1
        best = max(best, count)
    return best

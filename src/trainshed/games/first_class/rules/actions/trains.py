"""Trains, conductors and the line: what a step does, what it triggers, and which clause forbids it.

FC-CAR, FC-UPGRADE, FC-CONDUCTOR, FC-LOCO, FC-MAIL, FC-LOCOCARD, FC-CONSTANTINOPLE.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.in_progress import REWARD, carry_out
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MAIL, POINTS_CITY, TILE, TRAINS
from trainshed.games.first_class.rules.state import FirstClassState, Player, changed
from trainshed.games.first_class.rules.words import LAY_MAIL
from trainshed.kernel.agenda import OTHER_QUESTION, OpenQuestion

CLOSED: Final = CITE("FC-CAR-06")
NO_COACH_FREE: Final = CITE("FC-CAR-07")
NO_SUCH_COACH: Final = CITE("FC-UPGRADE-03")
NO_HIGHER_FREE: Final = CITE("FC-UPGRADE-17")
END_OF_TRAIN: Final = CITE("FC-CONDUCTOR-05")
END_OF_LINE: Final = CITE("FC-LOCO-05")
MAIL_LAID: Final = CITE("FC-MAIL-02")


# ---------------------------------------------------------------- what is possible


def closed(player: Player, train: int) -> bool:
    """Does this train have a locomotive tile, after which no coach can follow (FC-CAR-06)?"""
    return player.trains[train][-1] >= TILE


def add_forbids(state: FirstClassState, seat: int, train: int) -> int:
    """The clause against a new coach in this train, or 0."""
    if closed(state.players[seat], train):
        return CLOSED
    return 0 if state.coaches[state.box.pair_of[0]] else NO_COACH_FREE


def rise_forbids(state: FirstClassState, seat: int, train: int, level: int) -> int:
    """The clause against an upgrade of the leftmost coach of this level, or 0."""
    if level not in state.players[seat].trains[train]:
        return NO_SUCH_COACH
    return 0 if can_rise(state, level) else NO_HIGHER_FREE


def can_rise(state: FirstClassState, level: int) -> bool:
    """Is there a card for the next level (FC-UPGRADE-17)?"""
    pair = state.box.pair_of[level + 1]
    return pair == state.box.pair_of[level] or state.coaches[pair] > 0


def room_ahead(player: Player, train: int) -> int:
    """How many cards of its train lie before a conductor."""
    return len(player.trains[train]) - player.conductors[train]


def cities_ahead(player: Player) -> int:
    return len(player.line) - player.city


# ---------------------------------------------------------------- what happens


def add_coach(state: FirstClassState, seat: int, train: int, forced: bool) -> None:
    """Lay a level-0 coach; the mail car or the locomotive tile follows at once (FC-MAIL-01, FC-LOCOCARD-01)."""
    player = state.players[seat]
    cards = [*player.trains[train], 0]
    set_train(player, train, cards)
    state.coaches = changed(state.coaches, state.box.pair_of[0], -1)
    if state.heard is not None:
        state.heard.append(events.CoachAdded(seat, TRAINS[train], len(cards), forced))
    if len(cards) == state.box.mail_at - 1:
        state.push(ChooseMail(seat, train))
    elif len(cards) == state.box.tile_at - 1:
        lay_tile(state, seat, train)


def set_train(player: Player, train: int, cards: list[int]) -> None:
    trains = player.trains[:]
    trains[train] = cards
    player.trains = trains


def lay_tile(state: FirstClassState, seat: int, train: int) -> None:
    """The top locomotive tile becomes the last card of a train (FC-LOCOCARD-01 to -04)."""
    player = state.players[seat]
    number = state.tiles
    tile = state.box.tiles[number]
    state.tiles += 1
    set_train(player, train, [*player.trains[train], TILE + number])
    if state.heard is not None:
        state.heard.append(events.LocomotiveTileLaid(seat, TRAINS[train], tile.name))
    carry_out(state, seat, REWARD, tile.icons)


def upgrade(state: FirstClassState, seat: int, train: int, level: int, forced: bool) -> None:
    """The leftmost coach of a level rises to the next; the replaced card returns (FC-UPGRADE-05, -08)."""
    player = state.players[seat]
    box = state.box
    cards = player.trains[train][:]
    at = cards.index(level)
    cards[at] = level + 1
    set_train(player, train, cards)
    old, new = box.pair_of[level], box.pair_of[level + 1]
    if old != new:
        free = state.coaches[:]
        free[old] += 1
        free[new] -= 1
        state.coaches = free
    if state.heard is not None:
        state.heard.append(events.CoachUpgraded(seat, TRAINS[train], at + 1, box.levels[level + 1], forced))


def move_conductor(state: FirstClassState, seat: int, train: int, steps: int, forced: bool) -> None:
    """A conductor goes on; on the locomotive tile it has arrived in Constantinople (FC-CONSTANTINOPLE-01)."""
    player = state.players[seat]
    player.conductors = changed(player.conductors, train, steps)
    to = player.conductors[train]
    if state.heard is not None:
        state.heard.append(events.ConductorMoved(seat, TRAINS[train], steps, to, forced))
    if player.trains[train][to - 1] >= TILE:
        place = len(state.arrivals)
        points = state.box.places[place] if place < len(state.box.places) else 0
        state.arrivals = [*state.arrivals, seat]
        player.points += points
        if state.heard is not None:
            state.heard.append(events.ArrivedInConstantinople(seat, TRAINS[train], place + 1, points))


def drive(state: FirstClassState, seat: int, cities: int, forced: bool) -> None:
    """The locomotive goes on; points of cities that it reaches or passes are received at once (FC-LOCO-03, -04)."""
    player = state.players[seat]
    begin = player.city
    player.city = begin + cities
    if state.heard is not None:
        state.heard.append(events.LocomotiveMoved(seat, cities, player.city, forced))
    for at in range(begin, player.city):
        city = state.box.cities[player.line[at]]
        if city.kind == POINTS_CITY:
            player.points += city.points
            if state.heard is not None:
                state.heard.append(events.CityPoints(seat, at + 1, city.points))


class ChooseMail(OpenQuestion):
    """Which mail car becomes the sixth card of a train (FC-MAIL-01, -02)?"""

    __slots__ = ("train",)

    def __init__(self, seat: int, train: int) -> None:
        super().__init__(seat)
        self.train = train

    def args(self) -> list[int]:
        return [self.seat, self.train]

    def legal(self, state: FirstClassState) -> list[int]:
        laid = state.players[self.seat].mail
        first = state.words.mail
        return [first + car for car in range(len(state.box.mail)) if not laid >> car & 1]

    def forbids(self, state: FirstClassState, move: int) -> int:
        if state.words.family[move] != LAY_MAIL:
            return OTHER_QUESTION
        return MAIL_LAID if state.players[self.seat].mail >> state.words.a[move] & 1 else 0

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        player = state.players[self.seat]
        number = state.words.a[move]
        car = state.box.mail[number]
        player.mail |= 1 << number
        set_train(player, self.train, [*player.trains[self.train], MAIL + number])
        if state.heard is not None:
            state.heard.append(events.MailCarLaid(self.seat, TRAINS[self.train], car.name, forced))
        carry_out(state, self.seat, REWARD, car.icons)


def train_points(state: FirstClassState, seat: int, train: int) -> int:
    """The points of a train in a scoring phase: coaches up to the conductor, the tile if it stands there.

    FC-SCORE-12 to -14.
    """
    player = state.players[seat]
    box = state.box
    points = 0
    cards = player.trains[train]
    for at in range(player.conductors[train]):
        card = cards[at]
        if card < MAIL:
            points += box.levels[card]
        elif card >= TILE:
            points += box.tiles[card - TILE].points
    return points

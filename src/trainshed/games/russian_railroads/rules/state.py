"""The position of Russian Railroads: players, the shared board, piles, and the end bonus cards."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.components import Components
from trainshed.games.russian_railroads.rules.player import NUMBERS as PLAYER_NUMBERS
from trainshed.games.russian_railroads.rules.player import Player, majority_points, round_points
from trainshed.kernel.agenda import NOBODY, Effect
from trainshed.kernel.game import Position
from trainshed.kernel.shared.fields import reader

NO_SEAT: Final = -1
NO_SPACE: Final = -1

STACK: Final = ("space", "seat", "workers", "turquoise", "black", "roubles")
LISTS: Final = ("piles", "open_factories", "strip", "order", "claims")
NUMBERS: Final = ("round", "roubles", "doublers", "turquoise", "cards", "starts", "pile", "removed")
FIELDS: Final = ("players", *LISTS, "stacks", "takes", "looks", *NUMBERS)
"""The fields of a stack and of a position, in the order of their arguments: dumps, restoring and views follow."""

stack_of: Final = reader(STACK)
lists_of: Final = reader(LISTS)
numbers_of: Final = reader(NUMBERS)


class Stack:
    """The pieces one player put on one space in one go. Immutable, so clones share it."""

    __slots__ = STACK

    def __init__(self, space: int, seat: int, workers: int, turquoise: int, black: int, roubles: int) -> None:
        self.space = space
        self.seat = seat
        self.workers = workers
        self.turquoise = turquoise
        self.black = black
        self.roubles = roubles

    def pieces(self) -> int:
        return self.workers + self.turquoise + self.black + self.roubles


class RailState(Position):
    """A position. Spaces have the numbers of the content pack; hired engineers, as spaces of their owners, follow."""

    __slots__ = ("box", *FIELDS)

    def __init__(
        self,
        game: Any,
        seats: int,
        options: dict[str, str],
        agenda: list[Effect],
        actor: int,
        over: bool,
        box: Components,
        players: list[Player],
        piles: list[int],
        open_factories: list[int],
        strip: list[int],
        order: list[int],
        claims: list[int],
        stacks: list[Stack],
        takes: list[int],
        looks: list[int],
        round: int,
        roubles: int,
        doublers: int,
        turquoise: int,
        cards: int,
        starts: int,
        pile: int,
        removed: int,
    ) -> None:
        super().__init__(game, seats, options, agenda, actor, over)
        self.box: Components = box
        self.players: list[Player] = players
        self.piles: list[int] = piles
        """How many locomotive tiles of each number are left."""
        self.open_factories: list[int] = open_factories
        """How many open factories of each number lie beside the piles."""
        self.strip: list[int] = strip
        """Engineers from left to right, 0 where none lies; the hiring space is the last."""
        self.order: list[int] = order
        """Seats by position of the turn order track."""
        self.claims: list[int] = claims
        """The seats that have claimed position 1 and position 2, or NO_SEAT."""
        self.stacks: list[Stack] = stacks
        self.takes: list[int] = takes
        """End bonus cards taken, one after the other: seat, card."""
        self.looks: list[int] = looks
        """Looks through the end bonus pile, one after the other: seat, and how many cards had been taken before."""
        self.round: int = round
        self.roubles: int = roubles
        self.doublers: int = doublers
        self.turquoise: int = turquoise
        self.cards: int = cards
        """Question cards left, as bits."""
        self.starts: int = starts
        """Starting bonus cards left, as bits."""
        self.pile: int = pile
        """End bonus cards in the pile, as bits; until the first look, the removed cards too."""
        self.removed: int = removed
        """The end bonus cards removed in the set-up, as bits; 0 until the first look."""

    def clone(self) -> RailState:
        copy = RailState(
            self.game,
            self.seats,
            self.options,
            self._stack[: self._depth],
            self.actor,
            self.over,
            self.box,
            [player.clone() for player in self.players],
            self.piles[:],
            self.open_factories[:],
            self.strip[:],
            self.order[:],
            self.claims[:],
            self.stacks[:],
            self.takes[:],
            self.looks[:],
            self.round,
            self.roubles,
            self.doublers,
            self.turquoise,
            self.cards,
            self.starts,
            self.pile,
            self.removed,
        )
        copy._moves = self._moves
        return copy

    def facts(self) -> list[Any]:
        players = [player.facts() for player in self.players]
        stacks = [stack_of(stack) for stack in self.stacks]
        return [players, *lists_of(self), stacks, self.takes, self.looks, numbers_of(self)]

    # ------------------------------------------------------------ queries

    def shows(self, move: int, after: Any = None) -> bool:
        """A look through the end bonus pile shows hidden cards (RR-TURN-22)."""
        then: RailState = self.following(move, after)
        return len(then.looks) != len(self.looks)

    def before_events(self) -> list[int]:
        """The points of each seat in a scoring phase."""
        return [round_points(self.box, player) for player in self.players]

    def after_events(self, before: list[int]) -> None:
        """Who listens also hears what a move changed in the points of each scoring phase."""
        assert self.heard is not None
        for seat, points in enumerate(before):
            more = round_points(self.box, self.players[seat]) - points
            if more:
                changes = [at for at, event in enumerate(self.heard) if changes_board(event, seat)]
                self.heard.insert(changes[-1] + 1, events.IncomeChanged(seat, more))

    def last_round(self) -> bool:
        return self.round == self.box.rounds[self.seats]

    def lowest_pile(self) -> int:
        """The number of the next locomotive tile, or 0 (RR-LOCO-01, -02)."""
        for number in range(1, self.box.numbers + 1):
            if self.piles[number]:
                return number
        return 0

    def pile_after(self, taken: int) -> int:
        """The end bonus pile after so many cards had been taken, as bits."""
        pile = (1 << len(self.box.bonus_names)) - 1 & ~self.removed
        for at in range(taken):
            pile &= ~(1 << self.takes[2 * at + 1])
        return pile

    def any_open_factory(self) -> bool:
        return any(count for count in self.open_factories)

    def taken(self) -> int:
        """The spaces with pieces on them, as bits."""
        bits = 0
        for stack in self.stacks:
            bits |= 1 << stack.space
        return bits

    def occupied(self, space: int) -> bool:
        return any(stack.space == space for stack in self.stacks)

    def engineer_space(self, engineer: int) -> int:
        """The number of the action space of a hired engineer."""
        return len(self.box.spaces) + engineer - 1

    def light_engineer(self, strip_space: int) -> int:
        """The engineer on a light space of the strip, or 0; spaces count from the hiring space."""
        return self.strip[len(self.strip) - 1 - strip_space]

    # ------------------------------------------------------------ points

    def scores(self) -> list[int]:
        return [player.points for player in self.players]

    def standings(self) -> list[int]:
        """RR-FINAL-08: the highest total wins, equal totals share."""
        scores = self.scores()
        return [1 + sum([other > score for other in scores]) for score in scores]

    def majority(self) -> list[int]:
        return majority_points(self.box, self.players)


def changes_board(event: Any, seat: int) -> bool:
    """Is this an event of the player's own turn, and not of a scoring or a pass?"""
    outside = (events.RoundScored, events.BonusScored, events.MajorityScored, events.Passed)
    return getattr(event, "seat", -1) == seat and not isinstance(event, outside)


def new_state(game: Any, box: Components, seats: int, options: dict[str, str]) -> RailState:
    """The position before the first draw of the set-up: all that needs no luck is in place (RR-SETUP)."""
    quantity = box.quantities[seats]
    players = []
    for _ in range(seats):
        tracks = [-1] * (5 * len(box.length))
        for railroad, space in enumerate(box.start_tracks):
            tracks[5 * railroad] = space
        numbers = dict.fromkeys(PLAYER_NUMBERS, 0)
        numbers["workers"] = quantity.workers_start
        numbers["reserve"] = quantity.workers_reserve
        numbers["roubles"] = quantity.roubles_start
        players.append(Player(tracks, box.start_locomotives[:], [], [0, -1], [], [], **numbers))
    piles = [0] + [quantity.locomotives_per_number] * box.numbers
    piles[1] -= seats  # RR-LOCO-02: dealt out
    roubles = box.roubles - quantity.roubles_start * seats - sum(box.card_roubles)
    return RailState(
        game,
        seats,
        options,
        [],
        NOBODY,
        False,
        box,
        players,
        piles,
        [0] * (box.numbers + 1),
        [],
        [],
        [NO_SEAT, NO_SEAT],
        [],
        [],
        [],
        0,
        roubles,
        box.doublers,
        quantity.turquoise_workers,
        (1 << len(box.card_names)) - 1,
        (1 << len(box.start_names)) - 1,
        (1 << len(box.bonus_names)) - 1,
        0,
    )

"""The position of Russian Railroads: players, the shared board, piles, and the end bonus cards."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.russian_railroads.rules.components import Components
from trainshed.games.russian_railroads.rules.player import Player, majority_points
from trainshed.kernel.agenda import NOBODY, Effect
from trainshed.kernel.game import Position

NO_SEAT: Final = -1
NO_SPACE: Final = -1


class Stack:
    """The pieces one player put on one space in one go. Immutable, so clones share it."""

    __slots__ = ("black", "roubles", "seat", "space", "turquoise", "workers")

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

    __slots__ = (
        "box",
        "cards",
        "claims",
        "doublers",
        "looks",
        "open_factories",
        "order",
        "pile",
        "piles",
        "players",
        "removed",
        "roubles",
        "round",
        "stacks",
        "starts",
        "strip",
        "takes",
        "turquoise",
    )

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

    def numbers(self) -> list[int]:
        return [
            self.round,
            self.roubles,
            self.doublers,
            self.turquoise,
            self.cards,
            self.starts,
            self.pile,
            self.removed,
        ]

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
        return [
            [
                [p.tracks, p.locomotives, p.factories, p.markers, p.engineers, p.bonus, p.numbers()]
                for p in self.players
            ],
            self.piles,
            self.open_factories,
            self.strip,
            self.order,
            self.claims,
            [[s.space, s.seat, s.workers, s.turquoise, s.black, s.roubles] for s in self.stacks],
            self.takes,
            self.looks,
            self.numbers(),
        ]

    # ------------------------------------------------------------ queries

    def reversible(self, move: int, after: Any = None) -> bool:
        """False also for a look through the end bonus pile, because it shows hidden cards (RR-TURN-22)."""
        if after is None:
            after = self.clone()
            after.apply(move)
        then: RailState = after
        return super().reversible(move, after) and len(then.looks) == len(self.looks)

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


def new_state(game: Any, box: Components, seats: int, options: dict[str, str]) -> RailState:
    """The position before the first draw of the set-up: all that needs no luck is in place (RR-SETUP)."""
    quantity = box.quantities[seats]
    players = []
    for _ in range(seats):
        tracks = [-1] * (5 * len(box.length))
        for railroad, space in enumerate(box.start_tracks):
            tracks[5 * railroad] = space
        numbers = [0, quantity.workers_start, quantity.workers_reserve, 0, 0, quantity.roubles_start] + [0] * 8
        players.append(Player(tracks, box.start_locomotives[:], [], [0, -1], [], [], *numbers))
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

"""The position of Spike: networks, trains, contracts, hands, the market and the pile of railway cards."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.spike.rules.components import ROUNDS, Components
from trainshed.games.spike.rules.network.payment import Purse
from trainshed.games.spike.rules.network.routes import Builder
from trainshed.kernel.agenda import NOBODY, Effect
from trainshed.kernel.game import Position
from trainshed.kernel.shared.fields import reader

NONE: Final = -1
"""No city, no link, no seat, an empty slot or space, or no special end yet."""

PLAYER: Final = (
    "money",
    "stock",
    "speed",
    "supply",
    "capacity",
    "link",
    "node",
    "aboard",
    "hand",
    "contracts",
    "undecided",
    "delivered",
    "routes",
    "dropped",
    "taken",
    "draws",
    "spent",
)
FIELDS: Final = (
    "tracks",
    "nodes",
    "market",
    "display",
    "pile",
    "pile_times",
    "upper",
    "discards",
    "times",
    "round",
    "first",
    "turn",
    "idle",
    "last_turns",
    "gift",
)
"""The fields of a player, and those of a position that a dump holds after the players: restoring follows."""

player_of: Final = reader(PLAYER)
fields_of: Final = reader(FIELDS)


class Player:
    """What one player has. Its lists are replaced and never changed, so that clones can share them."""

    __slots__ = PLAYER

    def __init__(
        self,
        money: int,
        stock: int,
        speed: int,
        supply: int,
        capacity: int,
        link: int,
        node: int,
        aboard: int,
        hand: list[int],
        contracts: list[int],
        undecided: list[int],
        delivered: list[int],
        routes: list[int],
        dropped: list[int],
        taken: list[int],
        draws: list[int],
        spent: list[int],
    ) -> None:
        self.money: int = money
        self.stock: int = stock
        """Track pieces that are not laid yet."""
        self.speed: int = speed
        self.supply: int = supply
        self.capacity: int = capacity
        """Levels of locomotive, tender and freight cars, from 0."""
        self.link: int = link
        """The track space on which the train is, NONE in a city."""
        self.node: int = node
        """The city in which the train stands, or the end of the track space to which its last step led."""
        self.aboard: int = aboard
        """The commodities whose tokens are on freight cars, as bits."""
        self.hand: list[int] = hand
        """Railway cards by colour."""
        self.contracts: list[int] = contracts
        """Sides of contract cards that are in force, ascending."""
        self.undecided: list[int] = undecided
        """Contract cards of which no side is in force yet (advanced game)."""
        self.delivered: list[int] = delivered
        """Cities with a delivery marker, ascending."""
        self.routes: list[int] = routes
        self.dropped: list[int] = dropped
        """The route card that was not kept (advanced game)."""
        self.taken: list[int] = taken
        """Cards by colour that were taken face up and are still in hand; they count as the first to be played."""
        self.draws: list[int] = draws
        """Cards drawn from the pile and dealt, by round and colour."""
        self.spent: list[int] = spent
        """Cards played that were not taken face up, by round and colour."""

    def copy(self) -> Player:
        return Player(
            self.money,
            self.stock,
            self.speed,
            self.supply,
            self.capacity,
            self.link,
            self.node,
            self.aboard,
            self.hand,
            self.contracts,
            self.undecided,
            self.delivered,
            self.routes,
            self.dropped,
            self.taken,
            self.draws,
            self.spent,
        )


class TableRules:
    """The options of a table as the rules ask for them."""

    __slots__ = (
        "advanced",
        "full_speed",
        "idle_turns",
        "many_builds",
        "mixed",
        "one_track",
        "reverse",
        "times_from_pile",
    )

    def __init__(self, options: dict[str, str]) -> None:
        self.advanced: bool = options["advanced"] == "yes"
        self.mixed: bool = options["joker_mixed"] == "yes"
        self.reverse: bool = options["allow_reverse"] == "yes"
        self.times_from_pile: bool = options["time_replacement"] == "pile"
        self.full_speed: bool = options["start_full_speed"] == "yes"
        self.idle_turns: int = 20 if options["idle_turns"] == "twenty" else 0
        self.one_track: bool = options["one_track_per_space"] == "yes"
        self.many_builds: bool = options["builds_per_action"] == "any"


class SpikeState(Position):
    """A position. Its lists are replaced and never changed, so that clones can share them."""

    __slots__ = ("box", "players", "table", *FIELDS)

    def __init__(
        self,
        game: Any,
        seats: int,
        options: dict[str, str],
        agenda: list[Effect],
        actor: int,
        over: bool,
        box: Components,
        table: TableRules,
        players: list[Player],
        tracks: list[int],
        nodes: list[int],
        market: list[int],
        display: list[int],
        pile: list[int],
        pile_times: int,
        upper: int,
        discards: list[int],
        times: int,
        round: int,
        first: int,
        turn: int,
        idle: int,
        last_turns: int,
        gift: int,
    ) -> None:
        super().__init__(game, seats, options, agenda, actor, over)
        self.box: Components = box
        self.table: TableRules = table
        self.players: list[Player] = players
        self.tracks: list[int] = tracks
        """For each link the seats that have a track on it, as bits."""
        self.nodes: list[int] = nodes
        """For each node the seats whose network it belongs to, as bits."""
        self.market: list[int] = market
        """The commodity on each space, column by column, the highest row first; NONE: empty."""
        self.display: list[int] = display
        """The colours of the face-up cards by slot; NONE: an empty slot."""
        self.pile: list[int] = pile
        """Railway cards in the draw pile, by colour: a card has no place in it before it is drawn."""
        self.pile_times: int = pile_times
        self.upper: int = upper
        """In round 3 the cards left in the upper half of the pile, in which there are no Time cards."""
        self.discards: list[int] = discards
        self.times: int = times
        """Time cards that lie face up on the board."""
        self.round: int = round
        self.first: int = first
        self.turn: int = turn
        self.idle: int = idle
        """Turns in a row, this one too, in which nobody drew, built, upgraded or delivered (SP-END-08)."""
        self.last_turns: int = last_turns
        """Turns that are left after a special end was declared (SP-END-02); NONE before."""
        self.gift: int = gift
        """The colour of the card that the first player gave away (SP-SETUP-14)."""

    def clone(self) -> SpikeState:
        copy = SpikeState(
            self.game,
            self.seats,
            self.options,
            self._stack[: self._depth],
            self.actor,
            self.over,
            self.box,
            self.table,
            [player.copy() for player in self.players],
            self.tracks,
            self.nodes,
            self.market,
            self.display,
            self.pile,
            self.pile_times,
            self.upper,
            self.discards,
            self.times,
            self.round,
            self.first,
            self.turn,
            self.idle,
            self.last_turns,
            self.gift,
        )
        copy._moves = self._moves
        return copy

    def facts(self) -> list[Any]:
        return [[player_of(player) for player in self.players], *fields_of(self)]

    # ------------------------------------------------------------ the map

    def closed(self, seat: int) -> int:
        """Whose tracks close a link to this seat, as bits: everybody's (SP-BUILD-11), or by option only its own."""
        return (1 << self.seats) - 1 if self.table.one_track else 1 << seat

    def builder(self, seat: int) -> Builder:
        """What decides about the routes of a seat: the map as it lies, its cards and its track pieces."""
        player = self.players[seat]
        purse = Purse(player.hand, self.table.mixed)
        return Builder(self.box.net, self.tracks, self.nodes, 1 << seat, self.closed(seat), purse, player.stock)

    def city_count(self, seat: int) -> int:
        """How many cities a seat's network has, the start city too (SP-TIEBREAK-01)."""
        bit = 1 << seat
        nodes = self.nodes
        return sum([1 for city in range(self.box.net.cities) if nodes[city] & bit])

    def worth(self, commodity: int) -> int:
        """The market value of a commodity (SP-MARKET-01)."""
        return self.box.row_worth[self.market.index(commodity) % len(self.box.row_worth)]

    def contract_of(self, seat: int, commodity: int) -> int:
        """The side of the seat's contract for a commodity, or NONE."""
        faces = self.box.faces
        for face in self.players[seat].contracts:
            if faces[face].commodity == commodity:
                return face
        return NONE

    def pile_size(self) -> int:
        """All cards of the pile, Time cards too."""
        return sum(self.pile) + self.pile_times

    # ------------------------------------------------------------ points

    def scores(self) -> list[int]:
        return [player.money for player in self.players]

    def order(self, seat: int) -> list[int]:
        """The sort key of the ranking, higher is better: money, cities, cards in hand (SP-TIEBREAK-01, -02)."""
        player = self.players[seat]
        return [player.money, self.city_count(seat), sum(player.hand)]

    def standings(self) -> list[int]:
        orders = [self.order(seat) for seat in range(self.seats)]
        return [1 + sum([other > own for other in orders]) for own in orders]


def new_state(game: Any, box: Components, seats: int, options: dict[str, str]) -> SpikeState:
    """A position before the set-up: an empty board, all railway cards in the pile."""
    colors = len(box.colors)
    copies = box.copies - (box.removed if seats == 2 else 0)  # SP-SETUP-12
    empty = [0] * colors
    by_round = [0] * (colors * ROUNDS)
    return SpikeState(
        game,
        seats,
        options,
        [],
        NOBODY,
        False,
        box,
        TableRules(options),
        [
            Player(0, box.tracks, 0, 0, 0, NONE, NONE, 0, empty, [], [], [], [], [], empty, by_round, by_round)
            for _ in range(seats)
        ],
        [0] * box.net.links,
        [0] * box.net.nodes,
        [NONE] * len(box.commodities),
        [NONE] * box.face_up,
        [copies] * colors,
        0,
        0,
        empty,
        1,  # SP-SETUP-01
        1,
        NONE,
        NONE,
        0,
        NONE,
        NONE,
    )


def changed(values: list[int], index: int, by: int) -> list[int]:
    """The same list with one number changed: lists of a position are never changed in place."""
    copy = values[:]
    copy[index] += by
    return copy

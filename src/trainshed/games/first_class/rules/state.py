"""The position of First Class: players with their trains, line and coins, the display, decks, supplies, modules."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import TRAINS, Components
from trainshed.games.first_class.rules.module import ModuleState
from trainshed.games.first_class.rules.words import FAMILIES_OF_A_MODULE, OF_MODULES, Words
from trainshed.kernel.agenda import NATURE, NOBODY, Effect
from trainshed.kernel.game import Position
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.shared.fields import reader

NONE: Final = -1
"""No seat, or no card on a place of the display."""

NOT_IN_THIS_GAME: Final = CITE("FC-SETUP-01")

PLAYER: Final = (
    "points",
    "trains",
    "conductors",
    "city",
    "line",
    "coins",
    "mail",
    "contracts",
    "bonus",
    "taken",
)
FIELDS: Final = (
    "deck",
    "rows",
    "row_taken",
    "removed",
    "coaches",
    "tiles",
    "arrivals",
    "display",
    "bonus_deck",
    "draft",
    "first",
    "start",
    "tile",
    "turn",
    "round",
    "turns",
    "scoring",
)
"""The fields of a player, and those of a position that a dump holds after the players: restoring follows."""

player_of: Final = reader(PLAYER)
fields_of: Final = reader(FIELDS)


class Player:
    """What one player has. Its lists are replaced and never changed, so that clones can share them."""

    __slots__ = PLAYER

    def __init__(
        self,
        points: int,
        trains: list[list[int]],
        conductors: list[int],
        city: int,
        line: list[int],
        coins: list[int],
        mail: int,
        contracts: list[int],
        bonus: list[int],
        taken: list[int],
    ) -> None:
        self.points: int = points
        self.trains: list[list[int]] = trains
        """Upper and lower train from left to right: indexes of levels, or MAIL or TILE and a number."""
        self.conductors: list[int] = conductors
        """The card on which each conductor stands, 0 for the station."""
        self.city: int = city
        """The city in which the locomotive stands, counted from Paris."""
        self.line: list[int] = line
        """The cities of the line, the first after Paris first."""
        self.coins: list[int] = coins
        self.mail: int = mail
        """Mail cars that were laid, as bits."""
        self.contracts: list[int] = contracts
        """Open contracts."""
        self.bonus: list[int] = bonus
        """End-bonus cards, the drafted one first."""
        self.taken: list[int] = taken
        """All action cards that were taken, in order."""

    def copy(self) -> Player:
        return Player(
            self.points,
            self.trains,
            self.conductors,
            self.city,
            self.line,
            self.coins,
            self.mail,
            self.contracts,
            self.bonus,
            self.taken,
        )


class TableRules:
    """The options of a table as the rules ask for them."""

    __slots__ = ("coins_inside", "forced_bonus", "may_add", "modules", "open_piles", "strict")

    def __init__(self, options: dict[str, str], modules: list[Any]) -> None:
        letters = options["modules"].split("-")
        self.modules: list[Any] = [module for module in modules if module.letter in letters]
        """The modules of this game."""
        self.strict: bool = options["strict_cards"] == "yes"
        self.may_add: bool = options["ignore_may_add"] == "yes"
        self.open_piles: bool = options["open_piles"] == "yes"
        self.coins_inside: bool = options["coins_inside_rewards"] == "yes"
        self.forced_bonus: bool = options["forced_bonus"] == "yes"


class FirstClassState(Position):
    """A position. Its lists are replaced and never changed, so that clones can share them."""

    __slots__ = ("box", "kept", "players", "table", "words", *FIELDS)

    def __init__(
        self,
        game: Any,
        seats: int,
        options: dict[str, str],
        agenda: list[Effect],
        actor: int,
        over: bool,
        box: Components,
        words: Words,
        table: TableRules,
        players: list[Player],
        kept: list[ModuleState | None],
        deck: list[int],
        rows: list[int],
        row_taken: list[int],
        removed: int,
        coaches: list[int],
        tiles: int,
        arrivals: list[int],
        display: list[int],
        bonus_deck: list[int],
        draft: list[int],
        first: int,
        start: int,
        tile: int,
        turn: int,
        round: int,
        turns: int,
        scoring: int,
    ) -> None:
        super().__init__(game, seats, options, agenda, actor, over)
        self.box: Components = box
        self.words: Words = words
        self.table: TableRules = table
        self.players: list[Player] = players
        self.kept: list[ModuleState | None] = kept
        """What each module of the pack keeps, by its number; None: it is not in this game."""
        self.deck: list[int] = deck
        """Action cards of the present deck that were not dealt yet, ascending: a card has no place in it."""
        self.rows: list[int] = rows
        """The display, row by row; NONE where no card lies."""
        self.row_taken: list[int] = row_taken
        """Cards taken from each row, the one that the start-player tile removes too (FC-ROW-05)."""
        self.removed: int = removed
        """Action cards that have left the game."""
        self.coaches: list[int] = coaches
        """Free coach cards of each pair of levels (FC-SETUP-07)."""
        self.tiles: int = tiles
        """Locomotive tiles that were taken from the stack."""
        self.arrivals: list[int] = arrivals
        """The seats of the conductors that arrived in Constantinople, in their order."""
        self.display: list[int] = display
        """End-bonus cards that lie face up."""
        self.bonus_deck: list[int] = bonus_deck
        """End-bonus cards in the deck, ascending."""
        self.draft: list[int] = draft
        """The cards that are passed on in the draft; later the one that was left over, which went into the deck."""
        self.first: int = first
        """Who began the game: the draft went by this seat."""
        self.start: int = start
        """The start player of the present round."""
        self.tile: int = tile
        """Who holds the start-player tile."""
        self.turn: int = turn
        """Whose turn or part of a scoring phase it is."""
        self.round: int = round
        self.turns: int = turns
        """Turns that were begun in this round."""
        self.scoring: int = scoring
        """The scoring phase that is going on, or 0."""

    def clone(self) -> FirstClassState:
        kept: list[ModuleState | None] = []
        for own in self.kept:
            kept.append(None if own is None else own.clone())
        copy = FirstClassState(
            self.game,
            self.seats,
            self.options,
            self._stack[: self._depth],
            self.actor,
            self.over,
            self.box,
            self.words,
            self.table,
            [player.copy() for player in self.players],
            kept,
            self.deck,
            self.rows,
            self.row_taken,
            self.removed,
            self.coaches,
            self.tiles,
            self.arrivals,
            self.display,
            self.bonus_deck,
            self.draft,
            self.first,
            self.start,
            self.tile,
            self.turn,
            self.round,
            self.turns,
            self.scoring,
        )
        copy._moves = self._moves
        return copy

    def facts(self) -> list[Any]:
        players = [player_of(player) for player in self.players]
        kept = [None if own is None else own.facts() for own in self.kept]
        return [players, kept, *fields_of(self)]

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        """None if the move is legal, else the refusal; a word of a module that is not in this game has its own."""
        refusal = super().why_not(move, seat)
        if refusal is None or not refusal.generic or self.over or self.actor == NATURE:
            return refusal
        if seat not in (None, self.actor):
            return refusal
        if not 0 <= move < len(self.words.family) or self.words.family[move] < OF_MODULES:
            return refusal
        module = (self.words.family[move] - OF_MODULES) // FAMILIES_OF_A_MODULE
        return Refusal(self.game.citations.ids[NOT_IN_THIS_GAME]) if self.kept[module] is None else refusal

    # ------------------------------------------------------------ queries

    def shows(self, move: int, after: Any = None) -> bool:
        """Does a module show somebody something, or is the final count made while a module has still to draw?

        That count shows what was drafted before the game is over (FC-FINAL-04). Where nobody has anything to do in the
        last scoring phase, the last turn of the last round leads to it.
        """
        if any(module.shows(self, move) for module in self.table.modules):
            return True
        if self.round != self.box.rounds:
            return False
        then: FirstClassState = self.following(move, after)
        return then.counted() and not then.over and not self.counted()

    def counted(self) -> bool:
        """Has the final count been made, with which all end-bonus cards are open (FC-FINAL-04)?"""
        last = self.round == self.box.rounds and self.turns > 0
        return self.over or (last and self.scoring == 0 and self.turn == NONE)

    def supply(self) -> int:
        """Coins that lie on no board (FC-SETUP-08)."""
        return self.box.coins - sum([sum(player.coins) for player in self.players])

    def used_pile(self, seat: int) -> list[int]:
        """The cards of a seat's used pile: all that were taken and lie nowhere else (FC-TURN-09)."""
        player = self.players[seat]
        cards = self.box.city_cards
        elsewhere = set(player.contracts)
        for city in player.line:
            elsewhere.add(cards[city])
        for module in self.table.modules:
            elsewhere.update(module.lying(self, seat))
        for effect in self.agenda:
            elsewhere.add(held_by(effect))
        return [card for card in player.taken if card not in elsewhere]

    def base_cards(self, seat: int) -> list[int]:
        """How many base cards of each type a seat has taken: they all lie in its used pile (FC-FINAL-04, -08)."""
        counts = [0, 0, 0]
        cards = self.box.cards
        for card in self.players[seat].taken:
            if cards[card].type >= 0:
                counts[cards[card].type] += 1
        return counts

    # ------------------------------------------------------------ points

    def scores(self) -> list[int]:
        return [player.points for player in self.players]

    def drops_out(self, seat: int) -> bool:
        """Has a module put this player out of the ranking (FC-MODULE-C-10)?"""
        return any(module.drops_out(self, seat) for module in self.table.modules)


def held_by(effect: Effect) -> int:
    """The card that a pending question is about and that lies in no pile yet, or NONE."""
    card: int = getattr(effect, "card", NONE)
    return card


def draft_order(first: int, seats: int) -> list[int]:
    """The seats of the draft in their order: from the right neighbour of the start player on (FC-SETUP-15)."""
    return [(first - step) % seats for step in range(1, seats + 1)]


def new_state(game: Any, box: Components, words: Words, seats: int, options: dict[str, str]) -> FirstClassState:
    """The position before the first draw of the set-up: all that needs no luck is in place (FC-SETUP)."""
    table = TableRules(options, box.modules)
    coaches = box.pair_cards[:]
    players = []
    for _ in range(seats):
        for train in box.start_trains:
            for level in train:
                coaches[box.pair_of[level]] -= 1
        players.append(
            Player(
                0,
                [train[:] for train in box.start_trains],
                [box.start_conductor] * len(TRAINS),
                box.start_city,
                box.board_cities,
                placed_coins([0, 0, 0], box.start_coins, box),
                0,
                [],
                [],
                [],
            )
        )
    state = FirstClassState(
        game,
        seats,
        options,
        [],
        NOBODY,
        False,
        box,
        words,
        table,
        players,
        [None] * len(box.modules),
        [],
        [NONE] * (box.rows * box.columns),
        [0] * box.rows,
        0,
        coaches,
        0,
        [],
        [],
        list(range(len(box.bonus))),
        [],
        NONE,
        NONE,
        NONE,
        NONE,
        0,
        0,
        0,
    )
    for module in table.modules:
        state.kept[module.number] = module.new(state)
    return state


def placed_coins(coins: list[int], count: int, box: Components) -> list[int]:
    """The columns after a gain: the leftmost column with room first (FC-COIN-03, -04); there must be room."""
    result = coins[:]
    for at, column in enumerate(box.coin_columns):
        fitting = min(count, column.capacity - result[at])
        result[at] += fitting
        count -= fitting
    assert count == 0
    return result


def without(values: list[int], value: int) -> list[int]:
    """The same list without one of its values: lists of a position are never changed in place."""
    copy = values[:]
    copy.remove(value)
    return copy


def appended(by_seat: list[list[int]], seat: int, values: list[int]) -> list[list[int]]:
    """The lists of all seats, with something added to that of one."""
    copy = by_seat[:]
    copy[seat] = copy[seat] + values
    return copy


def changed(values: list[int], index: int, by: int) -> list[int]:
    """The same list with one number changed."""
    copy = values[:]
    copy[index] += by
    return copy

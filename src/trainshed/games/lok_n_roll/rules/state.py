"""The position of Lok'n'Roll: the track, the engine, hands, piles, and the unseen cards."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.lok_n_roll.rules.components import Components
from trainshed.games.lok_n_roll.rules.geometry import EAST, Form, Laid, laid_of
from trainshed.kernel.agenda import NOBODY, Effect
from trainshed.kernel.game import Position
from trainshed.kernel.shared.fields import reader

RIVAL: Final = 1
"""Laura's place among the players of a game with one seat. She is no seat."""

UNKNOWN: Final = -1
"""No such card, no engine on the track yet, no start player yet, or `fits` not computed yet."""


PLAYER: Final = ("hand", "pile", "derailments")
FIELDS: Final = ("engine", "unseen", "deck", "aside", "penalties", "boxed", "first", "turn", "lost")
"""The fields of a player, and those of a position that a dump holds after players and track: restoring follows."""

player_of: Final = reader(PLAYER)
fields_of: Final = reader(FIELDS)


class Player:
    """The hand, pile and derailments of a player; Laura is one too, with an empty hand."""

    __slots__ = PLAYER

    def __init__(self, hand: list[int], pile: list[int], derailments: int) -> None:
        self.hand: list[int] = hand
        """Classes of cards, ascending, so that the order in which they were drawn is not kept."""
        self.pile: list[int] = pile
        """From the bottom to the top."""
        self.derailments: int = derailments


class LokState(Position):
    """A position. `unseen` holds the deck and the cards removed in the set-up, which nobody can tell apart."""

    __slots__ = ("box", "fits", "forbid_dead_end", "limited", "players", "rival", "track", "unseen_total", *FIELDS)

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
        track: list[Laid],
        engine: int,
        unseen: list[int],
        unseen_total: int,
        deck: int,
        aside: list[int],
        penalties: list[int],
        boxed: list[int],
        first: int,
        turn: int,
        fits: int,
        lost: bool,
        forbid_dead_end: bool,
        limited: bool,
        rival: bool,
    ) -> None:
        super().__init__(game, seats, options, agenda, actor, over)
        self.box: Components = box
        self.players: list[Player] = players
        self.track: list[Laid] = track
        self.engine: int = engine
        self.unseen: list[int] = unseen
        self.unseen_total: int = unseen_total
        self.deck: int = deck
        self.aside: list[int] = aside
        self.penalties: list[int] = penalties
        self.boxed: list[int] = boxed
        self.first: int = first
        self.turn: int = turn
        self.fits: int = fits
        self.lost: bool = lost
        self.forbid_dead_end: bool = forbid_dead_end
        self.limited: bool = limited
        self.rival: bool = rival

    def clone(self) -> LokState:
        copy = LokState(
            self.game,
            self.seats,
            self.options,
            self._stack[: self._depth],
            self.actor,
            self.over,
            self.box,
            [Player(p.hand[:], p.pile[:], p.derailments) for p in self.players],
            self.track[:],
            self.engine,
            self.unseen[:],
            self.unseen_total,
            self.deck,
            self.aside[:],
            self.penalties[:],
            self.boxed[:],
            self.first,
            self.turn,
            self.fits,
            self.lost,
            self.forbid_dead_end,
            self.limited,
            self.rival,
        )
        copy._moves = self._moves
        return copy

    def facts(self) -> list[Any]:
        players = [player_of(player) for player in self.players]
        return [players, [laid_of(laid) for laid in self.track], *fields_of(self)]

    # ------------------------------------------------------------ the track

    def room(self) -> int:
        """The sides, as bits, by which a card can be entered at the open end of the track; cached in `fits`."""
        fits = self.fits
        if fits == UNKNOWN:
            track = self.track
            table = self.box.table
            if track:
                end = track[-1]
                fits = table.room(track, end.x, end.y, end.heading)
            else:
                fits = table.room(track, 0, 0, EAST)
            self.fits = fits
        return fits

    def place(self, card: int, form: Form) -> Laid:
        """The card as it would lie at the open end."""
        track = self.track
        if track:
            end = track[-1]
            return self.box.table.lay(card, form, end.x, end.y, end.heading)
        return self.box.table.lay(card, form, 0, 0, EAST)

    def leaves_room(self, card: int, form: Form) -> bool:
        """Could a card of any shape follow? Only shapes are tested, never values or hands (LR-PLACE-08)."""
        laid = self.place(card, form)
        return self.box.table.room([*self.track, laid], laid.x, laid.y, laid.heading) != 0

    def setting_up(self) -> bool:
        """Is the starting track still being laid? The engine is placed when it is complete (LR-SETUP-08)."""
        return self.engine == UNKNOWN

    def must_leave_room(self) -> bool:
        """Must a card leave room for another? Always in the set-up (LR-SETUP-17), in play by option (LR-PLACE-08)."""
        return self.forbid_dead_end or self.engine == UNKNOWN

    def turns(self, card: int) -> list[Form]:
        """The forms in which a card can be laid at the open end; values are not tested."""
        fits = self.room()
        forms = [form for form in self.box.forms[card] if form.side & fits]
        if forms and self.must_leave_room():
            forms = [form for form in forms if self.leaves_room(card, form)]
        return forms

    def ahead(self) -> int:
        """How many cards lie ahead of the engine."""
        return len(self.track) - 1 - self.engine

    # ------------------------------------------------------------ points

    def points(self, player: Player) -> int:
        """LR-SCORE-01: the values of hand and pile."""
        return self.total(player.hand) + self.total(player.pile)

    def total(self, cards: list[int]) -> int:
        """The values of some cards, added up."""
        value = self.box.value
        total = 0
        for card in cards:
            total += value[card]
        return total

    def in_hand(self) -> list[int]:
        """The part of each score that lies in the hand."""
        return [self.total(self.players[seat].hand) for seat in range(self.seats)]

    def scores(self) -> list[int]:
        return [self.points(self.players[seat]) for seat in range(self.seats)]

    def rival_score(self) -> int:
        """LR-RIVAL-12: Laura's score is the number of cards in her pile."""
        return len(self.players[RIVAL].pile)

    def order(self, place: int) -> list[int]:
        """The sort key of the ranking, lower is better: points, cards, then 4s, 3s, 2s, 1s (LR-TIEBREAK-01 to -03)."""
        player = self.players[place]
        cards = [self.box.value[card] for card in player.hand + player.pile]
        points = self.rival_score() if self.rival and place == RIVAL else sum(cards)
        return [points, len(cards), *[cards.count(v) for v in reversed(self.box.values)]]

    def standings(self) -> list[int]:
        if self.lost:
            return [2]  # LR-SOLO-05: a loss without an opponent; rank 1 would be a victory
        return self.ranks()[: self.seats]

    def ranks(self) -> list[int]:
        """The ranks of all players, Laura too; equal ones share (LR-TIEBREAK-04, LR-RIVAL-13)."""
        orders = [self.order(place) for place in range(len(self.players))]
        return [1 + sum([other < own for other in orders]) for own in orders]

    def result(self) -> str:
        """The result as a record states it; a lost challenge has no score (LR-SOLO-07)."""
        if self.lost:
            return "lost"
        points = " ".join([str(score) for score in self.scores()])
        return f"{points} rival {self.rival_score()}" if self.rival else points


def new_state(game: Any, box: Components, seats: int, options: dict[str, str]) -> LokState:
    """A position before the set-up: all cards unseen, nothing on the table."""
    mode = options.get("mode", "")
    rival = mode == "rival"
    return LokState(
        game,
        seats,
        options,
        [],
        NOBODY,
        False,
        box,
        [Player([], [], 0) for _ in range(seats + (1 if rival else 0))],
        [],
        UNKNOWN,
        box.counts[:],
        box.total,
        box.total,
        [],
        [],
        [],
        UNKNOWN,
        0,
        UNKNOWN,
        False,
        options["forbid_dead_end"] == "yes",
        mode == "challenge",
        rival,
    )

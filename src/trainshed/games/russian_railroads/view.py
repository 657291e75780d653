"""The view of a seat in Russian Railroads (all that it may know), and a full position (world) drawn from a view.

Everything is open except the end bonus cards: the pile, the two removed, and those held (RR-TURN-17, -22).
"""

from __future__ import annotations

from random import Random

import msgspec

from trainshed.games.russian_railroads.rules import player
from trainshed.games.russian_railroads.rules.components import Components
from trainshed.games.russian_railroads.rules.player import Player
from trainshed.games.russian_railroads.rules.state import FIELDS, RailState, Stack, stack_of
from trainshed.kernel.agenda import NOBODY
from trainshed.kernel.game import Title
from trainshed.kernel.shared.fields import Mirror
from trainshed.kernel.shared.views import Head, head


class PlayerView(msgspec.Struct, frozen=True):
    """A player's board and supply, open to everybody."""

    points: int
    tracks: list[int]
    """Five entries per railroad, one per colour: -1 not earned, 0 waiting, else the space."""
    locomotives: list[int]
    factories: list[int]
    markers: list[int]
    engineers: list[int]
    workers: int
    reserve: int
    turquoise: int
    black: int
    roubles: int
    doublers: int
    gained: int
    tokens: list[str]
    gained_workers: int
    due: int
    revalued: bool
    medal: bool
    passed: bool
    bonus: int
    """How many end bonus cards are held."""


class StackView(msgspec.Struct, frozen=True):
    """Pieces of one player on an action space."""

    space: int
    seat: int
    workers: int
    turquoise: int
    black: int
    roubles: int


class Look(msgspec.Struct, frozen=True):
    """One look through the end bonus pile: how many cards had been taken before, and the cards in the pile."""

    taken: int
    pile: list[str]


class View(Head, frozen=True):
    """Everything a seat may know of a position."""

    round: int
    order: list[int]
    claims: list[int]
    players: list[PlayerView]
    stacks: list[StackView]
    piles: list[int]
    open_factories: list[int]
    strip: list[int]
    roubles: int
    doublers: int
    turquoise: int
    cards: list[str]
    starts: list[str]
    takes: list[int]
    """The seats that took an end bonus card, one entry per card, in order."""
    pile_size: int
    """How many end bonus cards lie in the pile."""
    own_bonus: list[str]
    lookers: list[list[int]]
    """Looks through the pile, in order: the seat, and how many cards had been taken before."""
    looks: list[Look]
    opened: list[list[str]]
    """The end bonus cards of all players, once the game is over."""


def of_bits(names: list[str], bits: int) -> list[str]:
    return [name for index, name in enumerate(names) if bits >> index & 1]


def to_bits(names: list[str], chosen: list[str]) -> int:
    return sum([1 << names.index(name) for name in chosen])


PLAYER = Mirror(PlayerView, Player, (*player.LISTS, *player.NUMBERS), otherwise=("tokens", "bonus"))
TABLE = Mirror(
    View,
    RailState,
    ("game", "seats", "options", "agenda", "actor", "over", "box", *FIELDS),
    otherwise=("seats", "options", "actor", "over", "players", "stacks", "takes", "looks", "cards", "starts"),
)


def see_player(state: RailState, owner: Player) -> PlayerView:
    return PLAYER.show(owner, tokens=of_bits(state.box.token_names, owner.tokens), bonus=len(owner.bonus))


def score_pieces(box: Components, points: int) -> tuple[list[int], int]:
    """How points lie on the scoring track: the lap tokens, at most one of each, and the pawn's space (RR-SETUP-03)."""
    tokens: list[int] = []
    for faces in (box.lap_tokens[2:], box.lap_tokens[:2]):
        fitting = [face for face in faces if face <= points - sum(tokens)]
        tokens += fitting[-1:]
    return tokens, (points - 1) % box.lap + 1


def look(state: RailState, seat: int | None) -> View:
    """The view of a seat (None: a spectator)."""
    box = state.box
    own = None if seat is None else state.players[seat]
    names = box.bonus_names
    lookers = [state.looks[at : at + 2] for at in range(0, len(state.looks), 2)]
    return TABLE.show(
        state,
        *head(state, seat),
        players=[see_player(state, owner) for owner in state.players],
        stacks=[StackView(*stack_of(stack)) for stack in state.stacks],
        cards=of_bits(box.card_names, state.cards),
        starts=of_bits(box.start_names, state.starts),
        takes=state.takes[::2],
        pile_size=state.pile.bit_count() - (0 if state.removed else box.bonus_removed),
        own_bonus=[] if own is None else [names[card] for card in own.bonus],
        lookers=lookers,
        looks=[Look(taken, of_bits(names, state.pile_after(taken))) for who, taken in lookers if who == seat],
        opened=[[names[card] for card in owner.bonus] for owner in state.players] if state.over else [],
    )


def player_of(box: Components, view: View, seat: int) -> Player:
    """A seat of the view as a `Player`, for the functions of the rules; end bonus cards only if the view shows them."""
    cards = view.opened[seat] if view.opened else view.own_bonus if seat == view.seat else []
    return restore_player(box, view.players[seat], cards)


def restore_player(box: Components, shown: PlayerView, bonus: list[str]) -> Player:
    cards = [box.bonus_names.index(name) for name in bonus]
    return PLAYER.restore(shown, tokens=to_bits(box.token_names, shown.tokens), bonus=cards)


def world(game: Title, box: Components, view: View, rng: Random) -> RailState:
    """A full position consistent with this view; end bonus cards that it does not show are dealt with equal odds."""
    hidden = deal_bonus(view, box.bonus_names, box.bonus_removed, rng)
    state = TABLE.restore(
        view,
        game=game,
        seats=view.seats,
        options=dict(view.options),
        agenda=game.agenda_of(view.pending),
        actor=NOBODY,
        over=False,
        box=box,
        players=[
            restore_player(box, shown, [name for taker, name in hidden.takes if taker == seat])
            for seat, shown in enumerate(view.players)
        ],
        stacks=[Stack(*stack_of(shown)) for shown in view.stacks],
        takes=[number for seat, name in hidden.takes for number in (seat, box.bonus_names.index(name))],
        looks=[number for looker in view.lookers for number in looker],
        cards=to_bits(box.card_names, view.cards),
        starts=to_bits(box.start_names, view.starts),
        pile=to_bits(box.bonus_names, hidden.pile),
        removed=to_bits(box.bonus_names, hidden.removed),
    )
    state.settle()
    return state


class Hidden:
    """A deal of all end bonus cards: taken (seat, card), in the pile, and removed."""

    def __init__(self) -> None:
        self.takes: list[tuple[int, str]] = []
        self.pile: list[str] = []
        self.removed: list[str] = []


def deal_bonus(view: View, names: list[str], removed: int, rng: Random) -> Hidden:
    """Deal the hidden cards with equal odds among all deals that fit the view.

    An own look shows which cards had left the pile by then, but not which seat took which card; so the cards that
    left between two looks are dealt in random order to the seats that took one in between.
    """
    hidden = Hidden()
    if not view.lookers:
        hidden.pile = names[:]
        return hidden
    own = iter(view.own_bonus)
    taken: list[str | None] = [next(own) if taker == view.seat else None for taker in view.takes]
    if view.over:
        opened = [iter(cards) for cards in view.opened]
        taken = [next(opened[taker]) for taker in view.takes]
    pile = names[:]
    begin = 0
    gone: list[str | None] = [None] * removed
    for glance in [*view.looks, None]:
        end = len(view.takes) if glance is None else glance.taken
        left = pile if glance is None else [name for name in pile if name not in glance.pile]
        loose = [name for name in left if name not in taken]
        rng.shuffle(loose)
        if begin == 0 and None in gone:
            gone = [loose.pop() for _ in gone]
        for at in range(begin, end):
            if taken[at] is None:
                taken[at] = loose.pop()
        begin = end
        pile = loose if glance is None else glance.pile
    hidden.removed = [name for name in gone if name is not None]
    hidden.takes = [(taker, name) for taker, name in zip(view.takes, taken, strict=True) if name is not None]
    hidden.pile = [name for name in pile if name not in taken]
    return hidden

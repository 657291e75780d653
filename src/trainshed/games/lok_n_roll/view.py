"""The view of a seat, which holds all that it may know of a position, and a world drawn from such a view."""

from __future__ import annotations

from random import Random

import msgspec

from trainshed.games.lok_n_roll.rules.census import census
from trainshed.games.lok_n_roll.rules.components import Components
from trainshed.games.lok_n_roll.rules.geometry import LAID, TURNS, Laid
from trainshed.games.lok_n_roll.rules.state import RIVAL, UNKNOWN, LokState, Player, new_state
from trainshed.kernel.game import Title
from trainshed.kernel.shared.fields import Mirror
from trainshed.kernel.shared.views import Head, head


class TrackCard(msgspec.Struct, frozen=True):
    """A card on the table: its rectangle in half units, and the open end after it."""

    card: str
    turn: str
    x0: int
    y0: int
    x1: int
    y1: int
    x: int
    y: int
    heading: int


class Rival(msgspec.Struct, frozen=True):
    """Laura, the virtual opponent of the rival mode (LR-RIVAL-01)."""

    pile: list[str]
    derailments: int
    score: int
    rank: int
    """1 if she has won or shares the victory; 0 while the game runs."""


class View(Head, frozen=True):
    """Everything a seat may know. Cards are names; seats count from 0; of other hands only the size is given."""

    first: int
    turn: int
    track: list[TrackCard]
    engine: int
    deck: int
    removed: int
    aside: list[str]
    hand: list[str]
    hands: list[int]
    piles: list[list[str]]
    penalties: list[str]
    boxed: list[str]
    derailments: list[int]
    rival: Rival | None
    lost: bool
    opened: list[list[str]]
    """All hands once the game is over; empty before."""


TRACK_CARD = Mirror(TrackCard, Laid, LAID, otherwise=("card", "turn"))


def show_card(name: str, laid: Laid) -> TrackCard:
    """A card of this name as a view shows it on the table."""
    return TRACK_CARD.show(laid, name, TURNS[laid.turn])


def laid_card(card: int, shown: TrackCard) -> Laid:
    """The card that a view shows on the table, for the functions of the rules."""
    return TRACK_CARD.restore(shown, card, TURNS.index(shown.turn))


def look(state: LokState, seat: int | None) -> View:
    """The view of a seat (None: a spectator)."""
    names = state.box.names
    show = TRACK_CARD.show
    players = state.players[: state.seats]
    laura = state.players[RIVAL] if state.rival else None
    return View(
        *head(state, seat, scored=not state.lost),
        first=state.first,
        turn=state.turn,
        track=[show(laid, names[laid.card], TURNS[laid.turn]) for laid in state.track],
        engine=state.engine,
        deck=state.deck,
        removed=state.unseen_total - state.deck,
        aside=[names[card] for card in state.aside],
        hand=[] if seat is None else [names[card] for card in players[seat].hand],
        hands=[len(player.hand) for player in players],
        piles=[[names[card] for card in player.pile] for player in players],
        penalties=[names[card] for card in state.penalties],
        boxed=[names[card] for card in state.boxed],
        derailments=[player.derailments for player in players],
        rival=None if laura is None else see_rival(state, laura),
        lost=state.lost,
        opened=[[names[c] for c in player.hand] for player in players] if state.over else [],
    )


def see_rival(state: LokState, laura: Player) -> Rival:
    names = state.box.names
    rank = state.ranks()[RIVAL] if state.over else 0
    return Rival([names[card] for card in laura.pile], laura.derailments, state.rival_score(), rank)


def world(game: Title, box: Components, view: View, rng: Random) -> LokState:
    """A full position consistent with this view: hidden hands are dealt at random from the cards it does not show.

    The log never shows that a player could not do something because of hidden cards, so every way of dealing the
    unseen cards into the hidden hands is equally likely.
    """
    card_of = {name: card for card, name in enumerate(box.names)}
    state = new_state(game, box, view.seats, dict(view.options))
    state.set_agenda(game.agenda_of(view.pending))
    state.first = view.first
    state.turn = view.turn
    state.engine = view.engine
    state.deck = view.deck
    state.lost = view.lost
    state.track = [laid_card(card_of[shown.card], shown) for shown in view.track]
    state.aside = [card_of[name] for name in view.aside]
    state.penalties = [card_of[name] for name in view.penalties]
    state.boxed = [card_of[name] for name in view.boxed]
    for player, pile, count in zip(state.players, view.piles, view.derailments, strict=False):
        player.pile = [card_of[name] for name in pile]
        player.derailments = count
    if view.rival is not None:
        state.players[RIVAL].pile = [card_of[name] for name in view.rival.pile]
        state.players[RIVAL].derailments = view.rival.derailments
    for place, hand in enumerate(view.opened):
        state.players[place].hand = [card_of[name] for name in hand]
    if view.seat is not None:
        state.players[view.seat].hand = [card_of[name] for name in view.hand]

    # `unseen` still holds every card of the box, so the census has counted each card once too often.
    for name, count in census(state).items():
        card = card_of[name]
        state.unseen[card] = 2 * box.counts[card] - count
    hidden = [c for c, count in enumerate(state.unseen) for _ in range(count)]
    rng.shuffle(hidden)
    for place, size in enumerate(view.hands):
        player = state.players[place]
        missing = size - len(player.hand)
        for _ in range(missing):
            card = hidden.pop()
            state.unseen[card] -= 1
            player.hand.append(card)
        player.hand.sort()
    state.unseen_total = sum(state.unseen)
    state.fits = UNKNOWN
    state.settle()
    return state

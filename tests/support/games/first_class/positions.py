"""Positions of First Class laid out by hand, for tests that say: given, when, then.

    state = position(3, modules="a-c")                    # round 1, seat 0 begins its turn, nothing on the display
    give(state, 0, upper="12 4 1 1 0 m1 0", conductors=(7, 0), city=5, sections="s1-2 s1-1", coins=(3, 0, 0))
    show(state, "x1-car-1-1 x1-loc-1-1", row=1)           # cards on a row of the display, from the left
    do(state, "take:1:1", "use", "coach:upper", "coach:upper", "done")
    carry(state, 0, "0-coach x1, locomotive 2")           # let a seat carry out an effect now, as an action card
    assert barred(state, "coin:1:coach:upper") == "FC-TURN-05"

Everything that is not named stays as it is. Coaches that are given come from the supply, and those that lay there go
back. `give`, `show` and `ask` ask anew what the position asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import trainshed
from tests.support.games.words import do, legal, only, refusal, wander
from trainshed.games.first_class.game import FirstClassGame
from trainshed.games.first_class.rules.actions.carry import Carry
from trainshed.games.first_class.rules.actions.in_progress import CARD
from trainshed.games.first_class.rules.components import MAIL, TILE
from trainshed.games.first_class.rules.rounds import BeginPart, ScoringPart
from trainshed.games.first_class.rules.state import NONE, FirstClassState, new_state
from trainshed.games.first_class.rules.turns import After, Turn
from trainshed.kernel.agenda import NATURE, Effect

__all__ = [
    "BOX",
    "DEFAULTS",
    "GAME",
    "PAIRS",
    "after",
    "ask",
    "asked",
    "barred",
    "bits",
    "card",
    "carry",
    "do",
    "fall",
    "full_display",
    "give",
    "heard",
    "legal",
    "names",
    "new_game",
    "only",
    "play_out",
    "position",
    "refusal",
    "scoring",
    "show",
    "take_cards",
    "train",
    "turn_of",
    "wander",
]

game = trainshed.game("first-class")
assert isinstance(game, FirstClassGame)
GAME: FirstClassGame = game
BOX = GAME.box
DEFAULTS = {option.name: option.default for option in GAME.options}
PAIRS = GAME.options[0].choices
TRAIN_CARDS = BOX.train_numbers

Names = str | Iterable[str]


def names(given: Names) -> list[str]:
    """Names as a list: they may be written as one text with spaces."""
    return given.split() if isinstance(given, str) else list(given)


def card(name: str) -> int:
    return BOX.card_numbers[name]


def new_game(seats: int, seed: int | None = None, **options: str) -> FirstClassState:
    """A new game; with a seed, set up by nature and random choices up to the first turn."""
    state: FirstClassState = GAME.start(seats, options)
    state.listen()
    if seed is not None:
        rng = Random(seed)
        while asked(state) != "Turn":
            state.apply(rng.choice(state.moves()))
    return state


def position(
    seats: int = 2, turn: int = 0, pending: Sequence[Effect] | None = None, listen: bool = True, **options: str
) -> FirstClassState:
    """A position after the set-up, in round 1: this seat begins its turn; nothing lies on the display.

    Everybody has drafted one end-bonus card (eb-car-1, eb-car-2 … by seat); eb-loc-1, -2, -3 and -4 lie face up.
    `pending` are other effects than the turn, the next one last.
    """
    state = new_state(GAME, BOX, GAME.words, seats, DEFAULTS | options)
    state.first = state.start = 0
    state.turn = turn
    state.round = 1
    state.turns = 1
    state.deck = BOX.deck_cards(0, [module.number for module in state.table.modules])
    for seat, player in enumerate(state.players):
        player.bonus = [seat]
    state.draft = [seats]
    state.display = [BOX.bonus_numbers[f"eb-loc-{n}"] for n in range(1, 5)]
    gone = {*range(seats), *state.display}
    state.bonus_deck = [bonus for bonus in range(len(BOX.bonus)) if bonus not in gone]
    if listen:
        state.listen()
    return ask(state, *(pending if pending is not None else [Turn(turn, 0)]))


def ask(state: FirstClassState, *pending: Effect) -> FirstClassState:
    """After a position was changed by hand: ask again; `pending` replaces what is asked, the next one last."""
    if pending:
        state.set_agenda(list(pending))
    state.over = False
    state._moves = None
    if state._depth:
        state.settle()
    return state


def turn_of(state: FirstClassState, seat: int) -> FirstClassState:
    """Let a seat begin its turn."""
    state.turn = seat
    return ask(state, Turn(seat, 0))


def after(state: FirstClassState, seat: int = 0) -> FirstClassState:
    """Let a seat be in the window after its main move."""
    state.turn = seat
    return ask(state, After(seat))


def scoring(state: FirstClassState, seat: int = 0, phase: int = 1, more: bool = False) -> FirstClassState:
    """Let a seat begin its part of a scoring phase; `more`: the parts of the others follow, and then the game."""
    state.scoring = phase
    state.round = phase * BOX.rounds_per_deck
    state.deck = []
    if more:
        return ask(state, BeginPart((seat - state.start) % state.seats))
    state.turn = seat
    return ask(state, ScoringPart(seat, 0))


def carry(state: FirstClassState, seat: int, effect: str, kind: int = CARD, source: int = NONE) -> FirstClassState:
    """Let a seat carry out an effect of the content notation, as the icons of an action card or of another kind.

    The window after the main move follows.
    """
    icons = Carry(seat, kind, source)
    icons.icons = BOX.icons(effect)
    return ask(state, After(seat), icons)


def give(
    state: FirstClassState,
    seat: int,
    *,
    upper: Names | None = None,
    lower: Names | None = None,
    conductors: tuple[int, int] | None = None,
    city: int | None = None,
    sections: Names | None = None,
    coins: tuple[int, int, int] | None = None,
    contracts: Names | None = None,
    bonus: Names | None = None,
    taken: Names | None = None,
    points: int | None = None,
) -> FirstClassState:
    """Give a player these things, each in place of what it had.

    Trains are written as cards from left to right: levels, mail cars (m1 to m4), tiles (lt-5 …). Contracts and section
    cards count as taken. `bonus` are all end-bonus cards, the drafted one first.
    """
    player = state.players[seat]
    for train, cards in enumerate((upper, lower)):
        if cards is not None:
            set_train(state, seat, train, [TRAIN_CARDS[name] for name in names(cards)])
    if conductors is not None:
        player.conductors = list(conductors)
    if city is not None:
        player.city = city
    if sections is not None:
        laid = [card(name) for name in names(sections)]
        player.line = BOX.board_cities + [number for own in laid for number in BOX.cards[own].cities]
        take_cards(state, seat, laid)
    if coins is not None:
        player.coins = list(coins)
    if contracts is not None:
        player.contracts = [card(name) for name in names(contracts)]
        take_cards(state, seat, player.contracts)
    if bonus is not None:
        own = [BOX.bonus_numbers[name] for name in names(bonus)]
        player.bonus = own
        state.display = [other for other in state.display if other not in own]
        state.bonus_deck = [other for other in state.bonus_deck if other not in own]
    if taken is not None:
        take_cards(state, seat, [card(name) for name in names(taken)])
    if points is not None:
        player.points = points
    return ask(state)


def set_train(state: FirstClassState, seat: int, train: int, cards: list[int]) -> None:
    player = state.players[seat]
    free = state.coaches[:]
    for old in player.trains[train]:
        if old < MAIL:
            free[BOX.pair_of[old]] += 1
    for new in cards:
        if new < MAIL:
            free[BOX.pair_of[new]] -= 1
        elif new < TILE:
            player.mail |= 1 << new - MAIL
        else:
            state.tiles = max(state.tiles, new - TILE + 1)
    state.coaches = free
    trains = player.trains[:]
    trains[train] = cards
    player.trains = trains


def take_cards(state: FirstClassState, seat: int, cards: list[int]) -> None:
    """Cards that a player has taken before; they leave the deck."""
    player = state.players[seat]
    player.taken = player.taken + [own for own in cards if own not in player.taken]
    state.deck = [other for other in state.deck if other not in cards]


def show(state: FirstClassState, cards: Names, row: int = 1) -> FirstClassState:
    """Lay cards on a row of the display, from the left; "-" leaves a place empty."""
    rows = state.rows[:]
    for column, name in enumerate(names(cards)):
        rows[(row - 1) * BOX.columns + column] = NONE if name == "-" else card(name)
    state.rows = rows
    state.deck = [other for other in state.deck if other not in rows]
    return ask(state)


def full_display(state: FirstClassState) -> FirstClassState:
    """Lay the first cards of the deck on every place of the display."""
    places = BOX.rows * BOX.columns
    state.rows = state.deck[:places]
    state.deck = state.deck[places:]
    return ask(state)


# ---------------------------------------------------------------- what a position says


def asked(state: FirstClassState) -> str:
    """The question that is asked, by the name of its effect; "" when the game is over."""
    return "" if state.over else type(state.top).__name__


def barred(state: FirstClassState, word: str) -> str:
    """The clause that refuses a word; fails if it is legal."""
    found = refusal(state, word)
    assert found is not None, f"{word} is legal"
    return found.clause


def train(state: FirstClassState, seat: int, which: int) -> str:
    """A train as text: `"12 4 m1 0"`."""
    return " ".join(BOX.train_names[number] for number in state.players[seat].trains[which])


def bits(state: FirstClassState) -> list[Any]:
    """Trains, conductors, city, coins and points of every seat, to compare."""
    return [[p.trains, p.conductors, p.city, p.coins, p.points] for p in state.players]


def heard(state: FirstClassState, kind: type) -> list[Any]:
    """Events of one class in the last move, as a spectator hears them."""
    return [event for event in state.events(None) if isinstance(event, kind)]


def fall(state: FirstClassState, rng: Random) -> FirstClassState:
    """Let nature draw until a seat is asked, or the game is over."""
    while not state.over and state.actor == NATURE:
        state.apply(state.pick(int(rng.random() * state.tickets())))
    return state


def play_out(state: FirstClassState, rng: Random) -> FirstClassState:
    """Play random moves to the end."""
    while not state.over:
        nature = state.actor == NATURE
        state.apply(state.pick(int(rng.random() * state.tickets())) if nature else rng.choice(state.moves()))
    return state

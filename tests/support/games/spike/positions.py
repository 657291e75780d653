"""Positions of Spike laid out by hand, for tests that say: given, when, then.

    state = position(3)                                   # round 1, seat 0 to act; trains in Norfolk, Chicago, Dallas
    give(state, 0, cards="red red blue", money=4, tracks="norfolk-washington", at="norfolk-washington",
         heading="washington", contracts="pigs-1-a", aboard="pigs", speed=2)
    lay(state, display="red red blue black", discards="white white", round=2)
    do(state, "move:washington", "pile", "draw:red", …)   # nature's words too; `fall` plays them by chance instead
    assert barred(state, "start:norfolk-washington") == "SP-MOVE-07"

Everything that is not named stays as it is. Cards are text with a colour for each card, or numbers by colour. Railway
cards that are given to a hand, the face-up slots or the discards come from the pile, and those that lay there return
to it; only `lay(pile=…)` makes cards vanish or appear. `give` and `lay` ask anew what the position asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import trainshed
from tests.support.games.words import do, legal, only, refusal, wander
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.rules.state import NONE, SpikeState, new_state
from trainshed.games.spike.rules.turns import Turn
from trainshed.games.spike.view import PlayerView, network_nodes
from trainshed.kernel.agenda import NATURE, Effect

__all__ = ["do", "legal", "only", "refusal", "wander"]
"""What every title's tests say, beside what is laid out here."""

game = trainshed.game("spike")
assert isinstance(game, SpikeGame)
GAME: SpikeGame = game
BOX = GAME.box
NET = BOX.net
DEFAULTS = {option.name: option.default for option in GAME.options}
HOMES = ("norfolk", "chicago", "dallas", "miami")
"""Where the trains stand unless a test says otherwise: far from each other."""

FACES = {face.name: index for index, face in enumerate(BOX.faces)}
ROUTES = {card.name: index for index, card in enumerate(BOX.route_cards)}

Cards = str | Mapping[str, int]
Names = str | Iterable[str]


def names(given: Names) -> list[str]:
    """Names as a list: they may be written as one text with spaces."""
    return given.split() if isinstance(given, str) else list(given)


def by_color(cards: Cards) -> list[int]:
    """Cards as numbers by colour: `"red red blue"`, or `{"red": 2, "blue": 1}`."""
    if isinstance(cards, str):
        cards = {color: cards.split().count(color) for color in dict.fromkeys(cards.split())}
    assert set(cards) <= set(BOX.colors), f"no such colours: {sorted(set(cards) - set(BOX.colors))}"
    return [cards.get(color, 0) for color in BOX.colors]


def space(name: str) -> int:
    """A track space or a city as a space of the board."""
    return BOX.space_names.index(name)


def node(name: str) -> int:
    """A city or a junction."""
    return BOX.node_names.index(name)


# ---------------------------------------------------------------- positions


def position(
    seats: int = 2, turn: int = 0, pending: Sequence[Effect] | None = None, listen: bool = True, **options: str
) -> SpikeState:
    """A position after the set-up, with empty hands and no contracts: this seat begins its turn.

    The market holds the commodities in the order of the content pack; white, blue, red and yellow lie face up.
    `pending` are other effects than the turn, the next one last.
    """
    state: SpikeState = new_state(GAME, BOX, seats, DEFAULTS | options)
    state.first = 0
    state.turn = turn
    state.idle = 1
    state.market = list(range(len(BOX.commodities)))
    for player, city in zip(state.players, HOMES, strict=False):
        player.node = node(city)
    state.nodes = network_nodes(state)
    state.set_agenda([Turn(turn, 0, 0, 0)])
    if listen:
        state.listen()
    return lay(state, pending=pending, display="white blue red yellow")


def refresh(state: SpikeState, pending: Sequence[Effect] | None = None) -> SpikeState:
    """After a position was changed by hand: ask again; `pending` replaces what is asked."""
    if pending is not None:
        state.set_agenda(list(pending))
    state.over = False
    state._moves = None
    state.settle()
    return state


def turn_of(state: SpikeState, seat: int) -> SpikeState:
    """Let a seat begin its turn."""
    state.turn = seat
    return refresh(state, [Turn(seat, 0, 0, 0)])


def give(
    state: SpikeState,
    seat: int,
    *,
    cards: Cards | None = None,
    money: int | None = None,
    stock: int | None = None,
    tracks: Names | None = None,
    at: str | None = None,
    heading: str | None = None,
    contracts: Names | None = None,
    aboard: Names | None = None,
    delivered: Names | None = None,
    speed: int | None = None,
    supply: int | None = None,
    capacity: int | None = None,
    route: str | None = None,
) -> SpikeState:
    """Give a player these things, each in place of what it had.

    `tracks` are all tracks of the player, and its track pieces are what is left of 45 unless `stock` says otherwise. A
    train `at` a track space has a `heading`, one of its two ends; speed, supply and capacity are the printed numbers.
    """
    player = state.players[seat]
    if cards is not None:
        hand = by_color(cards)
        take_from_pile(state, hand, player.hand)
        colors, nothing = len(BOX.colors), [0] * len(BOX.colors)
        before, after = nothing * (state.round - 1), nothing * (ROUNDS - state.round)
        player.hand, player.taken = hand, nothing
        player.draws, player.spent = [*before, *hand, *after], [0] * (colors * ROUNDS)
    if tracks is not None:
        own = [space(name) for name in names(tracks)]
        others = ~(1 << seat)
        state.tracks = [seats & others | (1 << seat if link in own else 0) for link, seats in enumerate(state.tracks)]
        player.stock = BOX.tracks - len(own)
    if at is not None:
        there = space(at)
        if there < NET.links:
            assert heading is not None, f"a train on {at} has a heading"
            assert node(heading) in (NET.first_end[there], NET.second_end[there]), f"{heading} is no end of {at}"
            player.link, player.node = there, node(heading)
        else:
            player.link, player.node = NONE, there - NET.links
    if money is not None:
        player.money = money
    if stock is not None:
        player.stock = stock
    if contracts is not None:
        player.contracts = sorted(FACES[name] for name in names(contracts))
    if aboard is not None:
        player.aboard = sum(1 << BOX.commodities.index(name) for name in names(aboard))
    if delivered is not None:
        player.delivered = sorted(node(name) for name in names(delivered))
    if speed is not None:
        player.speed = BOX.speed.index(speed)
    if supply is not None:
        player.supply = BOX.supply.index(supply)
    if capacity is not None:
        player.capacity = BOX.capacity.index(capacity)
    if route is not None:
        player.routes = [ROUTES[route]] if route else []
    state.nodes = network_nodes(state)
    return refresh(state)


def lay(
    state: SpikeState,
    *,
    market: Names | None = None,
    display: Names | None = None,
    discards: Cards | None = None,
    pile: Cards | None = None,
    pending: Sequence[Effect] | None = None,
    **numbers: int,
) -> SpikeState:
    """Lay these things on the board, each in place of what was there.

    `market`: the commodities column by column, the highest row first. `display`: up to four colours, the slots after
    them are empty. `pile`: exactly these cards. `numbers`: any of first, turn, round, times, pile_times, upper, idle,
    last_turns.
    """
    if market is not None:
        state.market = [BOX.commodities.index(name) for name in names(market)]
        assert sorted(state.market) == list(range(len(BOX.commodities)))
    if display is not None:
        shown = names(display)
        old = [state.display.count(color) for color in range(len(BOX.colors))]
        take_from_pile(state, by_color(" ".join(shown)), old)
        empty = [NONE] * (BOX.face_up - len(shown))
        state.display = [BOX.colors.index(color) for color in shown] + empty
    if discards is not None:
        lying = by_color(discards)
        take_from_pile(state, lying, state.discards)
        state.discards = lying
    if pile is not None:
        state.pile = by_color(pile)
    for name, number in numbers.items():
        assert name in ("first", "turn", "round", "times", "pile_times", "upper", "idle", "last_turns"), name
        setattr(state, name, number)
    return refresh(state, pending)


def take_from_pile(state: SpikeState, new: list[int], old: list[int]) -> None:
    """New cards come from the pile, and those that they replace return to it."""
    state.pile = [have + back - out for have, back, out in zip(state.pile, old, new, strict=True)]
    assert min(state.pile) >= 0, "the pile has fewer such cards"


# ---------------------------------------------------------------- what is there


def barred(state: SpikeState, word: str) -> str:
    """The clause that keeps a word from being legal."""
    return refusal(state, word).clause


def families(state: SpikeState) -> set[str]:
    """The kinds of words that are legal: `{"pile", "take", "build"}`."""
    return {word.split(":")[0] for word in legal(state)}


def ends(state: SpikeState, head: str) -> list[str]:
    """What the legal words of one kind name, sorted: `ends(state, "move")` are the spaces of a free move."""
    return sorted(word.partition(":")[2] for word in legal(state) if word.split(":")[0] == head)


def hand(state: SpikeState, seat: int) -> str:
    """The cards in a hand, in the order of the colours: `"blue red red"`."""
    return " ".join(
        color for color, count in zip(BOX.colors, state.players[seat].hand, strict=True) for _ in range(count)
    )


def shown(state: SpikeState, seat: int, viewer: int | None = None) -> PlayerView:
    """What a viewer (None: a spectator) sees of a player."""
    player: PlayerView = state.view(viewer).players[seat]
    return player


def market(state: SpikeState) -> list[str]:
    """The commodities of the market column by column, the highest row first."""
    return ["" if c == NONE else BOX.commodities[c] for c in state.market]


def worth(state: SpikeState, commodity: str) -> int:
    """The market value of a commodity."""
    return state.worth(BOX.commodities.index(commodity))


# ---------------------------------------------------------------- turns and games


def fall(state: SpikeState, seed: int = 1) -> list[Any]:
    """Let nature move by chance until a seat is asked or the game is over; all events."""
    rng = Random(seed)
    heard: list[Any] = []
    while state.actor == NATURE:
        heard += wander(state, rng)
    return heard


def draw_out(state: SpikeState, seed: int = 1) -> list[Any]:
    """The seat to act takes one card from the pile and ends its turn; all events."""
    heard = do(state, "pile") + fall(state, seed)
    for word in ("stop", "done"):
        if word in legal(state):
            heard += do(state, word) + fall(state, seed)
    return heard


def new_game(seats: int, **options: str) -> SpikeState:
    """A new game that listens, before its first draw."""
    state: SpikeState = GAME.start(seats, options)
    state.listen()
    return state


def set_up(seats: int, seed: int = 1, **options: str) -> tuple[SpikeState, list[Any]]:
    """A new game played at random up to its first turn, and all events of the set-up."""
    return play_until(new_game(seats, **options), "Turn", seed)


def play_until(state: SpikeState, question: str, seed: int = 1) -> tuple[SpikeState, list[Any]]:
    """Play at random until a question of this kind (the name of its effect) is asked; the state, and all events."""
    rng = Random(seed)
    heard: list[Any] = []
    while asked(state) != question:
        assert not state.over, f"{question} was never asked"
        heard += wander(state, rng)
    return state, heard


def asked(state: SpikeState) -> str:
    """The kind of question that is asked, by the name of its effect; empty if the game is over."""
    return "" if state.over else str(state.pending()[-1][0])


def games(count: int, seed: int, **options: str) -> Iterator[SpikeState]:
    """Random games over all seat counts: every position of each, one after the other, always the same object."""
    for number in range(count):
        rng = Random(seed * 1000 + number)
        state = new_game(2 + number % 3, **options)
        while not state.over:
            yield state
            wander(state, rng)
        yield state


def dealt(seats: int, first: int = 0, hands: Sequence[str] | None = None, **options: str) -> SpikeState:
    """A new game whose draws fell in the order of the content pack, up to the card that the first player gives away.

    `hands` are the five cards of each seat; without them everybody gets white, blue, red, yellow and green. In the
    advanced game each player has chosen side a.
    """
    state = new_game(seats, first_player=f"seat-{first + 1}", **options)
    do(state, *[f"market:{commodity}" for commodity in BOX.commodities])
    if state.table.advanced:
        do(state, *[f"deal:{commodity}-1" for commodity in BOX.commodities])
        while asked(state) == "ChooseSides":
            do(state, legal(state)[0])
    else:
        do(state, *[f"contract:{commodity}-1-a" for commodity in BOX.commodities])
    own = [(hands[seat] if hands else "white blue red yellow green").split() for seat in range(seats)]
    order = [(first + offset) % seats for offset in range(seats)]
    do(state, *[f"draw:{own[seat][number]}" for number in range(BOX.hand) for seat in order])
    return state

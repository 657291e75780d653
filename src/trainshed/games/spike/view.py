"""The view of a seat, which holds all that it may know of a position, and a world drawn from such a view."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import msgspec

from trainshed.games.spike.rules.components import ROUNDS, Components
from trainshed.games.spike.rules.state import NONE, Player, SpikeState, new_state
from trainshed.games.spike.rules.unseen import HandKnowledge, deal_hidden
from trainshed.kernel.game import Title
from trainshed.kernel.shared.views import Head, head

MOST_DEALS = 1000
"""So often hidden cards are dealt anew, until a player who has begun to build can pay for some route."""


class ContractView(msgspec.Struct, frozen=True):
    """A contract in force: the side of its card, and whether its cargo token is on a freight car."""

    face: str
    aboard: bool


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody can see of a player; of the hand and the route cards only their number."""

    money: int
    stock: int
    """Track pieces that are not laid yet."""
    speed: int
    supply: int
    capacity: int
    train: str
    """The space of the train: a link or a city; empty before it is placed."""
    heading: str
    """The place to which the train's last step led; the city if it stands in one."""
    contracts: list[ContractView]
    undecided: list[str]
    """Contract cards whose side is still to be chosen (advanced game)."""
    delivered: list[str]
    cities: list[str]
    cards: int
    routes: int
    route: str
    """The route card, for its owner, and for everybody once the game is over; else empty."""


class View(Head, frozen=True):
    """Everything a seat may know. Cards are counted by colour in the order of the deck; seats count from 0."""

    first: int
    turn: int
    """The seat whose turn it is, -1 in the set-up."""
    round: int
    times: int
    market: list[str]
    """The commodity on each space, column by column, the highest row first; empty before the set-up."""
    display: list[str]
    pile: int
    """All cards in the pile, Time cards too."""
    pile_times: int
    upper: int
    discards: list[int]
    hand: list[int]
    """The viewer's cards by colour; a spectator's are none."""
    routes: list[str]
    """The viewer's route cards."""
    dropped: list[str]
    """The route card that the viewer did not keep (advanced game)."""
    tracks: list[int]
    """For each link the seats that have a track on it, as bits."""
    players: list[PlayerView]
    last_turns: int
    idle: int
    gift: int
    """The colour of the card that the first player gave away, for giver and receiver; else -1."""
    taken: list[list[int]]
    """Of each seat, cards by colour that it took face up and still holds, counted as played first."""
    spent: list[list[int]]
    """Of each seat, other cards that it played, by round and colour."""
    hidden: list[list[int]]
    """Of each seat, how many cards it got unseen in each round."""
    draws: list[list[int]]
    """Of the viewer, cards got unseen by round and colour; of all once the game is over; else empty lists."""
    unseen: list[list[int]]
    """For each round the cards that left its pile unseen, or are still in it, by colour: everybody can count them."""


def look(state: SpikeState, seat: int | None) -> View:
    """The view of a seat (None: a spectator)."""
    box = state.box
    colors = len(box.colors)
    own = None if seat is None else state.players[seat]
    over = state.over
    knows_gift = over or (seat is not None and state.first != NONE and seat in gift_seats(state.first, state.seats))
    return View(
        *head(state, seat),
        first=state.first,
        turn=state.turn,
        round=state.round,
        times=state.times,
        market=["" if c == NONE else box.commodities[c] for c in state.market],
        display=["" if c == NONE else box.colors[c] for c in state.display],
        pile=state.pile_size(),
        pile_times=state.pile_times,
        upper=state.upper,
        discards=state.discards[:],
        hand=[0] * colors if own is None else own.hand[:],
        routes=[] if own is None else [box.route_cards[card].name for card in own.routes],
        dropped=[] if own is None else [box.route_cards[card].name for card in own.dropped],
        tracks=state.tracks[:],
        players=[look_at(state, place, over or place == seat) for place in range(state.seats)],
        last_turns=state.last_turns,
        idle=state.idle,
        gift=state.gift if knows_gift else NONE,
        taken=[player.taken[:] for player in state.players],
        spent=[player.spent[:] for player in state.players],
        hidden=[by_round(player.draws, colors) for player in state.players],
        draws=[p.draws[:] if over or place == seat else [] for place, p in enumerate(state.players)],
        unseen=count_unseen(state),
    )


def gift_seats(first: int, seats: int) -> tuple[int, int]:
    """Who gave and who got the card of SP-SETUP-14."""
    return first, (first - 1) % seats


def by_round(counts: list[int], colors: int) -> list[int]:
    """Sums by round of counts by round and colour."""
    return [sum(counts[r * colors : (r + 1) * colors]) for r in range(ROUNDS)]


def count_unseen(state: SpikeState) -> list[list[int]]:
    """For each round the cards that left its pile unseen, and in the present round those that are still in it."""
    colors = len(state.box.colors)
    drawn = [sum(counts) for counts in zip(*[player.draws for player in state.players], strict=True)]
    found = [drawn[r * colors : (r + 1) * colors] for r in range(ROUNDS)]
    present = found[state.round - 1]
    found[state.round - 1] = [count + left for count, left in zip(present, state.pile, strict=True)]
    return found


def look_at(state: SpikeState, seat: int, known: bool) -> PlayerView:
    """What can be seen of a player; `known`: the viewer may see the route card."""
    box = state.box
    player = state.players[seat]
    if player.link == NONE:
        train = "" if player.node == NONE else box.node_names[player.node]
    else:
        train = box.space_names[player.link]
    bit = 1 << seat
    return PlayerView(
        player.money,
        player.stock,
        box.speed[player.speed],
        box.supply[player.supply],
        box.capacity[player.capacity],
        train,
        "" if player.node == NONE else box.node_names[player.node],
        [
            ContractView(box.faces[face].name, bool(player.aboard >> box.faces[face].commodity & 1))
            for face in player.contracts
        ],
        [box.card_names[card] for card in player.undecided],
        [box.node_names[city] for city in player.delivered],
        [name for name, node in zip(box.node_names[: box.net.cities], state.nodes, strict=False) if node & bit],
        sum(player.hand),
        len(player.routes),
        box.route_cards[player.routes[0]].name if known and len(player.routes) == 1 else "",
    )


# ---------------------------------------------------------------- a world


def world(game: Title, box: Components, view: View, rng: Random) -> SpikeState:
    """A full position consistent with this view: hidden hands and route cards are drawn with their odds.

    At each change of round everybody can count the new pile. So the cards that a player drew unseen in one round come
    from another stock than those of the next round, and are dealt from their own (`unseen.deal_hidden`).
    """
    state = new_state(game, box, view.seats, dict(view.options))
    colors = len(box.colors)
    for name in ("first", "turn", "round", "times", "pile_times", "upper", "last_turns", "idle"):
        setattr(state, name, getattr(view, name))
    state.market = [box.commodities.index(name) if name else NONE for name in view.market]
    state.display = [box.colors.index(name) if name else NONE for name in view.display]
    state.discards = view.discards[:]
    state.tracks = view.tracks[:]
    ids = ids_of(box)
    state.players = [restore_player(state, seat, shown, ids) for seat, shown in enumerate(view.players)]
    state.nodes = network_nodes(state)
    deal_routes(state, view, rng)
    knowledge = HandKnowledge(
        colors=colors,
        round=view.round,
        seat=view.seat,
        spent=view.spent,
        hidden=view.hidden,
        draws=view.draws,
        unseen=view.unseen,
        gift=view.gift,
        receiver=gift_seats(view.first, view.seats)[1] if view.first != NONE else NONE,
        giver=view.first,
    )
    for _ in range(MOST_DEALS):
        state.set_agenda(game.agenda_of(view.pending))
        draws, state.pile = deal_hidden(knowledge, rng)
        for player, drawn, taken, spent in zip(state.players, draws, view.taken, view.spent, strict=True):
            player.draws, player.taken, player.spent = drawn, taken[:], spent[:]
            player.hand = [
                taken[color] + sum([drawn[r * colors + color] - spent[r * colors + color] for r in range(ROUNDS)])
                for color in range(colors)
            ]
        state.gift = view.gift if view.gift != NONE or not given(view) else a_gift(state, view, rng)
        state.settle()
        if view.seat == view.actor or not building(view) or state.moves():
            break
        state._moves = None  # somebody else has begun to build: these cards pay for no such route
    return state


def building(view: View) -> bool:
    """Is somebody about to build or to pay for a route?"""
    return bool(view.pending) and view.pending[-1][0] in ("BuildRoute", "PayRoute")


def given(view: View) -> bool:
    """Has the first player given a card away? It is still to come as long as it stands on the agenda."""
    return all(effect[0] not in ("ChooseFirst", "GiveCard") for effect in view.pending)


def a_gift(state: SpikeState, view: View, rng: Random) -> int:
    """The colour of the card given away, where the viewer cannot know it: any card that its receiver got in round 1."""
    receiver = state.players[gift_seats(view.first, view.seats)[1]]
    cards = [color for color in range(len(receiver.hand)) for _ in range(receiver.draws[color])]
    return rng.choice(cards)


class Ids(NamedTuple):
    """The ids of what a view calls by its name."""

    spaces: dict[str, int]
    nodes: dict[str, int]
    faces: dict[str, int]
    route_cards: dict[str, int]


@lru_cache(maxsize=16)
def ids_of(box: Components) -> Ids:
    """The ids of one box, kept: bots that imagine games ask for thousands of worlds."""
    return Ids(
        spaces={name: space for space, name in enumerate(box.space_names)},
        nodes={name: node for node, name in enumerate(box.node_names)},
        faces={face.name: index for index, face in enumerate(box.faces)},
        route_cards={card.name: index for index, card in enumerate(box.route_cards)},
    )


def restore_player(state: SpikeState, seat: int, shown: PlayerView, ids: Ids) -> Player:
    """The player that a view shows, without hand and route cards."""
    box = state.box
    player = state.players[seat]
    player.money, player.stock = shown.money, shown.stock
    player.speed = box.speed.index(shown.speed)
    player.supply = box.supply.index(shown.supply)
    player.capacity = box.capacity.index(shown.capacity)
    faces, nodes = ids.faces, ids.nodes
    space = ids.spaces[shown.train] if shown.train else NONE
    player.link = space if space < box.net.links else NONE
    player.node = nodes[shown.heading] if shown.heading else NONE
    player.contracts = [faces[contract.face] for contract in shown.contracts]
    player.aboard = sum(
        [1 << box.faces[faces[contract.face]].commodity for contract in shown.contracts if contract.aboard]
    )
    player.undecided = [box.card_names.index(name) for name in shown.undecided]
    player.delivered = [nodes[name] for name in shown.delivered]
    return player


def network_nodes(state: SpikeState) -> list[int]:
    """For each node the seats whose network it belongs to: the ends of their tracks, and the place of their train."""
    net = state.box.net
    nodes = [0] * net.nodes
    first_end, second_end = net.first_end, net.second_end
    for link, seats in enumerate(state.tracks):
        if seats:
            nodes[first_end[link]] |= seats
            nodes[second_end[link]] |= seats
    for seat, player in enumerate(state.players):
        if player.node != NONE:
            nodes[player.node] |= 1 << seat
    return nodes


def deal_routes(state: SpikeState, view: View, rng: Random) -> None:
    """Deal the route cards that the viewer cannot see."""
    card_of = ids_of(state.box).route_cards
    for player, shown in zip(state.players, view.players, strict=True):
        if shown.route:
            player.routes = [card_of[shown.route]]
    if view.seat is not None:
        own = state.players[view.seat]
        own.routes = [card_of[name] for name in view.routes]
        own.dropped = [card_of[name] for name in view.dropped]
    known = [card for player in state.players for card in player.routes + player.dropped]
    left = [card for card in range(len(card_of)) if card not in known]
    rng.shuffle(left)
    for player, shown in zip(state.players, view.players, strict=True):
        while len(player.routes) < shown.routes:
            player.routes = sorted([*player.routes, left.pop()])
        if state.table.advanced and shown.routes == 1 and not player.dropped and kept(state, view):
            player.dropped = [left.pop()]


def kept(state: SpikeState, view: View) -> bool:
    """Have route cards been chosen? A player with one card in the advanced game has chosen once all cards are dealt."""
    return not any(effect[0] == "DealRoutes" for effect in view.pending)

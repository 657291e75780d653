"""The Build action: a route link by link, its payment, and what the new city pays (SP-BUILD, SP-JOKER, SP-MARKET)."""

from __future__ import annotations

from math import comb
from typing import Final

from trainshed.games.spike import events
from trainshed.games.spike.rules.citations import CITE
from trainshed.games.spike.rules.components import LINK, MATCH, SPEND
from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, unpack
from trainshed.games.spike.rules.network.routes import Builder
from trainshed.games.spike.rules.network.spending import Spending
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import OTHER_QUESTION, SeatEffect

NO_PIECES_LEFT: Final = CITE("SP-BUILD-01")
FROM_HAND: Final = CITE("SP-BUILD-02")
NOT_CONNECTED: Final = CITE("SP-BUILD-03")
NO_NEW_CITY: Final = CITE("SP-BUILD-05")
RIVALS_NETWORK: Final = CITE("SP-BUILD-07")
STOPS_SHORT: Final = CITE("SP-BUILD-08")
NOT_PAYABLE: Final = CITE("SP-BUILD-09")
OCCUPIED: Final = CITE("SP-BUILD-11")
TOO_FEW_PIECES: Final = CITE("SP-BUILD-13")
GOES_ON: Final = CITE("SP-BUILD-14")
BUILDERS_CHOICE: Final = CITE("SP-BUILD-19")
IDLE_CARD: Final = CITE("SP-JOKER-08")


def build_forbids(state: SpikeState, seat: int) -> int:
    """The clause that forbids to choose Build, or 0: some route must be free, payable and within the track pieces."""
    player = state.players[seat]
    if player.stock == 0:
        return NO_PIECES_LEFT
    return 0 if state.builder(seat).any_route() else NOT_PAYABLE


def demand_of(state: SpikeState, links: list[int]) -> int:
    """The cards that a route asks for, packed by colour."""
    color = state.box.net.color
    demand = 0
    for link in links:
        demand += 1 << (COLOR_BITS * color[link])
    return demand


def walk(state: SpikeState, seat: int, links: list[int]) -> list[int]:
    """The nodes that a route visits: where it leaves the network, then the end of each link."""
    net = state.box.net
    first = net.first_end[links[0]]
    if not state.nodes[first] & (1 << seat):
        first = net.second_end[links[0]]
    visited = [first]
    for link in links:
        visited.append(net.across(link, visited[-1]))
    return visited


class BuildRoute(SeatEffect):
    """The next link of a route. The route so far is kept here, and laid only with its payment.

    It depends on the hand which links can be chosen, so that a single one is asked for too.
    """

    __slots__ = ("links",)

    def __init__(self, seat: int, *links: int) -> None:
        super().__init__(seat)
        self.links: list[int] = list(links)

    def args(self) -> list[int]:
        return [self.seat, *self.links]

    def legal(self, state: SpikeState) -> list[int]:
        way = state.builder(self.seat)
        if self.links:
            links = way.next_links(demand_of(state, self.links), len(self.links), walk(state, self.seat, self.links))
        else:
            links = way.first_links()
        first = state.box.first[LINK]
        return sorted([first + link for link in links])

    def forbids(self, state: SpikeState, move: int) -> int:
        if state.box.kind[move] != LINK:
            return OTHER_QUESTION
        return self.link_forbids(state, state.box.about[move], state.builder(self.seat))

    def link_forbids(self, state: SpikeState, link: int, way: Builder) -> int:
        """The clause that forbids this link as the next one, or 0."""
        net = state.box.net
        bit = 1 << self.seat
        nodes = state.nodes
        if self.links:
            visited = walk(state, self.seat, self.links)
            node = visited[-1]
            if link in self.links or node not in (net.first_end[link], net.second_end[link]):
                return GOES_ON
            other = net.across(link, node)
            if state.tracks[link] & way.closed:
                return OCCUPIED
            if nodes[other] & bit:
                return NO_NEW_CITY if other < net.cities else GOES_ON
            if other in visited:
                return GOES_ON
        else:
            one, two = net.first_end[link], net.second_end[link]
            if state.tracks[link] & way.closed:
                return OCCUPIED
            if nodes[one] & nodes[two] & bit:
                return NO_NEW_CITY
            if not (nodes[one] | nodes[two]) & bit:
                return RIVALS_NETWORK if nodes[one] | nodes[two] else NOT_CONNECTED
            node = one if nodes[one] & bit else two
            visited = [node]
            other = net.across(link, node)
        length = len(self.links) + 1
        demand = demand_of(state, [*self.links, link])
        if way.can_go_on(other, demand, length, visited):
            return 0
        if not way.purse.pays(demand):
            return NOT_PAYABLE
        more = way.links_to_city(other, visited)
        if more < 0:
            return STOPS_SHORT
        return TOO_FEW_PIECES if length + more > state.players[self.seat].stock else NOT_PAYABLE

    def answer(self, state: SpikeState, move: int) -> None:
        links = [*self.links, state.box.about[move]]
        if walk(state, self.seat, links)[-1] < state.box.net.cities:
            state.push(PayRoute(self.seat, 0, *links))
        else:
            state.push(BuildRoute(self.seat, *links))


class PayRoute(SeatEffect):
    """The payment of a route: colours that differ from its demand one by one in their order, then `match` for the rest.

    `numbers` are the cards played of each settled colour, and the links of the route. What these cards may leave of the
    demand is found once: as long as this is asked, the hand does not change.
    """

    __slots__ = ("links", "rests", "settled", "spent")

    def __init__(self, seat: int, settled: int, *numbers: int) -> None:
        super().__init__(seat)
        self.settled: int = settled
        self.spent: list[int] = list(numbers[:settled])
        self.links: list[int] = list(numbers[settled:])
        self.rests: dict[int, bool] | None = None

    def args(self) -> list[int]:
        return [self.seat, self.settled, *self.spent, *self.links]

    def legal(self, state: SpikeState) -> list[int]:
        """The next word of each payment that agrees with what is settled: the first other colour, or `match`."""
        box = state.box
        hand = state.players[self.seat].hand
        needs = unpack(demand_of(state, self.links), len(hand))
        spending = self.spending(state)
        words: list[int] = []
        for color in range(self.settled, len(hand)):
            need = needs[color]
            counts = spending.counts(color, need)
            first = box.first[SPEND] + color * (box.copies + 1)
            for count in range(hand[color] + 1):
                if counts >> count & 1 and count != need:
                    words.append(first + count)
            if not spending.rests:
                return words
        return [box.first[MATCH], *words]

    def spending(self, state: SpikeState) -> Spending:
        """The payment as far as it is settled."""
        spending = Spending(state.players[self.seat].hand, demand_of(state, self.links), state.table.mixed)
        if self.rests is None:
            for color, count in enumerate(self.spent):
                spending.play(color, count)
            self.rests = spending.rests
        spending.rests = self.rests
        return spending

    def forbids(self, state: SpikeState, move: int) -> int:
        kind = state.box.kind[move]
        if kind not in (MATCH, SPEND):
            return OTHER_QUESTION
        needs = unpack(demand_of(state, self.links), len(state.box.colors))
        hand = state.players[self.seat].hand
        if kind == MATCH:
            if move in self.legal(state):
                return 0
            played = sum(self.spent) + sum(needs[self.settled :])
            short = any([need > have for need, have in zip(needs, hand, strict=True)][self.settled :])
            return NOT_PAYABLE if short or played <= sum(needs) else IDLE_CARD
        color, count = divmod(state.box.about[move], state.box.copies + 1)
        if count > hand[color]:
            return FROM_HAND
        if color < self.settled or count == needs[color]:
            return BUILDERS_CHOICE
        if move in self.legal(state):
            return 0
        return IDLE_CARD if count > needs[color] else NOT_PAYABLE

    def copies(self, state: SpikeState, move: int) -> int:
        """In how many ways the cards that a word settles can be chosen from those that nobody has seen."""
        needs = unpack(demand_of(state, self.links), len(state.box.colors))
        if state.box.kind[move] == MATCH:
            played = needs[self.settled :]
        else:
            color, count = divmod(state.box.about[move], state.box.copies + 1)
            played = [*needs[self.settled : color], count]
        player = state.players[self.seat]
        ways = 1
        for color, count in enumerate(played, self.settled):
            known = player.taken[color]
            if count > known:
                ways *= comb(player.hand[color] - known, count - known)
        return ways

    def answer(self, state: SpikeState, move: int) -> None:
        needs = unpack(demand_of(state, self.links), len(state.box.colors))
        if state.box.kind[move] == MATCH:
            lay_route(state, self.seat, self.links, [*self.spent, *needs[self.settled :]])
            return
        color, count = divmod(state.box.about[move], state.box.copies + 1)
        spent = [*self.spent, *needs[self.settled : color], count]
        spending = self.spending(state)
        for settled in range(self.settled, color + 1):
            spending.play(settled, spent[settled])
        then = PayRoute(self.seat, color + 1, *spent, *self.links)
        then.rests = spending.rests
        state.push(then)


def lay_route(state: SpikeState, seat: int, links: list[int], cards: list[int]) -> None:
    """Lay the tracks of a route, discard the cards, and take the money for the new city."""
    visited = walk(state, seat, links)
    bit = 1 << seat
    tracks, nodes = state.tracks[:], state.nodes[:]
    for link in links:
        tracks[link] |= bit
    for node in visited:
        nodes[node] |= bit
    state.tracks, state.nodes = tracks, nodes
    player = state.players[seat]
    player.stock -= len(links)
    play_cards(state, seat, cards)
    state.idle = 0
    box = state.box
    city = visited[-1]
    if state.heard is not None:
        names = [box.space_names[link] for link in links]
        state.heard.append(events.RouteBuilt(seat, names, box.node_names[city], cards))
    pay_market(state, seat, city)


def play_cards(state: SpikeState, seat: int, cards: list[int]) -> None:
    """Discard cards from a hand; those taken face up count as played first, because everybody knows of them."""
    player = state.players[seat]
    hand, discards, taken, spent = player.hand[:], state.discards[:], player.taken[:], player.spent[:]
    first = (state.round - 1) * len(cards)
    for color, played in enumerate(cards):
        if played:
            hand[color] -= played
            discards[color] += played
            known = min(played, taken[color])
            taken[color] -= known
            spent[first + color] += played - known
    player.hand, state.discards, player.taken, player.spent = hand, discards, taken, spent


def pay_market(state: SpikeState, seat: int, city: int) -> None:
    """SP-MARKET-01 to -06: pay the value of the city's commodity, then let its marker drop to the lowest row."""
    box = state.box
    commodity = box.supplies[city]
    worth = state.worth(commodity)
    state.players[seat].money += worth
    market = state.market[:]
    rows = len(box.row_worth)
    space = market.index(commodity)
    last = space - space % rows + rows - 1
    risen = market[space + 1 : last + 1]
    market[space:last] = risen
    market[last] = commodity
    state.market = market
    if state.heard is not None:
        names = [box.commodities[other] for other in risen]
        state.heard.append(events.MarketPaid(seat, box.commodities[commodity], box.node_names[city], worth, names))

"""The set-up in the order of SP-SETUP-21: first player, market, contracts, railway cards, routes, start cities."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike import events
from trainshed.games.spike.rules.citations import CITE
from trainshed.games.spike.rules.components import CONTRACT, DEAL, FIRST, GIVE, KEEP, MARKET, PLACE, ROUTE, SIDE
from trainshed.games.spike.rules.drawing import PileChance, Refill, into_hand
from trainshed.games.spike.rules.state import NONE, SpikeState, changed
from trainshed.games.spike.rules.turns import begin_turn
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, SeatEffect

NOT_IN_HAND: Final = CITE("SP-SETUP-14")
NOT_YOUR_CARD: Final = CITE("SP-ADVANCED-01")
NOT_DEALT: Final = CITE("SP-ADVANCED-02")


def after_first(state: SpikeState) -> None:
    """The first player is known: prepare everything else, the last step lowest on the agenda."""
    state.push(PlaceTrain(state.first))
    state.push(DealRoutes(0))
    state.push(Refill(NONE))  # SP-SETUP-15
    state.push(GiveCard(state.first))
    state.push(DealCards(0))
    if state.table.advanced:
        state.push(ChooseSides(state.first))
    state.push(DealContracts(0))
    state.push(LayMarket())


class SetUpChance(Effect):
    """A draw of the set-up, all of whose words are equally likely."""

    __slots__ = ()

    def asks(self, state: SpikeState) -> int:
        return NATURE

    def words(self, state: SpikeState) -> list[int]:
        raise NotImplementedError

    def odds(self, state: SpikeState) -> list[tuple[int, int]]:
        return [(word, 1) for word in self.words(state)]

    def tickets(self, state: SpikeState) -> int:
        words = self.words(state)
        state._moves = words  # so that `pick` and `moves()` need not find them again
        return len(words)

    def pick(self, state: SpikeState, ticket: int) -> int:
        return state.moves()[ticket]


class ChooseFirst(SetUpChance):
    """SP-SETUP-13: no first player was named, so every seat is equally likely."""

    __slots__ = ()

    def chance(self, state: SpikeState) -> str:
        return "first"

    def words(self, state: SpikeState) -> list[int]:
        first = state.box.first[FIRST]
        return list(range(first, first + state.seats))

    def answer(self, state: SpikeState, move: int) -> None:
        state.first = state.box.about[move]
        if state.heard is not None:
            state.heard.append(events.FirstChosen(state.first))
        after_first(state)


class LayMarket(SetUpChance):
    """SP-SETUP-02: the price markers are laid at random, one on each market space."""

    __slots__ = ()

    def chance(self, state: SpikeState) -> str:
        return "market"

    def words(self, state: SpikeState) -> list[int]:
        first = state.box.first[MARKET]
        laid = 0
        for commodity in state.market:
            if commodity != NONE:
                laid |= 1 << commodity
        return [first + c for c in range(len(state.box.commodities)) if not laid >> c & 1]

    def answer(self, state: SpikeState, move: int) -> None:
        commodity = state.box.about[move]
        space = state.market.index(NONE)
        market = state.market[:]
        market[space] = commodity
        state.market = market
        if state.heard is not None:
            state.heard.append(events.MarkerPlaced(state.box.commodities[commodity], space))
        if NONE in market:
            state.push(self)


class DealContracts(SetUpChance):
    """SP-SETUP-05, -06: one card for each commodity, dealt round the table; the basic game draws its side too."""

    __slots__ = ("dealt",)

    def __init__(self, dealt: int) -> None:
        self.dealt = dealt

    def args(self) -> list[int]:
        return [self.dealt]

    def chance(self, state: SpikeState) -> str:
        return "contracts"

    def words(self, state: SpikeState) -> list[int]:
        box = state.box
        faces = box.faces
        gone = 0
        for player in state.players:
            for face in player.contracts:
                gone |= 1 << faces[face].commodity
            for card in player.undecided:
                gone |= 1 << faces[box.faces_of[card][0]].commodity
        if state.table.advanced:
            first = box.first[DEAL]
            dealt = [faces[sides[0]].commodity for sides in box.faces_of]
        else:
            first = box.first[CONTRACT]
            dealt = [face.commodity for face in faces]
        return [first + what for what, commodity in enumerate(dealt) if not gone >> commodity & 1]

    def answer(self, state: SpikeState, move: int) -> None:
        box = state.box
        seat = (state.first + self.dealt) % state.seats
        player = state.players[seat]
        what = box.about[move]
        if state.table.advanced:
            player.undecided = sorted([*player.undecided, what])
            if state.heard is not None:
                state.heard.append(events.ContractCardDealt(seat, box.card_names[what]))
        else:
            player.contracts = sorted([*player.contracts, what])
            if state.heard is not None:
                state.heard.append(events.ContractDealt(seat, box.faces[what].name))
        if self.dealt + 1 < len(box.commodities):
            state.push(DealContracts(self.dealt + 1))


class ChooseSides(SeatEffect):
    """SP-ADVANCED-01: a player chooses the side of each contract card, in any order; then the next player."""

    __slots__ = ()

    def asks(self, state: SpikeState) -> int:
        return self.seat if state.players[self.seat].undecided else NOBODY

    def begins_turn(self, state: SpikeState) -> bool:
        return not state.players[self.seat].contracts

    def resolve(self, state: SpikeState) -> None:
        seat = (self.seat + 1) % state.seats
        if seat != state.first:
            state.push(ChooseSides(seat))

    def candidates(self, state: SpikeState) -> list[int]:
        first = state.box.first[SIDE]
        return sorted(
            [first + face for card in state.players[self.seat].undecided for face in state.box.faces_of[card]]
        )

    def forbids(self, state: SpikeState, move: int) -> int:
        if state.box.kind[move] != SIDE:
            return OTHER_QUESTION
        card = state.box.faces[state.box.about[move]].card
        return 0 if card in state.players[self.seat].undecided else NOT_YOUR_CARD

    def answer(self, state: SpikeState, move: int) -> None:
        face = state.box.about[move]
        player = state.players[self.seat]
        card = state.box.faces[face].card
        player.undecided = [other for other in player.undecided if other != card]
        player.contracts = sorted([*player.contracts, face])
        if state.heard is not None:
            state.heard.append(events.SideChosen(self.seat, state.box.faces[face].name))
        state.push(self)


class DealCards(PileChance):
    """SP-SETUP-11: the secret hands, one railway card at a time round the table."""

    __slots__ = ("dealt",)

    def __init__(self, dealt: int) -> None:
        self.dealt = dealt

    def args(self) -> list[int]:
        return [self.dealt]

    def seat(self, state: SpikeState) -> int:
        return (state.first + self.dealt) % state.seats

    def hidden(self, state: SpikeState, seat: int, move: int) -> str:
        return "" if seat == self.seat(state) else "draw:?"

    def answer(self, state: SpikeState, move: int) -> None:
        into_hand(state, self.seat(state), self.draw(state, move))
        if self.dealt + 1 < state.box.hand * state.seats:
            state.push(DealCards(self.dealt + 1))


class GiveCard(SeatEffect):
    """SP-SETUP-14: the first player gives a card to the player on the right, who is last in turn order."""

    __slots__ = ()

    def begins_turn(self, state: SpikeState) -> bool:
        return True

    def candidates(self, state: SpikeState) -> list[int]:
        first = state.box.first[GIVE]
        return [first + color for color in range(len(state.box.colors))]

    def forbids(self, state: SpikeState, move: int) -> int:
        if state.box.kind[move] != GIVE:
            return OTHER_QUESTION
        return 0 if state.players[self.seat].hand[state.box.about[move]] else NOT_IN_HAND

    def copies(self, state: SpikeState, move: int) -> int:
        return state.players[self.seat].hand[state.box.about[move]]

    def receiver(self, state: SpikeState) -> int:
        return (self.seat - 1) % state.seats

    def hidden(self, state: SpikeState, seat: int, move: int) -> str:
        return "" if seat in (self.seat, self.receiver(state)) else "give:?"

    def answer(self, state: SpikeState, move: int) -> None:
        color = state.box.about[move]
        to = self.receiver(state)
        giver, receiver = state.players[self.seat], state.players[to]
        giver.hand, giver.draws = changed(giver.hand, color, -1), changed(giver.draws, color, -1)
        receiver.hand, receiver.draws = changed(receiver.hand, color, 1), changed(receiver.draws, color, 1)
        state.gift = color
        if state.heard is not None:
            state.heard.append(events.CardGiven(self.seat, to, state.box.colors[color]))


class DealRoutes(SetUpChance):
    """SP-SETUP-16, SP-ADVANCED-02: a route card face down for each player, in the advanced game two."""

    __slots__ = ("dealt",)

    def __init__(self, dealt: int) -> None:
        self.dealt = dealt

    def args(self) -> list[int]:
        return [self.dealt]

    def seat(self, state: SpikeState) -> int:
        return (state.first + self.dealt) % state.seats

    def chance(self, state: SpikeState) -> str:
        return "routes"

    def words(self, state: SpikeState) -> list[int]:
        gone = [card for player in state.players for card in player.routes]
        first = state.box.first[ROUTE]
        return [first + card for card in range(len(state.box.route_cards)) if card not in gone]

    def hidden(self, state: SpikeState, seat: int, move: int) -> str:
        return "" if seat == self.seat(state) else "route:?"

    def answer(self, state: SpikeState, move: int) -> None:
        seat = self.seat(state)
        card = state.box.about[move]
        player = state.players[seat]
        player.routes = sorted([*player.routes, card])
        if state.heard is not None:
            state.heard.append(events.RouteDealt(seat, state.box.route_cards[card].name))
        if self.dealt + 1 < state.seats * (2 if state.table.advanced else 1):
            state.push(DealRoutes(self.dealt + 1))
        elif state.table.advanced:
            state.push(KeepRoute(state.first))


class KeepRoute(SeatEffect):
    """SP-ADVANCED-02: a player keeps one of two route cards, unseen by others."""

    __slots__ = ()

    def begins_turn(self, state: SpikeState) -> bool:
        return True

    def candidates(self, state: SpikeState) -> list[int]:
        return [state.box.first[KEEP] + card for card in state.players[self.seat].routes]

    def forbids(self, state: SpikeState, move: int) -> int:
        if state.box.kind[move] != KEEP:
            return OTHER_QUESTION
        return 0 if state.box.about[move] in state.players[self.seat].routes else NOT_DEALT

    def hidden(self, state: SpikeState, seat: int, move: int) -> str:
        return "" if seat == self.seat else "keep:?"

    def answer(self, state: SpikeState, move: int) -> None:
        card = state.box.about[move]
        player = state.players[self.seat]
        player.dropped = [other for other in player.routes if other != card]
        player.routes = [card]
        if state.heard is not None:
            state.heard.append(events.RouteKept(self.seat, state.box.route_cards[card].name))
        seat = (self.seat + 1) % state.seats
        if seat != state.first:
            state.push(KeepRoute(seat))


class PlaceTrain(SeatEffect):
    """SP-SETUP-17: a player chooses the start city; then the next player, then the first turn."""

    __slots__ = ()

    def begins_turn(self, state: SpikeState) -> bool:
        return True

    def candidates(self, state: SpikeState) -> list[int]:
        first = state.box.first[PLACE]
        return list(range(first, first + state.box.net.cities))

    def forbids(self, state: SpikeState, move: int) -> int:
        return 0 if state.box.kind[move] == PLACE else OTHER_QUESTION  # SP-SETUP-18: any city, shared or not

    def answer(self, state: SpikeState, move: int) -> None:
        city = state.box.about[move]
        state.players[self.seat].node = city
        nodes = state.nodes[:]
        nodes[city] |= 1 << self.seat  # SP-BUILD-04
        state.nodes = nodes
        if state.heard is not None:
            state.heard.append(events.TrainPlaced(self.seat, state.box.node_names[city]))
        seat = (self.seat + 1) % state.seats
        if seat == state.first:
            begin_turn(state, seat)
        else:
            state.push(PlaceTrain(seat))

"""The end of a game: route cards are revealed and paid (SP-END-05, SP-ROUTE-01 to -06)."""

from __future__ import annotations

from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState


def reached(state: SpikeState, seat: int, card: int) -> list[int]:
    """The destinations of a route card that the network reaches, in its order; none without the starting city."""
    route = state.box.route_cards[card]
    bit = 1 << seat
    if not state.nodes[route.start] & bit:
        return []
    return [index for index, city in enumerate(route.cities) if state.nodes[city] & bit]


def route_worth(state: SpikeState, seat: int, card: int) -> int:
    """What a route card pays: the highest value reached, and one for each other destination."""
    there = reached(state, seat, card)
    if not there:
        return 0
    values = state.box.route_cards[card].values
    return max([values[index] for index in there]) + len(there) - 1


def finish(state: SpikeState, reason: str) -> None:
    """End the game: pay the route cards, and ask nobody any more."""
    box = state.box
    for seat, player in enumerate(state.players):
        for card in player.routes:
            worth = route_worth(state, seat, card)
            player.money += worth
            if state.heard is not None:
                route = box.route_cards[card]
                cities = [box.node_names[route.cities[index]] for index in reached(state, seat, card)]
                state.heard.append(events.RouteScored(seat, route.name, cities, worth))
    state.clear()
    if state.heard is not None:
        state.heard.append(events.GameEnded(reason, state.scores(), state.standings()))

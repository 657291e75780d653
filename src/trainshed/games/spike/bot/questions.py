"""What each answer of the set-up and of a payment is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.spike.bot.habits import Habits
from trainshed.games.spike.bot.plan import start_plan
from trainshed.games.spike.bot.surroundings import FAR, distances
from trainshed.games.spike.bot.turn_plan import TurnPlan
from trainshed.games.spike.rules.building import PayRoute, demand_of
from trainshed.games.spike.rules.components import MATCH, SPEND
from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, COLOR_MASK, unpack
from trainshed.games.spike.rules.network.payment import payments
from trainshed.games.spike.rules.state import SpikeState

STARTS: Final = 6
"""So many start cities are planned for, those that look best by their distances."""


def payment_gains(world: SpikeState, asked: PayRoute, moves: Sequence[int], habits: Habits) -> list[float]:
    """The gain of each word of a payment: that of the best payment which goes on with it."""
    box = world.box
    hand = world.players[asked.seat].hand
    colors = len(hand)
    demand = demand_of(world, asked.links)
    needs = unpack(demand, colors)
    settled = asked.settled
    spent = asked.spent
    worth = TurnPlan(world, asked.seat, habits).wishes(asked.links[-1])
    match = box.first[MATCH]
    spend = box.first[SPEND]
    best: dict[int, float] = {}
    for payment in payments(hand, demand, world.table.mixed):
        word = match
        cost = 0.0
        agrees = True
        for color in range(colors):
            played = (payment >> (COLOR_BITS * color)) & COLOR_MASK
            if color < settled:
                if played != spent[color]:
                    agrees = False
                    break
            elif word == match and played != needs[color]:
                word = spend + color * (box.copies + 1) + played
            cost += played * worth[color]
        if agrees and (word not in best or -cost > best[word]):
            best[word] = -cost
    return [best.get(move, -float(FAR)) for move in moves]


def start_gains(world: SpikeState, seat: int, moves: Sequence[int], habits: Habits) -> list[float]:
    """The gain of each start city: what its plan promises. Only cities in the middle of contracts are planned for."""
    box = world.box
    apart = distances(box)
    player = world.players[seat]
    wanted = [city for face in player.contracts for city in box.supplied[box.faces[face].commodity]]
    wanted += [city for face in player.contracts for city in box.faces[face].cities]
    for card in player.routes:
        wanted += [box.route_cards[card].start] * 3 + box.route_cards[card].cities
    rough = sorted([(-sum([0.75 ** apart[move - moves[0]][city] for city in wanted]), move) for move in moves])
    planned = [move for _, move in rough[:STARTS]]
    faces = [box.faces[face].commodity for face in player.contracts]
    gains: list[float] = []
    for move in moves:
        city = box.about[move]
        gain = start_plan(world, seat, city, habits).value if move in planned else 0.0
        rivals = world.nodes[city].bit_count()
        gains.append(gain - rivals + (habits.begun if box.supplies[city] in faces else 0.0))
    return gains


def gift_gains(world: SpikeState, seat: int, moves: Sequence[int]) -> list[float]:
    """Give away a single card rather than one of a pair."""
    hand = world.players[seat].hand
    return [-abs(hand[world.box.about[move]] - 1.0) for move in moves]


def contract_places(world: SpikeState, seat: int) -> list[int]:
    """The destinations and suppliers of all contracts of a seat."""
    box = world.box
    contracts = world.players[seat].contracts
    places = [city for face in contracts for city in box.faces[face].cities]
    return places + [city for face in contracts for city in box.supplied[box.faces[face].commodity]]


def side_gains(world: SpikeState, seat: int, moves: Sequence[int], habits: Habits) -> list[float]:
    """Choose the side whose best delivery leaves most, near to the cities of the other contracts."""
    box = world.box
    apart = distances(box)
    near = contract_places(world, seat)
    gains: list[float] = []
    for move in moves:
        face = box.faces[box.about[move]]
        best = 0.0
        for source in box.supplied[face.commodity]:
            for city, pay in zip(face.cities, face.pay, strict=True):
                lone = min([apart[city][other] for other in near], default=0)
                best = max(best, pay - habits.cost * 0.6 * apart[source][city] - 0.3 * lone)
        gains.append(best)
    return gains


def keep_gains(world: SpikeState, seat: int, moves: Sequence[int]) -> list[float]:
    """Keep the route card whose cities lie near to those of the contracts."""
    box = world.box
    apart = distances(box)
    near = contract_places(world, seat)
    gains: list[float] = []
    for move in moves:
        card = box.route_cards[box.about[move]]
        ways = [min([apart[city][other] for other in near], default=0) for city in [card.start, *card.cities]]
        gains.append(max(card.values) - 0.4 * sum(ways))
    return gains

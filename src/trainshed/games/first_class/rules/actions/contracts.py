"""Contracts: when their requirement is met, laying and fulfilling them (FC-CONTRACT, FC-MODULE-A)."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.in_progress import PAID, carry_out
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MAIL, REWARD_CITY, TILE
from trainshed.games.first_class.rules.requirements import (
    ALL_CARDS,
    BONUS_CARDS,
    BOTH_CONDUCTORS_AT,
    BOTH_TRAINS,
    CITY,
    COACHES,
    LOCOMOTIVE_TILES,
    OF_MODULE,
    ONE_CONDUCTOR_AT,
    ONE_TRAIN,
    REWARD_CITIES,
    SEQUENCE,
    Requirement,
)
from trainshed.games.first_class.rules.state import FirstClassState, Player, without

NOT_OPEN: Final = CITE("FC-CONTRACT-02")
NOT_MET: Final = CITE("FC-CONTRACT-04")


def contract_forbids(state: FirstClassState, seat: int, card: int) -> int:
    """The clause against fulfilling a contract, or 0; when it may be done is another question."""
    if card not in state.players[seat].contracts:
        return NOT_OPEN
    return 0 if met(state, seat, card) else NOT_MET


def met(state: FirstClassState, seat: int, card: int) -> bool:
    requirement = state.box.cards[card].requirement
    assert requirement is not None
    return reached(state, seat, requirement) >= requirement.least


def reached(state: FirstClassState, seat: int, wanted: Requirement) -> int:
    """The number that is compared with the one the requirement asks for (FC-MODULE-A-02 to -08, -11 to -14)."""
    player = state.players[seat]
    kind = wanted.kind
    upper, lower = player.trains
    if kind == COACHES:
        return sum([wanted.levels[0] <= card < MAIL for card in upper + lower])
    if kind == SEQUENCE:
        return max(in_sequence(upper, wanted.levels), in_sequence(lower, wanted.levels))
    if kind == ONE_TRAIN:
        return max(len(upper), len(lower))
    if kind == BOTH_TRAINS:
        return min(len(upper), len(lower))
    if kind == ALL_CARDS:
        return len(upper) + len(lower)
    if kind == ONE_CONDUCTOR_AT:
        return max(player.conductors)
    if kind == BOTH_CONDUCTORS_AT:
        return min(player.conductors)
    if kind == CITY:
        return player.city
    if kind == REWARD_CITIES:
        return reward_cities(state, player)
    if kind == BONUS_CARDS:
        return len(player.bonus)
    if kind == LOCOMOTIVE_TILES:
        return (upper[-1] >= TILE) + (lower[-1] >= TILE)
    assert kind == OF_MODULE
    tally: int = state.box.modules[wanted.module].tally(state, seat)
    return tally


def in_sequence(cards: list[int], levels: list[int]) -> int:
    """How many levels of a sequence consecutive coaches of a train reach, mail cars skipped (FC-MODULE-A-05)."""
    coaches = [card for card in cards if card < MAIL]
    best = 0
    for begin in range(len(coaches)):
        count = 0
        while count < len(levels) and begin + count < len(coaches) and coaches[begin + count] >= levels[count]:
            count += 1
        best = max(best, count)
    return best


def reward_cities(state: FirstClassState, player: Player) -> int:
    """Reward cities that were reached or passed, the one printed on the board too (FC-MODULE-A-14)."""
    cities = state.box.cities
    return sum([cities[city].kind == REWARD_CITY for city in player.line[: player.city]])


def lay_contract(state: FirstClassState, seat: int, card: int) -> None:
    """A contract is laid face up beside the board (FC-CONTRACT-02)."""
    player = state.players[seat]
    player.contracts = [*player.contracts, card]
    if state.heard is not None:
        state.heard.append(events.ContractLaid(seat, state.box.cards[card].name))


def fulfil(state: FirstClassState, seat: int, card: int) -> None:
    """A contract goes to the used pile; its reward comes at once, or later if it says so (FC-CONTRACT-07, -08, -11)."""
    player = state.players[seat]
    player.contracts = without(player.contracts, card)
    own = state.box.cards[card]
    later: bool = state.box.modules[own.module].contract_met(state, seat, card)
    if state.heard is not None:
        state.heard.append(events.ContractFulfilled(seat, own.name, later))
    if not later:
        carry_out(state, seat, PAID, own.icons)

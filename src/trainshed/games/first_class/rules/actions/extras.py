"""What may be done in a window for extras: coins, contracts, and what modules add (FC-TURN-10, -11, -14, FC-SCORE-16).

One door for all windows: before and after the main move of a turn, and in the own part of a scoring phase.
"""

from __future__ import annotations

from trainshed.games.first_class.rules.actions.coins import coin_count, coin_forbids, coin_moves, spend
from trainshed.games.first_class.rules.actions.contracts import contract_forbids, fulfil, met, reached
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.words import BUY, COIN_ADD, COIN_POINT, FULFIL
from trainshed.kernel.agenda import OTHER_QUESTION


def extra_moves(state: FirstClassState, seat: int, moves: list[int]) -> None:
    """Add everything that a seat may do in a window."""
    coin_moves(state, seat, True, moves)
    for card in state.players[seat].contracts:
        if met(state, seat, card):
            moves.append(state.words.fulfil_of[card])
    for module in state.table.modules:
        module.extras(state, seat, moves)


def extra_forbids(state: FirstClassState, seat: int, move: int) -> int:
    """The clause against an extra, or 0; OTHER_QUESTION if the word is no extra."""
    why = coin_forbids(state, seat, move, True)
    if why != OTHER_QUESTION:
        return why
    if state.words.family[move] == FULFIL:
        return contract_forbids(state, seat, state.words.a[move])
    for module in state.table.modules:
        own: int = module.extra_forbids(state, seat, move)
        if own != OTHER_QUESTION:
            return own
    return OTHER_QUESTION


def extra_numbers(state: FirstClassState, seat: int, move: int) -> dict[str, int]:
    """The numbers on which the refusal of an extra turns: coins for an end-bonus card, how near a contract is."""
    family, about = state.words.family[move], state.words.a[move]
    player = state.players[seat]
    if family == BUY:
        return {"price": state.box.price, "coins": coin_count(player)}
    if family == FULFIL and about in player.contracts:
        requirement = state.box.cards[about].requirement
        assert requirement is not None
        return {"contract": about, "reached": reached(state, seat, requirement)}
    return {}


def take_extra(state: FirstClassState, seat: int, move: int) -> None:
    """Carry out an extra that is legal."""
    family = state.words.family[move]
    if family == BUY or COIN_ADD <= family <= COIN_POINT:
        spend(state, seat, move, False)
    elif family == FULFIL:
        fulfil(state, seat, state.words.a[move])
    else:
        for module in state.table.modules:
            if module.extra_forbids(state, seat, move) == 0:
                module.take_extra(state, seat, move)
                return


def is_extra(state: FirstClassState, move: int) -> bool:
    """Is this a word for an extra, whether or not it is legal now?"""
    family = state.words.family[move]
    if family in (BUY, FULFIL) or COIN_ADD <= family <= COIN_POINT:
        return True
    seat = state.turn
    return any(module.extra_forbids(state, seat, move) != OTHER_QUESTION for module in state.table.modules)

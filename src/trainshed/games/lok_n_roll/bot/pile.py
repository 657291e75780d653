"""What penalty cards and chaos cards cost or gain on a pile, and the order in which to discard them."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.lok_n_roll.bot.habits import Habits
from trainshed.games.lok_n_roll.rules.components import CHAOS, Components
from trainshed.games.lok_n_roll.rules.state import LokState, Player


def pile_cost(box: Components, pile: list[int], cards: list[int], following: int, match: float) -> float:
    """The points that these penalty cards add to a pile in the best order, less the worth of a match to come.

    The best order: match the top as long as possible; then combine pairs of equal cards; one card of each value that
    is left over stays. `following` is the value of the card that the next penalty would take, 0 if there is none.
    """
    value = box.value
    counts = [0] * (box.values[-1] + 1) if len(cards) > 1 else None
    top = len(pile) - 1
    cost = 0
    if counts is None:
        if cards:
            only = value[cards[0]]
            if top >= 0 and value[pile[top]] == only:
                cost = -only
                top -= 1
            else:
                return only - match * following if only == following else float(only)
    else:
        for card in cards:
            counts[value[card]] += 1
        while top >= 0:
            face = value[pile[top]]
            if not counts[face]:
                break
            counts[face] -= 1
            cost -= face
            top -= 1
        left = False
        for face, count in enumerate(counts):
            if count & 1:
                cost += face
                left = True
        if left:
            return cost - match * following if counts[following] & 1 else float(cost)
    if top >= 0 and value[pile[top]] == following:
        return cost - match * following
    return float(cost)


def orders(world: LokState, seat: int, moves: Sequence[int]) -> list[float]:
    """Gain of discarding each value next: a match, then pairs, then singles so that the next match lies on top."""
    box = world.box
    value = box.value
    pile = world.players[seat].pile
    waiting = [value[card] for card in world.penalties]
    coming = [value[laid.card] for laid in world.track[:8]]
    gains: list[float] = []
    for move in moves:
        face = move - box.first_discard
        if pile and value[pile[-1]] == face:
            gains.append(20.0)
        elif waiting.count(face) > 1:
            gains.append(14.0)
        else:
            gains.append(float(coming.index(face)) if face in coming else 8.0)
    return gains


def chaos_gain(world: LokState, player: Player, face: int, habit: Habits) -> float:
    """What it is worth to put a chaos card of this value on the own pile, and others that match after it."""
    value = world.box.value
    pile = player.pile
    chaos = [value[card] for card in player.hand if world.box.kind[card] == CHAOS]
    following = value[world.track[0].card] if world.track else 0
    top = len(pile) - 1
    if top >= 0 and value[pile[top]] == face:
        gain = 0.0
        while top >= 0 and value[pile[top]] in chaos:
            chaos.remove(value[pile[top]])
            gain += 2 * value[pile[top]]
            top -= 1
        if top >= 0 and value[pile[top]] == following:
            gain += habit.match * following
        return gain
    if chaos.count(face) > 1:
        return 2.0 * face
    return habit.chaos + (habit.match * face if face == following else 0.0)


def further_chaos(world: LokState, seat: int, moves: Sequence[int], habit: Habits) -> list[float]:
    box = world.box
    player = world.players[seat]
    return [
        0.0 if move == box.word_stop else chaos_gain(world, player, move - box.first_chaos, habit) for move in moves
    ]

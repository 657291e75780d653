"""Turns of Russian Railroads: choosing a space, paying, the exchange, relocating."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.use_space import perform, place
from trainshed.games.russian_railroads.rules.effect_notation import REPEAT, Part
from trainshed.games.russian_railroads.rules.in_progress import FREE, IN_FULL_ONLY
from trainshed.games.russian_railroads.rules.look_ahead import can_all
from trainshed.games.russian_railroads.rules.spaces import (
    EXACT,
    EXCHANGE,
    IN_FULL,
    NO_ORDER_SPACE,
    ONE_WORKER_SPACE,
    OWN_SUPPLY,
    REAL_ROUBLE,
    colour_missing,
    cost_of,
    own_engineer,
    parts_of,
    repeatable,
    space_name,
    stands_elsewhere,
    use_forbids,
)
from trainshed.games.russian_railroads.rules.state import RailState, Stack
from trainshed.games.russian_railroads.rules.words import PASS, STAY, Words
from trainshed.kernel.agenda import OTHER_QUESTION, OpenQuestion


class Turn(OpenQuestion):
    """RR-TURN-01: use one action space, or pass."""

    __slots__ = ()

    def begins_turn(self, state: RailState) -> bool:
        """RR-TURN-09, -10: also for a seat that goes on alone, because all others have passed."""
        return True

    def legal(self, state: RailState) -> list[int]:
        words: Words = state.game.words
        seat = self.seat
        taken = state.taken()
        moves = [PASS]
        for space in range(len(state.box.spaces)):
            if not use_forbids(state, seat, space, taken, True):
                moves.append(words.space + space)
        for engineer in sorted(state.players[seat].engineers):
            if not use_forbids(state, seat, state.engineer_space(engineer), taken, True):
                moves.append(words.engineer + engineer)
        return moves

    def forbids(self, state: RailState, move: int) -> int:
        if move == PASS:
            return 0
        space = space_of(state, move)
        return OTHER_QUESTION if space < 0 else use_forbids(state, self.seat, space, state.taken(), True)

    def numbers(self, state: RailState, move: int) -> dict[str, int]:
        space = space_of(state, move)
        numbers = cost_numbers(state, self.seat, space)
        if self.forbids(state, move) == IN_FULL:
            numbers.update(failing_part(state, self.seat, space))
        return numbers

    def take(self, state: RailState, move: int, forced: bool) -> None:
        if move == PASS:
            self.passes(state, forced)
            return
        space = space_of(state, move)
        if state.heard is not None:
            state.heard.append(events.SpaceChosen(self.seat, space_name(state, space)))
        state.push(Pay(self.seat, space))

    def passes(self, state: RailState, forced: bool) -> None:
        """Pass and score the points of the turn order card (RR-ORDER-02, -03, RR-TURN-12)."""
        player = state.players[self.seat]
        points = state.box.turn_card_points[state.order.index(self.seat) + 1]
        player.passed = 1
        player.points += points
        if state.heard is not None:
            state.heard.append(events.Passed(self.seat, points, forced))


def space_of(state: RailState, move: int) -> int:
    words: Words = state.game.words
    space = move - words.space
    if 0 <= space < len(state.box.spaces):
        return space
    engineer = move - words.engineer
    if 1 <= engineer <= state.box.engineer_count:
        return state.engineer_space(engineer)
    return -1


def cost_numbers(state: RailState, seat: int, space: int) -> dict[str, int]:
    """The figures for the refusal of a space: its cost, and the pieces of the seat."""
    if space < 0:
        return {}
    player = state.players[seat]
    workers, roubles = cost_of(state, space)
    colour = colour_missing(state, seat, space)
    missing = {"colour": colour, "opens": state.box.opens[colour]} if colour else {}
    return missing | {
        "workers": workers,
        "roubles": roubles,
        "own_workers": player.workers + player.turquoise + player.black,
        "own_roubles": player.roubles,
    }


def failing_part(state: RailState, seat: int, space: int) -> dict[str, int]:
    """The first part that cannot be made in full by itself, and how often it can; the last part if each can alone."""
    failing = parts_of(state, space)[-1]
    count = failing.count
    for part in parts_of(state, space):
        count = possible(state, seat, space, part)
        if count < part.count:
            failing = part
            break
    return {"verb": failing.verb, "mask": failing.mask, "count": failing.count, "possible": count}


def possible(state: RailState, seat: int, space: int, part: Part) -> int:
    """How often a part could be made if it were all of the action."""
    if part.verb == REPEAT:
        return min(part.count, len(repeatable(state, seat, space, True)))
    count = part.count
    while count and not can_all(state, seat, [part.times(count)]):
        count -= 1
    return count


class Pay(OpenQuestion):
    """With which pieces is the space paid (RR-TURN-03, RR-ROUBLE-01 to -04)? Asked only where there is a choice."""

    __slots__ = ("space",)

    def __init__(self, seat: int, space: int) -> None:
        super().__init__(seat)
        self.space = space

    def args(self) -> list[int]:
        return [self.seat, self.space]

    def candidates(self, state: RailState) -> list[int]:
        words: Words = state.game.words
        workers, roubles = cost_of(state, self.space)
        return [words.pay + index for index in words.of_total[workers + roubles]]

    def forbids(self, state: RailState, move: int) -> int:
        words: Words = state.game.words
        index = move - words.pay
        if not 0 <= index < len(words.payments):
            return OTHER_QUESTION
        paid = words.payments[index]
        workers, roubles = cost_of(state, self.space)
        if paid.pieces != workers + roubles:
            return EXACT
        if paid.roubles < roubles:
            return REAL_ROUBLE
        player = state.players[self.seat]
        if paid.workers > player.workers or paid.turquoise > player.turquoise:
            return OWN_SUPPLY
        if paid.black > player.black or paid.roubles > player.roubles:
            return OWN_SUPPLY
        claim = not own_engineer(state, self.space) and state.box.spaces[self.space].order
        return EXCHANGE if claim and not paid.workers and not stands_elsewhere(state, self.seat, self.space) else 0

    def numbers(self, state: RailState, move: int) -> dict[str, int]:
        return cost_numbers(state, self.seat, self.space)

    def take(self, state: RailState, move: int, forced: bool) -> None:
        words: Words = state.game.words
        paid = words.payments[move - words.pay]
        place(state, self.space, self.seat, paid, forced)
        private = own_engineer(state, self.space)
        perform(state, self.seat, self.space, FREE if private else IN_FULL_ONLY, paid.black > 0)
        if not private and state.box.spaces[self.space].order and not paid.workers:
            state.push(Exchange(self.seat, self.space))


class Exchange(OpenQuestion):
    """RR-ORDER-11: a piece on a claim that is not an own worker changes places with an own worker elsewhere."""

    __slots__ = ("space",)

    def __init__(self, seat: int, space: int) -> None:
        super().__init__(seat)
        self.space = space

    def args(self) -> list[int]:
        return [self.seat, self.space]

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.swap
        return [first + space for space in sorted({stack.space for stack in state.stacks})]

    def forbids(self, state: RailState, move: int) -> int:
        space = move - state.game.words.swap
        if not 0 <= space < state.game.words.spaces:
            return OTHER_QUESTION
        for stack in state.stacks:
            if stack.space == space and stack.seat == self.seat and stack.workers and space != self.space:
                return 0
        return EXCHANGE

    def take(self, state: RailState, move: int, forced: bool) -> None:
        space = move - state.game.words.swap
        here = there = -1
        for index, stack in enumerate(state.stacks):
            if stack.seat == self.seat and stack.space == self.space:
                here = index
            elif stack.seat == self.seat and stack.space == space and stack.workers and there < 0:
                there = index
        paid, other = state.stacks[here], state.stacks[there]
        state.stacks[there] = Stack(
            space,
            self.seat,
            other.workers - 1,
            other.turquoise + paid.turquoise,
            other.black + paid.black,
            other.roubles + paid.roubles,
        )
        state.stacks[here] = Stack(self.space, self.seat, 1, 0, 0, 0)
        if state.heard is not None:
            state.heard.append(events.PiecesSwapped(self.seat, space_name(state, space), forced))


class Relocate(OpenQuestion):
    """RR-ORDER-12 to -17, -20: the worker of a claim may go to a free space for exactly one worker."""

    __slots__ = ()

    def begins_turn(self, state: RailState) -> bool:
        """RR-ORDER-12: after everybody has passed, so no part of the turn before."""
        return True

    def candidates(self, state: RailState) -> list[int]:
        words: Words = state.game.words
        moves = [STAY, *range(words.space, words.space + len(state.box.spaces))]
        moves += [words.engineer + number for number in sorted(state.players[self.seat].engineers)]
        return moves

    def forbids(self, state: RailState, move: int) -> int:
        if move == STAY:
            return 0
        space = space_of(state, move)
        if space < 0:
            return OTHER_QUESTION
        if not own_engineer(state, space) and state.box.spaces[space].order:
            return NO_ORDER_SPACE
        why = use_forbids(state, self.seat, space, state.taken(), False)
        if why:
            return why
        return 0 if cost_of(state, space) == (1, 0) else ONE_WORKER_SPACE

    def take(self, state: RailState, move: int, forced: bool) -> None:
        if move == STAY:
            if state.heard is not None:
                state.heard.append(events.WorkerRelocated(self.seat, "", forced))
            return
        space = space_of(state, move)
        for index, stack in enumerate(state.stacks):
            if stack.seat == self.seat and stack.space < len(state.box.spaces) and state.box.spaces[stack.space].order:
                state.stacks[index] = Stack(space, self.seat, 1, 0, 0, 0)
                break
        if state.heard is not None:
            state.heard.append(events.WorkerRelocated(self.seat, space_name(state, space), forced))
        perform(state, self.seat, space, FREE if own_engineer(state, space) else IN_FULL_ONLY, False)

"""Exact solutions of small endings, by going through all moves and all draws: the yardstick for bots that search.

`Expectimax` knows the whole position. A seat takes a move that is best for itself; if several are, each of them is
equally likely, so that the values of the other seats are defined too. Nature's moves come with their odds.

`InformationSet` is for a seat that does not know which of several worlds is the true one. It takes one move for all
worlds that look alike to it, and learns from what it is shown. The other seats choose with full knowledge of their
world: the solution is exact where what they cannot see does not change their best move, as in the last turn of each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from trainshed.kernel.agenda import NATURE

Utility = Callable[[Any], Sequence[float]]
"""What the end of a game is worth to every seat, higher is better."""

Key = Callable[[Any], Hashable]
"""Positions with equal keys have equal values."""

EQUAL: Final = 1e-9
"""Values that differ by no more than this are equal: only rounding tells them apart."""


def victory(state: Any) -> list[float]:
    """Utility: 1 for the victory, its share where several seats share it, else 0."""
    ranks = state.standings()
    return [float(rank == 1) / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]


def margin(state: Any) -> list[float]:
    """Utility: the points, as the title's `returns` counts them, less those of the best other seat."""
    returns: list[float] = state.game.returns(state)
    if len(returns) == 1:
        return returns
    return [own - max(returns[:seat] + returns[seat + 1 :]) for seat, own in enumerate(returns)]


def whole_position(state: Any) -> Hashable:
    """Key: everything in the position."""
    dump: bytes = state.dump()
    return dump


class TooLarge(Exception):
    """More positions than the solver may look at."""


class Expectimax:
    """Exact values of positions for every seat, if everybody knows everything."""

    def __init__(self, utility: Utility = margin, most: int = 200_000, key: Key = whole_position) -> None:
        self.utility = utility
        self.key = key
        self.most = most
        """How many different positions are looked at before `TooLarge`."""
        self.known: dict[Hashable, tuple[tuple[float, ...], frozenset[int]]] = {}
        """The values of positions by their keys, and the seats that still have a decision in each."""

    def solve(self, state: Any) -> tuple[tuple[float, ...], frozenset[int]]:
        """The value of a position for every seat, and which seats still choose between two moves or more."""
        key = self.key(state)
        found = self.known.get(key)
        if found is not None:
            return found
        if len(self.known) >= self.most:
            raise TooLarge(f"more than {self.most} positions")
        if state.over:
            found = tuple(self.utility(state)), frozenset[int]()
        elif state.actor == NATURE:
            odds = state.odds()
            total = sum(weight for _, weight in odds)
            parts = [(self.after(state, move), weight / total) for move, weight in odds]
            found = mixed([(values, share) for (values, _), share in parts]), deciders([after for after, _ in parts])
        else:
            results = [self.after(state, move) for move in state.moves()]
            seat = state.actor
            best = max(values[seat] for values, _ in results)
            chosen = [values for values, _ in results if values[seat] >= best - EQUAL]
            later = deciders(results)
            found = (
                mixed([(values, 1 / len(chosen)) for values in chosen]),
                later | {seat} if len(results) > 1 else later,
            )
        self.known[key] = found
        return found

    def after(self, state: Any, move: int) -> tuple[tuple[float, ...], frozenset[int]]:
        reached = state.clone()
        reached.apply(move)
        return self.solve(reached)

    def values(self, state: Any) -> tuple[float, ...]:
        """The value of a position for every seat."""
        return self.solve(state)[0]

    def move_values(self, state: Any) -> dict[int, float]:
        """The value of every move for the seat that is asked."""
        return {move: self.after(state, move)[0][state.actor] for move in state.moves()}

    def choices(self, state: Any) -> list[int]:
        """The best moves of the seat that is asked, all of them."""
        return best_moves(self.move_values(state))


class InformationSet:
    """Exact values of moves for a seat that cannot tell some worlds apart."""

    def __init__(self, seat: int, solver: Expectimax) -> None:
        self.seat = seat
        self.solver = solver
        self.known: dict[Hashable, float] = {}
        """The values of beliefs: of worlds and their probabilities."""

    def move_values(self, worlds: Sequence[tuple[Any, float]]) -> dict[int, float]:
        """The value of every move for the seat, which is asked in all these worlds; weights need not add up to 1."""
        total = sum(weight for _, weight in worlds)
        belief = [(world, weight / total) for world, weight in worlds]
        return {move: self.value(moved(belief, move)) for move in common_moves(belief)}

    def value(self, belief: Sequence[tuple[Any, float]]) -> float:
        """The part of the seat's value that lies in these worlds: its value in each, times its probability."""
        solved = [self.solver.solve(world) for world, _ in belief]
        if not any(self.seat in later for _, later in solved):
            return sum(values[self.seat] * share for (values, _), (_, share) in zip(solved, belief, strict=True))
        key = tuple([(self.solver.key(world), share) for world, share in belief])
        value = self.known.get(key)
        if value is None:
            value = self.known[key] = self.undecided(belief)
        return value

    def undecided(self, belief: Sequence[tuple[Any, float]]) -> float:
        """The value of worlds in which the seat still has something to decide."""
        actor = belief[0][0].actor
        assert all(world.actor == actor for world, _ in belief), "the seat could tell these worlds apart"
        if actor == self.seat:
            return max(self.value(moved(belief, move)) for move in common_moves(belief))
        shown: dict[str, list[tuple[Any, float]]] = {}
        for world, share in belief:
            for move, odds in self.answers(world):
                shown.setdefault(world.seen(self.seat, move), []).extend(moved([(world, share * odds)], move))
        return sum(self.value(alike) for alike in shown.values())

    def answers(self, world: Any) -> list[tuple[int, float]]:
        """What nature or another seat does in a world, with probabilities."""
        if world.actor == NATURE:
            odds = world.odds()
            total = sum(weight for _, weight in odds)
            return [(move, weight / total) for move, weight in odds]
        best = self.solver.choices(world)
        return [(move, 1 / len(best)) for move in best]


def best_moves(values: dict[int, float], tolerance: float = EQUAL) -> list[int]:
    """The moves whose value is at most `tolerance` below the highest."""
    highest = max(values.values())
    return [move for move, value in values.items() if value >= highest - tolerance]


def mixed(parts: Sequence[tuple[tuple[float, ...], float]]) -> tuple[float, ...]:
    """The mean of values of all seats, by probability."""
    seats = len(parts[0][0])
    return tuple(sum(values[seat] * share for values, share in parts) for seat in range(seats))


def deciders(results: Sequence[tuple[tuple[float, ...], frozenset[int]]]) -> frozenset[int]:
    """Every seat that decides something in one of these results."""
    seats: frozenset[int] = frozenset()
    for _, later in results:
        seats |= later
    return seats


def moved(belief: Sequence[tuple[Any, float]], move: int) -> list[tuple[Any, float]]:
    """The worlds after a move, with the same probabilities."""
    reached: list[tuple[Any, float]] = []
    for world, share in belief:
        after = world.clone()
        after.apply(move)
        reached.append((after, share))
    return reached


def common_moves(belief: Sequence[tuple[Any, float]]) -> list[int]:
    """The legal moves of the seat that is asked, which are the same in all its worlds."""
    moves: list[int] = belief[0][0].moves()
    assert all(world.moves() == moves for world, _ in belief), "the seat could tell these worlds apart"
    return moves

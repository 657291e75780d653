"""The tree of information-set Monte-Carlo search: selection, expansion, playout and update of one simulation.

A node is what the searching seat knows to have happened since the question: the words of all moves, hidden ones as that
seat reads them. So positions that the seat cannot tell apart share one node, in whichever imagined world they occur; a
node may meet other legal moves in another world, and compares only those that are legal in the world at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from time import perf_counter
from typing import Any, Final

from trainshed.bots.search.evaluation import Evaluation
from trainshed.bots.search.luck import TurnLuck
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Position

POLICY: Final = "playout"
"""The stream of random numbers from which moves of a playout are drawn; draws of the rules have their own names."""

LONGEST_TURN: Final = 60
"""A playout whose horizon is reached goes on to the end of the turn, but not further than so many questions."""


class Node:
    """An information set: for each move met here its prior, visits and the sum of its actor's utilities."""

    __slots__ = ("children", "entered", "index", "moves", "priors", "totals", "tried")

    def __init__(self) -> None:
        self.children: dict[Any, Node] = {}
        """By move, or by the word that hides it."""
        self.moves: list[int] = []
        self.index: dict[int, int] = {}
        self.priors: list[float] = []
        self.tried: list[int] = []
        self.totals: list[float] = []
        self.entered: int = 0
        """How many simulations have come here."""

    def add(self, moves: Sequence[int], weights: Sequence[int]) -> None:
        """Take up moves that were not met here before, with priors in proportion to their weights."""
        whole = 0
        for weight in weights:
            whole += weight
        share = 1.0 / (whole + len(moves))
        for move, weight in zip(moves, weights, strict=True):
            if move not in self.index:
                self.index[move] = len(self.moves)
                self.moves.append(move)
                self.priors.append((weight + 1) * share)
                self.tried.append(0)
                self.totals.append(0.0)


class Tree:
    """Simulations for one seat, bounded by a time; what they need of a title is given to the constructor."""

    __slots__ = ("evaluation", "expected", "explore", "horizon", "loose", "seat", "stop_at", "weigh")

    def __init__(
        self,
        seat: int,
        weigh: Callable[[Any, list[int]], list[int]],
        expected: Callable[[Any], list[float]] | None,
        evaluation: Evaluation,
        explore: float,
        horizon: int,
        loose: float,
        stop_at: float,
    ) -> None:
        self.seat = seat
        self.weigh = weigh
        self.expected = expected
        self.evaluation = evaluation
        self.explore = explore
        self.horizon = horizon
        """Questions with a choice that a playout answers before the position is estimated; none: negative."""
        self.loose: int = int(loose * (1 << 31))
        """How often, of 2**31, a move of a playout is drawn by its weight instead of taking the heaviest."""
        self.stop_at = stop_at
        """When to stop, by `perf_counter`: a playout that runs then is estimated at once."""

    def simulate(self, node: Node, state: Position, luck: TurnLuck) -> list[float]:
        """Play one game in the mind from a node; returns the utility of each seat. The position is changed."""
        path: list[Node] = []
        chosen: list[int] = []
        actors: list[int] = []
        node.entered += 1
        while not state.over:
            actor = state.actor
            if actor == NATURE:
                move = state.pick((luck.fraction(state.chance) * state.tickets()) >> 31)
            else:
                moves = state.moves()
                if len(moves) > 1 and node.entered == 1:
                    break
                if state.begins_turn:
                    luck.begin_turn(actor)
                if len(moves) == 1:
                    move = moves[0]
                else:
                    at = self.select(node, state, moves)
                    path.append(node)
                    chosen.append(at)
                    actors.append(actor)
                    move = node.moves[at]
            node = self.follow(node, state, actor, move)
            node.entered += 1
            state.apply(move)
        utilities = self.outcome(state, luck)
        for step, before in enumerate(path):
            own = utilities[actors[step]]
            at = chosen[step]
            before.tried[at] += 1
            before.totals[at] += own
        return utilities

    def follow(self, node: Node, state: Position, actor: int, move: int) -> Node:
        """The node after a move, made if it is new; moves that the seat cannot tell apart lead to the same one."""
        key: Any = move
        if actor != self.seat:
            veiled = state.top.hidden(state, self.seat, move)
            if veiled:
                key = veiled
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = Node()
        return child

    def select(self, node: Node, state: Position, moves: list[int]) -> int:
        """The index of the move with the highest bound: its mean utility, and more the less it was tried (PUCT)."""
        index = node.index
        for move in moves:
            if move not in index:
                node.add(moves, self.weigh(state, moves))
                break
        tried, totals, priors = node.tried, node.totals, node.priors
        met = 0
        seen = 0.0
        for move in moves:
            at = index[move]
            met += tried[at]
            seen += totals[at]
        mean = seen / met if met else 0.5
        reach = self.explore * sqrt(met + 1.0)
        best = -1e18
        chosen = 0
        for move in moves:
            at = index[move]
            count = tried[at]
            value = (totals[at] / count if count else mean) + reach * priors[at] / (1.0 + count)
            if value > best:
                best = value
                chosen = at
        return chosen

    def outcome(self, state: Position, luck: TurnLuck) -> list[float]:
        """Play on by the rules of thumb up to the horizon; returns the utilities of what is reached."""
        left = self.horizon
        loose = self.loose
        while not state.over:
            actor = state.actor
            if actor == NATURE:
                state.apply(state.pick((luck.fraction(state.chance) * state.tickets()) >> 31))
                continue
            moves = state.moves()
            begins = state.begins_turn
            if begins:
                luck.begin_turn(actor)
            if len(moves) == 1:
                state.apply(moves[0])
                continue
            if self.expected is not None:
                if self.horizon >= 0 and left <= 0 and (self.horizon == 0 or left <= -LONGEST_TURN or begins):
                    break
                if perf_counter() >= self.stop_at:
                    break
            left -= 1
            weights = self.weigh(state, moves)
            if loose and luck.fraction(POLICY) < loose:
                state.apply(drawn(moves, weights, luck))
            else:
                state.apply(moves[weights.index(max(weights))])
        if state.over:
            return self.evaluation.of_end(state.game.returns(state), state.standings())
        assert self.expected is not None
        return self.evaluation.of_estimate(state, self.expected(state))


def drawn(moves: list[int], weights: list[int], luck: TurnLuck) -> int:
    """A move drawn in proportion to its weight."""
    whole = 0
    for weight in weights:
        whole += weight
    ticket = (luck.fraction(POLICY) * whole) >> 31
    for move, weight in zip(moves, weights, strict=True):
        ticket -= weight
        if ticket < 0:
            return move
    return moves[0]

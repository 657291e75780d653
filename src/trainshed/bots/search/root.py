"""The question itself: simulations are shared among its moves by sequential halving, all with the same luck."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from random import Random
from time import perf_counter
from typing import Any

from trainshed.bots.search.luck import TurnLuck
from trainshed.bots.search.tree import Node, Tree
from trainshed.kernel.game import Position


class RootMove:
    """A move of the question, with its tree and the utilities that its simulations gave."""

    __slots__ = ("move", "node", "prior", "total", "tried")

    def __init__(self, move: int, prior: float) -> None:
        self.move = move
        self.prior = prior
        self.node = Node()
        self.tried: int = 0
        self.total: float = 0.0

    def mean(self) -> float:
        return self.total / self.tried if self.tried else 0.0


class Root:
    """Compares the moves of one question. Every simulation of a move has its counterpart for the others: the same
    imagined world and the same draws, so that luck falls on all moves alike."""

    __slots__ = ("candidates", "luck", "tree", "trust")

    def __init__(self, tree: Tree, moves: list[int], weights: list[int], width: int, trust: float, rng: Random) -> None:
        whole = 0
        for weight in weights:
            whole += weight + 1
        found = [RootMove(move, (weight + 1) / whole) for move, weight in zip(moves, weights, strict=True)]
        found.sort(key=by_prior)
        self.candidates: list[RootMove] = found[:width]
        self.tree = tree
        self.trust = trust
        """How much a move that the rules of thumb dislike must be better, for few simulations."""
        self.luck: str = str(rng.getrandbits(62))

    def search(self, nodes: int, draw_world: Callable[[], Any], most_worlds: int) -> int:
        """The best move after at most so many simulations, or when the tree's time is up."""
        worlds: list[Any] = []
        # Halving tries every move once and half of them again, and so on: twice as many simulations as moves at least.
        left = self.candidates[: max(1, nodes // 2)]
        tree = self.tree
        spent = 0
        rounds = 1
        while 1 << rounds < len(left):
            rounds += 1
        turn = 0
        for number in range(rounds, 0, -1):
            share = (nodes - spent) // (number * len(left))
            for _ in range(max(1, share)):
                if len(worlds) < most_worlds:
                    worlds.append(draw_world())
                world = worlds[turn % most_worlds]
                for candidate in left:
                    if spent and perf_counter() >= tree.stop_at:
                        return self.best(left)
                    self.simulate(candidate, world.clone(), turn)
                    spent += 1
                turn += 1
            left.sort(key=self.worth, reverse=True)
            if number > 1:
                left = left[: (len(left) + 1) // 2]
        return self.best(left)

    def simulate(self, candidate: RootMove, state: Position, turn: int) -> None:
        """Try a move once more."""
        tree = self.tree
        state.apply(candidate.move)
        candidate.total += tree.simulate(candidate.node, state, TurnLuck(f"{self.luck}:{turn}"))[tree.seat]
        candidate.tried += 1

    def worth(self, candidate: RootMove) -> float:
        """The mean utility of a move, and less the more the rules of thumb dislike it while it was seldom tried."""
        if not candidate.tried:
            return -1e9
        return candidate.mean() + self.trust * log(candidate.prior) / candidate.tried

    def best(self, left: list[RootMove]) -> int:
        chosen = left[0]
        for candidate in left:
            if self.worth(candidate) > self.worth(chosen):
                chosen = candidate
        return chosen.move


def by_prior(candidate: RootMove) -> tuple[float, int]:
    return (-candidate.prior, candidate.move)

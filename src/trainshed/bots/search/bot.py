"""The bot that searches: compares moves by imagined games, within a number of simulations or a time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from trainshed.bots.bot import Bot, Budget, Worlds
from trainshed.bots.search.evaluation import Evaluation
from trainshed.bots.search.garbage import NoCollection
from trainshed.bots.search.root import Root
from trainshed.bots.search.title import Parameters, expected_by, search_of
from trainshed.bots.search.tree import Tree


class SearchBot:
    """Information-set Monte-Carlo tree search with `nodes` simulations a question."""

    def __init__(
        self,
        name: str,
        nodes: int,
        parameters: Parameters | None = None,
        style: str = "",
        value: str | bytes = "",
    ) -> None:
        self.name = name
        self.nodes = nodes
        self.style = style
        self.searches = True
        self.parameters = parameters
        """Instead of those of the title, for tuning."""
        self.value = value
        """Instead of the value that the title's parameters name: another name, or the weights of a network."""

    def styled(self, style: str) -> Bot:
        """The same player in a playing style of the title."""
        return SearchBot(f"{self.name}/{style}", self.nodes, self.parameters, style, self.value)

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        if len(moves) == 1:
            return moves[0]
        stop_at = perf_counter() + budget.seconds
        with NoCollection():  # the tree is gone when Python looks for garbage again
            return self._searched(moves, stop_at, self.simulations(budget), rng, worlds)

    def _searched(self, moves: Sequence[int], stop_at: float, simulations: int, rng: Random, worlds: Worlds) -> int:
        """The move that search finds."""
        world = worlds()
        title = search_of(world.game, self.style)
        chosen = self.parameters or title.parameters
        expected = expected_by(world.game, title, self.value or chosen.value)
        level = 0.0
        if world.seats == 1 and expected is not None:
            level = expected(world)[0]
        evaluation = Evaluation(title.margin * chosen.spread, chosen.win, level)
        tree = Tree(
            world.actor,
            title.quick_weigh,
            expected,
            evaluation,
            chosen.explore,
            chosen.horizon * world.seats,
            chosen.loose,
            stop_at,
        )
        options = list(moves)
        root = Root(tree, options, title.weigh(world, options), chosen.width, chosen.trust, rng)
        return root.search(simulations, worlds, chosen.worlds)

    def simulations(self, budget: Budget) -> int:
        """How many simulations this question may take."""
        nodes = self.nodes if budget.nodes is None else budget.nodes
        return max(1, int(nodes * budget.scale))

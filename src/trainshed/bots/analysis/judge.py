"""Judges the moves of one question by search: each move's chance to win and points, from what its seat knows.

The search is that of the bots (`trainshed.bots.search`), with the same worlds and the same luck for all moves. It has
two parts. First the moves are compared by halving, the played one to the very end. Then the best and the played one are
compared once more, in fresh imagined games: the best of many moves looks better than it is in those games that made it
the best, and the loss of the played move must not come from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, cast

from trainshed.bots.bot import Budget, Worlds
from trainshed.bots.levels import DIRECTOR_NODES
from trainshed.bots.search.garbage import NoCollection
from trainshed.bots.search.luck import TurnLuck
from trainshed.bots.search.root import Root, RootMove
from trainshed.bots.search.title import TitleSearch, search_of
from trainshed.bots.search.tree import Node, Tree
from trainshed.bots.search.win_chance import GatheringEvaluation
from trainshed.kernel.game import Position, State
from trainshed.wire import JudgedMove, Judgement

COMPARING: Final = 0.6
"""The share of the imagined games in which moves are compared; the others confirm the loss of the played one."""
ENOUGH: Final = 64
"""Confirming games of a move from which on they alone decide. With fewer of them luck would weigh more than the
preference of the others for the best move, so all count."""
TRUST: Final = 0.1
"""How much the rules of thumb count against few imagined games, in every title. What a bot trusts them is tuned for how
it plays; that must not change what an analysis says, nor the proof of a puzzle."""
LEVEL_GAMES: Final = 8
"""Imagined games that say what a single seat can expect, if its title does not estimate points."""


def judge(
    view: Any, moves: Sequence[int], played: int | None, budget: Budget, rng: Random, worlds: Worlds
) -> Judgement:
    """Compare the moves of a question; `played` is always among those compared, unless it is None.

    `view` and `worlds` are what a bot gets. Equal random numbers give equal judgements, as long as the budget is one of
    nodes and its seconds do not run out. Without nodes it takes as many as the strongest bot.
    """
    if played is not None and played not in moves:
        raise ValueError("the played move is not one of the question")
    question = _JudgedQuestion(list(moves), played, budget, rng, worlds)
    with NoCollection():
        question.compare()
        question.confirm()
    return question.judgement()


class _Tried:
    """A move of the question, and what each of its imagined games gave, by number of the game."""

    def __init__(self, candidate: RootMove) -> None:
        self.candidate = candidate
        self.chances: dict[int, list[float]] = {}
        self.points: dict[int, list[float]] = {}


class _JudgedQuestion:
    """The comparison of the moves of one question."""

    def __init__(self, moves: list[int], played: int | None, budget: Budget, rng: Random, worlds: Worlds) -> None:
        self.worlds = worlds
        self.first = first = worlds()
        self.game = first.game
        self.seat = first.actor
        self.drawn: list[State] = []
        title = search_of(first.game)
        self.most_worlds = title.parameters.worlds
        self.evaluation = evaluation_of(title, first, rng)
        self.stop_at = perf_counter() + budget.seconds
        tree = tree_of(title, first, self.evaluation, self.stop_at)
        nodes = DIRECTOR_NODES if budget.nodes is None else budget.nodes
        self.nodes = max(2, int(nodes * budget.scale))
        weights = title.weigh(first, moves)
        self.root = Root(tree, moves, weights, len(moves), TRUST, rng)
        # Halving tries every move once and half of them again: not more moves than that leaves for each of them.
        width = min(title.parameters.width, max(1, int(self.nodes * COMPARING) // 2))
        self.tried = [
            _Tried(candidate)
            for number, candidate in enumerate(self.root.candidates)
            if number < width or candidate.move == played
        ]
        self.played = next((move for move in self.tried if move.candidate.move == played), None)
        self.best = self.tried[0]
        self.number = 0
        """Imagined games of one move so far: those of other moves with the same number have the same luck."""
        self.fresh = 0
        """The number of the first imagined game that only confirms."""

    @property
    def late(self) -> bool:
        return self.number > 0 and perf_counter() >= self.stop_at

    def compare(self) -> None:
        """Share the first part of the budget among the moves by sequential halving. The played one always stays."""
        left = self.tried[:]
        budget = int(self.nodes * COMPARING)
        spent = 0
        rounds = 1
        while 1 << rounds < len(left):
            rounds += 1
        for number in range(rounds, 0, -1):
            for _ in range(max(1, (budget - spent) // (number * len(left)))):
                if self.late:
                    break
                self.simulate(left)
                spent += len(left)
            left.sort(key=self.worth, reverse=True)
            if number > 1:
                kept = left[: (len(left) + 1) // 2]
                if self.played is not None and self.played not in kept:
                    kept.append(self.played)
                left = kept
        self.best = left[0]
        self.fresh = self.number

    def confirm(self) -> None:
        """Compare the best and the played move once more, in worlds and with luck that had no part in the choice."""
        if self.played is None or self.played is self.best:
            return
        self.drawn = []
        for _ in range(max(1, (self.nodes - int(self.nodes * COMPARING)) // 2)):
            if self.late:
                break
            self.simulate([self.best, self.played])
        if self.chance(self.played) >= self.chance(self.best):
            self.best = self.played

    def simulate(self, left: Sequence[_Tried]) -> None:
        """One more imagined game for each of these moves, in the same world and with the same draws."""
        if len(self.drawn) < self.most_worlds:
            self.drawn.append(self.worlds() if self.number else self.first)
            world = self.drawn[-1]
        else:
            world = self.drawn[self.number % self.most_worlds]
        evaluation = self.evaluation
        for move in left:
            self.root.simulate(move.candidate, cast(Position, world.clone()), self.number)
            move.chances[self.number] = evaluation.chances
            move.points[self.number] = evaluation.points
        self.number += 1

    def worth(self, move: _Tried) -> tuple[float, int]:
        """How good a move looks to search, the rules of thumb included; equal ones by their order."""
        return self.root.worth(move.candidate), -self.tried.index(move)

    # ------------------------------------------------------------ what the imagined games say

    def counted(self, move: _Tried) -> list[int]:
        """The imagined games that say what a move is worth: the confirming ones, if there are enough."""
        confirmed = [number for number in move.chances if number >= self.fresh]
        return confirmed if len(confirmed) >= ENOUGH else list(move.chances)

    def chance(self, move: _Tried) -> float:
        return mean([move.chances[number][self.seat] for number in self.counted(move)])

    def judgement(self) -> Judgement:
        best = self.best
        counted = self.counted(best)
        judged = [self.judged(move) for move in self.tried if move is not best]
        judged.sort(key=lambda move: -move.chance)
        seats = range(len(best.points[counted[0]]))
        return Judgement(
            seat=self.seat,
            chances=[mean([best.chances[number][seat] for number in counted]) for seat in seats],
            points=[self.table_points(seat, mean([best.points[number][seat] for number in counted])) for seat in seats],
            moves=[self.judged(best), *judged],
            nodes=sum(len(move.chances) for move in self.tried),
        )

    def judged(self, move: _Tried) -> JudgedMove:
        """What a move is worth: as the best one, less the differences in the imagined games that both were tried in.

        Moves have their imagined games in common, and those that were dropped early only the first: the mean of these
        alone would say more about their luck than about the move.
        """
        best, seat = self.best, self.seat
        together = self.counted(move)
        chance = self.chance(best)
        points = mean([best.points[number][seat] for number in self.counted(best)])
        if move is not best:
            chance += mean([move.chances[number][seat] - best.chances[number][seat] for number in together])
            points += mean([move.points[number][seat] - best.points[number][seat] for number in together])
            chance = min(max(chance, 0.0), self.chance(best))
        word = self.game.vocabulary.word(move.candidate.move)
        return JudgedMove(word, chance, self.table_points(seat, points), len(move.chances))

    def table_points(self, seat: int, points: float) -> float:
        """Points as they are counted on the table, where more is not always better."""
        if not (self.game.has_part("bot") and getattr(self.game.part("bot"), "FEWEST_WIN", False)):
            return points
        # Against a rival who is no seat, the points of search are the distance to hers.
        rival = self.game.returns(self.first)[seat] + self.first.scores()[seat]
        return rival - points


def evaluation_of(title: TitleSearch, world: State, rng: Random) -> GatheringEvaluation:
    """How imagined games of a question are evaluated: as bots do it, with the chances to win beside."""
    chosen, spread = title.parameters, title.chance
    evaluation = GatheringEvaluation(
        title.margin * chosen.spread, chosen.win, 0.0, spread.least, spread.growth, spread.power
    )
    if world.seats == 1:
        evaluation.level = expected_alone(title, world, evaluation, rng)
    return evaluation


def expected_alone(title: TitleSearch, world: State, evaluation: GatheringEvaluation, rng: Random) -> float:
    """The points that a single seat can expect now: what its title says, or the mean of some imagined games."""
    if title.expected is not None:
        return title.expected(world)[0]
    tree = tree_of(title, world, evaluation, float("inf"))
    luck = rng.getrandbits(62)
    found: list[float] = []
    for number in range(LEVEL_GAMES):
        tree.simulate(Node(), cast(Position, world.clone()), TurnLuck(f"{luck}:{number}"))
        found.append(evaluation.points[0])
    return mean(found)


def tree_of(title: TitleSearch, world: State, evaluation: GatheringEvaluation, stop_at: float) -> Tree:
    """The tree of a question, with the parameters of the title."""
    chosen = title.parameters
    return Tree(
        world.actor,
        title.quick_weigh,
        title.expected,
        evaluation,
        chosen.explore,
        chosen.horizon * world.seats,
        chosen.loose,
        stop_at,
    )


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

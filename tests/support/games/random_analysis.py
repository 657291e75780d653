"""Analyses of random games with made-up judgements, to draw pages from them without any search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from trainshed.kernel.agenda import NATURE
from trainshed.service.tables.table_state import Step, effective_moves
from trainshed.web.pages.table.plain_board import board_of
from trainshed.wire import Analysis, JudgedDecision, JudgedMove, Judgement

MOST_MOVES = 6
TURNING_POINTS = 3


def random_analysis(steps: Sequence[Step], seed: str = "analysis") -> Analysis:
    """An analysis of all decisions that were not taken back; chances and points are random."""
    rng = Random(seed)
    stand = {row.seq for row in effective_moves([step.row for step in steps])}
    decisions = []
    for step in steps:
        moves = step.before.moves() if step.row.seq in stand else []
        if step.row.seat == NATURE or len(moves) < 2 or step.refused:
            continue
        decisions.append(JudgedDecision(step.row.seq, step.row.said, random_judgement(step, rng)))
    losses = sorted(decisions, key=lambda decision: -decision.loss)
    return Analysis(len(steps), decisions, [decision.row for decision in losses[:TURNING_POINTS] if decision.loss])


def random_judgement(step: Step, rng: Random) -> Judgement:
    """A judgement of the question that a step answers."""
    position = step.before
    words = [position.game.vocabulary.word(move) for move in position.moves()]
    compared = rng.sample(words, min(len(words), MOST_MOVES))
    if step.row.said not in compared:
        compared[-1] = step.row.said
    weights = [rng.random() + 0.2 for _ in range(position.seats)]
    chances = [weight / sum(weights) for weight in weights]
    best = chances[step.row.seat]
    worth = sorted([best, *[best * rng.uniform(0.6, 1.0) for _ in compared[1:]]], reverse=True)
    fewest = board_of(position.game).standing(position.game, position.view(None)).fewest
    moves = [
        JudgedMove(word, chance, points_of(chance, fewest), rng.randrange(20, 200))
        for word, chance in zip(compared, worth, strict=True)
    ]
    points = [points_of(chance, fewest) for chance in chances]
    return Judgement(step.row.seat, chances, points, moves, sum(move.tried for move in moves))


def points_of(chance: float, fewest: bool) -> float:
    """Points that go with a chance: better ones with a better chance."""
    return 100 * (1 - chance if fewest else chance)

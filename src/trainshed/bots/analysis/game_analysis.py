"""Goes through a recorded game question by question, and finds its turning points. It asks; others answer.

There is no thinking here and no input or output: `next_question` says what is to be judged, and whoever judged it, in
this process or in another one, tells it by `answered`. `analyse` does both in one go.

A game is judged in two passes. The first judges every question that had a choice, with few imagined games each. The
second judges those again that seem to have given away most, with many more; only what it confirms can be a turning
point.

How many imagined games a question gets follows either from `nodes`, and then equal games give equal analyses; or from
`seconds` for the whole game, and then from how fast the answers come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Final

import msgspec

from trainshed.bots.analysis.judge import judge
from trainshed.bots.bot import Budget
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.record import MOVE, UNDO, Record, RecordError, Row
from trainshed.wire import Analysis, JudgedDecision, Judgement

FIRST_NODES: Final = 64
"""Imagined games of a question in the first pass, unless the caller says otherwise."""
CLOSER: Final = 16
"""How many times as many it gets in the second pass."""
JUDGED_AGAIN: Final = 12
"""At most so many questions are judged again."""
SAME_TURN: Final = 2
"""At most so many of them are of the same turn."""
TURNING_POINTS: Final = 3
LEAST_LOSS: Final = 0.02
"""Decisions that gave away less chance to win than this are no turning points."""
FIRST_SHARE: Final = 0.6
"""The share of the seconds that the first pass may take."""
LEAST_NODES: Final = 24
MOST_NODES: Final = (256, 4096)
"""At least and at most so many nodes has a question whose nodes follow from seconds; at most for each pass."""
SLOWEST: Final = 60.0
"""No question may take longer than so many seconds: its judgement is what was found until then."""


class JudgeQuestion(msgspec.Struct, frozen=True):
    """A question of a game that is to be judged."""

    row: int
    """The row of the log that answers it; rows count from 1."""
    position: State
    """The position before that row. `judge` gets nothing of it but the view of the seat that was asked."""
    moves: list[int]
    played: int
    budget: Budget
    seed: int
    """Of the random numbers: a question that is put again gets the same judgement."""
    again: bool
    """It belongs to the second pass."""


class _PlayedDecision(msgspec.Struct, frozen=True):
    """A question of the game that had a choice, with its answer."""

    row: int
    position: State
    move: int
    turn: tuple[int, int]
    """Its turn: the seat, and the number of turns that it has begun."""


class GameAnalysis:
    """The analysis of one game. Ask for `next_question` and tell its judgement to `answered`, until there is none."""

    def __init__(
        self,
        first_position: State,
        rows: Sequence[Row],
        nodes: int = FIRST_NODES,
        seconds: float | None = None,
        seed: int = 0,
        answers: Sequence[Judgement] = (),
    ) -> None:
        """`rows` are all rows of the log that the rules accept, from the first one.

        `answers` are those of an analysis of the same game with the same settings that was interrupted: it goes on
        where that one stopped.
        """
        self.rows = len(rows)
        self.nodes = nodes
        self.seconds = seconds
        self.seed = seed
        self.decisions = played_decisions(first_position, rows)
        self.answers: list[Judgement] = []
        """All judgements so far, in the order of their questions."""
        self.again: list[_PlayedDecision] | None = None if self.decisions else []
        """The decisions that are judged again; None: the first pass is not over."""
        self.spent = 0.0
        """Seconds that the judgements took."""
        self.imagined = 0
        """Imagined games of these judgements."""
        for judgement in answers:
            self.take(judgement)

    # ------------------------------------------------------------ progress

    @property
    def total(self) -> int:
        """Number of questions. Before the second pass begins, as many are counted for it as it can have."""
        more = min(JUDGED_AGAIN, len(self.decisions)) if self.again is None else len(self.again)
        return len(self.decisions) + more

    @property
    def done(self) -> int:
        """How many of them are answered."""
        return len(self.answers)

    @property
    def finished(self) -> bool:
        return self.again is not None and self.done == self.total

    def next_question(self) -> JudgeQuestion | None:
        """What is to be judged next; the same until it is answered, None at the end."""
        if self.finished:
            return None
        decision = self.asked(self.done)
        again = self.done >= len(self.decisions)
        return JudgeQuestion(
            row=decision.row,
            position=decision.position,
            moves=list(decision.position.moves()),
            played=decision.move,
            budget=Budget(SLOWEST, self.nodes_now(again)),
            seed=Random(f"{self.seed}:{decision.row}:{again}").getrandbits(62),
            again=again,
        )

    def answered(self, question: JudgeQuestion, judgement: Judgement, seconds: float = 0.0) -> None:
        """Take the judgement of the question that was asked last, and the seconds that it took."""
        if self.finished or question.row != self.asked(self.done).row:
            raise ValueError(f"row {question.row} was not asked for")
        self.spent += seconds
        self.imagined += judgement.nodes
        self.take(judgement)

    # ------------------------------------------------------------ both passes

    def asked(self, number: int) -> _PlayedDecision:
        """The decision of a question, by the number of the question."""
        if number < len(self.decisions):
            return self.decisions[number]
        assert self.again is not None
        return self.again[number - len(self.decisions)]

    def take(self, judgement: Judgement) -> None:
        decision = self.asked(self.done)
        word = decision.position.game.vocabulary.word(decision.move)
        if judgement.seat != decision.position.actor or all(move.move != word for move in judgement.moves):
            raise ValueError(f"that is no judgement of row {decision.row}")
        self.answers.append(judgement)
        if self.done == len(self.decisions):
            self.again = self.worth_another_look()

    def worth_another_look(self) -> list[_PlayedDecision]:
        """The decisions that seem to have given away most, the most first."""
        losses = {decision.row: self.judged(decision).loss for decision in self.decisions}
        chosen: list[_PlayedDecision] = []
        for decision in sorted(self.decisions, key=lambda decision: (-losses[decision.row], decision.row)):
            same = sum(other.turn == decision.turn for other in chosen)
            if losses[decision.row] > 0 and same < SAME_TURN and len(chosen) < JUDGED_AGAIN:
                chosen.append(decision)
        return chosen

    def nodes_now(self, again: bool) -> int:
        """The nodes of the next question."""
        if self.seconds is None:
            return self.nodes * CLOSER if again else self.nodes
        if not self.spent:
            return LEAST_NODES
        until = self.seconds if again else self.seconds * FIRST_SHARE
        questions = (self.total if again else len(self.decisions)) - self.done
        each = (until - self.spent) / questions * self.imagined / self.spent
        return int(min(max(each, LEAST_NODES), MOST_NODES[again]))

    # ------------------------------------------------------------ the result

    def judged(self, decision: _PlayedDecision) -> JudgedDecision:
        """A decision with its last judgement so far."""
        number = self.decisions.index(decision)
        again = self.again or []
        if decision in again and len(self.decisions) + again.index(decision) < self.done:
            number = len(self.decisions) + again.index(decision)
        word = decision.position.game.vocabulary.word(decision.move)
        return JudgedDecision(decision.row, word, self.answers[number])

    def result(self) -> Analysis:
        """The analysis, once all questions are answered."""
        if not self.finished or self.again is None:
            raise ValueError(f"{self.total - self.done} questions are not answered")
        turning_points: list[int] = []
        turns: set[tuple[int, int]] = set()
        losses = {decision.row: self.judged(decision).loss for decision in self.again}
        for decision in sorted(self.again, key=lambda decision: (-losses[decision.row], decision.row)):
            if losses[decision.row] < LEAST_LOSS or len(turning_points) == TURNING_POINTS:
                break
            if decision.turn not in turns:
                turns.add(decision.turn)
                turning_points.append(decision.row)
        return Analysis(
            rows=self.rows,
            decisions=[self.judged(decision) for decision in self.decisions],
            turning_points=turning_points,
        )


def played_decisions(first_position: State, rows: Sequence[Row]) -> list[_PlayedDecision]:
    """All questions that had a choice and whose answer was not taken back."""
    state = first_position.clone()
    words = state.game.vocabulary
    past: list[tuple[State, dict[int, int], _PlayedDecision | None]] = []
    """For each move that counts: the position and the turns begun by each seat before it; its decision if it is one."""
    begun: dict[int, int] = {}
    for number, row in enumerate(rows, 1):
        if row.kind == MOVE:
            move = words.id(row.text)
            moves = state.moves()
            if state.over or row.seat != state.actor or move not in moves:
                raise RecordError(f"row {number}: {row.text} is not legal")
            before = begun
            decision = None
            if row.seat != NATURE:
                begun = {**begun, row.seat: begun.get(row.seat, 0) + state.begins_turn}
                if len(moves) > 1:
                    decision = _PlayedDecision(number, state, move, (row.seat, begun[row.seat]))
            past.append((state, before, decision))
            state = state.clone()
            state.apply(move)
        elif row.kind == UNDO:
            count = int(row.text)
            if count > len(past):
                raise RecordError(f"row {number}: there are not {count} rows to take back")
            state, begun, _ = past[-count]
            del past[-count:]
    return [decision for _, _, decision in past if decision is not None]


def put(question: JudgeQuestion) -> Judgement:
    """Answer a question here and now. The judge gets the view of the seat and worlds imagined from it."""
    position = question.position
    game, view, rng = position.game, position.view(position.actor), Random(question.seed)
    return judge(view, question.moves, question.played, question.budget, rng, lambda: game.world(view, rng))


def analyse(
    record: Record,
    nodes: int = FIRST_NODES,
    seconds: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyse a recorded game in this process; `on_progress` is told the questions answered so far, and all of them."""
    if record.seen:
        raise RecordError("the log of one seat does not tell the whole game")
    analysis = GameAnalysis(record.start(), record.rows, nodes, seconds)
    while (question := analysis.next_question()) is not None:
        begin = perf_counter()
        analysis.answered(question, put(question), perf_counter() - begin)
        if on_progress is not None:
            on_progress(analysis.done, analysis.total)
    return analysis.result()

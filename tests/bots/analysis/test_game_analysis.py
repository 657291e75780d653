"""The analysis of a whole game: which questions it asks, in which order, and what it calls turning points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from tests.support.games.taking_stones import WORDS, StonesGame
from tests.support.recorded_games import played
from trainshed.bots.analysis.game_analysis import (
    CLOSER,
    JUDGED_AGAIN,
    LEAST_NODES,
    MOST_NODES,
    GameAnalysis,
    JudgeQuestion,
    analyse,
    put,
)
from trainshed.kernel.game import State
from trainshed.kernel.record import CONCEDE, MOVE, PAUSE, UNDO, RecordError, Row, as_seen
from trainshed.wire import Analysis, JudgedMove, Judgement

TURNS = 8
BEST = 3


def stones(*taken: int) -> list[Row]:
    """The rows of a game of two; each turn has two answers."""
    return [Row(number // 2 % 2, MOVE, WORDS[move]) for number, move in enumerate(taken)]


def opening() -> State:
    return cast(State, StonesGame().start(2, TURNS))


def said(question: JudgeQuestion, loss: float) -> Judgement:
    """A made-up judgement: the best move wins half of the games, the played one loses so much of it."""
    word = WORDS[question.played]
    seat = question.position.actor
    best = next(other for other in reversed(WORDS) if other != word)
    moves = [JudgedMove(best, 0.5, 10.0, 4), JudgedMove(word, 0.5 - loss, 9.0, 4)]
    return Judgement(seat, [0.5, 0.5], [10.0, 10.0], moves, question.budget.nodes or 0)


def run(analysis: GameAnalysis, loss: Callable[[JudgeQuestion], float]) -> Analysis:
    while (question := analysis.next_question()) is not None:
        analysis.answered(question, said(question, loss(question)))
    return analysis.result()


def test_every_question_is_asked_once_and_the_greatest_losses_again() -> None:
    analysis = GameAnalysis(opening(), stones(*[BEST] * 2 * TURNS), nodes=10)
    assert (analysis.done, analysis.total) == (0, 2 * TURNS + JUDGED_AGAIN)
    asked: list[tuple[int, bool, int | None]] = []
    seen: list[tuple[int, int]] = []

    def loss(question: JudgeQuestion) -> float:
        asked.append((question.row, question.again, question.budget.nodes))
        seen.append((analysis.done, analysis.total))
        return question.row / 100

    result = run(analysis, loss)
    assert asked[: 2 * TURNS] == [(row, False, 10) for row in range(1, 2 * TURNS + 1)]
    again = list(range(16, 16 - JUDGED_AGAIN, -1))
    assert asked[2 * TURNS :] == [(row, True, 10 * CLOSER) for row in again]
    assert seen == [(number, 2 * TURNS + JUDGED_AGAIN) for number in range(2 * TURNS + JUDGED_AGAIN)]
    assert analysis.done == analysis.total
    assert analysis.next_question() is None
    assert [decision.row for decision in result.decisions] == list(range(1, 2 * TURNS + 1))
    assert result.rows == 2 * TURNS


def test_turning_points_are_the_greatest_confirmed_losses_one_for_each_turn() -> None:
    first = {1: 0.3, 5: 0.2, 6: 0.25, 7: 0.1, 11: 0.5, 13: 0.05, 16: 0.03}
    confirmed = {1: 0.12, 5: 0.2, 6: 0.3, 7: 0.01, 11: 0.0, 13: 0.25, 16: 0.03}
    result = run(
        GameAnalysis(opening(), stones(*[0] * 2 * TURNS)),
        lambda question: (confirmed if question.again else first).get(question.row, 0.0),
    )
    assert result.turning_points == [6, 13, 1]  # 5 is of the same turn as 6, and 11 was not confirmed
    assert [decision.loss for decision in result.decisions if decision.row in (6, 11)] == [pytest.approx(0.3), 0.0]


def test_small_losses_are_no_turning_points() -> None:
    result = run(GameAnalysis(opening(), stones(*[0] * 2 * TURNS)), lambda question: 0.019)
    assert result.turning_points == []
    result = run(GameAnalysis(opening(), stones(*[0] * 2 * TURNS)), lambda question: 0.021)
    assert len(result.turning_points) == 3


def test_without_losses_nothing_is_judged_again() -> None:
    analysis = GameAnalysis(opening(), stones(*[0] * 4))
    result = run(analysis, lambda question: 0.0)
    assert analysis.total == 4
    assert result.turning_points == []


def test_moves_that_were_taken_back_do_not_count_and_other_rows_have_no_question() -> None:
    rows = [
        Row(0, MOVE, "take:0"),
        Row(0, UNDO, "1"),
        Row(0, MOVE, "take:3"),
        Row(1, PAUSE),
        Row(0, MOVE, "take:2"),
        Row(1, MOVE, "take:1"),
        Row(1, UNDO, "2"),
        Row(0, MOVE, "take:1"),
        Row(1, CONCEDE),
    ]
    result = run(GameAnalysis(opening(), rows), lambda question: 0.0)
    assert [(decision.row, decision.played) for decision in result.decisions] == [(3, "take:3"), (8, "take:1")]
    assert result.rows == 9


def test_questions_of_a_turn_that_was_begun_anew_are_of_one_turn() -> None:
    rows = [Row(0, MOVE, "take:0"), Row(0, UNDO, "1"), *stones(0, 0, 0, 0)]
    result = run(GameAnalysis(opening(), rows), lambda question: 0.1)
    assert sorted(result.turning_points) == [3, 5]


def test_an_interrupted_analysis_goes_on_and_says_the_same() -> None:
    rows = stones(3, 0, 2, 3, 1, 3, 3, 3)
    whole = GameAnalysis(opening(), rows, nodes=8, seed=5)
    while (question := whole.next_question()) is not None:
        whole.answered(question, put(question))
    for stop in (0, 3, len(rows), whole.total - 1, whole.total):
        part = GameAnalysis(opening(), rows, nodes=8, seed=5, answers=whole.answers[:stop])
        assert part.done == stop
        while (question := part.next_question()) is not None:
            assert question == part.next_question()
            part.answered(question, put(question))
        assert part.result() == whole.result()


def test_answers_to_other_questions_are_refused() -> None:
    analysis = GameAnalysis(opening(), stones(*[0] * 4))
    question = analysis.next_question()
    assert question is not None
    with pytest.raises(ValueError, match="row 3 was not asked for"):
        analysis.answered(msgspec.structs.replace(question, row=3), said(question, 0.0))
    with pytest.raises(ValueError, match="no judgement of row 1"):
        analysis.answered(question, msgspec.structs.replace(said(question, 0.0), seat=1))
    with pytest.raises(ValueError, match="not answered"):
        analysis.result()
    assert analysis.done == 0


def test_nodes_follow_from_the_seconds_and_the_speed() -> None:
    rows = stones(*[0] * 2 * TURNS)
    for speed in (5.0, 200.0, 1e6):  # imagined games in a second
        analysis = GameAnalysis(opening(), rows, seconds=60.0)
        nodes = {False: 0, True: 0}
        while (question := analysis.next_question()) is not None:
            asked = question.budget.nodes
            assert asked is not None
            nodes[question.again] = asked
            analysis.answered(question, said(question, 0.1), asked / speed)
        if speed == 200.0:
            assert analysis.spent == pytest.approx(60.0, rel=0.1)
            assert nodes[True] > 0.5 * nodes[False]
        else:
            assert tuple(nodes.values()) == ((LEAST_NODES, LEAST_NODES) if speed < 200 else MOST_NODES)


def test_a_blunder_is_the_turning_point_and_its_row_is_told() -> None:
    taken = [BEST] * 2 * TURNS
    taken[8] = 0
    analysis = GameAnalysis(opening(), stones(*taken), nodes=48)
    while (question := analysis.next_question()) is not None:
        analysis.answered(question, put(question))
    assert analysis.result().turning_points[:1] == [9]


def test_a_record_is_analysed_in_one_go_and_its_json_is_read_back() -> None:
    record = played(3, undo=True)
    told: list[tuple[int, int]] = []
    analysis = analyse(record, nodes=2, on_progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == len(told)
    assert analysis.rows == len(record.rows)
    rows = [decision.row for decision in analysis.decisions]
    assert rows == sorted(rows)
    assert all(record.rows[decision.row - 1].text == decision.played for decision in analysis.decisions)
    assert msgspec.json.decode(msgspec.json.encode(analysis), type=Analysis) == analysis


def test_the_log_of_one_seat_is_refused() -> None:
    with pytest.raises(RecordError, match="one seat"):
        analyse(as_seen(played(1), 0), nodes=2)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([Row(1, MOVE, "take:0")], "row 1: take:0 is not legal"),
        ([Row(0, UNDO, "1")], "row 1: there are not 1 rows to take back"),
    ],
)
def test_rows_that_break_the_rules_are_refused(rows: list[Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        GameAnalysis(opening(), rows)

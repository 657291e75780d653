"""Judging one question: repeatable, from what the seat knows, and with the losses that good and bad moves have."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import trainshed
from tests.support.games.taking_stones import StonesGame
from trainshed.bots.analysis.judge import judge
from trainshed.bots.bot import Budget
from trainshed.bots.search.title import search_of
from trainshed.bots.search.win_chance import points_to_come, shares_of_first, spread, win_chances
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import titles
from trainshed.wire import JudgedDecision, Judgement


def judged(state: Any, played: int | None, nodes: int, seed: int = 1, seconds: float = 1e9) -> Judgement:
    """The judgement of a position, as everywhere: from the view, and worlds drawn from it."""
    view, rng, game = state.view(state.actor), Random(seed), state.game
    return judge(view, state.moves(), played, Budget(seconds, nodes), rng, lambda: game.world(view, rng))


def position(slug: str, seats: int, questions: int, seed: int) -> Any:
    """A position of a random game, at a question with a choice."""
    state, nature, rng = trainshed.game(slug).start(seats), Seeded(seed), Random(seed)
    while questions or state.actor == NATURE or len(state.moves()) == 1:
        assert not state.over
        if state.actor == NATURE:
            state.apply(nature.choose(state))
        else:
            moves = state.moves()
            questions -= len(moves) > 1 and questions > 0
            state.apply(rng.choice(moves))
    return state


@pytest.mark.parametrize("slug", titles())
def test_equal_random_numbers_give_equal_judgements(slug: str) -> None:
    state = position(slug, 3, 15, 2)
    played = state.moves()[-1]
    before = state.digest()
    assert judged(state, played, 12) == judged(state, played, 12)
    assert state.digest() == before


@pytest.mark.parametrize("slug", titles())
def test_the_judge_does_not_see_what_the_seat_does_not(slug: str) -> None:
    rng = Random(slug)
    twins = number = 0
    while twins < 3:
        number += 1
        state, nature = trainshed.game(slug).start(2 + number % 3), Seeded(number)
        while not state.over and twins < 3:
            if state.actor == NATURE:
                state.apply(nature.choose(state))
                continue
            moves = state.moves()
            if len(moves) > 1 and rng.random() < 0.1:
                twin = state.redraw(state.actor, rng)
                if twin.digest() != state.digest():  # else nothing is hidden, and equal judgements would show nothing
                    assert judged(state, moves[0], 4) == judged(twin, moves[0], 4)
                    twins += 1
            state.apply(rng.choice(moves))


@pytest.mark.parametrize("slug", titles())
def test_chances_add_up_and_the_played_move_is_there(slug: str) -> None:
    state = position(slug, 4, 12, 3)
    words = state.game.vocabulary
    for played in state.moves()[:: max(1, len(state.moves()) // 2)]:
        found = judged(state, played, 10)
        assert found.seat == state.actor
        assert sum(found.chances) == pytest.approx(1.0)
        assert len(found.chances) == len(found.points) == 4
        assert words.word(played) in [move.move for move in found.moves]
        assert found.moves[0].chance == max(move.chance for move in found.moves)
        assert found.moves[0].chance == pytest.approx(found.chances[found.seat])
        assert found.nodes == sum(move.tried for move in found.moves)
        assert all(0 <= move.chance <= 1 and move.tried for move in found.moves)
        assert JudgedDecision(1, words.word(played), found).loss >= 0


def test_the_played_move_is_tried_as_often_as_the_best_although_the_rules_of_thumb_dislike_it() -> None:
    state = position("russian-railroads", 2, 30, 5)
    moves = state.moves()
    weights = search_of(state.game).weigh(state, moves)
    disliked = moves[weights.index(min(weights))]
    found = judged(state, disliked, 40)
    chosen = JudgedDecision(1, state.game.vocabulary.word(disliked), found).chosen
    assert chosen.tried == found.moves[0].tried == max(move.tried for move in found.moves)


def test_a_losing_move_has_a_loss_and_a_winning_one_has_none() -> None:
    state = StonesGame().start(2, turns=4)
    bad = JudgedDecision(1, "take:0", judged(state, 0, 400))
    assert bad.best.move == "take:3"
    assert bad.best.points > bad.chosen.points + 1
    assert 0.15 < bad.loss < 0.6
    good = JudgedDecision(1, "take:3", judged(state, 3, 400))
    assert good.loss == 0
    assert good.judgement.chances[0] > 0.55


def test_the_last_move_of_a_game_is_judged_exactly() -> None:
    state = StonesGame().start(2, turns=2)
    for stones in (2, 2, 2):  # 4 to 2: the second seat needs two more for a share of the first place
        state.apply(stones)
    found = judged(state, 1, 60)
    assert {move.move: move.chance for move in found.moves} == {"take:3": 1, "take:2": 0.5, "take:1": 0, "take:0": 0}
    assert {move.move: move.points for move in found.moves} == {"take:3": 5, "take:2": 4, "take:1": 3, "take:0": 2}
    assert found.chances == [0, 1]


def test_equal_moves_seem_to_lose_little_however_often_they_are_asked_for() -> None:
    """The best of many noisy means looks too good; the loss of the played one must not come from that."""
    state = StonesGame().start(2, turns=12)
    losses = []
    for seed in range(40):
        found = judged(state, 3, 32, seed)
        losses.append(JudgedDecision(1, "take:3", found).loss)
    assert sum(losses) / len(losses) < 0.05


def test_alone_a_move_is_compared_with_what_was_expected() -> None:
    state = position("lok-n-roll", 1, 12, 4)
    found = judged(state, None, 40)
    assert len(found.chances) == len(found.points) == 1
    assert 0.1 < found.chances[0] < 0.9
    assert found.chances[0] == found.moves[0].chance
    alone = StonesGame().start(1, turns=6)
    best = judged(alone, 0, 100)
    assert best.moves[0].move == "take:3"
    assert best.moves[0].chance > best.moves[-1].chance
    assert best.moves[0].points > best.moves[-1].points + 1


def test_points_are_those_of_the_table_where_the_fewest_win() -> None:
    state = position("lok-n-roll", 2, 40, 6)
    found = judged(state, state.moves()[0], 60)
    assert all(points > 0 for points in found.points)
    leader = found.chances.index(max(found.chances))
    assert found.points[leader] == min(found.points)


def test_a_time_that_is_up_ends_the_search_after_each_move_was_tried() -> None:
    state = position("spike", 3, 15, 4)
    found = judged(state, state.moves()[0], 10**6, seconds=0.0)
    assert [move.tried for move in found.moves] == [1] * len(found.moves)


def test_a_move_that_cannot_be_made_is_refused() -> None:
    state = StonesGame().start(2, turns=1)
    with pytest.raises(ValueError, match="not one of the question"):
        judged(state, 9, 10)


def test_chances_follow_from_margins_and_what_is_still_to_come() -> None:
    even = win_chances([50.0, 50.0, 50.0], 5.0)
    assert even == pytest.approx([1 / 3] * 3)
    early, late = win_chances([60.0, 50.0], 20.0), win_chances([60.0, 50.0], 2.0)
    assert 0.5 < early[0] < late[0] < 1
    assert win_chances([1e9, 0.0], 1.0) == [1.0, 0.0]
    assert shares_of_first([1, 3, 1]) == [0.5, 0.0, 0.5]
    assert points_to_come([50.0, 40.0], [45.0, 30.0]) == 7.5
    assert spread(2.0, 3.0, 0.5, 0.0) == 2.0
    assert spread(2.0, 3.0, 0.5, 4.0) == 8.0

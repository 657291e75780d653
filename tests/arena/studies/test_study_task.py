"""What is measured of the games of a study."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from tests.arena.studies.studies import study, tasks
from trainshed.arena.jobs import play_range
from trainshed.arena.match import Counts
from trainshed.arena.studies.measures import WIN, GameWatch, scale_of
from trainshed.arena.studies.study_file import Factor
from trainshed.arena.studies.task import StudyTask, ahead_of, apart
from trainshed.arena.studies.totals import ArmTotals, StudyTotals
from trainshed.arena.summaries import ExactHistogram
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.record import final, read

EVERYTHING = ("wins", "scores", "length", "lead-changes", "sources", "uses")
USES = {
    "lok-n-roll": ["combine", "pass", "lay", "wheels"],
    "russian-railroads": ["space", "engineer"],
    "first-class": ["take", "fulfil", "conductor"],
    "spike": ["start", "contract"],
}


def played(task: StudyTask, games: int) -> StudyTotals:
    totals = task.empty()
    for index in range(games):
        task.play(index, totals)
    return totals


# ---------------------------------------------------------------- all titles


@pytest.mark.parametrize("title", sorted(USES))
def test_measures_of_a_game_agree_with_each_other(title: str) -> None:
    (task,) = tasks(study(title=title, seats=[3], responses=EVERYTHING, uses=USES[title], factors=[]))
    for index in range(2):
        watch, state, found = task.measure(task.arms[0], index)
        assert sum(found[f"won:seat-{seat}"] for seat in (1, 2, 3)) == WIN
        assert found["score"] == sum(state.scores()) == sum(found[f"score:seat-{seat}"] for seat in (1, 2, 3))
        assert found["score"] == sum(points for name, points in found.items() if name.startswith("points:"))
        assert found["score:winner"] in state.scores()
        assert found["margin"] >= 0
        assert (found["margin"] == 0) >= bool(found["tie"])
        assert 0 < found["decisions"] <= found["moves"]
        assert 0 <= found["lead-changes"] < found["turns"]
        assert sum(ahead_of(state)) == 0
        first = watch.order[0]
        assert found["won:seat-1"] < WIN or max(ahead_of(state)) == ahead_of(state)[first]
        assert watch.used
        for word, seats in watch.used.items():
            assert word.partition(":")[0] in USES[title]
            assert found[f"uses:{word}"] == sum(seats) > 0


@pytest.mark.parametrize("title", sorted(USES))
def test_seats_are_counted_in_turn_order(title: str) -> None:
    """Who begins is drawn in every title; the one that has the first turn of the game is the first."""
    (task,) = tasks(study(title=title, seats=[4], factors=[]))
    orders = set()
    for index in range(12):
        state, luck = task.start(task.arms[0], index), Seeded(index)
        watch = GameWatch(state, ["random"] * 4, ("wins", "scores"), ())
        draws = watch.set_up(luck)
        assert draws > 0
        assert state.actor != NATURE
        assert sorted(watch.order) == [0, 1, 2, 3]
        orders.add(tuple(watch.order))
        while not state.over:
            state.apply(luck.choose(state) if state.actor == NATURE else state.moves()[0])
        scores, found = state.scores(), dict(watch.measured(state, Counts(0, 0, 0)))
        assert [found[f"score:seat-{place}"] for place in (1, 2, 3, 4)] == [scores[seat] for seat in watch.order]
    assert len(orders) > 2


def test_what_is_dealt_counts_for_the_seat_that_alone_sees_it() -> None:
    (task,) = tasks(study(title="spike", seats=[3], responses=("uses",), uses=["route", "market"], factors=[]))
    watch, _, _ = task.measure(task.arms[0], 3)
    assert sorted(map(sum, zip(*watch.used.values(), strict=True))) == [1, 1, 1]
    for word, seats in watch.used.items():
        assert word.startswith("route:")
        assert sum(seats) == 1


def test_what_is_not_asked_for_is_not_measured() -> None:
    (task,) = tasks(study(title="spike", responses=("wins",), factors=[]))
    watch, _, found = task.measure(task.arms[0], 0)
    assert sorted(found) == ["tie", "won:seat-1", "won:seat-2"]
    assert watch.on_move is None


def test_a_lost_challenge_has_no_score() -> None:
    (task,) = tasks(study(title="lok-n-roll", seats=[1], options={"mode": "challenge"}, factors=[]))
    found = [task.measure(task.arms[0], index)[2] for index in range(6)]
    assert any(each["lost"] for each in found)
    assert all(("score" in each) == (not each["lost"]) for each in found)


# ---------------------------------------------------------------- bots and luck


def test_bots_change_seats_and_all_arms_have_the_same_seating(odds: None) -> None:
    (task,) = tasks(study(seats=[3], bots=["thumb", "random", "random"]))
    arm = task.arms[0]
    assert [task.seated(arm, index).index("thumb") for index in range(4)] == [0, 2, 1, 0]
    assert task.seated(arm, 5) == task.seated(task.arms[1], 5)
    fixed = msgspec.structs.replace(task, rotate=False)
    assert [fixed.seated(arm, index).index("thumb") for index in range(3)] == [0, 0, 0]


def test_victories_of_bots_are_counted_wherever_they_sit() -> None:
    (task,) = tasks(study(title="lok-n-roll", seats=[3], bots=["thumb", "random", "random"], factors=[]))
    watch, _, found = task.measure(task.arms[0], 1)
    seated = task.seated(task.arms[0], 1)
    for name in ("thumb", "random"):
        own = [found[f"won:seat-{place}"] for place, seat in enumerate(watch.order, 1) if seated[seat] == name]
        assert found[f"won:{name}"] == sum(own)
    assert scale_of("won:random", 3, task.arms[0].bots) == 2 * WIN
    assert scale_of("won:thumb", 3, task.arms[0].bots) == scale_of("won:seat-1", 3, task.arms[0].bots) == WIN


def test_all_arms_have_the_same_luck(odds: None) -> None:
    """The bonus is the only difference: every game has the points of the usual arm, and so many more."""
    (task,) = tasks(study())
    totals = played(task, 30)
    assert totals.arms[1].differences["score:seat-1"] == ExactHistogram({1: 30})
    assert totals.arms[2].differences["score:seat-1"] == ExactHistogram({3: 30})
    assert totals.arms[2].differences["score:seat-2"] == ExactHistogram({0: 30})
    assert not totals.arms[0].differences
    assert len(totals.arms[0].measures["score:seat-1"].counts) > 3


def test_an_option_varies_in_all_arms_alike(odds: None) -> None:
    (task,) = tasks(study(vary="bonus", factors=[Factor("bots", ["random", "thumb"], bots=True)]))
    bonuses = [task.start(task.arms[0], index).options["bonus"] for index in range(10)]
    assert bonuses == ["0", "0", "1", "1", "2", "2", "3", "3", "0", "0"]
    assert bonuses == [task.start(task.arms[1], index).options["bonus"] for index in range(10)]


def test_bots_in_more_seats_are_not_compared() -> None:
    assert apart(("a", "b", "b"), ("a", "a", "b")) == {"won:a", "won:b"}
    assert apart(("a", "b"), ("b", "a")) == set()
    totals = ArmTotals()
    totals.compare({"won:a": 12, "tie": 1}, {"won:a": 24, "tie": 0}, frozenset({"won:a"}))
    assert totals.differences == {"tie": ExactHistogram({1: 1})}


def test_a_measure_that_is_missing_in_a_game_is_nothing_or_cannot_be_compared() -> None:
    totals = ArmTotals()
    totals.compare({"points:Kiev": 8, "score": 5}, {"uses:pass": 2}, frozenset())
    assert totals.differences == {"points:Kiev": ExactHistogram({8: 1}), "uses:pass": ExactHistogram({-2: 1})}
    whole = StudyTotals([ArmTotals(), totals], 10)
    assert whole.difference(1, "points:Kiev") == ExactHistogram({8: 1, 0: 9})
    assert whole.measure(0, "score") is None


# ---------------------------------------------------------------- merging


def test_the_order_of_merging_never_changes_a_byte() -> None:
    """Parts of a real study, with all measures, in any order."""
    factors = [
        Factor("d", ["no", "yes"], option="forbid_dead_end"),
        Factor("b", ["random", ["random", "thumb"]], bots=True),
    ]
    (task,) = tasks(study(title="lok-n-roll", responses=EVERYTHING, uses=USES["lok-n-roll"], factors=factors))
    games, rng = 12, Random(1)
    whole = play_range(task, 0, games, 1000.0).summary
    assert StudyTotals.decode(whole).encode() == whole
    borders = [0, 1, 4, 9, games]
    parts = [play_range(task, begin, end, 1000.0).summary for begin, end in pairwise(borders)]
    for _ in range(10):
        rng.shuffle(parts)
        total = task.empty()
        for part in parts:
            total.merge(StudyTotals.decode(part))
        assert total.encode() == whole


def test_a_study_of_a_title_without_a_board_has_no_sources(odds: None) -> None:
    (task,) = tasks(study(responses=EVERYTHING, uses=["die"]))
    assert not [name for name in task.measure(task.arms[0], 0)[2] if name.startswith("points:")]


def test_a_game_of_a_study_can_be_replayed() -> None:
    factors = [Factor("d", ["no", "yes"], option="forbid_dead_end")]
    (task,) = tasks(study(title="lok-n-roll", bots=["random", "thumb"], factors=factors))
    for arm in task.arms:
        _, state, measured = task.measure(arm, 7)
        replayed = final(read(task.record(arm, 7)))
        assert replayed.digest() == state.digest()
        assert sum(replayed.scores()) == measured["score"]
        assert read(task.record(arm, 7)).seats == task.seated(arm, 7)

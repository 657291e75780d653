"""End bonus cards (RR-ENDBONUS)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    do,
    effect,
    everyone_passes,
    legal,
    only,
    position,
    refresh,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState


def holding(*cards: str) -> RailState:
    """The last round; the first seat holds these cards and is to act."""
    state = position(round=7)
    state.players[0].bonus = [BOX.bonus_names.index(card) for card in cards]
    return state


def bonuses(state: RailState) -> list[int]:
    """What the cards of the first seat bring at the end, card by card."""
    before = state.players[0].points
    refresh(state)
    assert state.actor == 0
    heard = everyone_passes(state)
    own = [event for event in heard if getattr(event, "seat", None) == 0]
    points = [event.points for event in only(own, events.BonusScored)]
    others = sum(event.total for event in only(own, events.RoundScored))
    others += sum(event.points for event in only(own, events.MajorityScored))
    assert state.players[0].points - before == sum(points) + others
    return points


@pytest.mark.clause("RR-ENDBONUS-01")
def test_15_points() -> None:
    assert bonuses(holding("flat")) == [15]


@pytest.mark.clause("RR-ENDBONUS-02")
@pytest.mark.parametrize(
    ("gains", "points"),
    [
        ([], 0),
        (["worker:1"], 10),
        (["black_worker:1"], 10),
        (["worker:1", "black_worker:1"], 20),
        (["worker:1", "worker:1"], 20),
        (["worker:1", "worker:1", "black_worker:1"], 30),
    ],
)
def test_10_points_for_every_extra_worker_own_or_black(gains: list[str], points: int) -> None:
    # given workers gained in the game / then 10 points each, wherever they stand
    state = holding("extra_workers")
    refresh(state, [NextTurn(3), SettleBonus(0), *[effect(0, gain) for gain in gains]])
    own = state.players[0]
    assert (own.workers, own.black) == (5 + gains.count("worker:1"), gains.count("black_worker:1"))
    assert bonuses(state) == [points]


@pytest.mark.clause("RR-ENDBONUS-02")
def test_extra_workers_bring_at_most_30() -> None:
    state = holding("extra_workers")
    state.players[0].gained_workers = 4
    assert bonuses(state) == [30]


@pytest.mark.clause("RR-ENDBONUS-03")
def test_temporary_workers_are_no_extra_workers() -> None:
    # given both temporary workers taken in the last round
    state = holding("extra_workers")
    state.players[0].roubles = 0
    refresh(state)
    do(state, "space:aux_temp")
    assert state.players[0].turquoise == 2
    # then no points for them
    state.set_agenda([NextTurn(3)])
    state.players[0].passed = 0
    assert bonuses(state) == [0]


@pytest.mark.clause("RR-ENDBONUS-04")
@pytest.mark.parametrize(("doublers", "points"), [(0, 0), (3, 0), (4, 20), (5, 20), (6, 20), (7, 30), (8, 30)])
def test_20_points_from_4_doublers_on_and_30_from_7_on(doublers: int, points: int) -> None:
    state = holding("doublers")
    state.players[0].doublers = doublers
    assert bonuses(state) == [points]


@pytest.mark.clause("RR-ENDBONUS-05")
@pytest.mark.parametrize(
    ("black", "points"),
    [((15, 9, 8), 20), ((14, 8, 8), 0), ((15, 8, 8), 10), ((14, 9, 8), 10), ((14, 8, 9), 10), ((15, 9, 9), 30)],
)
def test_10_points_for_every_completed_railroad(black: tuple[int, int, int], points: int) -> None:
    # given only black tracks and no locomotive but the first: neither matters
    state = holding("railroads")
    ts, sp, kv = black
    state.players[0].tracks = tracks(ts=(ts, 0, 0, 0), sp=(sp, 0, 0, 0), kv=(kv, 0, 0))
    assert bonuses(state) == [points]


@pytest.mark.clause("RR-ENDBONUS-05")
def test_a_railroad_is_not_completed_by_locomotives_and_other_colours() -> None:
    state = holding("railroads")
    state.players[0].tracks = tracks(ts=(14, 13, 12, 11), sp=(8, 7, 6, 5), kv=(8, 7, 6))
    state.players[0].locomotives = [9, 9, 9, 9]
    assert bonuses(state) == [0]


@pytest.mark.clause("RR-ENDBONUS-06")
@pytest.mark.parametrize(("black", "points"), [((12, 9, 4), 25), ((1, 1, 1), 3), ((15, 9, 9), 33)])
def test_the_sum_of_the_spaces_reached_by_black(black: tuple[int, int, int], points: int) -> None:
    state = holding("black_sum")
    ts, sp, kv = black
    state.players[0].tracks = tracks(ts=(ts, 0), sp=(sp, 0), kv=(kv, 0))
    assert bonuses(state) == [points]


@pytest.mark.clause("RR-ENDBONUS-07")
def test_one_more_engineer_for_the_majority_and_no_points_of_its_own() -> None:
    # given 1 engineer and the card against 1 engineer with a higher number
    state = holding("extra_engineer")
    state.players[0].engineers = [4]
    state.players[1].engineers = [9]
    heard = everyone_passes(refresh(state))
    # then the card itself brings nothing, and 2 are more than 1
    assert only(heard, events.BonusScored) == [events.BonusScored(0, "extra_engineer", 0)]
    assert only(heard, events.MajorityScored) == [events.MajorityScored(0, 2, 40), events.MajorityScored(1, 1, 20)]
    assert state.scores() == [40, 20, 0, 0]


@pytest.mark.clause("RR-ENDBONUS-08")
@pytest.mark.parametrize("count", [0, 1, 4, 5])
def test_4_points_for_every_factory(count: int) -> None:
    state = holding("factories")
    state.players[0].factories = [9, 8, 7, 6, 5][:count]
    assert bonuses(state) == [4 * count]


@pytest.mark.clause("RR-ENDBONUS-08", "RR-ENDBONUS-09")
def test_the_caps_of_factories_and_tokens_are_printed() -> None:
    # boards have no room for more, so the caps show on the cards only
    rows = {row["id"]: row for row in GAME.pack.get("end_bonus")}
    assert (rows["factories"]["max"], rows["question_tokens"]["max"]) == (20, 28)
    assert BOX.slots * rows["factories"]["points"] == rows["factories"]["max"]


@pytest.mark.clause("RR-ENDBONUS-09")
@pytest.mark.parametrize(("tokens", "points"), [((), 0), ((0,), 7), ((1, 3, 6), 21), ((0, 2, 3, 5), 28)])
def test_7_points_for_every_question_token_on_the_board(tokens: tuple[int, ...], points: int) -> None:
    state = holding("question_tokens")
    state.players[0].tokens = sum(1 << token for token in tokens)
    assert bonuses(state) == [points]


@pytest.mark.clause("RR-ENDBONUS-10")
def test_6_points_for_every_engineer_but_not_for_the_extra_engineer_card() -> None:
    state = holding("hired_engineers", "extra_engineer")
    state.players[0].engineers = [3, 9, 12]
    assert bonuses(state) == [18, 0]
    # the engineer of the question card counts: it was taken through the card's own part
    state = holding("hired_engineers")
    refresh(state, [NextTurn(3), SettleBonus(0), effect(0, "special_engineer:1")])
    assert state.players[0].engineers == [1]
    assert bonuses(state) == [6]
    # without an engineer nothing
    assert bonuses(holding("hired_engineers", "extra_engineer")) == [0, 0]


@pytest.mark.clause("RR-ENDBONUS-11")
def test_the_sum_of_all_own_locomotives() -> None:
    state = holding("locomotive_sum")
    state.players[0].locomotives = [9, 8, 7, 6]
    assert bonuses(state) == [30]
    assert bonuses(holding("locomotive_sum")) == [1]


@pytest.mark.clause("RR-ENDBONUS-12")
def test_factories_are_no_locomotives() -> None:
    # given locomotives 4, 3 and 2, and three factories with higher numbers
    state = holding("locomotive_sum")
    own = state.players[0]
    own.locomotives = [4, 3, 2, 0]
    own.factories = [8, 9, 9]
    own.markers = [4, -1]
    own.roubles = 0
    # when factory 8 is entered / then it counts the two highest locomotives
    refresh(state)
    do(state, "space:industry_1")
    assert own.points == 4 + 3
    # and so does the card: 4 + 3 + 2
    state.set_agenda([NextTurn(3)])
    assert bonuses(state) == [9]


@pytest.mark.clause("RR-ENDBONUS-13")
def test_the_ten_cards_are_all_different() -> None:
    rows = GAME.pack.get("end_bonus")
    assert Counter(row["id"] for row in rows) == Counter(
        [
            "flat",
            "extra_workers",
            "doublers",
            "railroads",
            "black_sum",
            "extra_engineer",
            "factories",
            "question_tokens",
            "hired_engineers",
            "locomotive_sum",
        ]
    )
    assert [row["copies"] for row in rows] == [1] * 10
    assert GAME.pack.number("components.end_bonus_cards") == 10
    # and a new game has each of them once: 8 in the pile, 2 removed unseen
    state = position()
    assert state.pile.bit_count() == 10
    assert state.view(None).pile_size == 8


# ---------------------------------------------------------------- looking through the pile


@pytest.mark.clause("RR-TOKEN-10", "RR-TURN-22")
def test_a_look_through_the_pile_cannot_be_taken_back() -> None:
    """Otherwise a player could preview it and start over, and would know the pile for nothing."""
    state = position()
    state.removed = 0b11
    state.pile &= ~state.removed
    state.looks = [1, 0]  # somebody has looked before: nothing is drawn any more
    state.players[0].due = 1
    refresh(state)
    move = GAME.vocabulary.id("space:aux_doubler")
    then = state.clone()
    then.apply(move)
    while then.actor == 0 and len(then.looks) == len(state.looks):
        state, move = then, then.moves()[-1]
        then = state.clone()
        then.apply(move)
    assert then.actor == 0
    assert GAME.vocabulary.word(move) == "look"
    assert {word.split(":")[0] for word in legal(then)} == {"bonus"}
    assert not state.reversible(move)
    assert not state.reversible(move, then)

"""Question tokens (RR-TOKEN)."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    GAME,
    do,
    effect,
    legal,
    only,
    position,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import LookOrTen, SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.spaces import EMPTY_PILE
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.kernel.agenda import NATURE

TS_BLACK, TS_GRAY, TS_BROWN = [f"advance:trans_siberian:{colour}" for colour in ("black", "gray", "brown")]
FIRST_LOOK = "removed:flat:extra_workers"


def choose_token(state: RailState, seat: int = 0) -> RailState:
    """A question space was reached in the turn of this seat: which token?"""
    return refresh(state, [NextTurn(seat), SettleBonus(seat), UseToken(seat)])


def others_have_passed(state: RailState) -> None:
    for player in state.players[1:]:
        player.passed = 1


# ---------------------------------------------------------------- four advancements, five industry, three doublers


@pytest.mark.clause("RR-TOKEN-01")
def test_the_token_of_four_advancements_moves_any_own_tracks_four_times() -> None:
    # given gray unlocked
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(4, 0), sp=(3, 0), kv=(2, 0))
    choose_token(state)
    # when the token is used / then 4 steps are pending, with any track owned and no other
    do(state, "token:four_any")
    assert set(legal(state)) == {
        "done",
        TS_BLACK,
        TS_GRAY,
        "advance:st_petersburg:black",
        "advance:st_petersburg:gray",
        "advance:kiev:black",
        "advance:kiev:gray",
    }
    assert refusal(state, TS_BROWN).clause == "RR-TRACK-08"
    do(state, TS_GRAY, "advance:st_petersburg:gray", "advance:kiev:black")
    assert state.actor == 0
    do(state, TS_GRAY)
    assert own.tracks == tracks(ts=(4, 2), sp=(3, 1), kv=(3, 0))
    # and after the fourth the turn is over
    assert state.actor == 1


@pytest.mark.clause("RR-TOKEN-02")
def test_tracks_earned_by_the_four_advancements_move_with_the_steps_that_are_left() -> None:
    # given black on 5 of the Trans-Siberian, and 4 steps
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(5, 2), sp=(3, 1), kv=(2, 0))
    choose_token(state)
    do(state, "token:four_any")
    assert TS_BROWN not in legal(state)
    # when black moves to 6 / then a brown step is legal
    do(state, TS_BLACK)
    assert TS_BROWN in legal(state)
    do(state, TS_BROWN)
    assert own.tracks[:5] == [6, 2, 1, -1, -1]


@pytest.mark.clause("RR-TOKEN-03")
def test_the_token_of_five_industry_moves_the_marker_by_five_and_uses_the_factories_on_its_way() -> None:
    # given 5 free lane spaces before the marker, a factory on the fourth
    state = position()
    own = state.players[0]
    own.markers = [1, -1]
    own.factories = [6, 6]
    own.roubles = 0
    choose_token(state)
    # when the token is used
    do(state, "token:five_industry")
    heard = do(state, *["industry:1"] * 5)
    # then marker + 5, and the factory gave its rouble
    assert own.markers == [6, -1]
    assert [used.factory for used in only(heard, events.FactoryUsed)] == [6]
    assert own.roubles == 1
    assert state.actor == 1


@pytest.mark.clause("RR-TOKEN-04")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (5, 8), (6, 8), (8, 8)])
def test_the_token_of_three_doublers_fills_the_row_and_the_rest_is_lost(before: int, after: int) -> None:
    # given 6 doublers
    state = position()
    own = state.players[0]
    own.doublers = before
    supply = state.doublers
    choose_token(state)
    # when the token is used / then 8, and one is lost: it stays in the supply
    heard = do(state, "token:three_doublers")
    assert own.doublers == after
    assert state.doublers == supply - (after - before)
    assert [placed.count for placed in only(heard, events.DoublersPlaced)] == [after - before]
    assert state.actor == 1


# ---------------------------------------------------------------- revaluation, second marker, medal


@pytest.mark.clause("RR-TOKEN-05")
def test_the_revaluation_counts_from_the_scoring_of_its_own_round_on() -> None:
    # given 3 spaces each of gray, brown, natural and white, before the scoring of a round
    state = position()
    others_have_passed(state)
    own = state.players[0]
    own.tracks = tracks(ts=(15, 12, 9, 6, 3))
    own.locomotives = [9, 6, 0, 0]
    choose_token(state)
    without = state.clone()
    without.listen()
    # when the token is used before it / then brown, natural and white count 3, 6 and 10 already
    scored = only(do(state, "token:revaluation", "pass"), events.RoundScored)
    assert scored[0].railroads == [3 * (1 + 3 + 6 + 10), 0, 0]
    # and without it 2, 4 and 7
    scored = only(do(without, "token:kiev_medal", "pass"), events.RoundScored)
    assert scored[0].railroads == [3 * (1 + 2 + 4 + 7), 0, 0]


@pytest.mark.clause("RR-TOKEN-06")
def test_the_second_marker_enters_on_0_and_both_score() -> None:
    # given the first marker on 3
    state = position()
    others_have_passed(state)
    own = state.players[0]
    own.markers = [3, -1]
    refresh(state, [NextTurn(0), effect(0, "industry:1")])
    assert refusal(state, "industry:2").clause == "RR-TOKEN-06"
    choose_token(state)
    # when the token is used / then the second stands on 0
    do(state, "token:second_marker")
    assert own.markers == [3, 0]
    # and both score from now on
    own.markers[1] = 2
    (scored, *_) = only(do(state, "pass"), events.RoundScored)
    assert scored.industry == 3 + 2


@pytest.mark.clause("RR-TOKEN-06")
def test_the_second_marker_waits_until_the_first_has_left_0() -> None:
    # given the first marker on 0 / when a token is chosen / then the second marker is refused
    state = choose_token(position())
    assert refusal(state, "token:second_marker").clause == "RR-INDUSTRY-16"
    state.players[0].markers = [1, -1]
    assert "token:second_marker" in legal(choose_token(state))


@pytest.mark.clause("RR-TOKEN-07")
def test_the_second_marker_uses_a_factory_again() -> None:
    # given a factory 6 that the first marker has passed, and the second marker before it
    state = position(pending=[NextTurn(0), effect(0, "industry:2")])
    own = state.players[0]
    own.factories = [6]
    own.markers = [6, 4]
    own.roubles = 0
    refresh(state)
    # when the second enters it / then +1 rouble
    heard = do(state, "industry:2")
    assert own.markers == [6, 5]
    assert [used.factory for used in only(heard, events.FactoryUsed)] == [6]
    assert own.roubles == 1


@pytest.mark.clause("RR-TOKEN-08")
@pytest.mark.parametrize(("gray", "locomotive", "medal"), [(5, 5, 20), (4, 5, 0), (5, 4, 0)])
def test_the_kiev_medal_brings_20_points_in_every_later_scoring_under_its_condition(
    gray: int, locomotive: int, medal: int
) -> None:
    # given the gray track of Kiev and its locomotive both on 5, or one of them short of it
    state = position()
    own = state.players[0]
    own.tracks = tracks(kv=(6, gray))
    own.locomotives = [1, 0, 0, locomotive]
    others_have_passed(state)
    choose_token(state)
    without = state.clone()
    without.listen()
    # when the token is used / then the medal lies there
    do(state, "token:kiev_medal")
    assert own.medal == 1
    # and this scoring and the next bring 20 points beside the stars 1 to 4
    for _ in range(2):
        others_have_passed(state)
        (scored, *_) = only(do(state, "pass"), events.RoundScored)
        assert scored.stars == 10 + medal
    # and without the token there is none
    (scored, *_) = only(do(without, "token:three_doublers", "pass"), events.RoundScored)
    assert scored.stars == 10


# ---------------------------------------------------------------- cards and the end bonus


@pytest.mark.clause("RR-TOKEN-09")
def test_the_cards_token_carries_out_a_card_at_once_and_leaves_the_end_bonus_for_the_end_of_the_turn() -> None:
    # given 5 question cards
    state = choose_token(position())
    own = state.players[0]
    do(state, "token:cards")
    assert refusal(state, "done").clause == "RR-TOKEN-09"
    assert set(legal(state)) == {
        "card:mixed",
        "card:engineer",
        "card:factory",
        "card:black_worker",
        "card:loco_9",
    }
    # when one is used
    do(state, "card:mixed")
    # then 4 remain for everybody
    for seat in (0, 1, 2, 3, None):
        assert state.view(seat).cards == ["engineer", "factory", "black_worker", "loco_9"]
    # and it is carried out at once, an end bonus choice being pending for the end of the turn
    assert (state.actor, own.doublers, own.due) == (0, 1, 1)
    do(state, "industry:1", TS_BLACK)
    assert (state.actor, own.due) == (0, 1)
    heard = do(state, "again:doubler")
    assert (state.actor, own.due, legal(state)) == (0, 0, ["ten", "look"])
    heard += do(state, "look", FIRST_LOOK)
    assert (state.actor, len(only(heard, events.PileLookedThrough))) == (0, 1)
    do(state, "bonus:doublers")
    assert (len(own.bonus), state.actor) == (1, 1)


@pytest.mark.clause("RR-TOKEN-10")
def test_the_chooser_sees_the_whole_pile_and_takes_a_card_that_nobody_else_sees() -> None:
    # given 8 cards in the pile, 2 having been removed
    state = position(pending=[NextTurn(0), SettleBonus(0), effect(0, "end_bonus:1")])
    do(state, "look")
    assert state.actor == NATURE
    assert state.view(1).pile_size == 8
    first = GAME.vocabulary.id(FIRST_LOOK)
    assert (state.seen(0, first), state.seen(1, first)) == (FIRST_LOOK, "removed:?")
    do(state, FIRST_LOOK)
    # when the pile is looked through / then the chooser sees all 8
    (look,) = state.view(0).looks
    assert len(look.pile) == 8
    assert {"flat", "extra_workers"}.isdisjoint(look.pile)
    assert refusal(state, "bonus:flat").clause == "RR-TOKEN-10"
    # and takes one of them secretly
    move = GAME.vocabulary.id("bonus:doublers")
    assert (state.seen(0, move), state.seen(1, move), state.seen(None, move)) == (
        "bonus:doublers",
        "bonus:?",
        "bonus:?",
    )
    do(state, "bonus:doublers")
    assert state.view(0).own_bonus == ["doublers"]
    assert [taken.card for taken in only(state.events(0), events.BonusTaken)] == ["doublers"]
    # and the others only see the pile shrink
    for seat in (1, 2, 3, None):
        view = state.view(seat)
        assert (view.pile_size, view.players[0].bonus) == (7, 1)
        assert (view.looks, view.own_bonus, view.opened) == ([], [], [])
        assert [taken.card for taken in only(state.events(seat), events.BonusTaken)] == [None]
    # and the next who looks finds 7
    refresh(state, [NextTurn(1), SettleBonus(1), effect(1, "end_bonus:1")])
    do(state, "look")
    assert state.actor == 1
    (look,) = state.view(1).looks
    assert len(look.pile) == 7
    assert refusal(state, "bonus:doublers").clause == "RR-TOKEN-10"


@pytest.mark.clause("RR-TOKEN-11")
@pytest.mark.parametrize("by_token", [True, False])
def test_10_points_may_be_scored_instead_of_any_end_bonus_card(by_token: bool) -> None:
    # given an end bonus choice, by the cards token or by factory 9
    state = position()
    own = state.players[0]
    if by_token:
        choose_token(state)
        do(state, "token:cards", "card:black_worker")
    else:
        own.factories, own.markers = [9], [4, -1]
        refresh(state, [NextTurn(0), SettleBonus(0), effect(0, "industry:1")])
        do(state, "industry:1")
    # then the options are a look through the pile or 10 points, and nobody has seen a card yet
    assert legal(state) == ["ten", "look"]
    assert state.view(0).looks == []
    # when the pile is looked through / then one of its cards is taken: it is too late for the points
    looked = state.clone()
    do(looked, "look", FIRST_LOOK)
    pile = looked.view(0).looks[0].pile
    assert len(pile) == 8
    assert legal(looked) == [f"bonus:{name}" for name in pile]
    assert refusal(looked, "ten").clause == "RR-TOKEN-11"
    # when the points are taken / then +10 at once, and no card
    do(state, "ten")
    assert (own.points, own.bonus, state.view(0).pile_size) == (10, [], 8)
    assert state.actor == 1


@pytest.mark.clause("RR-TOKEN-12")
def test_a_token_is_used_as_far_as_possible() -> None:
    # given 2 industry steps possible
    state = position()
    own = state.players[0]
    own.markers = [2, -1]
    choose_token(state)
    # when 'five industry' is used / then it is accepted, and gives 2 steps
    do(state, "token:five_industry", "industry:1")
    assert state.actor == 0
    heard = do(state, "industry:1")
    assert own.markers == [4, -1]
    assert [lapsed.declined for lapsed in only(heard, events.RestLapsed)] == [False]
    assert state.actor == 1


@pytest.mark.clause("RR-TOKEN-13")
def test_without_question_cards_the_cards_token_still_gives_the_end_bonus_choice() -> None:
    # given 0 question cards
    state = position()
    state.cards = 0
    choose_token(state)
    # when the cards token is used / then only the end bonus step happens
    heard = do(state, "token:cards")
    assert only(heard, events.CardUsed) == []
    do(state, "look", FIRST_LOOK)
    assert (state.actor, len(legal(state))) == (0, 8)


@pytest.mark.clause("RR-TOKEN-14")
def test_with_an_empty_pile_the_10_points_are_taken() -> None:
    # given an empty pile
    state = position()
    state.removed = 3
    state.pile = 0
    # when an end bonus choice comes / then +10, without a question
    # (a look is no answer, as there is nothing to look through)
    assert LookOrTen(0).forbids(state, GAME.vocabulary.id("look")) == EMPTY_PILE
    refresh(state, [NextTurn(0), SettleBonus(0), effect(0, "end_bonus:1")])
    assert state.scores() == [10, 0, 0, 0]
    assert state.actor == 1
    assert state.players[0].bonus == []

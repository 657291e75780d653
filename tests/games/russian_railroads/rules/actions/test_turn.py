"""Turns: one space or a pass, actions in full, the order of effects, and what each seat knows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from tests.support.compiled_build import own_fields
from tests.support.games.russian_railroads.full_search import begun, compare, positions
from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    do,
    effect,
    games,
    legal,
    only,
    position,
    put,
    refresh,
    refusal,
    supply,
    tracks,
)
from tests.support.seeds import SEED, size
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen, LookThrough, SettleBonus
from trainshed.games.russian_railroads.rules.effect_notation import Part, read_parts
from trainshed.games.russian_railroads.rules.look_ahead import MOST_POSITIONS, can_all, can_in_full, goes_through
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.set_up import ChooseStart
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Relocate, Turn
from trainshed.games.russian_railroads.view import Look
from trainshed.kernel.agenda import NATURE

ALL_COLOURS = tracks((15, 12, 9, 6, 3), (7, 5, 3, 1), (6, 4, 2))
NUMBER = Random(SEED).randrange(1_000_000)
COMPARED = size(day=100, night=200)
"""So many positions are looked ahead of; `bench/look_ahead.py` does it with 20,000."""
FACTORIES = [8, 8, 8, 8, 8]
"""Five factories that ask no question."""

NAMES = BOX.bonus_names
REMOVED = "removed:flat:extra_workers"
EIGHT = [name for name in NAMES if name not in ("flat", "extra_workers")]


def light(state: RailState, engineer: int) -> RailState:
    """An engineer on the right light space, where everybody may use it."""
    state.strip[5] = engineer
    return refresh(state)


def bottom_step(state: RailState) -> None:
    """A quick turn: one black step on the shared space, with a worker left for another."""
    supply(state, state.actor, workers=2)
    do(state, "space:track_bottom", "advance:kiev:black")


# ---------------------------------------------------------------- a turn


@pytest.mark.clause("RR-TURN-01")
def test_a_turn_is_one_space_or_a_pass() -> None:
    # given the active player, with an own engineer
    state = position()
    state.players[0].engineers = [15]
    refresh(state)
    # then legal moves are placements or pass
    words = legal(state)
    assert "pass" in words
    assert {"space:track_bottom", "engineer:15"} <= set(words)
    assert {word.split(":")[0] for word in words} == {"pass", "space", "engineer"}
    # and the words of other questions are refused
    assert refusal(state, "advance:kiev:black").clause == "RR-TURN-01"
    # when a space is used, then the turn is over after it
    used = state.clone()
    do(used, "space:track_bottom", "pay:w1", "advance:kiev:black")
    assert used.actor == 1
    assert isinstance(used.agenda[-1], Turn)
    # when the player passes, then the turn is over too
    do(state, "pass")
    assert state.actor == 1
    assert isinstance(state.agenda[-1], Turn)


@pytest.mark.clause("RR-TURN-01")
def test_every_turn_of_every_game_offers_spaces_or_a_pass_and_nothing_else() -> None:
    # given many games, when a turn begins, then it is a choice among spaces, own engineers and pass
    asked = 0
    for state in games(4, seed=11):
        if not state.over and isinstance(state.agenda[-1], Turn):
            words = legal(state)
            assert words[0] == "pass"
            assert all(word.startswith(("space:", "engineer:")) for word in words[1:])
            asked += 1
    assert asked > 100


@pytest.mark.clause("RR-TURN-02")
@pytest.mark.parametrize("space", [name for name in BOX.space_names if name != "track_bottom"])
@pytest.mark.parametrize("piece", ["workers", "turquoise", "black", "roubles"])
def test_a_space_with_any_piece_cannot_be_chosen(space: str, piece: str) -> None:
    # given a player who could use the space
    state = position(turn=2, round=7 if space == "last_round" else 1)
    state.players[2].tracks = ALL_COLOURS[:]
    state.players[2].factories = [1]
    supply(state, 2, workers=5, roubles=3)
    assert f"space:{space}" in legal(state)
    # when any piece of anybody lies on it
    put(state, space, 1, workers=piece == "workers", **({} if piece == "workers" else {piece: 1}))
    refresh(state)
    # then another placement is refused
    assert refusal(state, f"space:{space}").clause == "RR-TURN-02"


@pytest.mark.clause("RR-TURN-02")
def test_the_bottom_track_space_and_an_own_engineer() -> None:
    # given a used bottom track space and a used own engineer
    state = position()
    state.players[0].engineers = [15]
    refresh(state)
    assert "engineer:15" in legal(state)
    put(state, "track_bottom", 0)
    put(state, "engineer-15", 0, workers=0, roubles=1)
    refresh(state)
    # then the first may be chosen, the second not
    assert "space:track_bottom" in legal(state)
    assert refusal(state, "engineer:15").clause == "RR-TURN-02"


@pytest.mark.clause("RR-TURN-03")
def test_a_space_takes_exactly_its_number_of_pieces() -> None:
    # given a 2-worker space, and more than enough pieces
    state = position()
    supply(state, 0, workers=3, roubles=3)
    do(state, "space:track_black_2")
    # when 1 or 3 pieces are offered, then they are refused
    for word in ("pay:w1", "pay:r1", "pay:w3", "pay:w2r1", "pay:r3"):
        why = refusal(state, word)
        assert why.clause == "RR-BOARD-29"
        assert why.numbers["workers"] == 2
    # and 2 pieces are accepted, roubles for workers too
    assert legal(state) == ["pay:w2", "pay:w1r1", "pay:r2"]
    do(state, "pay:w1r1")
    assert (state.players[0].workers, state.players[0].roubles) == (2, 2)
    assert [s.pieces() for s in state.stacks] == [2]


@pytest.mark.clause("RR-TURN-03")
def test_a_space_that_cannot_be_paid_is_not_offered() -> None:
    # given 1 worker and no rouble
    state = position()
    supply(state, 0, workers=1)
    # then a 2-worker space is refused, with its figures
    why = refusal(state, "space:track_black_2")
    assert why.clause == "RR-TURN-03"
    assert why.numbers == {"workers": 2, "roubles": 0, "own_workers": 1, "own_roubles": 0}
    # and with a rouble beside the worker it is legal
    supply(state, 0, workers=1, roubles=1)
    assert "space:track_black_2" in legal(state)


@pytest.mark.clause("RR-TURN-04")
def test_without_pieces_of_the_own_supply_no_placement_is_legal() -> None:
    # given 0 available workers and 0 roubles, though there are workers in reserve, on spaces, and of others
    state = position()
    state.players[0].reserve = 2
    put(state, "aux_doubler", 0)
    # when the turn begins
    supply(state, 0)
    # then no placement is legal: the pass is the only move, and is made at once
    assert only(state.heard or [], events.Passed) == [events.Passed(0, 0, True)]
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-04")
@pytest.mark.parametrize(("turquoise", "black"), [(1, 0), (0, 1)])
def test_temporary_and_black_workers_belong_to_the_supply(turquoise: int, black: int) -> None:
    # given no own worker, but this one
    state = position()
    supply(state, 0, turquoise=turquoise, black=black)
    # then a 1-worker space may be used, and takes it
    do(state, "space:aux_doubler")
    assert [(s.workers, s.turquoise, s.black) for s in state.stacks] == [(0, turquoise, black)]


@pytest.mark.clause("RR-TURN-04")
def test_pieces_that_the_player_has_not_cannot_be_paid() -> None:
    # given 1 worker and 2 roubles, and a 2-worker space
    state = position()
    supply(state, 0, workers=1, roubles=2)
    do(state, "space:track_black_2")
    # then only these are accepted
    assert legal(state) == ["pay:w1r1", "pay:r2"]
    for word in ("pay:w2", "pay:w1t1", "pay:w1b1", "pay:t2"):
        why = refusal(state, word)
        assert why.clause == "RR-TURN-04"
        assert (why.numbers["own_workers"], why.numbers["own_roubles"]) == (1, 2)


@pytest.mark.clause("RR-TURN-05")
def test_the_action_is_carried_out_before_the_next_turn() -> None:
    # given a placement on the 3-black space
    state = position()
    supply(state, 0, workers=2)
    do(state, "space:track_black_2")
    # then its steps are pending for the same player, and cannot be put off
    for made in range(3):
        assert state.actor == 0
        assert state.players[0].tracks == tracks(kv=(1 + made,))
        assert {word.split(":")[0] for word in legal(state)} == {"advance"}
        assert refusal(state, "pass").generic
        assert refusal(state, "done").clause == "RR-TURN-06"
        do(state, "advance:kiev:black")
    # and only then it is the next player's turn
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-05")
def test_nothing_is_left_of_an_action_when_a_turn_begins() -> None:
    # given many games, when a turn begins, then nothing waits below it but the end of that turn
    turns = 0
    for state in games(4, seed=12):
        if not state.over and isinstance(state.agenda[-1], Turn):
            assert [type(e) for e in state.agenda] == [NextTurn, SettleBonus, Turn]
            assert [player.due for player in state.players] == [0] * state.seats
            turns += 1
    assert turns > 100


# ---------------------------------------------------------------- in full


@pytest.mark.clause("RR-TURN-06")
@pytest.mark.parametrize(("kiev", "offered"), [(9, False), (8, False), (7, False), (6, True)])
def test_a_board_space_must_be_possible_in_full(kiev: int, offered: bool) -> None:
    # given so many of 3 black steps possible
    state = position()
    state.players[0].tracks = tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (kiev, 4, 2))
    refresh(state)
    # then the 3-black space is offered only if all of them are
    if offered:
        assert "space:track_black_2" in legal(state)
    else:
        assert refusal(state, "space:track_black_2").clause == "RR-TURN-06"


@pytest.mark.clause("RR-TURN-06")
def test_a_public_engineer_must_be_possible_in_full() -> None:
    # given engineer 15 (2 black steps) on a light space and 1 black step possible
    state = light(position(), 15)
    state.players[0].tracks = tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (8, 4, 2))
    refresh(state)
    # then it is refused; and with 2 steps possible it is not
    assert refusal(state, "space:eng_light_right").clause == "RR-TURN-06"
    state.players[0].tracks = tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (7, 4, 2))
    refresh(state)
    assert "space:eng_light_right" in legal(state)


@pytest.mark.clause("RR-TURN-06")
def test_a_question_card_must_be_possible_in_full() -> None:
    # given the marker at a gap, so that the factory card could not be carried out without tiles
    state = position()
    state.players[0].markers = [4, -1]
    state.piles = [0] * 10
    # when a question card is chosen
    refresh(state, [*state.agenda, effect(0, "question_card:1")])
    # then the factory card is refused; and with a tile it is not
    assert refusal(state, "card:factory").clause == "RR-CARD-12"
    state.piles[9] = 1
    refresh(state)
    assert "card:factory" in legal(state)


@pytest.mark.clause("RR-TURN-06")
def test_a_board_action_cannot_be_stopped_halfway() -> None:
    # given the 2-gray space in use, 1 step made
    state = position()
    state.players[0].tracks = tracks((5, 1), (4, 1), (1, 0))
    supply(state, 0, workers=1)
    do(state, "space:track_gray_1", "advance:trans_siberian:gray")
    # then the rest cannot be declined
    assert "done" not in legal(state)
    assert refusal(state, "done").clause == "RR-TURN-06"


@pytest.mark.clause("RR-TURN-07")
def test_what_an_action_triggers_belongs_to_the_same_turn_and_costs_nothing() -> None:
    # given a marker before a #7 factory (2 free steps) and 2 workers
    state = position()
    state.players[0].factories, state.players[0].markers = [7], [4, -1]
    supply(state, 0, workers=2)
    # when the 1-step industry space is used
    heard = do(state, "space:industry_1")
    # then the factory is used inside the same turn
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(0, 7)]
    assert state.actor == 0
    do(state, "advance:kiev:black", "advance:kiev:black")
    assert state.players[0].tracks == tracks(kv=(3,))
    # and the turn is over, with 1 piece paid in all: there is no second action
    assert state.actor == 1
    assert state.players[0].workers == 1
    assert [s.pieces() for s in state.stacks] == [1]


@pytest.mark.clause("RR-TURN-08")
def test_an_own_engineer_may_be_used_in_part() -> None:
    # given the own engineer '2 industry' and one step possible
    state = position()
    state.players[0].engineers, state.players[0].markers = [5], [3, -1]
    supply(state, 0, workers=2)
    # then a board space for the same would be refused
    assert refusal(state, "space:industry_2").clause == "RR-INDUSTRY-09"
    # when the engineer is used
    do(state, "engineer:5")
    heard = do(state, "industry:1")
    # then 1 step is made and the rest is lost
    assert state.players[0].markers == [4, -1]
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-08")
def test_an_own_engineer_may_be_used_without_any_effect() -> None:
    # given the own engineer '2 industry' and no step possible
    state = position()
    state.players[0].engineers, state.players[0].markers = [5], [4, -1]
    supply(state, 0, workers=1)
    # when it is used, then nothing happens and the turn is over
    heard = do(state, "engineer:5")
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.players[0].markers == [4, -1]
    assert state.players[0].workers == 0
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-08")
@pytest.mark.parametrize("made", [0, 1])
def test_the_rest_of_an_uncontested_effect_may_be_declined(made: int) -> None:
    # given an own engineer, a factory and a token for 2 or more steps that are all possible
    by_engineer = position()
    by_engineer.players[0].engineers = [15]
    supply(by_engineer, 0, workers=1)
    do(by_engineer, "engineer:15")
    by_factory = position()
    by_factory.players[0].factories, by_factory.players[0].markers = [7], [4, -1]
    supply(by_factory, 0, workers=1)
    do(by_factory, "space:industry_1")
    by_token = position()
    refresh(by_token, [NextTurn(0), SettleBonus(0), UseToken(0)])
    do(by_token, "token:four_any")
    for state in (by_engineer, by_factory, by_token):
        # when so many steps are made and the rest is declined
        do(state, *["advance:kiev:black"] * made)
        heard = do(state, "done")
        # then just these were made
        assert only(heard, events.RestLapsed) == [events.RestLapsed(0, True)]
        assert state.players[0].tracks == tracks(kv=(1 + made,))
        assert state.actor == 1


# ---------------------------------------------------------------- who acts


@pytest.mark.clause("RR-TURN-09")
def test_turns_follow_the_turn_order_track() -> None:
    # given an order that is not that of the seats
    order = [2, 0, 3, 1]
    state = position(turn=2, order=order)
    # when everybody takes turns
    acted = []
    for _ in range(8):
        acted.append(state.actor)
        bottom_step(state)
    # then they run through the order, and begin again
    assert acted == order + order


@pytest.mark.clause("RR-TURN-09")
def test_a_round_begins_with_position_one() -> None:
    # given an order, and the third of it passing last
    state = position(turn=3, order=[2, 0, 3, 1])
    do(state, "pass", "pass", "pass", "pass")
    # when the next round begins, then position 1 acts first
    assert state.round == 2
    assert state.actor == 2


@pytest.mark.clause("RR-TURN-10")
def test_a_seat_that_goes_on_alone_begins_a_turn_each_time() -> None:
    # given everybody but the first has passed
    state = position()
    bottom_step(state)
    do(state, "pass", "pass", "pass")
    for _ in range(3):
        # when the first goes on, then each turn begins anew, and its further questions do not
        assert (state.actor, state.begins_turn) == (0, True)
        bottom_step(state)
    for state in games(3, seed=9):
        words = [word.partition(":")[0] for word in legal(state)] if state.actor >= 0 else []
        assert state.begins_turn == any(word in ("pass", "stay", "start") for word in words)


@pytest.mark.clause("RR-TURN-10")
def test_a_player_who_passed_is_skipped() -> None:
    # given the second player has passed
    state = position()
    bottom_step(state)
    do(state, "pass")
    # when the others go on, then the sequence skips that player
    acted = []
    for _ in range(6):
        acted.append(state.actor)
        bottom_step(state)
    assert acted == [2, 3, 0, 2, 3, 0]
    # and a single player left goes on alone
    do(state, "pass", "pass")
    assert state.actor == 0
    bottom_step(state)
    assert state.actor == 0
    # until the round ends: then everybody plays again
    do(state, "pass")
    assert state.round == 2
    bottom_step(state)
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-11")
def test_without_workers_a_rouble_still_pays() -> None:
    # given 0 workers and 1 rouble
    state = position()
    supply(state, 0, roubles=1)
    # then 1-worker spaces remain legal, and 2-worker spaces do not
    assert state.actor == 0
    assert {"space:track_bottom", "space:aux_doubler", "space:industry_1", "space:eng_hire"} <= set(legal(state))
    assert refusal(state, "space:industry_2").clause == "RR-TURN-03"
    # when one is used, then the rouble pays for it
    do(state, "space:aux_doubler")
    assert state.players[0].roubles == 0
    assert state.players[0].doublers == 1


@pytest.mark.clause("RR-TURN-12")
def test_a_player_who_passed_takes_no_further_turn_this_round() -> None:
    # given a pass, with workers left
    state = position(seats=3)
    do(state, "pass")
    assert state.players[0].workers == 6
    # then no later placement in the round is accepted from that player
    placement = GAME.vocabulary.id("space:track_bottom")
    for _ in range(4):
        assert state.actor in (1, 2)
        why = state.why_not(placement, seat=0)
        assert why is not None
        assert why.generic
        bottom_step(state)
    # and in the next round it is
    do(state, "pass", "pass")
    assert state.round == 2
    assert state.actor == 0
    assert state.why_not(placement, seat=0) is None


@pytest.mark.clause("RR-TURN-12")
def test_a_player_may_pass_although_much_is_possible_and_must_if_nothing_is() -> None:
    # given many spaces that could be used, then a pass is legal all the same
    state = position()
    assert len(legal(state)) > 5
    heard = do(state, "pass")
    assert [(e.seat, e.forced) for e in only(heard, events.Passed)] == [(0, False)]
    # given nothing that can be used, then the pass is made by itself
    supply(state, 1)
    assert [(e.seat, e.forced) for e in only(state.heard or [], events.Passed)][-1] == (1, True)
    assert state.players[1].passed


@pytest.mark.clause("RR-TURN-13")
def test_after_the_last_pass_the_order_is_reorganised() -> None:
    # given a claim of position 1 by the third player, and all but the last having passed
    state = position(turn=2)
    do(state, "space:order_1", "pass", "pass", "pass")
    assert state.actor == 2
    assert state.order == [0, 1, 2, 3]
    assert state.round == 1
    # when the last player passes
    heard = do(state, "pass")
    # then the order is reorganised, the relocation comes next, and nothing is scored yet
    assert only(heard, events.OrderChanged) == [events.OrderChanged([2, 0, 1, 3])]
    assert isinstance(state.agenda[-1], Relocate)
    assert state.actor == 2
    assert only(heard, events.RoundScored) == []
    # and scoring and the next round follow
    heard = do(state, "stay")
    assert len(only(heard, events.RoundScored)) == 4
    assert state.round == 2


@pytest.mark.clause("RR-TURN-13")
def test_after_the_last_pass_of_the_last_round_scoring_follows() -> None:
    # given the last round, all but one having passed, and a claim that cannot be in it
    state = position(round=7, turn=0)
    do(state, "pass", "pass", "pass")
    assert not state.over
    # when the last player passes
    heard = do(state, "pass")
    # then scoring follows at once, without a new order, and the game ends
    assert only(heard, events.OrderChanged) == []
    assert len(only(heard, events.RoundScored)) == 4
    assert state.over


# ---------------------------------------------------------------- the order of things


@pytest.mark.clause("RR-TURN-14")
def test_the_parts_of_an_effect_come_in_any_order() -> None:
    # given engineer gray+brown with both steps possible
    state = light(position(), 12)
    state.players[0].tracks = tracks((7, 4, 1), (1, 0, 0), (1, 0, 0))
    supply(state, 0, workers=1)
    do(state, "space:eng_light_right")
    # then both are offered first
    gray, brown = "advance:trans_siberian:gray", "advance:trans_siberian:brown"
    assert legal(state) == [gray, brown]
    # and either may begin; the other follows by itself
    other = state.clone()
    other.listen()
    moved = only(do(state, gray), events.TrackMoved)
    assert [(e.colour, e.forced) for e in moved] == [("gray", False), ("brown", True)]
    moved = only(do(other, brown), events.TrackMoved)
    assert [(e.colour, e.forced) for e in moved] == [("brown", False), ("gray", True)]
    assert state.players[0].tracks == other.players[0].tracks == tracks((7, 5, 2), (1, 0, 0), (1, 0, 0))


@pytest.mark.clause("RR-TURN-14")
@pytest.mark.parametrize("public", [True, False])
def test_a_step_is_charged_to_the_narrowest_part(public: bool) -> None:
    # given engineer free-colour+black, public or own, with many steps possible
    state = light(position(), 11 if public else 3)
    state.players[0].engineers = [] if public else [11]
    state.players[0].tracks = ALL_COLOURS[:]
    supply(state, 0, workers=1)
    use = "space:eng_light_right" if public else "engineer:11"
    # when a black step is made first
    do(state, use)
    other = state.clone()
    do(state, "advance:st_petersburg:black")
    # then the black part is used up: every colour may follow
    colours = {word.split(":")[2] for word in legal(state) if word != "done"}
    assert colours == {"black", "gray", "brown", "natural", "white"}
    # when a white step is made first, then the free part is used up: only black may follow
    do(other, "advance:trans_siberian:white")
    assert {word.split(":")[2] for word in legal(other) if word != "done"} == {"black"}
    assert refusal(other, "advance:kiev:gray").clause == "RR-TRACK-15"


@pytest.mark.clause("RR-TURN-14")
def test_a_wider_part_is_charged_when_the_narrow_one_is_used_up() -> None:
    # given free-colour+black
    state = light(position(), 11)
    state.players[0].tracks = ALL_COLOURS[:]
    supply(state, 0, workers=1)
    # when 2 black steps are made, then both parts are used up and the turn is over
    do(state, "space:eng_light_right", "advance:st_petersburg:black", "advance:kiev:black")
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-15")
def test_tracks_earned_in_the_middle_of_an_action_are_there_at_once() -> None:
    # given a 3-black action with the black track of the Trans-Siberian on 1
    state = position()
    supply(state, 0, workers=2)
    do(state, "space:track_black_2")
    assert state.players[0].tracks == tracks()
    # when the first step takes it to 2
    do(state, "advance:trans_siberian:black")
    # then gray tracks exist before the second step
    assert state.actor == 0
    assert state.players[0].tracks == tracks((2, 0), (1, 0), (1, 0))


@pytest.mark.clause("RR-TURN-15")
def test_tracks_earned_in_the_middle_of_an_action_serve_the_rest_of_it() -> None:
    # given 2 free steps with the black track of the Trans-Siberian on 1
    state = position()
    supply(state, 0, workers=1, roubles=1)
    do(state, "space:track_any")
    assert refusal(state, "advance:trans_siberian:gray").clause == "RR-TRACK-08"
    # when the first step takes it to 2, then the second may be made with gray
    do(state, "advance:trans_siberian:black", "advance:trans_siberian:gray")
    assert state.players[0].tracks == tracks((2, 1), (1, 0), (1, 0))


@pytest.mark.clause("RR-TURN-15")
def test_workers_points_and_tokens_earned_in_the_middle_of_an_action_come_at_once() -> None:
    # given a 3-black action, Kiev before its worker, St Petersburg before its end and before a question space
    state = position()
    state.players[0].tracks = tracks((1,), (8,), (6,))
    supply(state, 0, workers=2)
    do(state, "space:track_black_2")
    # when the first step reaches the worker, then it is there before the second
    do(state, "advance:kiev:black")
    assert state.actor == 0
    assert (state.players[0].workers, state.players[0].reserve) == (1, 1)
    # when the second reaches the terminus, then the points are there before the third
    do(state, "advance:st_petersburg:black")
    assert state.actor == 0
    assert state.players[0].points == 10
    # and a question space is used before the action goes on
    state = position()
    state.players[0].tracks = tracks((1,), (3,), (1,))
    state.players[0].locomotives = [1, 0, 4, 0]
    supply(state, 0, workers=2)
    do(state, "space:track_black_2", "advance:st_petersburg:black")
    assert isinstance(state.agenda[-1], UseToken)
    do(state, "token:three_doublers")
    assert state.players[0].doublers == 3
    assert "advance:kiev:black" in legal(state)


@pytest.mark.clause("RR-TURN-16")
def test_a_displacement_chain_is_finished_before_its_rewards() -> None:
    # given St Petersburg with black on 6 and a locomotive 3, and pile 6 the lowest
    state = position()
    own = state.players[0]
    own.tracks = tracks((1,), (6,), (1,))
    own.locomotives = [2, 0, 3, 0]
    state.piles = [0, 0, 0, 0, 0, 0, 4, 4, 4, 4]
    supply(state, 0, workers=1)
    # when a 6 comes to St Petersburg, where it reaches both question spaces
    heard = do(state, "space:loco_1", "build:locomotive", "place:st_petersburg")
    # then the 3 finds its new place first, and no reward is gained yet
    assert only(heard, events.RewardGained) == []
    assert set(legal(state)) == {"place:trans_siberian_1", "place:trans_siberian_2", "place:kiev"}
    # and then goes the chain: a 3 on the 2 of the Trans-Siberian, the 2 to Kiev
    heard = do(state, "place:trans_siberian_1")
    assert only(heard, events.RewardGained) == []
    heard = do(state, "place:kiev")
    assert own.locomotives == [3, 0, 6, 2]
    # and then the tokens are chosen, one after the other, in the order the player likes
    assert {(e.railroad, e.space) for e in only(heard, events.RewardGained)} == {
        ("st_petersburg", 4),
        ("st_petersburg", 6),
    }
    other = state.clone()
    do(state, "token:three_doublers")
    assert (own.doublers, own.revalued) == (3, 0)
    assert isinstance(state.agenda[-1], UseToken)
    assert refusal(state, "token:three_doublers").clause == "RR-PBOARD-15"
    do(state, "token:revaluation")
    do(other, "token:revaluation")
    assert (other.players[0].doublers, other.players[0].revalued) == (0, 1)
    do(other, "token:three_doublers")
    for done in (state, other):
        assert (done.players[0].doublers, done.players[0].revalued) == (3, 1)
        assert done.actor == 1


@pytest.mark.clause("RR-TURN-16")
def test_an_end_bonus_choice_is_the_last_decision_of_the_turn() -> None:
    # given 2 industry steps: the first reaches the question space, the second a #7 factory
    state = position()
    own = state.players[0]
    own.factories, own.markers = [8, 8, 8, 7, 8], [9, -1]
    supply(state, 0, workers=2)
    # when the cards token is used in the middle of the turn
    do(state, "space:industry_2", "token:cards")
    # then its question card comes at once
    do(state, "card:black_worker")
    assert own.black == 1
    # and the end bonus choice waits: the second step and its factory come first
    assert own.due == 1
    assert own.markers == [11, -1]
    assert {word.split(":")[0] for word in legal(state)} == {"done", "advance"}
    do(state, "advance:kiev:black")
    assert own.due == 1
    do(state, "advance:kiev:black")
    # and is the last decision of that turn
    assert own.due == 0
    assert isinstance(state.agenda[-1], LookOrTen)
    do(state, "look")
    assert state.actor == NATURE
    do(state, REMOVED)
    assert state.actor == 0
    do(state, "bonus:doublers")
    assert own.bonus == [NAMES.index("doublers")]
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-16")
def test_several_end_bonus_choices_come_one_after_the_other() -> None:
    # given 2 industry steps: the first reaches the question space, the second a #9 factory
    state = position()
    own = state.players[0]
    own.factories, own.markers = [8, 8, 8, 9, 8], [9, -1]
    supply(state, 0, workers=2)
    heard = do(state, "space:industry_2", "token:cards", "card:engineer")
    # when both end bonus choices are gained, then the first is asked
    assert own.due == 1
    assert legal(state) == ["ten", "look"]
    heard += do(state, "look", REMOVED)
    assert set(legal(state)) == {f"bonus:{name}" for name in EIGHT}
    heard += do(state, "bonus:doublers")
    # and then the second, from what is left
    assert state.actor == 0
    assert own.due == 0
    second = state.clone()
    do(second, "look")
    assert set(legal(second)) == {f"bonus:{name}" for name in EIGHT if name != "doublers"}
    assert refusal(second, "bonus:doublers").clause == "RR-TOKEN-10"
    points = own.points
    heard += do(state, "ten")
    # and each was told when it was gained and when it began
    assert only(heard, events.BonusDue) == [events.BonusDue(0)] * 4
    assert own.points == points + 10
    assert state.actor == 1


# ---------------------------------------------------------------- look-ahead


@pytest.mark.clause("RR-TURN-18")
def test_some_order_of_the_parts_is_enough() -> None:
    # given the public gray+brown engineer, gray at 1 and brown waiting on the Trans-Siberian with black at 6
    state = light(position(), 12)
    state.players[0].tracks = tracks((6, 1, 0), (1, 0, 0), (1, 0, 0))
    supply(state, 0, workers=1)
    # then it is selectable, gray first
    moved = only(do(state, "space:eng_light_right"), events.TrackMoved)
    assert [(e.railroad, e.colour, e.to, e.forced) for e in moved] == [
        ("trans_siberian", "gray", 2, True),
        ("trans_siberian", "brown", 1, True),
    ]
    # and given no gray step, then it is not selectable
    state = light(position(), 12)
    state.players[0].tracks = tracks((6, 5, 0), (1, 0, 0), (1, 0, 0))
    supply(state, 0, workers=1)
    assert refusal(state, "space:eng_light_right").clause == "RR-TURN-06"


@pytest.mark.clause("RR-TURN-18")
def test_the_order_in_which_the_parts_are_printed_does_not_matter() -> None:
    # given free-colour+black, a single black step, and every other track right behind the one before it
    state = light(position(), 11)
    state.players[0].tracks = tracks((15, 14, 13, 12, 11), (9, 8, 7, 6), (8, 7, 6))
    supply(state, 0, workers=1)
    # then it is selectable, because the black step makes room for a gray one
    moved = only(do(state, "space:eng_light_right"), events.TrackMoved)
    assert [(e.railroad, e.colour, e.to) for e in moved] == [("kiev", "black", 9), ("kiev", "gray", 8)]
    # and given no black step, then it is not
    state = light(position(), 11)
    state.players[0].tracks = tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (9, 4, 2))
    supply(state, 0, workers=1)
    assert refusal(state, "space:eng_light_right").clause == "RR-TURN-06"


@pytest.mark.clause("RR-TURN-18")
@pytest.mark.parametrize(("factory", "tiles", "offered"), [(2, 1, True), (2, 0, False), (8, 1, False)])
def test_a_factory_on_the_way_helps(factory: int, tiles: int, offered: bool) -> None:
    # given the marker on the 5-point space, this factory in slot 1 and no other, so many tiles, in the last round
    state = position(round=7)
    own = state.players[0]
    own.factories, own.markers = [factory], [4, -1]
    state.piles = [0] * 8 + [tiles, 0]
    supply(state, 0, workers=2)
    # then 3 steps can be made if the factory builds the one that is missing
    if not offered:
        assert refusal(state, "space:last_round").clause == "RR-INDUSTRY-09"
        return
    do(state, "space:last_round")
    assert (own.markers, legal(state)) == ([5, -1], ["done", "build:locomotive", "build:factory"])
    do(state, "build:factory")
    assert (own.factories, own.markers, state.actor) == ([2, 8], [7, -1], 1)


@pytest.mark.clause("RR-TURN-18", "RR-TURN-19")
def test_a_token_on_the_way_helps_and_only_the_step_that_reaches_it_is_offered() -> None:
    # given the marker at a gap, and black one step before a question space of St Petersburg
    state = position()
    own = state.players[0]
    own.tracks = tracks((1,), (3,), (1,))
    own.locomotives = [1, 0, 4, 0]
    own.markers = [4, -1]
    supply(state, 0, workers=2)
    # then industry and a black step can be made: the second marker moves
    heard = do(state, "space:industry_black")
    assert [(e.railroad, e.forced) for e in only(heard, events.TrackMoved)] == [("st_petersburg", True)]
    do(state, "token:second_marker")
    assert (own.markers, state.actor) == ([4, 1], 1)
    # and without a locomotive that reaches the question space they cannot
    state = position()
    state.players[0].tracks, state.players[0].markers = tracks((1,), (3,), (1,)), [4, -1]
    supply(state, 0, workers=2)
    assert "space:industry_black" not in legal(state)


@pytest.mark.clause("RR-TURN-19", "RR-TURN-08")
def test_help_may_be_declined_and_what_it_leaves_impossible_lapses() -> None:
    # given 3 steps that only the #2 factory makes possible
    state = position(round=7)
    own = state.players[0]
    own.factories, own.markers = [2], [4, -1]
    supply(state, 0, workers=2)
    # when the factory is declined, then the step to the next space is made and the last lapses
    heard = do(state, "space:last_round", "done")
    assert own.markers == [6, -1]
    assert [e.declined for e in only(heard, events.RestLapsed)] == [True, False]


@pytest.mark.clause("RR-TURN-18")
def test_the_full_look_ahead_is_bounded() -> None:
    # given an action that is possible with help only
    state = position(round=7)
    own = state.players[0]
    own.factories, own.markers = [2], [4, -1]
    last = BOX.space_names.index("last_round")
    # then so many positions are enough to find it, and with fewer it counts as impossible
    assert goes_through(begun(state, 0, last), MOST_POSITIONS)
    assert not goes_through(begun(state, 0, last), 1)
    # and the bound is the one that the clause states
    (clause,) = [clause for clause in GAME.rulebook.clauses if clause.id == "RR-TURN-18"]
    assert f"{MOST_POSITIONS:,} positions" in clause.ruling


@pytest.mark.clause("RR-TURN-18", "RR-TURN-19")
def test_both_look_aheads_agree_with_a_search_without_bound() -> None:
    held = 0
    for state in positions(NUMBER):
        count, found = compare(state)
        assert found == []
        held += count > 0
        if held == COMPARED:
            break


@pytest.mark.clause("RR-TURN-18")
def test_a_look_ahead_that_forgets_help_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    # given 3 steps that only the #2 factory makes possible
    state = position(round=7)
    state.players[0].factories, state.players[0].markers = [2], [4, -1]
    refresh(state)
    assert compare(state)[1] == []
    monkeypatch.setattr("tests.support.games.russian_railroads.full_search.can_in_full", forgetful)
    assert [line.split()[0] for line in compare(state)[1]] == ["last_round"]


def forgetful(state: RailState, seat: int, source: int, parts: list[Part]) -> bool:
    return can_all(state, seat, parts)


@pytest.mark.clause("RR-TURN-18")
@pytest.mark.parametrize(
    ("parts", "tiles", "possible"),
    [
        (("build:factory:2",), 2, True),
        (("build:factory:2",), 1, False),
        (("build:locomotive:2",), 2, True),
        (("build:locomotive:2",), 1, False),
        (("build:locomotive:1", "build:factory:1", "industry:1"), 2, True),
    ],
)
def test_more_tiles_than_one_of_each_are_counted_too(parts: tuple[str, ...], tiles: int, possible: bool) -> None:
    # given the marker at a gap, and so many tiles / then a pack whose action builds more can be looked ahead of as well
    state = position()
    state.piles = [0] * 9 + [tiles]
    state.players[0].markers = [4, -1]
    assert can_in_full(state, 0, -1, read_parts(list(parts))) == possible


@pytest.mark.clause("RR-TURN-18")
@pytest.mark.parametrize(("black", "offered"), [((1,), True), ((2, 1), True), ((5, 4), True), ((15, 14), False)])
def test_tracks_earned_by_the_parts_themselves_count(black: tuple[int, ...], offered: bool) -> None:
    # given the public black+gray engineer
    state = position()
    assert state.strip[4] == 2
    rest = (9, 8) if black == (15, 14) else (1, 0)[: len(black)]
    state.players[0].tracks = tracks(black, rest, rest)
    supply(state, 0, workers=1)
    # then it is selectable if a black step makes room for the gray one, by earning it or by going ahead
    if offered:
        assert "space:eng_light_left" in legal(state)
    else:
        assert refusal(state, "space:eng_light_left").clause == "RR-TURN-06"


@pytest.mark.clause("RR-TURN-18")
@pytest.mark.parametrize(
    ("locomotives", "opened", "offered"),
    [([7, 6, 5, 4], 0, True), ([7, 6, 5, 0], 0, False), ([7, 6, 5, 0], 1, True), ([9, 9, 9, 9], 1, False)],
)
def test_a_tile_laid_open_by_the_action_itself_counts(locomotives: list[int], opened: int, offered: bool) -> None:
    # given a single tile, a 9, in all the piles, these locomotives, and this many open factories
    state = position()
    state.piles = [0] * 9 + [1]
    state.open_factories[2] = opened
    state.players[0].locomotives = locomotives
    supply(state, 0, workers=3)
    # then one locomotive and one factory can be built if the chain lays a tile open, or one lies there
    if offered:
        assert "space:loco_3" in legal(state)
    else:
        assert refusal(state, "space:loco_3").clause in ("RR-LOCO-12", "RR-LOCO-19", "RR-TURN-06")


@pytest.mark.clause("RR-TURN-19")
def test_a_black_step_on_the_last_black_space_leaves_the_free_step() -> None:
    # given the public engineer free-colour+black, and black at 15, 9 and 8
    state = light(position(), 11)
    state.players[0].tracks = tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (8, 4, 2))
    supply(state, 0, workers=1)
    do(state, "space:eng_light_right")
    assert "advance:kiev:black" in legal(state)
    # when black steps on Kiev first
    do(state, "advance:kiev:black")
    # then it is charged to the black part, and a free step of another colour remains to be made
    assert state.actor == 0
    assert {word.split(":")[2] for word in legal(state)} == {"gray", "brown", "natural", "white"}
    assert refusal(state, "done").clause == "RR-TURN-06"
    assert refusal(state, "advance:kiev:black").clause == "RR-TRACK-17"
    do(state, "advance:trans_siberian:white")
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-19")
def test_the_only_step_that_keeps_the_rest_possible_is_made() -> None:
    # given the public black+gray engineer, and gray not yet earned
    state = position()
    supply(state, 0, workers=1)
    # when it is used, then black must step on the Trans-Siberian, which earns gray: that is done without a question
    heard = do(state, "space:eng_light_left")
    assert [(e.railroad, e.colour, e.forced) for e in only(heard, events.TrackMoved)] == [
        ("trans_siberian", "black", True),
        ("trans_siberian", "gray", True),
    ]


@pytest.mark.clause("RR-TURN-19")
def test_a_step_after_which_nothing_remains_for_another_part_is_refused() -> None:
    # given gray+brown, where brown finds room behind a gray step on two railroads, and none by a gray step on Kiev
    state = light(position(), 12)
    state.players[0].tracks = tracks((6, 1, 0), (6, 3, 2), (2, 0, 0))
    own = state.clone()
    supply(state, 0, workers=1)
    # when the public engineer is used, then the gray step on Kiev is not offered
    do(state, "space:eng_light_right")
    assert legal(state) == ["advance:trans_siberian:gray", "advance:st_petersburg:gray"]
    assert refusal(state, "advance:kiev:gray").clause == "RR-TURN-19"
    # and when the same engineer is an own one, then it is: nobody competes for it
    own.players[0].engineers = [12]
    supply(own, 0, workers=1)
    do(own, "engineer:12")
    assert "advance:kiev:gray" in legal(own)


@pytest.mark.clause("RR-TURN-19")
def test_taking_the_only_tile_as_a_factory_is_refused_while_a_locomotive_is_to_be_built() -> None:
    # given a single tile in all the piles, all places full, and the bottom locomotive space in use
    state = position()
    state.piles = [0] * 9 + [1]
    state.players[0].locomotives = [7, 6, 5, 4]
    state.open_factories[2] = 1
    supply(state, 0, workers=3)
    do(state, "space:loco_3")
    # then the tile of the pile cannot become the factory: the locomotive would be impossible
    assert legal(state) == ["build:locomotive", "build:factory:2"]
    assert refusal(state, "build:factory").clause == "RR-TURN-19"


@pytest.mark.clause("RR-TURN-19")
def test_a_part_that_becomes_impossible_all_the_same_lapses() -> None:
    # given the public engineer industry+black, black at 15, 9 and 8, and the marker before a #7 factory
    state = light(position(), 10)
    own = state.players[0]
    own.tracks = tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (8, 4, 2))
    own.factories, own.markers = [7], [4, -1]
    supply(state, 0, workers=1)
    do(state, "space:eng_light_right", "industry:1")
    # when the factory uses the last black step
    do(state, "advance:kiev:black")
    heard = do(state, "advance:kiev:gray")
    # then the black part lapses, and the turn is over
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert own.tracks == tracks((15, 12, 9, 6, 3), (9, 5, 3, 1), (9, 5, 2))
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-19")
def test_what_is_still_possible_is_made_before_the_rest_lapses() -> None:
    # given 3 black steps, all on St Petersburg, the first of which reaches a question space
    state = position()
    own = state.players[0]
    own.tracks = tracks((15, 12, 9, 6, 3), (3, 2, 1, 0), (9, 4, 2))
    own.locomotives = [1, 0, 4, 0]
    supply(state, 0, workers=2)
    do(state, "space:track_black_2", "token:four_any")
    # when the token leaves a single black step for the two that remain
    heard = do(state, *["advance:st_petersburg:black"] * 4)
    # then that one is made, and the last lapses
    assert own.tracks[5] == 9
    assert [e.declined for e in only(heard, events.RestLapsed)] == [False]
    assert state.actor == 1


# ---------------------------------------------------------------- last in, first out


@pytest.mark.clause("RR-TURN-20")
def test_an_effect_in_the_middle_of_another_is_carried_out_first() -> None:
    # given 2 industry steps, two markers, the first of them before the question space
    state = position()
    own = state.players[0]
    own.factories, own.markers = FACTORIES[:], [9, 2]
    supply(state, 0, workers=2)
    # when the first step reaches it and 'five industry' is used
    do(state, "space:industry_2", "industry:1", "token:five_industry")
    # then those 5 steps are made first: as steps of a token they may be declined
    for made in range(5):
        assert "done" in legal(state)
        assert sum(own.markers) == 12 + made
        do(state, "industry:2" if made < 2 else "industry:1")
    # and after them comes the second step of the action, which may not
    assert own.markers == [13, 4]
    assert state.actor == 0
    assert refusal(state, "done").clause == "RR-TURN-06"
    do(state, "industry:1")
    assert own.markers == [14, 4]
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-20")
def test_declining_what_came_in_between_does_not_touch_the_interrupted_action() -> None:
    # given 2 industry steps, the first reaching the question space
    state = position()
    own = state.players[0]
    own.factories, own.markers = FACTORIES[:], [9, -1]
    supply(state, 0, workers=2)
    do(state, "space:industry_2", "token:five_industry")
    # when all 5 steps are declined
    do(state, "done")
    # then the second step of the action is made
    assert own.markers == [11, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-TURN-20")
def test_what_a_triggered_effect_triggers_comes_first_again() -> None:
    # given 2 industry steps, the first reaching the question space, a #7 factory behind it, and a second marker
    state = position()
    own = state.players[0]
    own.factories, own.markers = [8, 8, 8, 7, 8], [9, 2]
    supply(state, 0, workers=2)
    do(state, "space:industry_2", "industry:1", "token:five_industry")
    # when the first step of the token enters the factory
    do(state, "industry:1")
    # then its 2 free steps come before the 4 left of the token, and these before the one left of the action
    parts = [effect.parts for effect in state.agenda if isinstance(effect, Carry)]
    assert [[part.count for part in left] for left in parts] == [[1], [4], [2]]
    assert refusal(state, "industry:1").clause == "RR-TURN-07"
    do(state, "advance:kiev:black", "advance:kiev:black")
    assert "done" in legal(state)
    assert "industry:1" in legal(state)
    do(state, "done")
    assert legal(state) == ["industry:1", "industry:2"]


@pytest.mark.clause("RR-TURN-21")
def test_an_end_bonus_choice_of_a_relocation_comes_before_the_next_relocation() -> None:
    # given two claims, and the claimant of position 2 before a #9 factory
    state = position(turn=0)
    state.claims = [3, 2]
    put(state, "order_1", 3)
    put(state, "order_2", 2)
    state.players[2].factories, state.players[2].markers = [9], [4, -1]
    for player in state.players[1:]:
        player.passed = 1
    refresh(state)
    do(state, "pass")
    assert state.actor == 2
    # when that player relocates to the 1-step industry space
    heard = do(state, "space:industry_1")
    # then the factory is used, and the end bonus choice follows at once
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(2, 9)]
    do(state, "look", REMOVED)
    assert state.actor == 2
    assert isinstance(state.agenda[-1], ChooseBonus)
    do(state, "bonus:doublers")
    # and only then the next player relocates
    assert state.actor == 3
    assert isinstance(state.agenda[-1], Relocate)


@pytest.mark.clause("RR-TURN-21")
def test_rewards_fire_and_chains_run_in_a_relocation() -> None:
    # given a claimant who relocates to the 1-worker locomotive space with St Petersburg before both question spaces
    state = position(turn=0)
    state.claims = [2, -1]
    put(state, "order_1", 2)
    own = state.players[2]
    own.tracks = tracks((1,), (4,), (1,))
    own.locomotives = [1, 0, 3, 0]
    state.piles = [0, 0, 0, 0, 4, 4, 4, 4, 4, 4]
    for player in state.players[1:]:
        player.passed = 1
    refresh(state)
    # when the new 4 displaces the 3
    do(state, "pass", "space:loco_1", "build:locomotive", "place:st_petersburg")
    # then the chain runs, and after it the token is used
    do(state, "place:kiev")
    assert isinstance(state.agenda[-1], UseToken)
    do(state, "token:three_doublers")
    assert own.doublers == 3
    assert state.round == 2


@pytest.mark.clause("RR-TURN-21")
def test_a_starting_bonus_card_is_resolved_like_a_turn() -> None:
    # given a starting bonus choice with the marker before a #9 factory, and another player to choose after it
    state = position()
    state.starts = 15
    state.players[3].factories, state.players[3].markers = [9], [4, -1]
    refresh(state, [NextTurn(3), ChooseStart(2), ChooseStart(3)])
    # when the industry card is taken
    do(state, "start:industry")
    # then the end bonus choice is made before the next player chooses
    assert state.actor == 3
    do(state, "ten")
    assert state.players[3].points == 10
    assert state.actor == 2
    assert isinstance(state.agenda[-1], ChooseStart)


# ---------------------------------------------------------------- who knows what


def bonus_taken(removed: str, card: str) -> RailState:
    """Seat 1 has looked through a pile of 8 and taken a card."""
    state = position(turn=1)
    refresh(state, [NextTurn(1), SettleBonus(1), LookThrough(1)])
    do(state, removed, card)
    return state


@pytest.mark.clause("RR-TURN-17")
@pytest.mark.parametrize("other", ["bonus:factories", "bonus:black_sum"])
@pytest.mark.parametrize("removed", [REMOVED, "removed:flat:railroads"])
def test_end_bonus_cards_of_others_are_a_count_and_nothing_more(other: str, removed: str) -> None:
    # given two games that differ only in the end bonus cards: those removed, and the one that seat 1 took
    first = bonus_taken(REMOVED, "bonus:doublers")
    second = bonus_taken(removed, other)
    assert first.digest() != second.digest()
    # then the others, and a spectator, see the same: a count
    for seat in (0, 2, 3, None):
        assert first.view(seat) == second.view(seat)
        assert [player.bonus for player in first.view(seat).players] == [0, 1, 0, 0]
        assert first.view(seat).own_bonus == []
    # and the owner sees which card it is
    assert first.view(1).own_bonus == ["doublers"]
    assert second.view(1).own_bonus == [other.removeprefix("bonus:")]


CHANGES: dict[str, Callable[[RailState], None]] = {
    "round": lambda state: setattr(state, "round", 3),
    "order": lambda state: setattr(state, "order", [3, 2, 1, 0]),
    "claims": lambda state: setattr(state, "claims", [2, -1]),
    "stacks": lambda state: put(state, "aux_doubler", 2),
    "piles": lambda state: setattr(state, "piles", [0] * 10),
    "open_factories": lambda state: setattr(state, "open_factories", [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    "strip": lambda state: setattr(state, "strip", [0, 0, 0, 0, 0, 0, 4]),
    "roubles": lambda state: setattr(state, "roubles", 5),
    "doublers": lambda state: setattr(state, "doublers", 5),
    "turquoise": lambda state: setattr(state, "turquoise", 0),
    "cards": lambda state: setattr(state, "cards", 3),
    "starts": lambda state: setattr(state, "starts", 3),
}

PLAYER_CHANGES: dict[str, object] = {
    "tracks": ALL_COLOURS,
    "locomotives": [9, 8, 7, 6],
    "factories": [1, 2],
    "markers": [3, 1],
    "engineers": [9],
    "points": 77,
    "workers": 2,
    "reserve": 1,
    "turquoise": 1,
    "black": 1,
    "roubles": 7,
    "doublers": 5,
    "gained": 1,
    "tokens": 5,
    "gained_workers": 2,
    "due": 1,
    "revalued": 1,
    "medal": 1,
    "passed": 1,
}


@pytest.mark.clause("RR-TURN-17")
@pytest.mark.parametrize("field", CHANGES)
def test_everything_on_the_shared_board_is_visible_to_everybody(field: str) -> None:
    # given a position, when this changes, then every view changes in this field
    state = position()
    before = [state.view(seat) for seat in (0, 1, 2, 3, None)]
    CHANGES[field](state)
    for seat, old in zip((0, 1, 2, 3, None), before, strict=True):
        assert getattr(state.view(seat), field) != getattr(old, field)


@pytest.mark.clause("RR-TURN-17")
@pytest.mark.parametrize("field", PLAYER_CHANGES)
def test_everything_a_player_has_but_end_bonus_cards_is_visible_to_everybody(field: str) -> None:
    # given a position, when this changes for seat 1, then every view shows it
    state = position()
    before = [state.view(seat) for seat in (0, 1, 2, 3, None)]
    setattr(state.players[1], field, PLAYER_CHANGES[field])
    for seat, old in zip((0, 1, 2, 3, None), before, strict=True):
        assert getattr(state.view(seat).players[1], field) != getattr(old.players[1], field)


@pytest.mark.clause("RR-TURN-17")
def test_no_part_of_a_position_is_forgotten_by_these_tests() -> None:
    # given the fields of a player and of a position, then all but the end bonus cards were tried above
    state = position()
    assert set(PLAYER_CHANGES) == own_fields(type(state.players[0])) - {"bonus"}
    assert set(CHANGES) == own_fields(type(state)) - {"box", "players", "pile", "removed", "takes", "looks"}


@pytest.mark.clause("RR-TURN-17")
def test_the_pile_is_shown_only_to_the_player_who_is_choosing() -> None:
    # given seat 1 looking through the pile
    state = position(turn=1)
    refresh(state, [NextTurn(1), SettleBonus(1), LookThrough(1)])
    drawn = GAME.vocabulary.id(REMOVED)
    # when nature tells what was removed, then only seat 1 reads it
    assert state.seen(1, drawn) == REMOVED
    assert [state.seen(seat, drawn) for seat in (0, 2, 3, None)] == ["removed:?"] * 4
    do(state, REMOVED)
    assert isinstance(state.agenda[-1], ChooseBonus)
    # then that seat sees the 8 cards, and nobody else any
    assert state.view(1).looks == [Look(0, EIGHT)]
    for seat in (0, 2, 3, None):
        assert state.view(seat).looks == []
        assert state.view(seat).pile_size == 8
    # and when a card is taken, then the others read that one is taken, and not which
    taken = GAME.vocabulary.id("bonus:doublers")
    assert state.seen(1, taken) == "bonus:doublers"
    assert [state.seen(seat, taken) for seat in (0, 2, 3, None)] == ["bonus:?"] * 4
    do(state, "bonus:doublers")
    assert only(state.events(1), events.BonusTaken) == [events.BonusTaken(1, "doublers")]
    for seat in (0, 2, 3, None):
        assert only(state.events(seat), events.BonusTaken) == [events.BonusTaken(1, None)]
    # and nobody but the chooser learns which cards could have been chosen
    assert state.why_not(taken, seat=0) == state.why_not(GAME.vocabulary.id("bonus:flat"), seat=0)


@pytest.mark.clause("RR-TURN-22")
def test_who_looked_through_the_pile_keeps_that_knowledge() -> None:
    # given A (seat 1) took a card from a pile of 8
    state = bonus_taken(REMOVED, "bonus:doublers")
    assert state.actor == 2
    # then A's view still names the 7 others, and the 2 removed follow by elimination
    view = state.view(1)
    assert view.own_bonus == ["doublers"]
    assert view.looks == [Look(0, EIGHT)]
    assert len([name for name in view.looks[0].pile if name not in view.own_bonus]) == 7
    assert set(NAMES) - set(view.looks[0].pile) == {"flat", "extra_workers"}
    # while B's view shows only the pile size and that A holds 1 card
    other = state.view(2)
    assert (other.own_bonus, other.looks, other.pile_size) == ([], [], 7)
    assert [player.bonus for player in other.players] == [0, 1, 0, 0]
    assert other.takes == [1]
    # and A's knowledge stays when others play on
    bottom_step(state)
    bottom_step(state)
    assert state.view(1).looks == [Look(0, EIGHT)]


@pytest.mark.clause("RR-TURN-22")
def test_a_later_look_shows_what_is_left_and_not_who_has_what() -> None:
    # given A (seat 1) took a card, and then B (seat 2) looks through the pile
    state = bonus_taken(REMOVED, "bonus:doublers")
    refresh(state, [NextTurn(2), SettleBonus(2), LookThrough(2)])
    left = [name for name in EIGHT if name != "doublers"]
    # then B is shown the 7 that are left; the removed ones are not drawn again
    assert state.actor == 2
    assert state.view(2).looks == [Look(1, left)]
    # and A still knows what A saw, and no more, whatever B takes
    one, two = state.clone(), state.clone()
    do(one, "bonus:factories")
    do(two, "bonus:railroads")
    assert one.view(1) == two.view(1)
    assert one.view(1).looks == [Look(0, EIGHT)]
    assert one.view(2).own_bonus == ["factories"]
    # and B cannot tell A's card from the two removed ones
    twin = bonus_taken("removed:extra_workers:doublers", "bonus:flat")
    refresh(twin, [NextTurn(2), SettleBonus(2), LookThrough(2)])
    assert msgspec.json.encode(twin.view(2)) == msgspec.json.encode(state.view(2))


@pytest.mark.clause("RR-TURN-22")
def test_worlds_of_a_seat_keep_what_it_knows_and_vary_what_it_does_not() -> None:
    # given A (seat 1) took a card from a pile of 8
    state = bonus_taken(REMOVED, "bonus:doublers")
    rng = Random(5)
    # when worlds are drawn from A's view, then the removed cards and the pile are always the true ones
    for _ in range(20):
        world = state.redraw(1, rng)
        assert (world.removed, world.pile, world.players[1].bonus) == (
            state.removed,
            state.pile,
            state.players[1].bonus,
        )
    # when they are drawn from B's view, then A's card may be any of the 10, and the removed ones any 2
    worlds = [state.redraw(2, rng) for _ in range(200)]
    assert {world.players[1].bonus[0] for world in worlds} == set(range(10))
    assert len({world.removed for world in worlds}) > 30
    assert all(world.view(2) == state.view(2) for world in worlds)

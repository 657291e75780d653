"""What a turn consists of, when it ends, and what everybody sees."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.spike.positions import (
    BOX,
    NET,
    asked,
    barred,
    do,
    draw_out,
    families,
    games,
    give,
    lay,
    legal,
    new_game,
    node,
    only,
    position,
    refusal,
    set_up,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE

ACTIONS = {"pile", "take", "build", "start", "extra", "upgrade"}
CARGO = {"load", "unload", "deliver"}


def everything_possible() -> SpikeState:
    """A player who can do all five actions but one: its train is in a city."""
    state = position(2)
    return give(state, 0, cards="red red", money=5, tracks="norfolk-washington", at="washington")


# ---------------------------------------------------------------- what a turn consists of


@pytest.mark.clause("SP-TURN-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_every_turn_at_most_one_free_move_precedes_one_action(seats: int) -> None:
    # given games
    turns: set[tuple[str, ...]] = set()
    for seed in range(8):
        state, rng = new_game(seats), Random(seed)
        log: list[str] | None = None
        while not state.over:
            # when turns are logged
            question = asked(state)
            if state.begins_turn and question == "Turn":
                if log is not None:
                    turns.add(tuple(log))
                log = []
            move = state.pick(rng.randrange(state.tickets())) if state.actor == NATURE else rng.choice(state.moves())
            family = state.game.vocabulary.word(move).split(":")[0]
            if log is not None and question in ("Turn", "After") and family not in (*CARGO, "done"):
                log.append({"take": "draw", "pile": "draw"}.get(family, family))
            state.play(move)
    # then at most one free move precedes exactly one action
    actions = {"draw", "build", "start", "extra", "upgrade"}
    assert turns == {(action,) for action in actions} | {("move", action) for action in actions - {"start"}}


@pytest.mark.clause("SP-TURN-01")
def test_after_the_action_there_is_no_other_one() -> None:
    # given a turn that stays open after its action: pigs can be loaded
    state = give(everything_possible(), 0, at="norfolk", contracts="pigs-1-a")
    do(state, "upgrade:tender")
    assert legal(state) == ["done", "load:pigs"]
    # when a second action is asked, then refused
    for word in ("pile", "take:red", "start:norfolk-washington", "extra:norfolk-washington"):
        assert barred(state, word) == "SP-TURN-01"
    assert barred(state, "build") == "SP-BUILD-12"
    assert barred(state, "upgrade:car") == "SP-UPGRADE-06"


@pytest.mark.clause("SP-TURN-02")
def test_there_are_five_actions_and_no_pass() -> None:
    # given a turn in a city, when legal actions are listed
    state = everything_possible()
    # then draw, build, start and upgrade are there
    assert families(state) == {"pile", "take", "build", "start", "upgrade"}
    # and on the line extra movement instead of start
    give(state, 0, at="norfolk-washington", heading="washington")
    assert families(state) == {"pile", "take", "build", "move", "extra", "upgrade"}
    # and the turn cannot be passed
    assert barred(state, "done") == "SP-TURN-02"
    assert not [word for word in state.game.vocabulary if word == "pass"]


@pytest.mark.clause("SP-TURN-02", "SP-TURN-03")
def test_every_turn_offers_an_action_of_these() -> None:
    # given games
    questions = 0
    for state in games(9, seed=2):
        # when a turn is asked for its action
        if asked(state) == "Turn":
            questions += 1
            found = families(state)
            # then all words belong to the five actions, to the free move or to cargo
            assert found <= ACTIONS | CARGO | {"move"}
            # and Draw is always there, because the pile is never empty
            assert "pile" in found
            assert state.view(None).pile > 0
    assert questions > 200


@pytest.mark.clause("SP-TURN-03")
@pytest.mark.parametrize("display", ["red red red red", "white blue", ""])
def test_a_player_who_can_do_nothing_else_draws(display: str) -> None:
    # given a walled-in player without money, with cards and a train that cannot start
    state = give(position(2), 0, cards=dict.fromkeys(BOX.colors, 3), at="boston")
    wall = [BOX.space_names[link] for link in NET.links_at[node("boston")]]
    give(state, 1, tracks=wall, at="albany")
    lay(state, display=display)
    # when legal actions are listed, then exactly Draw
    assert legal(state) == ["pile", *[f"take:{color}" for color in BOX.colors if color in display.split()]]
    # and each other action has its reason
    assert barred(state, "build") == "SP-BUILD-09"
    assert barred(state, "start:albany-boston") == "SP-MOVE-04"
    assert barred(state, "extra:albany-boston") == "SP-EXTRA-01"
    assert barred(state, "upgrade:car") == "SP-UPGRADE-08"


@pytest.mark.clause("SP-TURN-04")
@pytest.mark.parametrize(("seats", "seat", "after"), [(3, 1, 2), (3, 2, 0), (2, 1, 0), (4, 3, 0)])
def test_the_next_player_clockwise_follows(seats: int, seat: int, after: int) -> None:
    # given a seat finishing
    state = turn_of(position(seats), seat)
    # when the turn ends
    heard = draw_out(state)
    # then the next seat is active
    assert only(heard, events.TurnBegun) == [events.TurnBegun(after)]
    assert (state.actor, state.view(None).turn) == (after, after)
    # and nobody else
    word = state.game.vocabulary.id("pile")
    for other in range(seats):
        why = state.why_not(word, other)
        assert (why is None) == (other == after)
        assert why is None or why.clause == "SP-TURN-04"


# ---------------------------------------------------------------- how long a turn stays open


@pytest.mark.clause("SP-TURN-05")
def test_delivery_and_loading_are_possible_after_the_action() -> None:
    # given an Extra move into a contract city with the token aboard, and a token that can be loaded there
    state = give(
        position(2),
        0,
        tracks="norfolk-washington",
        at="norfolk-washington",
        heading="washington",
        contracts="cattle-3-a flour-1-a",
        aboard="cattle",
        capacity=2,
    )
    # when the action is done
    do(state, "extra:washington")
    # then delivery and loading are still offered
    assert state.actor == 0
    assert legal(state) == ["done", "load:flour", "unload:cattle", "deliver:cattle"]
    # and the turn ends when the player says so
    stopped = state.clone()
    stopped.listen()
    assert only(do(stopped, "done"), events.TurnClosed) == [events.TurnClosed(0)]
    assert stopped.actor == 1
    assert shown(stopped, 0).money == 0
    # or when nothing is left to do
    do(state, "deliver:cattle")
    assert state.actor == 0
    do(state, "load:flour")
    assert state.actor == 1


@pytest.mark.clause("SP-TURN-05")
def test_cargo_is_handled_before_between_and_after() -> None:
    # given a train on the line with two tokens aboard
    state = give(
        position(2),
        0,
        tracks="norfolk-washington",
        at="norfolk-washington",
        heading="washington",
        contracts="cattle-3-a flour-1-a oil-1-a",
        aboard="cattle oil",
        capacity=2,
        money=3,
    )
    # when it unloads before the free move, delivers between it and the action, and loads after the action
    do(state, "unload:oil", "move:washington", "deliver:cattle", "upgrade:tender", "load:flour")
    # then all of it was possible in one turn
    assert state.actor == 1
    assert [(contract.face, contract.aboard) for contract in shown(state, 0).contracts] == [
        ("flour-1-a", True),
        ("oil-1-a", False),
    ]
    assert shown(state, 0).money == 5


@pytest.mark.clause("SP-TURN-05")
def test_an_added_freight_car_can_be_loaded_at_once() -> None:
    # given a full train in a city with a token to load
    state = give(position(2), 0, at="norfolk", contracts="pigs-1-a coal-1-a", aboard="coal", capacity=1, money=3)
    assert barred(state, "load:pigs") == "SP-LOAD-04"
    # when a freight car is added, then a token may be loaded into it at once
    do(state, "upgrade:car")
    assert state.actor == 0
    do(state, "load:pigs")
    assert [contract.aboard for contract in shown(state, 0).contracts] == [True, True]


@pytest.mark.clause("SP-TURN-05")
@pytest.mark.parametrize(("at", "heading"), [("norfolk-washington", "washington"), ("washington", None)])
def test_a_turn_in_which_only_unloading_is_left_ends_by_itself(at: str, heading: str | None) -> None:
    # given a token aboard that cannot be delivered here, and nothing to load
    state = give(position(2), 0, tracks="norfolk-washington", contracts="coal-1-a", aboard="coal", money=3)
    give(state, 0, at=at, heading=heading)
    # when the action is done, then the turn is over
    assert "unload:coal" in legal(state)
    do(state, "upgrade:tender")
    assert state.actor == 1


@pytest.mark.clause("SP-TURN-05")
def test_a_turn_stays_open_if_unloading_makes_room() -> None:
    # given a full train in a city with a token to load
    state = give(position(2), 0, at="norfolk", contracts="pigs-1-a coal-1-a", aboard="coal", capacity=1, money=3)
    # when the action is done, then coal can still be exchanged for pigs
    do(state, "upgrade:tender")
    assert legal(state) == ["done", "unload:coal"]
    do(state, "unload:coal", "load:pigs")
    assert [(contract.face, contract.aboard) for contract in shown(state, 0).contracts] == [
        ("pigs-1-a", True),
        ("coal-1-a", False),
    ]


@pytest.mark.clause("SP-TURN-05")
def test_unloading_and_loading_the_same_token_keeps_no_turn_open() -> None:
    # given pigs aboard in a city that supplies pigs, and nothing else to load
    state = give(position(2), 0, at="norfolk", contracts="pigs-1-a coal-1-a", aboard="pigs", capacity=1, money=3)
    assert "unload:pigs" in legal(state)
    # when the action is done, then the turn is over
    do(state, "upgrade:tender")
    assert state.actor == 1


@pytest.mark.clause("SP-TURN-05")
def test_after_the_third_time_card_nothing_more_can_be_done() -> None:
    # given a delivery that is possible
    state = give(position(2), 0, at="topeka", contracts="cattle-2-a", aboard="cattle")
    lay(state, pile="red red", round=3, times=2, pile_times=1)
    assert "deliver:cattle" in legal(state)
    # when the third Time card comes up first
    do(state, "pile", "time")
    # then it is too late
    assert state.over
    assert legal(state) == []
    assert refusal(state, "deliver:cattle").clause == "SP-END-01"
    assert state.scores() == [0, 0]


# ---------------------------------------------------------------- what is open to everybody


@pytest.mark.clause("SP-TURN-06")
@pytest.mark.parametrize("viewer", [None, 1])
def test_everybody_sees_all_but_hands_routes_and_pile(viewer: int | None) -> None:
    # given a position with something of everything
    state = position(2)
    give(
        state,
        0,
        cards="red red blue",
        money=7,
        tracks="norfolk-washington",
        at="norfolk-washington",
        heading="washington",
        contracts="cattle-3-a coal-1-b",
        aboard="cattle",
        delivered="topeka",
        speed=2,
        supply=3,
        capacity=2,
        route="tulsa",
    )
    lay(state, discards="green green", display="black black white red")
    # when any other view is read
    view = state.view(viewer)
    own = view.players[0]
    # then board, market, money, trains and their loads, contracts and stocks are there
    assert view.tracks[BOX.space_names.index("norfolk-washington")] == 0b01
    assert view.market == BOX.commodities
    assert (own.money, own.stock, own.delivered) == (7, 44, ["topeka"])
    assert (own.train, own.heading, own.speed, own.supply, own.capacity) == (
        "norfolk-washington",
        "washington",
        2,
        3,
        2,
    )
    assert [(contract.face, contract.aboard) for contract in own.contracts] == [
        ("cattle-3-a", True),
        ("coal-1-b", False),
    ]
    # and the face-up cards, the discards and the numbers of cards
    assert view.display == ["black", "black", "white", "red"]
    assert view.discards == [0, 0, 0, 0, 2, 0]
    assert (own.cards, own.routes, view.pile) == (3, 1, 42 - 3 - 4 - 2)
    # while the view is the same with another hand and another route card
    other = state.clone()
    give(other, 0, cards="green yellow black", route="miami")
    assert other.view(0) != state.view(0)
    assert other.view(viewer) == view


@pytest.mark.clause("SP-TURN-06")
def test_another_seat_sees_nothing_of_the_hidden_cards() -> None:
    # given a set-up, when seat 1 imagines the hidden cards anew
    for seed in range(10):
        state, _ = set_up(3, seed)
        world = state.redraw(1, Random(seed))
        # then its view is the same, though hands and routes may be others
        assert world.view(1) == state.view(1)

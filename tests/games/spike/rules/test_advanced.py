"""The advanced game: chosen sides of contracts, and one of two route cards."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.spike.positions import (
    BOX,
    FACES,
    GAME,
    asked,
    barred,
    dealt,
    do,
    ends,
    fall,
    games,
    legal,
    new_game,
    only,
    play_until,
    position,
    shown,
    wander,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState


def before_sides(seats: int, first: int = 0) -> SpikeState:
    """An advanced game in which the contract cards of number 2 were dealt."""
    state = new_game(seats, advanced="yes", first_player=f"seat-{first + 1}")
    do(state, *[f"market:{commodity}" for commodity in BOX.commodities])
    do(state, *[f"deal:{commodity}-2" for commodity in BOX.commodities])
    return state


def before_routes(seats: int) -> SpikeState:
    """An advanced game before the route cards."""
    state = dealt(seats, advanced="yes")
    do(state, "give:white", "draw:red", "draw:red", "draw:blue", "draw:white")
    return state


@pytest.mark.clause("SP-ADVANCED-01")
def test_each_player_chooses_the_side_of_every_contract_card() -> None:
    # given the advanced option, when contracts are dealt
    state = before_sides(3)
    assert shown(state, 0).undecided == ["cattle-2", "corn-2", "coal-2", "cotton-2"]
    assert shown(state, 0).contracts == []
    # then a side is asked for each card, in any order
    assert (state.actor, asked(state)) == (0, "ChooseSides")
    assert ends(state, "side") == sorted(
        f"{commodity}-2-{side}" for commodity in ("cattle", "corn", "coal", "cotton") for side in "ab"
    )
    # and not for those of others
    assert barred(state, "side:pigs-2-a") == "SP-ADVANCED-01"
    assert barred(state, "side:cattle-1-a") == "SP-ADVANCED-01"
    heard = do(state, "side:coal-2-b")
    assert only(heard, events.SideChosen) == [events.SideChosen(0, "coal-2-b")]
    # and it is honoured: neither side can be chosen again
    assert barred(state, "side:coal-2-a") == "SP-ADVANCED-01"
    assert barred(state, "side:coal-2-b") == "SP-ADVANCED-01"
    do(state, "side:cattle-2-a", "side:corn-2-b")
    assert state.actor == 0
    do(state, "side:cotton-2-a")
    assert [contract.face for contract in shown(state, 0).contracts] == sorted(
        ["cattle-2-a", "corn-2-b", "coal-2-b", "cotton-2-a"], key=lambda name: FACES[name]
    )
    assert shown(state, 0).undecided == []
    # then the next player chooses
    assert state.actor == 1


@pytest.mark.clause("SP-ADVANCED-01")
def test_cards_are_dealt_without_a_side() -> None:
    # given an advanced game before the contracts
    state = new_game(2, advanced="yes", first_player="seat-1")
    do(state, *[f"market:{commodity}" for commodity in BOX.commodities])
    # when a card is dealt, then all 36 are equally likely
    assert [(GAME.vocabulary.word(move), weight) for move, weight in state.odds()] == [
        (f"deal:{card}", 1) for card in BOX.card_names
    ]
    do(state, "deal:oil-3")
    assert shown(state, 0).undecided == ["oil-3"]
    assert not [word for word in legal(state) if word.startswith("deal:oil-")]


@pytest.mark.clause("SP-ADVANCED-02")
def test_each_player_keeps_one_of_two_route_cards() -> None:
    # given the advanced option
    state = before_routes(2)
    # when set up, then 2 route cards are dealt to each, one at a time
    do(state, "route:tulsa", "route:miami", "route:albany", "route:boston")
    assert (state.actor, asked(state)) == (0, "KeepRoute")
    # and shown to their owner only
    assert [state.view(viewer).routes for viewer in (None, 0, 1)] == [[], ["albany", "tulsa"], ["boston", "miami"]]
    assert [player.routes for player in state.view(1).players] == [2, 2]
    # and 1 is kept
    assert ends(state, "keep") == ["albany", "tulsa"]
    assert barred(state, "keep:miami") == "SP-ADVANCED-02"
    assert barred(state, "keep:chicago") == "SP-ADVANCED-02"
    move = GAME.vocabulary.id("keep:tulsa")
    assert [state.seen(viewer, move) for viewer in (None, 0, 1)] == ["keep:?", "keep:tulsa", "keep:?"]
    (event,) = only(do(state, "keep:tulsa"), events.RouteKept)
    assert event == events.RouteKept(0, "tulsa")
    assert [event.as_seen(viewer) == event for viewer in (None, 0, 1)] == [False, True, False]
    # and the other leaves the game, unseen by others
    assert (state.view(0).routes, state.view(0).dropped) == (["tulsa"], ["albany"])
    assert (shown(state, 0, viewer=1).route, shown(state, 0, viewer=1).routes) == ("", 1)
    assert state.view(1).dropped == []
    # then the other player chooses
    assert (state.actor, ends(state, "keep")) == (1, ["boston", "miami"])


@pytest.mark.clause("SP-ADVANCED-02")
def test_only_the_kept_route_card_counts_at_the_end() -> None:
    # given route cards chosen
    state = before_routes(2)
    do(state, "route:tulsa", "route:miami", "route:albany", "route:boston", "keep:tulsa", "keep:miami")
    rng = Random(2)
    heard = []
    # when the game ends
    while not state.over:
        heard = wander(state, rng)
    # then only the kept ones are revealed and paid
    assert [(event.seat, event.route) for event in only(heard, events.RouteScored)] == [(0, "tulsa"), (1, "miami")]


@pytest.mark.clause("SP-ADVANCED-03")
def test_after_the_set_up_the_advanced_game_is_played_as_the_basic_one() -> None:
    # given a basic and an advanced game in the same position
    compared = 0
    for state in games(3, seed=3):
        if state.turn < 0:
            continue
        options = {**state.options, "advanced": "yes"}
        twin = GAME.restore(state.seats, options, list(state.agenda), state.facts())
        twin.over = state.over
        if not state.over:
            twin.settle()
        # when legal actions are compared, then identical
        assert twin.moves() == state.moves()
        compared += 1
    assert compared > 200


@pytest.mark.clause("SP-ADVANCED-03")
def test_no_side_is_chosen_in_play() -> None:
    # given an advanced game in play, when the sides are to be changed, then refused
    state = position(2, advanced="yes")
    assert legal(state) == legal(position(2))
    assert barred(state, "side:cattle-1-a") == "SP-TURN-02"
    assert barred(state, "keep:tulsa") == "SP-TURN-02"


@pytest.mark.clause("SP-ADVANCED-04")
@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 2), (4, 1)])
def test_the_order_of_the_advanced_choices(seats: int, first: int) -> None:
    # given the advanced option, when the set-up runs
    state = new_game(seats, advanced="yes", first_player=f"seat-{first + 1}")
    rng = Random(4)
    asked_of: list[tuple[str, int]] = []
    while state.turn < 0:
        if state.actor >= 0 and (not asked_of or asked_of[-1] != (asked(state), state.actor)):
            asked_of.append((asked(state), state.actor))
        if asked(state) == "ChooseSides":
            # then sides are chosen before railway and route cards are seen
            assert all(sum(player.hand) == 0 and not player.routes for player in state.players)
        wander(state, rng)
    order = [(first + offset) % seats for offset in range(seats)]
    # first the sides, clockwise from the first player, then the gift, then the route cards, then the start cities
    assert asked_of == [
        *[("ChooseSides", seat) for seat in order],
        ("GiveCard", first),
        *[("KeepRoute", seat) for seat in order],
        *[("PlaceTrain", seat) for seat in order],
    ]


@pytest.mark.clause("SP-ADVANCED-04")
def test_sides_are_chosen_openly() -> None:
    # given a choice of a side
    state = before_sides(2, first=1)
    move = GAME.vocabulary.id("side:cattle-2-b")
    # when made, then everybody reads it
    assert state.actor == 1
    assert [state.seen(viewer, move) for viewer in (None, 0, 1)] == ["side:cattle-2-b"] * 3
    do(state, "side:cattle-2-b")
    for viewer in (None, 0, 1):
        assert [contract.face for contract in shown(state, 1, viewer).contracts] == ["cattle-2-b"]
        assert "pigs-2" in shown(state, 0, viewer).undecided


@pytest.mark.clause("SP-ADVANCED-04")
def test_one_option_switches_both_changes() -> None:
    # given the basic game, when set up, then neither choice is asked
    basic, _ = play_until(new_game(2), "PlaceTrain")
    assert [len(player.routes) for player in basic.players] == [1, 1]
    assert [player.dropped for player in basic.players] == [[], []]
    # and in the advanced one both are
    state = before_routes(2)
    fall(state)
    assert asked(state) == "KeepRoute"
    assert [option.name for option in GAME.options if option.clause.startswith("SP-ADVANCED")] == ["advanced"]

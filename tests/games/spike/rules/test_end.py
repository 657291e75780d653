"""The end of a game: Time cards, the special end, the safety net, and who wins (SP-END)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.games.spike.building import network_of
from tests.support.games.spike.positions import asked, do, fall, games, give, lay, legal, only, position, turn_of
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState


def draw_one(state: SpikeState) -> list[Any]:
    """The seat to act draws one card, and ends its turn."""
    heard = do(state, "pile") + fall(state)
    for word in ("stop", "done"):
        if word in legal(state):
            heard += do(state, word) + fall(state)
    return heard


# ---------------------------------------------------------------- Time cards


@pytest.mark.clause("SP-END-01")
def test_a_game_ends_with_the_third_time_card_of_round_3_or_in_a_special_way() -> None:
    reasons: list[str] = []
    for state in games(6, 11):
        if not state.over:
            assert state.times < 3
            continue
        ended = only(state.heard or [], events.GameEnded)[0]
        reasons.append(ended.reason)
        assert ended.reason in ("time", "special", "idle")
        assert (ended.reason == "time") == (state.times == 3 and state.round == 3)
    assert len(reasons) == 6
    assert "time" in reasons


@pytest.mark.clause("SP-END-01")
def test_three_time_cards_on_the_board_before_round_3_end_nothing() -> None:
    state = lay(position(), pile="green green green", round=2, times=2)
    draw_one(state)
    assert (state.over, state.actor) == (False, 1)


# ---------------------------------------------------------------- the special end


@pytest.mark.clause("SP-END-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_a_special_end_every_other_player_has_one_more_turn(seats: int) -> None:
    # given stock 0 and no possible delivery at the end of the turn
    state = give(position(seats), 0, stock=0)
    heard = draw_one(state)
    assert only(heard, events.SpecialEnd) == [events.SpecialEnd(0, seats - 1)]
    assert state.view(1).last_turns == seats - 1
    # when play continues / then exactly the other players take one turn each, then the game is over
    for seat in range(1, seats):
        assert (asked(state), state.actor) == ("Turn", seat)
        heard = draw_one(state)
    assert state.over
    assert [event.reason for event in only(heard, events.GameEnded)] == ["special"]


@pytest.mark.clause("SP-END-02")
def test_a_player_with_a_track_piece_left_causes_no_special_end() -> None:
    state = give(position(), 0, stock=1)
    draw_one(state)
    assert state.last_turns == -1


@pytest.mark.clause("SP-END-02")
def test_only_the_end_of_the_own_turn_counts() -> None:
    state = give(position(), 1, stock=0)
    assert only(draw_one(state), events.SpecialEnd) == []
    assert only(draw_one(state), events.SpecialEnd) == [events.SpecialEnd(1, 1)]


@pytest.mark.clause("SP-END-02")
def test_the_last_track_and_the_last_delivery_may_come_in_the_same_turn() -> None:
    # given one track piece, and cattle aboard for Norfolk, where the train is
    state = give(position(), 0, stock=1, cards="blue", contracts="cattle-2-a", aboard="cattle")
    do(state, "build", "link:norfolk-washington", "match")
    assert asked(state) == "After"  # the delivery is still possible
    heard = do(state, "deliver:cattle")
    assert only(heard, events.SpecialEnd) == [events.SpecialEnd(0, 1)]


@pytest.mark.clause("SP-END-03")
@pytest.mark.parametrize(
    ("given", "used_up"),
    [
        # Norfolk supplies pigs, Washington flour; the train is in Washington
        ({"contracts": ""}, True),
        ({"contracts": "pigs-1-b"}, True),  # no destination in the network
        ({"contracts": "pigs-1-b", "aboard": "pigs"}, True),
        ({"contracts": "oil-3-a"}, True),  # a destination, no supplier
        ({"contracts": "oil-3-a", "aboard": "oil"}, False),  # the token is aboard
        ({"contracts": "oil-3-a", "aboard": "oil", "delivered": "norfolk"}, True),  # marked already
        ({"contracts": "pigs-1-b", "more": "raleigh"}, False),  # a destination and a supplier
        ({"contracts": "pigs-1-b", "more": "raleigh", "delivered": "raleigh"}, True),
        ({"contracts": "pigs-1-b", "more": "raleigh", "delivered": "boston"}, False),
        ({"contracts": "pigs-1-b oil-3-a", "more": "raleigh", "delivered": "norfolk"}, False),  # one is enough
        ({"contracts": "pigs-1-a oil-3-a", "more": "raleigh"}, True),
    ],
)
def test_delivery_options_are_used_up_if_no_contract_can_be_fulfilled(given: dict[str, str], used_up: bool) -> None:
    tracks = network_of("norfolk", "washington", *given.get("more", "").split())
    state = give(position(), 0, tracks=tracks, stock=0, at="washington", contracts=given["contracts"])
    give(state, 0, aboard=given.get("aboard", ""), delivered=given.get("delivered", ""))
    heard = draw_one(state)
    assert (only(heard, events.SpecialEnd) == [events.SpecialEnd(0, 1)]) == used_up
    assert (state.last_turns == 1) == used_up


@pytest.mark.clause("SP-END-04")
def test_the_third_time_card_stops_a_special_end() -> None:
    # given a special end pending / when the third Time card is drawn / then remaining turns are skipped
    state = give(position(4), 0, stock=0)
    draw_one(state)
    assert (state.last_turns, state.actor) == (3, 1)
    lay(state, round=3, times=2, pile_times=1, upper=0)
    heard = do(state, "pile", "time")
    assert state.over
    assert [event.reason for event in only(heard, events.GameEnded)] == ["time"]


@pytest.mark.clause("SP-END-07")
def test_a_special_end_is_declared_once() -> None:
    # given 3 players and seat 0 causing the special end / when seat 1 meets the condition too in its last turn
    state = give(give(position(3), 0, stock=0), 1, stock=0)
    heard = draw_one(state) + draw_one(state)
    assert only(heard, events.SpecialEnd) == [events.SpecialEnd(0, 2)]
    # then seat 2 still takes one turn, and the game is over; seat 0 takes none
    assert (asked(state), state.actor) == ("Turn", 2)
    heard = draw_one(state)
    assert state.over
    assert only(heard, events.TurnBegun) == []


# ---------------------------------------------------------------- the result


def finish(state: SpikeState) -> list[Any]:
    """The third Time card is drawn."""
    lay(state, round=3, times=2, pile_times=1, upper=0)
    return do(state, "pile", "time")


@pytest.mark.clause("SP-END-05")
def test_route_cards_are_revealed_and_scored_at_the_end() -> None:
    state = give(position(3), 0, route="norfolk", tracks=network_of("norfolk", "philadelphia"), money=10)
    give(state, 1, route="chicago")
    give(state, 2, route="dallas", tracks=network_of("dallas", "little_rock"))
    assert [shown.route for shown in state.view(0).players] == ["norfolk", "", ""]
    assert [shown.route for shown in state.view(None).players] == ["", "", ""]
    finish(state)
    for seat in (0, 1, 2, None):
        assert [shown.route for shown in state.view(seat).players] == ["norfolk", "chicago", "dallas"]
        scored = only(state.events(seat), events.RouteScored)
        assert [(event.route, event.money) for event in scored] == [("norfolk", 3), ("chicago", 0), ("dallas", 3)]
    assert state.scores() == [13, 0, 3]


@pytest.mark.clause("SP-END-05")
@pytest.mark.parametrize("reason", ["special", "idle"])
def test_route_cards_are_scored_after_every_kind_of_end(reason: str) -> None:
    state = give(position(), 0, route="norfolk", tracks=network_of("norfolk", "philadelphia"))
    if reason == "special":
        lay(state, last_turns=1)
        heard = draw_one(state)
    else:
        lay(state, idle=40)
        heard = do(state, f"start:{network_of('norfolk', 'philadelphia')[0]}")
    assert [event.reason for event in only(heard, events.GameEnded)] == [reason]
    assert [event.money for event in only(heard, events.RouteScored)] == [3]
    assert state.scores() == [3, 0]


@pytest.mark.clause("SP-END-06")
def test_the_most_money_wins() -> None:
    # given totals 40, 52, 47 / when ranked / then 52 wins
    state = position(3)
    for seat, money in enumerate((40, 52, 47)):
        give(state, seat, money=money)
    heard = finish(state)
    assert state.standings() == [3, 1, 2]
    assert state.game.returns(state).index(max(state.game.returns(state))) == 1
    assert only(heard, events.GameEnded) == [events.GameEnded("time", [40, 52, 47], [3, 1, 2])]


@pytest.mark.clause("SP-END-06")
def test_the_money_of_route_cards_counts() -> None:
    state = give(position(), 0, route="norfolk", tracks=network_of("norfolk", "philadelphia"), money=40)
    give(state, 1, money=42)
    assert state.standings() == [2, 1]
    finish(state)
    assert state.standings() == [1, 2]


# ---------------------------------------------------------------- the safety net


def shuttling(idle_turns: str = "twenty") -> SpikeState:
    """Two trains of speed 1, each with one track between two cities."""
    state = give(position(idle_turns=idle_turns), 0, tracks="norfolk-washington", at="norfolk")
    return give(state, 1, tracks="chicago-indianapolis", at="chicago")


def shuttle(state: SpikeState) -> None:
    """The train of the seat to act goes on by Start or Extra."""
    words = [word for word in legal(state) if word.startswith(("start:", "extra:"))]
    do(state, words[-1])


@pytest.mark.clause("SP-END-08")
def test_the_game_ends_if_20_turns_of_everybody_bring_nothing() -> None:
    # given two trains shuttling by Start and Extra only / when 20 such turns of each are complete / then game over
    state = shuttling()
    for _ in range(39):
        shuttle(state)
        assert not state.over
    shuttle(state)
    assert state.over
    assert only(state.heard or [], events.GameEnded)[0].reason == "idle"


@pytest.mark.clause("SP-END-08")
@pytest.mark.parametrize(
    "words",
    [
        ["pile", "draw:green", "stop"],
        ["upgrade:tender"],
        ["build", "link:philadelphia-washington", "match"],
        ["deliver:oil", "start:norfolk-washington"],
    ],
    ids=["draw", "upgrade", "build", "delivery"],
)
def test_the_count_starts_again_if_somebody_does_something(words: Sequence[str]) -> None:
    state = shuttling()
    for _ in range(10):
        shuttle(state)
    assert state.actor == 0
    give(state, 0, money=3, cards="red", contracts="oil-3-a", aboard="oil", at="norfolk")
    do(state, *words)
    if asked(state) == "After":
        do(state, "done")
    give(state, 0, contracts="", aboard="", at="norfolk")
    assert state.actor == 1
    for _ in range(39):
        shuttle(state)
        assert not state.over
    shuttle(state)
    assert state.over


@pytest.mark.clause("SP-END-08")
def test_loading_and_unloading_do_not_start_the_count_again() -> None:
    state = shuttling()
    for _ in range(38):
        shuttle(state)
    give(turn_of(state, 0), 0, at="norfolk", contracts="pigs-1-b")
    do(state, "load:pigs", "unload:pigs")
    shuttle(state)
    shuttle(state)
    assert state.over


@pytest.mark.clause("SP-END-08")
def test_by_option_trains_may_shuttle_for_ever() -> None:
    state = shuttling("never")
    for _ in range(100):
        shuttle(state)
    assert not state.over

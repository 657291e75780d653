"""What the bar at the end of a game of Spike says about how it ended and who has won."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import GAME, do, fall, give, lay, legal, position
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.text.sentences import decided

NAMES = ["Ada", "Bo", "Cy"]


def told(state: SpikeState) -> list[tuple[str, str]]:
    assert state.over
    return decided(GAME, state.view(None), range(state.seats), names=NAMES)


def time_up(state: SpikeState) -> SpikeState:
    """The third Time card is drawn."""
    do(lay(state, round=3, times=2, pile_times=1, upper=0), "pile", "time")
    return state


def draw_one(state: SpikeState) -> None:
    """The seat to act draws one card, and ends its turn."""
    do(state, "pile")
    fall(state)
    for word in ("stop", "done"):
        if word in legal(state):
            do(state, word)
            fall(state)


@pytest.mark.clause("SP-END-01", "SP-END-06")
def test_money_decides_and_the_normal_end_needs_no_word() -> None:
    state = time_up(give(give(position(), 0, money=50), 1, money=51))
    assert told(state) == [("Bo wins with 51$, ahead of Ada with 50$.", "SP-END-06")]


@pytest.mark.clause("SP-TIEBREAK-01")
def test_of_equal_money_more_cities_win() -> None:
    state = give(position(), 0, at="chicago", tracks="chicago-milwaukee", money=50)
    give(state, 1, at="dallas", money=50)
    cities = [len(player.cities) for player in state.view(None).players]
    text = f"Ada and Bo have 50$ each; Ada wins with more connected cities, {cities[0]} to {cities[1]}."
    assert told(time_up(state)) == [(text, "SP-TIEBREAK-01")]


@pytest.mark.clause("SP-TIEBREAK-02")
def test_then_more_railway_cards_win() -> None:
    state = give(position(3), 0, money=50, cards="red red red")
    give(state, 1, money=50, cards="white blue red yellow green")
    give(state, 2, money=50, cards="white blue red yellow")
    text = "Ada, Bo and Cy have 50$ each; Bo wins with more railway cards left, 5 to 4."
    assert told(time_up(state)) == [(text, "SP-TIEBREAK-02")]


@pytest.mark.clause("SP-TIEBREAK-03")
def test_where_everything_is_equal_the_victory_is_shared() -> None:
    state = time_up(give(give(position(), 0, money=50, cards="red"), 1, money=50, cards="blue"))
    text = "Ada and Bo are level in everything, with 50$ each, and share the victory."
    assert told(state) == [(text, "SP-TIEBREAK-03")]


@pytest.mark.clause("SP-END-02")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_special_end_names_who_caused_it(seat: int) -> None:
    state = give(position(3), seat, stock=0, money=9)
    while not state.over:
        draw_one(state)
    text = f"Special end: {NAMES[seat]} has laid all tracks and has nothing left to deliver."
    assert told(state)[0] == (text, "SP-END-02")
    assert told(state)[1][1] == "SP-END-06"


@pytest.mark.clause("SP-END-04")
def test_the_last_time_card_may_stop_a_special_end() -> None:
    state = give(position(3), 0, stock=0)
    draw_one(state)
    assert told(time_up(state))[0] == ("The last Time card is drawn during the last turns.", "SP-END-04")


@pytest.mark.clause("SP-END-08")
def test_a_game_in_which_nothing_happens_says_so() -> None:
    state = give(position(), 0, tracks="norfolk-washington", at="norfolk")
    give(state, 1, tracks="chicago-indianapolis", at="chicago")
    while not state.over:
        do(state, [word for word in legal(state) if word.startswith(("start:", "extra:"))][-1])
    assert told(state)[0] == ("For too long nobody has drawn, built, upgraded or delivered.", "SP-END-08")

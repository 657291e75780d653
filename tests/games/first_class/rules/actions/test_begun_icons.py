"""An icon that was begun is finished, or the rest given up, before anything else is done: in a turn and in a scoring.

One printed icon may have several steps, such as two cities for the locomotive; each step is a word of its own.
"""

from __future__ import annotations

import pytest

from tests.support.games.first_class.positions import asked, barred, do, give, legal, position, scoring, show
from trainshed.games.first_class.rules.state import FirstClassState

NO_AND_YES = ["no", "yes"]

CARD_FIRST = {"coin:1:point": "FC-TURN-05", "buy:eb-loc-1": "FC-TURN-05", "fulfil:a1-5": "FC-TURN-05"}
REWARD_FIRST = {"coin:1:point": "FC-TURN-14", "buy:eb-loc-1": "FC-TURN-14", "fulfil:a1-5": "FC-TURN-14"}
"""Extras that every position here could pay for, and the clause that refuses them inside a card and inside a reward."""


def well_off(contracts: str = "", lower: str = "2 2 0 0", inside: str = "no") -> FirstClassState:
    """A turn of seat 0 with coins, a contract that is met (a1-5) and room before its conductors and locomotive.

    `inside`: may coins be spent inside a reward (FC-TURN-14)?
    """
    state = show(position(coins_inside_rewards=inside), "x1-loc-2-1 x1-con-1-1 x1-car-1-1")
    return give(
        state, 0, coins=(4, 1, 0), contracts=f"a1-5 {contracts}", lower=lower, city=5, sections="s1-2 s1-1 s2-2"
    )


def assert_finished_first(state: FirstClassState, offered: set[str], refused: dict[str, str]) -> None:
    """Only the begun icon is offered, or to give it up; each of these words is refused with its clause."""
    assert asked(state) == "Carry"
    assert set(legal(state)) == offered | {"leave"}
    assert {word: barred(state, word) for word in refused} == refused


# ---------------------------------------------------------------- in a turn


@pytest.mark.clause("FC-TURN-05", "FC-TURN-11", "FC-TURN-10")
@pytest.mark.parametrize("end", [["locomotive:2"], ["leave"]])
def test_inside_a_begun_locomotive_icon_of_a_card_there_are_no_extras(end: list[str]) -> None:
    state = well_off()
    # given coins and a met contract, which are offered before the card is taken
    assert set(CARD_FIRST) <= set(legal(state))
    # when one of the three steps of its locomotive is done
    do(state, "take:1:1", "use", "locomotive:1")
    # then neither coins nor contracts, another icon or the end of the turn come before the other two
    refused = CARD_FIRST | {"coin:2:locomotive": "FC-TURN-05", "coach:upper": "FC-CAR-02", "done": "FC-TURN-05"}
    assert_finished_first(state, {"locomotive:1", "locomotive:2"}, refused)
    # when it is finished or given up / then all extras are offered again
    do(state, *end)
    assert asked(state) == "After"
    assert {*CARD_FIRST, "done"} <= set(legal(state))


@pytest.mark.clause("FC-TURN-05", "FC-TURN-11")
def test_both_conductors_of_a_card_are_one_icon() -> None:
    # given a card with one step for each conductor / when the lower one has gone its step
    state = give(well_off(), 0, upper="0 0")
    do(state, "take:1:2", "use", "conductor:lower:1")
    # then the upper one goes next, or not at all
    refused = CARD_FIRST | {"conductor:lower:1": "FC-CONDUCTOR-03", "coach:lower": "FC-CAR-02", "done": "FC-TURN-05"}
    assert_finished_first(state, {"conductor:upper:1"}, refused)
    do(state, "conductor:upper:1")
    assert (asked(state), state.players[0].conductors) == ("After", [1, 1])


@pytest.mark.clause("FC-TURN-14", "FC-TURN-11")
@pytest.mark.parametrize("inside", NO_AND_YES)
@pytest.mark.parametrize("end", [["conductor:upper:1"], ["leave"]])
def test_inside_a_begun_icon_of_a_contract_there_are_no_extras(inside: str, end: list[str]) -> None:
    # given a contract with two steps for each conductor, and coins that an option may allow between its icons
    state = give(well_off(contracts="a1-3", inside=inside), 0, upper="0 0 0 0", conductors=(2, 2))
    # when the lower conductor has gone its way / then the upper one belongs to the same icon
    do(state, "fulfil:a1-3", "conductor:lower:2", "conductor:upper:1")
    refused = REWARD_FIRST | {"conductor:lower:1": "FC-CONDUCTOR-03", "coins": "FC-COIN-02", "done": "FC-TURN-01"}
    assert_finished_first(state, {"conductor:upper:1"}, refused)
    do(state, *end)
    assert asked(state) == "Turn"
    assert set(REWARD_FIRST) <= set(legal(state))


@pytest.mark.clause("FC-TURN-14", "FC-TURN-11")
@pytest.mark.parametrize("end", [["conductor:lower:1"], ["leave"]])
def test_even_with_the_option_coins_wait_until_the_begun_icon_is_finished(end: list[str]) -> None:
    # given a contract with two steps and two coins / then before the first icon coins may be spent, by the option
    state = well_off(contracts="a1-2", lower="2 2 0 0 0 m1", inside="yes")
    do(state, "fulfil:a1-2")
    assert {"coin:1:point", "coins", "conductor:lower:1"} <= set(legal(state))
    # when one of the two steps is done / then neither a coin nor the other icon comes before the second step
    do(state, "conductor:lower:1")
    refused = REWARD_FIRST | {"coin:2:conductor:lower": "FC-TURN-14", "coins": "FC-COIN-02", "done": "FC-TURN-01"}
    assert_finished_first(state, {"conductor:lower:1", "conductor:upper:1"}, refused)
    # when it is finished or given up / then the option lets coins be spent before the other icon
    do(state, *end)
    assert {"coin:1:point", "coins", "leave"} <= set(legal(state))
    assert barred(state, "fulfil:a1-5") == "FC-TURN-14"


@pytest.mark.clause("FC-MAIL-04", "FC-TURN-14", "FC-TURN-11")
@pytest.mark.parametrize("begun", [[], ["locomotive:1"]])
def test_inside_a_mail_car_there_are_no_extras_in_a_turn(begun: list[str]) -> None:
    # given a card with two coaches, the first of which brings a mail car with two steps
    state = give(well_off(), 0, upper="0 0 0 0")
    do(state, "take:1:3", "use", "coach:upper", "mail:m1", *begun)
    # then its steps come first, and then the other coach of the card
    steps = {"locomotive:1"} if begun else {"locomotive:1", "locomotive:2"}
    refused = REWARD_FIRST | {"coach:upper": "FC-CAR-02", "mail:m2": "FC-TURN-01", "done": "FC-TURN-01"}
    assert_finished_first(state, steps, refused)
    do(state, "leave")
    assert_finished_first(state, {"coach:upper", "coach:lower"}, {**CARD_FIRST, "done": "FC-TURN-05"})


# ---------------------------------------------------------------- in a scoring


@pytest.mark.clause("FC-SCORE-16", "FC-TURN-14")
@pytest.mark.parametrize("end", [["locomotive:1"], ["leave"]])
def test_inside_a_begun_icon_of_a_city_there_are_no_extras(end: list[str]) -> None:
    # given a city with a coach and two steps / then extras come before the first icon
    state = scoring(well_off())
    do(state, "city:5")
    assert set(REWARD_FIRST) <= set(legal(state))
    # when one of the steps is done / then neither an extra nor the coach nor the end of the part comes before the other
    do(state, "locomotive:1")
    refused = REWARD_FIRST | {"coin:2:locomotive": "FC-TURN-14", "coach:upper": "FC-CAR-02"}
    refused |= {"city:2": "FC-TURN-01", "done": "FC-TURN-01", "score": "FC-TURN-01"}
    assert_finished_first(state, {"locomotive:1"}, refused)
    # when it is finished or given up / then extras are offered before the coach
    do(state, *end)
    assert {*REWARD_FIRST, "coach:upper", "leave"} <= set(legal(state))
    assert barred(state, "done") == "FC-SCORE-07"


@pytest.mark.clause("FC-SCORE-16", "FC-TURN-14")
def test_a_city_with_one_icon_of_two_steps_is_finished_too() -> None:
    # given a city with two steps of the conductors and nothing else
    state = give(scoring(well_off()), 0, city=7)
    do(state, "city:7")
    assert set(REWARD_FIRST) <= set(legal(state))
    do(state, "conductor:lower:1")
    refused = REWARD_FIRST | {"locomotive:1": "FC-LOCO-01", "city:5": "FC-TURN-01", "score": "FC-TURN-01"}
    assert_finished_first(state, {"conductor:lower:1", "conductor:upper:1"}, refused)
    do(state, "conductor:lower:1")
    assert asked(state) == "ScoringPart"
    assert {*REWARD_FIRST, "city:5"} <= set(legal(state))


@pytest.mark.clause("FC-SCORE-16", "FC-MAIL-04", "FC-TURN-14")
@pytest.mark.parametrize("begun", [[], ["conductor:lower:1"]])
def test_inside_a_mail_car_there_are_no_extras_in_a_scoring(begun: list[str]) -> None:
    # given a city whose coach brings a mail car with three steps
    state = scoring(give(well_off(), 0, upper="0 0 0 0", conductors=(4, 2)))
    do(state, "city:5", "coach:upper", "mail:m3", *begun)
    left = 3 - len(begun)
    steps = {f"conductor:upper:{n}" for n in range(1, 3)} | {f"conductor:lower:{n}" for n in range(1, 3 - len(begun))}
    refused = REWARD_FIRST | {f"conductor:upper:{left + 1}": "FC-CONDUCTOR-04", "locomotive:1": "FC-LOCO-01"}
    refused |= {"city:2": "FC-TURN-01", "done": "FC-TURN-01", "score": "FC-TURN-01"}
    assert_finished_first(state, steps, refused)
    # when it is given up / then the city goes on, and extras with it
    do(state, "leave")
    assert {*REWARD_FIRST, "locomotive:1"} <= set(legal(state))
    assert barred(state, "city:2") == "FC-SCORE-07"

"""The locomotive on its line: how far it goes, points and rewards of cities, section cards."""

from __future__ import annotations

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    asked,
    barred,
    bits,
    card,
    carry,
    do,
    give,
    legal,
    new_game,
    only,
    position,
    scoring,
    show,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import SECTION
from trainshed.games.first_class.rules.state import FirstClassState

# The board: a city without content, a reward of 2 coins, 2 points.


def at_city(city: int, effect: str, sections: str = "") -> FirstClassState:
    """Seat 0's locomotive stands in a city, and it carries out an effect."""
    return carry(give(position(2), 0, city=city, sections=sections), 0, effect)


def where(state: FirstClassState) -> tuple[int, int]:
    """The city of seat 0, and its points."""
    return state.players[0].city, state.players[0].points


@pytest.mark.clause("FC-LOCO-01")
def test_the_locomotive_goes_up_to_so_many_cities_as_arrows() -> None:
    # given two arrows in city 1 / then city 3
    state = show(give(position(2), 0, city=1, sections="s1-2"), "x1-loc-1-1")
    do(state, "take:1:1", "use")
    assert legal(state) == ["leave", "locomotive:1", "locomotive:2"]
    assert barred(state, "locomotive:3") == "FC-LOCO-01"
    heard = do(state, "locomotive:2")
    assert where(state)[0] == 3
    assert only(heard, events.LocomotiveMoved) == [events.LocomotiveMoved(0, 2, 3)]
    assert asked(state) == "After"
    # and nobody else's
    assert state.players[1].city == 0


@pytest.mark.clause("FC-LOCO-01")
def test_the_locomotive_may_go_less_far() -> None:
    state = at_city(0, "locomotive 3")
    do(state, "locomotive:1", "locomotive:1", "leave")
    assert where(state)[0] == 2
    state = at_city(0, "locomotive 3")
    do(state, "leave")
    assert where(state)[0] == 0


@pytest.mark.clause("FC-LOCO-02")
@pytest.mark.parametrize("phase", [1, 2, 3])
@pytest.mark.parametrize("city", [2, 3])
def test_a_reward_city_that_was_reached_or_passed_pays_in_every_scoring_phase(phase: int, city: int) -> None:
    # given a locomotive in or behind the reward city / when scoring / then its reward is available once
    state = scoring(give(position(2), 0, city=city), phase=phase)
    assert "city:2" in legal(state)
    do(state, "city:2", "coins")
    assert state.players[0].coins == [3, 0, 0]
    assert barred(state, "city:2") == "FC-SCORE-09"


@pytest.mark.clause("FC-LOCO-02")
def test_a_city_that_has_no_reward_or_was_not_reached_pays_none() -> None:
    state = scoring(give(position(2), 0, city=4, sections="s1-1"))
    assert barred(state, "city:1") == "FC-LOCO-02"
    assert barred(state, "city:3") == "FC-LOCO-02"
    assert barred(state, "city:5") == "FC-SCORE-04"
    # and the reward is that of the city: two steps of the conductors on the section card
    give(state, 0, city=5, upper="0 0", conductors=(0, 0))
    do(state, "city:5", "conductor:upper:2")
    assert state.players[0].conductors == [2, 0]


@pytest.mark.clause("FC-LOCO-03")
def test_a_points_city_pays_at_once_and_only_once() -> None:
    # given a city of 3 points behind the board / when it is reached / then 3 points come at once
    state = at_city(3, "locomotive 1", "s1-1")
    heard = do(state, "locomotive:1")
    assert where(state) == (4, 3)
    assert only(heard, events.CityPoints) == [events.CityPoints(0, 4, 3)]
    # and when it is passed / then also
    state = at_city(3, "locomotive 2", "s1-1")
    do(state, "locomotive:2")
    assert where(state) == (5, 3)
    # given scoring phases / then nothing more, since no train scores here
    for phase in (1, 2):
        scoring(state, phase=phase, more=True)
        heard = do(state, "score", "done")
        assert only(heard, events.CityPoints) == []
        assert where(state) == (5, 3)
    # and not again for a later move
    carry(give(state, 0, sections="s1-1 s1-5"), 0, "locomotive 1")
    do(state, "locomotive:1")
    assert where(state) == (6, 3)


@pytest.mark.clause("FC-LOCO-03")
def test_a_city_that_was_begun_at_pays_nothing_again() -> None:
    # given a locomotive in a city of 2 points / when it goes on / then those 2 are not paid again
    state = at_city(3, "locomotive 2", "s1-2")
    do(state, "locomotive:2")
    assert where(state) == (5, 0)
    # and step by step every points city pays as in one go
    state = at_city(2, "locomotive 2", "s1-1")
    do(state, "locomotive:1")
    assert where(state) == (3, 2)
    do(state, "locomotive:1")
    assert where(state) == (4, 5)


@pytest.mark.clause("FC-LOCO-04")
def test_several_points_cities_of_one_move_all_pay() -> None:
    # given a move over P3 and P4 / then +7
    state = at_city(3, "locomotive 3", "s1-1 s1-4")
    heard = do(state, "locomotive:3")
    assert where(state) == (6, 7)
    assert [event.points for event in only(heard, events.CityPoints)] == [3, 4]
    # and over P5, P6, a reward and P8
    state = at_city(2, "locomotive 5", "s3-1")
    do(state, "locomotive:5")
    assert where(state) == (7, 2 + 5 + 6 + 8)


@pytest.mark.clause("FC-LOCO-05")
@pytest.mark.parametrize("sections", ["", "s1-2", "s1-5 s3-1"])
def test_the_locomotive_stops_in_the_last_city(sections: str) -> None:
    last = 3 + sum(len(BOX.cards[card(name)].cities) for name in sections.split())
    # given the last city / when two arrows come / then it stays, nobody is asked
    state = at_city(last, "locomotive 2", sections)
    assert where(state)[0] == last
    assert asked(state) == "After"
    # given one city before it / then one is the most, and the other arrow is lost
    state = at_city(last - 1, "locomotive 2", sections)
    assert barred(state, "locomotive:2") == "FC-LOCO-05"
    heard = do(state, "locomotive:1")
    assert where(state)[0] == last
    assert len(only(heard, events.IconsLeft)) == 1
    assert asked(state) == "After"


@pytest.mark.clause("FC-LOCO-06")
def test_beyond_the_printed_cities_section_cards_are_needed() -> None:
    # given no section card / then the last city is the third
    state = at_city(0, "locomotive 5")
    assert set(legal(state)) == {"locomotive:1", "locomotive:2", "locomotive:3", "leave"}
    assert barred(state, "locomotive:4") == "FC-LOCO-05"
    # given one / then it goes on
    state = at_city(0, "locomotive 5", "s1-5")
    assert "locomotive:4" in legal(state)
    assert barred(state, "locomotive:5") == "FC-LOCO-05"
    # a section card of somebody else does not help
    state = give(position(2), 1, sections="s1-5")
    carry(state, 0, "locomotive 5")
    assert barred(state, "locomotive:4") == "FC-LOCO-05"


@pytest.mark.clause("FC-LOCO-07")
def test_points_count_before_the_next_action() -> None:
    # given +8 in the middle of a card / then everybody sees the score before the next icon is used
    state = at_city(5, "locomotive 1, 0-coach x1", "s2-3")
    do(state, "locomotive:1")
    assert asked(state) == "Carry"
    assert state.scores() == [8, 0]
    assert [state.view(seat).players[0].points for seat in (0, 1, None)] == [8, 8, 8]
    # and points of an icon come by themselves before the others
    state = at_city(0, "0-coach x1, points 8")
    assert asked(state) == "Carry"
    assert state.scores() == [8, 0]


@pytest.mark.clause("FC-LOCO-08")
def test_a_reward_city_gives_nothing_outside_of_a_scoring_phase() -> None:
    # given a move onto the city with 2 coins, and beyond / then no reward is resolved
    for cities in (1, 2):
        state = at_city(1, "locomotive 2")
        heard = do(state, f"locomotive:{cities}", *(["leave"] if cities == 1 else []))
        assert state.players[0].coins == [1, 0, 0]
        assert only(heard, events.RewardReceived) == []
        assert asked(state) == "After"
        assert barred(state, "city:2") == "FC-TURN-01"


# ---------------------------------------------------------------- section cards


@pytest.mark.clause("FC-LINE-01")
def test_section_cards_are_in_every_deck_and_lie_on_the_display() -> None:
    for deck in range(3):
        own = [BOX.cards[number] for number in BOX.deck_cards(deck, [0, 1])]
        assert len([one for one in own if one.kind == SECTION]) == 5
    shown = {BOX.cards[number].kind for seed in range(5) for number in new_game(2, seed).rows}
    assert SECTION in shown
    # and one can be taken like every other card
    state = show(position(2), "x1-car-1-1 s1-1")
    assert "take:1:2" in legal(state)


@pytest.mark.clause("FC-LINE-02", "FC-LINE-03")
def test_section_cards_lengthen_the_line_in_the_order_in_which_they_are_used() -> None:
    # given two section cards / when taken and used one after the other
    state = show(position(2), "s1-2 s1-1")
    heard = do(state, "take:1:1", "use")
    assert only(heard, events.SectionLaid) == [events.SectionLaid(0, "s1-2")]
    state = show(give(position(2), 0, sections="s1-2"), "s1-1")
    do(state, "take:1:1", "use")
    # then the line is: the printed cities, the first card, the second
    texts = [BOX.cities[city].text for city in state.players[0].line]
    assert texts == ["plain", "R[coins 2]", "P2", "plain", "R[0-coach x1, locomotive 2]", "P3", "R[conductor steps 2]"]
    assert state.view(None).players[0].sections == ["s1-2", "s1-1"]
    # and the line of the other stays
    assert len(state.players[1].line) == 3


@pytest.mark.clause("FC-LINE-03")
@pytest.mark.parametrize(("section", "points"), [("s1-1", [3, 0]), ("s2-3", [0, 0, 8]), ("s3-1", [5, 6, 0, 8])])
def test_the_city_of_a_section_card_nearest_to_paris_comes_first(section: str, points: list[int]) -> None:
    state = at_city(3, "locomotive 4", section)
    for gained in points:
        before = state.players[0].points
        do(state, "locomotive:1")
        assert state.players[0].points == before + gained


@pytest.mark.clause("FC-LINE-04")
def test_every_section_card_has_one_to_four_cities() -> None:
    sections = [one for one in BOX.cards if one.kind == SECTION]
    assert len(sections) == 15
    assert {len(one.cities) for one in sections} == {1, 2, 3, 4}


@pytest.mark.clause("FC-LINE-05", "FC-LINE-06")
@pytest.mark.parametrize("city", [0, 3])
def test_laying_a_section_card_gives_nothing_but_the_line(city: int) -> None:
    # given a card with points and a reward / when it is laid before the locomotive
    state = show(give(position(2), 0, city=city), "s1-1")
    before = bits(state)
    heard = do(state, "take:1:1", "use")
    # then nothing is gained and nothing else is done: the window after the main move follows
    assert bits(state) == before
    assert len(state.players[0].line) == 5
    assert only(heard, events.CityPoints) == []
    assert asked(state) == "After"
    # and in a scoring phase its reward is not active until the locomotive is there
    scoring(state)
    assert barred(state, "city:5") == "FC-SCORE-04"
    give(state, 0, city=5)
    assert "city:5" in legal(state)


@pytest.mark.clause("FC-LINE-06")
def test_an_ignored_section_card_is_not_laid() -> None:
    state = show(position(2), "s1-1")
    heard = do(state, "take:1:1", "ignore", "upgrade:upper:0")
    assert only(heard, events.SectionLaid) == []
    assert len(state.players[0].line) == 3
    assert state.view(None).players[0].used == 1


@pytest.mark.clause("FC-LINE-07")
def test_section_cards_count_for_no_end_bonus_card() -> None:
    # given section cards that were used and ignored ones, and one card of each type
    state = give(position(2), 0, bonus="eb-car-5 eb-con-6 eb-loc-6", sections="s1-1 s1-2")
    give(state, 0, taken="s1-3 s1-4 x1-car-1-1 x1-con-1-1 x1-loc-1-1")
    give(state, 1, bonus="eb-loc-7", taken="s1-5")
    scoring(state, phase=3, more=True)
    # when the game ends / then only the cards of the types count: 2, 3 and 3 points
    heard = do(state, "done", "done")
    final = {event.seat: event for event in only(heard, events.FinalScored)}
    assert final[0].bonus == [2, 3, 3]
    assert final[1].bonus == [0, 0, 0]

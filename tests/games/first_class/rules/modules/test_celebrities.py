"""Module B: celebrities at coaches and postcards at cities, which score in every scoring phase."""

from __future__ import annotations

import pytest

from tests.games.first_class.rules.modules.table import (
    final_count,
    in_used_pile,
    module_view,
    part,
    places,
    split,
    table,
    told,
    use,
)
from tests.support.games.first_class.positions import (
    BOX,
    after,
    asked,
    barred,
    carry,
    do,
    give,
    legal,
    scoring,
    show,
    turn_of,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

CELEBRITIES = [c for c in BOX.cards if c.kind == "celebrity"]
POSTCARDS = [c for c in BOX.cards if c.kind == "postcard"]


def guest(name: str, place: str, **things: object) -> FirstClassState:
    """The first player has a celebrity at a place, such as upper:1, and these things."""
    state = give(table(2, modules="b-e"), 0, upper="0 0", lower="0 0")
    use(state, name)
    do(state, f"celebrity:{place}")
    return give(state, 0, **things)  # type: ignore[arg-type]


def posted(name: str, at: int, **things: object) -> FirstClassState:
    """The first player has a postcard at a city of a line of twelve cities."""
    state = give(table(2, modules="b-e"), 0, sections="s1-1 s1-2 s1-3 s1-4")
    use(state, name)
    do(state, f"postcard:{at}")
    return give(state, 0, **things)  # type: ignore[arg-type]


# ---------------------------------------------------------------- celebrities


@pytest.mark.clause("FC-MODULE-B-01")
def test_a_celebrity_brings_points_in_every_scoring_phase() -> None:
    # given a valid celebrity
    state = guest("b1-2", "upper:1", upper="2 0", conductors=(1, 0))
    # then its points are added in each scoring phase
    assert [part(state, 0, phase) for phase in (1, 2, 3)] == [2 + 3] * 3
    # and nobody else gets them
    assert part(give(state, 1, upper="2 0", conductors=(1, 0)), 1, 3) == 2


@pytest.mark.clause("FC-MODULE-B-01")
def test_a_postcard_brings_points_in_every_scoring_phase() -> None:
    state = posted("b1-5", 4, city=4)
    assert [part(state, 0, phase) for phase in (1, 2, 3)] == [3, 3, 3]


@pytest.mark.clause("FC-MODULE-B-02")
def test_a_coach_holds_one_celebrity() -> None:
    # given a coach with a celebrity
    state = guest("b1-2", "upper:1")
    turn_of(state, 0)
    use(state, "b1-3")
    # then it is no legal target for another
    assert places(state, "celebrity") == ["upper:2", "lower:1", "lower:2"]
    assert barred(state, "celebrity:upper:1") == "FC-MODULE-B-02"
    assert barred(state, "celebrity:upper:3") == "FC-MODULE-B-02"
    # and the coaches of another player are free
    turn_of(state, 1)
    give(state, 1, upper="0 0")
    use(state, "b1-1")
    assert places(state, "celebrity") == ["upper:1", "upper:2", "lower:1"]


@pytest.mark.clause("FC-MODULE-B-02")
def test_no_celebrity_travels_in_a_mail_car_or_on_a_tile() -> None:
    state = give(table(2, modules="b-e"), 0, upper="0 0 0 0 0 m1 0 0 0 lt-5", lower="0")
    use(state, "b1-1")
    assert places(state, "celebrity") == [*[f"upper:{n}" for n in (1, 2, 3, 4, 5, 7, 8, 9)], "lower:1"]
    assert barred(state, "celebrity:upper:6") == "FC-MODULE-B-02"


@pytest.mark.clause("FC-MODULE-B-03")
def test_a_celebrity_stays_when_its_coach_is_upgraded() -> None:
    # given a celebrity / when its coach is upgraded
    state = guest("b1-2", "upper:1", upper="1 0", conductors=(1, 0))
    before = module_view(state, "celebrities")
    carry(state, 0, "1->2")
    do(state, "upgrade:upper:1")
    # then it remains at that position
    assert module_view(state, "celebrities") == before
    assert before["celebrities"][0] == [{"card": "b1-2", "train": "upper", "position": 1}]
    assert part(state) == 2 + 3


@pytest.mark.clause("FC-MODULE-B-04")
@pytest.mark.parametrize(
    ("upper", "conductors", "points"),
    [("2 0", (1, 0), 3), ("1 0", (1, 0), 0), ("2 0", (0, 2), 0), ("4 0", (2, 0), 3), ("12 0", (1, 0), 3)],
)
def test_a_celebrity_scores_if_the_conductor_has_reached_a_good_coach(
    upper: str, conductors: tuple[int, int], points: int
) -> None:
    # given celebrity (level 2, 3 points) at position 1 with level 2 and conductor position 1, then +3; level 1, then 0
    state = guest("b1-2", "upper:1", upper=upper, conductors=conductors)
    train = int(upper.split(maxsplit=1)[0]) if conductors[0] else 0
    assert part(state) == points + train


@pytest.mark.clause("FC-MODULE-B-04")
def test_the_points_of_celebrities_come_with_those_of_the_trains() -> None:
    state = guest("b1-2", "lower:2", lower="0 4", conductors=(0, 2))
    scoring(state)
    assert state.players[0].points == 0
    heard = do(state, "done")
    assert state.players[0].points == 7
    (scored,) = [event for event in heard if isinstance(event, events.TrainsScored)]
    assert (scored.trains, scored.extras) == ([0, 4], {"celebrities": 3, "switches": 0})


@pytest.mark.clause("FC-MODULE-B-04")
@pytest.mark.parametrize("celebrity", CELEBRITIES, ids=[c.name for c in CELEBRITIES])
def test_every_celebrity_asks_for_its_level_and_pays_its_points(celebrity: object) -> None:
    assert isinstance(celebrity, type(CELEBRITIES[0]))
    level = int(celebrity.condition.removeprefix("coach level ").removesuffix("+"))
    lower = BOX.levels[BOX.levels.index(level) - 1]
    printed = int(celebrity.effect.removeprefix("points "))
    state = guest(celebrity.name, "lower:1", lower=f"{level} 0", conductors=(0, 1))
    assert part(state) == level + printed
    assert part(give(state, 0, lower=f"{lower} 0")) == lower


@pytest.mark.clause("FC-MODULE-B-05")
def test_a_celebrity_may_be_attached_before_its_conditions_are_met() -> None:
    # given only level-0 coaches / then attaching a level-2 celebrity is legal
    state = give(table(2, modules="b-e"), 0, upper="0 0", lower="0", conductors=(0, 0))
    use(state, "b1-2")
    assert places(state, "celebrity") == ["upper:1", "upper:2", "lower:1"]
    heard = do(state, "celebrity:upper:2")
    assert told(heard, "celebrity") == [{"card": "b1-2", "train": "upper", "position": 2}]
    assert not in_used_pile(state, "b1-2")
    assert part(state) == 0


@pytest.mark.clause("FC-MODULE-B-10")
def test_a_celebrity_without_a_free_coach_goes_to_the_used_pile() -> None:
    # given two coaches, both with a celebrity
    state = give(table(2, modules="b-e"), 0, upper="0", lower="0")
    use(state, "b1-1")
    do(state, "celebrity:upper:1")
    turn_of(state, 0)
    use(state, "b1-2")  # a single coach is left
    assert [c["train"] for c in module_view(state, "celebrities")["celebrities"][0]] == ["upper", "lower"]
    # when a third celebrity is carried out
    turn_of(state, 0)
    heard = use(state, "b1-3")
    # then no attachment and the card is in the used pile
    assert asked(state) == "After"
    assert told(heard, "lost") == [{"card": "b1-3"}]
    assert len(module_view(state, "celebrities")["celebrities"][0]) == 2
    assert in_used_pile(state, "b1-3")
    assert not in_used_pile(state, "b1-1")


# ---------------------------------------------------------------- postcards


@pytest.mark.clause("FC-MODULE-B-06")
def test_a_postcard_goes_to_a_city_that_is_far_enough_and_free() -> None:
    # given postcard (4+)
    state = give(table(2, modules="b-e"), 0, sections="s1-1 s1-5")
    use(state, "b1-5")
    # then cities 1-3 are refused
    assert places(state, "postcard") == ["4", "5", "6"]
    for near in (1, 2, 3, 7):
        assert barred(state, f"postcard:{near}") == "FC-MODULE-B-06"
    # given city 4 with a postcard, then city 4 is refused
    do(state, "postcard:4")
    turn_of(state, 0)
    use(state, "b1-4")
    assert places(state, "postcard") == ["3", "5", "6"]
    assert barred(state, "postcard:4") == "FC-MODULE-B-06"
    do(state, "postcard:3")
    assert module_view(state, "celebrities")["postcards"][0] == [
        {"card": "b1-5", "city": 4},
        {"card": "b1-4", "city": 3},
    ]
    assert not in_used_pile(state, "b1-5")


@pytest.mark.clause("FC-MODULE-B-06")
@pytest.mark.parametrize("postcard", POSTCARDS, ids=[c.name for c in POSTCARDS])
def test_every_postcard_asks_for_its_distance_and_pays_its_points(postcard: object) -> None:
    assert isinstance(postcard, type(POSTCARDS[0]))
    least = int(postcard.condition.removeprefix("city ").removesuffix("+"))
    state = give(table(2, modules="b-e"), 0, sections="s1-1 s1-2 s1-3 s1-4")
    use(state, postcard.name)
    assert places(state, "postcard") == [str(city) for city in range(least, 13)]
    do(state, f"postcard:{least}")
    assert part(give(state, 0, city=least)) == int(postcard.effect.removeprefix("points "))


@pytest.mark.clause("FC-MODULE-B-07")
def test_a_postcard_waits_for_a_suitable_city() -> None:
    # given line length 3 and postcard (4+)
    state = table(2, modules="b-e")
    heard = use(state, "b1-5")
    # then it waits
    assert told(heard, "waits") == [{"card": "b1-5"}]
    assert module_view(state, "celebrities")["waiting"] == [["b1-5"], []]
    assert not in_used_pile(state, "b1-5")
    assert barred(state, "post:b1-5") == "FC-MODULE-B-06"
    assert barred(state, "post:b1-4") == "FC-MODULE-B-07"
    assert part(state) == 0
    # when a section card is laid later
    turn_of(state, 0)
    use(state, "s1-1")
    # then it can be attached after that card is finished
    assert asked(state) == "After"
    do(state, "post:b1-5")
    assert places(state, "postcard") == ["4", "5"]
    do(state, "postcard:5")
    view = module_view(state, "celebrities")
    assert (view["waiting"], view["postcards"][0]) == ([[], []], [{"card": "b1-5", "city": 5}])
    assert asked(state) == "After"
    assert not in_used_pile(state, "b1-5")


@pytest.mark.clause("FC-MODULE-B-07")
def test_a_waiting_postcard_is_attached_in_the_windows_of_contracts() -> None:
    state = table(2, modules="b-e")
    use(state, "b1-5")
    give(state, 0, sections="s1-1")
    # before the main move, after it, and in the own part of a scoring phase
    for window in (turn_of, after, scoring):
        assert "post:b1-5" in legal(window(state, 0))
    # but not between the icons of a card
    carry(state, 0, "0-coach x2")
    assert barred(state, "post:b1-5") == "FC-TURN-05"
    # and no other player attaches it
    turn_of(state, 1)
    assert barred(state, "post:b1-5") == "FC-MODULE-B-07"


@pytest.mark.clause("FC-MODULE-B-07")
def test_waiting_is_not_offered_when_there_is_a_city() -> None:
    # given a suitable free city when the postcard is carried out, then waiting is not offered
    state = give(table(2, modules="b-e"), 0, sections="s1-1")
    use(state, "b1-5")
    assert legal(state) == ["postcard:4", "postcard:5"]
    # and a single city is taken without asking
    state = table(2, modules="b-e")
    heard = use(state, "b1-4")
    assert told(heard, "postcard") == [{"card": "b1-4", "city": 3}]


@pytest.mark.clause("FC-MODULE-B-07")
def test_a_postcard_that_was_never_attached_is_worth_nothing() -> None:
    state = give(table(2, modules="b-e"), 0, coins=(0, 0, 0))
    use(state, "b1-5")
    give(state, 0, sections="s1-1", city=5, points=0)
    assert part(state) == 0
    final_count(state)
    assert state.scores() == [0, 1]


@pytest.mark.clause("FC-MODULE-B-08")
@pytest.mark.parametrize(("city", "points"), [(3, 0), (4, 3), (5, 3), (12, 3)])
def test_a_postcard_scores_if_the_locomotive_has_reached_or_passed_its_city(city: int, points: int) -> None:
    # given postcard 3 points at city 4, locomotive index 4, then +3
    assert part(posted("b1-5", 4, city=city)) == points


# ---------------------------------------------------------------- the end, the cards


@pytest.mark.clause("FC-MODULE-B-09")
def test_neither_celebrities_nor_postcards_count_in_the_end() -> None:
    # given a final count with celebrities and postcards in place
    state = guest("b1-2", "upper:1", upper="12 0", conductors=(1, 0), coins=(0, 0, 0), sections="s1-1", city=5)
    turn_of(state, 0)
    use(state, "b1-5")
    do(state, "postcard:4")
    bonus = "eb-car-5 eb-con-6 eb-loc-2"
    give(state, 0, bonus=bonus, points=0)
    # then neither they nor their printed points are counted
    final_count(state)
    assert state.scores()[0] == 0
    assert state.base_cards(0) == [0, 0, 0]


@pytest.mark.clause("FC-MODULE-B-11")
@pytest.mark.parametrize("deck", [1, 2, 3])
def test_the_split_of_module_b(deck: int) -> None:
    # given module B data, then the split is 3, 2, 1, 1, 1 in each deck
    assert split("b", deck) == {"celebrity": 3, "postcard": 2, "contract": 1, "money": 1, "game end": 1}


@pytest.mark.clause("FC-MODULE-B-10", "FC-MODULE-B-02")
def test_an_ignored_celebrity_is_not_attached() -> None:
    state = show(give(table(2, modules="b-e"), 0, upper="0 0"), "b1-1")
    do(state, "take:1:1", "ignore", "upgrade:upper:0")
    assert module_view(state, "celebrities")["celebrities"] == [[], []]
    assert in_used_pile(state, "b1-1")

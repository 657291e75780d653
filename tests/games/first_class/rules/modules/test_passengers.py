"""Module D: passengers of the upper train and luggage of the lower one, which pay once when they are activated."""

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
from trainshed.games.first_class.rules.components import Card
from trainshed.games.first_class.rules.effect_notation import COINS, POINTS
from trainshed.games.first_class.rules.state import FirstClassState

PASSENGERS = [c for c in BOX.cards if c.kind == "passenger"]
LUGGAGE = [c for c in BOX.cards if c.kind == "luggage"]


def aboard(name: str, position: int, modules: str = "b-d", **things: object) -> FirstClassState:
    """The first player has a passenger or luggage at a coach, and these things; it is before the main move."""
    state = give(table(2, modules=modules), 0, upper="0 0 0", lower="0 0 0")
    use(state, name)
    do(state, f"{BOX.cards[BOX.card_numbers[name]].kind}:{position}")
    give(state, 0, **things)  # type: ignore[arg-type]
    return turn_of(state, 0)


def waiting(state: FirstClassState, seat: int = 0) -> list[tuple[str, str, int]]:
    cards = module_view(state, "passengers")["waiting"][seat]
    return [(c["card"], c["train"], c["position"]) for c in cards]


# ---------------------------------------------------------------- attaching


@pytest.mark.clause("FC-MODULE-D-01")
def test_passengers_are_above_and_luggage_below() -> None:
    # given a passenger, then only upper coaches are targets
    state = give(table(2, modules="b-d"), 0, upper="0 0 0", lower="0 0")
    use(state, "d1-1")
    assert legal(state) == ["passenger:1", "passenger:2", "passenger:3"]
    assert barred(state, "luggage:1") == "FC-MODULE-D-01"
    heard = do(state, "passenger:2")
    assert told(heard, "attached") == [{"card": "d1-1", "train": "upper", "position": 2}]
    # given luggage, then only lower ones
    turn_of(state, 0)
    use(state, "d1-4")
    assert legal(state) == ["luggage:1", "luggage:2"]
    assert barred(state, "passenger:1") == "FC-MODULE-D-01"
    do(state, "luggage:2")
    assert waiting(state) == [("d1-1", "upper", 2), ("d1-4", "lower", 2)]


@pytest.mark.clause("FC-MODULE-D-02")
def test_nothing_is_paid_before_the_activation() -> None:
    # given an attached card with unmet condition, then no reward
    state = aboard("d1-1", 1, coins=(0, 0, 0))
    assert state.players[0].coins == [0, 0, 0]
    assert barred(state, "activate:d1-1") == "FC-MODULE-D-04"
    assert part(state) == 0
    # and a card that is not attached cannot be activated
    turn_of(state, 0)
    assert barred(state, "activate:d1-2") == "FC-MODULE-D-02"
    # nor by another player
    give(state, 0, upper="1 0 0", conductors=(1, 0))
    assert barred(turn_of(state, 1), "activate:d1-1") == "FC-MODULE-D-02"


@pytest.mark.clause("FC-MODULE-D-03")
def test_a_coach_holds_one_passenger() -> None:
    state = aboard("d1-1", 2)
    use(state, "d1-2")
    assert places(state, "passenger") == ["1", "3"]
    assert barred(state, "passenger:2") == "FC-MODULE-D-03"
    assert barred(state, "passenger:4") == "FC-MODULE-D-03"
    do(state, "passenger:3")
    # given all upper coaches occupied
    turn_of(state, 0)
    use(state, "d1-3")  # one coach is left
    assert len(waiting(state)) == 3
    turn_of(state, 0)
    # when a passenger is carried out
    heard = use(state, "d2-1")
    # then nothing is attached and the card is in the used pile
    assert told(heard, "lost") == [{"card": "d2-1"}]
    assert asked(state) == "After"
    assert len(waiting(state)) == 3
    assert in_used_pile(state, "d2-1")
    assert not in_used_pile(state, "d1-1")
    # while luggage still has its places
    turn_of(state, 0)
    use(state, "d1-4")
    assert places(state, "luggage") == ["1", "2", "3"]


@pytest.mark.clause("FC-MODULE-D-03")
def test_mail_cars_and_tiles_are_no_targets() -> None:
    state = give(table(2, modules="b-d"), 0, upper="0 0 0 0 0 m1 0 0 0 lt-5")
    use(state, "d1-1")
    assert places(state, "passenger") == ["1", "2", "3", "4", "5", "7", "8", "9"]
    assert barred(state, "passenger:6") == "FC-MODULE-D-03"


@pytest.mark.clause("FC-MODULE-D-03")
def test_a_passenger_stays_until_activated() -> None:
    state = aboard("d1-3", 1, upper="2 0 0")
    carry(state, 0, "2->4")
    do(state, "upgrade:upper:2")
    assert waiting(state) == [("d1-3", "upper", 1)]
    for phase in (1, 2, 3):
        part(state, 0, phase)
    assert waiting(state) == [("d1-3", "upper", 1)]


# ---------------------------------------------------------------- activating


@pytest.mark.clause("FC-MODULE-D-04")
@pytest.mark.parametrize(
    ("upper", "conductors", "ready"),
    [
        ("2 0 0", (1, 0), True),
        ("4 0 0", (3, 0), True),
        ("1 0 0", (1, 0), False),
        ("2 0 0", (0, 3), False),
        ("0 2 2", (3, 0), False),
    ],
)
def test_the_conductor_and_the_level_make_an_activation_possible(
    upper: str, conductors: tuple[int, int], ready: bool
) -> None:
    # given level 2 required, coach 2 at position 1, conductor 1, then activation is possible
    state = aboard("d1-3", 1, upper=upper, conductors=conductors)
    assert ("activate:d1-3" in legal(state)) is ready
    if not ready:
        assert barred(state, "activate:d1-3") == "FC-MODULE-D-04"


@pytest.mark.clause("FC-MODULE-D-04")
@pytest.mark.parametrize("guest", PASSENGERS + LUGGAGE, ids=[c.name for c in PASSENGERS + LUGGAGE])
def test_every_card_asks_for_its_own_level(guest: Card) -> None:
    train = "upper" if guest.kind == "passenger" else "lower"
    level = int(guest.condition.removeprefix(f"{train} coach level ").removesuffix("+"))
    at = BOX.levels.index(level)
    for given, ready in ((at, True), (at - 1, False)):
        if given >= 0:
            coaches = f"0 {BOX.levels[given]} 0"
            state = aboard(guest.name, 2, conductors=(2, 2), **{train: coaches})
            assert (f"activate:{guest.name}" in legal(state)) is ready


@pytest.mark.clause("FC-MODULE-D-05")
def test_an_activation_pays_once_and_frees_the_coach() -> None:
    # given activation
    state = aboard("d1-3", 1, upper="2 0 0", conductors=(1, 0), coins=(0, 0, 0))
    heard = do(state, "activate:d1-3")
    assert told(heard, "activated") == [{"card": "d1-3"}]
    do(state, "coins")
    # then reward, card in used pile, coach free
    assert sum(state.players[0].coins) == 5
    assert in_used_pile(state, "d1-3")
    assert waiting(state) == []
    assert module_view(state, "passengers")["activated"] == [["d1-3"], []]
    assert barred(state, "activate:d1-3") == "FC-MODULE-D-02"
    use(state, "d1-1")
    assert places(state, "passenger") == ["1", "2", "3"]


@pytest.mark.clause("FC-MODULE-D-05")
def test_the_windows_of_an_activation_are_those_of_contracts() -> None:
    state = aboard("d1-4", 1, conductors=(0, 1))
    for window in (turn_of, after, scoring):
        assert "activate:d1-4" in legal(window(state, 0))
    # not between the icons of a card
    carry(state, 0, "0-coach x2")
    assert barred(state, "activate:d1-4") == "FC-TURN-05"
    # and it is voluntary
    after(state, 0)
    do(state, "done")
    assert waiting(state) == [("d1-4", "lower", 1)]
    assert state.players[0].points == 0
    scoring(state, 0)
    do(state, "activate:d1-4")
    assert state.players[0].points == 3


@pytest.mark.clause("FC-MODULE-D-05")
def test_the_other_cards_stay_where_they_are() -> None:
    state = aboard("d1-4", 1)
    use(state, "d1-5")
    do(state, "luggage:3")
    turn_of(state, 0)
    use(state, "d1-1")
    do(state, "passenger:1")
    give(state, 0, lower="0 0 1", conductors=(0, 3), points=0)
    turn_of(state, 0)
    do(state, "activate:d1-4")
    assert waiting(state) == [("d1-5", "lower", 3), ("d1-1", "upper", 1)]
    do(state, "activate:d1-5")
    assert waiting(state) == [("d1-1", "upper", 1)]
    assert state.players[0].points == 3 + 5


@pytest.mark.clause("FC-MODULE-D-06")
def test_luggage_brings_points_and_most_passengers_coins() -> None:
    # given the content data, then all 9 luggage rewards are points and 5 of the 9 passenger rewards contain coins
    assert (len(LUGGAGE), len(PASSENGERS)) == (9, 9)
    assert all([icon.verb for icon in c.icons] == [POINTS] for c in LUGGAGE)
    with_coins = [c.name for c in PASSENGERS if COINS in [icon.verb for icon in c.icons]]
    assert with_coins == ["d1-1", "d1-3", "d2-1", "d2-3", "d3-2"]


@pytest.mark.clause("FC-MODULE-D-06")
@pytest.mark.parametrize("luggage", LUGGAGE, ids=[c.name for c in LUGGAGE])
def test_luggage_is_paid_as_printed(luggage: Card) -> None:
    state = aboard(luggage.name, 1, lower="12 0 0", conductors=(0, 1))
    do(state, f"activate:{luggage.name}")
    assert state.players[0].points == int(luggage.effect.removeprefix("points "))


@pytest.mark.clause("FC-MODULE-D-07")
def test_what_is_not_activated_gives_nothing_in_the_end() -> None:
    # given an unseated passenger and unloaded luggage at the end, though both could be activated
    state = aboard("d3-3", 1)
    use(state, "d1-4")
    do(state, "luggage:1")
    give(state, 0, upper="7 0 0", conductors=(1, 1), coins=(0, 0, 0), points=0, bonus="eb-car-5 eb-con-6 eb-loc-2")
    # then no effect
    final_count(state)
    assert state.scores()[0] == 0
    assert state.base_cards(0) == [0, 0, 0]


@pytest.mark.clause("FC-MODULE-D-08")
def test_the_contract_counts_what_was_activated_before() -> None:
    # given one passenger and one luggage activated earlier
    state = aboard("d1-4", 1, conductors=(1, 1), coins=(0, 0, 0))
    do(state, "activate:d1-4")
    use(state, "d1-1")
    do(state, "passenger:1")
    give(state, 0, contracts="d1-7")
    turn_of(state, 0)
    assert barred(state, "fulfil:d1-7") == "FC-CONTRACT-04"
    give(state, 0, contracts="", upper="1 0 0")
    do(state, "activate:d1-1", "coins")
    turn_of(state, 0)
    # when D1-7 (two activated) is taken
    use(state, "d1-7")
    # then it is met at once
    assert asked(state) == "After"
    do(state, "fulfil:d1-7", "coins")
    assert sum(state.players[0].coins) == 3 + 4


@pytest.mark.clause("FC-MODULE-D-08")
def test_what_another_player_activated_does_not_count() -> None:
    # given two luggage cards activated by the first player, and D1-7 (two activated) of the second
    state = aboard("d1-4", 1)
    use(state, "d1-5")
    do(state, "luggage:2")
    give(state, 0, lower="0 1 0", conductors=(0, 2))
    turn_of(state, 0)
    do(state, "activate:d1-4", "activate:d1-5")
    give(turn_of(state, 1), 1, contracts="d1-7")
    # then it is not met
    assert barred(state, "fulfil:d1-7") == "FC-CONTRACT-04"


@pytest.mark.clause("FC-MODULE-D-09")
def test_a_card_may_be_activated_in_the_turn_in_which_it_was_attached() -> None:
    # given a reached upper coach of level 2
    state = give(table(2, modules="b-d"), 0, upper="2 0", conductors=(1, 0), coins=(0, 0, 0))
    # when D1-3 is attached to it
    use(state, "d1-3")
    do(state, "passenger:1")
    # then it can be activated before the turn ends
    assert (asked(state), state.turn) == ("After", 0)
    do(state, "activate:d1-3", "coins")
    assert (state.turn, sum(state.players[0].coins)) == (0, 5)


@pytest.mark.clause("FC-MODULE-D-10")
def test_a_celebrity_and_a_passenger_share_a_coach() -> None:
    # given a coach with a celebrity
    state = give(table(2, modules="b-d"), 0, upper="0 0", lower="0 0")
    use(state, "b1-1")
    do(state, "celebrity:upper:1")
    turn_of(state, 0)
    # then a passenger may be attached to it
    use(state, "d1-1")
    assert places(state, "passenger") == ["1", "2"]
    do(state, "passenger:1")
    # and a celebrity to a coach with luggage
    turn_of(state, 0)
    use(state, "d1-4")
    do(state, "luggage:2")
    turn_of(state, 0)
    use(state, "b1-2")
    assert places(state, "celebrity") == ["upper:2", "lower:1", "lower:2"]
    do(state, "celebrity:lower:2")
    # given the passenger activated, then the celebrity stays
    give(state, 0, upper="1 0", conductors=(1, 0))
    turn_of(state, 0)
    do(state, "activate:d1-1", "coins")
    celebrities = module_view(state, "celebrities")["celebrities"][0]
    assert [(c["card"], c["train"], c["position"]) for c in celebrities] == [("b1-1", "upper", 1), ("b1-2", "lower", 2)]
    assert part(state) == 1 + 2


@pytest.mark.clause("FC-MODULE-D-11")
@pytest.mark.parametrize("deck", [1, 2, 3])
def test_the_split_of_module_d(deck: int) -> None:
    # given module D data, then the splits hold
    eighth = "game end" if deck == 2 else "money"
    assert split("d", deck) == {"passenger": 3, "luggage": 3, "contract": 1, eighth: 1}


@pytest.mark.clause("FC-MODULE-D-03", "FC-MODULE-D-08")
def test_an_ignored_passenger_is_neither_attached_nor_activated() -> None:
    state = show(give(table(2, modules="b-d"), 0, upper="0 0"), "d1-1")
    do(state, "take:1:1", "ignore", "upgrade:upper:0")
    assert waiting(state) == []
    assert in_used_pile(state, "d1-1")
    assert module_view(state, "passengers")["activated"] == [[], []]

"""The model of the oracle gives the results of the worked examples and of other tests that the clauses name."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.first_class.oracle.actions import CARD, GIVEN, LINE
from tests.games.first_class.oracle.model import Game
from tests.games.first_class.oracle.printed import Printed, content, read_effect
from tests.games.first_class.oracle.requirements import in_sequence, met
from tests.games.first_class.oracle.table import NOBODY, Player, Question, Script, Token

PRINTED = Printed(content())
OPTIONS = {
    "modules": "a-b",
    "first_player": "seat-1",
    "strict_cards": "no",
    "ignore_may_add": "no",
    "open_piles": "no",
    "coins_inside_rewards": "no",
    "forced_bonus": "no",
    "murder_arrest": "out",
    "used_mechanics": "stay",
}


def table(seats: int = 2, **options: str) -> Game:
    """A model at the first turn of seat 1."""
    model = Game(PRINTED, seats, OPTIONS | options)
    while model.turn < 0:
        model.tell(min(model.question.words))
    return model


def run(model: Game, script: Script, *words: str) -> None:
    """Carry something out on its own, with these answers to its questions."""
    model.turn = 0
    model.script = script
    model.question = Question(NOBODY, {"": 1})
    try:
        model.question = next(script)
    except StopIteration:
        assert not words
        return
    for word in words:
        model.tell(word)


def carry(model: Game, effect: str, *words: str, seat: int = 0, kind: str = CARD) -> Player:
    """Carry out an effect with these words; the player then."""
    run(model, model.carry(seat, read_effect(effect), kind), *words)
    return model.players[seat]


def heads(model: Game, *wanted: str) -> set[str]:
    """The legal words of these families."""
    return {word for word in model.question.words if word.partition(":")[0] in wanted}


# ------------------------------------------------------------ FC-EXAMPLE-01 to -19


@pytest.mark.parametrize(("seats", "left"), [(3, 3), (4, 2), (2, 4)])
def test_a_row_is_removed_after_as_many_cards_as_players(seats: int, left: int) -> None:
    """FC-EXAMPLE-01 and -02."""
    model = table(seats)
    for column in range(seats - 1):
        model.take_place(1, column)
    assert (model.removed, sum(card != "" for card in model.rows[1])) == (0, left + 1)
    model.take_place(1, 5)
    assert (model.removed, model.rows[1]) == (left, [""] * 6)


@pytest.mark.parametrize(
    ("first", "second", "trains"),
    [("upper", "upper", [[0, 0, 0], [0]]), ("lower", "lower", [[0], [0, 0, 0]]), ("upper", "lower", [[0, 0], [0, 0]])],
)
def test_two_coaches_go_to_either_train(first: str, second: str, trains: list[list[int]]) -> None:
    """FC-EXAMPLE-03."""
    assert carry(table(), "0-coach x2", f"coach:{first}", f"coach:{second}").trains == trains


def test_the_leftmost_coach_of_its_level_is_upgraded() -> None:
    """FC-EXAMPLE-04."""
    model = table()
    model.players[0].trains[0] = [0, 0]
    assert carry(model, "0->1", "upgrade:upper:0").trains[0] == [1, 0]


@pytest.mark.parametrize("effect", ["upgrade-any x1", "4->7"])
def test_both_upgrade_icons_turn_a_four_into_a_seven(effect: str) -> None:
    """FC-EXAMPLE-05."""
    model = table()
    model.players[0].trains[1] = [4, 2, 0]
    assert carry(model, effect, "upgrade:lower:4").trains[1] == [7, 2, 0]


def test_two_arrows_move_each_conductor_two_cards() -> None:
    """FC-EXAMPLE-06."""
    model = table()
    player = model.players[0]
    player.trains, player.conductors = [[1, 1, 0, 0], [0, 0, 0]], [1, 0]
    carry(model, "conductors both 2", "conductor:upper:2", "conductor:lower:2")
    assert player.conductors == [3, 2]


def test_two_arrows_move_the_locomotive_from_the_first_city_to_the_third() -> None:
    """FC-EXAMPLE-07."""
    model = table()
    model.players[0].city = 1
    assert carry(model, "locomotive 2", "locomotive:2").city == 3


def test_an_eight_point_city_pays_once() -> None:
    """FC-EXAMPLE-08: the third city of S2-3 is worth 8 points."""
    model = table()
    player = model.players[0]
    player.sections, player.city = ["s2-3"], 5
    carry(model, "locomotive 1", "locomotive:1")
    assert (player.city, player.points) == (6, 8)
    player.conductors = [0, 0]
    run(model, model.scoring_part(0), "score")
    assert player.points == 8


def test_the_start_player_tile_gives_four_players_what_the_example_says() -> None:
    """FC-EXAMPLE-09 and -10."""
    model = table(4)
    run(model, model.take_tile(0), "coach:upper", "upgrade:lower:0")
    blue, yellow, green, red = model.players
    assert [sum(player.coins) for player in model.players] == [3, 1, 1, 1]
    assert (blue.trains, yellow.trains, green.trains, red.trains) == (
        [[0], [0]], [[0], [0]], [[0, 0], [0]], [[0], [1]],
    )  # fmt: skip
    assert (model.rows[0][0], model.row_taken, model.removed) == ("", [1, 0, 0], 1)
    assert all(player.pile == [] for player in model.players)


def test_the_fifth_card_brings_a_mail_car_and_its_reward() -> None:
    """FC-EXAMPLE-11."""
    model = table()
    model.players[0].trains[1] = [1, 0, 0, 0]
    player = carry(model, "0-coach x1", "coach:lower", "mail:m1", "locomotive:2")
    assert (player.trains[1], player.city, player.mail) == ([1, 0, 0, 0, 0, "m1"], 2, ["m2", "m3", "m4"])


def test_the_ninth_card_brings_a_tile_and_two_upgrades() -> None:
    """FC-EXAMPLE-12."""
    model = table()
    model.players[0].trains[1] = [1, 0, 0, 0, 0, "m1", 0, 0]
    player = carry(model, "0-coach x1", "coach:lower", "upgrade:lower:1", "upgrade:upper:0")
    assert player.trains == [[1], [2, 0, 0, 0, 0, "m1", 0, 0, 0, "lt-5"]]


def test_coins_fill_the_first_column_before_the_second() -> None:
    """FC-EXAMPLE-13."""
    model = table()
    model.players[0].coins = [3, 0, 0]
    assert carry(model, "coins 3", "coins").coins == [5, 1, 0]


def scoring_example(model: Game) -> None:
    """The position of FC-EXAMPLE-14: a conductor on the last card, the locomotive on the reward of S1-2."""
    player = model.players[0]
    player.trains, player.conductors = [[1, 0], [0]], [2, 0]
    player.sections, player.city, player.coins = ["s1-2", "s1-1"], 5, [2, 0, 0]
    model.scoring = 1


def test_a_scoring_part_runs_as_in_the_example() -> None:
    """FC-EXAMPLE-14 and -15."""
    model = table()
    scoring_example(model)
    player = model.players[0]
    run(model, model.scoring_part(0))
    assert heads(model, "city") == {"city:2", "city:5"}
    for word in ("city:5", "coach:upper", "locomotive:2"):
        model.tell(word)
    assert (player.trains[0], player.city, player.points) == ([1, 0, 0], 7, 3)
    assert heads(model, "city") == {"city:2", "city:7"}
    for word in ("city:2", "coins", "coin:1:coach:upper", "city:7", "conductor:upper:2"):
        model.tell(word)
    assert (player.trains[0], player.conductors, player.coins) == ([1, 0, 0, 0], [4, 0], [3, 0, 0])
    model.tell("done")
    assert player.points == 3 + 1


REWARDS = {
    "a": ("city:5", "coach:upper", "locomotive:2"),
    "b": ("city:2", "coins"),
    "d": ("city:7", "conductor:upper:1", "leave"),
}


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("abd")])
def test_rewards_may_come_in_another_order(order: str) -> None:
    """FC-EXAMPLE-16: d only after a, because its city is not reached before."""
    model = table()
    scoring_example(model)
    run(model, model.scoring_part(0))
    for reward in order:
        if "city:7" not in model.question.words and reward == "d":
            assert order.index("d") < order.index("a")
            return
        for word in REWARDS[reward]:
            model.tell(word)
    assert order in ("abd", "adb", "bad")


def test_a_train_scores_up_to_its_conductor() -> None:
    """FC-EXAMPLE-17."""
    model = table()
    player = model.players[0]
    player.trains, player.conductors = [[12, 4, 1, 1, 0, "m1", 0], [7, 4]], [7, 0]
    assert (model.train_points(0, 0), model.train_points(0, 1)) == (18, 0)


def test_the_final_count_multiplies_cards_by_bonus() -> None:
    """FC-EXAMPLE-18."""
    model = table()
    player = model.players[0]
    player.pile = ["x1-car-1-1", "x2-car-1-1", "x3-car-1-1", "x1-loc-1-1", "x1-con-1-1", "a1-8", "s1-1"]
    player.bonus = ["eb-car-5", "eb-car-6", "eb-loc-6"]
    assert model.bonus_points(0) == {"car": 12, "conductor": 0, "locomotive": 3}


def test_the_same_player_arrives_first_and_third() -> None:
    """FC-EXAMPLE-19."""
    model = table()
    train: list[int | str] = [1, 0, 0, 0, 0, "m1", 0, 0, 0, "lt-5"]
    for player in model.players:
        player.trains, player.conductors = [list(train), list(train)], [9, 9]
    model.move_conductor(0, 0, 1)
    model.move_conductor(1, 0, 1)
    model.move_conductor(0, 1, 1)
    model.move_conductor(1, 1, 1)
    assert ([player.points for player in model.players], model.arrivals) == ([25, 10], [0, 1, 0, 1])


# ------------------------------------------------------------ other clauses


def test_contracts_are_met_as_the_supplement_says() -> None:
    """FC-MODULE-A-02 to -07, -11, -12, -14."""
    model = table()
    player = model.players[0]
    player.trains = [[2, 2], [4, 4, 2, 2]]
    assert met(model, 0, "coaches 6 level 2+")
    player.trains = [[1, 1, 1, 1, 1, "m1"], [0]]
    assert met(model, 0, "one train 5 cards")
    assert not met(model, 0, "coaches 6 level 1+")
    player.trains = [[1] * 5 + ["m1"], [0, 0, 0]]
    assert [met(model, 0, f"{what} cards") for what in ("one train 5", "trains in all 8", "both trains 6")] == [
        True, True, False,
    ]  # fmt: skip
    assert in_sequence([7, 4, 2, 1], [4, 2, 2, 1])
    assert not in_sequence([4, 2, 1, 1], [4, 2, 2, 1])
    player.conductors = [2, 3]
    assert met(model, 0, "both conductors card 2")
    player.conductors = [1, 5]
    assert not met(model, 0, "both conductors card 2")
    assert not met(model, 0, "locomotive tiles 1")
    player.trains[1] = [0, 0, 0, 0, 0, "m2", 0, 0, 0, "lt-5"]
    assert met(model, 0, "locomotive tiles 1")
    player.sections, player.city = ["s1-5", "s1-3"], 6
    assert met(model, 0, "reward cities 3")
    player.city = 5
    assert not met(model, 0, "reward cities 3")


def test_room_for_coins_is_made_first_and_no_more_than_needed() -> None:
    """FC-COIN-07, -20 and -21."""
    model = table(3)
    model.players[0].coins = [5, 5, 2]
    run(model, model.gain_coins(0, 2))
    assert heads(model, "buy")
    assert not heads(model, "leave", "done")
    bought = min(heads(model, "buy"))
    for word in (bought, "pay:4:0:0"):
        model.tell(word)
    assert len(model.display) == 3
    model = table(3)
    model.players[2].trains[0], model.players[2].coins = [0, 0, 0, 0], [5, 5, 2]
    run(model, model.carry(2, read_effect("0-coach x1"), GIVEN), "coach:upper", "mail:m4", "coins")
    assert model.question.seat == 2
    assert not heads(model, "buy")
    for word in ("coin:1:point", "coin:1:point", "coin:2:point"):
        model.tell(word)
    assert (model.players[2].coins, model.players[2].points) == ([5, 5, 2], 3)


def test_only_icons_of_the_line_leave_room_for_extras() -> None:
    """FC-TURN-05 and FC-SCORE-16."""
    model = table()
    model.players[0].coins = [3, 0, 0]
    for kind, words in ((CARD, set()), (LINE, {"coin:1:coach:upper", "coin:1:coach:lower", "coin:1:point"})):
        run(model, model.carry(0, read_effect("0-coach x1, locomotive 2"), kind), "coach:upper")
        assert heads(model, "coin", "buy") == words


@pytest.mark.parametrize(
    ("prints", "arrested", "points"),
    [
        ((4, 2, 1), [0], [0, 0, 20]),
        ((1, 3, 3), [2], [0, 0, 0]),  # a tie with the murderer
        ((3, 3, 1), [0, 1], [0, 0, 20]),
        ((0, 0, 0), [], [0, 0, 20]),
    ],
)
def test_most_fingerprints_are_arrested(prints: tuple[int, ...], arrested: list[int], points: list[int]) -> None:
    """FC-MODULE-C-10 to -13; seat 3 is the murderer."""
    model = table(3, modules="a-c")
    model.guilty = 2
    for player, many in zip(model.players, prints, strict=True):
        player.tokens = [Token(True, set()) for _ in range(many)]
    run(model, model.arrest(), "token:blank", "token:blank")
    assert model.arrested == arrested
    assert [player.points for player in model.players] == points


def test_cards_of_modules_d_and_e_wait_for_coaches_and_conductors() -> None:
    """FC-MODULE-D-04, FC-MODULE-E-05 and -06."""
    model = table(modules="d-e")
    player = model.players[0]
    player.trains, player.conductors = [[2, 0], [2]], [0, 1]
    player.guests = {"d1-3": (0, 1), "d1-6": (1, 1)}
    player.between = {"e2-5": 1, "e1-1": 2, "e1-6": 2}
    assert model.module_extras(0) == ["activate:d1-6", "mechanic:e2-5"]
    player.trains[1], player.conductors = [2, 2], [2, 1]
    assert model.module_extras(0) == ["activate:d1-3", "activate:d1-6", "mechanic:e2-5", "mechanic:e1-6"]
    assert model.active_switches(0) == []
    player.conductors = [2, 2]
    assert model.active_switches(0) == ["e1-1"]

"""The model of the oracle gives the numbers of the rulebook's examples and of the clauses' tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.games.spike.oracle.model import NATURE, Game
from tests.games.spike.oracle.payments import payments, pays
from tests.games.spike.oracle.printed import Printed, content
from tests.support.seeds import SEED

PRINTED = Printed(content())
OPTIONS = {
    "advanced": "no",
    "first_player": "seat-1",
    "joker_mixed": "no",
    "allow_reverse": "yes",
    "time_replacement": "any",
    "start_full_speed": "no",
    "idle_turns": "twenty",
    "one_track_per_space": "yes",
    "builds_per_action": "one",
}
LETTERS = "wbrygk"


def table(seats: int = 2, prepare: Callable[[Game], None] = lambda _: None, **options: str) -> Game:
    """A model at the first question of seat 1, everybody in Topeka; `prepare` lays things out before it is asked."""
    model = Game(PRINTED, seats, OPTIONS | options)
    while not (words(model, "place") and model.question.seat == seats - 1):
        model.tell("place:topeka" if words(model, "place") else next(iter(model.question.words or {})))
    prepare(model)
    model.tell("place:topeka")
    return model


def words(model: Game, *heads: str) -> set[str]:
    """The legal words of these families."""
    return {word for word in model.question.words or {} if word.partition(":")[0] in heads}


def give(model: Game, letters: str) -> None:
    """Put these cards into the hand of seat 1, in place of those it has."""
    hand = model.players[0].hand
    hand.clear()
    for letter in letters:
        hand[PRINTED.colours[LETTERS.index(letter)]] += 1


def run(*links: str, train: str, heading: str, speed: int = 1, hand: str = "") -> Callable[[Game], None]:
    """Tracks of seat 1, its train, and its hand."""

    def prepare(model: Game) -> None:
        player = model.players[0]
        assert set(links) <= set(PRINTED.ends)
        player.links = set(links)
        player.stock -= len(links)
        player.start, player.train, player.heading = train.partition("-")[0], train, heading
        player.level["locomotive"] = speed - 1
        player.contracts = []
        give(model, hand)

    return prepare


def counts(letters: str) -> tuple[int, ...]:
    return tuple(letters.count(letter) for letter in LETTERS)


def paid(hand: str, route: str, mixed: bool = False) -> set[str]:
    """All payments of a route, as letters in the order of the colours."""
    found = payments(counts(route), counts(hand), mixed)
    return {"".join(letter * n for letter, n in zip(LETTERS, cards, strict=True)) for cards in found}


PAYMENTS: list[tuple[str, str, set[str]]] = [
    ("rww", "r", {"r", "ww"}),  # SP-BUILD-19
    ("rg", "rb", set()),  # SP-BUILD-09
    ("rb", "rb", {"br"}),
    ("yyyy", "rrr", {"yyyy"}),  # SP-JOKER-01
    ("wwbb", "rg", {"wwbb"}),  # SP-JOKER-02
    ("rww", "rg", {"wwr"}),  # SP-JOKER-03
    ("bbb", "rg", set()),  # SP-JOKER-05
    ("ww", "r", {"ww"}),  # SP-EXAMPLE-04
    ("bbb", "gg", {"bbb"}),  # SP-EXAMPLE-05
    ("wwww", "rg", {"wwww"}),  # SP-JOKER-07
    ("www", "wr", {"www"}),
    ("www", "rg", set()),
    ("www", "r", {"ww"}),  # SP-JOKER-08
    ("ww", "w", {"w"}),
    # Two whites as the red card and two reds as the white one: no card is idle, and none stands for its own colour.
    ("wwrr", "wr", {"wr", "wwrr"}),
]


@pytest.mark.parametrize(("hand", "route", "expected"), PAYMENTS)
def test_payments_are_those_of_the_clauses(hand: str, route: str, expected: set[str]) -> None:
    assert paid(hand, route) == expected


@pytest.mark.parametrize("mixed", [False, True])
def test_a_listed_payment_is_one_that_pays(mixed: bool) -> None:
    """The list of payments and the test of a single one, over all cards that could be played."""
    rng = Random(SEED)
    for _ in range(60):
        hand = counts("".join(rng.choices(LETTERS[:4], k=7)))
        route = counts("".join(rng.choices(LETTERS, k=rng.randint(1, 4))))
        listed = payments(route, hand, mixed)
        played = [()]
        for held in hand:
            played = [(*cards, n) for cards in played for n in range(held + 1)]  # type: ignore[misc]
        assert listed == {cards for cards in played if pays(route, cards, mixed)}


def test_a_mixed_joker_pays_different_colours() -> None:
    assert paid("bbb", "rg", mixed=True) == {"bbb"}
    assert paid("bbbb", "rgy", mixed=True) == {"bbbb"}
    assert paid("bbbb", "rgb", mixed=True) == {"bbbb"}  # one as itself, three as red and green


def test_the_market_moves_as_in_the_example_of_norfolk() -> None:
    model = table()
    model.market[:3] = ["pigs", "b", "c"]
    model.sell(0, "pigs")
    assert (model.players[0].money, model.market[:3]) == (3, ["b", "c", "pigs"])
    model.sell(0, "c")
    assert (model.players[0].money, model.market[:3]) == (5, ["b", "pigs", "c"])
    model.sell(0, "c")
    assert (model.players[0].money, model.market[:3]) == (6, ["b", "pigs", "c"])


def test_the_route_card_of_the_example_gives_nine(monkeypatch: pytest.MonkeyPatch) -> None:
    model = table()
    model.players[0].routes = ["indianapolis"]
    reached = {"indianapolis", "raleigh", "columbia", "jacksonville", "tampa"}
    monkeypatch.setattr(model, "cities", lambda seat: reached)
    assert model.score_route(0) == 9
    reached.remove("tampa")
    assert model.score_route(0) == 5 + 2
    reached.remove("indianapolis")
    assert model.score_route(0) == 0


def test_topeka_is_delivered_to_once() -> None:
    def prepare(model: Game) -> None:
        player = model.players[0]
        pays_there = {(face.split("-")[0], pay.get("topeka")): face for face, pay in PRINTED.pay.items()}
        player.contracts = [pays_there["fruit", 9], pays_there["cattle", 11]]
        player.aboard = {"fruit", "cattle"}
        player.level["car"] = 1

    model = table(prepare=prepare)
    assert words(model, "deliver") == {"deliver:fruit", "deliver:cattle"}
    model.tell("deliver:cattle")
    assert model.players[0].money == 11
    assert words(model, "deliver", "unload") == {"unload:fruit"}


@pytest.mark.parametrize(("seats", "turns"), [(2, 15), (3, 21), (4, 19)])
def test_a_game_of_drawing_only_is_as_long_as_the_clause_says(seats: int, turns: int) -> None:
    """SP-ROUND-10, wherever the cards come from; cargo is never touched."""
    for seed in range(5):
        rng = Random(f"{SEED} {seed}")
        model = table(seats)
        played = 0
        while not model.over:
            played += model.question.begins_turn
            asked = model.question.words or {}
            if model.question.seat != NATURE:
                asked = {word: 1 for word in asked if word == "pile" or word.startswith("take:")} or {"done": 1}
            model.tell(rng.choices(list(asked), list(asked.values()))[0])
        assert (played, model.ending, model.round, model.times) == (turns, "time", 3, 3)


TREE = ("chicago-milwaukee", "chicago-indianapolis", "indianapolis-louisville", "louisville-nashville")


def test_a_train_enters_a_city_or_bypasses_it_and_may_turn_back() -> None:
    model = table(prepare=run(*TREE, train="chicago-milwaukee", heading="chicago"))
    stays = "move:chicago-milwaukee"
    assert words(model, "move") == {stays, "move:chicago", "move:chicago-indianapolis", "move:milwaukee"}
    assert words(model, "extra") == {"extra:chicago", "extra:chicago-indianapolis"}
    assert words(model, "start") == set()
    model.tell("move:chicago-indianapolis")
    assert (model.players[0].train, model.players[0].heading) == ("chicago-indianapolis", "indianapolis")
    assert words(model, "move") == set()
    assert words(model, "extra") == {"extra:indianapolis", "extra:indianapolis-louisville"}


def test_a_train_that_arrived_is_not_started_in_the_same_turn() -> None:
    model = table(prepare=run(*TREE, train="chicago-milwaukee", heading="chicago"))
    model.tell("move:chicago")
    assert words(model, "move", "start", "extra") == set()


def test_two_cities_are_bypassed_in_one_move() -> None:
    model = table(prepare=run(*TREE, train="chicago-milwaukee", heading="chicago", speed=2), allow_reverse="no")
    ahead = {"chicago", "chicago-indianapolis", "indianapolis", "indianapolis-louisville"}
    assert words(model, "move") == {f"move:{space}" for space in {"chicago-milwaukee", *ahead}}


def test_a_start_of_full_speed_ends_early_only_in_a_city() -> None:
    options = {
        "no": {"chicago-milwaukee", "chicago", "chicago-indianapolis"},
        "yes": {"chicago", "chicago-indianapolis"},
    }
    for choice, spaces in options.items():
        model = table(prepare=run(*TREE, train="milwaukee", heading="milwaukee", speed=2), start_full_speed=choice)
        assert words(model, "start") == {f"start:{space}" for space in spaces}


def test_a_route_ends_in_the_first_city_and_that_is_a_new_one() -> None:
    # given Chicago - Milwaukee (white) and Chicago - Indianapolis (yellow) - Louisville (red)
    model = table(prepare=run("chicago-milwaukee", train="milwaukee", heading="milwaukee", hand="yr"))
    model.tell("build")
    assert words(model, "link") >= {"link:chicago-indianapolis"}
    assert "link:chicago-milwaukee" not in words(model, "link")
    model.tell("link:chicago-indianapolis")
    assert words(model, "match", "spend") == {"match"}
    model.market[:3] = ["coal", "pigs", "oil"]
    model.tell("match")
    assert (model.players[0].money, model.players[0].stock, model.discards["yellow"]) == (2, 43, 1)
    assert model.question.seat == 1


def test_another_players_track_is_closed_and_no_place_to_branch_off() -> None:
    def prepare(model: Game) -> None:
        run(train="milwaukee", heading="milwaukee", hand="wyr")(model)
        model.players[1].links = {"chicago-milwaukee"}

    model = table(prepare=prepare)
    if words(model, "build"):
        model.tell("build")
        assert all("milwaukee" in word and "chicago" not in word for word in words(model, "link"))
    shared = table(prepare=prepare, one_track_per_space="no")
    shared.tell("build")
    assert "link:chicago-milwaukee" in words(shared, "link")


def test_the_special_end_gives_every_other_player_one_turn() -> None:
    def prepare(model: Game) -> None:
        run(*TREE, train="milwaukee", heading="milwaukee")(model)
        model.players[0].stock = 0

    model = table(3, prepare=prepare)
    model.tell("start:chicago-milwaukee")
    assert (model.question.seat, model.last_turns) == (1, 2)
    asked = []
    while not model.over:
        if model.question.begins_turn:
            asked.append(model.question.seat)
        model.tell(next(word for word in reversed(model.question.words or {}) if word != "build"))
    assert (asked, model.ending) == ([1, 2], "special")


def test_twenty_idle_turns_of_everybody_end_the_game() -> None:
    model = table(prepare=run(*TREE[1:], train="chicago", heading="chicago"))
    other = model.players[1]
    other.links, other.train, other.heading, other.contracts = {"chicago-milwaukee"}, "milwaukee", "milwaukee", []
    turns = 0
    while not model.over:
        turns += model.question.begins_turn
        moving = sorted(words(model, "start", "extra", "done"))
        model.tell(moving[0])
    assert (turns, model.ending) == (40, "idle")

"""Bots: found by name, given their view and worlds, choosing by weights."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import trainshed
from trainshed.bots.bot import Bot, Budget, UnknownBot, find, names
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded

BUDGET = Budget(seconds=0.01)


def ask(bot: Bot, state: Any, rng: Random) -> int:
    """Let a bot choose as at every table: from the view, the moves, and worlds drawn from the view."""
    view = state.view(state.actor)
    return bot.choose(view, state.moves(), BUDGET, rng, lambda: state.game.world(view, rng))


def play(seed: int, bots: list[Bot], **options: str) -> State:
    """Play a whole game between bots."""
    state = trainshed.game("lok-n-roll").start(len(bots), options)
    nature = Seeded(seed)
    rng = Random(seed)
    while not state.over:
        state.play(nature.choose(state) if state.actor == trainshed.NATURE else ask(bots[state.actor], state, rng))
    return state


def test_bots_are_found_by_name() -> None:
    assert {"random", "thumb"} <= set(names())
    for name in names():
        assert find(name).name == name


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"'deep'.*random.*thumb"):
        find("deep")


def test_a_budget_is_two_seconds_unless_told_otherwise() -> None:
    assert Budget() == Budget(seconds=2.0, nodes=None, scale=1.0)


@pytest.mark.parametrize("name", ["random", "thumb"])
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"mode": "solo"}),
        (1, {"mode": "challenge"}),
        (1, {"mode": "rival"}),
        (2, {}),
        (4, {"forbid_dead_end": "yes"}),
    ],
)
def test_every_bot_plays_legal_moves_to_the_end(name: str, seats: int, options: dict[str, str]) -> None:
    assert play(7, [find(name)] * seats, **options).over


@pytest.mark.parametrize("name", ["random", "thumb"])
def test_equal_luck_gives_equal_games(name: str) -> None:
    first, again = (play(3, [find(name)] * 2) for _ in range(2))
    assert first.digest() == again.digest()


class Spy:
    """A bot that keeps the views that it is given."""

    name = "spy"

    def __init__(self) -> None:
        self.given: list[Any] = []

    def choose(self, view: Any, moves: Any, budget: Budget, rng: Random, worlds: Any) -> int:
        self.given.append(view)
        assert worlds().moves() == moves
        return int(moves[-1])


def test_a_bot_is_given_its_view_and_worlds_that_ask_the_same() -> None:
    spy = Spy()
    play(5, [spy, spy])
    assert spy.given
    assert all(isinstance(view, View) and view.seat == view.actor for view in spy.given)


class Loaded:
    """A world, and its title, whose rules of thumb give fixed weights."""

    def __init__(self, weights: list[int]) -> None:
        self.weights = weights
        self.game = self

    def has_part(self, name: str) -> bool:
        return True

    def part(self, name: str) -> Loaded:
        assert name == "bot"
        return self

    def weigh(self, world: Loaded, moves: list[int]) -> list[int]:
        assert world is self
        assert len(moves) == len(self.weights)
        return self.weights


def test_thumb_takes_the_heaviest_move_and_settles_ties_by_lot() -> None:
    thumb = find("thumb")
    rng = Random(1)

    def choices(weights: list[int]) -> set[int]:
        world: Any = Loaded(weights)
        return {thumb.choose(None, [10, 20, 30], BUDGET, rng, lambda: world) for _ in range(50)}

    assert choices([1, 5, 3]) == {20}
    assert choices([4, 1, 4]) == {10, 30}


def test_thumb_needs_no_world_where_there_is_nothing_to_choose() -> None:
    def worlds() -> State:
        raise AssertionError("no world is needed")

    assert find("thumb").choose(None, [4], BUDGET, Random(1), worlds) == 4

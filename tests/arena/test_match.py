"""One game between bots, which see their views and nothing else."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import trainshed
from trainshed.arena.match import MatchError, play_game
from trainshed.bots.bot import Budget, Worlds, find, looks, names
from trainshed.bots.failure import BotCrashed
from trainshed.kernel.nature import Seeded

GAME = trainshed.game("lok-n-roll")


class Spy:
    """A bot that plays at random and remembers the views and the numbers of moves that it was given."""

    name = "spy"

    def __init__(self) -> None:
        self.views: list[Any] = []
        self.counts: list[int] = []

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        self.views.append(view)
        self.counts.append(len(moves))
        world = worlds()
        assert world.view(view.seat) == view
        assert world.moves() == list(moves)
        return rng.choice(moves)


class Cheat:
    name = "cheat"

    def __init__(self, move: int) -> None:
        self.move = move

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        assert isinstance(moves, list)
        moves.append(self.move)
        return self.move


def test_bots_get_their_own_views_and_real_questions() -> None:
    spies = [Spy(), Spy(), Spy()]
    made: list[tuple[int, int]] = []
    state, counts = play_game(
        GAME.start(3), spies, Seeded(1), Random(1), Budget(), lambda seat, move: made.append((seat, move))
    )
    assert state.over
    for seat, spy in enumerate(spies):
        assert {view.seat for view in spy.views} == {seat}
        assert min(spy.counts) > 1
    assert counts.decisions == sum(len(spy.views) for spy in spies)
    assert counts.moves == len(made)
    assert 3 <= counts.turns <= counts.moves
    again = GAME.start(3)
    for seat, move in made:
        assert again.actor == seat
        again.play(move)
    assert again.digest() == state.digest()


class Blind(Spy):
    """A bot that says that it does not look."""

    looks = False

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        self.views.append(view)
        return moves[int(rng.random() * len(moves))]


def test_no_view_is_made_for_a_bot_that_does_not_look() -> None:
    blind, random = [Blind(), Blind()], [find("random")] * 2
    ends = [play_game(GAME.start(2), bots, Seeded(7), Random(7), Budget())[0].digest() for bots in (blind, random)]
    assert ends[0] == ends[1]
    assert blind[0].views
    assert set(blind[0].views) == {None}
    assert [name for name in names() if not looks(find(name))] == ["random"]


def test_the_same_luck_gives_the_same_game() -> None:
    bots = [find("random"), find("thumb")]
    ends = [play_game(GAME.start(2), bots, Seeded(7), Random(7), Budget())[0].digest() for _ in range(2)]
    assert ends[0] == ends[1]
    assert play_game(GAME.start(2), bots, Seeded(8), Random(7), Budget())[0].digest() != ends[0]


@pytest.mark.parametrize("move", [-5, 10**6])
def test_a_bot_cannot_break_the_rules(move: int) -> None:
    with pytest.raises(MatchError, match="which is not legal"):
        play_game(GAME.start(2), [Cheat(move), Cheat(move)], Seeded(1), Random(1), Budget())


class Unfinished:
    """A bot whose package lacks something it needs."""

    name = "unfinished"

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        raise ModuleNotFoundError("No module named 'elsewhere.net'", name="elsewhere.net")


def test_a_bot_that_lacks_a_module_is_named() -> None:
    with pytest.raises(MatchError, match=r"unfinished cannot play lok-n-roll: there is no elsewhere\.net"):
        play_game(GAME.start(2), [Unfinished(), Unfinished()], Seeded(1), Random(1), Budget())


class Crashing:
    """A bot that raises an exception."""

    name = "crashing"

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        raise ZeroDivisionError("no trains left")


def test_crash_of_a_bot_keeps_the_exception_for_logs() -> None:
    with pytest.raises(BotCrashed, match=r"^bot crashing failed in seat \d: ZeroDivisionError: no trains") as caught:
        play_game(GAME.start(2), [Crashing(), Crashing()], Seeded(1), Random(1), Budget())
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    logged = "".join(traceback.format_exception(caught.value))
    assert 'raise ZeroDivisionError("no trains left")' in logged
    assert f"{Path(__file__).name}, line" in caught.value.place
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


def test_seats_may_have_random_numbers_of_their_own() -> None:
    """Then what the other bot asks of its own does not change a bot's random numbers."""

    class Counting:
        name = "counting"

        def __init__(self, draws: int) -> None:
            self.draws = draws
            self.seen: list[float] = []

        def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
            self.seen += [rng.random() for _ in range(self.draws)]
            return moves[0]

    seen = []
    for draws in (1, 5):
        spy = Counting(1)
        play_game(GAME.start(2), [spy, Counting(draws)], Seeded(1), [Random("a"), Random("b")], Budget())
        seen.append(spy.seen)
    assert seen[0] == seen[1]
    assert seen[0][:3] == [rng.random() for rng in [Random("a")] for _ in range(3)]

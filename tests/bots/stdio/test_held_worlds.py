"""Worlds that a program holds by number: positions drawn from its view, on which it plays by the rules."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import Any

import msgspec
import pytest

from tests.support.games.bot_programs import question
from trainshed.bots.stdio.held_worlds import HeldWorlds
from trainshed.bots.stdio.messages import (
    MOST_PLAYOUTS,
    MOST_WORLDS,
    DropRequest,
    PlayoutRequest,
    PlayoutReturns,
    PlayRequest,
    RequestRefused,
    ViewRequest,
    WorldList,
    WorldPosition,
    WorldRequest,
    WorldsDropped,
    WorldsWork,
    WorldView,
)
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State

TITLES = ["lok-n-roll", "russian-railroads", "spike", "first-class"]


class Table:
    """A question, and the worlds that a program may hold for it."""

    def __init__(self, title: str = "lok-n-roll", seed: int = 1, seconds: float = 60.0, later: int = 6) -> None:
        self.state = question(title, later=later)
        self.view = self.state.view(self.state.actor)
        self.words = [self.state.game.vocabulary.word(move) for move in self.state.moves()]
        self.rng = Random(seed)
        self.drawn = 0
        self.held = HeldWorlds(self.world(), self.world, Random(seed), monotonic() + seconds)

    def world(self) -> State:
        self.drawn += 1
        return self.state.game.world(self.view, self.rng)

    def ask(self, request: WorldsWork) -> Any:
        return self.held.answer(request)

    def draw(self, count: int = 1) -> list[WorldPosition]:
        answer = self.ask(WorldRequest(count))
        assert isinstance(answer, WorldList)
        return answer.worlds

    def refused(self, request: WorldsWork) -> RequestRefused:
        answer = self.ask(request)
        assert isinstance(answer, RequestRefused)
        return answer


@pytest.mark.parametrize("title", TITLES)
def test_worlds_ask_the_same_question(title: str) -> None:
    table = Table(title)
    worlds = table.draw(3)
    assert table.drawn == 3, "the first is drawn before the question and given too"
    assert [world.world for world in worlds] == [1, 2, 3]
    for world in worlds:
        assert (world.seat, world.over, world.moves) == (table.state.actor, False, table.words)
        # The points of others may hang on what they hold, which is drawn anew in each world.
        assert world.returns[world.seat] == table.state.game.returns(table.state)[world.seat]
        assert world.scores[world.seat] == table.state.scores()[world.seat]
        shown = table.ask(ViewRequest(world.world, world.seat))
        assert isinstance(shown, WorldView)
        assert msgspec.json.decode(shown.view, type=type(table.view)) == table.view


@pytest.mark.parametrize("title", TITLES)
def test_a_world_is_played_to_its_end(title: str) -> None:
    table = Table(title)
    position = table.draw()[0]
    rng = Random(2)
    steps = 0
    while not position.over:
        assert position.seat not in (NATURE, -2)
        position = table.ask(PlayRequest(1, [rng.choice(position.moves)]))
        assert isinstance(position, WorldPosition)
        steps += 1
    assert steps > 5
    assert (position.world, position.seat, position.moves) == (1, -2, [])
    assert len(position.scores) == len(position.returns) == 2
    assert table.refused(PlayRequest(1, ["stop"])).reason == "'stop' is not legal there"
    view = table.ask(ViewRequest(1))
    assert msgspec.json.decode(view.view)["over"] is True


def test_a_copy_leaves_its_world_as_it_was() -> None:
    table = Table()
    table.draw()
    before = table.ask(ViewRequest(1, 0))
    copy = table.ask(PlayRequest(1, [table.words[0]], copy=True))
    assert copy.world == 2
    assert table.ask(ViewRequest(1, 0)) == before
    assert table.ask(PlayRequest(1, [])).moves == table.words
    assert table.ask(ViewRequest(2, 0)).view != before.view


def test_words_are_played_all_or_none_and_a_refusal_cites_the_clause() -> None:
    table = Table()
    table.draw()
    before = table.ask(ViewRequest(1, 0))
    for copy in (False, True):
        refused = table.refused(PlayRequest(1, [table.words[0], "deal:s1", "x"], copy))
        assert refused == RequestRefused("'deal:s1' is not legal there", "deal:s1", refused.clause)
        assert refused.clause.startswith("LR-")
    assert table.refused(PlayRequest(1, ["fly" * 100])).word == ("fly" * 100)[:80]
    assert table.ask(ViewRequest(1, 0)) == before
    assert table.ask(PlayRequest(1, [table.words[0]])).world == 1


@pytest.mark.parametrize("title", TITLES)
def test_playouts_end_in_returns_and_repeat_with_their_seed(title: str) -> None:
    found = []
    for seed in (1, 1, 2):
        table = Table(title, seed)
        table.draw()
        before = table.ask(ViewRequest(1, 0))
        answer = table.ask(PlayoutRequest(1, [table.words[-1]], 4))
        assert isinstance(answer, PlayoutReturns)
        assert [len(returns) for returns in answer.returns] == [2] * 4
        assert table.ask(ViewRequest(1, 0)) == before
        found.append(answer.returns)
    assert found[0] == found[1] != found[2]
    assert table.refused(PlayoutRequest(1, ["fly"])).word == "fly"


def test_what_is_too_much_is_refused_and_costs_nothing() -> None:
    table = Table()
    for count in (MOST_WORLDS + 1, 10**6, 10**18):
        assert table.refused(WorldRequest(count)).reason.startswith(f"{count} worlds more; at most 1000 may be held")
    assert table.drawn == 1
    table.draw(MOST_WORLDS - 1)
    table.draw(1)
    assert "1000 are" in table.refused(WorldRequest()).reason
    assert "1000 are" in table.refused(PlayRequest(1, [], copy=True)).reason
    assert table.ask(DropRequest([5, 5, 6])) == WorldsDropped(MOST_WORLDS - 2)
    assert table.draw(2)[1].world == MOST_WORLDS + 2, "numbers are not given twice"
    assert "at most 1000" in table.refused(PlayoutRequest(1, [], MOST_PLAYOUTS + 1)).reason


@pytest.mark.parametrize("world", [0, -1, 2, 10**20])
def test_worlds_that_there_are_not(world: int) -> None:
    table = Table()
    table.draw()
    for request in (PlayRequest(world, []), PlayoutRequest(world), ViewRequest(world, 0), DropRequest([1, world])):
        assert table.refused(request).reason == f"there is no world {world}"
    assert table.ask(PlayRequest(1, [])).moves == table.words, "nothing is dropped either"


@pytest.mark.parametrize("seat", [-1, 2, 10**20])
def test_seats_that_there_are_not(seat: int) -> None:
    table = Table()
    table.draw()
    assert table.refused(ViewRequest(1, seat)).reason.startswith(f"there is no seat {seat}")


@pytest.mark.parametrize("request_", [WorldRequest(999), PlayoutRequest(1, [], 1000)])
def test_long_requests_look_at_the_clock(request_: WorldsWork) -> None:
    table = Table(seconds=-1.0)
    table.held._held[1] = table.world()
    with pytest.raises(TimeoutError):
        table.ask(request_)

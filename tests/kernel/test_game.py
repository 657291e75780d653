"""What every title gets from its base classes, and how titles are found."""

from __future__ import annotations

from random import Random

import pytest

import trainshed
from trainshed.kernel.content import Pack
from trainshed.kernel.game import State, playout
from trainshed.kernel.options import SetupError
from trainshed.kernel.registry import UnknownTitle
from trainshed.kernel.rulebook import Illegal

GAME = trainshed.game("lok-n-roll")


def some_question(seats: int = 2) -> State:
    """A position in which a seat is to move."""
    state = GAME.start(seats)
    rng = Random(3)
    while state.actor == trainshed.NATURE or len(state.moves()) < 3:
        state.apply(rng.choice(state.moves()))
    return state


def test_titles_are_found_once() -> None:
    assert "lok-n-roll" in trainshed.titles()
    assert trainshed.game("lok-n-roll") is GAME
    assert trainshed.game("lok-n-roll", 1) is GAME
    assert trainshed.game("lok-n-roll", 1, Pack(GAME.pack.data, "own")) is GAME, "the digest tells packs apart"
    with pytest.raises(UnknownTitle, match=r"no title 'monopoly'; there are .*lok-n-roll"):
        trainshed.game("monopoly")
    with pytest.raises(SetupError, match="no edition 99"):
        trainshed.game("lok-n-roll", 99)


@pytest.mark.parametrize("seats", [-1, 0, 5, 1000])
def test_seats_are_counted(seats: int) -> None:
    with pytest.raises(SetupError, match="is for 1, 2, 3, 4 seats"):
        GAME.start(seats)


def test_the_checked_door() -> None:
    state = some_question()
    before = state.digest()
    for move in (-1, len(GAME.vocabulary), 10**9, *range(len(GAME.vocabulary))):
        if move in state.moves():
            assert state.why_not(move) is None
            continue
        with pytest.raises(Illegal) as error:
            state.play(move)
        assert error.value.refusal == state.why_not(move)
        assert error.value.refusal.clause in GAME.rulebook
    assert state.digest() == before


def test_others_learn_only_that_it_is_not_their_question() -> None:
    state = some_question()
    other = 1 - state.actor
    refusals = {str(state.why_not(move, other)) for move in range(len(GAME.vocabulary))}
    assert len(refusals) == 1
    refusal = state.why_not(state.moves()[0], other)
    assert refusal is not None
    assert refusal.generic


def test_bytes_and_back() -> None:
    state = some_question()
    again = GAME.load(state.dump())
    assert again.digest() == state.digest()
    assert again.moves() == state.moves()
    for wrong in (b"", b"\x00", b"\x93\x01\x02\x03", state.dump().replace(b"lok-n-roll", b"lok-n-rock")):
        with pytest.raises(SetupError):
            GAME.load(wrong)


def test_events_only_when_listening() -> None:
    state = some_question()
    deaf = state.clone()
    state.listen()
    move = state.moves()[0]
    state.play(move)
    deaf.play(move)
    assert state.events(None)
    assert deaf.events(None) == []
    assert state.digest() == deaf.digest()
    assert state.clone().events(None) == []


def test_a_game_that_is_over_asks_nothing() -> None:
    state = GAME.start(2)
    assert playout(state, Random(1)) > 20  # type: ignore[arg-type]
    assert state.over
    assert state.moves() == []
    assert state.actor == trainshed.NOBODY
    refusal = state.why_not(0)
    assert refusal is not None
    assert refusal.generic


def test_parts_that_the_rules_never_import() -> None:
    assert GAME.part("view").__name__ == "trainshed.games.lok_n_roll.view"
    with pytest.raises(ModuleNotFoundError):
        GAME.part("kitchen")

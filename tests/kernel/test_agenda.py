"""The agenda of pending effects, on a small position of its own, without any title."""

from __future__ import annotations

from typing import Any

import pytest

from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect
from trainshed.kernel.game import Position


class Say(Effect):
    """An effect that resolves itself and adds its text to `said`."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def resolve(self, state: Any) -> None:
        state.said.append(self.text)


class Ask(Effect):
    """Asks seat 0 for an even number below 6; 4 is forbidden by clause 7."""

    __slots__ = ()

    def asks(self, state: Any) -> int:
        return 0

    def candidates(self, state: Any) -> list[int]:
        return [0, 2, 4]

    def forbids(self, state: Any, move: int) -> int:
        if move % 2:
            return OTHER_QUESTION
        return 7 if move == 4 else 0

    def answer(self, state: Any, move: int) -> None:
        state.said.append(f"answer {move}")
        state.push(Say("after"))


class Spin(Effect):
    """A wheel with weights 1, 2 and 3."""

    __slots__ = ()

    def asks(self, state: Any) -> int:
        return NATURE

    def chance(self, state: Any) -> str:
        return "wheel"

    def odds(self, state: Any) -> list[tuple[int, int]]:
        return [(10, 1), (11, 2), (12, 3)]

    def answer(self, state: Any, move: int) -> None:
        state.said.append(f"spun {move}")


class Talk(Position):
    __slots__ = ("said",)

    def __init__(self, agenda: list[Effect]) -> None:
        super().__init__(None, 1, {}, agenda)
        self.said: list[str] = []
        self.settle()


def test_effects_resolve_from_the_top_until_one_asks() -> None:
    state = Talk([Say("last"), Ask(), Say("second"), Say("first")])
    assert state.said == ["first", "second"]
    assert (state.over, state.actor, state.moves()) == (False, 0, [0, 2])
    state.apply(2)
    assert state.said == ["first", "second", "answer 2", "after", "last"]
    assert (state.over, state.actor, state.moves()) == (True, NOBODY, [])


def test_moves_are_kept_until_the_next_move() -> None:
    state = Talk([Ask(), Ask()])
    assert state.moves() is state.moves()
    state.apply(0)
    assert state.moves() == [0, 2]


def test_nature_has_tickets() -> None:
    state = Talk([Ask(), Spin()])
    assert state.actor == NATURE
    assert state.chance == "wheel"
    assert state.moves() == [10, 11, 12]
    assert state.tickets() == 6
    assert [state.pick(ticket) for ticket in range(6)] == [10, 11, 11, 12, 12, 12]
    with pytest.raises(ValueError, match="no such ticket"):
        state.pick(6)
    state.apply(11)
    assert state.said == ["spun 11"]
    assert state.chance == ""


def test_nothing_pending_is_the_end() -> None:
    assert Talk([]).over

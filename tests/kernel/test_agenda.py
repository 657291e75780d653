"""The agenda of pending effects, on a small position of its own, without any title."""

from __future__ import annotations

from typing import Any

import pytest

from trainshed.kernel.agenda import NATURE, NOBODY, OPEN, OTHER_QUESTION, Effect, OpenQuestion, SecretQuestion
from trainshed.kernel.game import Position


class Say(Effect):
    """An effect that resolves itself and adds its text to `said`."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def resolve(self, state: Any) -> None:
        state.said.append(self.text)


class Ask(Effect):
    """Asks a seat for an even number below 6; 4 is forbidden by clause 7."""

    __slots__ = ("seat",)

    def __init__(self, seat: int = 0) -> None:
        self.seat = seat

    def asks(self, state: Any) -> int:
        return self.seat

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

    def clone(self) -> Talk:
        return Talk(list(self.agenda))


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


@pytest.mark.parametrize(
    ("below", "reveals", "hands_on"),
    [
        ([Ask()], False, False),
        ([Ask(1)], False, True),
        ([Spin()], True, False),
        ([Ask(1), Spin()], True, False),
        ([Ask(), Spin(), Say("something")], True, False),
        ([Ask(1), Say("something")], False, True),
        ([], False, True),
    ],
)
def test_what_may_be_undone_follows_from_what_a_move_reveals_and_hands_on(
    below: list[Effect], reveals: bool, hands_on: bool
) -> None:
    state = Talk([*below, Ask()])
    then = state.clone()
    then.apply(2)
    for after in (None, then):
        assert (state.reveals(2, after), state.hands_on(2, after)) == (reveals, hands_on)
        assert state.reversible(2, after) is (not reveals and not hands_on)
    assert state.said == []


def test_a_draw_reveals_and_hands_nothing_on() -> None:
    state = Talk([Ask(), Spin()])
    assert (state.reveals(11), state.hands_on(11), state.reversible(11)) == (True, False, False)


class Hand(SecretQuestion):
    """Play a card of the hand (1 to 9), or stop (0). Everybody sees an empty hand, and nobody else what is in it."""

    __slots__ = ()

    def settled(self, state: Any) -> int:
        return OPEN if state.hand else 0

    def candidates(self, state: Any) -> list[int]:
        return [0, *state.hand]

    def forbids(self, state: Any, move: int) -> int:
        return 0 if move == 0 or (move in state.hand and move > 4) else 7

    def take(self, state: Any, move: int, forced: bool) -> None:
        state.said.append(f"{move}{' forced' if forced else ''}")


class OpenHand(OpenQuestion):
    """The same question if everybody saw the hand."""

    __slots__ = ()

    def candidates(self, state: Any) -> list[int]:
        return [0, *state.hand]

    def forbids(self, state: Any, move: int) -> int:
        return 0 if move == 0 or (move in state.hand and move > 4) else 7

    def take(self, state: Any, move: int, forced: bool) -> None:
        state.said.append(f"{move}{' forced' if forced else ''}")


class Holding(Talk):
    __slots__ = ("hand",)

    def __init__(self, hand: list[int], question: Effect) -> None:
        self.hand = hand
        super().__init__([question])


@pytest.mark.parametrize("hand", [[1, 2], [1, 8]])
def test_a_single_answer_that_follows_from_a_secret_is_asked(hand: list[int]) -> None:
    """Nobody learns from the question whether there was another answer."""
    state = Holding(hand, Hand(0))
    assert (state.actor, state.said) == (0, [])
    assert state.moves() == ([0] if hand == [1, 2] else [0, 8])
    state.apply(0)
    assert (state.over, state.said) == (True, ["0"])


def test_a_single_answer_that_everybody_sees_is_taken() -> None:
    assert Holding([], Hand(0)).said == Holding([], OpenHand(0)).said == Holding([1], OpenHand(0)).said == ["0 forced"]

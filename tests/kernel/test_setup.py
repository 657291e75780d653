"""Options and seats of a table before a game."""

from __future__ import annotations

import pytest

from trainshed.kernel.options import Option, SetupError, chosen_options

OPTIONS = (
    Option("mode", ("solo", "rival"), "solo", "Alone.", seats=(1,)),
    Option("start", ("random", "seat-1", "seat-2", "seat-3"), "random", "Who begins.", seats=(2, 3)),
    Option("strict", ("no", "yes"), "no", "Strict?"),
)


def test_defaults_of_what_applies() -> None:
    assert chosen_options(OPTIONS, 1, {}) == {"mode": "solo", "strict": "no"}
    assert chosen_options(OPTIONS, 2, {"strict": "yes"}) == {"start": "random", "strict": "yes"}


def test_a_seat_can_be_chosen_only_where_it_is() -> None:
    assert chosen_options(OPTIONS, 3, {"start": "seat-3"})["start"] == "seat-3"
    with pytest.raises(SetupError, match="option start is one of random, seat-1, seat-2, not 'seat-3'"):
        chosen_options(OPTIONS, 2, {"start": "seat-3"})


@pytest.mark.parametrize(
    ("seats", "given", "said"),
    [
        (2, {"mode": "solo"}, "no option 'mode' with 2 seats"),
        (2, {"colour": "red"}, "no option 'colour' with 2 seats"),
        (1, {"mode": "Solo"}, "option mode is one of solo, rival, not 'Solo'"),
        (1, {"strict": ""}, "option strict is one of no, yes, not ''"),
    ],
)
def test_what_cannot_be_chosen(seats: int, given: dict[str, str], said: str) -> None:
    with pytest.raises(SetupError) as error:
        chosen_options(OPTIONS, seats, given)
    assert str(error.value) == said

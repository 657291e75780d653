"""What the feature vectors of all titles begin with, and the forms in which they state numbers: all in [0, 1].

Places at the table are counted from the viewer's seat, which comes first; a spectator counts from the first seat.
"""

from __future__ import annotations

from typing import Any, Final

NATURE_OR_NOBODY: Final = 2
"""Who may be the actor beside a place."""


def one_of(count: int, index: int) -> list[float]:
    """A one among zeros; all zeros for a negative index."""
    values = [0.0] * count
    if index >= 0:
        values[index] = 1.0
    return values


def half(count: int, middle: int) -> float:
    """Scale a number without an upper bound to [0, 1), so that `middle` gives one half."""
    return count / (count + middle) if count > 0 else 0.0


def seats_by_place(view: Any) -> list[int]:
    """The seats of a view in the order of their places."""
    first = view.seat or 0
    return [(first + step) % view.seats for step in range(view.seats)]


def table_features(game: Any, view: Any) -> list[float]:
    """The table: number of seats, the choice of each option, and the actor, who is a place, nature or nobody."""
    places = game.seat_counts[-1]
    out = one_of(len(game.seat_counts), game.seat_counts.index(view.seats))
    for option in options_of(game):
        chosen = view.options.get(option.name)
        out += [float(choice == chosen) for choice in option.choices]
    acting = seats_by_place(view).index(view.actor) if view.actor >= 0 else places - 1 - view.actor
    return out + one_of(places + NATURE_OR_NOBODY, acting)


def table_length(game: Any) -> int:
    """The length of `table_features`."""
    choices = sum([len(option.choices) for option in options_of(game)])
    return len(game.seat_counts) + choices + int(game.seat_counts[-1]) + NATURE_OR_NOBODY


def options_of(game: Any) -> list[Any]:
    """The options that name no seat: places are counted from the viewer, so a seat's number would mean nothing."""
    return [option for option in game.options if not any(choice.startswith("seat-") for choice in option.choices)]

"""What the views of all titles begin with, so that programs that know no title can read them."""

from __future__ import annotations

from typing import Any

import msgspec


class Head(msgspec.Struct, frozen=True):
    """The first fields of a view; a title's view adds its own."""

    title: str
    edition: int
    pack: str
    """The digest of the content pack."""
    seat: int | None
    """The viewer's seat, or null for a spectator."""
    seats: int
    options: dict[str, str]
    pending: list[list[Any]]
    """The pending effects, the next one last: each is its name and its arguments."""
    actor: int
    """The seat that must answer, -1 for nature, -2 for nobody."""
    over: bool
    scores: list[int]
    """Points of each seat, once the game is over; empty before, and where the rules give no score."""
    standings: list[int]
    """The rank of each seat, 1 for the winner, once the game is over; empty before."""


Fields = tuple[
    str, int, str, int | None, int, dict[str, str], list[list[Any]], int, bool, list[int], list[int]
]  # of `Head`


def head(state: Any, seat: int | None, scored: bool = True) -> Fields:
    """The fields of `Head`, in their order, for a seat (None: a spectator); not `scored`: a game without a score."""
    game = state.game
    over = state.over
    return (
        game.slug,
        game.edition,
        game.pack.digest,
        seat,
        state.seats,
        state.options,
        state.pending(),
        state.actor,
        over,
        state.scores() if over and scored else [],
        state.standings() if over else [],
    )

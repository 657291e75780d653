"""The points of Lok'n'Roll by their sources, of which the fewest win (LR-SCORE-01, LR-SCORE-02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from trainshed.draw.board import PointSources, Say
from trainshed.games.lok_n_roll import events as told
from trainshed.games.lok_n_roll.text.names import points_of
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.phrases import NameTable

source_name: Final = NameTable(
    penalties=marked("Penalty cards"),
    chaos=marked("Chaos cards"),
    combined=marked("Combined away"),
    hand=marked("Left in the hand"),
)
SOURCES: Final = tuple(source_name.names)


def tally(game: Game, view: View, events: Iterable[Event], say: Say) -> PointSources | None:
    """All points by source; there are no rounds. None for a lost challenge, which has no points."""
    if view.lost:
        return None
    points = [[[0] for _ in SOURCES] for _ in range(view.seats)]
    for event in events:
        for seat, source, gained in scored(event):
            points[seat][SOURCES.index(source)][0] += gained
    return PointSources([""], [source_name(name, say.speech) for name in SOURCES], points)


def scored(event: Event) -> list[tuple[int, str, int]]:
    """The points that an event brings a seat or takes from it: seat, source, number. Laura has no seat."""
    match event:
        case told.Discarded(seat=int(seat), card=card, from_hand=from_hand):
            return [(seat, "chaos" if from_hand else "penalties", points_of([card]))]
        case told.Combined(seat=int(seat), cards=cards):
            return [(seat, "combined", -points_of(cards))]
        case told.GameEnded(in_hand=in_hand):
            return [(seat, "hand", count) for seat, count in enumerate(in_hand)]
    return []

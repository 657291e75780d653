"""The money of Spike by its sources, round by round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from trainshed.draw.board import PointSources, Say
from trainshed.games.spike import events as told
from trainshed.games.spike.view import View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.phrases import NameTable

source_name: Final = NameTable(
    start=marked("At the start"),
    contracts=marked("Contracts"),
    cities=marked("New cities"),
    routes=marked("Route cards"),
    upgrades=marked("Upgrades"),
)
SOURCES: Final = tuple(source_name.names)


def tally(game: Game, view: View, events: Iterable[Event], say: Say) -> PointSources:
    """All money by source and round; what was there at the start is the rest, and is left out if nobody had any."""
    rounds = view.round
    points = [[[0] * (rounds + 1) for _ in SOURCES] for _ in range(view.seats)]
    column = 0
    for event in events:
        if isinstance(event, told.RoundBegun):
            column = event.round - 1
        for seat, source, money in scored(event):
            points[seat][SOURCES.index(source)][rounds if source == "routes" else column] += money
    for seat, score in enumerate(view.scores):
        points[seat][0][0] = score - sum(sum(source) for source in points[seat])
    shown = [at for at in range(len(SOURCES)) if at or any(seat[0][0] for seat in points)]
    return PointSources(
        [*(str(number + 1) for number in range(rounds)), say.speech.gettext("Final")],
        [source_name(SOURCES[at], say.speech) for at in shown],
        [[seat[at] for at in shown] for seat in points],
    )


def scored(event: Event) -> list[tuple[int, str, int]]:
    """The money that an event brings or costs: seat, source, amount."""
    match event:
        case told.Delivered(seat=seat, money=money):
            return [(seat, "contracts", money)]
        case told.MarketPaid(seat=seat, money=money):
            return [(seat, "cities", money)]
        case told.RouteScored(seat=seat, money=money):
            return [(seat, "routes", money)]
        case told.Upgraded(seat=seat, cost=cost):
            return [(seat, "upgrades", -cost)]
    return []

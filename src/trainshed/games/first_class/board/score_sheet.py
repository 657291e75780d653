"""The points of First Class by their sources: a scoring phase, and a whole game by rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from trainshed.draw.board import Count, PointSources, Say
from trainshed.games.first_class import events as happened
from trainshed.games.first_class.board.module import board_module
from trainshed.games.first_class.rules.components import TYPES
from trainshed.games.first_class.text import names
from trainshed.games.first_class.view import View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import NameTable, capital

source_name: Final = NameTable(
    upper=marked("Upper train"),
    lower=marked("Lower train"),
    cities=marked("Cities"),
    icons=marked("Cards and rewards"),
    constantinople=marked("Constantinople"),
    spent=marked("Coins turned into points"),
    coins=marked("Coins left"),
    car=marked("End bonus: cars"),
    conductor=marked("End bonus: conductors"),
    locomotive=marked("End bonus: locomotives"),
)
SOURCES: Final = tuple(source_name.names)
"""The sources of points that every game has, in the order in which they are shown."""

EVERY_GAME: Final = 4
"""The first so many sources are shown even if they brought no points."""


# ---------------------------------------------------------------- one scoring


def count(game: Game, view: View, events: Sequence[Event], say: Say) -> Count | None:
    """The last complete scoring phase among some events: trains and modules; at the end also the final count."""
    trains = [event for event in events if isinstance(event, happened.TrainsScored)]
    if not trains:
        return None
    phase = trains[-1].phase
    parts = {event.seat: event for event in trains if event.phase == phase}
    if len(parts) < view.seats:
        return None
    speech, seats = say.speech, range(view.seats)
    rows = [
        (source_name(name, speech), [parts[seat].trains[train] for seat in seats])
        for train, name in enumerate(("upper", "lower"))
    ]
    for module in dict.fromkeys(name for event in parts.values() for name, gained in event.extras.items() if gained):
        rows.append((module_name(module, speech), [parts[seat].extras.get(module, 0) for seat in seats]))
    title = speech.phrase("Scoring phase %(phase)d", phase=phase)
    last = list(events).index(trains[-1])
    final = final_rows(view.seats, events[last + 1 :], speech)
    rows += final
    points = list(view.scores) if view.over else [player.points for player in view.players]
    if not final:
        for event in events[last + 1 :]:
            for seat, _, gained in scored(event):
                points[seat] -= gained
    brought = [sum(gains[seat] for _, gains in rows) for seat in seats]
    key = f"scoring-{phase}" if not final else "final" if view.over else "final-count"
    return Count(key, title, [now - new for now, new in zip(points, brought, strict=True)], rows)


def module_name(module: str, speech: Translator) -> str:
    """What the points of a module are called."""
    name = board_module(module).names().get("", module)
    return speech.gettext(name)


def final_rows(seats: int, events: Iterable[Event], speech: Translator) -> list[tuple[str, list[int]]]:
    """Rows for the final count after the last scoring phase: coins, end-bonus cards, and what modules do after it.

    Empty if it has not come to that.
    """
    found: dict[str, list[int]] = {}
    for event in events:
        if isinstance(event, happened.FinalScored) or (found and isinstance(event, happened.ModuleEvent)):
            for seat, source, gained in scored(event):
                found.setdefault(source, [0] * seats)[seat] += gained
    rows = [(source, gains) for source, gains in found.items() if any(gains)] or list(found.items())[:1]
    return [
        (source_name(source, speech) if source in SOURCES else module_name(source, speech), gains)
        for source, gains in rows
    ]


# ---------------------------------------------------------------- a whole game


def tally(game: Game, view: View, events: Iterable[Event], say: Say) -> PointSources:
    """All points by source and round; what scoring phases bring belongs to the round before them."""
    box = names.box_of(game)
    found = list(events)
    modules = list(view.modules)
    sources = [*SOURCES, *modules]
    points = [[[0] * (box.rounds + 1) for _ in sources] for _ in range(view.seats)]
    column = 0
    for event in found:
        if isinstance(event, happened.RoundBegun):
            column = event.round - 1
        elif isinstance(event, happened.FinalScored):
            column = box.rounds
        for seat, source, gained in scored(event):
            points[seat][sources.index(source)][column] += gained
    brought = [any(any(seat[at]) for seat in points) for at in range(len(sources))]
    shown = [at for at in range(len(sources)) if at < EVERY_GAME or brought[at]]
    said = [source_name(name, say.speech) for name in SOURCES] + [module_name(name, say.speech) for name in modules]
    return PointSources(
        [*(str(number + 1) for number in range(box.rounds)), say.speech.gettext("Final")],
        [capital(said[at]) for at in shown],
        [[seat[at] for at in shown] for seat in points],
    )


def scored(event: Event) -> list[tuple[int, str, int]]:
    """The points that an event brings: seat, source, number."""
    match event:
        case happened.TrainsScored(seat=seat, trains=trains, extras=extras):
            rows = [(seat, name, gained) for name, gained in zip(("upper", "lower"), trains, strict=True)]
            return [*rows, *[(seat, name, gained) for name, gained in extras.items()]]
        case happened.CityPoints(seat=seat, points=gained):
            return [(seat, "cities", gained)]
        case happened.ArrivedInConstantinople(seat=seat, points=gained):
            return [(seat, "constantinople", gained)]
        case happened.PointsScored(seat=seat, points=gained, why=why):
            return [(seat, "spent" if why == "coin" else "icons", gained)]
        case happened.FinalScored(seat=seat, coins=coins, bonus=bonus):
            return [(seat, "coins", coins), *[(seat, name, gained) for name, gained in zip(TYPES, bonus, strict=True)]]
        case happened.ModuleEvent(module=module, seat=seat, facts=facts):
            if "points" in facts:
                return [(seat, module, int(facts["points"]))]
            if "penalty" in facts:
                return [(each, module, -int(facts["penalty"])) for each in facts.get("seats", [])]
    return []

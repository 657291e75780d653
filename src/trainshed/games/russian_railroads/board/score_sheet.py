"""The points of Russian Railroads by their sources: a scoring step by step, and a whole game by rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from trainshed.draw.board import Count, PointSources, Say
from trainshed.games.russian_railroads import events as told
from trainshed.games.russian_railroads.rules.components import RAILROADS
from trainshed.games.russian_railroads.text.names import bonus_name, railroad_name
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import NameTable, capital

source_name: Final = NameTable(
    **railroad_name.names,
    stars=marked("Stars"),
    industry=marked("Industry"),
    passing=marked("Passing"),
    effect=marked("Rewards"),
    engineers=marked("Engineer numbers"),
    locomotives=marked("Locomotive numbers"),
    ten=marked("In place of a card"),
    bonus=marked("End bonus"),
    majority=marked("Engineer majority"),
)
SOURCES: Final = tuple(source_name.names)
"""All sources of points, in the order in which they are shown."""

EVERY_GAME: Final = 5
"""The first so many sources are shown even if they brought no points."""


# ---------------------------------------------------------------- one scoring


def last_scoring(events: Sequence[Event]) -> Sequence[Event]:
    """The events from the last scoring of a round on; after the last round also the final scoring (RR-ROUND-09)."""
    first = [index for index, event in enumerate(events) if isinstance(event, told.RoundScored) and event.seat == 0]
    return events[first[-1] :] if first else ()


def count(game: Game, view: View, events: Sequence[Event], say: Say) -> Count | None:
    """The last scoring among some events: railroads, stars, industry; at the end also cards and engineers."""
    events = last_scoring(events)
    rounds = [event for event in events if isinstance(event, told.RoundScored)]
    if len(rounds) < view.seats:
        return None
    speech = say.speech
    rows = [(source_name(name, speech), [each.railroads[at] for each in rounds]) for at, name in enumerate(RAILROADS)]
    rows.append((source_name("stars", speech), [each.stars for each in rounds]))
    rows.append((source_name("industry", speech), [each.industry for each in rounds]))
    key, title = f"round-{view.round - 1}", speech.phrase("Round %(round)d is scored", round=view.round - 1)
    if view.over:
        key, title = "final", speech.gettext("The final scoring")
        rows += final_rows(view.seats, events, speech)
    after = points_after(view, events)
    brought = [sum(points[seat] for _label, points in rows) for seat in range(view.seats)]
    return Count(key, title, [points - new for points, new in zip(after, brought, strict=True)], rows)


def points_after(view: View, events: Iterable[Event]) -> list[int]:
    """The points right after a scoring: the current ones minus those scored since."""
    points = list(view.scores) if view.over else [player.points for player in view.players]
    for event in events:
        if isinstance(event, told.PointsScored | told.Passed):
            points[event.seat] -= event.points
    return points


def final_rows(seats: int, scoring: Iterable[Event], speech: Translator) -> list[tuple[str, list[int]]]:
    """A row for each end bonus card that is scored, and one for the engineer majority (RR-FINAL-02, -03)."""
    cards: dict[str, list[int]] = {}
    majority = [0] * seats
    for event in scoring:
        if isinstance(event, told.BonusScored):
            cards.setdefault(event.card, [0] * seats)[event.seat] += event.points
        elif isinstance(event, told.MajorityScored):
            majority[event.seat] += event.points
    rows = [(capital(bonus_name(card, speech)), points) for card, points in cards.items()]
    return [*rows, (source_name("majority", speech), majority)]


# ---------------------------------------------------------------- a whole game


def tally(game: Game, view: View, events: Iterable[Event], say: Say) -> PointSources:
    """All points by source and round. What the set-up brings belongs to the first round."""
    rounds = view.round
    points = [[[0] * (rounds + 1) for _ in SOURCES] for _ in range(view.seats)]
    column = 0
    for event in events:
        if isinstance(event, told.RoundBegun):
            column = event.round - 1
        for seat, source, count in scored(event):
            at = rounds if isinstance(event, told.BonusScored | told.MajorityScored) else column
            points[seat][SOURCES.index(source)][at] += count
    brought = [any(any(seat[index]) for seat in points) for index in range(len(SOURCES))]
    shown = [index for index in range(len(SOURCES)) if index < EVERY_GAME or brought[index]]
    return PointSources(
        [*(str(number + 1) for number in range(rounds)), say.speech.gettext("Final")],
        [source_name(SOURCES[index], say.speech) for index in shown],
        [[seat[index] for index in shown] for seat in points],
    )


def scored(event: Event) -> list[tuple[int, str, int]]:
    """The points that an event brings: seat, source, number."""
    match event:
        case told.RoundScored(seat=seat, railroads=railroads, stars=stars, industry=industry):
            lines = [(seat, name, count) for name, count in zip(RAILROADS, railroads, strict=True)]
            return [*lines, (seat, "stars", stars), (seat, "industry", industry)]
        case told.Passed(seat=seat, points=count):
            return [(seat, "passing", count)]
        case told.PointsScored(seat=seat, points=count, why=why):
            return [(seat, why if why in SOURCES else "effect", count)]
        case told.BonusScored(seat=seat, points=count):
            return [(seat, "bonus", count)]
        case told.MajorityScored(seat=seat, points=count):
            return [(seat, "majority", count)]
    return []

"""A person's own statistics: finished games with places and points, and from which sources the points came.

Places and points are in the outcomes of tables. Where the points came from is counted from the log of a game, which
takes long: it is counted once, a few games at a request, and stored. Nothing is stored by person.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

import msgspec

from trainshed.bots.characters import seat_name
from trainshed.draw.board import Say
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.registry import titles
from trainshed.locale import LANGUAGES, speech
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound, NotLoadable
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.seat_store import FinishedTable
from trainshed.service.tables.table_state import effective_moves, seen_row

log = logging.getLogger(__name__)

MOST_GAMES: Final = 1000
"""The last so many games of a person are in the statistics."""

MOST_COUNTED: Final = 5
SECONDS: Final = 0.5
"""At most so many logs are counted at one request, and none is begun after this time."""

MOST_BEST: Final = 5

Ended: TypeAlias = Literal["played", "early", "shared"]
"""`played` to the end by this person; ended or left `early`; `shared`: several seats on this person's device."""


class CountedPoints(msgspec.Struct, frozen=True):
    """From which sources the points of a game came."""

    labels: dict[str, list[str]] = {}
    """The names of the sources in every language; empty if the points cannot be counted."""
    points: list[list[int]] = []
    """By seat and source."""


class OwnGame(msgspec.Struct, frozen=True):
    """A finished game as one of its players sees it in the own statistics."""

    table: str
    title: str
    at: int
    how: Ended
    seat: int
    points: int
    place: int
    players: int
    others: list[str]
    """The names at the other seats."""
    counted: CountedPoints | None = None
    """None: not counted yet, or this title does not say from where its points come."""


class SourceShare(msgspec.Struct, frozen=True):
    """How many points a source brought on average."""

    source: str
    points: float


class TitleStatistics(msgspec.Struct, frozen=True):
    """A person's games of one title, those alone and those with others apart."""

    title: str
    alone: bool
    games: int
    places: list[int]
    """How often the person came in first, second and so on; empty for games alone."""
    average: float
    """Points a game."""
    best: list[OwnGame]
    """The games with the best points, the best first."""
    sources: list[SourceShare]
    """Where the points came from, the most first."""
    counted: int
    """The number of games from which `sources` were counted."""


class OwnStatistics(msgspec.Struct, frozen=True):
    """All statistics of a person."""

    titles: list[TitleStatistics]
    """The title played most first."""
    games: int
    early: int
    """Games that the person left or that ended early; they are in no title's figures."""
    shared: int
    """Games in which the person's device had several seats; neither are they."""
    waiting: int
    """Games whose points are still to be counted by source."""


class Statistics:
    """Reads and counts the finished games of a person."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.seats = tables.store.seats

    async def of(self, person: Person, language: str) -> OwnStatistics:
        """The statistics of a person, with the names of sources in a language. Counts a few games, if there are some
        to count."""
        games = await self._games(person)
        missing = [game for game in games if game.counted is None and game.how == "played" and countable(game.title)]
        done = await self._count(missing)
        games = [msgspec.structs.replace(game, counted=done.get(game.table, game.counted)) for game in games]
        return OwnStatistics(
            titles=by_title([game for game in games if game.how == "played"], language),
            games=len(games),
            early=sum(game.how == "early" for game in games),
            shared=sum(game.how == "shared" for game in games),
            waiting=len(missing) - len(done),
        )

    async def _games(self, person: Person) -> list[OwnGame]:
        found = await self.seats.finished_tables_of(person.id, MOST_GAMES)
        return [own_game(table, person.id) for table in found]

    async def _count(self, games: Sequence[OwnGame]) -> dict[str, CountedPoints]:
        """Count and store the points of some of these games, within the time that a request may take."""
        done: dict[str, CountedPoints] = {}
        until = time.monotonic() + SECONDS
        for game in games[:MOST_COUNTED]:
            if time.monotonic() > until:
                break
            number = ids.number(game.table)
            assert number is not None
            try:
                done[game.table] = await self._counted(number)
            except (NotFound, NotLoadable):
                done[game.table] = CountedPoints()
            except Exception:  # an old game that its board cannot tell must not close the page for good
                log.exception("the points of a game cannot be counted", extra=self.tables.where(number))
                done[game.table] = CountedPoints()
            await self.seats.keep_points(number, done[game.table])
        return done

    async def _counted(self, number: int) -> CountedPoints:
        table = (await self.tables.current(number)).table
        if table.refused:
            return CountedPoints()
        steps = await self.tables.history(number, 0, table.seq)
        rows = effective_moves([seen_row(step, None) for step in steps])
        events = [event for row in rows for event in row.events]
        board, view = table.game.part("board.board"), table.position.view(None)
        names = [holder.name for holder in table.holders]
        told = {code: board.tally(table.game, view, events, Say(speech(code), names)) for code in LANGUAGES}
        return CountedPoints(
            {code: list(tally.sources) for code, tally in told.items()},
            [[sum(source) for source in seat] for seat in told["en"].points],
        )


def own_game(table: FinishedTable, person: int) -> OwnGame:
    """A finished game from the seat of a person."""
    mine = [seat for seat, (holder, _, _) in enumerate(table.seats) if holder == person]
    seat, outcome = mine[0], table.outcome or {}
    scores, places = outcome.get("scores", []), outcome.get("standings", [])
    whole = bool(outcome.get("finished")) and "refused" not in outcome and seat < min(len(scores), len(places))
    how: Ended = "shared" if len(mine) > 1 else "played" if whole and not table.seats[seat][2] else "early"
    names = [
        seat_name(bot, table.id, place, name) if bot and holder is None else name
        for place, (holder, name, bot) in enumerate(table.seats)
    ]
    return OwnGame(
        table=ids.written(table.id),
        title=table.title,
        at=table.touched,
        how=how,
        seat=seat,
        points=scores[seat] if whole else 0,
        place=places[seat] if whole else 0,
        players=len(table.seats),
        others=[name for place, name in enumerate(names) if place not in mine],
        counted=None if table.counted is None else msgspec.convert(table.counted, CountedPoints),
    )


def by_title(games: Sequence[OwnGame], language: str) -> list[TitleStatistics]:
    """The statistics of games that were played to the end, for each title."""
    groups: dict[tuple[str, bool], list[OwnGame]] = {}
    for game in games:
        groups.setdefault((game.title, game.players == 1), []).append(game)
    found = [of_title(title, alone, group, language) for (title, alone), group in groups.items()]
    return sorted(found, key=lambda each: (each.alone, -each.games, each.title))


def of_title(title: str, alone: bool, games: Sequence[OwnGame], language: str) -> TitleStatistics:
    """The statistics of games of one title."""
    sign = 1 if fewest_win(title) else -1
    best = sorted(games, key=lambda game: (game.place if alone else 0, sign * game.points, -game.at))
    last = max(game.place for game in games)
    counted = [game for game in games if game.counted is not None and game.counted.labels]
    return TitleStatistics(
        title=title,
        alone=alone,
        games=len(games),
        places=[] if alone else [sum(game.place == place for game in games) for place in range(1, last + 1)],
        average=sum(game.points for game in games) / len(games),
        best=best[:MOST_BEST],
        sources=shares(counted, language),
        counted=len(counted),
    )


def shares(games: Sequence[OwnGame], language: str) -> list[SourceShare]:
    """The average points by source of games that were counted."""
    sums: dict[str, int] = {}
    shown: dict[str, str] = {}
    for game in games:
        counted = game.counted
        assert counted is not None
        for at, source in enumerate(counted.labels["en"]):
            sums[source] = sums.get(source, 0) + counted.points[game.seat][at]
            shown[source] = counted.labels.get(language, counted.labels["en"])[at]
    found = [SourceShare(shown[source], total / len(games)) for source, total in sums.items()]
    return sorted([share for share in found if share.points], key=lambda share: -share.points)


def countable(title: str) -> bool:
    """Whether a title says from where its points come."""
    return title in titles() and has_tally(title)


@cache
def has_tally(title: str) -> bool:
    game = find_game(title)
    return game.has_part("board.board") and hasattr(game.part("board.board"), "tally")


@cache
def fewest_win(title: str) -> bool:
    """Whether the fewest points win, by the board of the title."""
    if title not in titles():
        return False
    game: Game = find_game(title)
    if not game.has_part("board.board"):
        return False
    return bool(game.part("board.board").standing(game, game.start(max(game.seat_counts)).view(None)).fewest)

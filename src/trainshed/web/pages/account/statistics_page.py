"""The page of a person's own games: places, points by source and title, and the best games with their replays."""

from __future__ import annotations

from typing import NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from trainshed.kernel.translation import Translator
from trainshed.service.statistics import OwnGame, SourceShare, TitleStatistics, fewest_win
from trainshed.web.http.access import ServiceContainer, anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.account.account_pages import day, to_page
from trainshed.web.pages.frame.figures import rounded
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.rulebook.titles import name_of


class GameLine(NamedTuple):
    """A game in the list of the best ones."""

    table: str
    day: str
    points: str
    place: int
    others: str


class SourceBar(NamedTuple):
    """A source of points with a bar; the longest bar is 100 wide."""

    name: str
    points: str
    width: int


class TitleFigures(NamedTuple):
    """The statistics of a title as a section of the page."""

    name: str
    alone: bool
    fewest: bool
    """The fewest points win."""
    games: int
    places: list[int]
    average: str
    best: list[GameLine]
    sources: list[SourceBar]
    counted: int


@get("/me/games", include_in_schema=False, **anyone("account"))
async def own_games(container: ServiceContainer, reader: PageReader, request: Asked) -> Response[bytes]:
    """The statistics of the reader's own games; guests have some too."""
    person = reader.person
    if person is None:
        return to_page("/sign-in?to=/me/games")
    found = await container.statistics.of(person, reader.language)
    sections = [figures(title, person.hours.zone, reader.speech) for title in found.titles]
    return page("statistics.html", request.scope, reader, found=found, sections=sections)


def figures(found: TitleStatistics, zone: str, speech: Translator) -> TitleFigures:
    """The figures of one title as texts."""
    longest = max((abs(share.points) for share in found.sources), default=1)
    return TitleFigures(
        name_of(found.title),
        found.alone,
        fewest_win(found.title),
        found.games,
        found.places,
        rounded(found.average, speech),
        [line(game, zone) for game in found.best],
        [bar(share, longest, speech) for share in found.sources],
        found.counted,
    )


def line(game: OwnGame, zone: str) -> GameLine:
    return GameLine(
        game.table, day(game.at, zone), str(game.points).replace("-", "−"), game.place, ", ".join(game.others)
    )


def bar(share: SourceShare, longest: float, speech: Translator) -> SourceBar:
    return SourceBar(share.source, rounded(share.points, speech), max(1, round(100 * abs(share.points) / longest)))


STATISTICS_PAGES: list[HTTPRouteHandler] = [own_games]

"""The lobby: my tables, open seats, a new table."""

from __future__ import annotations

from typing import Final, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from trainshed.kernel.translation import Translator, marked
from trainshed.service.base.ids import written
from trainshed.service.base.milliseconds import DAY, MINUTE, SECOND
from trainshed.service.tables.clock import DAYS, LIVE, NONE
from trainshed.web.http.access import ServiceContainer, anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.lobby.durations import pace_words
from trainshed.web.pages.lobby.puzzle_card import card_of_day
from trainshed.web.pages.lobby.table_list import arrived_row, departing_row, playing_rows, waiting_row, watched_rows
from trainshed.web.pages.rulebook.titles import all_titles, name_of
from trainshed.wire import Pace, PackInfo

MOST_ARRIVED: Final = 8
MOST_DEPARTING: Final = 40
MOST_WATCHED: Final = 12

CLOCKS: Final = (
    (marked("Quick"), Pace(LIVE, 30 * SECOND, 5 * MINUTE)),
    (marked("Usual"), Pace(LIVE, 60 * SECOND, 10 * MINUTE)),
    (marked("Slow"), Pace(LIVE, 3 * MINUTE, 20 * MINUTE)),
    ("", Pace(NONE)),
)
"""Time controls offered for a live table; the last one has no clock."""

SPANS: Final = tuple(Pace(DAYS, days * DAY) for days in (1, 2, 3, 7))


class PaceChoice(NamedTuple):
    """An entry in the list of paces of the new-table form."""

    pace: Pace
    label: str


@get("/", include_in_schema=False, **anyone())
async def lobby(container: ServiceContainer, reader: PageReader, request: Asked) -> Response[bytes]:
    """The start page: the reader's tables, open seats, and the form for a new table."""
    person, speech = reader.person, reader.speech
    playing, waiting, arrived, offers = [], [], [], []
    if person is not None:
        playing = await playing_rows(container, person, await container.lobby.mine(person, "playing"), speech)
        waiting = [waiting_row(card, speech) for card in await container.lobby.mine(person, "open")]
        offers = [
            (written(each.table), each.name, name_of(each.title))
            for each in await container.rematches.waiting_for(person)
        ]
        arrived = [arrived_row(card, speech) for card in (await container.lobby.mine(person, "over"))[:MOST_ARRIVED]]
    free = [card for card in await container.lobby.open_seats(person) if not any(seat.mine for seat in card.seats)]
    running = [
        card
        for card in await container.lobby.to_watch(person)
        if card.loadable and not any(seat.mine for seat in card.seats)
    ]
    return page(
        "lobby.html",
        request.scope,
        reader,
        playing=playing,
        waiting=waiting,
        arrived=arrived,
        offers=offers,
        departing=[departing_row(card, speech) for card in free[:MOST_DEPARTING]],
        watched=await watched_rows(container, person, running[:MOST_WATCHED], speech),
        calls=sum(row.mine for row in playing),
        today=card_of_day(container.tables.now(), speech),
        titles=all_titles(reader.language),
        packs=offered(await container.packs.list()),
        clocks=clocks(speech),
        spans=[PaceChoice(pace, pace_words(pace, speech)[0]) for pace in SPANS],
    )


def offered(packs: list[PackInfo]) -> dict[str, list[PackInfo]]:
    """The content packs that a new table can be made with, by title."""
    found: dict[str, list[PackInfo]] = {}
    for pack in packs:
        found.setdefault(pack.title, []).append(pack)
    return found


def clocks(speech: Translator) -> list[PaceChoice]:
    found = []
    for name, pace in CLOCKS:
        first, more = pace_words(pace, speech)
        said = f"{speech.gettext(name)}: {first}" if name else first
        found.append(PaceChoice(pace, f"{said}, {more}" if more else said))
    return found


LOBBY_PAGES: list[HTTPRouteHandler] = [lobby]

"""The route of hover cards in a replay."""

from __future__ import annotations

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from trainshed.draw.board import Asked, Say
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.replay.replay_page import moment, past_view
from trainshed.web.pages.replay.timeline import Timelines
from trainshed.web.pages.table.hover.card_html import ViewerChoice, card_html
from trainshed.web.pages.table.hover.card_routes import card_of
from trainshed.web.pages.table.table_page import answer
from trainshed.web.pages.table.table_parts import names_of


@get("/t/{table:str}/replay/{seq:int}/about", include_in_schema=False, **anyone())
async def replay_card(
    table: FromPath[str],
    seq: FromPath[int],
    container: ServiceContainer,
    reader: PageReader,
    timelines: Timelines,
    thing: FromQuery[str],
    seat: FromQuery[int | None] = None,
) -> Response[bytes]:
    """The hover card of a thing on the board of a replay."""
    past = await moment(container, timelines, table_number(table), reader.person, seq, seat)
    seen, game = past_view(past), past.now.game
    card = card_of(game, seen.view, thing, Asked(), Say(reader.speech, names_of(seen)))
    return answer({"card": card_html(game, card, ViewerChoice(), reader.speech)})


REPLAY_CARDS: list[HTTPRouteHandler] = [replay_card]

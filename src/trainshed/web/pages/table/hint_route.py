"""The route from which a table page gets a hint."""

from __future__ import annotations

import msgspec
from litestar import Response, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from trainshed.service.tables.player_view import table_view
from trainshed.web.http.access import CurrentUser, ServiceContainer, signed_in, table_number
from trainshed.web.http.authentication import Asked, address
from trainshed.web.pages.frame.reader import reader_for
from trainshed.web.pages.table.coach.hint_panel import hint_html
from trainshed.web.pages.table.table_page import answer
from trainshed.web.pages.table.table_parts import names_of


class HintQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """The row that the page shows, and the words that are chosen and not confirmed."""

    seq: int
    words: list[str] = []


@post("/t/{table:str}/hint", status_code=200, include_in_schema=False, **signed_in("play"))
async def page_hint(
    table: FromPath[str], data: JSONBody[HintQuestion], container: ServiceContainer, user: CurrentUser, request: Asked
) -> Response[bytes]:
    """The best moves of the question that the player has to answer, for the hint panel. Nothing is played."""
    number, speech = table_number(table), reader_for(user, request.scope).speech
    found = await container.hints.give(number, user, data.seq, data.words, speech, address(request.scope))
    tried = await container.commands.attempt(number, user, data.seq, data.words)
    seen = table_view(tried.table, tried.seat)
    shown = hint_html(tried.table.game, seen.view, found.moves, tried.table.seats, speech, names_of(seen))
    return answer({"hint": shown})


HINT_ROUTES: list[HTTPRouteHandler] = [page_hint]

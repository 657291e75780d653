"""Where on the board the thing is that a clause speaks of, so that the coach can point at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from trainshed.draw.board import Say
from trainshed.draw.fit import Rect
from trainshed.kernel.game import Game
from trainshed.service.tables.player_view import table_view
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.rulebook.guide import guide_of
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.table_page import display_mode_of
from trainshed.web.pages.table.table_parts import names_of


def pointed(game: Game, view: Any, clauses: Sequence[str], layout: str, say: Say) -> list[Rect]:
    """The areas of the part of the board that the first of these clauses is about which is about one."""
    board = board_of(game)
    if not hasattr(board, "parts"):
        return []
    places = board.parts(game, view, layout, say)
    for clause in clauses:
        part = guide_of(game.slug).part_of(clause)
        found = [area for name, area in places if name == part]
        if found:
            return found
    return []


@get("/t/{table:str}/places", include_in_schema=False, **anyone())
async def pointed_parts(
    table: FromPath[str], container: ServiceContainer, reader: PageReader, request: Asked, clauses: FromQuery[str]
) -> Response[bytes]:
    """Areas of the board, each as x, y, width and height in units of the drawing. `clauses` are separated by blanks."""
    shown = (await container.tables.current(table_number(table))).table
    viewer = await container.commands.viewer(shown, reader.person)
    display = display_mode_of(request.scope, reader)
    seen = table_view(shown, viewer)
    say = Say(reader.speech, names_of(seen))
    found = pointed(shown.game, seen.view, clauses.split(), display.layout, say)
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON)


POINTED_PARTS: list[HTTPRouteHandler] = [pointed_parts]

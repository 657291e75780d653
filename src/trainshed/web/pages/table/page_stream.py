"""The route of the stream that keeps the page of a table up to date."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from trainshed.service.tables.table_state import TableState
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.table.page_feed import PageWriter
from trainshed.web.pages.table.table_page import display_mode_of, shown_mode
from trainshed.web.streams.hub import StreamHub
from trainshed.web.streams.table_stream import RECONNECT, table_stream
from trainshed.web.streams.table_writer import TableWriter


@get("/t/{table:str}/stream", include_in_schema=False, exception_handlers=RECONNECT, **anyone())
async def page_stream(
    table: FromPath[str],
    container: ServiceContainer,
    hub: StreamHub,
    reader: PageReader,
    request: Asked,
    invite: FromQuery[str] = "",
) -> ASGIApp:
    """Stream the parts of a table's page: all of them once, and then what changes."""
    asked = display_mode_of(request.scope, reader)

    def writer(opened: TableState, viewer: int | None) -> TableWriter:
        return PageWriter(shown_mode(asked, opened, viewer))

    return await table_stream(container, hub, reader.person, table_number(table), invite, request.scope, writer)

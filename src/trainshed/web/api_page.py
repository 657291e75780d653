"""The page of the API reference, in the frame of all pages."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from markupsafe import Markup

from trainshed.web.api.openapi import described
from trainshed.web.api.reference import reference
from trainshed.web.http.access import anyone
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page


@get("/api/docs", include_in_schema=False, **anyone())
async def api_page(request: Request[Any, Any, Any], reader: PageReader) -> Response[bytes]:
    """The API reference as an HTML page. It is written in English."""
    state = request.app.state
    if "api_reference" not in state:
        state["api_reference"] = Markup(reference(described(request.app)))
    return page("api.html", request.scope, reader, reference=state["api_reference"])

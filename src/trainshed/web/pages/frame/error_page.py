"""Error pages for browsers."""

from __future__ import annotations

from typing import Any

from litestar import Response

from trainshed.kernel.translation import Translator
from trainshed.service.base.logs import request_id
from trainshed.web.http.headers import header
from trainshed.web.pages.frame.reader import Reader
from trainshed.web.pages.frame.shell import page


def wants_page(scope: Any) -> bool:
    """Whether a request comes from a browser that wants HTML, and not from a program."""
    return "text/html" in header(scope, b"accept") and not scope["path"].startswith(("/api/", "/static/", "/schema"))


def error_page(scope: Any, reader: Reader, status: int, message: str, headline: str = "") -> Response[bytes]:
    """An error as a page in the reader's language. Server errors (5xx) show the id of the request."""
    title, more = said(status, reader.speech)
    ours = status >= 500
    return page(
        "error.html",
        scope,
        reader,
        status,
        headline=reader.speech.gettext(headline) if headline else title,
        message=message or more,
        code=status,
        reference=request_id(scope) if ours else "",
        sign_in=status in (401, 403, 404) and reader.person is None,
    )


def said(status: int, speech: Translator) -> tuple[str, str]:
    """Headline and explanation for an HTTP status."""
    if status == 401:
        return speech.gettext("Please sign in"), speech.gettext("This page is for people who have signed in.")
    if status == 403:
        return speech.gettext("Not allowed"), speech.gettext("You may not do this here.")
    if status == 404:
        return speech.gettext("Page not found"), speech.gettext("There is no such page.")
    if status == 503:
        return speech.gettext("Not available right now"), speech.gettext(
            "The service is not ready. Try again in a moment."
        )
    if status >= 500:
        return (
            speech.gettext("Server error"),
            speech.gettext("Something went wrong on our side. Your games are safe; try again in a moment."),
        )
    return speech.gettext("This does not work"), speech.gettext("The request was not understood.")

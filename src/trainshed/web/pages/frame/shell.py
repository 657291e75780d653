"""The frame of every page: templates in the reader's language, and a strict content security policy."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any, Final

import jinja2
from litestar import MediaType, Response
from markupsafe import Markup

from trainshed.draw.faces.portraits import face
from trainshed.draw.icons import framed, icon, seat_icon
from trainshed.draw.seats import SEATS, SHAPES, shape
from trainshed.locale import LANGUAGES, speech
from trainshed.web.http.headers import takes_gzip
from trainshed.web.pages.frame import brand, static_files
from trainshed.web.pages.frame.portraits import portrait
from trainshed.web.pages.frame.reader import Reader

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
OWN_NAMES: Final = {"en": "English", "es": "Español", "it": "Italiano"}


@cache
def templates(language: str) -> jinja2.Environment:
    """The Jinja environment of one language."""
    env = jinja2.Environment(
        loader=jinja2.PackageLoader("trainshed.web"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    said = speech(language)
    env.install_gettext_callables(said.gettext, said.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(
        language=language,
        languages={code: OWN_NAMES[code] for code in LANGUAGES},
        static=static_files.address,
        icon=lambda name, size=16, cls="cur": Markup(icon(name, size, cls)),
        seat_icon=lambda seat, size=16: Markup(seat_icon(SEATS[seat], size)),
        mark_icon=lambda mark, size=16: Markup(seat_icon(mark, size)),
        free_icon=lambda seat, size=16, cls="empty": Markup(framed(shape(SHAPES[seat], 8, 8, 5.8, cls), size)),
        seat_names=SEATS,
        brand=lambda size=28: Markup(brand.brand(size)),
        face=lambda name, size=24: Markup(face(name, size)),
        portrait=lambda seat, size=24: Markup(portrait(seat, said, size)),
    )
    return env


def rendered(name: str, reader: Reader, **facts: Any) -> str:
    """Render a template for a reader."""
    return templates(reader.language).get_template(name).render(reader=reader, **facts)


def page(name: str, scope: Any, reader: Reader, status: int = 200, **facts: Any) -> Response[bytes]:
    """Render a template as an HTML response, compressed if the client accepts gzip."""
    body = rendered(name, reader, **facts).encode()
    headers = {
        "content-security-policy": POLICY,
        "cache-control": "no-store",
        "content-language": reader.language,
        "vary": "accept-encoding, accept-language, cookie",
    }
    if takes_gzip(scope):
        body = gzip.compress(body, 5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status_code=status, headers=headers, media_type=MediaType.HTML)

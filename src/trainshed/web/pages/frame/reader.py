"""Who reads a page: in which language, on which kind of screen, in the light or in the dark."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, NamedTuple

from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.kernel.translation import Translator
from trainshed.locale import LANGUAGES, speech
from trainshed.service.accounts.people import Person
from trainshed.service.container import Container
from trainshed.web.http.authentication import anybody
from trainshed.web.http.headers import header

THEMES: Final = ("light", "dark")


class Reader(NamedTuple):
    """What a page must know of its reader."""

    person: Person | None
    speech: Translator
    layout: str
    theme: str
    """`light`, `dark`, or nothing: as the system has it."""

    @property
    def language(self) -> str:
        return self.speech.language


async def reader_of(container: Container, scope: Any, need: str = "read") -> Reader:
    """The reader, from the session, the cookies that the page's own buttons set, and what the browser says."""
    return reader_for(await anybody(container, scope, need), scope)


def reader_for(person: Person | None, scope: Any) -> Reader:
    """The reader where it is known who asks; nobody: where that does not matter, or cannot be found out any more."""
    cookies = cookies_of(scope)
    chosen = cookies.get("language", "")
    if chosen not in LANGUAGES:
        chosen = person.language if person is not None else wanted(header(scope, b"accept-language"))
    layout = cookies.get("layout", "")
    if layout not in LAYOUTS:
        layout = TALL if "Mobi" in header(scope, b"user-agent") else WIDE
    theme = cookies.get("theme", "")
    return Reader(person, speech(chosen), layout, theme if theme in THEMES else "")


def cookies_of(scope: Any) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header(scope, b"cookie")).items()}
    except CookieError:
        return {}


def wanted(accepted: str) -> str:
    """The first language of a browser's list that we speak."""
    weighed = []
    for place, item in enumerate(accepted.split(",")):
        name, _, weight = item.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(weighed) if name in LANGUAGES), "en")

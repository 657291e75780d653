"""The reader of a page: person, language, layout (wide or tall), theme (light or dark) and preferences."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, NamedTuple, TypeAlias

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.kernel.translation import Translator
from trainshed.locale import LANGUAGES, speech
from trainshed.service.accounts.people import Person
from trainshed.service.accounts.preferences import preferences_in_force
from trainshed.web.http.access import Visitor
from trainshed.web.http.headers import header

THEMES: Final = ("light", "dark")


class Reader(NamedTuple):
    """The person and the display settings for which a page is rendered."""

    person: Person | None
    speech: Translator
    layout: str
    theme: str
    """`light`, `dark`, or empty to follow the system."""
    preferences: dict[str, str]
    """A value for every preference; each is an attribute of the page's root, such as `data-pace`."""

    @property
    def language(self) -> str:
        return self.speech.language


def provide_reader(request: Request[Any, Any, Any], visitor: Visitor) -> Reader:
    """The reader, from the session, the settings cookies and the browser's headers."""
    return reader_for(visitor, request.scope)


PageReader: TypeAlias = NamedDependency[SkipValidation[Reader]]
PAGE_DEPENDENCIES: Final = {"reader": Provide(provide_reader, sync_to_thread=False)}


def reader_for(person: Person | None, scope: Any) -> Reader:
    """The reader for this person; None where the person does not matter or can no longer be looked up."""
    cookies = cookies_of(scope)
    chosen = cookies.get("language", "")
    if chosen not in LANGUAGES:
        chosen = person.language if person is not None else wanted(header(scope, b"accept-language"))
    layout = cookies.get("layout", "")
    if layout not in LAYOUTS:
        layout = TALL if "Mobi" in header(scope, b"user-agent") else WIDE
    theme = cookies.get("theme", "")
    preferences = preferences_in_force(None if person is None else person.preferences, cookies)
    return Reader(person, speech(chosen), layout, theme if theme in THEMES else "", preferences)


def cookies_of(scope: Any) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header(scope, b"cookie")).items()}
    except CookieError:
        return {}


def wanted(accepted: str) -> str:
    """The supported language that `Accept-Language` ranks highest; English if there is none."""
    weighed = []
    for place, item in enumerate(accepted.split(",")):
        name, _, weight = item.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(weighed) if name in LANGUAGES), "en")

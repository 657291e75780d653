"""The installable web app (PWA): manifest, service worker and offline page."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from trainshed.locale import LANGUAGES
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame import static_files
from trainshed.web.pages.frame.reader import reader_for
from trainshed.web.pages.frame.shell import POLICY, page

KEPT = (
    "fonts.css",
    "tokens.css",
    "palettes.css",
    "pieces.css",
    "table.css",
    "preferences.css",
    "lobby.css",
    "theme.js",
    "shell.js",
    "icons/icon.svg",
)
"""Files that the offline page needs, cached on installation. Others are cached when they are first requested."""

ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
    ("icons/icon.svg", "any", "any"),
)


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: Asked) -> Response[bytes]:
    """The web app manifest: name, icons and colours of the installed app."""
    reader = reader_for(None, request.scope)
    body = {
        "id": "/",
        "name": "Trainshed",
        "short_name": "Trainshed",
        "description": reader.speech.gettext("Railway board games, played by their rulebooks."),
        "lang": reader.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#EFEBE2",
        "theme_color": "#0D2A4A",
        "icons": [
            {"src": static_files.address(name), "sizes": sizes, "purpose": purpose, "type": media(name)}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [{"name": reader.speech.gettext("My next turn"), "url": "/next"}],
    }
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(msgspec.json.encode(body), headers=headers, media_type="application/manifest+json")


def media(name: str) -> str:
    return static_files.TYPES[name.rpartition(".")[2]]


@get("/sw.js", include_in_schema=False, sync_to_thread=False)
def service_worker() -> Response[bytes]:
    """The service worker with the present addresses of the files: a changed file makes a new worker."""
    headers = {
        "cache-control": "no-cache",
        "service-worker-allowed": "/",
        # The requests of a worker are governed by its own policy, not by that of the page.
        "content-security-policy": POLICY,
    }
    return Response(worker(), headers=headers, media_type=static_files.TYPES["js"])


@cache
def worker() -> bytes:
    files = msgspec.json.encode([static_files.address(name) for name in KEPT]).decode()
    source = static_files.everything()["sw.js"].body.decode()
    source = source.replace('"ICON"', f'"{static_files.address("icons/icon-192.png")}"')
    return source.replace('"DIGEST"', f'"{static_files.present_digest()}"').replace('["FILES"]', files).encode()


@get("/offline", include_in_schema=False, sync_to_thread=False)
def offline(request: Asked) -> Response[bytes]:
    """The offline page. The worker caches it for everybody who uses the device, so it contains nothing personal."""
    reader = reader_for(None, request.scope)
    assert reader.language in LANGUAGES
    return page("offline.html", request.scope, reader)


INSTALL_PAGES: list[HTTPRouteHandler] = [manifest, service_worker, offline]

"""Static files. Their addresses contain a digest, so that a browser may cache each of them for ever."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

from trainshed.service.base.errors import NotFound
from trainshed.web.http.headers import takes_gzip

STATIC: Final = re.compile(r"/static/([0-9a-f]{12})/(.+)")
FOLDERS: Final = ("", "fonts/", "icons/")
TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
FOR_EVER: Final = (b"cache-control", b"public, max-age=31536000, immutable")


class StaticFile(NamedTuple):
    """A file, also compressed where that helps."""

    media: str
    body: bytes
    packed: bytes | None


@cache
def everything() -> dict[str, StaticFile]:
    """All files by name, read once."""
    root = files("trainshed.web").joinpath("static")
    found = {}
    for folder in FOLDERS:
        place = root.joinpath(folder) if folder else root
        if not place.is_dir():
            continue
        for file in place.iterdir():
            media = TYPES.get(file.name.rpartition(".")[2])
            if media is not None and file.is_file():
                body = file.read_bytes()
                packed = gzip.compress(body, 9, mtime=0) if media.startswith(("text", "image/svg")) else None
                found[folder + file.name] = StaticFile(media, body, packed)
    return found


@cache
def digest() -> str:
    """One digest over all files, because they are only used together."""
    text = sha256()
    for name, file in sorted(everything().items()):
        text.update(name.encode() + b"\0" + file.body)
    return text.hexdigest()[:12]


def address(name: str) -> str:
    """URL path of a static file. Fonts need none: `fonts.css` refers to them by relative paths."""
    if name not in everything():
        raise KeyError(name)
    return f"/static/{digest()}/{name}"


async def send_static(scope: Any, send: Any, name: str) -> None:
    """Send a file in plain ASGI. An old digest gets the present file, marked `no-cache`."""
    file = everything().get(name)
    if file is None:
        raise NotFound("There is no such file.")
    fresh = f"/{digest()}/" in scope["path"]
    headers = [
        (b"content-type", file.media.encode()),
        FOR_EVER if fresh else (b"cache-control", b"no-cache"),
        (b"vary", b"accept-encoding"),
    ]
    body = file.body
    if file.packed is not None and takes_gzip(scope):
        body = file.packed
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

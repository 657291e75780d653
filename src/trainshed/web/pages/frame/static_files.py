"""Static files. Their addresses contain a digest, so that a browser may cache each of them for ever."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

from litestar import Request, Response, route
from litestar.params import FromPath

from trainshed.draw.place.scenery import FOLDER, Scenery
from trainshed.kernel.registry import game, titles
from trainshed.service.base.errors import NotFound
from trainshed.web.http.headers import takes_gzip

DIGEST: Final = re.compile(r"[0-9a-f]{12}")
FOLDERS: Final = ("", "fonts/", "icons/")
TYPES: Final = {  # Litestar adds the charset to types of text
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
REMARK: Final = re.compile(rb"(?<=[;{}(),\[\]]) // .*$")
"""A comment after a statement: no string in our scripts contains one."""

FOR_EVER: Final = "public, max-age=31536000, immutable"


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
                body = without_comments(file.read_bytes()) if media == TYPES["js"] else file.read_bytes()
                found[folder + file.name] = static(media, body)
    return found


def static(media: str, body: bytes) -> StaticFile:
    packed = gzip.compress(body, 9, mtime=0) if media.startswith(("text", "image/svg")) else None
    return StaticFile(media, body, packed)


def without_comments(script: bytes) -> bytes:
    """A script without indentation and comments, which a browser does not need: a quarter less to send."""
    lines = [REMARK.sub(b"", line.strip()) for line in script.split(b"\n")]
    return b"\n".join(line for line in lines if line and not line.startswith(b"//")) + b"\n"


@cache
def present_digest() -> str:
    """One digest over all files, because they are only used together."""
    text = sha256()
    for name, file in sorted(everything().items()):
        text.update(name.encode() + b"\0" + file.body)
    return text.hexdigest()[:12]


def address(name: str) -> str:
    """URL path of a static file. Fonts need none: `fonts.css` refers to them by relative paths."""
    if name not in everything():
        raise KeyError(name)
    return f"/static/{present_digest()}/{name}"


# ---------------------------------------------------------------- scenery of boards


@cache
def scenery_files(slug: str) -> dict[str, tuple[str, StaticFile]]:
    """All pictures of an installed title by name, each with a digest of its own: a title draws them as it likes."""
    found = game(slug)
    if not found.has_part("board.scenery"):
        return {}
    scenery: Scenery = found.part("board.scenery").SCENERY
    return {file: (scenery.digest(file), static(TYPES["svg"], scenery.file(file))) for file in scenery.files()}


# ---------------------------------------------------------------- the route


def found_file(name: str) -> tuple[str, StaticFile] | None:
    """A file with the digest of its address."""
    if not name.startswith(FOLDER):
        file = everything().get(name)
        return None if file is None else (present_digest(), file)
    slug, _, picture = name.removeprefix(FOLDER).partition("/")
    return scenery_files(slug).get(picture) if slug in titles() else None


@route("/static/{digest:str}/{file:path}", http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def static_file(digest: FromPath[str], file: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Send a file. An old digest gets the present file, marked `no-cache`."""
    named = found_file(file.removeprefix("/"))
    if named is None or DIGEST.fullmatch(digest) is None:
        raise NotFound("There is no such file.")
    present, found = named
    fresh = digest == present
    headers = {"cache-control": FOR_EVER if fresh else "no-cache", "vary": "accept-encoding"}
    body = found.body
    if found.packed is not None and takes_gzip(request.scope):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=found.media, headers=headers)

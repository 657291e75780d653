"""Stores content packs by digest: built-in ones when a table is made with them, others when administrators add them.

A pack is never changed or removed: tables and records go on to use it, whatever a later release brings along.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final, LiteralString

import msgspec
import psycopg

from trainshed.arena.pack_check import check_apart
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.game import Game
from trainshed.kernel.options import SetupError
from trainshed.kernel.registry import add_pack, built_in, knows_pack, own_content
from trainshed.kernel.registry import game as find_game
from trainshed.service.accounts.people import Person
from trainshed.service.base.daemon_thread import run_in_daemon_thread
from trainshed.service.base.database import Connection, Database
from trainshed.service.base.errors import Forbidden, NotFound, Wrong
from trainshed.wire import PackInfo

MOST_PACKS: Final = 200
"""Packs that administrators can add; all of them may be in memory."""
MOST_SHOWN: Final = 5
"""Differences from the built-in pack that are listed; all of them are counted."""
LONGEST_NAME: Final = 60


class PackStore:
    """Reads and writes packs; those that were read are found by digest from then on."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.stored: set[tuple[str, str]] = set()
        """Built-in packs that this process has stored, or found stored."""

    async def load(self, wanted: Iterable[tuple[str, str]], connection: Connection | None = None) -> None:
        """Read packs, given as (title, digest), that this process does not know; what is stored nowhere is left out.

        In a transaction its connection is to be used: all others may be taken by transactions that wait for one too.
        """
        unknown = {(title, digest) for title, digest in wanted if not _known(title, digest)}
        if not unknown:
            return
        given = tuple(list(column) for column in zip(*unknown, strict=True))
        if connection is None:
            found = await self.database.fetch(READ_SOME, given)
        else:
            found = await (await connection.execute(READ_SOME, given)).fetchall()
        for row in found:
            _remember(*row)

    async def keep_built_in(self, connection: Connection, game: Game, now: int) -> None:
        """Store the built-in pack of this release, if it is not, so that later releases find it by its digest."""
        key = (game.slug, game.pack.digest)
        if key in self.stored or not built_in(game):
            return
        await connection.execute(INSERT, _row(game, built_in_name(game), None, now, True))
        self.stored.add(key)

    async def add(self, person: Person, title: str, name: str, text: str, now: int) -> PackInfo:
        """Add a pack, after trial games with it. Administrators only."""
        if not person.admin:
            raise Forbidden("Administrators only.")
        name = checked_name(name)
        [(count,)] = await self.database.fetch("SELECT count(*) FROM packs WHERE NOT built_in")
        if count >= MOST_PACKS:
            raise Wrong("A server keeps at most %(most)d content packs of its own.", most=MOST_PACKS)
        try:
            game = find_game(title, None, await run_in_daemon_thread(check_apart, title, text, name))
        except (ContentError, SetupError) as error:
            raise Wrong(str(error)) from error
        if built_in(game):
            raise Wrong("This is the built-in content: nothing in it was changed.")
        await self.database.write(INSERT, _row(game, name, person.id, now, False))
        await self.load([(title, game.pack.digest)])
        return await self.info(title, game.pack.digest)

    async def info(self, title: str, digest: str) -> PackInfo:
        """What is told of one pack that was added."""
        for info in await self.list():
            if (info.title, info.pack) == (title, digest):
                return info
        raise NotFound("There is no such content pack.")

    async def list(self) -> list[PackInfo]:
        """The packs that administrators have added and that this release can use, the newest first."""
        found = await self.database.fetch(
            "SELECT title, digest FROM packs WHERE NOT built_in ORDER BY added DESC, digest LIMIT %s", (MOST_PACKS,)
        )
        await self.load(found)
        return [info for title, digest in found if (info := _usable(title, digest)) is not None]

    async def was_built_in(self, title: str, digest: str) -> bool:
        """Was this the built-in pack of some release?"""
        found = await self.database.fetch(
            "SELECT FROM packs WHERE title = %s AND digest = %s AND NOT built_in", (title, digest)
        )
        return not found


def checked_name(name: str) -> str:
    """The name of a pack as it is shown; refuses an empty one, and one that is too long or not one line."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Wrong("The name of a content pack has 1 to %(most)d characters.", most=LONGEST_NAME)
    return name


def built_in_name(game: Game) -> str:
    return f"{game.name} {version('trainshed')}"


def _known(title: str, digest: str) -> bool:
    try:
        return find_game(title).pack.digest == digest or knows_pack(title, digest)
    except (ContentError, SetupError):
        return True  # no pack helps where the title itself is missing


def _remember(title: str, name: str, content: str, released: bool) -> None:
    pack = Pack.unpack(content, name)
    pack.released = released
    add_pack(title, pack)


def _usable(title: str, digest: str) -> PackInfo | None:
    try:
        return pack_info(find_game(title, None, digest))
    except (ContentError, SetupError):  # made for the rules of another release
        return None


def pack_info(game: Game) -> PackInfo | None:
    """What everybody is told of a table whose content is not the built-in one; None if it is."""
    return None if built_in(game) else _pack_info(game.slug, game.edition, game.pack.digest, game.pack.name)


@lru_cache(maxsize=256)
def _pack_info(slug: str, edition: int, digest: str, name: str) -> PackInfo:
    """Cached: every view of a table needs it."""
    changes = own_content(find_game(slug, edition, digest))
    return PackInfo(digest, slug, name, changes[:MOST_SHOWN], len(changes))


# ---------------------------------------------------------------- SQL

READ: Final[LiteralString] = "SELECT title, name, content, built_in FROM packs"
READ_SOME: Final[LiteralString] = f"{READ} WHERE (title, digest) IN (SELECT * FROM unnest(%s::text[], %s::text[]))"

INSERT: Final[LiteralString] = (
    "INSERT INTO packs (title, digest, edition, name, content, built_in, added_by, added)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
)


def _row(game: Game, name: str, by: int | None, now: int, built_in: bool) -> tuple[Any, ...]:
    content = json.dumps(game.pack.data, separators=(",", ":"), ensure_ascii=False)
    return game.slug, game.pack.digest, game.edition, name, content, built_in, by, now


# ---------------------------------------------------------------- for commands of operators

SyncConnection = psycopg.Connection[tuple[Any, ...]]


class StoredPack(msgspec.Struct, frozen=True):
    """A stored pack as a list shows it."""

    title: str
    digest: str
    name: str
    built_in: bool
    added: int


def insert_pack(connection: SyncConnection, game: Game, name: str, now: int) -> bool:
    """Store a pack that the caller has checked; False if it was stored before."""
    return connection.execute(INSERT, _row(game, checked_name(name), None, now, False)).rowcount > 0


def stored_packs(connection: SyncConnection) -> list[StoredPack]:
    """All stored packs, the oldest first."""
    found = connection.execute("SELECT title, digest, name, built_in, added FROM packs ORDER BY added, title, digest")
    return [StoredPack(*row) for row in found]


def load_packs(connection: SyncConnection) -> None:
    """Let all stored packs be found by digest in this process."""
    for row in connection.execute(READ):
        _remember(*row)

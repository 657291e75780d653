"""A person of every kind and one table, to test who may use each route."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import httpx
import msgspec

from tests.support.servers.patience import PATIENCE
from tests.support.web.rights import WHO, Row
from tests.support.web.visitors import PASSWORD, new_address, unique
from trainshed.kernel.registry import game
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan
from trainshed.web.app import App
from trainshed.wire import TableView

HASH = "$argon2id$v=19$m=64,t=1,p=1$l+zCA3ipmBvWcB8pKvo55A$Hvdgv3IfW6OfBZELBry5lFCEQrPQeDFa+jNZWyO7bTE"


GONE = "0000000000000"
SEATS = ("host", "own", "other", "bot")


class World:
    """A person of every kind, and one table of the kind `kind`, if any."""

    def __init__(self, app: App, kind: str = "") -> None:
        self.app = app
        self.container: Container = app.container
        self.kind = kind
        self.people: dict[str, Person] = {}
        self.tokens: dict[str, str] = {"nobody": ""}
        self.fill: dict[str, Any] = {}
        self.address = new_address()

    async def make(self, people: bool = False) -> World:
        if people or not self.people:
            for name in WHO[1:]:
                await self._person(name)
        if self.kind:
            await self._table()
        await self._belongings()
        return self

    async def _person(self, name: str) -> None:
        container = self.container
        person, token = await container.people.guest(name.title())
        if name == "bot":
            owner = self.people["stranger"]  # at a public table a bot does not sit beside its owner
            person, token = await container.people.new_bot(owner, "Bot")
        else:
            await container.database.write(
                "UPDATE people SET kind = 'account', login = %s, password = %s, admin = %s WHERE id = %s",
                (unique(name), HASH, name == "admin", person.id),
            )
        container.people.forget(person.id)
        self.people[name], self.tokens[name] = await container.people.person(person.id), token

    async def _table(self) -> None:
        """Make a table with four seats; before the game begins one of them is free."""
        people, lobby = self.people, self.container.lobby
        public = self.kind in ("public", "public open")
        plan = TablePlan("lok-n-roll", 4, {"start": "seat-2"}, visibility="public" if public else "private")
        table = await lobby.create(people["host"], plan)
        invite = (await lobby.card(table, people["host"])).invite
        for seat, name in enumerate(SEATS[:3] if "open" in self.kind else SEATS):
            if name != "host":
                await lobby.join(table, people[name], seat, invite)
        self.fill |= {
            "table": ids.written(table),
            "invite": invite,
            "seq": 0,
            "word": game("lok-n-roll").vocabulary.word(0),
        }
        if "open" in self.kind:
            return
        await lobby.start(table, people["host"])
        await lobby.begin(table)
        while (await self._seen(table, "own")).actor != 1:
            seen = await self._seen(table, "own")
            actor = SEATS[seen.actor or 0]
            moves = (await self._seen(table, actor)).moves
            await self.container.commands.play(table, people[actor], seen.seq, moves[:1])
        if self.kind == "over":
            for name in ("other", "bot", "host"):
                await self.container.commands.concede(table, people[name], (await self._seen(table, name)).seq)
        seen = await self._seen(table, "own")
        self.fill |= {"seq": seen.seq, "word": (seen.moves or [self.fill["word"]])[0]}

    async def _seen(self, table: int, who: str) -> TableView:
        return await self.container.commands.look(table, self.people[who])

    async def _belongings(self) -> None:
        """Make a token, a notice and, at a table, a report of the person `own`; name the session of `own`."""
        container, own = self.container, self.people["own"]
        self.fill |= {
            "report": GONE,
            "path": "nothing",
            "person": ids.written(self.people["other"].id),
            "password": PASSWORD,
            "login": own.login,
            "new": unique("new"),
        }
        for statement in (
            "DELETE FROM sessions WHERE person = %s AND scopes IS NOT NULL",
            "DELETE FROM notices WHERE person = %s",
        ):
            await container.database.write(statement, (own.id,))
        await container.people.new_token(own, "program", ["read"], 7)
        for key in await container.people.keys(own.id):
            self.fill["session_id" if key.scopes is None else "key"] = ids.written(key.id)
        notice = ids.new_id(container.tables.now())
        await container.database.write(
            "INSERT INTO notices (id, person, kind, address, paces, code, confirmed, created)"
            " VALUES (%s, %s, 'mail', 'nobody@localhost', '{days}', '12345678', false, 0)",
            (notice, own.id),
        )
        self.fill["notice"] = ids.written(notice)
        if "table" in self.fill:
            number = ids.new_id(container.tables.now())
            await container.database.write(
                "INSERT INTO reports (id, person, table_id, about, text, at) VALUES (%s, %s, %s, %s, 'x', 0)",
                (number, own.id, ids.number(self.fill["table"]), self.people["other"].id),
            )
            self.fill["report"] = ids.written(number)

    async def ask(self, who: str, route: str, row: Row, token: str = "") -> tuple[int, bytes]:
        """The status of the answer, and its body unless it is a stream."""
        method, path = route.split()
        query = row.query.format_map(self.fill)
        if who == "invited" and method == "GET":
            query = f"{query}&invite={self.fill.get('invite', '')}"
        body = self.filled(row.body)
        if who == "invited" and path.endswith("/join"):
            body = {**body, "invite": self.fill["invite"]}
        return await asked(
            self.app,
            method,
            path.format_map(self.fill),
            query,
            token or self.tokens[who],
            b"" if body is None else msgspec.json.encode(body),
            self.address,
        )

    def filled(self, body: Any) -> Any:
        if isinstance(body, str):
            found = re.fullmatch(r"\{(\w+)\}", body)
            return self.fill[found[1]] if found else body
        if isinstance(body, dict):
            return {key: self.filled(value) for key, value in body.items()}
        if isinstance(body, list):
            return [self.filled(value) for value in body]
        return body


async def asked(
    app: App, method: str, path: str, query: str, token: str, body: bytes, address: str
) -> tuple[int, bytes]:
    headers = {"host": "house", "content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    answer = await answered(app, method, path, query, headers, body, address)
    return answer.status_code, answer.content


async def answered(
    app: App,
    method: str,
    path: str,
    query: str = "",
    headers: Mapping[str, str | bytes] | None = None,
    body: bytes = b"",
    address: str = "10.0.0.1",
) -> httpx.Response:
    """One request in plain ASGI; a stream is cancelled as soon as its headers have arrived."""
    lines = [
        (key.encode(), value if isinstance(value, bytes) else value.encode("latin-1", "replace"))
        for key, value in (headers or {}).items()
    ]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.lstrip("&").encode(),
        "root_path": "",
        "headers": lines,
        "client": (address, 1),
        "server": ("house", 80),
    }
    begun: asyncio.Future[tuple[int, list[tuple[bytes, bytes]]]] = asyncio.get_running_loop().create_future()
    parts: list[bytes] = []
    given = False

    async def receive() -> Any:
        nonlocal given
        if given:
            await asyncio.Event().wait()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            begun.set_result((message["status"], message["headers"]))
        else:
            parts.append(message.get("body", b""))

    task = asyncio.create_task(app(scope, receive, send))
    async with asyncio.timeout(PATIENCE):
        status, found = await begun
    if path.endswith("/stream"):
        task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    request = httpx.Request(method, f"http://house{path}", headers=lines, content=body)
    kept = [(key, value) for key, value in found if key != b"content-encoding"]
    answer = httpx.Response(status, headers=kept, content=b"".join(parts), request=request)
    answer.elapsed = timedelta(0)
    return answer


# ---------------------------------------------------------------- the tests

"""The streams for programs, as lines of JSON: events of a person's tables, and one table row by row."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import Guest, open_container, serving, started
from trainshed.bots.characters import find_character
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.web.app import App
from trainshed.web.streams import hub
from trainshed.web.streams.fan_out import BEATS


class Lines:
    """A stream of lines that is being read."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.lines = answer.aiter_lines()
        self.beats = 0

    async def next(self) -> Any:
        """The next line that is not empty."""
        async with asyncio.timeout(PATIENCE):
            while True:
                line = await anext(self.lines)
                if line:
                    return msgspec.json.decode(line)
                self.beats += 1

    async def rest(self) -> list[Any]:
        """Everything until the stream ends."""
        found = []
        while True:
            try:
                found.append(await self.next())
            except StopAsyncIteration:
                return found


@asynccontextmanager
async def reading(guest: Guest, path: str, gzip: bool = True) -> AsyncIterator[Lines]:
    headers = guest.headers | {"accept-encoding": "gzip" if gzip else "identity"}
    async with guest.http.stream("GET", f"/api/bot{path}", headers=headers, timeout=2 * PATIENCE) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"] == "application/x-ndjson"
        yield Lines(answer)


@asynccontextmanager
async def visitors(url: str, *names: str) -> AsyncIterator[list[Guest]]:
    async with httpx.AsyncClient(base_url=url, timeout=2 * PATIENCE) as http:
        yield [await Guest.arrive(http, name) for name in names]


def new_container(database: str, work: bool = True) -> Container:
    return Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4), work=work
    )


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_a_whole_game_line_by_line(database: str, title: str) -> None:
    """Given a person who reads as a program does, when he plays by what he reads, then the game comes to its end."""
    async with serving(new_container(database)) as url, visitors(url, "Marta") as (marta,):
        async with reading(marta, "/stream") as calls:
            table = await started(marta, [], title, bots=1)
            begun = await calls.next()
            assert begun == {"type": "tableStart", "table": table, "title": title, "seats": [0]}
            async with reading(marta, f"/tables/{table}/stream") as lines:
                first = await lines.next()
                assert list(first) == ["type", "table", "title", "edition", "options", "seats", "seat", "state"]
                assert (first["type"], first["table"], first["title"], first["seat"]) == ("full", table, title, 0)
                assert [seat.get("bot", "") for seat in first["seats"]] == ["", "thumb"]
                characters = [find_character(seat.get("character", "")) for seat in first["seats"]]
                names = ["Marta" if character is None else character.name for character in characters]
                assert [seat["name"] for seat in first["seats"]] == names
                told, asked = await play_by(marta, table, lines, calls, first["state"])
                assert await lines.rest() == []
            told.append(await calls.next())
            while told[-1]["type"] == "yourTurn":  # asked in the bot's turn, and then in the own one
                told.append(await calls.next())
            assert {line["type"] for line in told[:-1]} == {"yourTurn"}
            assert {(line["table"], line["seat"]) for line in told[:-1]} == {(table, 0)}
            seqs = [line["seq"] for line in told[:-1]]
            assert seqs == sorted(set(seqs))
            assert set(seqs) <= asked
            outcome = (await marta.look(table))["outcome"]
            assert told[-1] == {"type": "tableOver", "table": table, "outcome": outcome}
        async with reading(marta, f"/tables/{table}/stream", gzip=False) as lines:
            (only,) = await lines.rest()
            assert (only["type"], only["state"]["outcome"]) == ("full", outcome)


async def play_by(guest: Guest, table: str, lines: Lines, calls: Lines, state: Any) -> tuple[list[Any], set[int]]:
    """Play to the end by the table's stream; the events of the person's stream, and the rows at which it was asked."""
    seq, told, mine, asked = state["seq"], list[Any](), False, set[int]()
    while "outcome" not in state:
        if "moves" in state and not mine:
            # A call that is late tells of the turn that it finds: whoever plays on without it may get one for two.
            told.append(await calls.next())
        mine = state["actor"] == state["seat"]
        if "moves" in state:
            asked.add(state["seq"])
            await guest.play(table, state["moves"][len(state["moves"]) // 2], seq=state["seq"])
        line = await lines.next()
        assert line["type"] == "rows"
        assert [row["seq"] for row in line["rows"]] == list(range(seq + 1, line["state"]["seq"] + 1))
        if any(row["seat"] > 0 for row in line["rows"]):
            mine = False
        state, seq = line["state"], line["state"]["seq"]
    return told, asked


@pytest.mark.asyncio
async def test_packed_and_plain_readers_are_told_the_same(database: str) -> None:
    async with serving(new_container(database)) as url, visitors(url, "Marta", "Ugo") as (marta, ugo):
        table = await started(marta, [ugo])
        path = f"/tables/{table}/stream"
        async with reading(marta, path) as packed, reading(marta, path, gzip=False) as plain:
            assert packed.answer.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.answer.headers
            for _ in range(12):
                one, two = await packed.next(), await plain.next()
                assert one == two
                assert one["state"] == await marta.look(table)
                guest = (marta, ugo)[one["state"]["actor"]]
                moves = (await guest.look(table))["moves"]
                await guest.play(table, moves[0], seq=one["state"]["seq"])


@pytest.mark.asyncio
async def test_what_no_message_told_is_found(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given two processes that do not hear each other, when one of them plays, then readers at the other are told."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.1)
    async with (
        serving(new_container(database)) as here,
        serving(new_container(database)) as there,
        visitors(here, "Marta") as (marta,),
        httpx.AsyncClient(base_url=there, timeout=2 * PATIENCE) as http,
    ):
        other = Guest(http, "Marta", marta.token)
        async with reading(marta, "/stream") as calls:
            table = await started(other, [], "russian-railroads", bots=1)
            assert (await calls.next())["type"] == "tableStart"
            async with reading(marta, f"/tables/{table}/stream") as lines:
                for _ in range(3):
                    assert (await calls.next())["type"] == "yourTurn"
                    actor: int | None = 0
                    while actor == 0:
                        seen = await other.look(table)
                        if "moves" in seen:
                            await other.play(table, seen["moves"][0], seq=seen["seq"])
                        actor = (await other.look(table))["actor"]
                        if any(row["seat"] == 1 for row in await other.get(f"/tables/{table}/log", after=seen["seq"])):
                            break  # the bot has answered already
                assert (await lines.next())["type"] == "full"
                async with asyncio.timeout(PATIENCE):
                    while "moves" not in (seen := await other.look(table)):
                        await asyncio.sleep(0.01)  # the bot must not move between the look and what follows it
                await other.post(f"/tables/{table}/concede", seq=seen["seq"])
                over = (await lines.rest())[-1]
                assert "outcome" in over["state"]
            while (line := await calls.next())["type"] == "yourTurn":
                pass
            assert line == {"type": "tableOver", "table": table, "outcome": over["state"]["outcome"]}


@pytest.mark.asyncio
async def test_a_newcomer_hears_what_runs(database: str) -> None:
    async with serving(new_container(database)) as url, visitors(url, "Marta", "Ugo") as (marta, ugo):
        tables = [await started(marta, [ugo], options={"start": f"seat-{seat}"}) for seat in (1, 2)]
        for table in tables:
            for guest in (marta, ugo):
                seen = await guest.look(table)
                if "moves" in seen and seen["moves"][0].startswith("turn:"):
                    await guest.play(table, seen["moves"][0])
        for guest, seat in ((marta, 0), (ugo, 1)):
            looks = [await guest.look(table) for table in tables]
            expected: list[dict[str, Any]] = []
            for table, seen in zip(tables, looks, strict=True):
                expected.append({"type": "tableStart", "table": table, "title": "lok-n-roll", "seats": [seat]})
                if seen["actor"] == seat:
                    expected.append({"type": "yourTurn", "table": table, "seq": seen["seq"], "seat": seat})
            for _ in range(2):  # the first who comes, and one more
                async with reading(guest, "/stream") as calls:
                    assert [await calls.next() for _ in expected] == expected


@pytest.mark.asyncio
async def test_who_may_not_read(database: str) -> None:
    async with serving(new_container(database)) as url, visitors(url, "Marta", "Ugo") as (marta, ugo):
        card = await marta.post("/tables", 201, title="lok-n-roll", seats=2)
        table = card["table"]
        for path, guest, status, error in [
            ("/stream", None, 401, "not_signed_in"),
            (f"/tables/{table}/stream", None, 401, "not_signed_in"),
            (f"/tables/{table}/stream", ugo, 404, "not_found"),
            (f"/tables/{table}/stream", marta, 409, "not_now"),
            ("/tables/nonsense/stream", marta, 404, "not_found"),
            ("/tables//stream", marta, 404, "not_found"),
        ]:
            answer = await marta.http.get(f"/api/bot{path}", headers=guest.headers if guest else {})
            assert (answer.status_code, answer.json()["error"]) == (status, error), path


@pytest.mark.asyncio
async def test_beats_are_empty_lines(database: str) -> None:
    """Given readers, when nothing happens for long, then they hear beats, and once in a while the state again."""
    async with open_container(database) as container:
        app = App(container)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            marta = await Guest.arrive(http, "Marta")
            table = await started(marta, [], bots=1)
            told = {gzip: Taken(app, f"/api/bot/tables/{table}/stream", marta.token, gzip) for gzip in (True, False)}
            calls = Taken(app, "/api/bot/stream", marta.token, True)
            await asyncio.gather(*(taken.heard(1) for taken in [*told.values(), calls]))
            for _ in range(BEATS + 1):
                await asyncio.sleep(0)
                for watched in app.hub.watched.values():
                    for feed in watched.feeds.values():
                        feed.beat()
                app.hub.person_feeds.beat()
            for gzip in (True, False):
                text = (await told[gzip].heard(BEATS + 2)).split(b"\n")
                full, *beats, again, last, end = text
                assert beats == [b""] * (BEATS - 1)
                assert last == end == b""
                state = msgspec.json.decode(full)["state"]
                assert msgspec.json.decode(again) == {"type": "rows", "rows": [], "state": state}
            assert (await calls.heard(BEATS + 2)).count(b"tableStart") == 1
            for taken in [*told.values(), calls]:
                await taken.leave()


@pytest.mark.asyncio
async def test_a_slow_reader_begins_anew(database: str) -> None:
    """Given a program that takes nothing, when more happens than is kept for it, then it is told how things stand."""
    async with open_container(database, work=True) as container:
        app = App(container)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            marta, ugo = await Guest.arrive(http, "Marta"), await Guest.arrive(http, "Ugo")
            table = await started(marta, [ugo], "russian-railroads")
            number = ids.number(table)
            assert number is not None
            readers = [Taken(app, f"/api/bot/tables/{table}/stream", marta.token, gzip) for gzip in (True, False)]
            for reader in readers:
                await reader.heard(1)
                reader.free.clear()
            for _ in range(45):
                actor = (await marta.look(table))["actor"]
                guest = (marta, ugo)[actor]
                seen = await guest.look(table)
                done = await guest.play(table, seen["moves"][-1], seq=seen["seq"])
                async with asyncio.timeout(PATIENCE):
                    while app.hub.watched[number].table.seq < done["seq"]:  # then one more update waits for them
                        await asyncio.sleep(0.001)
            seen = await marta.look(table)
            for reader in readers:
                reader.free.set()
                lines = [msgspec.json.decode(line) for line in (await reader.until(seen["seq"])).splitlines()]
                assert [line["type"] for line in lines].count("full") == 2
                assert lines[-1]["state"] == seen
                await reader.leave()


class Taken:
    """A reader in plain ASGI, which accepts data only while `free` is set."""

    def __init__(self, app: App, path: str, token: str, gzip: bool) -> None:
        self.chunks: list[bytes] = []
        self.free = asyncio.Event()
        self.free.set()
        self.gone = asyncio.Event()
        headers = [(b"authorization", f"Bearer {token}".encode()), (b"accept-encoding", b"gzip" if gzip else b"")]
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
        self.packed = False
        self.task = asyncio.create_task(app(scope, self.receive, self.send))

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.free.wait()
        if message["type"] == "http.response.start":
            self.packed = (b"content-encoding", b"gzip") in message["headers"]
        else:
            self.chunks.append(message["body"])

    @property
    def text(self) -> bytes:
        whole = b"".join(self.chunks)
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(whole) if self.packed else whole

    async def heard(self, lines: int) -> bytes:
        """The text, as soon as it has so many lines."""
        async with asyncio.timeout(PATIENCE):
            while self.text.count(b"\n") < lines:
                await asyncio.sleep(0.01)
        return self.text

    async def until(self, seq: int) -> bytes:
        """The text, as soon as its last line has come to a row."""
        async with asyncio.timeout(PATIENCE):
            while f'"seq":{seq},' not in self.text.rsplit(b"\n", 2)[-2].decode():
                await asyncio.sleep(0.01)
        return self.text

    async def leave(self) -> None:
        self.gone.set()
        await self.task

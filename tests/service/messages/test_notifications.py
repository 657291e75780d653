"""Notifications are sent when a turn waits, but not while its player watches; mail and webhooks really arrive."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.policy import default

import httpx
import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.servers.cluster import free_ports
from tests.support.service import FakeClock, Guest, started
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.messages import safe_http
from trainshed.service.messages.notifications import DELAY_MS, QUIET_MS
from trainshed.web.app import App

HOOK = "https://hooks.example/trains"


class Mailbox:
    """A real mail server on loopback that keeps the mail it receives."""

    def __init__(self) -> None:
        self.letters: list[Envelope] = []
        [port] = free_ports(1)
        self.controller = Controller(self, hostname="127.0.0.1", port=port, ready_timeout=30)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.letters.append(envelope)
        return "250 kept"


@asynccontextmanager
async def evening(database: str, mail: str = "") -> AsyncIterator[tuple[Container, FakeClock, Guest, Guest]]:
    """Two people on a server whose clock a test moves."""
    clock = FakeClock()
    settings = Settings(database=database, connections=4, mail=mail, site="https://trains.example")
    container = Container(settings, clock, work=False)
    await container.open()
    try:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            yield container, clock, await Guest.arrive(http, "Marta"), await Guest.arrive(http, "Ugo")
    finally:
        await container.close()


async def waits_for(table: str, *people: Guest) -> Guest:
    """The person to move."""
    for person in people:
        if (await person.look(table)).get("moves"):
            return person
    raise AssertionError


async def queued(container: Container) -> int:
    rows = await container.database.fetch("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'")
    return int(rows[0][0])


@pytest.mark.asyncio
async def test_a_turn_that_waits_is_told_once(database: str) -> None:
    async with evening(database) as (container, clock, marta, ugo):
        table = await started(marta, [ugo])
        person = await waits_for(table, marta, ugo)
        await person.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["none"])
        before = await queued(container)
        clock.at += DELAY_MS - 1
        await container.notifications.sweep()
        assert await queued(container) == before
        clock.at += QUIET_MS
        await container.notifications.sweep()
        await container.notifications.sweep()
        assert await queued(container) == before + 1


@pytest.mark.asyncio
async def test_quiet_while_somebody_looks_and_right_after(database: str) -> None:
    async with evening(database) as (container, clock, marta, ugo):
        table = await started(marta, [ugo])
        person = await waits_for(table, marta, ugo)
        await person.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["none"])
        before = await queued(container)
        for _ in range(5):  # the page says every 30 s that somebody is there
            clock.at += 30_000
            await person.post(f"/tables/{table}/seen", 204)
            await container.notifications.sweep()
        assert await queued(container) == before
        # The line breaks: right after that it is still quiet, and then it is not.
        clock.at += QUIET_MS - 1
        await container.notifications.sweep()
        assert await queued(container) == before
        clock.at += 1
        await container.notifications.sweep()
        assert await queued(container) == before + 1


@pytest.mark.asyncio
async def test_a_desktop_that_was_left_alone_gets_its_notice(database: str) -> None:
    async with evening(database) as (container, clock, marta, ugo):
        table = await started(marta, [ugo])
        person = await waits_for(table, marta, ugo)
        await person.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["none"])
        await person.post(f"/tables/{table}/seen", 204)
        before = await queued(container)
        # Its stream stays open all the time: beats go out, but nobody says that somebody looks.
        for _ in range(8):
            clock.at += 15_000
            await person.look(table)
            await container.notifications.sweep()
        assert await queued(container) == before + 1


@pytest.mark.asyncio
async def test_neither_other_paces_nor_silent_tables_nor_unconfirmed_addresses(database: str) -> None:
    mailbox = Mailbox()
    mailbox.controller.start()
    try:
        server = f"smtp://127.0.0.1:{mailbox.controller.port}"
        async with evening(database, server) as (container, clock, marta, ugo):
            table = await started(marta, [ugo])
            person = await waits_for(table, marta, ugo)
            await person.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["live", "days"])
            await person.post("/me/notices", 201, kind="mail", address="marta@example.org", paces=["none"])
            before = await queued(container)
            clock.at += DELAY_MS + QUIET_MS
            await container.notifications.sweep()
            assert await queued(container) == before
            await person.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["none"])
            answer = await person.http.put(
                f"/api/tables/{table}/notices", json={"silent": True}, headers=person.headers
            )
            assert answer.status_code == 204
            await container.notifications.sweep()
            assert await queued(container) == before
    finally:
        mailbox.controller.stop()


@pytest.mark.asyncio
async def test_mail_arrives_after_its_code_was_given(own_database: str) -> None:
    """In a database of its own: what others left in the queue would be sent first."""
    mailbox = Mailbox()
    mailbox.controller.start()
    try:
        server = f"smtp://127.0.0.1:{mailbox.controller.port}"
        async with evening(own_database, server) as (container, clock, marta, ugo):
            container.outbox.start()
            table = await started(marta, [ugo])
            person = await waits_for(table, marta, ugo)
            made = await person.post("/me/notices", 201, kind="mail", address="player@example.org", paces=["none"])
            await until(lambda: mailbox.letters)
            text = letter_of(mailbox.letters[0])
            assert "player@example.org" in text
            code = re.findall(r"\b\d{8}\b", text)[-1]
            await person.post(f"/me/notices/{made['id']}/test", 409)
            await person.post(f"/me/notices/{made['id']}/confirm", 403, code="00000000" if code[0] != "0" else "1" * 8)
            await person.post(f"/me/notices/{made['id']}/confirm", 204, code=code)
            assert await person.post(f"/me/notices/{made['id']}/test") == {"ok": True, "said": "sent"}
            assert len(mailbox.letters) == 2
            clock.at += DELAY_MS + QUIET_MS
            await container.notifications.sweep()
            await until(lambda: len(mailbox.letters) > 2)
            assert f"https://trains.example/t/{table}" in letter_of(mailbox.letters[-1])
    finally:
        mailbox.controller.stop()


@pytest.mark.asyncio
async def test_no_header_can_be_smuggled_into_a_letter(database: str) -> None:
    mailbox = Mailbox()
    mailbox.controller.start()
    try:
        server = f"smtp://127.0.0.1:{mailbox.controller.port}"
        async with evening(database, server) as (container, _, marta, _ugo):
            for address in ("a@example.org\r\nBcc: b@example.org", "a@example.org, b@example.org", "a b@example.org"):
                await marta.post("/me/notices", 400, kind="mail", address=address)
            answer = await container.outbox.send("mail", "a@example.org", "Hello\r\nBcc: b@example.org", "text", "")
            assert not answer.ok
            assert mailbox.letters == []
    finally:
        mailbox.controller.stop()


@pytest.mark.asyncio
async def test_the_test_button_shows_the_answer_and_guards_our_network(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bytes] = []

    async def hook(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.read(10_000))
        writer.write(b"HTTP/1.1 410 Gone\r\ncontent-length: 6\r\n\r\nbye bye"[:-1])
        await writer.drain()
        writer.close()

    web = await asyncio.start_server(hook, "127.0.0.1", 0)
    port = web.sockets[0].getsockname()[1]
    monkeypatch.setattr(safe_http, "PORTS", (port,))
    async with evening(database) as (_, _, marta, _ugo):
        made = await marta.post("/me/notices", 201, kind="webhook", address=f"http://127.0.0.1:{port}/", paces=["days"])
        refused = await marta.post(f"/me/notices/{made['id']}/test")
        assert refused == {"ok": False, "said": "This address is not on the public internet."}
        assert seen == []
        monkeypatch.setattr(safe_http, "public", lambda address: True)
        assert await marta.post(f"/me/notices/{made['id']}/test") == {"ok": False, "said": "410: bye by"}
        assert msgspec.json.decode(seen[0].partition(b"\r\n\r\n")[2])["content"]
        assert (await marta.get("/me/notices"))[0]["answer"] == "410: bye by"
    web.close()


@pytest.mark.asyncio
async def test_the_next_table_is_the_one_that_waits_longest(database: str) -> None:
    async with evening(database) as (_, clock, marta, ugo):
        tables = []
        for _ in range(4):
            clock.at += 60_000
            tables.append(await started(marta, [ugo]))
        for _ in range(6):
            waiting = [await waits_for(table, marta, ugo) for table in tables]
            for person in (marta, ugo):
                mine = [table for table, who in zip(tables, waiting, strict=True) if who is person]
                answer = await person.http.get("/api/next", headers=person.headers)
                assert (answer.json()["table"] if answer.content else None) == (mine[0] if mine else None)
            # Whoever is asked at the table that waits longest moves, until it waits for somebody else and is the last.
            clock.at += 1000
            first = tables.pop(0)
            while await waits_for(first, marta, ugo) is waiting[0]:
                await waiting[0].play(first, (await waiting[0].look(first))["moves"][0])
            tables.append(first)


def letter_of(envelope: Envelope) -> str:
    """A letter as its reader sees it: recipient, subject and text."""
    content = envelope.content
    letter = message_from_bytes(content if isinstance(content, bytes) else str(content).encode(), policy=default)
    return f"{letter['to']}\n{letter['subject']}\n{letter.get_content()}"


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.05)

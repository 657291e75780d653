"""Notifications are sent when a turn waits, but not while its player watches; mail and webhooks really arrive."""

from __future__ import annotations

import asyncio
import re
import smtplib
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.policy import default
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.servers.cluster import free_ports
from tests.support.servers.patience import DATABASE_WAIT
from tests.support.service import NO_QUOTAS, FakeClock, Guest, started
from tests.support.web.visitors import http_client
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.milliseconds import HOUR
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.messages import notifications, outbox, safe_http
from trainshed.service.messages.notifications import DELAY_MS, QUIET_MS
from trainshed.service.tables.rematches.rematches import SLOW_OFFER
from trainshed.web.app import App
from trainshed.wire import Delivery

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
    settings = Settings(
        database=database,
        database_wait=DATABASE_WAIT,
        connections=4,
        mail=mail,
        site="https://trains.example",
        **NO_QUOTAS,
    )
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
async def test_who_looked_last_is_told_to_the_players_of_the_table_only(database: str) -> None:
    async with evening(database) as (_, clock, marta, ugo):
        table = await started(marta, [], bots=1)
        assert await marta.get(f"/tables/{table}/presence") == {"seen": [0, 0]}
        await marta.post(f"/tables/{table}/seen", 204)
        looked = clock.at
        clock.at += 60_000
        assert await marta.get(f"/tables/{table}/presence") == {"seen": [looked, 0]}
        await ugo.get(f"/tables/{table}/presence", 404)


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


# ---------------------------------------------------------------- limits by destination


async def codes_for(container: Container, address: str, kind: str = "mail") -> list[int]:
    """New guests, each from a network of its own, who all want notifications at one address; the statuses."""
    found = []
    for _ in range(10):
        async with http_client(container) as http:
            guest = await Guest.arrive(http, "Eve")
            body = {"kind": kind, "address": address, "paces": ["days"]}
            found.append((await http.post("/api/me/notices", json=body, headers=guest.headers)).status_code)
    return found


@pytest.mark.asyncio
async def test_few_codes_are_sent_to_one_address_whoever_asks(database: str) -> None:
    async with evening(database, "smtp://127.0.0.1:1") as (container, clock, _, _ugo):
        name = uuid4().hex
        before = await queued(container)
        assert await codes_for(container, f"{name}@example.org") == [201] * 3 + [429] * 7
        assert await queued(container) == before + 3
        assert await codes_for(container, f"{name.upper()}+tag@Example.ORG") == [429] * 10
        assert await codes_for(container, f"{name}x@example.org") == [201] * 3 + [429] * 7
        assert await queued(container) == before + 6
        clock.at += HOUR
        assert await codes_for(container, f"{name}@example.org") == [201] * 3 + [429] * 7
        clock.at += HOUR
        assert await codes_for(container, f"{name}@example.org") == [429] * 10, "six a day"
        rows = await container.database.fetch("SELECT key FROM limits")
        assert not [key for (key,) in rows if name in key.lower()], "addresses are not readable in the database"


@pytest.mark.asyncio
async def test_whoever_is_refused_is_told_why(database: str) -> None:
    async with evening(database, "smtp://127.0.0.1:1") as (container, _, marta, _ugo):
        address = f"{uuid4().hex}@example.org"
        await codes_for(container, address)
        problem = await marta.post("/me/notices", 429, kind="mail", address=address)
        assert problem["message"] == "Many messages went to this address. Wait a little."
        assert await marta.get("/me/notices") == []


@pytest.mark.asyncio
async def test_few_test_messages_go_to_one_host(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    async def post(url: str, body: bytes) -> Delivery:
        sent.append(url)
        return Delivery(True, "200")

    monkeypatch.setattr(safe_http, "post", post)
    async with evening(database) as (container, _, _marta, _ugo):
        host = f"{uuid4().hex}.example"
        statuses = []
        for number in range(35):
            async with http_client(container) as http:
                guest = await Guest.arrive(http, "Eve")
                name = host.upper() if number % 2 else host
                made = await guest.post("/me/notices", 201, kind="webhook", address=f"https://{name}/{number}")
                answer = await http.post(f"/api/me/notices/{made['id']}/test", json={}, headers=guest.headers)
                statuses.append(answer.status_code)
        assert statuses == [200] * 30 + [429] * 5
        assert len(sent) == 30


@pytest.mark.asyncio
async def test_webhooks_of_many_tables_call_one_host_slowly(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many in a minute are not lost: the queue tries them again later."""

    async def post(url: str, body: bytes) -> Delivery:
        return Delivery(True, "200")

    monkeypatch.setattr(safe_http, "post", post)
    monkeypatch.setattr(outbox, "WEBHOOKS_A_MINUTE", 5)
    async with evening(database) as (container, clock, _, _ugo):
        host = f"{uuid4().hex}.example"
        for number in range(5):
            await container.outbox._deliver("webhook", f"https://{host}/{number}", "", "", "", 0)
        with pytest.raises(outbox.NotSent):
            await container.outbox._deliver("webhook", f"https://{host}/6", "", "", "", 0)
        await container.outbox._deliver("webhook", f"https://{uuid4().hex}.example/", "", "", "", 0)
        clock.at += 60_000
        await container.outbox._deliver("webhook", f"https://{host}/6", "", "", "", 0)


@pytest.mark.asyncio
async def test_new_addresses_from_one_network_are_limited(database: str) -> None:
    async with evening(database) as (container, clock, _marta, _ugo), http_client(container) as http:
        statuses = []
        for _ in range(21):
            guest = await Guest.arrive(http, "Eve")
            for number in range(5):
                clock.at += 1  # a hundred ids of one millisecond are equal once in 400 runs: 21 bits are random
                body = {"kind": "webhook", "address": f"https://{number}.example/"}
                statuses.append((await http.post("/api/me/notices", json=body, headers=guest.headers)).status_code)
        assert statuses == [201] * 100 + [429] * 5


@pytest.mark.asyncio
async def test_all_channels_are_told_when_the_process_dies_between_two(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(database) as (container, clock, marta, ugo):
        table = await started(marta, [ugo])
        person = await waits_for(table, marta, ugo)
        for name in ("one", "two", "three"):
            await person.post("/me/notices", 201, kind="webhook", address=f"https://{name}.example/", paces=["none"])
        clock.at += DELAY_MS + QUIET_MS
        defer = container.outbox.defer
        calls: list[str] = []

        async def die_at_the_second(kind: str, address: str, *more: Any) -> None:
            calls.append(address)
            if len(calls) == 2:
                raise Unavailable("the database cannot be reached")
            await defer(kind, address, *more)

        monkeypatch.setattr(container.outbox, "defer", die_at_the_second)
        with pytest.raises(Unavailable):
            await container.notifications.sweep()
        await container.notifications.sweep()
        assert {"https://one.example/", "https://two.example/", "https://three.example/"} <= set(calls[2:])
        calls.clear()
        await container.notifications.sweep()
        assert not [address for address in calls if address.endswith("e.example/")]


@pytest.mark.asyncio
async def test_all_channels_are_told_when_many_are_due(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep takes a limited number, and ends with a turn, not between two channels of one."""
    async with evening(database) as (container, clock, marta, ugo):
        table = await started(marta, [ugo])
        person = await waits_for(table, marta, ugo)
        for number in range(4):
            await person.post("/me/notices", 201, kind="webhook", address=f"https://{number}.example/", paces=["none"])
        clock.at += 1000
        second = await started(marta, [ugo])
        other = await waits_for(second, marta, ugo)
        if other is not person:
            for number in range(4):
                await other.post(
                    "/me/notices", 201, kind="webhook", address=f"https://{number}.example/", paces=["none"]
                )
        clock.at += DELAY_MS + QUIET_MS
        told: list[str] = []

        async def keep(kind: str, address: str, subject: str, text: str, where: str, *_: Any) -> None:
            told.append(f"{where} {address}")

        monkeypatch.setattr(container.outbox, "defer", keep)
        monkeypatch.setattr(notifications, "MOST_AT_ONCE", 6)
        while await container.notifications.sweep():
            pass
        for which in (table, second):
            assert len({line for line in told if which in line}) == 4


@pytest.mark.asyncio
async def test_a_mail_server_that_hangs_keeps_nobody_from_signing_in(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def hang(*_: Any, **__: Any) -> None:
        over.wait(60)
        raise OSError("gone")

    monkeypatch.setattr(smtplib, "SMTP", hang)
    monkeypatch.setattr(outbox, "MAIL_TIMEOUT", 0.3)
    try:
        async with evening(database, "smtp://127.0.0.1:1") as (container, _, _marta, _ugo), asyncio.timeout(30):
            many = [container.outbox.send("mail", "a@example.org", "x", "y", "") for _ in range(60)]
            answers = await asyncio.gather(*many)
            assert {answer.said for answer in answers} == {"Not sent: the mail server does not answer."}
            async with http_client(container) as http:
                login = f"ada-{uuid4().hex[:8]}"
                body = {"login": login, "password": "correct horse battery"}
                assert (await http.post("/api/accounts", json=body)).status_code == 201
    finally:
        over.set()


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


# ---------------------------------------------------------------- rematches


async def lost_to(winner: Guest, loser: Guest) -> str:
    """A table of two people whose game is over."""
    table = await started(winner, [loser])
    await loser.post(f"/tables/{table}/concede", seq=(await loser.look(table))["seq"])
    return table


async def messages(container: Container, table: str) -> list[tuple[str, str]]:
    """Subject and text of all messages about a table, the oldest first."""
    return await container.database.fetch(
        "SELECT args ->> 'subject', args ->> 'text' FROM procrastinate_jobs WHERE args ->> 'where' = %s ORDER BY id",
        (f"https://trains.example/t/{table}",),
    )


@pytest.mark.asyncio
async def test_an_offered_rematch_is_told_once_to_those_who_are_asked(database: str) -> None:
    async with evening(database) as (container, clock, marta, ugo):
        table = await lost_to(marta, ugo)
        for person in (marta, ugo):
            await person.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["none"])
        clock.at += QUIET_MS + 1
        await container.notifications.sweep()
        before = await messages(container, table)
        await marta.post(f"/tables/{table}/rematch")
        await container.notifications.sweep()
        assert await messages(container, table) == before, "whoever answers at once needs no message"
        clock.at += DELAY_MS
        await container.notifications.sweep()
        await container.notifications.sweep()
        told = ("A rematch of Lok'n'Roll?", "Marta offers a rematch of Lok'n'Roll.")
        assert await messages(container, table) == [*before, told]


@pytest.mark.asyncio
@pytest.mark.parametrize("reason", ["declined", "accepted", "expired", "seen", "silent", "put away"])
async def test_an_offer_that_needs_no_answer_is_not_told(database: str, reason: str) -> None:
    async with evening(database) as (container, clock, marta, ugo):
        table = await lost_to(marta, ugo)
        await ugo.post("/me/notices", 201, kind="webhook", address=HOOK, paces=["none"])
        before = await messages(container, table)
        if reason == "silent":
            await ugo.http.put(f"/api/tables/{table}/notices", json={"silent": True}, headers=ugo.headers)
        elif reason == "put away":
            await ugo.post(f"/tables/{table}/archive", 204)
        await marta.post(f"/tables/{table}/rematch")
        if reason == "declined":
            await ugo.post(f"/tables/{table}/rematch/decline")
        elif reason == "accepted":
            await ugo.post(f"/tables/{table}/rematch")
        clock.at += SLOW_OFFER if reason == "expired" else DELAY_MS + QUIET_MS
        if reason == "seen":
            await ugo.post(f"/tables/{table}/seen", 204)
        await container.notifications.sweep()
        assert await messages(container, table) == before

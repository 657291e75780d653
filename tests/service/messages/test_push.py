"""Web Push, from a turn at a table to a browser: encrypted, signed, through the safe HTTP client, and ended in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.support.servers.patience import DATABASE_WAIT
from tests.support.servers.push_service import Browser, checked_vapid, push_service
from tests.support.service import NO_QUOTAS, FakeClock, Guest, started
from tests.support.web.visitors import PASSWORD, Visitor, arrive, http_client, register, sign_in, unique, whose_turn
from trainshed.service.base.settings import Settings, SettingsError
from trainshed.service.container import Container
from trainshed.service.messages import safe_http
from trainshed.service.messages.destinations import known_push_service
from trainshed.service.messages.notifications import PUSH_DELAY_MS, PUSH_QUIET_MS
from trainshed.service.messages.outbox import NotSent
from trainshed.service.messages.push_subscriptions import MOST_DEVICES, PUSH
from trainshed.web.app import App
from trainshed.wire import Pace


@asynccontextmanager
async def serving(database: str, **more: Any) -> AsyncIterator[tuple[Container, FakeClock, httpx.AsyncClient]]:
    """A server whose clock a test moves."""
    clock = FakeClock()
    settings = {"site": "https://trains.example", **NO_QUOTAS, **more}
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, connections=4, **settings), clock, work=False
    )
    await container.open()
    try:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(App(container)), base_url="http://house") as http:
            yield container, clock, http
    finally:
        await container.close()


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Lets the safe HTTP client reach loopback, and trust the certificate of a push service there."""
    monkeypatch.setattr(safe_http, "public", lambda address: True)
    monkeypatch.setattr(safe_http, "PORTS", range(65536))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return tmp_path


async def devices(person: Guest) -> list[dict[str, Any]]:
    return [channel for channel in await person.get("/me/notices") if channel["kind"] == PUSH]


@pytest.mark.asyncio
async def test_a_turn_reaches_the_browser(own_database: str, near: Path) -> None:
    """In a database of its own: what others left in the queue would be sent first."""
    async with push_service(near) as service, serving(own_database) as (container, clock, http):
        marta, ugo = await arrive(http, "Marta", language="es"), await arrive(http, "Ugo", language="es")
        container.outbox.start()
        table = await started(marta, [ugo])
        person = await whose_turn(table, marta, ugo)
        other = "Ugo" if person is marta else "Marta"
        browser, public = Browser(), (await person.get("/me/push"))["key"]
        made = await person.post(
            "/me/push", 201, **browser.subscription(service.endpoint("a"), device="  Chrome,\tLinux ")
        )
        assert (made["kind"], made["device"], made["paces"]) == (PUSH, "Chrome, Linux", ["days", "live", "none"])
        clock.at += PUSH_DELAY_MS - 1
        await container.notifications.sweep()
        clock.at += 1
        await person.post(f"/tables/{table}/seen", 204)
        clock.at += PUSH_QUIET_MS - 1
        assert await container.notifications.sweep() == 0, "somebody has just looked"
        clock.at += 1
        assert await container.notifications.sweep() == 1
        assert await container.notifications.sweep() == 0, "a turn is told once"
        path, headers, body = await service.next()
        assert path == "/send/a"
        text = msgspec.json.decode(browser.decrypt(body))
        assert text == {
            "title": "Te toca: Lok'n'Roll",
            "body": f"Te toca en Lok'n'Roll con {other}.",
            "url": f"/t/{table}",
            "lang": "es",
            "count": 1,
        }
        assert {name: headers[name] for name in ("content-encoding", "ttl", "urgency")} == {
            "content-encoding": "aes128gcm",
            "ttl": "86400",
            "urgency": "normal",
        }
        assert len(headers["topic"]) <= 32
        claims = checked_vapid(headers["authorization"], public)
        assert claims["aud"] == f"https://localhost:{service.port}"
        assert clock.at / 1000 < claims["exp"] <= clock.at / 1000 + 86_400
        assert claims["sub"] == "https://trains.example"

        # The next turn of this table has the same topic, so that it replaces a message that waits; another one has not.
        first = headers["topic"]
        test = await person.post(f"/me/notices/{made['id']}/test")
        assert test == {"ok": True, "said": "201"}
        _, headers, body = await service.next()
        assert msgspec.json.decode(browser.decrypt(body))["url"] == "/"
        assert headers["topic"] != first
        rows = await container.database.fetch("SELECT touched FROM tables")
        await container.push.tell(await number_of(container), await table_of(container), rows[0][0], "x", "y")
        assert (await service.next())[1]["topic"] == first


async def number_of(container: Container) -> int:
    return int((await container.database.fetch("SELECT id FROM notices WHERE kind = 'push'"))[0][0])


async def table_of(container: Container) -> int:
    return int((await container.database.fetch("SELECT id FROM tables"))[0][0])


@pytest.mark.asyncio
async def test_a_turn_that_is_over_is_not_told(own_database: str, near: Path) -> None:
    async with push_service(near) as service, serving(own_database) as (container, _, http):
        marta, ugo = await arrive(http, "Marta"), await arrive(http, "Ugo")
        table = await started(marta, [ugo])
        person = await whose_turn(table, marta, ugo)
        await person.post("/me/push", 201, **Browser().subscription(service.endpoint("a")))
        notice, number = await number_of(container), await table_of(container)
        touched = (await container.database.fetch("SELECT touched FROM tables"))[0][0]
        await container.outbox._deliver_push(notice, number, touched - 1, "x", "y")
        assert service.requests == []
        await container.outbox._deliver_push(notice, number, touched, "x", "y")
        assert len(service.requests) == 1


@pytest.mark.asyncio
async def test_an_offered_rematch_reaches_the_browser_unless_it_was_answered(own_database: str, near: Path) -> None:
    async with push_service(near) as service, serving(own_database) as (container, clock, http):
        marta, ugo = await arrive(http, "Marta"), await arrive(http, "Ugo")
        table = await started(marta, [ugo])
        await ugo.post(f"/tables/{table}/concede", seq=(await ugo.look(table))["seq"])
        browser = Browser()
        await ugo.post("/me/push", 201, **browser.subscription(service.endpoint("a")))
        clock.at += PUSH_QUIET_MS + 1
        offer = await marta.post(f"/tables/{table}/rematch")
        clock.at += PUSH_DELAY_MS
        assert await container.notifications.sweep() == 1
        assert await container.notifications.sweep() == 0, "an offer is told once"
        queue = "SELECT args FROM procrastinate_jobs WHERE status = 'todo'"
        [(told,)] = await container.database.fetch(queue)
        assert (told["title"], told["body"], told["touched"]) == (
            "A rematch of Lok'n'Roll?",
            "Marta offers a rematch of Lok'n'Roll.",
            offer["at"],
        )
        await container.outbox._deliver_push(**told)
        assert len(service.requests) == 1
        await ugo.post(f"/tables/{table}/rematch/decline")
        await container.outbox._deliver_push(**told)
        assert len(service.requests) == 1, "it was declined before it was sent"


@pytest.mark.asyncio
@pytest.mark.parametrize("status", ["410 Gone", "404 Not Found"])
async def test_a_subscription_ends_when_the_push_service_says_so(own_database: str, near: Path, status: str) -> None:
    async with push_service(near) as service, serving(own_database) as (container, clock, http):
        marta, ugo = await arrive(http, "Marta"), await arrive(http, "Ugo")
        container.outbox.start()
        table = await started(marta, [ugo])
        person = await whose_turn(table, marta, ugo)
        await person.post("/me/push", 201, **Browser().subscription(service.endpoint("a")))
        service.status = status
        clock.at += PUSH_DELAY_MS + PUSH_QUIET_MS
        await container.notifications.sweep()
        await service.next()
        async with asyncio.timeout(30):
            while await devices(person):
                await asyncio.sleep(0.02)
        rows = await container.database.fetch("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'")
        assert rows == [(0,)], "nothing is tried again"


@pytest.mark.asyncio
async def test_what_a_busy_push_service_refuses_is_tried_again(own_database: str, near: Path) -> None:
    async with push_service(near) as service, serving(own_database) as (container, _, http):
        marta, ugo = await arrive(http, "Marta"), await arrive(http, "Ugo")
        table = await started(marta, [ugo])
        person = await whose_turn(table, marta, ugo)
        await person.post("/me/push", 201, **Browser().subscription(service.endpoint("a")))
        touched = (await container.database.fetch("SELECT touched FROM tables"))[0][0]
        told = (await number_of(container), await table_of(container), touched, "x", "y")
        for service.status in ("429 Slow", "503 Busy"):
            with pytest.raises(NotSent):
                await container.outbox._deliver_push(*told)
        service.status = "403 Wrong key"
        await container.outbox._deliver_push(*told)
        assert [device["answer"] for device in await devices(person)] == ["403"]


@pytest.mark.asyncio
async def test_a_live_table_is_urgent_and_soon_forgotten(own_database: str, near: Path) -> None:
    async with push_service(near) as service, serving(own_database) as (container, _, http):
        marta, ugo = await arrive(http, "Marta"), await arrive(http, "Ugo")
        table = await started(marta, [ugo], pace=Pace("live", turn=600_000))
        person = await whose_turn(table, marta, ugo)
        await person.post("/me/push", 201, **Browser().subscription(service.endpoint("a")))
        touched = (await container.database.fetch("SELECT touched FROM tables"))[0][0]
        await container.push.tell(await number_of(container), await table_of(container), touched, "x", "y")
        headers = (await service.next())[1]
        assert (headers["urgency"], headers["ttl"]) == ("high", "600")


# ---------------------------------------------------------------- the server's key


@pytest.mark.asyncio
async def test_there_is_no_key_before_somebody_asks_and_then_one_for_all(own_database: str) -> None:
    async with serving(own_database) as (one, _, http), serving(own_database) as (two, _, _):
        marta = await arrive(http, "Marta")
        assert (await http.get("/me", headers=marta.headers)).status_code == 200
        assert await one.database.fetch("SELECT * FROM vapid_key") == []
        keys = await asyncio.gather(*(container.push.public_key() for container in (one, two, one, two)))
        assert len(set(keys)) == 1
        assert (await marta.get("/me/push"))["key"] == keys[0]
        assert len(await one.database.fetch("SELECT * FROM vapid_key")) == 1
        third = Container(Settings(database=own_database), work=False)
        await third.open()
        assert await third.push.public_key() == keys[0]
        await third.close()


@pytest.mark.asyncio
async def test_who_answers_for_our_messages(database: str) -> None:
    for more, contact in (
        ({}, "https://trains.example"),
        ({"site": "http://10.0.0.7"}, "mailto:trainshed@localhost"),
        ({"site": "", "mail_from": "host@example.org"}, "mailto:host@example.org"),
        ({"push_contact": "mailto:push@example.org"}, "mailto:push@example.org"),
    ):
        async with serving(database, **more) as (container, _, _):
            assert container.push.contact == contact
    with pytest.raises(SettingsError):
        Settings.read({"TRAINSHED_PUSH_CONTACT": "host@example.org"})


# ---------------------------------------------------------------- attacks


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/send",
        "https://[::1]/send",
        "https://169.254.169.254/latest/meta-data/",
        "https://10.1.2.3:8443/send",
        "https://[::ffff:192.168.0.1]/send",
        "http://push.example/send",
        "https://user:password@push.example/send",
        "https://push.example:22/send",
        "https://push.example/" + "a" * 1_000,
        "https://push.example/\r\nx: y",
        "file:///etc/passwd",
        "",
    ],
)
async def test_addresses_that_are_no_push_service_are_refused(database: str, endpoint: str) -> None:
    async with serving(database) as (_, _, http):
        marta = await arrive(http, "Marta")
        await marta.post("/me/push", 400, **Browser().subscription(endpoint))
        assert await devices(marta) == []


@pytest.mark.asyncio
async def test_a_name_that_leads_inside_is_not_called(
    own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_http, "PORTS", range(65536))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    async with push_service(tmp_path) as service, serving(own_database) as (_, _, http):
        marta = await arrive(http, "Marta")
        made = await marta.post("/me/push", 201, **Browser().subscription(service.endpoint("a")))
        answer = await marta.post(f"/me/notices/{made['id']}/test")
        assert answer == {"ok": False, "said": "This address is not on the public internet."}
        assert service.requests == []


@pytest.mark.asyncio
async def test_somebody_elses_browser_is_neither_removed_nor_taken_over(database: str) -> None:
    async with serving(database) as (_, _, http):
        marta, eve = await arrive(http, "Marta"), await arrive(http, "Eve")
        browser, endpoint = Browser(), f"https://push.example/{unique('device')}"
        made = await marta.post("/me/push", 201, **browser.subscription(endpoint))
        for path in (f"/me/notices/{made['id']}/test", f"/me/notices/{made['id']}/confirm"):
            await eve.post(path, 404, **({"code": ""} if "confirm" in path else {}))
        await eve.delete(f"/me/notices/{made['id']}", 404)
        await eve.post("/me/push", 400, **Browser().subscription(endpoint))
        other = f"https://push.example/{unique('device')}"
        await eve.post("/me/push", 201, **Browser().subscription(other, replaces=endpoint))
        assert [device["id"] for device in await devices(marta)] == [made["id"]]
        # Whoever has the browser in hand has its keys: from then on it shows that person's turns only.
        await eve.post("/me/push", 201, **browser.subscription(endpoint))
        assert await devices(marta) == []
        assert {device["address"] for device in await devices(eve)} == {endpoint, other}


@pytest.mark.asyncio
async def test_a_token_without_the_scope_cannot_subscribe(database: str) -> None:
    async with serving(database) as (_, _, http):
        ada = await register(http, unique("ada"))
        token = (await ada.post("/me/tokens", 201, name="t", scopes=["read", "play", "host"]))["token"]
        headers = {"authorization": f"Bearer {token}"}
        body = Browser().subscription("https://push.example/a")
        http.cookies.clear()
        assert (await http.post("/api/me/push", json=body, headers=headers)).status_code == 403
        assert (await http.get("/api/me/push", headers=headers)).status_code == 403
        assert (await http.post("/api/me/push", json=body)).status_code == 401


@pytest.mark.asyncio
async def test_keys_devices_and_paces_are_checked(database: str) -> None:
    async with serving(database) as (_, clock, http):
        marta = await arrive(http, "Marta")
        good = Browser().subscription("https://push.example/a")
        wrongs: list[dict[str, Any]] = [
            {"keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22}},
            {"keys": {"p256dh": good["keys"]["p256dh"], "auth": ""}},
            {"keys": {"p256dh": good["keys"]["p256dh"]}},
            {"device": "x" * 61},
            {"device": "\x00"},
            {"paces": []},
            {"paces": ["weekly"]},
        ]
        for wrong in wrongs:
            await marta.post("/me/push", 400, **{**good, **wrong})
        for number in range(MOST_DEVICES):
            clock.at += 1
            await marta.post("/me/push", 201, **Browser().subscription(f"https://push.example/{unique(str(number))}"))
        fresh = Browser().subscription(f"https://push.example/{unique('more')}")
        await marta.post("/me/push", 409, **fresh)
        # The browser's new address takes the place of its old one. Mail and webhooks are counted apart.
        await marta.post("/me/push", 201, **fresh, replaces=(await devices(marta))[0]["address"])
        assert len(await devices(marta)) == MOST_DEVICES
        named = Browser().subscription(f"https://push.example/{unique('named')}", device="Phone")
        await marta.post("/me/push", 201, **{**named, "replaces": fresh["endpoint"]})
        renewed = Browser().subscription(f"https://push.example/{unique('renewed')}", replaces=named["endpoint"])
        assert (await marta.post("/me/push", 201, **renewed))["device"] == "Phone", "a worker does not know its name"
        await marta.post("/me/notices", 201, kind="webhook", address="https://hooks.example/")


def test_the_large_push_services_are_known_by_their_whole_name() -> None:
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "FCM.googleapis.com.",
    ):
        assert known_push_service(f"https://{host}/x")
    for host in ("fcm.googleapis.com.example", "push.example", "xfcm.googleapis.com", "push.services.mozilla.com.x"):
        assert not known_push_service(f"https://{host}/x")


# ---------------------------------------------------------------- the end of a session, export and deletion


@pytest.mark.asyncio
async def test_a_subscription_ends_with_its_session(database: str) -> None:
    async with serving(database) as (_, clock, http):
        login = unique("ada")
        ada = await register(http, login)
        phone = await sign_in(http, login)
        for person in (ada, phone):
            clock.at += 1
            await person.post("/me/push", 201, **Browser().subscription(f"https://push.example/{unique('d')}"))
        await phone.post("/sign-out", 204)
        assert len(await devices(ada)) == 1
        stolen = await sign_in(http, login)
        await stolen.post("/me/push", 201, **Browser().subscription(f"https://push.example/{unique('d')}"))
        kept = (await devices(ada))[0]["id"]
        answer = await ada.put("/me/password", 200, old=PASSWORD, new="another password")
        assert [device["id"] for device in await devices(Visitor(http, "Ada", answer["token"]))] == [kept]


@pytest.mark.asyncio
async def test_a_guest_who_makes_an_account_is_still_notified(database: str) -> None:
    async with serving(database) as (_, clock, http):
        for way in ("new", "old"):
            login = unique("ada")
            if way == "old":
                await register(http, login)
            guest = await arrive(http, "A")
            clock.at += 1
            await guest.post("/me/push", 201, **Browser().subscription(f"https://push.example/{unique('d')}"))
            ada = await (sign_in(http, login, guest) if way == "old" else register(http, login, guest))
            assert len(await devices(ada)) == 1, way
            await ada.post("/sign-out", 204)
            assert await devices(await sign_in(http, login)) == [], way


@pytest.mark.asyncio
async def test_subscriptions_are_exported_and_deleted(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(database) as (container, _, http):
        marta, browser = await arrive(http, "Marta"), Browser()
        endpoint = f"https://push.example/{unique('device')}"
        await marta.post("/me/push", 201, **browser.subscription(endpoint, device="Firefox, Android"))
        told = await marta.get("/me/export")
        assert told["notices"] == [
            {"kind": PUSH, "address": endpoint, "paces": ["days", "live", "none"], "device": "Firefox, Android"}
        ]
        await container.push.public_key()
        secret = (await container.database.fetch("SELECT private FROM vapid_key"))[0][0]
        for text in (str(told), caplog.text):
            assert bytes(secret).hex() not in text
            assert browser.subscription("")["keys"]["auth"] not in text
        await marta.delete("/me")
        assert await container.database.fetch("SELECT id FROM notices WHERE address = %s", (endpoint,)) == []


@pytest.mark.asyncio
async def test_the_tables_that_wait_for_me(database: str) -> None:
    async with serving(database) as (container, clock, http):
        marta, ugo = await arrive(http, "Marta"), await arrive(http, "Ugo")
        waiting: dict[str, list[str]] = {"Marta": [], "Ugo": []}
        for _ in range(3):
            clock.at += 1_000
            table = await started(marta, [ugo])
            waiting["Marta" if await whose_turn(table, marta, ugo) is marta else "Ugo"].append(table)
        assert await marta.get("/waiting") == waiting["Marta"]
        assert await ugo.get("/waiting") == waiting["Ugo"]
        async with http_client(container) as other:
            assert (await other.get("/api/waiting")).status_code == 401

"""Attacks on the server, a test each.

Elsewhere: slow readers in test_fan_out, addresses inside our network and headers of mails in test_safe_http and
test_notifications, tables that must not be told apart in test_lobby, and hidden information in test_secrets.
"""

from __future__ import annotations

import asyncio
import gc
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
import pytest_asyncio
from argon2 import PasswordHasher

from tests.support.seeds import size
from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import FakeClock, Guest, open_container, serving, started
from tests.support.web.rights import RIGHTS
from tests.support.web.rights_world import World
from tests.support.web.visitors import (
    OWN_PAGE,
    PASSWORD,
    Visitor,
    arrive,
    http_client,
    new_address,
    register,
    sign_in,
    unique,
    whole_database,
)
from trainshed.service.accounts.people import REMEMBERED_MS
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.open_tables import system_now
from trainshed.web.api.fast_path import LARGEST_BODY
from trainshed.web.app import App
from trainshed.web.http.authentication import WRONG_INVITATIONS, address, own_page
from trainshed.web.http.security_headers import with_security_headers

PLAN = {"title": "lok-n-roll", "seats": 2}
MINUTE = 60_000
NOBODY = "0000000000000"


@asynccontextmanager
async def two_containers(database: str, clock: FakeClock) -> AsyncIterator[list[Container]]:
    """Two containers, like two processes, with cheap password hashes, as only tries are counted here."""
    async with open_container(database, clock) as one, open_container(database, clock) as two:
        for container in (one, two):
            container.people.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
        yield [one, two]


@pytest_asyncio.fixture
async def http(database: str) -> AsyncIterator[httpx.AsyncClient]:
    async with open_container(database) as container, http_client(container) as client:
        yield client


# ---------------------------------------------------------------- foreign pages

FOREIGN: list[dict[str, str]] = [
    {"origin": "https://evil.example", "content-type": "application/json"},
    {"origin": "null", "content-type": "application/json"},
    {"origin": "http://house:8080", "content-type": "application/json"},
    {"origin": "http://house.evil.example", "content-type": "application/json"},
    {"sec-fetch-site": "cross-site", "content-type": "application/json"},
    {"sec-fetch-site": "same-site", "content-type": "application/json"},
    {"sec-fetch-site": "cross-site", "origin": "http://house", "content-type": "application/json"},
    {"content-type": "application/x-www-form-urlencoded"},
    {"content-type": "multipart/form-data; boundary=x"},
    {"content-type": "text/plain"},
    {"content-type": "text/plain; application/json"},
    {},
]
OWN: list[dict[str, str]] = [
    {"origin": "http://house", "content-type": "application/json"},
    {"sec-fetch-site": "same-origin", "content-type": "application/json"},
    {"sec-fetch-site": "none"},
    {"content-type": "application/json"},
]


@pytest.mark.asyncio
async def test_a_foreign_page_changes_nothing_with_my_cookie(database: str) -> None:
    """Every route that changes something, with every sign by which a browser says that the page is not ours."""
    async with open_container(database) as container:
        world = World(App(container), "private")
        await world.make()
        async with http_client(container) as http:
            http.cookies.set("trainshed", world.tokens["own"])
            before = whole_database(database)
            for route, asks in RIGHTS.items():
                method, path = route.split()
                if method == "GET":
                    continue
                body = world.filled(asks.body)
                for signs in FOREIGN:
                    answer = await http.request(method, path.format_map(world.fill), json=body, headers=BARE | signs)
                    assert answer.status_code == 403, f"{route} {signs}: {answer.text}"
                    assert "set-cookie" not in answer.headers
            assert whole_database(database) == before
            for signs in OWN:
                answer = await http.patch("/api/me", json={"name": "Mine"}, headers=BARE | signs)
                assert answer.status_code == 200, signs


BARE = {"content-type": ""}
"""Without this httpx adds the type of JSON by itself."""


@pytest.mark.asyncio
async def test_a_token_in_a_header_comes_from_no_page(http: httpx.AsyncClient) -> None:
    ada = await arrive(http, "Ada")
    for signs in FOREIGN:
        body = b'{"name": "Mine"}'
        answer = await http.patch("/api/me", content=body, headers=ada.headers | signs)
        assert answer.status_code == 200, signs


@pytest.mark.asyncio
async def test_a_foreign_page_signs_nobody_in(http: httpx.AsyncClient) -> None:
    """Without any cookie: it would put the session of its own account into the browser, and wait for what is done."""
    login = unique("eve")
    await register(http, login)
    for path, body in (
        ("/api/guests", {"name": "Eve"}),
        ("/api/accounts", {"login": unique("eve"), "password": PASSWORD}),
        ("/api/sign-in", {"login": login, "password": PASSWORD}),
    ):
        for signs in FOREIGN:
            answer = await http.post(path, json=body, headers=BARE | signs)
            assert answer.status_code == 403, f"{path} {signs}"
            assert "set-cookie" not in answer.headers
        assert (await http.post(path, json=body, headers=OWN_PAGE)).status_code in (200, 201)
        http.cookies.clear()


def test_a_page_from_nowhere_is_not_ours() -> None:
    assert not own_page({"headers": [(b"origin", b"null")]})
    assert not own_page({"headers": [(b"origin", b"http://")]})


@pytest.mark.asyncio
async def test_no_foreign_page_may_read(http: httpx.AsyncClient) -> None:
    ada = await arrive(http, "Ada")
    preflight = {"origin": "https://evil.example", "access-control-request-method": "PATCH"}
    for answer in (
        await http.options("/api/me", headers=preflight),
        await http.get("/api/me", headers=ada.headers | {"origin": "https://evil.example"}),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control-")]


# ---------------------------------------------------------------- sessions


@pytest.mark.asyncio
@pytest.mark.parametrize("become", ["register", "sign in"])
async def test_a_session_from_before_is_worth_nothing_afterwards(http: httpx.AsyncClient, become: str) -> None:
    """Somebody knows the token that the browser had as a guest, or has planted it there."""
    login = unique("ada")
    planted = await arrive(http, "Eve")
    if become == "sign in":
        await register(http, login)
    http.cookies.set("trainshed", planted.token)
    path, status = ("/api/accounts", 201) if become == "register" else ("/api/sign-in", 200)
    answer = await http.post(path, json={"login": login, "password": PASSWORD}, headers=OWN_PAGE)
    assert answer.status_code == status
    token = answer.cookies["trainshed"]
    assert token == answer.json()["token"]
    assert token != planted.token
    http.cookies.clear()
    assert not await planted.known()
    assert await Visitor(http, "Ada", token).known()


@pytest.mark.asyncio
async def test_a_planted_cookie_is_replaced(http: httpx.AsyncClient) -> None:
    for planted in ("", "planted", "x" * 4000, "a=b", "%00", '"quoted"'):
        for path, body in (
            ("/api/guests", {"name": "Ada"}),
            ("/api/accounts", {"login": unique("ada"), "password": PASSWORD}),
        ):
            headers = OWN_PAGE | {"cookie": f"trainshed={planted}"}
            answer = await http.post(path, json=body, headers=headers)
            assert answer.status_code == 201
            assert answer.cookies["trainshed"] not in ("", planted)
            http.cookies.clear()


@pytest.mark.asyncio
@pytest.mark.parametrize(("base", "secure"), [("http://house", False), ("https://house", True)])
async def test_cookies_are_for_us_alone(database: str, base: str, secure: bool) -> None:
    async with open_container(database) as container, http_client(container, base=base) as http:
        login = unique("ada")
        body = {"login": login, "password": PASSWORD}
        for answer in (
            await http.post("/api/guests", json={"name": "Ada"}),
            await http.post("/api/accounts", json=body),
            await http.post("/api/sign-in", json=body),
            await http.put("/api/me/password", json={"old": PASSWORD, "new": PASSWORD}),
            await http.post("/api/sign-out", json={}),
        ):
            assert answer.status_code < 300, answer.text
            [cookie] = answer.headers.get_list("set-cookie")
            parts = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= parts
            assert ("secure" in parts) is secure
            assert not [part for part in parts if part.startswith("domain")]
        assert "max-age=0" in parts


@pytest.mark.asyncio
async def test_a_token_is_taken_from_nowhere_else(http: httpx.AsyncClient) -> None:
    ada = await arrive(http, "Ada")
    for name in ("token", "access_token", "authorization", "trainshed", "session", "key"):
        assert (await http.get("/api/me", params={name: ada.token})).status_code == 401
        assert (await http.get("/api/me", params={name: f"Bearer {ada.token}"})).status_code == 401
        assert (await http.get("/api/me", headers={f"x-{name}": ada.token})).status_code == 401
    for value in (ada.token, f"Basic {ada.token}", f"Token {ada.token}", f"Bearer{ada.token}", f"Bearer {ada.token}x"):
        assert (await http.get("/api/me", headers={"authorization": value})).status_code == 401
    assert (await http.post("/api/tables", json={**PLAN, "token": ada.token})).status_code == 401


# ---------------------------------------------------------------- trying again and again


def refused(answer: httpx.Response, seconds: int) -> None:
    assert answer.status_code == 429, answer.text
    assert 1 <= int(answer.headers["retry-after"]) <= seconds
    assert answer.json()["error"] == "too_many"


@pytest.mark.asyncio
async def test_brute_force_against_one_login(database: str) -> None:
    """Through two processes, after ten tries in five minutes from one address not even the right one; and from ever new
    addresses after a hundred in an hour."""
    clock = FakeClock()
    async with two_containers(database, clock) as containers:
        login, address = unique("ada"), new_address()
        async with http_client(containers[0]) as http:
            await register(http, login)

        async def guess(number: int, address: str) -> None:
            async with http_client(containers[number % 2], address) as http:
                body = {"login": login if number % 3 else f" {login.upper()} ", "password": f"guess {number}"}
                assert (await http.post("/api/sign-in", json=body)).status_code == 403

        async def all_refuse(address: str, seconds: int) -> None:
            for container in containers:
                async with http_client(container, address) as http:
                    refused(await http.post("/api/sign-in", json={"login": login, "password": PASSWORD}), seconds)

        for number in range(10):
            await guess(number, address)
        await all_refuse(address, 300)
        clock.at += 5 * MINUTE
        for number in range(90):
            await guess(number, new_address())
        await all_refuse(new_address(), 3600)
        clock.at += 60 * MINUTE
        async with http_client(containers[1], address) as http:
            await sign_in(http, login)


@pytest.mark.asyncio
async def test_brute_force_from_one_address(database: str) -> None:
    clock = FakeClock()
    async with two_containers(database, clock) as containers:
        address = new_address()
        for number in range(30):
            async with http_client(containers[number % 2], address) as http:
                body = {"login": unique("ada"), "password": PASSWORD}
                assert (await http.post("/api/sign-in", json=body)).status_code == 403
        for container in containers:
            async with http_client(container, address) as http:
                refused(await http.post("/api/sign-in", json={"login": unique("ada"), "password": PASSWORD}), 300)
            async with http_client(container) as http:
                body = {"login": unique("ada"), "password": PASSWORD}
                assert (await http.post("/api/sign-in", json=body)).status_code == 403
        clock.at += 5 * MINUTE
        async with http_client(containers[0], address) as http:
            assert (await http.post("/api/sign-in", json=body)).status_code == 403


@pytest.mark.asyncio
async def test_a_stolen_session_does_not_guess_the_password(database: str) -> None:
    clock = FakeClock()
    async with (
        two_containers(database, clock) as containers,
        http_client(containers[0]) as http,
        http_client(containers[1]) as other,
    ):
        ada = await register(http, unique("ada"))
        for number in range(5):
            await ada.put("/me/password", 403, old=f"guess {number}", new="another password")
            await ada.elsewhere(other).delete("/me", 403, password=f"guess {number}")
        for visitor in (ada, ada.elsewhere(other)):
            await visitor.put("/me/password", 429, old=PASSWORD, new="another password")
            await visitor.delete("/me", 429, password=PASSWORD)


@pytest.mark.asyncio
async def test_accounts_and_guests_without_end(database: str) -> None:
    clock = FakeClock()
    settings = Settings(
        database=database, database_wait=DATABASE_WAIT, address_share=0, connections=2, guests_an_hour=5
    )
    container = Container(settings, clock, work=False)
    await container.open()
    try:
        container.people.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
        async with http_client(container) as http:
            for _ in range(5):
                await arrive(http, "Ada")
            refused(await http.post("/api/guests", json={"name": "Ada"}), 3600)
            for _ in range(20):
                await register(http, unique("ada"))
            refused(await http.post("/api/accounts", json={"login": unique("a"), "password": PASSWORD}), 3600)
        async with http_client(container) as http:
            await arrive(http, "Somebody else")
    finally:
        await container.close()


def test_one_customer_is_one_address() -> None:
    def seen(host: str) -> str:
        return address({"client": (host, 1)})

    assert seen("2001:db8::1") == seen("2001:db8::ffff:2") == seen("2001:0db8:0000:0000:1:2:3:4")
    assert seen("2001:db8:0:1::1") != seen("2001:db8::1")
    assert seen("::ffff:192.0.2.1") == seen("192.0.2.1") != seen("192.0.2.2")
    assert seen("fe80::1%eth0") == seen("fe80::2%eth0")
    assert len(seen("x" * 1000)) < 100
    assert address({"client": None}) == address({})


# ---------------------------------------------------------------- who has an account


@pytest.mark.asyncio
async def test_nobody_is_told_who_has_an_account(database: str) -> None:
    """The same answer to a login that nobody has and to a wrong password, after the same work."""
    clock = FakeClock()
    async with open_container(database, clock) as container:
        login = unique("ada")
        async with http_client(container) as http:
            await register(http, login)
        answers: dict[str, httpx.Response] = {}

        async def work(name: str) -> float:
            """Seconds that all threads of this process worked: how long they waited is a matter of the machine."""
            clock.at += 5 * MINUTE
            async with http_client(container) as http:
                begin = time.process_time()
                answers[name] = await http.post("/api/sign-in", json={"login": name, "password": "not the password"})
                return time.process_time() - begin

        nobody = unique("eve")
        await work(nobody)
        # Others in the same caches can only make it more: of all the least is what it costs.
        pairs = [(await work(login), await work(nobody)) for _ in range(6)]
        known, unknown = (min(taken) for taken in zip(*pairs, strict=True))
        assert 0.7 < unknown / known < 1.3
        assert answers[login].status_code == 403
        assert answers[login].content == answers[nobody].content
        assert dict(answers[login].headers) == dict(answers[nobody].headers)


# ---------------------------------------------------------------- bodies


def bodies() -> Iterator[bytes]:
    """Bodies of JSON that are nested as deep as possible."""
    most = LARGEST_BODY - 100
    yield b"[" * most
    yield b"[" * (most // 2) + b"]" * (most // 2)
    yield b'{"a":' * (most // 6) + b"1" + b"}" * (most // 6)
    yield b'{"options":' * (most // 11)
    for key in (b"title", b"words", b"options", b"pace", b"holidays", b"scopes", b"name", b"seq", b"unknown"):
        yield b'{"title":"lok-n-roll","seats":2,"%s":%s}' % (key, b"[" * 30_000 + b"]" * 30_000)


@pytest.mark.asyncio
async def test_boxes_in_boxes(database: str) -> None:
    async with open_container(database) as container:
        world = World(App(container), "private")
        await world.make()
        async with http_client(container) as http:
            headers = {"authorization": f"Bearer {world.tokens['own']}", "content-type": "application/json"}
            for route, asks in RIGHTS.items():
                method, path = route.split()
                if asks.body is None:
                    continue
                for body in bodies():
                    answer = await http.request(method, path.format_map(world.fill), content=body, headers=headers)
                    assert answer.status_code in (400, 429), f"{route} {body[:40]!r}: {answer.text}"
                    assert len(answer.content) < 1000


@pytest.mark.asyncio
async def test_too_much_is_not_read(database: str) -> None:
    """A body that is too large is not read to its end and not kept, with or without a content-length."""
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=2), work=False
    )
    async with serving(container) as url, httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        ada = await Guest.arrive(http, "Ada")
        large = {"name": "x" * LARGEST_BODY}
        answer = await http.post("/api/guests", json=large)
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
        fits = {"name": "x" * (LARGEST_BODY - 50)}
        assert (await http.post("/api/guests", json=fits)).status_code == 400

        sent = 0

        async def endless() -> AsyncIterator[bytes]:
            nonlocal sent
            yield b'{"title": "'
            for _ in range(2_000):
                sent += 1 << 16
                yield b"x" * (1 << 16)

        await chunked(url, ada.headers, endless())
        gc.collect()
        before, sent = resident(), 0
        status = await chunked(url, ada.headers, endless())
        assert status == 413
        assert resident() - before < 20_000_000
        assert (await http.get("/api/me", headers=ada.headers)).status_code == 200


async def chunked(url: str, headers: dict[str, str], parts: AsyncIterator[bytes]) -> int:
    """Post in chunks until the server answers; the status."""
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"POST /api/tables HTTP/1.1\r\nhost: x\r\n{head}transfer-encoding: chunked\r\n\r\n".encode())
    answer = asyncio.create_task(reader.readline())
    try:
        async for part in parts:
            if answer.done():
                break
            writer.write(b"%x\r\n%s\r\n" % (len(part), part))
            await writer.drain()
    except ConnectionError:
        pass
    try:
        async with asyncio.timeout(PATIENCE):
            return int((await answer).split()[1])
    finally:
        writer.close()


def resident() -> int:
    """Resident memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.asyncio
async def test_bodies_that_never_end(database: str) -> None:
    """Many at once hold up nobody; after a while they are sent away, however slowly they drip."""
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=2), work=False
    )
    app = App(container)
    app.body_timeout.seconds = 20 * PATIENCE
    async with serving(container, app) as url, httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        ada = await Guest.arrive(http, "Ada")
        where = urlsplit(url)
        head = "".join(f"{name}: {value}\r\n" for name, value in ada.headers.items())

        async def unfinished(count: int) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
            lines = [await asyncio.open_connection(where.hostname, where.port) for _ in range(count)]
            for _, writer in lines:
                request = f"POST /api/tables HTTP/1.1\r\nhost: x\r\n{head}content-length: 60000\r\n\r\n{{"
                writer.write(request.encode())
            return lines

        # None of these is sent away before everybody else was answered.
        many = await unfinished(100)
        answers = [asyncio.create_task(reader.read()) for reader, _ in many]
        for _ in range(20):
            assert (await http.get("/api/me", headers=ada.headers)).status_code == 200
            many[0][1].write(b" ")
        assert (await http.post("/api/tables", json=PLAN, headers=ada.headers)).status_code == 201
        assert not any(answer.done() for answer in answers)
        for _, writer in many:
            writer.close()
        await asyncio.gather(*answers, return_exceptions=True)

        app.body_timeout.seconds = 1.0
        async with asyncio.timeout(PATIENCE):
            lines = await unfinished(100)
            [(drips, line)] = await unfinished(1)
            dripping = asyncio.create_task(drips.read(1_000))
            while not dripping.done():
                line.write(b" ")
                await asyncio.sleep(0.05)
            # Of this one only the beginning: what it said too late may have broken the line behind it.
            assert (await dripping).startswith(b"HTTP/1.1 408 ")
            line.close()
            for reader, writer in lines:
                answer = await reader.read()
                assert answer.startswith(b"HTTP/1.1 408 "), answer
                assert b"too_slow" in answer
                writer.close()


# ---------------------------------------------------------------- headers

INJECTIONS = [
    "Ada\r\nSet-Cookie: trainshed=planted",
    "Ada\nLocation: https://evil.example",
    "Ada\r\n\r\n<script>alert(1)</script>",
    "Ada\u2028Set-Cookie: a=b",
    "Ada\x0b\x0cSet-Cookie: a=b",
    "Ada\x85Set-Cookie: a=b",
]


@pytest.mark.asyncio
@pytest.mark.parametrize("name", INJECTIONS)
async def test_names_have_one_line(http: httpx.AsyncClient, name: str) -> None:
    """Wherever one can be given: a name ends up in logs, records and letters, and is never two lines there."""
    ada = await register(http, unique("ada"))
    answers = [
        await http.post("/api/guests", json={"name": name}),
        await http.post("/api/accounts", json={"login": unique("b"), "password": PASSWORD, "name": name}),
        await http.patch("/api/me", json={"name": name}, headers=ada.headers),
        await http.post("/api/me/tokens", json={"name": name, "scopes": ["read"]}, headers=ada.headers),
        await http.post("/api/me/bots", json={"name": name}, headers=ada.headers),
    ]
    http.cookies.clear()
    for answer in answers:
        assert answer.status_code in (200, 201, 400)
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) <= 1
        assert "planted" not in str(cookies)
        assert "location" not in answer.headers
        said = answer.json()
        if "name" in said:
            assert said["name"].isprintable()
    for key in await ada.get("/me/tokens"):
        assert key["name"].isprintable()
    for text in ("email", "login"):
        body = {"login": unique("b"), "password": PASSWORD, text: f"b@example.org{name[3:]}"}
        assert (await http.post("/api/accounts", json=body)).status_code == 400


@pytest.mark.asyncio
async def test_nothing_that_is_asked_comes_back_as_a_header(database: str) -> None:
    """As raw bytes, because clients are too polite to send some of this."""
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=2), work=False
    )
    async with serving(container) as url:
        where = urlsplit(url)
        for path in (
            "//evil.example/%0d%0aSet-Cookie:%20a=b",
            "/api/tables/%0d%0aLocation:%20https:%2f%2fevil.example",
            "/api/me/%0aX-Evil:%201",
            "/api/tables/x/card?invite=%0d%0aSet-Cookie:%20a=b",
            "/api/docs/..%2f..%2fetc/passwd",
            "/schema/%0d%0aX-Evil:%201",
        ):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            evil = "x-request-id: a\r\nx-evil: b\r\norigin: https://evil.example\r\nx-forwarded-host: evil.example\r\n"
            writer.write(f"GET {path} HTTP/1.1\r\nhost: evil.example\r\n{evil}connection: close\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            head = answer.partition(b"\r\n\r\n")[0].lower()
            assert head.split()[1] in (b"400", b"404"), answer
            for evil_header in (b"set-cookie", b"location", b"x-evil", b"evil.example"):
                assert evil_header not in head


KEPT = ("/static/", "/manifest.webmanifest", "/sw.js")
"""Paths whose responses may be cached, as they are the same for everybody."""

CAREFUL = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


@pytest.mark.asyncio
async def test_every_answer_tells_browsers_to_be_careful(database: str) -> None:
    async with open_container(database) as container:
        world = World(App(container), "public")
        await world.make()
        async with http_client(container) as http:
            asks = [
                (route.split()[0], route.split()[1].format_map(world.fill))
                for route in RIGHTS
                if not route.endswith("/stream")
            ]
            asks += [("GET", "/"), ("TRACE", "/api/me"), ("DELETE", "/api/tables"), ("OPTIONS", "/api/me")]
            asks += [("GET", f"/api/tables/{NOBODY}/stream"), ("GET", "/api/bot/stream"), ("PUT", "/readyz")]
            for method, path in asks:
                answer = await http.request(method, path)
                kept = {"cache-control": "no-cache"} if path.startswith(KEPT) else {}
                for name, value in (CAREFUL | kept).items():
                    assert answer.headers.get_list(name) == [value], f"{method} {path}"
                [policy] = answer.headers.get_list("content-security-policy")
                assert "default-src 'none'" in policy
                assert "frame-ancestors 'none'" in policy
                assert "unsafe" not in policy
                assert "server" not in answer.headers
                if not answer.headers.get("content-type", "text/plain").startswith("text/html"):
                    assert "-src 'sha" not in policy


@pytest.mark.asyncio
async def test_streams_are_careful_too(database: str) -> None:
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4, guests_an_hour=1000),
        work=False,
    )
    async with serving(container) as url, httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        ada, bela = await Guest.arrive(http, "Ada"), await Guest.arrive(http, "Béla")
        table = await started(ada, [bela])
        for path in (f"/api/tables/{table}/stream", f"/api/bot/tables/{table}/stream", "/api/bot/stream"):
            async with http.stream("GET", path, headers=ada.headers) as answer:
                assert answer.status_code == 200
                for name, value in CAREFUL.items():
                    assert answer.headers.get_list(name) == [value], path


@pytest.mark.asyncio
async def test_careful_is_cheap() -> None:
    """The headers of an answer cost a few times what it costs to pass it on: 1 µs, where that takes half of one."""

    async def send(_: Any) -> None:
        pass

    async def taken(sending: Any) -> float:
        begin = time.thread_time()
        for _ in range(2_000):
            one = sending(send)
            await one({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
            await one({"type": "http.response.body", "body": b""})
        return time.thread_time() - begin

    pairs = [(await taken(with_security_headers), await taken(lambda bare: bare)) for _ in range(30)]
    careful, careless = (min(times) for times in zip(*pairs, strict=True))
    assert careful < 7 * careless


# ---------------------------------------------------------------- guessing links


@pytest.mark.asyncio
async def test_an_invitation_cannot_be_guessed(database: str) -> None:
    """It has 128 bits, and after too many wrong tries every route that takes one refuses even the right one."""
    clock = FakeClock()
    async with (
        open_container(database, clock) as container,
        http_client(container) as http,
        http_client(container) as friend,
    ):
        ada, eve = await arrive(http, "Ada"), await arrive(http, "Eve")
        cards = [await ada.post("/tables", 201, **PLAN) for _ in range(20)]
        assert len({card["invite"] for card in cards}) == 20
        assert all(len(card["invite"]) * 6 >= 128 for card in cards)
        assert len({letter for card in cards for letter in card["invite"]}) > 50
        table, right = cards[0]["table"], cards[0]["invite"]

        async def guess(path: str, invite: str) -> int:
            if path == "join":
                answer = await http.post(f"/api/tables/{table}/join", json={"invite": invite}, headers=eve.headers)
            else:
                answer = await http.get(f"/api/tables/{table}{path}", params={"invite": invite}, headers=eve.headers)
            return answer.status_code

        paths = ("/card", "", "/stream", "join")
        for number in range(WRONG_INVITATIONS):
            assert await guess(paths[number % 4], right[:-1] + "?") == 403
        for path in paths:
            assert await guess(path, "wrong") == 429
            assert await guess(path, right) == 429
        for _ in range(WRONG_INVITATIONS + 1):
            # A right one counts for nothing, where the game has not begun.
            answer = await friend.get(f"/api/tables/{table}", params={"invite": right})
            assert answer.status_code == 404
        # Those who need no invitation are not disturbed, nor those who come from elsewhere, nor those who wait.
        await ada.get(f"/tables/{table}/card")
        async with http_client(container) as other:
            assert (await other.get(f"/api/tables/{table}/card", params={"invite": right})).status_code == 200
        clock.at += 60 * MINUTE
        assert await guess("/card", right) == 200


@pytest.mark.asyncio
async def test_an_invitation_opens_its_own_table(http: httpx.AsyncClient) -> None:
    ada, eve = await arrive(http, "Ada"), await arrive(http, "Eve")
    one, two = [await ada.post("/tables", 201, **PLAN) for _ in range(2)]
    for wrong in (two["invite"], one["invite"].swapcase(), one["invite"][:-1], one["invite"] + "=", "%", "_" * 22):
        await eve.get(f"/tables/{one['table']}/card", 403, invite=wrong)
        await eve.post(f"/tables/{one['table']}/join", 403, invite=wrong)


# ---------------------------------------------------------------- strings and ids

STRINGS = [
    "'; DROP TABLE people; --",
    '" OR 1=1 --',
    "\\'; SELECT pg_sleep(10); --",
    "%s %(x)s {} {table} $1 :name",
    "\x00",
    "a\x00b",
    "\ufeff\u202e\u0000",
    "../../../../etc/passwd",
    "${jndi:ldap://evil.example}",
    "<script>alert(1)</script>",
    "🚂" * 100,
    "x" * 50_000,
    "-1",
    "NaN",
    "null",
]


def with_strings(body: Any) -> Iterator[Any]:
    """The body with each of its strings replaced by each of ours."""
    if isinstance(body, str):
        yield from STRINGS
    elif isinstance(body, dict):
        for key, value in body.items():
            for other in with_strings(value):
                yield {**body, key: other}
    elif isinstance(body, list):
        for index, value in enumerate(body):
            for other in with_strings(value):
                yield [*body[:index], other, *body[index + 1 :]]


@pytest.mark.asyncio
async def test_strings_with_a_meaning_elsewhere(database: str) -> None:
    """In every string of every body, in every path and in every query: nothing breaks, and nothing is carried out."""
    async with open_container(database) as container:
        container.people.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
        world = World(App(container), "private")
        await world.make()
        async with http_client(container) as http:
            for route, asks in RIGHTS.items():
                if route.endswith("/stream"):
                    continue
                method, path = route.split()
                tried = list(evil(path, asks.body))[
                    :: size(day=4, night=1)
                ]  # by day every fourth: each string, at some route
                for index, (evil_path, body) in enumerate(tried):
                    if index % 5 == 0:
                        await world.container.database.write("DELETE FROM limits")
                        if asks.spoils:
                            await world.make(people=True)
                    where = evil_path.format_map(world.fill)
                    headers = {"authorization": f"Bearer {world.tokens['own']}"}
                    answer = await http.request(method, where, json=world.filled(body), headers=headers)
                    assert answer.status_code < 500, f"{route} {where} {body}"
                    assert answer.status_code != 200 or evil_path == path
            for text in STRINGS:
                for query in ("invite", "which", "after", "until", "word"):
                    for path in ("/api/tables", "/card", "", "/log", "/why-not", "/chat", "/stream"):
                        where = path if path.startswith("/api") else f"/api/tables/{NOBODY}{path}"
                        answer = await http.get(where, params={query: text[:500]}, headers=headers)
                        assert answer.status_code < 500, f"{where} {query} {text}"
        assert len(await container.database.fetch("SELECT id FROM people LIMIT 5")) == 5


def evil(path: str, body: Any) -> Iterator[tuple[str, Any]]:
    for other in with_strings(body):
        yield path, other
    for text in STRINGS if "{" in path else ():
        quoted = "".join(f"%{byte:02x}" for byte in text[:200].encode())
        yield re.sub(r"\{\w+\}", quoted, path), body


@pytest.mark.asyncio
async def test_an_odd_name_is_only_a_name(http: httpx.AsyncClient) -> None:
    for name in ("'; DROP TABLE people; --", "%s %(x)s {}", "<script>alert(1)</script>", "Robert'); --"):
        ada, bela = await arrive(http, name), await arrive(http, name)
        table = await started(ada, [bela])
        assert [seat["name"] for seat in (await ada.look(table))["seats"]] == [name, f"{name} 2"]
        assert f"{name} 2" in await bela.get(f"/tables/{table}/export")
        answer = await http.get(f"/api/tables/{table}/export", headers=ada.headers)
        assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.asyncio
async def test_ids_of_another_kind(database: str) -> None:
    """A person's id is no table's, and so on: whatever exists elsewhere is not there."""
    async with open_container(database) as container:
        world = World(App(container), "private")
        await world.make()
        kinds = {
            "table": world.fill["table"],
            "key": world.fill["key"],
            "notice": world.fill["notice"],
            "person": world.fill["person"],
            "report": world.fill["report"],
        }
        async with http_client(container) as http:
            headers = {"authorization": f"Bearer {world.tokens['own']}"}
            for route, asks in RIGHTS.items():
                method, path = route.split()
                named = [kind for kind in kinds if f"{{{kind}}}" in path]
                for other in kinds if named else ():
                    if other in named:
                        continue
                    fill = {**world.fill, named[0]: kinds[other]}
                    body = world.filled(asks.body)
                    where = path.format_map(fill)
                    query = dict(parse_qsl(asks.query.format_map(fill)))
                    answer = await http.request(method, where, json=body, params=query, headers=headers)
                    expected = {403} if "/reports/" in path else {404}
                    expected |= {409} if path.endswith("/archive") else set()
                    expected |= {204} if path.endswith("/seen") else set()
                    assert answer.status_code in expected, f"{route} with the id of a {other}: {answer.text}"


# ---------------------------------------------------------------- sessions that are remembered


@pytest.mark.asyncio
async def test_tokens_that_are_none_cost_no_memory(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        for number in range(300):
            assert (await http.get("/api/me", headers={"authorization": f"Bearer {number}"})).status_code == 401
        assert len(container.people.sessions) == 0
        ada = await arrive(http, "Ada")
        assert len(ada.token) * 6 >= 256
        assert REMEMBERED_MS <= 5_000 < system_now()

"""Addresses given by users may only lead to public hosts: protection against the usual forms of SSRF."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from trainshed import wire
from trainshed.service.base.errors import Wrong
from trainshed.service.messages import safe_http

INSIDE = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.3.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.7",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::",
    "2001:db8::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_not_public(address: str) -> None:
    assert not safe_http.public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_addresses_outside_are_public(address: str) -> None:
    assert safe_http.public(address)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "http://",
        "https://user:secret@example.org/",
        "http://example.org:22/",
        "http://example.org:5432/",
        "http://exa mple.org/",
        "http://example.org/\r\nHost: inside",
        "http://[::1/",
        "http://example.org:99999/",
        "x" * 600,
        "",
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(Wrong):
        safe_http.checked(url)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]", "[::ffff:127.0.0.1]"],
)
async def test_loopback_under_any_name_is_refused(host: str) -> None:
    answer = await safe_http.post(f"http://{host}/", b"{}")
    assert not answer.ok
    assert "not on the public internet" in answer.said or "There is no host" in answer.said


def resolver(monkeypatch: pytest.MonkeyPatch, answers: list[list[str]]) -> list[str]:
    """Replace DNS: each lookup gives the next addresses of the list; the names that were looked up."""
    asked: list[str] = []

    async def found(self: Any, host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers.pop(0)]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", found)
    return asked


@pytest.mark.asyncio
async def test_one_address_inside_among_others_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    resolver(monkeypatch, [["93.184.216.34", "10.0.0.5"]])
    answer = await safe_http.post("http://two-faced.example/", b"{}")
    assert answer == wire.Delivery(False, "This address is not on the public internet.")


@asynccontextmanager
async def web(response: bytes, seen: list[bytes]) -> AsyncIterator[int]:
    """A web server on loopback with one fixed response."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.read(10_000))
        writer.write(response)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.fixture
def loopback_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make loopback count as public, for tests of what happens after the address check."""
    monkeypatch.setattr(safe_http, "public", lambda address: address == "127.0.0.1")


@pytest.mark.asyncio
async def test_a_name_that_changes_its_mind_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, loopback_is_outside: None
) -> None:
    seen: list[bytes] = []
    async with web(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi", seen) as port:
        monkeypatch.setattr(safe_http, "PORTS", (port,))
        asked = resolver(monkeypatch, [["127.0.0.1"], ["10.0.0.1"], ["10.0.0.1"]])
        answer = await safe_http.post(f"http://rebinding.example:{port}/hook", b'{"a":1}')
    assert answer == wire.Delivery(True, "200: hi")
    assert asked == ["rebinding.example"]
    assert b"host: rebinding.example" in seen[0].lower()
    assert seen[0].endswith(b'{"a":1}')


@pytest.mark.asyncio
async def test_redirects_are_not_followed(monkeypatch: pytest.MonkeyPatch, loopback_is_outside: None) -> None:
    seen: list[bytes] = []
    location = b"HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/secret\r\ncontent-length: 0\r\n\r\n"
    async with web(location, seen) as port:
        monkeypatch.setattr(safe_http, "PORTS", (port,))
        answer = await safe_http.post(f"http://127.0.0.1:{port}/", b"{}")
    assert answer == wire.Delivery(False, "302")
    assert len(seen) == 1


@pytest.mark.asyncio
async def test_of_a_long_answer_only_the_beginning_is_read(
    monkeypatch: pytest.MonkeyPatch, loopback_is_outside: None
) -> None:
    long = b"HTTP/1.1 500 Oh\r\ncontent-length: 5000000\r\n\r\n" + b"x\n\x1b" * 1_600_000
    async with web(long, []) as port:
        monkeypatch.setattr(safe_http, "PORTS", (port,))
        answer = await safe_http.post(f"http://127.0.0.1:{port}/", b"{}")
    assert not answer.ok
    assert len(answer.said) < 300
    assert answer.said.isprintable()


@pytest.mark.asyncio
async def test_who_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, loopback_is_outside: None) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until whoever asked has gone
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    monkeypatch.setattr(safe_http, "PORTS", (port,))
    monkeypatch.setattr(safe_http, "TIMEOUT", 0.3)
    async with asyncio.timeout(30):
        answer = await safe_http.post(f"http://127.0.0.1:{port}/", b"{}")
    server.close()
    assert answer == wire.Delivery(False, "No answer within 0 seconds.")

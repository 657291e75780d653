"""Addresses given by users may only lead to public hosts: protection against the usual forms of SSRF."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpcore
import pytest

from trainshed import wire
from trainshed.service.accounts.passwords import Passwords
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
    refusals = ("not on the public internet", "There is no host", "not an address for a webhook")
    assert any(refusal in answer.said for refusal in refusals)


def resolver(monkeypatch: pytest.MonkeyPatch, answers: list[list[str]]) -> list[str]:
    """Replace DNS: each lookup gives the next addresses of the list; the names that were looked up."""
    asked: list[str] = []

    def found(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return asked


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """DNS does not answer: lookups hang until the test is over. The names that were looked up."""
    asked: list[str] = []
    over = threading.Event()

    def hang(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        over.wait(60)
        raise OSError("no answer")

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    yield asked
    over.set()


@pytest.mark.asyncio
async def test_a_lookup_that_hangs_is_not_waited_for(hanging: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it keep others from working in threads, or the process from ending."""
    monkeypatch.setattr(safe_http, "TIMEOUT", 0.3)
    many = [safe_http.post(f"http://{number}.example/", b"{}") for number in range(100)]
    begin = time.monotonic()
    async with asyncio.timeout(30):
        answers = await asyncio.gather(*many)
        assert await asyncio.to_thread(lambda: "done") == "done"
        passwords = Passwords()
        assert await passwords.fits(await passwords.hash("correct horse"), "correct horse")
    assert time.monotonic() - begin < 10
    assert 1 <= len(hanging) <= safe_http.LOOKUPS.most
    assert {answer.said for answer in answers} == {
        "No answer within 0 seconds.",
        "Too many addresses are being looked up. Try again later.",
    }
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "lookup")


@pytest.mark.asyncio
async def test_threads_that_are_done_are_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    resolver(monkeypatch, [["10.0.0.1"]] * 40)
    for _ in range(40):
        answer = await safe_http.post("http://inside.example/", b"{}")
        assert answer.said == "This address is not on the public internet."


ODD = [
    "http://01.1.1.1/",
    "http://1.1.1.08/",
    "http://256.256.256.256/",
    "http://1.1.1/",
    "http://[1::2::3]/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[v1.x]/",
    "http://xn--/",
    "http://xn--a.example/",
    "http://\u2024\u2024/",
    "http://ex\u00adample..org/",
    "http://\u0131.example/",
    "http://a" + "\u0301" * 80 + ".example/",
    "http://" + "a" * 64 + ".example/",
    "http://" + "a." * 130 + "example/",
    "http://.example/",
    "http://example../",
    "http://-/",
    "http://*/",
    "http://%31%30.0.0.1/",
    "http://a%00b/",
    "http://a\\b/",
    "http://a/\\..\\b?%zz#\u2028",
    "http://:80/",
    "http://a:/",
    "http://a:080/",
    "http://a:+80/",
    "http://a:\u0668\u0660/",
    "http://a:8080000000000000000000000/",
    "http://[::ffff:1.1.1.1%lo]:80/",
    "http://\U0001f682.example/",
    "http://a;b/",
    "http://a'b\"c/",
    "HTTP://A/",
    "http://a|b/",
    "http://a^b/",
    "http://a@/",
    "http://a/" + "\U0001f682" * 100,
]


@pytest.mark.asyncio
@pytest.mark.parametrize("url", ODD)
async def test_an_odd_address_is_answered_with_a_sentence(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """Whether it is refused, looked up in vain or not reached: the answer is a sentence, and never an error of ours."""

    def found(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        host.encode("idna")  # as the real one does
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(safe_http, "public", lambda address: True)
    monkeypatch.setattr(safe_http, "TIMEOUT", 5.0)
    monkeypatch.setattr(safe_http.PinnedTransport, "connect_tcp", refuse_connection)
    answer = await safe_http.post(url, b"{}")
    assert not answer.ok
    assert answer.said.endswith(".")


async def refuse_connection(*_: Any, **__: Any) -> Any:
    raise httpcore.ConnectError("refused")


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

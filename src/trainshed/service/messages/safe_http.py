"""HTTP requests to URLs given by users, protected against server-side request forgery (SSRF) into our own network.

The name is looked up once, every address it has is vetted, and the connection goes to one of those addresses, whatever
the name resolves to a moment later. Redirects are not followed, and only the beginning of the answer is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import httpcore
import httpx

from trainshed.service.base.daemon_thread import DaemonThreads, NoThreadFree
from trainshed.service.base.errors import NotNow, Wrong
from trainshed.wire import Delivery

TIMEOUT: Final = 10.0
"""Seconds for the whole delivery, with the lookup of the name."""
LOOKUPS: Final = DaemonThreads("lookup", 16)
"""A DNS server that does not answer can hang for minutes, and nothing can interrupt that."""
MOST_READ: Final = 2_000
PORTS: Final = (80, 443, 8080, 8443)
LONGEST: Final = 1_000
"""Characters of a URL; those of some push services have 500 and more."""


class HttpAnswer(NamedTuple):
    """The answer to a request: its status, and one line for the owner of the URL."""

    status: int
    """0: there was no answer, and the line says why."""
    said: str

    @property
    def delivery(self) -> Delivery:
        return Delivery(200 <= self.status < 300, self.said)


def public(address: str) -> bool:
    """Is this a public IP address? Private, local, shared and special ones are not."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None:
            return public(str(inner))
        if found in NAT64:
            return public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    return found.is_global and not found.is_multicast and not found.is_reserved


NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def checked(url: str) -> tuple[str, int]:
    """Host and port of a webhook's URL; refuses other schemes and ports, and URLs with a password."""
    if len(url) > LONGEST or not url.isprintable() or " " in url:
        raise Wrong("This is not an address for a webhook.")
    try:
        parts = urlsplit(url)
        port = parts.port or {"https": 443, "http": 80}.get(parts.scheme, 0)
        httpx.URL(url)  # stricter: it refuses numbers that are no IP address, and names that DNS cannot hold
    except (ValueError, httpx.InvalidURL) as error:
        raise Wrong("This is not an address for a webhook.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise Wrong("A webhook begins with https:// or http:// and names a host.")
    if port not in PORTS:
        raise Wrong("A webhook is on one of the ports %(ports)s.", ports=", ".join(map(str, PORTS)))
    return parts.hostname, port


async def vetted(host: str, port: int) -> str:
    """One address of a host, if all addresses of the host are public."""
    try:
        found = await LOOKUPS.run(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    except NoThreadFree as error:
        raise NotNow("Too many addresses are being looked up. Try again later.") from error
    except (OSError, UnicodeError) as error:
        raise Wrong("There is no host %(host)s.", host=repr(host[:80])) from error
    addresses = [str(info[4][0]).partition("%")[0] for info in found]
    if not addresses or not all(public(address) for address in addresses):
        raise Wrong("This address is not on the public internet.")
    return addresses[0]


class PinnedTransport(httpcore.AsyncNetworkBackend):
    """Connects to the address that was vetted, and to no other."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        return await self.inner.connect_tcp(self.address, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def post(url: str, body: bytes) -> Delivery:
    """Send JSON to a URL given by a user; an error is returned as a failed delivery."""
    return (await request(url, body, {"content-type": "application/json"})).delivery


async def request(url: str, body: bytes, headers: dict[str, str]) -> HttpAnswer:
    """Send a POST request to a URL given by a user; an error is returned as an answer without a status."""
    try:
        host, port = checked(url)
        async with asyncio.timeout(TIMEOUT):
            return await _request(url, body, {**headers, "user-agent": "trainshed"}, await vetted(host, port))
    except (Wrong, NotNow) as error:
        return HttpAnswer(0, str(error))
    except TimeoutError:
        return HttpAnswer(0, f"No answer within {TIMEOUT:.0f} seconds.")
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError) as error:
        return HttpAnswer(0, f"Not reached: {type(error).__name__}.")


async def _request(url: str, body: bytes, headers: dict[str, str], address: str) -> HttpAnswer:
    async with (
        httpcore.AsyncConnectionPool(network_backend=PinnedTransport(address), max_connections=1) as pool,
        pool.stream("POST", str(httpx.URL(url)), headers=_headers(url, headers), content=body) as response,
    ):
        read = b""
        async for part in response.aiter_stream():
            read += part
            if len(read) >= MOST_READ:
                break
        text = "".join(c if c.isprintable() else " " for c in read[:200].decode("utf-8", "replace")).strip()
        return HttpAnswer(response.status, f"{response.status}: {text}" if text else str(response.status))


def _headers(url: str, headers: dict[str, str]) -> list[tuple[str, str]]:
    return [("host", httpx.URL(url).netloc.decode()), *headers.items()]

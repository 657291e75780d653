"""A browser and a push service of our own, which check encryption and signature of the messages that they get."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import hmac
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from trainshed.service.messages.web_push import CURVE, BrowserKeys, decoded, encoded, new_private_key, public_bytes


class Browser:
    """The keys of a browser's subscription, with the private one, which only the browser has."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, secret: bytes | None = None) -> None:
        self.key = key or new_private_key()
        self.secret = secret or os.urandom(16)

    @property
    def keys(self) -> BrowserKeys:
        return BrowserKeys(public_bytes(self.key), self.secret)

    def subscription(self, endpoint: str, **more: Any) -> dict[str, Any]:
        """What a page sends to our server."""
        keys = {"p256dh": encoded(self.keys.public), "auth": encoded(self.keys.secret)}
        return {"endpoint": endpoint, "keys": keys, **more}

    def decrypt(self, body: bytes) -> bytes:
        """Read a message as RFC 8188 and RFC 8291 tell a browser to."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size, "more than one record"
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        first = _expand(_extract(self.secret, shared), b"WebPush: info\0" + self.keys.public + sender, 32)
        second = _extract(salt, first)
        key = _expand(second, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(second, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0") if record else b""
        assert padded.endswith(b"\x02"), "not the last record"
        return padded[:-1]


def _extract(salt: bytes, material: bytes) -> bytes:
    return hmac.digest(salt, material, hashlib.sha256)


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return hmac.digest(key, info + b"\x01", hashlib.sha256)[:length]


def checked_vapid(header: str, public: str) -> dict[str, Any]:
    """The claims of a push request, whose signature must be that of the server with this public key."""
    scheme, _, rest = header.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert set(fields) == {"t", "k"}
    assert fields["k"] == public
    told, _, signature = fields["t"].rpartition(".")
    head, claims = (msgspec.json.decode(decoded(part)) for part in told.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    assert len(raw) == 64
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(fields["k"]))
    key.verify(
        encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])),
        told.encode(),
        ec.ECDSA(hashes.SHA256()),
    )
    assert isinstance(claims, dict)
    return claims


class PushService:
    """A push service over TLS on loopback: keeps the requests that it gets, and answers as a test wants."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        """Path, headers and body of each request."""
        self.status = "201 Created"
        self.port = 0
        self.fresh = asyncio.Event()

    def endpoint(self, name: str) -> str:
        return f"https://localhost:{self.port}/send/{name}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((head[0].split()[1], headers, body))
        self.fresh.set()
        writer.write(f"HTTP/1.1 {self.status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        """The request that comes next, or has come since the last one was taken."""
        async with asyncio.timeout(30):
            while not self.requests:
                self.fresh.clear()
                await self.fresh.wait()
        return self.requests.pop(0)


@asynccontextmanager
async def push_service(folder: Path) -> AsyncIterator[PushService]:
    """A running push service; `folder` gets its certificate, `certificate.pem`, which a client must trust."""
    service = PushService()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(folder))
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0, ssl=context)
    service.port = server.sockets[0].getsockname()[1]
    async with server:
        yield service


def certificate(folder: Path) -> tuple[Path, Path]:
    """The files of a self-signed certificate for localhost and of its key."""
    key = new_private_key()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]), False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths

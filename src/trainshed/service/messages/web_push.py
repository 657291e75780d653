"""Web Push without its transport: encryption of messages (RFC 8291, aes128gcm) and identification of the server (VAPID,
RFC 8292)."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096
"""Size of the one record of a message; every push service takes as much."""
LONGEST: Final = RECORD - 86 - 17
"""Bytes of the longest message: a record without its header, the tag of AES-GCM and the mark of the last record."""
POINT: Final = 65
"""Bytes of a public key, uncompressed."""
SECRET: Final = 16
"""Bytes of the authentication secret of a browser, and of a salt."""
BASE64: Final = re.compile(r"[A-Za-z0-9_-]*")


class BrowserKeys(NamedTuple):
    """The keys with which a message is encrypted for one browser, made by that browser."""

    public: bytes
    """A point on P-256 (`p256dh`)."""
    secret: bytes
    """The authentication secret (`auth`)."""


def encoded(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What `encoded` has written; refuses everything else."""
    if BASE64.fullmatch(text) is None or len(text) % 4 == 1:
        raise ValueError("not base64 for URLs")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def browser_keys(public: str, secret: str) -> BrowserKeys:
    """Read the keys of a browser's subscription; a ValueError if they are none."""
    keys = BrowserKeys(decoded(public), decoded(secret))
    if len(keys.public) != POINT or len(keys.secret) != SECRET:
        raise ValueError("keys of another length")
    _point(keys.public)
    return keys


def new_private_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(CURVE)


def private_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A private key as 32 bytes."""
    return key.private_numbers().private_value.to_bytes(32)


def private_key(data: bytes) -> ec.EllipticCurvePrivateKey:
    """The private key that `private_bytes` has written."""
    return ec.derive_private_key(int.from_bytes(data), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes, to: BrowserKeys, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Encrypt a message for a browser. Key and salt are new for every message; only a test gives its own."""
    if len(message) > LONGEST:
        raise ValueError("the message is too long")
    key = key or new_private_key()
    salt = salt or os.urandom(SECRET)
    own = public_bytes(key)
    shared = key.exchange(ec.ECDH(), _point(to.public))
    material = _derived(to.secret, shared, b"WebPush: info\0" + to.public + own, 32)
    content_key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([POINT]) + own
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def vapid(endpoint: str, key: ec.EllipticCurvePrivateKey, expires: int, contact: str) -> str:
    """The header `Authorization` of a request to a push service: a token signed by this server, good until `expires`.

    `expires` is in seconds since 1970; `contact` tells the push service whom to write to, as mailto: or https:.
    """
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": contact}
    told = ".".join(encoded(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={told}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={encoded(public_bytes(key))}"


def _point(public: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869), for at most one block."""
    key = hmac.digest(salt, material, hashlib.sha256)
    return hmac.digest(key, info + b"\x01", hashlib.sha256)[:length]

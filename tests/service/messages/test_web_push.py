"""Messages of Web Push are encrypted as RFC 8291 says, and signed as RFC 8292 says."""

from __future__ import annotations

import pytest

from tests.support.servers.push_service import Browser, checked_vapid
from trainshed.service.messages.web_push import (
    LONGEST,
    BrowserKeys,
    browser_keys,
    decoded,
    encoded,
    encrypt,
    new_private_key,
    private_bytes,
    private_key,
    public_bytes,
    vapid,
)

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
BROWSER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BROWSER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SERVER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
SERVER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    key = private_key(decoded(SERVER_PRIVATE))
    assert (encoded(public_bytes(key)), encoded(private_bytes(key))) == (SERVER_PUBLIC, SERVER_PRIVATE)
    body = encrypt(PLAIN, browser_keys(BROWSER_PUBLIC, SECRET), key, decoded(SALT))
    assert encoded(body) == BODY


def test_the_browser_of_our_tests_reads_the_example() -> None:
    browser = Browser(private_key(decoded(BROWSER_PRIVATE)), decoded(SECRET))
    assert browser.decrypt(decoded(BODY)) == PLAIN


def test_every_message_has_its_own_key_and_salt() -> None:
    browser = Browser()
    one, two = encrypt(b"hello", browser.keys), encrypt(b"hello", browser.keys)
    assert one[:16] != two[:16]
    assert one[21:86] != two[21:86]
    assert browser.decrypt(one) == browser.decrypt(two) == b"hello"


def test_the_longest_message_fills_a_record() -> None:
    browser = Browser()
    body = encrypt(bytes(LONGEST), browser.keys)
    assert len(body) == 4096
    assert browser.decrypt(body) == bytes(LONGEST)
    with pytest.raises(ValueError, match="long"):
        encrypt(bytes(LONGEST + 1), browser.keys)


@pytest.mark.parametrize(
    ("public", "secret"),
    [
        ("", ""),
        (BROWSER_PUBLIC, ""),
        (BROWSER_PUBLIC, SECRET + "AA"),
        (BROWSER_PUBLIC[:-4], SECRET),
        (BROWSER_PUBLIC + "=", SECRET),
        (BROWSER_PUBLIC[:-1] + "é", SECRET),
        ("B" + "A" * 86, SECRET),  # not on the curve
        ("A" * 87, SECRET),
    ],
)
def test_other_keys_are_refused(public: str, secret: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        browser_keys(public, secret)


def test_the_server_identifies_itself_to_the_push_service() -> None:
    key = new_private_key()
    header = vapid("https://push.example:8443/send/abc?d=e", key, 1_000, "mailto:host@example.org")
    claims = checked_vapid(header, encoded(public_bytes(key)))
    assert claims == {"aud": "https://push.example:8443", "exp": 1_000, "sub": "mailto:host@example.org"}


def test_somebody_elses_signature_is_found() -> None:
    mine, other = new_private_key(), new_private_key()
    header = vapid("https://push.example/abc", mine, 1_000, "mailto:host@example.org")
    with pytest.raises(AssertionError):
        checked_vapid(header, encoded(public_bytes(other)))


def test_keys_are_a_point_and_a_secret() -> None:
    assert browser_keys(BROWSER_PUBLIC, SECRET) == BrowserKeys(decoded(BROWSER_PUBLIC), decoded(SECRET))

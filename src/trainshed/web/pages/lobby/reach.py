"""From where an address can be opened: from this computer only, from its network, or from everywhere."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

COMPUTER: Final = "computer"
NETWORK: Final = "network"
EVERYWHERE: Final = ""

LOCAL_NAMES: Final = (".local", ".lan", ".home", ".home.arpa", ".internal")
"""Endings of names that only a network at home or at work knows."""


def reach(site: str) -> str:
    """From where the server at this URL can be opened. A name that may be public is taken to be so."""
    try:
        host = (urlsplit(site).hostname or "").rstrip(".")
    except ValueError:
        return EVERYWHERE
    if host == "localhost" or host.endswith(".localhost"):
        return COMPUTER
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return NETWORK if host and ("." not in host or host.endswith(LOCAL_NAMES)) else EVERYWHERE
    if address.is_loopback or address.is_unspecified:
        return COMPUTER
    return EVERYWHERE if address.is_global else NETWORK

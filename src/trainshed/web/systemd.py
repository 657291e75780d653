"""Notifies systemd when a process is ready and when it stops, so that processes can be restarted one by one."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def tell(word: str) -> None:
    """Send `READY=1` or `STOPPING=1` to systemd; does nothing unless systemd started us with `Type=notify`."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    address = "\0" + where[1:] if where[0] == "@" else where
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.sendto(word.encode(), address)

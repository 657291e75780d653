"""The listening socket of a server, and the signals that stop it."""

from __future__ import annotations

import signal
import socket

STOP = (signal.SIGTERM, signal.SIGINT)
STUCK_MS = 60_000


def listening(host: str, port: int) -> socket.socket:
    """A bound socket, whose connections break if the other end acknowledges nothing for a minute.

    So a stream whose reader is gone does not stay open for ever: see `streams.server_sent_events`.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
    sock.bind((host, port))
    return sock

"""A real server for tests in a browser, and people who use its API before a browser is opened."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx

from tests.support.database import new_database
from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import NO_QUOTAS
from tests.support.titles import bot_of
from trainshed.kernel.registry import game
from trainshed.web.http.authentication import COOKIE

SHELL = "/usr/bin/chromium-headless-shell"
"""Chromium without a window; the window would cost a third of the time of small tests."""

CHROMIUM = os.environ.get("TRAINSHED_CHROMIUM", SHELL if os.path.exists(SHELL) else "/usr/bin/chromium")


def pace_off(url: str) -> Any:
    """The cookie of a browser whose pages show at once what others did, so that a test need not wait."""
    return {"name": "pace", "value": "off", "url": url}


PASSWORD = "correct horse battery"


def plain_client(url: str, headers: dict[str, str] | None = None) -> httpx.Client:
    """A client for addresses without TLS: it does not read the certificates of all authorities, which takes 70 ms."""
    return httpx.Client(base_url=url, headers=headers, timeout=PATIENCE, trust_env=False, verify=False)


class Person:
    """A signed-in person: a client of the API, and the same session as a cookie for a browser."""

    def __init__(self, url: str, name: str, token: str, login: str = "") -> None:
        self.url = url
        self.name = name
        self.token = token
        self.login = login
        self.http = plain_client(f"{url}/api", {"authorization": f"Bearer {token}"})
        self.started: list[str] = []
        """The tables that this person has started over the API."""

    def send(self, method: str, path: str, **body: Any) -> Any:
        """One request that must succeed."""
        answer = self.http.request(method, path, json=body if method != "GET" else None)
        assert answer.is_success, f"{method} {path}: {answer.status_code}: {answer.text[:500]}"
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.json() if answer.content and is_json else answer.text

    def get(self, path: str) -> Any:
        return self.send("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        return self.send("POST", path, **body)

    def look(self, table: str) -> Any:
        return self.get(f"/tables/{table}")

    def play(self, table: str, *words: str) -> Any:
        """Send words as one gesture, for the current row."""
        return self.post(f"/tables/{table}/moves", seq=self.look(table)["seq"], words=list(words))

    @property
    def cookie(self) -> Any:
        """The session as a browser's cookie."""
        return {"name": COOKIE, "value": self.token, "url": self.url}


class Site:
    """A server and what can be done there without a browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = plain_client(f"{url}/api")
        self.names = 0

    def guest(self, name: str = "Ada", **more: Any) -> Person:
        """A new person without an account."""
        return Person(self.url, name, self.arrived("/guests", {"name": name, **more}))

    def account(self, name: str = "Ada", **more: Any) -> Person:
        """A new person with an account; the password is `PASSWORD`. One IP address may make at most 20 of them."""
        self.names += 1
        login = f"somebody-{self.names}"
        body = {"login": login, "password": PASSWORD, "name": name, **more}
        return Person(self.url, name, self.arrived("/accounts", body), login)

    def arrived(self, path: str, body: dict[str, Any]) -> str:
        """The token of a new person."""
        answer = self.http.post(path, json=body)
        self.http.cookies.clear()  # the next one is somebody else
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def table(self, host: Person, title: str = "lok-n-roll", seats: int = 2, **plan: Any) -> Any:
        """The card of a table that has not started."""
        return host.post("/tables", title=title, seats=seats, **plan)

    def started(
        self, host: Person, others: Sequence[Person] = (), bots: int = 0, title: str = "lok-n-roll", **plan: Any
    ) -> str:
        """A started table: the host, the others, then bots."""
        card = self.table(host, title, 1 + len(others) + bots, **plan)
        table: str = card["table"]
        for other in others:
            other.post(f"/tables/{table}/join", invite=card["invite"])
        for bot in range(bots):
            host.post(f"/tables/{table}/bots", seat=1 + len(others) + bot, bot=bot_of(game(title)))
        host.post(f"/tables/{table}/start")
        host.started.append(table)
        return table

    def finished(self, host: Person, other: Person, **plan: Any) -> str:
        """A game that is over, because the other person conceded."""
        table = self.started(host, [other], **plan)
        other.post(f"/tables/{table}/concede", seq=other.look(table)["seq"])
        return table


@contextmanager
def running(name: str) -> Iterator[Site]:
    """`trainshed serve` as a process of its own, with a database of its own and draws that follow from the seed."""
    with new_database(name) as database, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.servers.fixed_draws", "serve", "--port", str(port)],
            env={
                **os.environ,
                "TRAINSHED_DATABASE": database,
                "TRAINSHED_DATABASE_WAIT": str(DATABASE_WAIT),
                **{f"TRAINSHED_{name.upper()}": str(most) for name, most in NO_QUOTAS.items()},
                "TRAINSHED_LOG": "error",
            },
            stdin=subprocess.DEVNULL,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait_for(process, url)
            yield Site(url)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(process: subprocess.Popen[bytes], url: str) -> None:
    until = time.monotonic() + PATIENCE
    http = plain_client(url)
    while True:
        assert process.poll() is None, "the server has ended"
        try:
            if http.get("/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < until, "the server does not answer"
        time.sleep(0.05)

"""One address with many guests that do their worst to a server, in a process of its own.

    python -m bench.parts.abuser URL SECONDS PUBLIC FINISHED LOGIN [KIND]

Each guest repeats one kind of abuse without a pause, whatever the server answers: streams in every display mode, reads
of what is expensive, previews, new tables with bots, mail to one address, wrong passwords for `LOGIN`. `PUBLIC` are
running tables that anybody may watch and `FINISHED` is a table whose game is over. The last line is JSON: how often
each kind was answered with which status. With a KIND, all guests do that alone.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final

import msgspec
import uvloop

from bench.parts.http import Broken, Web

ADDRESS: Final = "127.0.0.66"
GUESTS: Final = 200
SHARES: Final = {"streams": 60, "reads": 50, "previews": 30, "tables": 30, "mail": 15, "sign-ins": 15}
STREAMS: Final = 4
"""Streams that a guest holds open at once."""
VICTIM: Final = "victim@example.org"
PAUSE: Final = 0.05
"""Seconds before the next try after a connection that was refused or cut: a loop without any would only load itself."""


class Abuser:
    """The guests of one address, and what they do."""

    def __init__(self, url: str, seconds: float, public: list[str], finished: str, login: str, only: str) -> None:
        self.web = Web(url, ADDRESS)
        self.until = monotonic() + seconds
        self.public = public
        self.finished = finished
        self.login = login
        self.only = only
        self.rng = Random(1)
        self.counts: Counter[str] = Counter()
        self.reads = [
            "/api/titles",
            "/api/tables?which=seats",
            "/",
            f"/t/{finished}",
            f"/t/{finished}/replay",
            f"/api/tables/{finished}/log",
            f"/api/tables/{finished}/export",
            *(f"/t/{table}?layout=tall" for table in public[:3]),
        ]

    async def run(self) -> None:
        tokens = await asyncio.gather(*[self.arrive(number) for number in range(GUESTS)])
        kinds: dict[str, Callable[[str], Awaitable[None]]] = {
            "streams": self.streams,
            "reads": self.read,
            "previews": self.preview,
            "tables": self.tables,
            "mail": self.mail,
            "sign-ins": self.sign_in,
        }
        names = [self.only or name for name, share in SHARES.items() for _ in range(share)]
        await asyncio.gather(*[self.repeat(kinds[name], token) for name, token in zip(names, tokens, strict=True)])

    async def repeat(self, job: Callable[[str], Awaitable[None]], token: str) -> None:
        while monotonic() < self.until:
            try:
                async with asyncio.timeout(max(0.1, self.until - monotonic())):
                    await job(token)
            except TimeoutError:
                self.counts["late"] += 1
            except Broken as broken:
                self.counts[broken.how] += 1
                await asyncio.sleep(PAUSE)

    async def ask(self, kind: str, method: str, path: str, token: str = "", body: Any = None) -> Any:
        answer = await self.web.ask(method, path, token, body)
        self.counts[f"{kind} {answer.status}"] += 1
        with suppress(msgspec.DecodeError):
            return answer.json()
        return None

    async def arrive(self, number: int) -> str:
        """The token of a new guest; empty if the server refuses more of them."""
        try:
            told = await self.ask("guests", "POST", "/api/guests", "", {"name": f"Bandit {number}"})
        except Broken as broken:
            self.counts[broken.how] += 1
            return ""
        return str((told or {}).get("token", ""))

    # ------------------------------------------------------------ kinds of abuse

    async def streams(self, token: str) -> None:
        """Hold streams open, each in another display mode, and read what they send."""
        await asyncio.gather(*[self.stream(token if self.rng.random() < 0.3 else "") for _ in range(STREAMS)])

    async def stream(self, token: str) -> None:
        language = self.rng.choice(("en", "es", "it"))
        layout, beside = self.rng.choice(("wide", "tall", "round")), self.rng.randrange(10)
        path = f"/t/{self.rng.choice(self.public)}/stream?layout={layout}&beside={beside}"
        stream = await self.web.stream(
            path, token, gzip=self.rng.random() < 0.5, more=f"cookie: language={language}\r\n"
        )
        self.counts[f"streams {stream.status}"] += 1
        try:
            if stream.status == 200:
                with suppress(OSError, EOFError):
                    async for _ in stream.connection.pieces():
                        pass
        finally:
            stream.close()

    async def read(self, token: str) -> None:
        await self.ask("reads", "GET", self.rng.choice(self.reads), token if self.rng.random() < 0.5 else "")

    async def tables(self, token: str) -> None:
        """Make a public table; half of the time a private one in which bots play on alone."""
        bots = self.rng.random() < 0.5
        body = {"title": "russian-railroads", "seats": 4, "visibility": "private" if bots else "public"}
        made = await self.ask("tables", "POST", "/api/tables", token, body)
        if bots and made and "table" in made:
            path = f"/api/tables/{made['table']}"
            for seat in (1, 2, 3):
                await self.ask("tables", "POST", f"{path}/bots", token, {"seat": seat, "bot": "thumb"})
            await self.ask("tables", "POST", f"{path}/start", token, {})
            await self.ask("tables", "POST", f"{path}/leave", token, {})

    async def preview(self, token: str) -> None:
        """Preview words again and again, by the page and by the API."""
        body = {"title": "russian-railroads", "seats": 2, "visibility": "private"}
        made = await self.ask("tables", "POST", "/api/tables", token, body)
        if not made or "table" not in made:
            return
        path = f"/api/tables/{made['table']}"
        await self.ask("tables", "POST", f"{path}/bots", token, {"seat": 1, "bot": "random"})
        await self.ask("tables", "POST", f"{path}/start", token, {})
        while monotonic() < self.until:
            seen = await self.ask("previews", "GET", path, token)
            if not seen or not seen.get("moves"):
                continue
            tried = {"seq": seen["seq"], "words": [self.rng.choice(seen["moves"])]}
            for _ in range(20):
                await self.ask("previews", "POST", f"{path}/preview", token, tried)
                await self.ask("previews", "POST", f"/t/{made['table']}/try?layout=wide", token, tried)

    async def mail(self, token: str) -> None:
        body = {"kind": "mail", "address": VICTIM}
        made = await self.ask("mail", "POST", "/api/me/notices", token, body)
        if made and "id" in made:
            await self.ask("mail", "DELETE", f"/api/me/notices/{made['id']}", token)

    async def sign_in(self, token: str) -> None:
        """Guess a password; now and then make an account, or one more guest."""
        if self.rng.random() < 0.8:
            body = {"login": self.login, "password": f"guess {self.rng.random()}"}
            await self.ask("sign-ins", "POST", "/api/sign-in", "", body)
        elif self.rng.random() < 0.5:
            login = f"bandit-{self.rng.randrange(10**9)}"
            await self.ask("sign-ins", "POST", "/api/accounts", "", {"login": login, "password": "quite a long one"})
        else:
            await self.arrive(GUESTS)


def main() -> int:
    url, seconds, public, finished, login, *only = sys.argv[1:]
    # An attacker has machines of its own: this process must not take the server's.
    os.nice(19)
    abuser = Abuser(url, float(seconds), public.split(","), finished, login, only[0] if only else "")
    uvloop.run(abuser.run())
    print(msgspec.json.encode(dict(sorted(abuser.counts.items()))).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())

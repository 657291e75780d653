"""Sends malformed requests to a web process (a fuzz test): no 5xx, no traceback, no growth in memory.

Valid requests are damaged at random: bytes of the body flipped, lost, doubled or cut off; values of its JSON replaced
by unfit ones; words of the game misspelt or replaced by the log's own entries (`/undo 1`); ids with other letters or of
other things; queries, methods, types and tokens that do not exist; heads that are no HTTP. Every route in the server's
OpenAPI description is requested, by guests at running tables, an account and a bot account, over 16 connections; each
request seems to come from an IP address of its own, so that no rate limit is reached.

    python bench/malformed.py            100,000 requests, a few minutes
    python bench/malformed.py --short    5,000 requests

The last line has the deciding figures: wrong answers, tracebacks, growth in memory. Exit 1 if an answer was a 5xx or
missing, if the log has a traceback, or if the process has grown by more than 20 MB since its warm-up.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, time
from typing import Any
from urllib.parse import quote

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.http import Broken, Connection, Web
from bench.parts.titles import add_title_option, in_turn, narrow
from tests.support.servers.cluster import Cluster

CONNECTIONS = 16
WARM_UP = 0.2
"""The part of the requests after which memory is measured for the first time."""
MOST_GROWTH = 20_000_000
IDLE = 3.0
"""Seconds after which an idle connection is not used again: the server closes it after five."""
PASSWORD = "correct horse battery"
NEXT_WEEK = int(time() + 7 * 86_400) * 1000

BODIES: dict[str, Any] = {
    "POST /api/guests": {"name": "Ada", "language": "it", "zone": "Europe/Rome"},
    "POST /api/accounts": {"login": "{login}", "password": PASSWORD, "name": "Ada", "email": "ada@example.org"},
    "POST /api/sign-in": {"login": "{login}", "password": PASSWORD},
    "PATCH /api/me": {"name": "Ada", "language": "es", "email": "ada@example.org"},
    "DELETE /api/me": {"password": PASSWORD},
    "PUT /api/me/hours": {
        "zone": "UTC",
        "start": 540,
        "end": 1020,
        "holidays": [[NEXT_WEEK, NEXT_WEEK + 86_400_000]],
    },
    "PATCH /api/me/preferences": {"pace": "quick", "sound": "on", "type": "large"},
    "PUT /api/me/password": {"old": PASSWORD, "new": PASSWORD},
    "POST /api/me/tokens": {"name": "Phone", "scopes": ["read", "play"], "days": 7},
    "POST /api/me/bots": {"name": "Deep Shed"},
    "POST /api/me/notices": {"kind": "webhook", "address": "https://example.org/hook", "paces": ["days", "none"]},
    "POST /api/me/push": {
        "endpoint": "https://push.example/device",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
        "paces": ["days"],
        "device": "Phone",
        "replaces": "",
    },
    "POST /api/me/notices/{notice}/confirm": {"code": "12345678"},
    "POST /api/tables": {
        "title": "lok-n-roll",
        "seats": 2,
        "options": {"start": "seat-2"},
        "pace": {"kind": "days", "turn": 86_400_000, "bank": 0, "increment": 0, "on_flag": "bot"},
        "visibility": "private",
        "language": "en",
    },
    "POST /api/tables/{table}/join": {"seat": 1, "invite": "{invite}"},
    "POST /api/tables/{table}/bots": {"seat": 1, "bot": "thumb"},
    "POST /api/tables/{table}/archive": {"archived": True},
    "POST /api/tables/{table}/moves": {"seq": "{seq}", "words": ["{word}"], "mark": 4711},
    "POST /api/tables/{table}/preview": {"seq": "{seq}", "words": ["{word}"], "mark": None},
    "POST /api/tables/{table}/undo": {"seq": "{seq}", "whole": True},
    "POST /api/tables/{table}/ask": {"seq": "{seq}", "what": "takeback 1"},
    "POST /api/tables/{table}/reply": {"seq": "{seq}", "agree": True},
    "POST /api/tables/{table}/resume": {"seq": "{seq}"},
    "POST /api/tables/{table}/concede": {"seq": "{seq}"},
    "POST /api/tables/{table}/leave": {"seat": 0},
    "POST /api/tables/{table}/back": {"seat": 0},
    "POST /api/tables/{table}/hand": {"seat": 0},
    "PUT /api/tables/{table}/notices": {"silent": True},
    "POST /api/tables/{table}/chat": {"text": "Hello"},
    "POST /api/tables/{table}/chat/read": {"upto": "{table}"},
    "PUT /api/tables/{table}/note": {"text": "Remember"},
    "PUT /api/people/{person}/mute": {"muted": True},
    "POST /api/tables/{table}/report": {"about": "{person}", "text": "Rude"},
}
QUERIES = {
    "GET /api/tables": "which=playing",
    "GET /api/tables/{table}/log": "after=0&until=10",
    "GET /api/tables/{table}/why-not": "word={word}",
    "GET /api/tables/{table}/card": "invite={invite}",
    "GET /api/tables/{table}": "invite={invite}",
    "GET /api/tables/{table}/stream": "invite={invite}",
    "GET /api/tables/{table}/chat": "after={table}",
}
OFTEN = {"POST /api/tables/{table}/moves": 12, "POST /api/tables/{table}/preview": 8, "POST /api/tables/{table}/ask": 3}
SELDOM = {
    "POST /api/sign-in": 0.1,  # argon2 is slow
    "POST /api/accounts": 0.1,
    "PUT /api/me/password": 0.1,
    "DELETE /api/me": 0.2,
    "POST /api/sign-out": 0.1,
    "POST /api/tables/{table}/concede": 0.2,
    "POST /api/tables/{table}/start": 0.2,
}
ENDS = ("DELETE /api/me", "POST /api/sign-out", "POST /api/sign-in", "POST /api/accounts", "PUT /api/me/password")
"""Routes after whose success the sender's session is another one, or none."""

ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    -(2**31) - 1,
    2**31,
    2**63,
    -(2**63) - 1,
    10**40,
    "",
    "x",
    "\x00",
    "a\x00b",
    "\u202e\ufeff",
    "'; DROP TABLE people; --",
    "%s%(a)s{}",
    "../../etc/passwd",
    "🚂" * 300,
    "x" * 5_000,
    "1",
    "true",
    "2026-11-15T00:00:00Z",
    [],
    [[]],
    {},
    {"": {}},
    [None] * 500,
    ["x"] * 70,
]
ODD_WORDS = [
    "",
    " ",
    "/undo 1",
    "/flag",
    "/seat Eve",
    "/agree",
    "pass\n",
    "PASS",
    "\x00",
    "turn:",
    ":",
    "🚂",
    "x" * 9_000,
]
RAW: list[bytes] = [
    b"[" * 50_000,
    b'{"a":' * 10_000,
    b'{"seq":1e999,"words":[]}',
    b'{"seq":NaN}',
    b'{"seq":-0}',
    b'{"seq":1,"seq":2,"words":["pass"],"words":[]}',
    b'"' + b"\\ud800" * 100 + b'"',
    b"\xff\xfe{\x00}\x00",
    b"\xef\xbb\xbf{}",
    b"null",
    b"",
    b" " * 60_000,
    b"0" * 60_000,
    b"a=1&b=2",
]
HEADS = [
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
    b"GET \x00 HTTP/1.1\r\nhost: x\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef",
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nhost: x\r\ncookie: " + b"trainshed=" * 500 + b"\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer \xff\xfe\r\nconnection: close\r\n\r\n",
    b"GET /%ff%fe%00?%ff=%00&&&=== HTTP/1.1\r\nhost: \xff\r\nconnection: close\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /api/tables/x/stream HTTP/1.1\r\nhost: x\r\nlast-event-id: "
    + b"9" * 5_000
    + b"\r\nconnection: close\r\n\r\n",
    b"HELLO\r\n\r\n",
]


# ---------------------------------------------------------------- senders of valid requests


class Actor:
    """A person at a running table, and the values from which a valid request is made."""

    def __init__(self, web: Web, rng: Random, number: int) -> None:
        self.web = web
        self.rng = rng
        self.number = number
        self.made = 0
        self.token = ""
        self.fill: dict[str, Any] = {}
        self.words: list[str] = []

    async def come(self) -> None:
        """Become a new person at a new table; every fourth one has an account, every fourth is a bot account."""
        self.made += 1
        login = f"ada-{self.number}-{self.made}-{self.rng.randrange(10**9)}"
        other = await self.ask("POST", "/api/guests", "", {"name": "Béla"})
        kind = self.number % 4
        if kind < 2:
            me = await self.ask("POST", "/api/guests", "", {"name": "Ada"})
        else:
            me = await self.ask("POST", "/api/accounts", "", {"login": login, "password": PASSWORD})
            if kind == 3:
                me = await self.ask("POST", "/api/me/bots", me["token"], {"name": "Bot"})
        self.token = me["token"]
        plan = {"title": in_turn(self.number), "seats": 2}
        waiting = await self.ask("POST", "/api/tables", self.token, plan)
        card = await self.ask("POST", "/api/tables", self.token, plan)
        table = card["table"]
        await self.ask("POST", f"/api/tables/{table}/join", other["token"], {"invite": card["invite"]})
        await self.ask("POST", f"/api/tables/{table}/start", self.token, {})
        self.fill = {
            "table": table,
            "waiting": waiting["table"],
            "invite": card["invite"],
            "person": other["person"],
            "key": me["person"],
            "notice": table,
            "number": table,
            "login": login,
        }
        await self.look()

    async def look(self) -> None:
        """Read the current row and legal words of the table."""
        seen = await self.ask("GET", f"/api/tables/{self.fill['table']}", self.token)
        self.fill["seq"] = seen["seq"]
        self.words = seen.get("moves") or self.words or ["pass"]

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        text = None if body is None else msgspec.json.encode(body)
        request = self.web.request(method, path, token, text, f"x-forwarded-for: {an_address(self.rng)}\r\n")
        connection, _ = await self.web.connection()
        answer = await connection.ask(request)
        self.web.idle.append(connection)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return answer.json()

    def value(self, name: str) -> Any:
        if name == "word":
            return self.rng.choice(self.words)
        if name == "table" and self.rng.random() < 0.15:
            return self.fill["waiting"]
        return self.fill.get(name, "nothing")

    def filled(self, body: Any) -> Any:
        if isinstance(body, str):
            found = re.fullmatch(r"\{(\w+)\}", body)
            return self.value(found[1]) if found else body
        if isinstance(body, dict):
            return {key: self.filled(value) for key, value in body.items()}
        return [self.filled(value) for value in body] if isinstance(body, list) else body


def an_address(rng: Random) -> str:
    return f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(1, 255)}"


# ---------------------------------------------------------------- damage


def odd_value(rng: Random, old: Any) -> Any:
    """Another value in the place of one, often of the same type."""
    if isinstance(old, int) and rng.random() < 0.5:
        return old + rng.choice([-1, 1, 2, 100, -100, 2**31, 2**32, 2**62])
    if isinstance(old, str) and rng.random() < 0.5:
        return odd_text(rng, old)
    return rng.choice(ODD)


def odd_text(rng: Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    letter = rng.choice("abcxyz0189:-_/ .'\"%\\\n\x00éİ🚂")
    return rng.choice(
        [
            text[:at] + letter + text[at:],
            text[:at] + letter + text[at + 1 :],
            text[:at],
            text + text,
            text.upper(),
            text[::-1],
            rng.choice(ODD_WORDS),
        ]
    )


def odd_json(rng: Random, value: Any) -> Any:
    """A body with one place changed."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        kind = rng.random()
        if kind < 0.75:
            return {**value, key: odd_json(rng, value[key])}
        if kind < 0.85:
            return {name: one for name, one in value.items() if name != key}
        return {**value, odd_text(rng, key): rng.choice(ODD)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], odd_json(rng, value[at]), *value[at + 1 :]] if rng.random() < 0.8 else value * 40
    return odd_value(rng, value)


def odd_bytes(rng: Random, body: bytes) -> bytes:
    """A body with some bytes changed."""
    text = bytearray(body)
    for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(text):
            text[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            text[at:at] = rng.randbytes(rng.choice([1, 1, 4, 100]))
        elif kind == 2:
            del text[at : at + rng.choice([1, 2, 10])]
        elif kind == 3:
            text[at:at] = text[at : at + 20]
        elif kind == 4 and at < len(text):
            text[at] = rng.choice(b'{}[]",:0e-+\\\x00\xff')
        elif rng.random() < 0.3:
            del text[at:]
    return bytes(text)


def odd_id(rng: Random, word: str) -> str:
    """A damaged id for a path, percent-encoded."""
    kind = rng.randrange(4)
    if kind == 0:
        return quote(odd_text(rng, word)[:300], safe="")
    if kind == 1:
        return quote(str(rng.choice(ODD))[:300], safe="")
    if kind == 2:
        return "".join(f"%{rng.randrange(256):02x}" for _ in range(rng.choice([1, 13, 26])))
    return "".join(rng.choices("0123456789abcdefghjkmnpqrstvwxyzilouZ", k=rng.choice([13, 13, 13, 12, 14])))


def malformed(rng: Random, actor: Actor, route: str) -> bytes:
    """A valid request of an actor, damaged in one or two places."""
    method, path = route.split()
    body = actor.filled(BODIES.get(route, {}))
    query = re.sub(r"\{(\w+)\}", lambda found: quote(str(actor.value(found[1]))), QUERIES.get(route, ""))
    names = re.findall(r"\{(\w+)\}", path)
    parts = {name: str(actor.value(name)) for name in names}
    kind, token, text = "application/json", actor.token, b""
    damage = rng.random()
    if damage < 0.45 or method == "GET":
        body = odd_json(rng, body)
    text = msgspec.json.encode(body) if method != "GET" else b""
    if 0.45 <= damage < 0.7:
        text = odd_bytes(rng, text)
    elif 0.7 <= damage < 0.75:
        text = rng.choice(RAW)
    elif 0.75 <= damage < 0.78:
        kind = rng.choice(
            ["text/plain", "", "application/msgpack", "multipart/form-data", "x" * 500, "application/json;q"]
        )
    elif 0.78 <= damage < 0.8:
        token = odd_text(rng, token).encode("ascii", "ignore").decode().replace("\n", "").replace("\x00", "")
    elif 0.8 <= damage < 0.82:
        method = rng.choice(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
    if names and (damage >= 0.82 or (method == "GET" and rng.random() < 0.5)):
        name = rng.choice(names)
        parts[name] = odd_id(rng, parts[name]) if rng.random() < 0.8 else str(rng.choice(list(actor.fill.values())))
    if method == "GET" and rng.random() < 0.7:
        query = odd_query(rng, query)
    where = re.sub(r"\{(\w+)\}", lambda found: parts[found[1]] or "-", path)
    target = quote(where, safe="/%") + (f"?{query}" if query else "")
    head = f"{method} {target} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: {an_address(rng)}\r\n"
    head += f"authorization: Bearer {token}\r\ncontent-type: {kind}\r\ncontent-length: {len(text)}\r\n\r\n"
    return head.encode() + text


def odd_query(rng: Random, query: str) -> str:
    name, _, value = query.partition("=")
    name = name if rng.random() < 0.8 else rng.choice(["invite", "which", "after", "until", "word", "token", ""])
    value = quote(str(odd_value(rng, value))[:500]) if rng.random() < 0.9 else "%ff%fe%00"
    return rng.choice([f"{name}={value}", f"{name}={value}&{name}={value}", name, f"{query}&{name}={value}"])


# ---------------------------------------------------------------- the run


class Run:
    """Sends all requests of a run, and counts the answers."""

    def __init__(self, url: str, routes: list[str], seed: str) -> None:
        self.web = Web(url)
        self.routes = routes
        self.weights = [OFTEN.get(route, SELDOM.get(route, 1)) for route in routes]
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.asked: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.left = 0

    async def send(self, count: int, round_: int) -> None:
        """Send so many requests over all connections."""
        self.left = count
        async with asyncio.TaskGroup() as group:
            for number in range(CONNECTIONS):
                group.create_task(self._line(number, Random(f"{self.seed} {round_} {number}")))

    async def _line(self, number: int, rng: Random) -> None:
        actor = Actor(self.web, rng, number)
        await actor.come()
        connection, used = await Connection.open(self.web.host, self.web.port), monotonic()
        while self.left > 0:
            self.left -= 1
            if monotonic() - used > IDLE:
                connection.close()
                connection = await Connection.open(self.web.host, self.web.port)
            used = monotonic()
            if rng.random() < 0.02:
                await self._head(rng)
                continue
            [route] = rng.choices(self.routes, self.weights)
            request = malformed(rng, actor, route)
            if route.endswith("/stream") and request.startswith(b"GET"):
                await self._stream(request)
                continue
            try:
                async with asyncio.timeout(30):
                    answer = await connection.ask(request)
            except (Broken, TimeoutError) as error:
                self._bad(f"no answer ({error!r})", request)
                connection.close()
                connection = await Connection.open(self.web.host, self.web.port)
                continue
            self._count(route, answer.status, request, answer.body)
            if answer.headers.get(b"connection") == b"close":
                connection.close()
                connection = await Connection.open(self.web.host, self.web.port)
            if answer.status < 300 and route in ENDS:
                await actor.come()
            elif self.left % 50 == number:
                await self._again(actor)
        connection.close()

    async def _again(self, actor: Actor) -> None:
        """Read the table again, as it has moved on; if the game or the session is over, become a new person."""
        try:
            await actor.look()
        except RuntimeError:
            await actor.come()

    async def _stream(self, request: bytes) -> None:
        connection = await Connection.open(self.web.host, self.web.port)
        try:
            async with asyncio.timeout(30):
                status, _ = await connection.head(request)
            self._count("stream", status, request, b"")
        except (OSError, EOFError) as error:
            self._bad(f"no answer ({error!r})", request)
        finally:
            connection.close()

    async def _head(self, rng: Random) -> None:
        """Send something that is no HTTP: it gets a 400 or the connection is closed, and nothing else is disturbed."""
        request = rng.choice(HEADS)
        request = odd_bytes(rng, request) if rng.random() < 0.7 else request
        connection = await Connection.open(self.web.host, self.web.port)
        with contextlib.suppress(TimeoutError, OSError):
            connection.writer.write(request)
            connection.writer.write_eof()
            async with asyncio.timeout(5):
                text = await connection.reader.read(1000)
            found = re.match(rb"HTTP/1\.1 (\d+)", text)
            self._count("no HTTP", int(found[1]) if found else 0, request, text)
        connection.close()

    def _count(self, route: str, status: int, request: bytes, body: bytes) -> None:
        self.asked[route] += 1
        self.statuses[status] += 1
        self.counts[f"{status // 100}xx" if status else "cut"] += 1
        if status >= 500:
            self._bad(f"{status} {body[:300]!r}", request)

    def _bad(self, what: str, request: bytes) -> None:
        self.counts["wrong"] += 1
        if len(self.wrong) < 20:
            self.wrong.append(f"{what} to {request[:600]!r}")


def resident(pid: int) -> int:
    """Resident memory of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


async def routes(web: Web) -> list[str]:
    """The routes in the server's OpenAPI description."""
    document = (await web.ask("GET", "/schema/openapi.json")).json()
    methods = ("get", "post", "put", "patch", "delete")
    return [f"{m.upper()} {path}" for path, item in document["paths"].items() for m in methods if m in item]


async def measure(cluster: Cluster, count: int, seed: str) -> int:
    begin = monotonic()
    run = Run(cluster.web_urls[0], await routes(Web(cluster.web_urls[0])), seed)
    pid = cluster.pid("web1")
    warm = int(count * WARM_UP)
    await run.send(warm, 1)
    await asyncio.sleep(2)
    before = resident(pid)
    await run.send(count - warm, 2)
    await asyncio.sleep(2)
    growth = resident(pid) - before
    fine = await run.web.ask("GET", "/healthz")
    log = (cluster.folder / "web1.log").read_text(errors="replace") if (cluster.folder / "web1.log").exists() else ""
    log = log or cluster.log("web1")
    broken = len(re.findall(r"Traceback|our_fault|\"level\": ?\"error\"| ERROR ", log))
    for line in run.wrong:
        print(line)
    for line in [line for line in log.splitlines() if "Traceback" in line][:3]:
        print(line[-3000:])
    print(f"{len(run.routes)} routes; {', '.join(f'{status}: {n:,}' for status, n in sorted(run.statuses.items()))}")
    never = [route for route in run.routes if not run.asked[route] and not route.endswith("/stream")]
    print(f"never asked: {', '.join(never) or 'none'}; seed {seed}, {monotonic() - begin:.0f} s")
    total = sum(n for kind, n in run.counts.items() if kind != "wrong")
    kinds = ", ".join(f"{run.counts[kind]:,} {kind}" for kind in ("2xx", "4xx", "cut", "5xx") if kind in run.counts)
    print(
        f"{total:,} malformed requests: {kinds}, {run.counts['wrong']} wrong, {broken} tracebacks,"
        f" memory {growth / 1e6:+.1f} MB"
    )
    return int(run.counts["wrong"] > 0 or broken > 0 or growth > MOST_GROWTH or fine.status != 200)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", default="1")
    add_title_option(parser)
    options = parser.parse_args()
    narrow(options)
    with Cluster(webs=1) as cluster:
        cluster.wait_ready()
        count = 5_000 if options.short else 100_000
        return uvloop.run(measure(cluster, count, options.seed))


if __name__ == "__main__":
    sys.exit(main())

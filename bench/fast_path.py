"""Is the fast path of moves and previews worth its code? The same preview by it and by Litestar's route, in turns.

    python bench/fast_path.py            30 pairs of 100 previews each
    python bench/fast_path.py --short    10 pairs

Both are called in this process without a server around them: scope, body and answer are plain ASGI, so that nothing is
measured but the way through the application. Sessions and the table are in memory; a preview writes nothing.

The last line says how many times as long the route takes, in time of the processor: the median of all pairs, the
deciding figure. Goal: 1.3; below that the fast path should go. Exit 1 if it is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import httpx
import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.database import new_database
from tests.support.web.asgi import http_scope, signed
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.web.app import App

GOAL = 1.3
CALLS = 100


async def call(app: Any, path: str, token: str, body: bytes) -> None:
    """Send one request, which must succeed."""
    statuses = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    headers = [*signed(token), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await app(http_scope("POST", path, headers), receive, send)
    assert statuses == [200], statuses


async def gesture(app: App) -> tuple[str, str, bytes]:
    """A new table of one person, who plays both seats: path, token and body of a preview."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bench") as http:
        token = (await http.post("/api/guests", json={"name": "Ada"})).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        table = (await http.post("/api/tables", json={"title": "lok-n-roll", "seats": 2})).json()["table"]
        await http.post(f"/api/tables/{table}/join", json={})
        await http.post(f"/api/tables/{table}/start")
        seen = (await http.get(f"/api/tables/{table}")).json()
        if seen["seat"] != seen["actor"]:
            await http.post(f"/api/tables/{table}/hand", json={"seat": seen["actor"]})
            seen = (await http.get(f"/api/tables/{table}")).json()
    body = msgspec.json.encode({"seq": seen["seq"], "words": [seen["moves"][0]]})
    return f"/api/tables/{table}/preview", token, body


async def measure(database: str, pairs: int) -> bool:
    """Call both in turns and print what they took; True if the goal is reached."""
    container = Container(Settings(database=database, address_share=0, connections=2), work=False)
    app = App(container)
    await container.open()
    await app.hub.open()
    try:
        path, token, body = await gesture(app)
        took: dict[str, list[float]] = {"fast path": [], "route": []}
        targets = {"fast path": app.body_timeout.app, "route": app.routes}
        for pair in range(pairs + 1):
            for name, target in targets.items():
                begin = process_time()
                for _ in range(CALLS):
                    await call(target, path, token, body)
                if pair:  # the first one warms up
                    took[name].append((process_time() - begin) / CALLS * 1e6)
    finally:
        await app.hub.close()
        await container.close()
    for name, times in took.items():
        print(f"{name}: {median(times):.0f} us ({min(times):.0f} to {max(times):.0f})")
    ratios = [slow / fast for fast, slow in zip(took["fast path"], took["route"], strict=True)]
    found = median(ratios)
    print(f"the route takes {found:.2f} times as long ({min(ratios):.2f} to {max(ratios):.2f}; wanted {GOAL})")
    return found >= GOAL


def main() -> int:
    parser = argparse.ArgumentParser(description="the fast path of moves against Litestar's route")
    parser.add_argument("--short", action="store_true", help="10 pairs")
    given = parser.parse_args()
    with new_database("trainshed_fast_path", lasting=True) as database:
        return 0 if asyncio.run(measure(database, 10 if given.short else 30)) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Upgrade of a running server: tables made by an earlier revision of this program go on, or end with their record.

    python bench/upgrade.py [--before 2fbb460] [--tables 50]
    python bench/upgrade.py --short    10 tables

A server of the earlier revision makes tables of the titles that it has, and plays. The database is migrated under it,
a server of today joins it, and both play at the same tables; then the old one leaves. In the end every table was opened
by the server of today, which has either played on or says at which row the rules of today refuse the game; its record
is downloaded, and `trainshed db check` finds no fault.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.titles import add_title_option, measured, narrow
from tests.support.database import new_database
from trainshed.kernel import record as records

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
QUOTAS = {
    "TRAINSHED_GUESTS_AN_HOUR": "100000",
    "TRAINSHED_TABLES_AN_HOUR": "100000",
    "TRAINSHED_TABLES_A_PERSON": "100000",
    "TRAINSHED_ADDRESS_SHARE": "0",
}


def earlier(revision: str, folder: Path) -> Path:
    """The source of an earlier revision."""
    packed = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


@contextmanager
def server(source: Path, database: str) -> Iterator[httpx.Client]:
    """A server process with the program of a folder, and a client of it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, **QUOTAS, "PYTHONPATH": str(source), "TRAINSHED_DATABASE": database}
    process = subprocess.Popen(
        [sys.executable, "-m", "trainshed", "serve", "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            until = monotonic() + 300
            while True:
                try:
                    if client.get("/readyz").status_code == 200:
                        break
                except httpx.TransportError:
                    pass
                if monotonic() > until or process.poll() is not None:
                    raise RuntimeError("the server did not start")
                sleep(0.2)
            yield client
    finally:
        process.terminate()
        process.wait(30)


def migrate(source: Path, database: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(source), "TRAINSHED_DATABASE": database}
    subprocess.run(
        [sys.executable, "-m", "trainshed", "db", "upgrade"], env=environment, check=True, stdout=subprocess.DEVNULL
    )


class Party:
    """Two guests who play at all tables, at whichever server they are told."""

    def __init__(self, client: httpx.Client) -> None:
        self.tokens = []
        for name in ("Ada", "Béla"):
            self.tokens.append(client.post("/api/guests", json={"name": name}).raise_for_status().json()["token"])
            client.cookies.clear()
        self.rng = random.Random(1)

    def ask(self, client: httpx.Client, seat: int, method: str, path: str, **body: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        return client.request(method, f"/api{path}", headers=headers, json=body or None)

    def sit_down(self, client: httpx.Client, title: str) -> str:
        card = self.ask(client, 0, "POST", "/tables", title=title, seats=2).raise_for_status().json()
        table: str = card["table"]
        self.ask(client, 1, "POST", f"/tables/{table}/join", invite=card["invite"]).raise_for_status()
        self.ask(client, 0, "POST", f"/tables/{table}/start", again=True)
        return table

    def play(self, client: httpx.Client, table: str, moves: int) -> str:
        """Make moves; returns how the table is then: `goes on`, `over`, `refused` or an error."""
        for _ in range(moves):
            for seat in (0, 1):
                answer = self.ask(client, seat, "GET", f"/tables/{table}")
                if answer.status_code != 200:
                    return str(answer.json().get("error", answer.status_code))
                seen = answer.json()
                if seen.get("outcome") is not None:
                    return "refused" if "refused" in seen["outcome"] else "over"
                if seen.get("moves"):
                    gesture = {"seq": seen["seq"], "words": [self.rng.choice(seen["moves"])]}
                    made = self.ask(client, seat, "POST", f"/tables/{table}/moves", **gesture)
                    if made.status_code not in (200, 409):
                        return f"{made.status_code} {made.text[:200]}"
                    break
        return "goes on"


def upgraded(before: str, count: int) -> Counter[str]:
    """What became of the tables."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        old_source = earlier(before, folder)
        games = Path("trainshed", "games")
        database = stack.enter_context(new_database(f"trainshed_upgrade_{os.getpid()}", layout=False))
        migrate(old_source, database)
        with server(old_source, database) as old:
            party = Party(old)
            known = [slug for slug in measured() if (old_source / games / slug.replace("-", "_")).is_dir()]
            titles = [known[number % len(known)] for number in range(count)]
            tables = [party.sit_down(old, title) for title in titles]
            for number, table in enumerate(tables):
                party.play(old, table, 8 + number % 25)
            migrate(ROOT / "src", database)
            print("migrated while the old server runs", flush=True)
            new = stack.enter_context(server(ROOT / "src", database))
            for table in tables:
                party.play(old, table, 2)
                party.play(new, table, 2)
            print("both servers have played", flush=True)
        ends: Counter[str] = Counter()
        for title, table in zip(titles, tables, strict=True):
            end = party.play(new, table, 3)
            text = party.ask(new, 0, "GET", f"/tables/{table}/export")
            record = records.read(text.text) if text.status_code == 200 else None
            if record is None or not record.rows:
                end = f"{end}, without a record"
            ends[f"{title}: {end}"] += 1
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TRAINSHED_DATABASE": database}
        checked = subprocess.run(
            [sys.executable, "-m", "trainshed", "db", "check"], env=environment, capture_output=True, check=False
        )
        print(checked.stdout.decode().strip())
        if checked.returncode != 0:
            ends["faults of the check"] += 1
        return ends


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--before", default="2fbb460")
    parser.add_argument("--tables", type=int, default=50)
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    if args.short:
        args.tables = 10
    ends = upgraded(args.before, args.tables)
    print(f"{args.tables} tables made by {args.before}: {dict(sorted(ends.items()))}")
    good = {"goes on", "over", "refused"}
    return 0 if all(end.partition(": ")[2] in good for end in ends) else 1


if __name__ == "__main__":
    sys.exit(main())

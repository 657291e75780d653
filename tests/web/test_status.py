"""Probes and metrics: readiness with its reasons, counters that are right, access for monitoring only; and logs."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.database import new_database
from tests.support.servers.cluster import Cluster, free_ports
from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import FakeClock, Guest, open_container, serving, started
from trainshed.service.base import ids, logs
from trainshed.service.base.daemon_thread import run_in_daemon_thread
from trainshed.service.base.metrics import METRICS, Histogram
from trainshed.service.base.settings import Settings, SettingsError
from trainshed.service.container import Container
from trainshed.service.table_failures import RETRY
from trainshed.service.tables.open_tables import work_notice
from trainshed.service.tables.subjects import WorkNotice
from trainshed.web.app import App
from trainshed.web.http.middleware import RequestMiddleware
from trainshed.web.status import Status
from trainshed.wire import Pace

NO_DATABASE = "postgresql://postgres@127.0.0.1:1/none"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long timeout for the database probe, so that a busy machine does not make it fail."""
    monkeypatch.setattr("trainshed.web.status.PATIENCE", PATIENCE)


@asynccontextmanager
async def front(container: Container, client: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(App(container), client=(client, 40_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
        yield http


def values(text: str) -> dict[str, float]:
    """The value of every metric, by its name and labels."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def figures(http: httpx.AsyncClient) -> dict[str, float]:
    answer = await http.get("/metrics")
    assert answer.status_code == 200
    return values(answer.text)


# ---------------------------------------------------------------- ready


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_ready(database: str) -> None:
    async with open_container(database) as container, front(container) as http:
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (200, "ready\n")
        assert (await http.get("/healthz")).text == "ok\n"
        assert (await http.post("/readyz")).status_code == 405


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_not_ready_without_a_database() -> None:
    async with open_container(NO_DATABASE, wait=1) as container, front(container) as http:
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "database: does not answer\n")
        assert (await http.get("/healthz")).status_code == 200


@pytest.mark.asyncio
async def test_nobody_waits_long_for_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is probed once at a time, however many readiness requests come meanwhile."""
    monkeypatch.setattr("trainshed.web.status.PATIENCE", 0.01)
    monkeypatch.setattr("trainshed.web.status.REMEMBERED", 0.0)
    asked = asyncio.Event()

    async def silent(_: str) -> list[Any]:
        assert not asked.is_set()
        asked.set()
        await asyncio.Event().wait()
        return []

    async with open_container(NO_DATABASE) as container:
        monkeypatch.setattr(container.database, "fetch", silent)
        status = Status(container)
        for _ in range(3):
            assert await status.reasons() == ["database: does not answer"]
        assert asked.is_set()
        await status.close()


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_not_ready_with_an_old_layout(worker_id: str) -> None:
    with new_database(f"trainshed_old_{worker_id}_{os.getpid()}") as url:
        async with open_container(url) as container, front(container) as http:
            assert (await http.get("/readyz")).status_code == 200
        for step, wanted in (("0001", 503), ("9999", 200)):  # behind us, and ahead of us
            with psycopg.connect(url) as connection:
                connection.execute("UPDATE alembic_version SET version_num = %s", (step,))
            async with open_container(url) as container, front(container) as http:
                answer = await http.get("/readyz")
                assert answer.status_code == wanted
                assert answer.text.startswith("layout: 0001, and" if wanted == 503 else "ready")


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_not_ready_without_a_layout(empty_database: str) -> None:
    async with open_container(empty_database) as container, front(container) as http:
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "layout: none; run `trainshed db upgrade`\n")


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_ready_without_nats(database: str) -> None:
    """Play goes on without NATS, a little late: a process that said it was not ready would get no requests at all."""
    async with open_container(database, nats="nats://127.0.0.1:1") as container, front(container) as http:
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (200, "ready\nwarning: bus: no connection to NATS\n")
        assert (await figures(http))["trainshed_bus_healthy"] == 0


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_reasons_and_warnings_together() -> None:
    async with open_container(NO_DATABASE, nats="nats://127.0.0.1:1", wait=1) as container, front(container) as http:
        answer = await http.get("/readyz")
        lines = ["database: does not answer", "warning: bus: no connection to NATS"]
        assert (answer.status_code, answer.text.splitlines()) == (503, lines)


@pytest.mark.asyncio
@pytest.mark.usefixtures("patient")
async def test_not_ready_while_stopping(database: str) -> None:
    async with open_container(database) as container:
        status = Status(container)
        assert await status.reasons() == []
        status.stopping = True
        assert await status.reasons() == ["stopping"]


# ---------------------------------------------------------------- figures


@pytest.mark.asyncio
async def test_figures_count_what_happens(database: str) -> None:
    async with open_container(database) as container, front(container) as http:
        await container.database.pool.wait(PATIENCE)  # its connections come one after the other
        ada, bruno = [await Guest.arrive(http, name) for name in ("Ada", "Bruno")]
        table = await started(ada, [bruno])
        before = await figures(http)
        seen = await ada.look(table)
        asked = (ada, bruno)[seen["actor"]]
        seen = await asked.look(table)
        await asked.play(table, seen["moves"][0], seq=seen["seq"])
        await asked.play(table, seen["moves"][0], seq=seen["seq"], status=409)
        now = await ada.look(table)
        other = (bruno, ada)[now["actor"]]
        await other.play(table, seen["moves"][0], seq=now["seq"], status=422)
        await http.get("/nowhere/at/all")
        after = await figures(http)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert grown("trainshed_moves_total{result=acknowledged}") == 1
    assert grown("trainshed_moves_total{result=stale}") == 1
    assert grown("trainshed_moves_total{result=refused}") == 1
    assert grown("trainshed_gestures_total{result=won}") == 1
    assert grown("trainshed_rows_total") >= 1
    assert grown("trainshed_append_seconds_count") == 1
    assert grown("trainshed_batch_gestures_bucket{le=1}") == 1
    route = "method=POST,route=/api/tables/{table}/moves"
    for status in (200, 409, 422):
        assert grown(f"trainshed_http_requests_total{{{route},status={status}}}") == 1
    assert grown("trainshed_http_request_seconds_count{route=/api/tables/{table}/moves}") == 3
    assert grown("trainshed_http_requests_total{method=none,route=none,status=404}") == 1
    assert after["trainshed_open_tables"] == 1
    assert after["trainshed_database_connections{state=idle}"] == 4
    assert after["trainshed_bus_healthy"] == 1
    assert after["trainshed_bus_dropped_total"] == 0
    assert after["process_resident_memory_bytes"] > 1e6
    assert not any("/metrics" in name or table in name for name in after)


@pytest.mark.asyncio
async def test_figures_of_streams(database: str) -> None:
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4), work=False
    )
    async with serving(container) as url, httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        ada, bruno = [await Guest.arrive(http, name) for name in ("Ada", "Bruno")]
        table = await started(ada, [bruno])
        sent = METRICS.sent
        updates = METRICS.updates
        async with http.stream("GET", f"/api/tables/{table}/stream", headers=ada.headers) as answer:
            lines = answer.aiter_lines()
            while not (await anext(lines)).startswith("event: state"):
                pass
            now = await figures(http)
            assert now["trainshed_stream_readers"] == now["trainshed_feeds"] == now["trainshed_watched_tables"] == 1
            seen = await ada.look(table)
            asked = (ada, bruno)[seen["actor"]]
            await asked.play(table, (await asked.look(table))["moves"][0])
            while not (await anext(lines)).startswith("event: rows"):
                pass
        assert METRICS.sent > sent + 500
        assert METRICS.updates == updates + 1
        requests = "trainshed_http_requests_total{method=GET,route=/api/tables/{table}/stream,status=200}"
        assert (await figures(http))[requests] >= 1


@pytest.mark.asyncio
async def test_figures_of_bots_and_flags(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, now=clock) as container, front(container) as http:
        container.works = True
        ada = await Guest.arrive(http, "Ada")
        table = await started(ada, [], bots=1, pace=Pace("live", 60_000, 0, 0, "skip"))
        before = await figures(http)
        clock.at += 10**9
        number = ids.number(table) or 0
        for _ in range(3):
            clock.at += 10**9
            while await container.sweeper.sweep():
                pass
            await container.worker.work(number)
        assert (await ada.look(table))["seq"] > 0
        after = await figures(http)
        assert after["trainshed_flags_total"] > before["trainshed_flags_total"]
        assert after["trainshed_think_seconds_count"] > before["trainshed_think_seconds_count"]
        assert after["trainshed_bot_tables{state=thinking}"] == after["trainshed_bot_tables{state=waiting}"] == 0
        assert after["trainshed_bot_backlog"] >= 0
        container.works = False


@pytest.mark.asyncio
async def test_figures_of_tables_that_fail(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, now=clock) as container, front(container) as http:
        container.works = True
        ada = await Guest.arrive(http, "Ada")
        number = await asked_bot(ada, await started(ada, [], bots=1))
        clock.at += 10_000
        before = await figures(http)
        await container.store.record_failure(number, clock.at, "x", RETRY)
        failing = await figures(http)
        assert failing["trainshed_tables_failing"] == before["trainshed_tables_failing"] + 1
        assert failing["trainshed_tables_quarantined"] == before["trainshed_tables_quarantined"]
        assert failing["trainshed_bot_backlog"] == before["trainshed_bot_backlog"] - 1, "another worker would not help"
        for _ in range(RETRY.attempts):
            clock.at += RETRY.longest
            await container.store.record_failure(number, clock.at, "x", RETRY)
        quarantined = await figures(http)
        assert quarantined["trainshed_tables_failing"] == before["trainshed_tables_failing"]
        assert quarantined["trainshed_tables_quarantined"] == before["trainshed_tables_quarantined"] + 1
        await container.store.clear_failure(number)
        container.works = False


@pytest.mark.asyncio
async def test_figures_are_for_machines_nearby(database: str) -> None:
    cases = [
        ("127.0.0.1", {}, 200),
        ("10.1.2.3", {}, 200),
        ("::1", {}, 200),
        ("fd00::1", {}, 200),
        ("fe80::1%eth0", {}, 200),
        ("1.1.1.1", {}, 404),
        ("2606:4700::1111", {}, 404),
        ("no address", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 404),
        ("127.0.0.1", {"x-real-ip": "10.0.0.1"}, 404),
        ("127.0.0.1", {"via": "1.1 proxy"}, 404),
    ]
    async with open_container(database) as container:
        for client, headers, wanted in cases:
            async with front(container, client) as http:
                assert (await http.get("/metrics", headers=headers)).status_code == wanted, (client, headers)
        container.settings = msgspec.structs.replace(container.settings, metrics="open")
        async with front(container, "1.1.1.1") as http:
            assert (await http.get("/metrics")).status_code == 200


def test_settings_of_status() -> None:
    read = Settings.read
    assert read({"TRAINSHED_METRICS": "open", "TRAINSHED_LOG": "debug", "TRAINSHED_DRAIN": "2.5"}).drain == 2.5
    for name, value in (("METRICS", "everybody"), ("LOG", "loud"), ("DRAIN", "long")):
        with pytest.raises(SettingsError):
            read({f"TRAINSHED_{name}": value})


def test_a_histogram() -> None:
    times = Histogram((0.1, 1, 10))
    for value in (0.05, 0.1, 0.5, 100, 3, 3):
        times.observe(value)
    assert times.buckets() == [("0.1", 2), ("1", 3), ("10", 5), ("+Inf", 6)]
    assert times.sum == pytest.approx(106.65)


# ---------------------------------------------------------------- lines


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The log lines that a service writes to a file."""
    root, ours = logging.getLogger(), logging.getLogger("trainshed")
    before = (root.handlers[:], root.level, ours.level)
    stream = io.StringIO()
    logs.set_up("debug", stream)
    yield stream
    root.handlers[:], root.level = before[0], before[1]
    ours.setLevel(before[2])


def parsed(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.asyncio
async def test_lines_have_table_row_and_request(database: str, written: io.StringIO) -> None:
    async with open_container(database) as container, front(container) as http:
        ada, bruno = [await Guest.arrive(http, name) for name in ("Ada", "Bruno")]
        table = await started(ada, [bruno])
        seen = await ada.look(table)
        asked = (ada, bruno)[seen["actor"]]
        seen = await asked.look(table)
        asked.headers["x-request-id"] = "from-the-proxy.1"
        await asked.play(table, seen["moves"][0], seq=seen["seq"])
    moves = [line for line in parsed(written) if line["event"] == "move" and line["table"] == table]
    assert len(moves) == 2  # the draws of the set-up, and this one
    last = moves[-1]
    assert last["seq"] == seen["seq"] + 1
    assert (last["seat"], last["request"], last["level"]) == (seen["actor"], "from-the-proxy.1", "debug")
    assert last["timestamp"].endswith("Z")
    assert len(moves[0]["request"]) == 16


@pytest.mark.asyncio
async def test_a_fault_can_be_found_again(database: str, written: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_container(database) as container, front(container) as http:
        ada = await Guest.arrive(http, "Ada")
        table = await started(ada, [], bots=1)

        async def broken(*_: Any) -> Any:
            raise RuntimeError("something\nin two lines")

        monkeypatch.setattr(container.commands, "look", broken)
        bad = {**ada.headers, "x-request-id": "not\tgood"}
        answer = await http.get(f"/api/tables/{table}", headers=bad)
        assert answer.status_code == 500
        named = answer.headers["x-request-id"]
        monkeypatch.undo()
        assert "x-request-id" not in (await http.get(f"/api/tables/{table}", headers=ada.headers)).headers
    [line] = [line for line in parsed(written) if line["level"] == "error"]
    assert line["request"] == named
    assert line["table"] == table
    assert (line["method"], line["path"]) == ("GET", f"/api/tables/{table}")
    assert "RuntimeError: something\nin two lines" in line["exception"]


def test_lines_in_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    stream = Terminal()
    try:
        logs.set_up("info", stream)
        log = logging.getLogger("trainshed.test")
        log.info("flag", extra=logs.at(1, 17, seat=2))
        log.debug("not this")
    finally:
        root.handlers[:], root.level = before
    line = stream.getvalue()
    assert "flag" in line
    assert "seq=17" in line
    assert "seat=2" in line
    assert "table=0000000000001" in line
    assert line.count("\n") == 1


# ---------------------------------------------------------------- cost


def test_the_gate_costs_little() -> None:
    """An order of magnitude only; bench/metrics.py measures."""

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        scope["path_template"] = "/x"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def send(_: Any) -> None:
        pass

    async def many(app: Any) -> float:
        begin = time.thread_time()
        for _ in range(5_000):
            await app({"type": "http", "path": "/x", "method": "GET", "headers": []}, None, send)
        return (time.thread_time() - begin) / 5_000

    gate = RequestMiddleware(inner, {})
    through, past = zip(*[(asyncio.run(many(gate)), asyncio.run(many(inner))) for _ in range(5)], strict=True)
    assert min(through) - min(past) < 50e-6


# ---------------------------------------------------------------- stopping


@pytest.mark.asyncio
async def test_a_turn_that_has_begun_is_finished(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_container(database) as container, front(container) as http:
        ada = await Guest.arrive(http, "Ada")
        table = await started(ada, [], title="russian-railroads", bots=3)
        number = await asked_bot(ada, table)
        think = container.worker.commands.think
        begun, told_to_stop = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def slowly(*given: Any) -> None:
            loop.call_soon_threadsafe(begun.set)
            assert told_to_stop.wait(PATIENCE)
            think(*given)

        monkeypatch.setattr(container.worker.commands, "think", slowly)
        monkeypatch.setattr("trainshed.service.worker.GRACE", PATIENCE)  # a busy machine may need longer for a turn
        before = (await ada.look(table))["seq"]
        container.worker.take(await notice(container, number))
        await begun.wait()
        stopping = asyncio.create_task(container.worker.stop())
        while not container.worker.stopping:
            await asyncio.sleep(0)
        told_to_stop.set()
        await stopping
        assert (await ada.look(table))["seq"] > before
        assert container.worker.visits == {}
        container.worker.take(await notice(container, number))
        assert container.worker.visits == {}  # it has stopped for good


@pytest.mark.asyncio
async def test_a_turn_that_takes_long_is_abandoned(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_container(database) as container, front(container) as http:
        ada = await Guest.arrive(http, "Ada")
        table = await started(ada, [], title="russian-railroads", bots=3)
        number = await asked_bot(ada, table)
        begun, at_last = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def for_ever(*_: Any) -> None:
            loop.call_soon_threadsafe(begun.set)
            at_last.wait(2 * PATIENCE)

        monkeypatch.setattr(container.worker.commands, "think", for_ever)
        monkeypatch.setattr("trainshed.service.worker.GRACE", 0.2)
        before = (await ada.look(table))["seq"]
        container.worker.take(await notice(container, number))
        await begun.wait()
        begin = time.monotonic()
        await container.worker.stop()
        taken = time.monotonic() - begin
        at_last.set()
        assert taken < 30
        assert (await ada.look(table))["seq"] == before


async def notice(container: Container, number: int) -> WorkNotice:
    """The work at a table, as a message names it."""
    return work_notice((await container.tables.current(number)).table)


async def asked_bot(ada: Guest, table: str) -> int:
    """Play until the bot is to move; the table's number."""
    seen = await ada.look(table)
    while seen["actor"] == 0:
        await ada.play(table, seen["moves"][0], seq=seen["seq"])
        seen = await ada.look(table)
    return ids.number(table) or 0


@pytest.mark.asyncio
async def test_aside() -> None:
    done: list[int] = []
    await run_in_daemon_thread(done.append, 1)
    assert done == [1]
    with pytest.raises(ZeroDivisionError):
        await run_in_daemon_thread(lambda: print(1 // 0))


@pytest.mark.parametrize(("command", "drain"), [("serve", "600"), ("serve", "0.1"), ("worker", "600")])
def test_stopping_says_so_first(own_database: str, tmp_path: Path, command: str, drain: str) -> None:
    """SIGTERM: not ready, then closed, with exit code 0; systemd is told too.

    A server with a long drain time is probed meanwhile, and ends at a second signal; the other one ends by itself.
    """
    told = tmp_path / "systemd"
    with Cluster(own_postgres=False) as cluster, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(told))
        systemd.settimeout(PATIENCE)
        env = {**os.environ, "TRAINSHED_DATABASE": own_database, "TRAINSHED_NATS": cluster.nats}
        env |= {"TRAINSHED_DRAIN": drain, "NOTIFY_SOCKET": str(told)}
        [port] = free_ports(1)
        with (tmp_path / "log").open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "trainshed", command, "--port", str(port)], env=env, stderr=output
            )
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
                assert systemd.recv(100) == b"READY=1"
                until_ready(http, process)
                assert "trainshed_info{" in http.get("/metrics").text
                process.send_signal(signal.SIGTERM)
                assert systemd.recv(100) == b"STOPPING=1"
                if (command, drain) == ("serve", "600"):  # a worker takes no requests: nothing is to be drained
                    answer = http.get("/readyz")
                    assert (answer.status_code, answer.text) == (503, "stopping\n")
                    assert http.get("/healthz").status_code == 200
                    process.send_signal(signal.SIGTERM)
            assert process.wait(2 * PATIENCE) == 0
        finally:
            process.kill()
            process.wait()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    # On a busy machine the bus may say that its server answered late.
    lines = [line for line in lines if not line["event"].startswith(("NATS: no connection", "NATS: connected"))]
    assert [line["event"] for line in lines] == ["open" if command == "serve" else "at work", "closed"]
    assert lines[0]["address"] == f"127.0.0.1:{port}"


def until_ready(http: httpx.Client, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 2 * PATIENCE
    while True:
        assert process.poll() is None
        assert time.monotonic() < until
        try:
            if http.get("/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)

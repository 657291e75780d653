"""The files in deploy/: they parse, commands exist, settings are read, and dashboards use metrics that are exported.

Whether compose.yaml runs is not tested here; the same commands run in tests/web/test_status.py and bench/two_hosts.py.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.support.servers.cluster import Process, free_ports
from tests.support.servers.nginx import nginx
from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import Guest, serving, started
from trainshed.cli import run
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.web.metrics import PrometheusMetrics
from trainshed.web.streams.hub import Hub

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())

SERVICE_KEYS = {
    *("build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "networks", "ports"),
    *("profiles", "read_only", "restart", "security_opt", "shm_size", "stop_grace_period", "tmpfs", "volumes"),
}


def program(name: str) -> str:
    """The path of a program; `.ci/run` installs it."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    assert found is not None, f"{name} is not installed"
    return found


def texts() -> Iterator[tuple[str, str]]:
    for file in sorted(DEPLOY.rglob("*")):
        if file.is_file():
            yield str(file.relative_to(ROOT)), file.read_text()


# ---------------------------------------------------------------- commands and settings


def commands() -> list[list[str]]:
    """Every command line of ours in deploy/."""
    found = [service["command"] for service in COMPOSE["services"].values() if service.get("image") == "trainshed"]
    found += [json.loads(line) for line in re.findall(r"^CMD (.*)$", (DEPLOY / "Containerfile").read_text(), re.M)]
    for name, text in texts():
        if name.endswith((".service", ".yaml", "Caddyfile", ".conf", "Containerfile")):
            found += [line.split() for line in re.findall(r"[ /]trainshed ((?:serve|worker|db)\b[^\n'`]*)", text)]
    return found


def test_every_command_exists(capsys: pytest.CaptureFixture[str]) -> None:
    found = commands()
    assert len(found) >= 9
    for words in found:
        named = [word for word in words if word.isalpha()][: 2 if words[0] == "db" else 1]
        assert run([*named, "--help"]) == 0
        known = capsys.readouterr().out
        for word in words:
            assert not word.startswith("--") or word in known, f"{words}: {word}"


def test_every_setting_is_read() -> None:
    known = {f"TRAINSHED_{name.upper()}" for name in Settings.__struct_fields__}
    for name, text in [*texts(), ("docs/operate.md", (ROOT / "docs" / "operate.md").read_text())]:
        for setting in re.findall(r"\bTRAINSHED_[A-Z_]+", text):
            assert setting in known, f"{name}: {setting}"


def test_every_setting_is_told() -> None:
    told = (ROOT / "docs" / "operate.md").read_text()
    for name in Settings.__struct_fields__:
        assert f"`TRAINSHED_{name.upper()}`" in told


# ---------------------------------------------------------------- compose


def test_compose_makes_sense() -> None:
    services = COMPOSE["services"]
    assert [name for name in services if name.startswith(("web", "worker"))] == ["web1", "web2", "worker1", "worker2"]
    assert {key for key in COMPOSE if not key.startswith("x-")} == {"name", "services", "networks", "volumes"}
    for name, service in services.items():
        assert set(service) <= SERVICE_KEYS, name
        assert service["image"]
        assert set(service.get("depends_on", [])) <= set(services)
        assert set(service.get("networks", [])) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            source, target, *_ = volume.split(":")
            assert target.startswith("/")
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"], volume
    for name, service in services.items():
        for other, how in dict.items(service["depends_on"] if isinstance(service.get("depends_on"), dict) else {}):
            assert how["condition"] != "service_healthy" or "healthcheck" in services[other], (name, other)
    published = {name for name, service in services.items() for port in service.get("ports", []) if port[0] != "1"}
    assert published == {"caddy"}  # all others are for this machine, or for nobody
    build = services["upgrade"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_what_is_in_the_image_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources), line
    kept = (DEPLOY / "Containerfile.dockerignore").read_text().split()
    copied = [source for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M) for source in line.split()[:-1]]
    assert {f"!{source}" for source in copied} <= set(kept)
    client = re.search(r"postgresql-client-(\d+)", text)
    assert client is not None
    assert COMPOSE["services"]["postgres"]["image"] == f"postgres:{client[1]}"


def test_images_name_no_registry() -> None:
    for name, text in texts():
        for image in re.findall(r"(?:image:|^FROM) (\S+)", text, re.M):
            host = image.split("/")[0] if "/" in image else ""
            assert "." not in host, f"{name}: {image}"
            assert ":" not in host, f"{name}: {image}"


# ---------------------------------------------------------------- figures


@pytest.fixture(scope="module")
def exported() -> dict[str, set[str]]:
    """Every metric that a process exports, with the names of its labels."""
    container = Container(Settings())
    METRICS.answered("/x", "GET", 200, 0.1)
    METRICS.limited["read"] = METRICS.purged["sessions"] = 1
    METRICS.task_failed("bots")
    metrics = PrometheusMetrics(container, Hub(container.tables, container.supervisor))
    metrics.backlog, metrics.failing = (0, 0.0), (0, 0)
    found: dict[str, set[str]] = {"up": set()}
    for family in metrics.registry.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def expressions() -> Iterator[tuple[str, str]]:
    dashboard = json.loads((DEPLOY / "grafana" / "trainshed.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]


def test_every_figure_is_exported(exported: dict[str, set[str]]) -> None:
    used = set()
    for title, expression in expressions():
        names = re.findall(r"\b((?:trainshed|process)_\w+|up)\b", expression)
        assert names, title
        for name in names:
            assert name in exported, f"{title}: {name}"
        used |= set(names)
        labels = {label.strip() for group in re.findall(r"by \(([^)]*)\)", expression) for label in group.split(",")}
        labels |= set(re.findall(r"[{,](\w+)=", expression))
        known = set.union(*[exported[name] for name in names]) | {"instance", "job"}
        assert labels <= known, f"{title}: {labels - known}"
    ours = {name for name in exported if name.startswith("trainshed_") and not name.endswith(("_created", "_info"))}
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in ours}
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in used}
    assert families - shown == set(), "not on the dashboard"


def test_somebody_is_woken_for_what_readyz_only_warns_of() -> None:
    """A process without NATS, or with a task that fails, stays ready: no proxy and no restart tells anybody."""
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    alerts = {rule["alert"]: rule["expr"] for rule in rules}
    assert alerts["BusLost"] == "min by (instance) (trainshed_bus_healthy) == 0"
    assert "trainshed_task_failures_total" in alerts["TaskFails"]


def test_the_dashboard_makes_sense() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "trainshed.json").read_text())
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
    source = yaml.safe_load((DEPLOY / "grafana" / "sources.yml").read_text())["datasources"][0]
    assert {panel["datasource"]["uid"] for panel in panels} == {source["uid"]}


def test_prometheus_knows_every_process() -> None:
    jobs = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    targets = {target for job in jobs for group in job["static_configs"] for target in group["targets"]}
    assert targets == {"web1:8000", "web2:8000", "worker1:9000", "worker2:9000"}


# ---------------------------------------------------------------- systemd


def test_units_are_valid(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    here = Path(sys.executable).with_name("trainshed")
    assert here.is_file()
    for unit in sorted((DEPLOY / "systemd").glob("trainshed*")):
        text = unit.read_text().replace("/opt/trainshed/bin/trainshed", str(here))
        (tmp_path / unit.name.replace("@.", "@8001.")).write_text(text)
    for unit in sorted(tmp_path.iterdir()):
        done = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), unit.name
        if unit.suffix == ".service":
            done = subprocess.run(
                [analyze, "security", "--offline=true", "--threshold=20", unit],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout[-300:]


def test_units_read_the_same_settings() -> None:
    assert len(UNITS) == 3
    for unit in UNITS:
        assert "EnvironmentFile=/etc/trainshed/environment\n" in unit.read_text()


# ---------------------------------------------------------------- proxies, with a real house behind them


@contextmanager
def caddy(port: int, upstream: str, folder: Path) -> Iterator[Process]:
    env = {**os.environ, "SITE": f"http://127.0.0.1:{port}", "UPSTREAMS": upstream}
    env |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    text = "{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text()
    (folder / "Caddyfile").write_text(text)
    command = [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    yield Process("caddy", command, folder, env=env)


@contextmanager
def engine(port: int, upstream: str, folder: Path) -> Iterator[Process]:
    program("nginx")
    yield nginx([f"127.0.0.1:{port}"], [[upstream]], folder)


@pytest.mark.asyncio
@pytest.mark.parametrize("proxy", [engine, caddy])
async def test_a_table_through_a_proxy(
    database: str, proxy: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves arrive, events leave at once, and what is for machines stays inside."""
    # Nothing follows an event that a proxy keeps back, so that nothing pushes it out: it would never come.
    monkeypatch.setattr("trainshed.web.streams.hub.BEAT_EVERY", 3600.0)
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4), work=False
    )
    [port] = free_ports(1)
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        async with serving(container) as url:
            with proxy(port, url.removeprefix("http://"), Path(name)) as process:
                process.start()
                try:
                    await play_through(f"http://127.0.0.1:{port}", process)
                finally:
                    process.kill()


@pytest.mark.asyncio
@pytest.mark.parametrize("proxy", [engine, caddy])
async def test_the_site_stays_open_without_nats(database: str, proxy: Callable[..., Any]) -> None:
    """Caddy asks every two seconds whether a process is ready, and sends none that is not any request."""
    container = Container(Settings(database=database, nats="nats://127.0.0.1:1", connections=4), work=False)
    [port] = free_ports(1)
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        async with serving(container) as url:
            with proxy(port, url.removeprefix("http://"), Path(name)) as process:
                process.start()
                try:
                    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
                        await until_open(http, process)
                        until = time.monotonic() + 5
                        while time.monotonic() < until:
                            assert (await http.get("/")).status_code == 200
                            await asyncio.sleep(0.25)
                finally:
                    process.kill()


async def until_open(http: httpx.AsyncClient, process: Process) -> None:
    """Wait until a proxy answers."""
    until = time.monotonic() + PATIENCE
    while True:
        assert process.alive, process.tail()
        try:
            if (await http.get("/healthz")).status_code == 200:
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < until, process.tail()
        await asyncio.sleep(0.1)  # the house behind it is in this event loop


async def play_through(url: str, process: Process) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        await until_open(http, process)
        for inside in ("/metrics", "/readyz"):
            assert (await http.get(inside)).status_code == 404
        ada, bruno = [await Guest.arrive(http, name) for name in ("Ada", "Bruno")]
        table = await started(ada, [bruno])
        seen = await ada.look(table)
        asked = (ada, bruno)[seen["actor"]]
        for headers in ({"accept-encoding": "identity"}, {"accept-encoding": "gzip"}):
            async with http.stream("GET", f"/api/tables/{table}/stream", headers=ada.headers | headers) as answer:
                assert answer.headers.get("content-encoding", "identity") == headers["accept-encoding"]
                lines = answer.aiter_lines()
                while not (await anext(lines)).startswith("event: state"):
                    pass
                seen = await ada.look(table)
                asked = (ada, bruno)[seen["actor"]]
                await asked.play(table, (await asked.look(table))["moves"][0])
                async with asyncio.timeout(PATIENCE):
                    while not (await anext(lines)).startswith("event: rows"):
                        pass
        body = b'{"words": ["' + b"x" * 70_000 + b'"]}'
        answer = await http.post(f"/api/tables/{table}/moves", content=body, headers=ada.headers)
        assert answer.status_code == 413


# ---------------------------------------------------------------- a Ray cluster


def test_ray_reads_the_description_of_a_cluster() -> None:
    """By the schema and the checks of the Ray that is installed; `ray up` needs the machines."""
    autoscaler: Any = importlib.import_module("ray.autoscaler._private.util")
    config = autoscaler.prepare_config(yaml.safe_load((DEPLOY / "ray" / "cluster.yaml").read_text()))
    autoscaler.validate_config(config)
    assert config["provider"]["type"] == "local"
    commands = [*config["head_start_ray_commands"], *config["worker_start_ray_commands"]]
    for command in commands:
        words = command[command.index("/bin/ray ") + len("/bin/ray ") :].split()
        assert set(option(words)) <= ray_options(words[0]), command


def ray_options(subcommand: str) -> set[str]:
    """The options of a subcommand of the `ray` that is installed."""
    ray = Path(sys.executable).with_name("ray")
    shown = subprocess.run([ray, subcommand, "--help"], capture_output=True, text=True, check=True, timeout=60)
    return set(re.findall(r"--[a-z-]+", shown.stdout))


def option(words: list[str]) -> Iterator[str]:
    for word in words:
        if word.startswith("--"):
            yield word.partition("=")[0]


def test_kubernetes_gets_the_image_and_the_ray_that_is_pinned() -> None:
    cluster = yaml.safe_load((DEPLOY / "ray" / "kuberay.yaml").read_text())
    assert (cluster["apiVersion"], cluster["kind"]) == ("ray.io/v1", "RayCluster")
    pinned = re.search(r"^ray==([\d.]+)", (ROOT / "requirements" / "arena.txt").read_text(), re.M)
    assert pinned is not None
    assert cluster["spec"]["rayVersion"] == pinned[1]
    groups = [cluster["spec"]["headGroupSpec"], *cluster["spec"]["workerGroupSpecs"]]
    built = (DEPLOY / "ray" / "Containerfile").read_text()
    for group in groups:
        (container,) = group["template"]["spec"]["containers"]
        assert container["image"] == "trainshed-arena:latest"
        assert set(group["rayStartParams"]) <= {name.removeprefix("--") for name in ray_options("start")}
    assert "-t trainshed-arena " in built
    assert "requirements/arena.txt" in built

"""A cluster of servers for tests and measurements, which may kill them: PostgreSQL, NATS, web processes and workers.

    with Cluster(webs=2, workers=1) as cluster:
        cluster.wait_ready()
        cluster.kill("web1")

Everything is in one temporary folder and on free ports, and is removed afterwards.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Self
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.support.servers.patience import PATIENCE

POSTGRES_USER = "postgres"
"""The system user that runs PostgreSQL if we are root, as it refuses to run as root; and its superuser."""


class ClusterError(RuntimeError):
    """A server that does not do what it should; the text ends with what it printed last."""


class Process:
    """A program that may be killed and started again; its output is kept in a file."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        folder: Path,
        env: dict[str, str] | None = None,
        user: dict[str, Any] | None = None,
        stopping: signal.Signals = signal.SIGTERM,
        killing: signal.Signals = signal.SIGKILL,
    ) -> None:
        self.name = name
        self.command = command
        self.folder = folder
        self.output = folder / f"{name}.log"
        self.env = env
        self.user = user or {}
        self.stopping = stopping
        self.killing = killing
        self.running: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        return self.running is not None and self.running.poll() is None

    def start(self) -> None:
        if self.alive:
            raise ClusterError(f"{self.name} runs already")
        with self.output.open("ab") as output:
            # A session of its own keeps Ctrl-C for us, and makes one group of all that it starts.
            self.running = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=self.env,
                start_new_session=True,
                **self.user,
            )

    def stop(self, timeout: float) -> None:
        if self.running is None:
            return
        self.running.send_signal(self.stopping)
        try:
            self.running.wait(timeout)
        except subprocess.TimeoutExpired:
            raise ClusterError(f"{self.name} has not stopped in {timeout:g} s\n{self.tail()}") from None
        self.kill()

    def kill(self) -> None:
        """Kill the process and all that it started."""
        if self.running is None:
            return
        self.running.send_signal(self.killing)
        with suppress(subprocess.TimeoutExpired):
            self.running.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait()
        self.running = None

    def tail(self, characters: int = 4000) -> str:
        return self.output.read_text(errors="replace")[-characters:] if self.output.exists() else ""


class Cluster:
    """A context manager that starts the servers. Entering waits for PostgreSQL and NATS; `wait_ready` waits for all.

    Without a PostgreSQL of its own it makes a database on the server of TRAINSHED_DATABASE and drops it afterwards;
    without a NATS of its own it uses the one of TRAINSHED_NATS.
    """

    def __init__(
        self,
        webs: int = 0,
        workers: int = 0,
        own_postgres: bool = True,
        own_nats: bool = True,
        env: dict[str, str] | None = None,
        listen: str = "127.0.0.1",
        trusted: str = "",
    ) -> None:
        self.listen = listen
        """Where PostgreSQL takes connections."""
        self.trusted = trusted
        """A network from which it takes them without a password, besides this machine."""
        self.webs = webs
        self.workers = workers
        self.own_postgres = own_postgres
        self.own_nats = own_nats
        # Whoever plays here is everybody, and comes from one address.
        quotas = {
            "TRAINSHED_TABLES_AN_HOUR": "1000000",
            "TRAINSHED_TABLES_A_PERSON": "1000000",
            "TRAINSHED_ADDRESS_SHARE": "0",
        }
        self.env = {**os.environ, "PYTHONUNBUFFERED": "1", **quotas, **(env or {})}
        self.folder = Path()
        self.database = ""
        self.nats = self.env.get("TRAINSHED_NATS", "nats://127.0.0.1:4222")
        self.web_urls: list[str] = []
        self.worker_urls: list[str] = []
        self._processes: dict[str, Process] = {}
        self._stack = ExitStack()
        self._handlers: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        self._handlers = set_handlers({signal.SIGTERM: leave, signal.SIGINT: signal.default_int_handler})
        try:
            self._start_all()
        except BaseException:
            self._clean()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clean()

    @property
    def processes(self) -> list[str]:
        """The names of the processes: postgres, nats, web1, worker1 and so on."""
        return list(self._processes)

    def add(self, process: Process) -> None:
        """Start one more process; it is ended with the others."""
        self._add(process)

    def kill(self, name: str) -> None:
        """Kill a server (SIGKILL); PostgreSQL as by `pg_ctl stop -m immediate`, so that no child of it stays."""
        self._processes[name].kill()

    def start(self, name: str) -> None:
        """Start a server again, on the same port; does not wait until it is ready."""
        self._processes[name].start()

    def stop(self, name: str) -> None:
        """Stop a server gracefully, as a rolling restart does, and wait up to a minute."""
        self._processes[name].stop(60)

    def alive(self, name: str) -> bool:
        return self._processes[name].alive

    def pid(self, name: str) -> int:
        """The process id of a server."""
        running = self._processes[name].running
        if running is None:
            raise ClusterError(f"{name} does not run")
        return running.pid

    def log(self, name: str) -> str:
        """The end of a server's output."""
        return self._processes[name].tail()

    def wait_ready(self, timeout: float = PATIENCE) -> None:
        """Wait until PostgreSQL and NATS accept connections and every web process says that it is healthy."""
        until = time.monotonic() + timeout
        if self.database:
            self._wait("postgres", partial(postgres_answers, self.database), until)
        self._wait("nats", partial(nats_answers, self.nats), until)
        for number, url in enumerate(self.web_urls, 1):
            self._wait(f"web{number}", partial(web_answers, url), until)
        for process in self._processes.values():
            self._check_alive(process)

    # Starting and stopping

    def _start_all(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="trainshed-cluster-"))
        self._stack.callback(shutil.rmtree, self.folder)
        # PostgreSQL may run as another user, who must be able to enter.
        self.folder.chmod(0o755)
        ports = free_ports(2 + self.webs + self.workers)
        server = self._start_postgres(ports[0]) if self.own_postgres else self.env.get("TRAINSHED_DATABASE", "")
        if self.own_nats:
            self._start_nats(ports[1])
        needed = self.webs + self.workers > 0
        if needed and not server:
            raise ClusterError("without a PostgreSQL of its own a cluster needs TRAINSHED_DATABASE")
        if needed or self.own_postgres:
            self._make_database(server)
        if needed:
            self._start_trainshed(ports[2:])

    def _start_postgres(self, port: int) -> str:
        home = self.folder / "postgres"
        home.mkdir(mode=0o700)
        user = postgres_user()
        if user:
            shutil.chown(home, user["user"], user["group"])
        data = str(home / "data")
        # Only initdb does not wait for the disk; the server itself keeps fsync on, which is measured.
        options = ["--no-sync", "--auth=trust", "--locale=C", "--encoding=UTF8", f"--username={POSTGRES_USER}"]
        run([postgres_program("initdb"), *options, "-D", data], self.folder, user=user)
        if self.trusted:
            with Path(data, "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {self.trusted} trust\n")
        settings = {
            "listen_addresses": self.listen,
            "port": str(port),
            "max_connections": "200",
            "unix_socket_directories": str(home),
        }
        command = [postgres_program("postgres"), "-D", data]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        fast, immediate = signal.SIGINT, signal.SIGQUIT
        self._add(Process("postgres", command, self.folder, user=user, stopping=fast, killing=immediate))
        server = f"postgresql://{POSTGRES_USER}@127.0.0.1:{port}/postgres"
        self._wait("postgres", partial(postgres_answers, server), time.monotonic() + 30)
        return server

    def _start_nats(self, port: int) -> None:
        self.nats = f"nats://127.0.0.1:{port}"
        command = [program("nats-server", ["/usr/sbin", "/usr/local/sbin"]), "-a", "127.0.0.1", "-p", str(port)]
        self._add(Process("nats", command, self.folder))
        self._wait("nats", partial(nats_answers, self.nats), time.monotonic() + 30)

    def _make_database(self, server: str) -> None:
        name = f"trainshed_{uuid4().hex[:12]}"
        administer(server, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        if not self.own_postgres:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            self._stack.callback(administer, server, drop)
        self.database = urlsplit(server)._replace(path=f"/{name}").geturl()

    def _start_trainshed(self, ports: Sequence[int]) -> None:
        env = {**self.env, "TRAINSHED_DATABASE": self.database, "TRAINSHED_NATS": self.nats}
        trainshed = [sys.executable, "-m", "trainshed"]
        run([*trainshed, "db", "upgrade"], self.folder, env=env)
        for number, port in enumerate(ports[: self.webs], 1):
            command = [*trainshed, "serve", "--host", "127.0.0.1", "--port", str(port)]
            self._add(Process(f"web{number}", command, self.folder, env=env))
            self.web_urls.append(f"http://127.0.0.1:{port}")
        for number, port in enumerate(ports[self.webs :], 1):
            command = [*trainshed, "worker", "--port", str(port)]
            self._add(Process(f"worker{number}", command, self.folder, env=env))
            self.worker_urls.append(f"http://127.0.0.1:{port}")

    def _add(self, process: Process) -> None:
        self._processes[process.name] = process
        self._stack.callback(process.kill)
        process.start()

    def _clean(self) -> None:
        # A second Ctrl-C must not interrupt the clean-up.
        set_handlers(dict.fromkeys(self._handlers, signal.SIG_IGN))
        try:
            self._stack.close()
        finally:
            set_handlers(self._handlers)

    def _wait(self, name: str, answers: Callable[[], bool], until: float) -> None:
        process = self._processes.get(name)
        while not answers():
            if process is not None:
                self._check_alive(process)
            if time.monotonic() > until:
                raise ClusterError(f"{name} does not answer\n{process.tail() if process else ''}")
            time.sleep(0.05)

    def _check_alive(self, process: Process) -> None:
        if not process.alive:
            raise ClusterError(f"{process.name} does not run\n{process.tail()}")


# Probes ---------------------------------------------------------------------------------------


def postgres_answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


def nats_answers(url: str) -> bool:
    where = urlsplit(url)
    try:
        with socket.create_connection((where.hostname, where.port or 4222), 2) as connection:
            return connection.recv(4) == b"INFO"
    except OSError:
        return False


def web_answers(url: str, path: str = "/healthz") -> bool:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


# Processes, signals and ports -----------------------------------------------------------------


def leave(number: int, frame: FrameType | None) -> None:
    """A signal handler that raises SystemExit, so that everything that was started is ended too."""
    raise SystemExit(128 + number)


def set_handlers(handlers: dict[signal.Signals, Any]) -> dict[signal.Signals, Any]:
    """Set signal handlers and return the previous ones; does nothing outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: signal.signal(number, handler) for number, handler in handlers.items()}


def free_ports(count: int) -> list[int]:
    """Free ports below the ephemeral range: a client's connection could take the port of a server that was killed."""
    sockets: list[socket.socket] = []
    try:
        while len(sockets) < count:
            taken = socket.socket()
            sockets.append(taken)
            try:
                taken.bind(("127.0.0.1", random.SystemRandom().randrange(20_000, 32_000)))
            except OSError:
                sockets.pop().close()
        return [taken.getsockname()[1] for taken in sockets]
    finally:
        for taken in sockets:
            taken.close()


def run(
    command: Sequence[str], folder: Path, env: dict[str, str] | None = None, user: dict[str, Any] | None = None
) -> None:
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, **(user or {}))
    if done.returncode:
        raise ClusterError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def administer(server: str, statement: sql.Composed) -> None:
    with psycopg.connect(server, autocommit=True, connect_timeout=5) as connection:
        connection.execute(statement)


def postgres_user() -> dict[str, Any]:
    """Arguments for `subprocess` to run PostgreSQL as its own user, if we are root."""
    return {"user": POSTGRES_USER, "group": POSTGRES_USER, "extra_groups": []} if os.getuid() == 0 else {}


def postgres_program(name: str) -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    return program(name, [str(folder) for folder in reversed(installed)])


def program(name: str, folders: Sequence[str]) -> str:
    found = shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)]))
    if found is None:
        raise ClusterError(f"{name} is not installed")
    return found

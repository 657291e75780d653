"""Runs the commands of the README that start a server: they must answer, and exit with 0."""

from __future__ import annotations

import fcntl
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.readme import AT_HOME, SERVING
from tests.support.servers.cluster import free_ports
from tests.support.servers.home import Home, new_folder
from tests.support.servers.patience import PATIENCE

pytestmark = pytest.mark.live


def test_served_commands_serve(tmp_path: Path, empty_database: str) -> None:
    """Each reports that it is ready, as it does to systemd, and is stopped only then."""
    env = {**os.environ, "TRAINSHED_DATABASE": empty_database, "TRAINSHED_NATS": "nats://127.0.0.1:4222"}
    running = []
    with named_port(8123) as port, ExitStack() as stack:
        for number, command in enumerate(SERVING):
            words = [sys.executable, "-m", *shlex.split(command.line.replace("--port 8123", f"--port {port}"))]
            if not command.output:
                systemd = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
                systemd.bind(str(tmp_path / str(number)))
                systemd.settimeout(PATIENCE)
                told = {"NOTIFY_SOCKET": str(tmp_path / str(number))}
                process = subprocess.Popen(words, cwd=tmp_path, env={**env, **told})
                stack.callback(process.wait)
                stack.callback(process.kill)
                running.append((command, process, systemd))
                continue
            done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
            assert done.stdout.splitlines() == command.output
        assert len(running) == 2
        for command, _, systemd in running:
            assert systemd.recv(100) == b"READY=1", command.line
        wait_until_it_answers(port, running[0][1])
        for command, process, _ in running:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0, command.line


@pytest.mark.parametrize("line", AT_HOME)
def test_houses_open_and_close(line: str) -> None:
    with new_folder() as folder, Home([sys.executable, "-m", *shlex.split(line)], folder / "house") as home:
        wait_until_it_answers(home.port, home.process)
        home.stop()


@contextmanager
def named_port(port: int) -> Iterator[int]:
    """The port that a command names, or another if it is taken: this machine may have more than one test run."""
    with ExitStack() as stack:
        try:
            # Until we are done, another run of this test takes the port for taken, though nobody listens there yet.
            file = stack.enter_context((Path(tempfile.gettempdir()) / f"trainshed-port-{port}").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                sock.bind(("127.0.0.1", port))
        except OSError:
            [port] = free_ports(1)
        yield port


def wait_until_it_answers(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "it has ended"
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
                assert answer.status == 200
                return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.1)

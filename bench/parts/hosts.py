"""Two hosts on one machine: network namespaces at a bridge, each with a web process, a worker and a NATS server.

    with Hosts() as hosts:
        hosts.wait_ready()
        hosts.cut("b")
        hosts.heal("b")

PostgreSQL and nginx run at the bridge. A host that is cut off loses its link: it reaches only itself. Root and iproute2
are needed. Everything is removed afterwards.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from uuid import uuid4

from tests.support.servers.cluster import (
    Cluster,
    ClusterError,
    Process,
    nats_answers,
    postgres_answers,
    program,
    run,
    web_answers,
)
from tests.support.servers.nginx import nginx

HOSTS = ("a", "b")
WEB, STATUS, NATS, ROUTES, FRONT = 8000, 9000, 4222, 6222, 8080


class Hosts(Cluster):
    """A cluster on two hosts, as a context manager. `front` is nginx, `urls` are the web processes behind it."""

    def __init__(self) -> None:
        self.name = f"ts{uuid4().hex[:6]}"
        self.subnet = f"10.{random.SystemRandom().randrange(200, 250)}.{random.SystemRandom().randrange(1, 250)}"
        self.gate = f"{self.subnet}.1"
        self.addresses = {host: f"{self.subnet}.{10 + index}" for index, host in enumerate(HOSTS)}
        self.urls = {host: f"http://{address}:{WEB}" for host, address in self.addresses.items()}
        self.front = f"http://{self.gate}:{FRONT}"
        super().__init__(own_nats=False, listen=f"127.0.0.1,{self.gate}", trusted=f"{self.subnet}.0/24")

    def inside(self, host: str, command: Sequence[str]) -> list[str]:
        """A command line that runs a command on a host."""
        return [program("ip", ["/usr/sbin", "/sbin"]), "netns", "exec", self.space(host), *command]

    def cut(self, host: str) -> None:
        """Cut a host off the network: its link goes down."""
        ip("link", "set", self.cable(host), "down")

    def heal(self, host: str) -> None:
        ip("link", "set", self.cable(host), "up")

    def space(self, host: str) -> str:
        return f"{self.name}-{host}"

    def cable(self, host: str) -> str:
        return f"{self.name}{host}"

    def wait_ready(self, timeout: float = 60) -> None:
        until = time.monotonic() + timeout
        self._wait("postgres", partial(postgres_answers, self.database), until)
        for host in HOSTS:
            self._wait(f"nats-{host}", partial(nats_answers, f"nats://{self.addresses[host]}:{NATS}"), until)
            self._wait(f"web-{host}", partial(web_answers, self.urls[host], "/readyz"), until)
            worker = f"http://{self.addresses[host]}:{STATUS}"
            self._wait(f"worker-{host}", partial(web_answers, worker, "/readyz"), until)
        self._wait("nginx", partial(web_answers, self.front), until)

    # Starting and stopping

    def _start_all(self) -> None:
        self._make_network()
        super()._start_all()
        trainshed = [sys.executable, "-m", "trainshed"]
        local = self.database
        self.database = local.replace("127.0.0.1", self.gate)
        run([*trainshed, "db", "upgrade"], self.folder, env={**self.env, "TRAINSHED_DATABASE": local})
        for host in HOSTS:
            self._start_host(host, trainshed)
        self.nats = f"nats://{self.addresses[HOSTS[0]]}:{NATS}"
        servers = [url.removeprefix("http://") for url in self.urls.values()]
        self._add(nginx([f"{self.gate}:{FRONT}"], [servers], self.folder))

    def _start_host(self, host: str, trainshed: Sequence[str]) -> None:
        address = self.addresses[host]
        others = [self.addresses[other] for other in HOSTS if other != host]
        server = [program("nats-server", ["/usr/sbin", "/usr/local/sbin"]), "-a", address, "-p", str(NATS)]
        server += ["--cluster_name", "trainshed", "--cluster", f"nats://{address}:{ROUTES}"]
        server += ["--routes", ",".join(f"nats://{other}:{ROUTES}" for other in others)]
        self._add(Process(f"nats-{host}", self.inside(host, server), self.folder))
        env = {
            **self.env,
            "TRAINSHED_DATABASE": self.database,
            "TRAINSHED_NATS": ",".join(f"nats://{where}:{NATS}" for where in (address, *others)),
            "FORWARDED_ALLOW_IPS": self.gate,
            "TRAINSHED_ADDRESS_SHARE": "0",
        }
        for name, command, port in (("web", "serve", WEB), ("worker", "worker", STATUS)):
            words = [*trainshed, command, "--host", address, "--port", str(port)]
            self._add(Process(f"{name}-{host}", self.inside(host, words), self.folder, env=env))

    def _make_network(self) -> None:
        if os.getuid() != 0:
            raise ClusterError("only root can make network namespaces")
        ip("link", "add", self.name, "type", "bridge")
        self._stack.callback(ip, "link", "del", self.name)
        ip("addr", "add", f"{self.gate}/24", "dev", self.name)
        ip("link", "set", self.name, "up")
        for host in HOSTS:
            space, cable = self.space(host), self.cable(host)
            ip("netns", "add", space)
            self._stack.callback(ip, "netns", "del", space)
            ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
            ip("link", "set", cable, "master", self.name, "up")
            ip("-n", space, "addr", "add", f"{self.addresses[host]}/24", "dev", "eth0")
            for name in ("lo", "eth0"):
                ip("-n", space, "link", "set", name, "up")


def ip(*words: str) -> None:
    command = [program("ip", ["/usr/sbin", "/sbin"]), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ClusterError(f"ip {' '.join(words)}: {done.stderr.strip()}")

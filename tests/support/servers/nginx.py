"""Runs nginx with the example of deploy/nginx.conf, changed to other addresses and a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.servers.cluster import Process, program

EXAMPLE = Path(__file__).resolve().parents[3] / "deploy" / "nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def adapted(listen: list[str], servers: list[list[str]], folder: Path) -> str:
    """The example without its certificates: at each address of `listen` a front of its own for some servers.

    A server may be followed by parameters of nginx, such as `10.0.0.2:8000 backup`.
    """
    text = EXAMPLE.read_text()
    upstream = block(text, "upstream trainshed")
    secured = block(text, "server", after=text.index("listen 443"))
    plain = block(text, "server", after=text.index("listen 80"))
    fronts = []
    for number, (address, behind) in enumerate(zip(listen, servers, strict=True)):
        lines = [line for line in upstream.splitlines() if " server " not in line]
        there = [f"        server {server} max_fails=1 fail_timeout=2s;" for server in behind]
        fronts.append("\n".join([lines[0], *there, *lines[1:]]).replace("trainshed", f"trainshed{number}", 1))
        site = re.sub(r"\n *ssl_[^\n]*", "", secured).replace("listen 443 ssl http2;", f"listen {address};")
        fronts.append(site.replace("http://trainshed;", f"http://trainshed{number};"))
    text = text.replace(plain, "").replace(upstream, "").replace(secured, "\n\n".join(fronts))
    text = re.sub(r"pid [^;]*;", f"pid {folder}/nginx.pid;\nerror_log {folder}/nginx-error.log;\ndaemon off;", text)
    paths = "".join(f"    {name}_temp_path {folder}/nginx-{name};\n" for name in TEMPORARY)
    return text.replace("http {\n", f"http {{\n{paths}", 1).replace("worker_processes auto;", "worker_processes 1;")


def block(text: str, name: str, after: int | None = None) -> str:
    """A block with its braces; with `after`, the one that has this place in it."""
    begin = text.index(f"{name} {{") if after is None else text.rindex(f"{name} {{", 0, after)
    depth = 0
    for end in range(text.index("{", begin), len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[begin : end + 1]
    raise ValueError(f"{name} has no end")


def nginx(listen: list[str], servers: list[list[str]], folder: Path) -> Process:
    """An nginx process, ready to be started."""
    conf = folder / "nginx.conf"
    conf.write_text(adapted(listen, servers, folder))
    return Process("nginx", [program("nginx", ["/usr/sbin"]), "-p", str(folder), "-c", str(conf)], folder)

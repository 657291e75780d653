"""`trainshed serve` and `trainshed worker`: the web server and the worker, configured by the environment."""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer

from trainshed.cli.common import CliError, host_settings


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
) -> None:
    """Serve tables over HTTP. TRAINSHED_DATABASE and TRAINSHED_NATS say where PostgreSQL and NATS are."""
    from trainshed.service.container import Container
    from trainshed.web.server import serve as run

    if not run(Container(host_settings()), host, port):
        raise CliError("the server could not be opened")
    leave()


def worker(
    host: Annotated[str, typer.Option(help="The address for --port.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Answer /healthz, /readyz and /metrics on this port.")
    ] = None,
) -> None:
    """Play for bots and watch the clocks, for the tables of any number of `trainshed serve`."""
    from trainshed.web.worker_process import work

    settings = host_settings()
    if not settings.nats:
        raise CliError("a worker hears of its work through NATS: set TRAINSHED_NATS")
    work(settings, host, port)
    leave()


def leave() -> NoReturn:
    """Exit at once. Everything is closed already, and Python's own shutdown would take half a second."""
    import logging

    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)

"""Set-up of logging: JSON lines, or `key=value` in a terminal; each line with its request, table and row.

Modules use standard logging, with `extra=at(table, seq)`; structlog only formats the records.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from trainshed.service.base import ids

LEVELS: Final = ("debug", "info", "warning", "error")
GIVEN: Final = re.compile(rb"[A-Za-z0-9_.:-]{1,64}")
"""Request ids that are accepted from a proxy."""

ID: Final = "trainshed.request"

REQUEST: ContextVar[MutableMapping[str, Any] | None] = ContextVar("request", default=None)
"""The ASGI scope of the request that is being answered; its id is looked up only when a line is written."""


def at(table: int, seq: int | None = None, **more: Any) -> dict[str, Any]:
    """The table and row that a log line is about, for `extra`."""
    where: dict[str, Any] = {"table": ids.written(table)}
    if seq is not None:
        where["seq"] = seq
    return {**where, **more}


def request_id(scope: MutableMapping[str, Any]) -> str:
    """The id of a request: from the proxy's header `x-request-id`, else random."""
    name = scope.get(ID)
    if name is None:
        given = next((value for key, value in scope["headers"] if key == b"x-request-id"), b"")
        name = scope[ID] = given.decode() if GIVEN.fullmatch(given) else secrets.token_hex(8)
    return str(name)


def set_up(level: str, stream: TextIO = sys.stderr) -> None:
    """Write the log lines of this process from a level on to a stream; replaces what was set up before."""
    terminal = stream.isatty()
    form: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if terminal:
        form.append(structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0))
    else:
        form += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)]
    before: list[Processor] = [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        _add_request,
    ]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=form))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)  # of other libraries only warnings and errors
    logging.getLogger("trainshed").setLevel(level.upper())


def _add_request(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    scope = REQUEST.get()
    if scope is not None:
        event["request"] = request_id(scope)
    return event

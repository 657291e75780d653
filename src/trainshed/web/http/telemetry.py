"""Starts tracing if the environment names a collector and the extra `trace` is installed."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Final

from trainshed.service.container import Container

if TYPE_CHECKING:
    from trainshed.web.http.spans import Tracing

log = logging.getLogger(__name__)

WANTED: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"


def start_tracing(container: Container, part: str) -> Tracing | None:
    """Start tracing for a container that is not open yet; None if tracing is not configured or not installed."""
    if not os.environ.get(WANTED):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 (optional)
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        from trainshed.web.http.spans import Tracing  # noqa: PLC0415
    except ImportError as error:
        log.warning("%s is set, but nothing is traced: %s; install trainshed[trace]", WANTED, error)
        return None
    return Tracing(container, part, BatchSpanProcessor(OTLPSpanExporter()))

"""Metrics for Prometheus: counters and histograms of this process, and gauges that are read at each scrape."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from trainshed.service.base.bus import NatsBus
from trainshed.service.base.metrics import METRICS, Histogram
from trainshed.service.container import Container
from trainshed.web.streams.hub import Hub

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class PrometheusMetrics(Collector):
    """Collects the metrics of one process; a web process has a hub, a worker has none."""

    def __init__(self, container: Container, hub: Hub | None = None) -> None:
        self.container = container
        self.hub = hub
        self.backlog: tuple[int, float] | None = None
        """How many tables wait too long for a worker, and the longest wait in seconds; counted before each scrape."""
        self.failing: tuple[int, int] | None = None
        """How many tables failed and are tried again, and how many are in quarantine; counted before each scrape."""
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        info = InfoMetricFamily("trainshed", "The version.")
        info.add_metric((), {"version": version("trainshed")})
        yield info
        yield from self.moves()
        yield from self.requests()
        yield from self.database()
        yield from self.bots()
        if self.hub is not None:
            yield from self.streams(self.hub)
        yield histogram("loop_lag_seconds", "Delay of the event loop.", METRICS.lag)
        failures = CounterMetricFamily("trainshed_task_failures", "Failures of background tasks.", labels=["task"])
        for name, count in list(METRICS.task_failures.items()):
            failures.add_metric([name], count)
        yield failures

    def moves(self) -> Iterator[Metric]:
        moves = CounterMetricFamily("trainshed_moves", "Gestures that people sent.", labels=["result"])
        for result in ("acknowledged", "refused", "stale"):
            moves.add_metric([result], getattr(METRICS, result))
        yield moves
        gestures = CounterMetricFamily(
            "trainshed_gestures",
            "Gestures of people, bots and clocks, by the result of writing them.",
            labels=["result"],
        )
        gestures.add_metric(["won"], METRICS.won)
        gestures.add_metric(["lost"], METRICS.lost)
        yield gestures
        yield counter("rows", "Rows written to logs.", METRICS.rows)
        yield histogram("append_seconds", "Duration of appending a gesture to the log.", METRICS.appends)
        yield histogram("batch_gestures", "Gestures written by one statement.", METRICS.batches)
        yield gauge("open_tables", "Tables in memory.", len(self.container.tables.warm))
        purged = CounterMetricFamily("trainshed_purged", "What was deleted because it was old.", labels=["kind"])
        for kind, count in METRICS.purged.items():
            purged.add_metric([kind], count)
        yield purged

    def requests(self) -> Iterator[Metric]:
        names = ["route", "method", "status"]
        requests = CounterMetricFamily("trainshed_http_requests", "Requests answered.", labels=names)
        routes: dict[str, Histogram] = {}
        for (route, method, status), times in list(METRICS.requests.items()):
            requests.add_metric([route, method, str(status)], times.count)
            routes.setdefault(route, Histogram(times.bounds)).add(times)
        yield requests
        seconds = HistogramMetricFamily(
            "trainshed_http_request_seconds", "Duration until the head of the answer was sent.", labels=["route"]
        )
        for route, times in routes.items():
            seconds.add_metric([route], times.buckets(), times.sum)
        yield seconds
        limited = CounterMetricFamily(
            "trainshed_limited", "Requests refused because their address had sent too many.", labels=["kind"]
        )
        for kind, count in list(METRICS.limited.items()):
            limited.add_metric([kind], count)
        yield limited

    def database(self) -> Iterator[Metric]:
        stats = self.container.database.pool.get_stats()
        there, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
        connections = GaugeMetricFamily(
            "trainshed_database_connections", "Connections of this process's pool.", labels=["state"]
        )
        connections.add_metric(["used"], there - idle)
        connections.add_metric(["idle"], idle)
        yield connections
        yield gauge("database_waiting", "Requests that wait for a connection.", stats.get("requests_waiting", 0))
        yield counter("database_errors", "Failed attempts to get a connection.", stats.get("requests_errors", 0))
        bus = self.container.bus
        yield gauge("bus_healthy", "1 if the message bus is connected.", int(bus.healthy))
        dropped = bus.dropped if isinstance(bus, NatsBus) else 0
        yield counter("bus_dropped", "Messages that could not be sent.", dropped)

    def bots(self) -> Iterator[Metric]:
        worker = self.container.worker
        tables = GaugeMetricFamily(
            "trainshed_bot_tables", "Tables that a worker of this process has.", labels=["state"]
        )
        tables.add_metric(["thinking"], len(worker.thinking))
        tables.add_metric(["waiting"], len(worker.visits) - len(worker.thinking))
        yield tables
        yield histogram("think_seconds", "Duration of a bot's turn.", METRICS.thinking)
        questions = CounterMetricFamily(
            "trainshed_bot_questions", "Questions to bots that search, by result.", labels=["result"]
        )
        for result, count in list(METRICS.bot_questions.items()):
            questions.add_metric([result], count)
        yield questions
        processes = self.container.worker.bot_processes
        yield gauge("bot_processes", "Processes in which bots think that search.", len(processes.running))
        yield gauge("bot_processes_busy", "Questions that such a process has now.", processes.thinking)
        yield gauge("bot_processes_waiting", "Questions that wait for such a process.", processes.queued)
        yield counter("flags", "Flags that fell.", METRICS.flags)
        if self.container.works:
            help_text = "The longest wait of a person for a bot's turn, in any process."
            yield gauge("bot_attended_wait_seconds", help_text, worker.longest_wait)
        if self.backlog is not None:
            count, oldest = self.backlog
            yield gauge("bot_backlog", "Tables of all processes that wait for a worker too long.", count)
            yield gauge("bot_backlog_seconds", "The longest of these waits.", oldest)
        if self.failing is not None:
            retried, quarantined = self.failing
            yield gauge("tables_failing", "Tables where a bot or a clock failed and is tried again.", retried)
            yield gauge("tables_quarantined", "Tables that failed too often to be tried again.", quarantined)

    def streams(self, hub: Hub) -> Iterator[Metric]:
        feeds = [feed for watched in hub.watched.values() for feed in watched.feeds.values()]
        feeds += [waiting.feed for waiting in hub.waiting.values()]
        yield gauge("stream_readers", "Connected readers of streams.", sum(feed.readers for feed in feeds))
        yield gauge("feeds", "Streams with readers, one for each table, view and format.", len(feeds))
        yield gauge("watched_tables", "Tables that somebody watches.", len(hub.watched) + len(hub.waiting))
        yield counter("feed_updates", "Updates of streams.", METRICS.updates)
        yield counter("feed_failures", "Updates of streams that could not be drawn.", METRICS.feed_failures)
        yield counter("stream_bytes", "Bytes sent to readers of streams.", METRICS.sent)


def counter(name: str, meaning: str, value: float) -> Metric:
    return CounterMetricFamily(f"trainshed_{name}", meaning, value)


def gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"trainshed_{name}", meaning, value)


def histogram(name: str, meaning: str, values: Histogram) -> Metric:
    return HistogramMetricFamily(f"trainshed_{name}", meaning, buckets=values.buckets(), sum_value=values.sum)

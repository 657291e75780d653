"""Counters and histograms of this process as plain numbers, which `web/metrics.py` exports to Prometheus.

Not the counters of prometheus-client: with their locks and labels they cost ten times as much, at every move. These
need no locks, because only the event loop changes them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
THINKING: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
GESTURES: Final = (1, 2, 4, 8, 16, 32, 64)


class Histogram:
    """Counts of values in buckets with fixed upper bounds."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        return sum(self.counts)

    def add(self, other: Histogram) -> None:
        """Add the values of another histogram with the same bounds."""
        self.counts = [one + two for one, two in zip(self.counts, other.counts, strict=True)]
        self.sum += other.sum

    def buckets(self) -> list[tuple[str, float]]:
        """Each bound with the number of values up to it, as Prometheus wants them."""
        found, total = [], 0
        for bound, count in zip(self.bounds, self.counts, strict=False):
            total += count
            found.append((f"{bound:g}", float(total)))
        return [*found, ("+Inf", float(total + self.counts[-1]))]


class ProcessMetrics:
    """Counters and histograms of this process."""

    __slots__ = (
        "acknowledged",
        "appends",
        "batches",
        "bot_questions",
        "feed_failures",
        "flags",
        "lag",
        "limited",
        "lost",
        "purged",
        "refused",
        "requests",
        "rows",
        "sent",
        "stale",
        "task_failures",
        "thinking",
        "updates",
        "won",
    )

    def __init__(self) -> None:
        self.acknowledged = 0
        """Gestures of people that were stored."""
        self.refused = 0
        """Gestures that the rules refused."""
        self.stale = 0
        """Gestures that were made for an earlier position."""
        self.won = 0
        """Gestures of anybody, bots and clocks too, that this process wrote."""
        self.lost = 0
        """Gestures that were not written because another gesture was first."""
        self.rows = 0
        self.flags = 0
        self.updates = 0
        """Updates of feeds: one for each feed and change of its table."""
        self.feed_failures = 0
        """Feeds that were closed, or not opened, because their update could not be drawn."""
        self.purged: Counter[str] = Counter()
        """What the cleaning has deleted, by kind."""
        self.sent = 0
        """Bytes sent to readers of streams."""
        self.appends = Histogram(SECONDS)
        """Seconds from the call to append a gesture to the answer of the database."""
        self.batches = Histogram(GESTURES)
        """Gestures written with one statement."""
        self.thinking = Histogram(THINKING)
        """Seconds that a bot's turn took."""
        self.bot_questions: Counter[str] = Counter(answered=0, late=0, died=0, failed=0)
        """Questions to bot processes, by result: answered, late, died (and asked again) or failed."""
        self.lag = Histogram(SECONDS)
        """Seconds by which the event loop was late."""
        self.limited: dict[str, int] = {}
        """Requests that were refused because their address had sent too many, by kind."""
        self.requests: dict[tuple[str, str, int], Histogram] = {}
        """By route, method and status: seconds until the head of the answer was sent."""

        self.task_failures: dict[str, int] = {}
        """Failures of each background task."""

    def task_failed(self, name: str) -> None:
        """Count a failure of a background task."""
        self.task_failures[name] = self.task_failures.get(name, 0) + 1

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        key = (route, method, status)
        histogram = self.requests.get(key)
        if histogram is None:
            histogram = self.requests[key] = Histogram(SECONDS)
        histogram.observe(seconds)


METRICS: Final = ProcessMetrics()
"""The metrics of this process."""

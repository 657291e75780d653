"""Amounts of time in milliseconds, as the service counts them everywhere."""

from __future__ import annotations

from typing import Final

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

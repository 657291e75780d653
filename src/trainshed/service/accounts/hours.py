"""The hours in which a person's thinking time counts: a time zone, a window of the day, and holidays.

Every time is in milliseconds since 1970 UTC, every amount in milliseconds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from trainshed.service.base.errors import Wrong
from trainshed.service.base.milliseconds import DAY, MINUTE, SECOND
from trainshed.wire import Hours

MINUTES: Final = 24 * 60
LONGEST_SEARCH: Final = 400 * DAY

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)

Span = tuple[int, int]
"""From the first moment until before the second."""


def check_hours(hours: Hours) -> None:
    """Refuse an unknown time zone, invalid times of day, and holidays that do not end after they begin."""
    try:
        _zone(hours.zone)
    except (KeyError, OSError, ValueError):  # not found, a folder of zones, not a name at all
        raise Wrong("There is no time zone %(zone)s.", zone=repr(hours.zone[:40])) from None
    if not (0 <= hours.start < MINUTES and 0 <= hours.end < MINUTES):
        raise Wrong("Hours start and end between 00:00 and 23:59.")
    if any(begin >= end for begin, end in hours.holidays):
        raise Wrong("A holiday ends after it begins.")


def counted(hours: Hours, since: int, until: int) -> int:
    """How much of the time from `since` until before `until` counts."""
    return sum(end - begin for begin, end in _counting(hours, since, until))


def moment(hours: Hours, since: int, amount: int) -> int:
    """The first moment when `amount` has been counted, but no later than 400 days after `since`."""
    if amount <= 0:
        return since
    limit = since + LONGEST_SEARCH
    for begin, end in _counting(hours, since, limit):
        if amount <= end - begin:
            return begin + amount
        amount -= end - begin
    return limit


def _counting(hours: Hours, since: int, until: int) -> Iterator[Span]:
    for begin, end in _working(hours.holidays, since, until):
        yield from _windows(hours, begin, end)


def _working(holidays: tuple[Span, ...], since: int, until: int) -> Iterator[Span]:
    """The time between the holidays."""
    for begin, end in sorted(holiday for holiday in holidays if holiday[0] < until):
        if since < begin:
            yield since, begin
        since = max(since, end)
    if since < until:
        yield since, until


def _windows(hours: Hours, since: int, until: int) -> Iterator[Span]:
    """The windows of all local days, holidays or not."""
    if hours.start == hours.end:
        yield since, until
        return
    length = (hours.end - hours.start) % MINUTES * MINUTE
    for begin, end, offset in _stretches(_zone(hours.zone), since, until):
        shift = hours.start * MINUTE - offset
        last_opening = (begin - shift) // DAY * DAY + shift
        for opening in range(last_opening, end, DAY):
            window = max(opening, begin), min(opening + length, end)
            if window[0] < window[1]:
                yield window


def _stretches(zone: ZoneInfo, since: int, until: int) -> Iterator[tuple[int, int, int]]:
    """The stretches of time over which a zone keeps its offset from UTC, with the offset.

    Steps of a day miss nothing: no zone has ever changed twice in less than three.
    """
    begin = at = since
    offset = _offset(zone, since)
    while at < until:
        ahead = min(at + DAY, until)
        if _offset(zone, ahead) == offset:
            at = ahead
            continue
        change = _change(zone, at, ahead, offset)
        yield begin, change, offset
        begin = at = change
        offset = _offset(zone, change)
    if begin < until:
        yield begin, until, offset


def _change(zone: ZoneInfo, since: int, until: int, offset: int) -> int:
    """The moment when the offset ends that holds at `since` and no more at `until`; it is always a full second."""
    seconds = range(since // SECOND, until // SECOND)
    ahead = bisect_left(seconds, True, key=lambda second: _offset(zone, second * SECOND) != offset)
    return (seconds.start + ahead) * SECOND


def _offset(zone: ZoneInfo, at: int) -> int:
    utc = EPOCH + at * MILLISECOND
    return (utc.astimezone(zone).replace(tzinfo=UTC) - utc) // MILLISECOND


@cache
def _zone(name: str) -> ZoneInfo:
    """Cached for good: zoneinfo itself caches only the last eight, and the people of a server live in more."""
    return ZoneInfo(name)

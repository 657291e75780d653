"""When a person's thinking time counts: hours of the day in a time zone, and holidays, with their past.

A change never touches time that has passed. New hours of the day hold from 24 hours after they were told, so each hold
for 24 hours at least, and nobody can have night all the time by moving them about. A holiday holds at once, but not in
the past, and holidays are limited by the year. So a turn lasts a bounded time: see `docs/decisions/0018-hours.md`.

Every time is in milliseconds since 1970 UTC, every amount in milliseconds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from trainshed.service.base.errors import Wrong
from trainshed.service.base.milliseconds import DAY, MINUTE, SECOND
from trainshed.wire import Hours

MINUTES: Final = 24 * 60
YEAR: Final = 365 * DAY
LONGEST_SEARCH: Final = 400 * DAY

LEAST_HOURS: Final = 6
"""Hours of each day that count at least: a turn of one day is then over within four days."""
NOTICE: Final = DAY
"""Time until new hours of the day hold; a later change before that takes their place."""
LONGEST_HOLIDAY: Final = 30 * DAY
MOST_HOLIDAY: Final = 60 * DAY
"""Time of a holiday and of all in the 365 days before it."""
MOST_HOLIDAYS: Final = 20
"""Number of these holidays."""
KEPT: Final = LONGEST_SEARCH + 30 * DAY
"""For so long it is known what counted: no clock has run for longer without a row."""

EARLIEST: Final = 0
LATEST: Final = 4_102_444_800_000
"""The year 2100. Stored holidays beyond are not read: dates of any number cannot be computed with."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)

Span = tuple[int, int]
"""From the first moment until before the second."""


class HeldHours(msgspec.Struct, frozen=True):
    """Hours of the day that held until a moment."""

    until: int
    zone: str
    start: int
    end: int


class PastHours(msgspec.Struct, frozen=True):
    """What held before a person's hours: earlier hours of the day, the oldest first, and holidays that are over."""

    held: tuple[HeldHours, ...] = ()
    holidays: tuple[Span, ...] = ()


class Calendar(msgspec.Struct, frozen=True):
    """When a person's time counts: the hours that were told last, and what held before them."""

    hours: Hours = Hours()
    past: PastHours = PastHours()

    @property
    def since(self) -> int:
        """The moment from which the hours of the day hold that were told last; 0: always."""
        return self.past.held[-1].until if self.past.held else 0

    def at(self, moment: int) -> tuple[str, int, int]:
        """The zone, start and end of the hours of the day that hold at a moment."""
        for held in self.past.held:
            if moment < held.until:
                return held.zone, held.start, held.end
        return _of_day(self.hours)


# ---------------------------------------------------------------- what is allowed


def check_hours(hours: Hours, now: int) -> None:
    """Refuse an unknown time zone, invalid or too short hours of the day, and holidays at impossible times."""
    try:
        _zone(hours.zone)
    except (KeyError, OSError, ValueError):  # not found, a folder of zones, not a name at all
        raise Wrong("There is no time zone %(zone)s.", zone=repr(hours.zone[:40])) from None
    if not (0 <= hours.start < MINUTES and 0 <= hours.end < MINUTES):
        raise Wrong("Hours start and end between 00:00 and 23:59.")
    if 0 < (hours.end - hours.start) % MINUTES < LEAST_HOURS * 60:
        raise Wrong("At least %(least)d hours of a day count. The same time twice is the whole day.", least=LEAST_HOURS)
    if any(begin >= end for begin, end in hours.holidays):
        raise Wrong("A holiday ends after it begins.")
    if any(begin < now - YEAR or end > now + 2 * YEAR for begin, end in hours.holidays):
        raise Wrong("A holiday begins at most a year ago and ends within two years.")


def check_holidays(calendar: Calendar) -> None:
    """Refuse too long a holiday, and too many in a year, those counted that are over."""
    holidays = merged(calendar.past.holidays + calendar.hours.holidays)
    if any(end - begin > LONGEST_HOLIDAY for begin, end in holidays):
        raise Wrong("A holiday lasts at most %(days)d days.", days=LONGEST_HOLIDAY // DAY)
    if limited(holidays) != holidays:
        raise Wrong(
            "A holiday and those of the 365 days before it are at most %(days)d days, and at most %(most)d holidays.",
            days=MOST_HOLIDAY // DAY,
            most=MOST_HOLIDAYS,
        )


def bounded(calendar: Calendar) -> Calendar:
    """A calendar as it counts: within the limits, whatever was stored before there were any.

    Short hours of the day are made longer, and what is too much of holidays is left out, the latest first. So what is
    told later never changes how much of an earlier time counts.
    """
    hours, past = calendar.hours, calendar.past
    if not hours.holidays and not past.holidays and not past.held and hours.end == _least_end(hours.start, hours.end):
        return calendar  # most people
    return Calendar(
        msgspec.structs.replace(
            hours,
            end=_least_end(hours.start, hours.end),
            holidays=limited(merged(past.holidays + hours.holidays)),
        ),
        PastHours(tuple(HeldHours(h.until, h.zone, h.start, _least_end(h.start, h.end)) for h in past.held)),
    )


def _least_end(start: int, end: int) -> int:
    return (start + LEAST_HOURS * 60) % MINUTES if 0 < (end - start) % MINUTES < LEAST_HOURS * 60 else end


def merged(holidays: Iterable[Span]) -> tuple[Span, ...]:
    """Holidays in their order; those that overlap or touch are one."""
    found: list[Span] = []
    for begin, end in sorted(holidays):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return tuple(found)


def limited(holidays: tuple[Span, ...]) -> tuple[Span, ...]:
    """Merged holidays, shortened and left out where they are longer or more than is allowed."""
    found: list[Span] = []
    for first, last in holidays:
        begin, end = max(first, EARLIEST), min(last, LATEST)
        year = [(max(since, begin - YEAR), until) for since, until in found if until > begin - YEAR]
        left = MOST_HOLIDAY - sum(until - since for since, until in year)
        end = min(end, begin + LONGEST_HOLIDAY, begin + left)
        if begin < end and len(year) < MOST_HOLIDAYS:
            found.append((begin, end))
    return tuple(found)


# ---------------------------------------------------------------- a change


def changed(calendar: Calendar, hours: Hours, now: int) -> Calendar:
    """The calendar after new hours were told: the hours of the day hold later, holidays from now on."""
    calendar = bounded(calendar)
    held = tuple(before for before in calendar.past.held if before.until > now - KEPT)
    if not _same(_of_day(hours), _of_day(calendar.hours)):
        held = tuple(before for before in held if before.until <= now)
        present = calendar.at(now)
        if not _same(_of_day(hours), present):
            held = (*held, HeldHours(now + NOTICE, *present))
    taken = [(begin, min(end, now)) for begin, end in calendar.hours.holidays if begin < now]
    wanted = [(max(begin, now), end) for begin, end in hours.holidays if end > now]
    holidays = merged(taken + wanted)
    return Calendar(
        msgspec.structs.replace(hours, holidays=tuple(span for span in holidays if span[1] > now)),
        PastHours(held, tuple(span for span in holidays if now - KEPT < span[1] <= now)),
    )


def _of_day(hours: Hours) -> tuple[str, int, int]:
    return hours.zone, hours.start, hours.end


def _same(one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    """Are these the same hours of the day? The whole day is the same in every zone."""
    return one == other or (one[1] == one[2] and other[1] == other[2])


# ---------------------------------------------------------------- counting


def counted(calendar: Calendar, since: int, until: int) -> int:
    """How much of the time from `since` until before `until` counts."""
    return sum(end - begin for begin, end in _counting(calendar, since, until))


def moment(calendar: Calendar, since: int, amount: int) -> int:
    """The first moment when `amount` has been counted, but no later than 400 days after `since`."""
    if amount <= 0:
        return since
    limit = since + LONGEST_SEARCH
    for begin, end in _counting(calendar, since, limit):
        if amount <= end - begin:
            return begin + amount
        amount -= end - begin
    return limit


def _counting(calendar: Calendar, since: int, until: int) -> Iterator[Span]:
    hours, past = calendar.hours, calendar.past
    for begin, end in _working(past.holidays + hours.holidays, since, until):
        at = begin
        for held in past.held:
            if at < held.until:
                yield from _windows(held.zone, held.start, held.end, at, min(end, held.until))
                at = min(end, held.until)
        if at < end:
            yield from _windows(hours.zone, hours.start, hours.end, at, end)


def _working(holidays: tuple[Span, ...], since: int, until: int) -> Iterator[Span]:
    """The time between the holidays."""
    for begin, end in sorted(holiday for holiday in holidays if holiday[0] < until):
        if since < begin:
            yield since, begin
        since = max(since, end)
    if since < until:
        yield since, until


def _windows(zone: str, start: int, stop: int, since: int, until: int) -> Iterator[Span]:
    """The hours of all local days from `since` until `until`, holidays or not; nothing if that is no time."""
    if since >= until:
        return
    if start == stop:
        yield since, until
        return
    length = (stop - start) % MINUTES * MINUTE
    for begin, end, offset in _stretches(_zone(zone), since, until):
        shift = start * MINUTE - offset
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

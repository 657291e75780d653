"""How long players may think: the pace of a table, the hours of a person, and the clocks of the seats.

Every time is in milliseconds since 1970 UTC, every amount in milliseconds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec

from trainshed.service.errors import Wrong

LIVE: Final = "live"
DAYS: Final = "days"
NONE: Final = "none"

NOBODY: Final = -1

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

MINUTES: Final = 24 * 60
LONGEST_BANK: Final = 60 * DAY
LONGEST_SEARCH: Final = 400 * DAY
FALLEN: Final = 1 << 50
"""What a turn has used once its flag fell: more than any pace allows, and still an exact number everywhere."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)

Span = tuple[int, int]
"""From the first moment until before the second."""


# ---------------------------------------------------------------- the pace of a table


class Pace(msgspec.Struct, frozen=True):
    """How long a table's players may think."""

    kind: Literal["none", "live", "days"] = NONE
    turn: int = 0
    bank: int = 0
    """Each seat's reserve at the start."""
    increment: int = 0
    """Added to the bank after each completed turn."""
    on_flag: Literal["bot", "skip", "out"] = "bot"

    def wrong(self) -> Wrong | None:
        """Why this pace makes no sense; None: it does."""
        if self.kind == NONE:
            timed = self.turn or self.bank or self.increment
            return Wrong("A table without clocks has no times.") if timed else None
        if self.kind == LIVE and not 5 * SECOND <= self.turn <= DAY:
            return Wrong("A live turn lasts 5 seconds to 24 hours.")
        if self.kind == DAYS and not HOUR <= self.turn <= 30 * DAY:
            return Wrong("A turn at a table of days lasts 1 hour to 30 days.")
        if not 0 <= self.bank <= LONGEST_BANK:
            return Wrong("A bank holds 0 to 60 days.")
        if self.kind == LIVE and not 0 <= self.increment <= HOUR:
            return Wrong("A live increment is 0 to 1 hour.")
        if not 0 <= self.increment <= DAY:
            return Wrong("An increment is 0 to 1 day.")
        return None


# ---------------------------------------------------------------- the hours of a person


class Hours(msgspec.Struct, frozen=True):
    """When a person's time counts, in the person's own time zone.

    A moment counts if the clock on that person's wall then shows a time from `start` until before `end`, and if it
    lies in no holiday. So an hour that is repeated when the clocks go back counts both times, and of an hour that is
    skipped when they go forward there is nothing to count: a window of which it is a part is shorter that day.
    """

    zone: str = "UTC"
    """A name of the IANA time zone database."""
    start: int = 0
    """In minutes after local midnight, as `end`. Equal: the whole day; `end` before `start`: over midnight."""
    end: int = 0
    holidays: tuple[Span, ...] = ()

    def wrong(self) -> Wrong | None:
        """Why these hours make no sense; None: they do."""
        try:
            _zone(self.zone)
        except (KeyError, OSError, ValueError):  # not found, a folder of zones, not a name at all
            return Wrong("There is no time zone %(zone)s.", zone=repr(self.zone[:40]))
        if not (0 <= self.start < MINUTES and 0 <= self.end < MINUTES):
            return Wrong("Hours start and end between 00:00 and 23:59.")
        if any(begin >= end for begin, end in self.holidays):
            return Wrong("A holiday ends after it begins.")
        return None


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
    """Kept for good: zoneinfo itself remembers only the last eight, and the people of a service live in more."""
    return ZoneInfo(name)


# ---------------------------------------------------------------- the clocks of a table


class Clock(msgspec.Struct):
    """The clocks of one table, a fold of its log.

    The log keeps what each row was charged, so a fold needs only `charge`, `pass_to`, `pause`, `resume` and `flag`.
    `spent` and `deadline` are asked while the game runs: people may change their hours later.
    """

    banks: list[int]
    seat: int = NOBODY
    """Whose time runs."""
    since: int = 0
    used: int = 0
    """What this turn has used before `since`."""
    paused: bool = False

    @classmethod
    def start(cls, pace: Pace, seats: int) -> Clock:
        return cls([pace.bank] * seats)

    def spent(self, pace: Pace, hours: Hours, at: int) -> int:
        """What is to be charged at this moment. At a live table every millisecond counts, whatever the hours."""
        if not self.runs(pace):
            return 0
        if pace.kind == LIVE:
            return max(0, at - self.since)
        return counted(hours, self.since, at)

    def deadline(self, pace: Pace, hours: Hours) -> int | None:
        """The moment when the flag falls, if nothing happens before."""
        if not self.runs(pace):
            return None
        if pace.kind == LIVE:
            return self.since + self.left(pace)
        return moment(hours, self.since, self.left(pace))

    def runs(self, pace: Pace) -> bool:
        return pace.kind != NONE and self.seat != NOBODY and not self.paused

    def left(self, pace: Pace) -> int:
        """The time of this turn and of the bank that was still there at `since`."""
        if self.seat == NOBODY:
            return 0
        return max(0, pace.turn + self.banks[self.seat] - self.used)

    def charge(self, spent: int, at: int) -> None:
        """The turn goes on. Charge before the turn passes and before a pause: what was not charged is forgotten."""
        self.used += spent
        self.since = at

    def pass_to(self, pace: Pace, seat: int, at: int) -> None:
        """The turn is over: the bank pays for what went beyond it, and the next turn begins."""
        if self.seat != NOBODY:
            self.settle(pace)
        self.seat = seat
        self.since = at
        self.used = 0

    def settle(self, pace: Pace) -> None:
        bank = max(0, self.banks[self.seat] - max(0, self.used - pace.turn))
        increment = pace.increment if self.used < FALLEN else 0
        self.banks[self.seat] = bank + increment

    def pause(self, at: int) -> None:
        self.paused = True
        self.since = at

    def resume(self, at: int) -> None:
        """A clock that runs already runs on: nobody is given time by a second call."""
        if self.paused:
            self.paused = False
            self.since = at

    def flag(self, at: int) -> None:
        """The flag fell: nothing is left of this turn or of the bank, and the turn earns no increment."""
        if self.seat != NOBODY:
            self.banks[self.seat] = 0
        self.used = FALLEN
        self.since = at

    def clone(self) -> Clock:
        return msgspec.structs.replace(self, banks=self.banks.copy())

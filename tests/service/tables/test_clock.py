"""Clocks: no flag falls early, across changes of summer time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import thread_time
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainshed.service.accounts import hours as calendars
from trainshed.service.accounts.hours import Calendar, check_hours
from trainshed.service.base.errors import Wrong
from trainshed.service.base.milliseconds import DAY, HOUR, MINUTE, SECOND
from trainshed.service.tables.clock import DAYS, LIVE, NOBODY, NONE, Clock, check_pace
from trainshed.wire import Hours, Pace

NEW_YORK, ROME, LORD_HOWE = "America/New_York", "Europe/Rome", "Australia/Lord_Howe"
KATHMANDU, AUCKLAND, APIA = "Asia/Kathmandu", "Pacific/Auckland", "Pacific/Apia"

NOON = 12 * 60
WHOLE_DAY = Calendar()


def counted(hours: Hours, since: int, until: int) -> int:
    return calendars.counted(Calendar(hours), since, until)


def moment(hours: Hours, since: int, amount: int) -> int:
    return calendars.moment(Calendar(hours), since, amount)


def utc(text: str) -> int:
    """The moment of an ISO time, which is UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * SECOND


def local(zone: str, text: str) -> int:
    """The moment of an ISO time in a zone; of a repeated hour the first one."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()) * SECOND


def at(text: str) -> int:
    """The minutes after midnight of a time of day."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def window(zone: str, text: str, *holidays: tuple[int, int]) -> Hours:
    """`hh:mm-hh:mm` in a zone."""
    start, end = text.split("-")
    return Hours(zone, at(start), at(end), holidays)


# ---------------------------------------------------------------- what makes sense


@pytest.mark.parametrize(
    "pace",
    [
        Pace(),
        Pace(on_flag="out"),
        Pace(LIVE, 5 * SECOND),
        Pace(LIVE, DAY, 60 * DAY, HOUR),
        Pace(DAYS, HOUR),
        Pace(DAYS, 30 * DAY, 60 * DAY, DAY, "skip"),
    ],
)
def test_sensible_paces(pace: Pace) -> None:
    check_pace(pace)


@pytest.mark.parametrize(
    ("pace", "why"),
    [
        (Pace(NONE, turn=1), "without clocks"),
        (Pace(NONE, bank=1), "without clocks"),
        (Pace(NONE, increment=-1), "without clocks"),
        (Pace(LIVE), "5 seconds to 24 hours"),
        (Pace(LIVE, 5 * SECOND - 1), "5 seconds to 24 hours"),
        (Pace(LIVE, DAY + 1), "5 seconds to 24 hours"),
        (Pace(LIVE, -MINUTE), "5 seconds to 24 hours"),
        (Pace(DAYS, HOUR - 1), "1 hour to 30 days"),
        (Pace(DAYS, 30 * DAY + 1), "1 hour to 30 days"),
        (Pace(LIVE, MINUTE, -1), "0 to 60 days"),
        (Pace(DAYS, DAY, 60 * DAY + 1), "0 to 60 days"),
        (Pace(LIVE, MINUTE, 0, HOUR + 1), "0 to 1 hour"),
        (Pace(LIVE, MINUTE, 0, -1), "0 to 1 hour"),
        (Pace(DAYS, DAY, 0, DAY + 1), "0 to 1 day"),
        (Pace(DAYS, DAY, 0, -1), "0 to 1 day"),
    ],
)
def test_senseless_paces(pace: Pace, why: str) -> None:
    with pytest.raises(Wrong, match=why):
        check_pace(pace)


@pytest.mark.parametrize("hours", [Hours(), Hours(ROME, 0, 1439, ((0, 1), (-5, 3))), window(NEW_YORK, "22:00-06:00")])
def test_sensible_hours(hours: Hours) -> None:
    check_hours(hours, 0)


@pytest.mark.parametrize("zone", ["", "Europe", "Europe/Roma", "../../etc/passwd", "/etc/passwd", "a\0b", "x" * 5000])
def test_no_such_zone(zone: str) -> None:
    with pytest.raises(Wrong, match="no time zone") as refused:
        check_hours(Hours(zone), 0)
    assert len(str(refused.value)) < 80


@pytest.mark.parametrize(
    ("hours", "why"),
    [
        (Hours(start=-1), "between"),
        (Hours(start=1440), "between"),
        (Hours(end=1440), "between"),
        (Hours(holidays=((5, 5),)), "holiday"),
        (Hours(holidays=((0, 9), (7, 5))), "holiday"),
    ],
)
def test_senseless_hours(hours: Hours, why: str) -> None:
    with pytest.raises(Wrong, match=why):
        check_hours(hours, 0)


# ---------------------------------------------------------------- hours


@pytest.mark.parametrize(
    ("hours", "day", "length"),
    [
        # clocks go forward: the skipped time is not there
        (window(NEW_YORK, "00:00-12:00"), "2025-03-09", 11 * HOUR),
        (window(NEW_YORK, "01:30-02:30"), "2025-03-09", 30 * MINUTE),
        (window(NEW_YORK, "02:00-03:00"), "2025-03-09", 0),
        (window(NEW_YORK, "02:30-03:30"), "2025-03-09", 30 * MINUTE),
        (window(ROME, "02:15-02:45"), "2025-03-30", 0),
        (window(ROME, "02:30-04:00"), "2025-03-30", HOUR),
        (window(LORD_HOWE, "01:00-03:00"), "2025-10-05", 90 * MINUTE),
        (window(LORD_HOWE, "02:00-02:30"), "2025-10-05", 0),
        (window(AUCKLAND, "00:00-12:00"), "2025-09-28", 11 * HOUR),
        # clocks go back: the repeated time counts both times
        (window(NEW_YORK, "00:00-12:00"), "2025-11-02", 13 * HOUR),
        (window(NEW_YORK, "01:00-02:00"), "2025-11-02", 2 * HOUR),
        (window(NEW_YORK, "01:30-02:30"), "2025-11-02", 90 * MINUTE),
        (window(NEW_YORK, "00:30-01:30"), "2025-11-02", 90 * MINUTE),
        (window(ROME, "02:15-02:45"), "2025-10-26", HOUR),
        (window(ROME, "03:00-04:00"), "2025-10-26", HOUR),
        (window(LORD_HOWE, "01:00-03:00"), "2025-04-06", 150 * MINUTE),
        (window(LORD_HOWE, "01:45-02:15"), "2025-04-06", 45 * MINUTE),
        (window(AUCKLAND, "02:00-03:00"), "2025-04-06", 2 * HOUR),
        # nothing happens
        (window(KATHMANDU, "09:00-17:30"), "2025-03-30", 510 * MINUTE),
        (window(NEW_YORK, "09:00-17:00"), "2025-03-09", 8 * HOUR),
        # over midnight, the early part and the late part
        (window(KATHMANDU, "22:00-06:00"), "2025-03-30", 8 * HOUR),
        (window(NEW_YORK, "22:00-06:00"), "2025-03-09", 7 * HOUR),
        (window(ROME, "22:00-02:30"), "2025-10-26", 5 * HOUR),
        # the whole day
        (Hours(NEW_YORK), "2025-03-09", 23 * HOUR),
        (Hours(NEW_YORK, NOON, NOON), "2025-11-02", 25 * HOUR),
        (Hours(LORD_HOWE), "2025-04-06", 24 * HOUR + 30 * MINUTE),
        # a day that never was
        (window(APIA, "09:00-17:00"), "2011-12-30", 0),
    ],
)
def test_a_local_day(hours: Hours, day: str, length: int) -> None:
    tomorrow = (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()
    assert counted(hours, local(hours.zone, day), local(hours.zone, tomorrow)) == length


def test_edges_of_a_window_are_exact() -> None:
    hours = window(KATHMANDU, "09:00-17:00")
    opening, closing = utc("2025-01-01T03:15"), utc("2025-01-01T11:15")
    assert counted(hours, opening - 1, opening) == 0
    assert counted(hours, opening, opening + 1) == 1
    assert counted(hours, closing - 1, closing) == 1
    assert counted(hours, closing, closing + 1) == 0


def test_backwards_counts_nothing() -> None:
    hours = window(ROME, "09:00-17:00", (utc("2025-01-02"), utc("2025-01-03")))
    assert counted(hours, utc("2025-01-09"), utc("2025-01-01")) == 0
    assert counted(hours, utc("2025-01-09"), utc("2025-01-09")) == 0


def test_overlapping_holidays_are_taken_off_once() -> None:
    day = [utc(f"2025-06-{number:02}") for number in range(1, 11)]
    hours = window("UTC", "08:00-20:00", (day[5], day[6]), (day[1], day[4]), (day[3], day[6]), (day[2], day[3]))
    assert counted(hours, day[0], day[9]) == 4 * 12 * HOUR
    assert counted(hours, day[1], day[6]) == 0
    assert counted(hours, day[2], day[7]) == 12 * HOUR


def test_a_holiday_may_begin_and_end_inside_a_window() -> None:
    hours = window("UTC", "08:00-20:00", (utc("2025-06-01T10:00"), utc("2025-06-01T11:30")))
    assert counted(hours, utc("2025-06-01"), utc("2025-06-02")) == 10 * HOUR + 30 * MINUTE
    assert moment(hours, utc("2025-06-01"), 2 * HOUR) == utc("2025-06-01T10:00")
    assert moment(hours, utc("2025-06-01"), 2 * HOUR + 1) == utc("2025-06-01T11:30") + 1


@pytest.mark.parametrize(
    ("hours", "since", "amount", "due"),
    [
        (Hours(), "2025-01-01", 36 * HOUR, utc("2025-01-02T12:00")),
        (window(KATHMANDU, "09:00-17:00"), "2025-01-01", 9 * HOUR, utc("2025-01-02T04:15")),
        (window(NEW_YORK, "00:00-06:00"), "2025-03-09T05:00", 5 * HOUR, utc("2025-03-09T10:00")),
        (window(NEW_YORK, "00:00-06:00"), "2025-03-09T05:00", 5 * HOUR + 1, utc("2025-03-10T04:00") + 1),
        (window(ROME, "02:15-02:45"), "2025-10-25T22:00", HOUR, utc("2025-10-26T01:45")),
        (window(ROME, "02:15-02:45"), "2025-03-29T22:00", 30 * MINUTE, utc("2025-03-31T00:45")),
        (window(AUCKLAND, "22:00-06:00"), "2025-04-05T09:00", 9 * HOUR, utc("2025-04-05T18:00")),
    ],
)
def test_moment(hours: Hours, since: str, amount: int, due: int) -> None:
    assert moment(hours, utc(since), amount) == due


def test_no_amount_is_due_at_once_even_at_night() -> None:
    assert moment(window("UTC", "09:00-17:00"), utc("2025-01-01T03:00"), 0) == utc("2025-01-01T03:00")


@pytest.mark.parametrize("hours", [Hours(holidays=((0, 1 << 60),)), Hours(ROME, 60, 120, ((0, 1 << 60),))])
def test_an_endless_holiday_ends_the_search(hours: Hours) -> None:
    since = utc("2025-01-01")
    assert moment(hours, since, 1) == since + 400 * DAY


def test_a_year_is_quick() -> None:
    """`counted` over three hundred days takes less time than the local time of every minute of four days."""
    hours = window(NEW_YORK, "14:00-22:00", (utc("2025-02-01"), utc("2025-02-10")))
    since = utc("2025-01-01")
    taken, walking = [], []
    # What this thread itself worked, and the best of some: what else the machine does is no matter of the clock.
    for _ in range(10):
        begin = thread_time()
        due = moment(hours, since, 100 * DAY)
        taken.append(thread_time() - begin)
    for _ in range(3):
        begin = thread_time()
        walked(hours, since, since + 4 * DAY)
        walking.append(thread_time() - begin)
    assert counted(hours, since, due) == 100 * DAY
    assert min(taken) < min(walking)


# ---------------------------------------------------------------- hours, in general

CHANGES = [
    (NEW_YORK, utc("2025-03-09T07:00")),
    (NEW_YORK, utc("2025-11-02T06:00")),
    (ROME, utc("2025-03-30T01:00")),
    (ROME, utc("2025-10-26T01:00")),
    (LORD_HOWE, utc("2025-04-05T15:00")),
    (LORD_HOWE, utc("2025-10-04T15:30")),
    (KATHMANDU, utc("2025-03-30T01:00")),
    (AUCKLAND, utc("2025-04-05T14:00")),
    (AUCKLAND, utc("2025-09-27T14:00")),
    (APIA, utc("2011-12-30T10:00")),
    ("America/Sao_Paulo", utc("2018-11-04T03:00")),  # midnight is skipped
    ("America/Sao_Paulo", utc("2018-02-18T02:00")),  # the hour before midnight is repeated
    ("America/Havana", utc("2025-11-02T05:00")),  # the hour after midnight is repeated
]


@st.composite
def spans(draw: st.DrawFn, unit: int = 1) -> tuple[Hours, int, int]:
    """Random hours, and a span of a few days around a change of summer time, in full units."""
    zone, change = draw(st.sampled_from(CHANGES))
    near = st.integers(-3 * DAY // unit, 3 * DAY // unit).map(lambda number: change + number * unit)
    pairs = st.tuples(near, near).filter(lambda pair: pair[0] != pair[1])
    holidays = draw(st.lists(pairs.map(lambda pair: (min(pair), max(pair))), max_size=3))
    minutes = st.integers(0, 1439) | st.integers(0, 47).map(lambda half: half * 30)
    hours = Hours(zone, draw(minutes), draw(minutes), tuple(holidays))
    since, until = sorted((draw(near), draw(near)))
    return hours, since, until


def walked(hours: Hours, since: int, until: int) -> int:
    """`counted` computed minute by minute from the local time."""
    zone = ZoneInfo(hours.zone)
    total = 0
    for now in range(since, until, MINUTE):
        wall = datetime.fromtimestamp(now // SECOND, zone)
        minute = wall.hour * 60 + wall.minute
        if hours.start < hours.end:
            awake = hours.start <= minute < hours.end
        else:
            awake = minute >= hours.start or minute < hours.end
        if awake and not any(begin <= now < end for begin, end in hours.holidays):
            total += MINUTE
    return total


@given(spans(MINUTE))
@settings(max_examples=150, deadline=None)
def test_counted_is_what_the_wall_shows(span: tuple[Hours, int, int]) -> None:
    assert counted(*span) == walked(*span)


@given(spans(), st.floats(0, 1))
@settings(deadline=None)
def test_counted_adds_up(span: tuple[Hours, int, int], share: float) -> None:
    hours, since, until = span
    middle = since + int((until - since) * share)
    assert counted(hours, since, middle) + counted(hours, middle, until) == counted(hours, since, until)


@given(spans(), st.integers(0, DAY))
@settings(deadline=None)
def test_nothing_is_early_and_nothing_late(span: tuple[Hours, int, int], amount: int) -> None:
    hours, since, _ = span
    if hours.start != hours.end:  # so that a day's amount is there within the 400 days of the search
        amount %= (hours.end - hours.start) % 1440 * 300 * MINUTE
    due = moment(hours, since, amount)
    assert counted(hours, since, due) == amount
    if amount:
        assert counted(hours, since, due - 1) == amount - 1
    else:
        assert due == since


# ---------------------------------------------------------------- clocks

BLITZ = Pace(LIVE, turn=MINUTE, bank=5 * MINUTE, increment=10 * SECOND)
POST = Pace(DAYS, turn=DAY, bank=2 * DAY, increment=HOUR)
NOW = utc("2025-06-01T12:00")


def running(pace: Pace, seats: int = 3) -> Clock:
    clock = Clock.start(pace, seats)
    clock.pass_to(pace, 0, NOW)
    return clock


def test_before_the_first_turn_nobodys_time_runs() -> None:
    clock = Clock.start(BLITZ, 3)
    assert clock.banks == [5 * MINUTE] * 3
    assert clock.seat == NOBODY
    assert clock.spent(BLITZ, WHOLE_DAY, NOW) == 0
    assert clock.left(BLITZ) == 0
    assert clock.deadline(BLITZ, WHOLE_DAY) is None


def test_the_first_turn_costs_no_bank() -> None:
    assert running(BLITZ).banks == [5 * MINUTE] * 3


def test_after_the_last_turn_nobodys_time_runs() -> None:
    clock = running(BLITZ)
    clock.pass_to(BLITZ, NOBODY, NOW)
    assert clock.spent(BLITZ, WHOLE_DAY, NOW + HOUR) == 0
    assert clock.deadline(BLITZ, WHOLE_DAY) is None


def test_without_clocks_no_time_runs() -> None:
    clock = running(Pace())
    assert clock.spent(Pace(), WHOLE_DAY, NOW + HOUR) == 0
    assert clock.deadline(Pace(), WHOLE_DAY) is None
    clock.pass_to(Pace(), 1, NOW + HOUR)
    assert clock.banks == [0, 0, 0]


def test_the_bank_pays_for_what_went_beyond_the_turn() -> None:
    clock = running(BLITZ)
    clock.charge(40 * SECOND, NOW + 40 * SECOND)
    clock.charge(50 * SECOND, NOW + 90 * SECOND)
    assert clock.left(BLITZ) == 4 * MINUTE + 30 * SECOND
    clock.pass_to(BLITZ, 1, NOW + 90 * SECOND)
    assert clock.banks == [4 * MINUTE + 40 * SECOND, 5 * MINUTE, 5 * MINUTE]
    assert (clock.seat, clock.since, clock.used) == (1, NOW + 90 * SECOND, 0)


def test_hours_count_at_a_table_of_days_only() -> None:
    asleep = Calendar(window("UTC", "14:00-20:00"))
    assert running(BLITZ).spent(BLITZ, asleep, NOW + 3 * HOUR) == 3 * HOUR
    assert running(POST).spent(POST, asleep, NOW + 3 * HOUR) == HOUR
    assert running(BLITZ).spent(BLITZ, asleep, NOW - 1) == 0
    assert running(POST).spent(POST, asleep, NOW - 1) == 0
    assert running(POST).deadline(POST, asleep) == utc("2025-06-12T20:00")


def test_a_fallen_flag_leaves_nothing_and_earns_nothing() -> None:
    clock = running(BLITZ)
    clock.charge(6 * MINUTE, NOW + 6 * MINUTE)
    clock.flag(NOW + 6 * MINUTE)
    assert clock.banks == [0, 5 * MINUTE, 5 * MINUTE]
    assert clock.left(BLITZ) == 0
    assert clock.deadline(BLITZ, WHOLE_DAY) == NOW + 6 * MINUTE
    clock.charge(SECOND, NOW + 7 * MINUTE)
    clock.pass_to(BLITZ, 1, NOW + 7 * MINUTE)
    assert clock.banks == [0, 5 * MINUTE, 5 * MINUTE]
    clock.pass_to(BLITZ, 0, NOW + 7 * MINUTE)
    assert clock.left(BLITZ) == MINUTE
    clock.pass_to(BLITZ, 1, NOW + 7 * MINUTE)
    assert clock.banks[0] == 10 * SECOND


def test_a_flag_without_a_turn_takes_nobodys_bank() -> None:
    clock = Clock.start(BLITZ, 2)
    clock.flag(NOW)
    clock.pass_to(BLITZ, 0, NOW)
    assert clock.banks == [5 * MINUTE] * 2
    assert clock.left(BLITZ) == 6 * MINUTE


def test_a_second_resume_gives_no_time() -> None:
    clock = running(BLITZ)
    clock.resume(NOW + MINUTE)
    assert clock.spent(BLITZ, WHOLE_DAY, NOW + MINUTE) == MINUTE


def test_a_clone_keeps_its_own_banks() -> None:
    clock = running(BLITZ)
    other = clock.clone()
    assert other == clock
    other.flag(NOW)
    assert clock == running(BLITZ)


def test_clocks_can_be_packed() -> None:
    clock = running(POST)
    clock.flag(NOW)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(clock), type=Clock) == clock


# ---------------------------------------------------------------- clocks, in general


@st.composite
def paces(draw: st.DrawFn, kinds: tuple[Literal["live", "days"], ...] = (LIVE, DAYS)) -> Pace:
    kind = draw(st.sampled_from(kinds))
    turn = st.integers(5 * SECOND, DAY) if kind == LIVE else st.integers(HOUR, 30 * DAY)
    pace = Pace(kind, draw(turn), draw(st.integers(0, 60 * DAY)), draw(st.integers(0, HOUR)))
    check_pace(pace)
    return pace


EVENTS = st.tuples(st.sampled_from(["charge", "pass", "pause", "resume", "flag"]), st.integers(0, 5 * DAY))


@given(paces(), st.lists(EVENTS, max_size=30))
def test_banks_are_never_negative(pace: Pace, events: list[tuple[str, int]]) -> None:
    clock, now = running(pace), NOW
    for kind, elapsed in events:
        now += elapsed
        clock.charge(clock.spent(pace, WHOLE_DAY, now), now)
        if kind == "pass":
            clock.pass_to(pace, (clock.seat + 1) % 3, now)
        elif kind == "pause":
            clock.pause(now)
        elif kind == "resume":
            clock.resume(now)
        elif kind == "flag":
            clock.flag(now)
        assert min(clock.banks) >= 0
        assert clock.left(pace) >= 0
        due = clock.deadline(pace, WHOLE_DAY)
        assert (due is None) == clock.paused
        assert due is None or due >= clock.since


@given(paces(), st.lists(st.floats(0, 1), max_size=20))
def test_who_moves_in_time_never_loses_bank(pace: Pace, shares: list[float]) -> None:
    clock, now = running(pace), NOW
    for turns, share in enumerate(shares, 1):
        now += int(pace.turn * share)
        clock.charge(clock.spent(pace, WHOLE_DAY, now), now)
        clock.pass_to(pace, 0, now)
        assert clock.banks[0] == pace.bank + turns * pace.increment


@given(paces(), st.integers(0, DAY), st.integers(0, 90 * DAY))
def test_a_pause_keeps_everything(pace: Pace, used: int, length: int) -> None:
    clock = running(pace)
    clock.charge(clock.spent(pace, WHOLE_DAY, NOW + used), NOW + used)
    left, banks = clock.left(pace), clock.banks.copy()
    clock.pause(NOW + used)
    assert clock.deadline(pace, WHOLE_DAY) is None
    assert clock.spent(pace, WHOLE_DAY, NOW + used + length) == 0
    clock.resume(NOW + used + length)
    assert (clock.left(pace), clock.used, clock.banks) == (left, used, banks)
    assert clock.deadline(pace, WHOLE_DAY) == NOW + used + length + left


@given(paces((LIVE,)), st.floats(0, 1), st.integers(0, 1439), st.integers(0, 1439))
def test_live_deadline(pace: Pace, share: float, start: int, end: int) -> None:
    clock = running(pace)
    used = int((pace.turn + pace.bank) * share)
    clock.charge(used, NOW + used)
    assert clock.deadline(pace, Calendar(Hours(ROME, start, end))) == clock.since + pace.turn + pace.bank - used


@given(spans(), st.integers(HOUR, 4 * HOUR))
@settings(deadline=None)
def test_at_the_deadline_all_is_spent(span: tuple[Hours, int, int], turn: int) -> None:
    hours, since, _ = span
    if (hours.end - hours.start) % 1440 in range(1, 60):
        hours = msgspec.structs.replace(hours, end=hours.start)
    pace = Pace(DAYS, turn)
    clock = Clock.start(pace, 1)
    clock.pass_to(pace, 0, since)
    due = clock.deadline(pace, Calendar(hours))
    assert due is not None
    assert clock.spent(pace, Calendar(hours), due) == clock.left(pace) == turn
    assert clock.spent(pace, Calendar(hours), due - 1) == turn - 1

"""Hours and holidays: what is allowed, how changes hold from then on, and how long a turn can last at most."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainshed.service.accounts.hours import (
    Calendar,
    HeldHours,
    PastHours,
    bounded,
    changed,
    check_holidays,
    check_hours,
    counted,
    limited,
    merged,
    moment,
)
from trainshed.service.base.errors import Wrong
from trainshed.service.base.milliseconds import DAY, HOUR, MINUTE
from trainshed.wire import Hours

NOW = 1_800_000_000_000
YEAR = 365 * DAY
ZONES = ["UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati"]


def told(calendar: Calendar, hours: Hours, now: int) -> Calendar:
    """The calendar after a change that must be allowed."""
    check_hours(hours, now)
    after = changed(calendar, hours, now)
    check_holidays(after)
    return after


def longest(amount: int) -> int:
    """The most real time in which an amount is counted, as the documentation says, for amounts that fit into a year."""
    return 2 * DAY * (amount // (5 * HOUR) + 1) + 60 * DAY + 20 * 2 * DAY


# ---------------------------------------------------------------- what is allowed


@pytest.mark.parametrize(
    "hours",
    [
        Hours(),
        Hours("Europe/Rome", 540, 540),
        Hours("Europe/Rome", 540, 540 + 360),
        Hours("Europe/Rome", 1320, 240),
        Hours(holidays=((NOW, NOW + 30 * DAY), (NOW + 31 * DAY, NOW + 61 * DAY))),
        Hours(holidays=tuple((NOW + n * DAY, NOW + n * DAY + HOUR) for n in range(20))),
        Hours(holidays=((NOW - YEAR, NOW - YEAR + 300 * DAY),)),  # over: it gives nothing back
        Hours(holidays=((NOW + 2 * YEAR - DAY, NOW + 2 * YEAR),)),
    ],
)
def test_allowed(hours: Hours) -> None:
    told(Calendar(), hours, NOW)


@pytest.mark.parametrize(
    ("hours", "why"),
    [
        (Hours(start=0, end=1), "At least"),
        (Hours(start=0, end=359), "At least"),
        (Hours(start=1439, end=0), "At least"),
        (Hours(holidays=((10**17, 10**17 + 1),)), "two years"),
        (Hours(holidays=((-(10**17), NOW),)), "a year ago"),
        (Hours(holidays=((NOW, NOW + 3650 * DAY),)), "two years"),
        (Hours(holidays=((NOW, NOW + 30 * DAY + 1),)), "lasts at most"),
        (Hours(holidays=((NOW, NOW + 20 * DAY), (NOW + 19 * DAY, NOW + 31 * DAY))), "lasts at most"),
        (Hours(holidays=tuple((NOW + n * 40 * DAY, NOW + (n * 40 + 21) * DAY) for n in range(3))), "365 days"),
        (Hours(holidays=tuple((NOW + n * DAY, NOW + n * DAY + HOUR) for n in range(21))), "365 days"),
    ],
)
def test_refused(hours: Hours, why: str) -> None:
    with pytest.raises(Wrong, match=why):
        told(Calendar(), hours, NOW)


def test_holidays_that_are_over_count_towards_the_limit() -> None:
    calendar, now = Calendar(), NOW
    for _ in range(2):
        calendar = told(calendar, Hours(holidays=((now, now + 30 * DAY),)), now)
        now += 40 * DAY
    with pytest.raises(Wrong, match="365 days"):
        told(calendar, Hours(holidays=((now, now + 1),)), now)
    now += YEAR
    told(calendar, Hours(holidays=((now, now + 30 * DAY),)), now)


def test_holidays_put_on_and_off_count_each_time() -> None:
    calendar, now = Calendar(), NOW
    for _ in range(20):
        calendar = told(calendar, Hours(holidays=((now, now + DAY),)), now)
        now += HOUR
        calendar = told(calendar, Hours(), now)
        now += HOUR
    assert counted(calendar, NOW, now) == 20 * HOUR
    with pytest.raises(Wrong, match="365 days"):
        told(calendar, Hours(holidays=((now, now + DAY),)), now)


# ---------------------------------------------------------------- a change


def test_new_hours_hold_a_day_later() -> None:
    calendar = told(Calendar(), Hours("UTC", 0, 360), NOW)  # NOW is 08:00
    assert calendar.since == NOW + DAY
    assert counted(calendar, NOW - DAY, NOW + DAY) == 2 * DAY
    assert counted(calendar, NOW + DAY, NOW + 2 * DAY) == 6 * HOUR


def test_of_two_changes_within_a_day_the_second_holds() -> None:
    calendar = told(Calendar(), Hours("UTC", 0, 360), NOW)
    calendar = told(calendar, Hours("UTC", 360, 720), NOW + 23 * HOUR)
    assert calendar.past.held == (HeldHours(NOW + 47 * HOUR, "UTC", 0, 0),)


def test_a_change_that_is_taken_back_in_time_changes_nothing() -> None:
    calendar = told(told(Calendar(), Hours("UTC", 0, 360), NOW), Hours("Europe/Rome"), NOW + HOUR)
    assert (calendar.since, calendar.past.held) == (0, ())


def test_a_holiday_does_not_put_off_a_change() -> None:
    calendar = told(Calendar(), Hours("UTC", 0, 360), NOW)
    holiday = (NOW + 5 * DAY, NOW + 6 * DAY)
    assert told(calendar, Hours("UTC", 0, 360, (holiday,)), NOW + HOUR).since == NOW + DAY


def test_a_holiday_begins_when_it_is_told() -> None:
    calendar = told(Calendar(), Hours(holidays=((NOW - 7 * DAY, NOW - DAY), (NOW - HOUR, NOW + HOUR))), NOW)
    assert calendar.hours.holidays == ((NOW, NOW + HOUR),)
    assert counted(calendar, NOW - 30 * DAY, NOW) == 30 * DAY


def test_a_holiday_that_was_taken_stays_taken() -> None:
    holiday = (NOW + DAY, NOW + 5 * DAY)
    calendar = told(Calendar(), Hours(holidays=(holiday,)), NOW)
    calendar = told(calendar, Hours(), NOW + 3 * DAY)
    assert counted(calendar, NOW, NOW + 6 * DAY) == DAY + 3 * DAY


def test_what_held_long_ago_is_forgotten() -> None:
    calendar = told(Calendar(), Hours("UTC", 0, 360, ((NOW, NOW + DAY),)), NOW)
    calendar = told(calendar, Hours("UTC", 0, 720), NOW + 500 * DAY)
    assert calendar.past == PastHours((HeldHours(NOW + 501 * DAY, "UTC", 0, 360),))


def test_hours_and_holidays_from_before_there_were_limits() -> None:
    old = Calendar(Hours("UTC", 0, 1, ((-(10**17), 5), (NOW, NOW + 3650 * DAY), (10**17, 10**18))))
    assert bounded(old).hours == Hours("UTC", 0, 360, ((0, 5), (NOW, NOW + 30 * DAY)))
    assert moment(bounded(old), NOW, DAY) <= NOW + longest(DAY)
    calendar = told(old, Hours("UTC", 0, 360, ((NOW, NOW + 30 * DAY),)), NOW)
    assert calendar.hours.holidays == ((NOW, NOW + 30 * DAY),)


# ---------------------------------------------------------------- in general


@st.composite
def wishes(draw: st.DrawFn, now: int) -> Hours:
    """Hours that somebody would like to have, allowed or not."""
    start = draw(st.integers(0, 1439))
    length = draw(st.sampled_from([0, 1, 300, 360, 361, 720, 1439]))
    spans = st.tuples(st.integers(-400, 800), st.sampled_from([HOUR, 6 * HOUR, DAY, 9 * DAY, 30 * DAY]))
    holidays = draw(st.lists(spans, max_size=4))
    return Hours(
        draw(st.sampled_from(ZONES)),
        start,
        (start + length) % 1440,
        tuple((now + begin * 13 * HOUR, now + begin * 13 * HOUR + long) for begin, long in holidays),
    )


def tried(calendar: Calendar, hours: Hours, now: int) -> Calendar:
    try:
        return told(calendar, hours, now)
    except Wrong:
        return calendar


@given(st.data(), st.lists(st.integers(0, 100 * HOUR), min_size=1, max_size=8))
@settings(deadline=None, max_examples=60)
def test_no_change_counts_back(data: st.DataObject, waits: list[int]) -> None:
    calendar, now = Calendar(), NOW
    for wait in waits:
        now += wait
        after = tried(calendar, data.draw(wishes(now)), now)
        for since in (NOW - DAY, NOW, (NOW + now) // 2):
            assert counted(after, since, now) == counted(calendar, since, now) == counted(bounded(after), since, now)
        calendar = after


@given(st.lists(st.tuples(st.integers(-(10**17), 10**17), st.integers(1, 10**14)), max_size=30))
@settings(deadline=None)
def test_limited_holidays_are_within_the_limits(spans: list[tuple[int, int]]) -> None:
    holidays = limited(merged((begin // 10**5, begin // 10**5 + length) for begin, length in spans))
    check_holidays(Calendar(Hours(holidays=holidays)))
    assert limited(holidays) == holidays
    for _, end in holidays:
        year = [(max(begin, end - YEAR), until) for begin, until in holidays if end - YEAR < until <= end]
        assert sum(until - begin for begin, until in year) <= 60 * DAY
        assert len(year) <= 20


@given(st.integers(0, 10**6), st.sampled_from([HOUR, 5 * HOUR, DAY, 3 * DAY]))
@settings(deadline=None, max_examples=40)
def test_nobody_stalls_a_turn(seed: int, amount: int) -> None:
    """Somebody does all that can be done to have no time counted: move the hours away, take holidays by day."""
    rng = Random(seed)
    calendar, since = Calendar(), NOW
    now, end = NOW - 40 * DAY, NOW + longest(amount)
    holidays = rng.choice([True, False])
    while now < end:
        coming = (now + DAY) // MINUTE % 1440  # the hours that are told now hold then
        start = rng.choice([coming - 361, coming + rng.randrange(1440), coming - 400]) % 1440
        wanted = Hours("UTC", start, (start + 360) % 1440, calendar.hours.holidays)
        if rng.random() < 0.3:
            wanted = Hours(rng.choice(ZONES), start, (start + 360) % 1440, calendar.hours.holidays)
        calendar = tried(calendar, wanted, now)
        if holidays and now >= since and counted(calendar, now, now + HOUR):
            length = rng.choice([HOUR, 6 * HOUR, 7 * HOUR, DAY, 2 * DAY, 3 * DAY, 30 * DAY])
            holiday = ((now, now + length),)
            hours = calendar.hours
            calendar = tried(calendar, Hours(hours.zone, hours.start, hours.end, hours.holidays + holiday), now)
        now += rng.choice([HOUR, HOUR, 5 * HOUR, 18 * HOUR, DAY])
    assert moment(calendar, since, amount) <= since + longest(amount)


def test_without_holidays_and_changes_a_day_is_over_within_five() -> None:
    for start in range(0, 1440, 60):
        for zone in ZONES:
            hours = Calendar(Hours(zone, start, (start + 360) % 1440))
            assert moment(hours, NOW, DAY) <= NOW + 5 * DAY

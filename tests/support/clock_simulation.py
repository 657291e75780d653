"""Simulates a year of game clocks: every flag falls in time, none early, none twice, across changes of summer time.

Tables of both titles are played on a simulated clock, a real PostgreSQL and three containers with a sweeper each, which
sweep at the same time. People live in five time zones; they move in time, in steps, in the last millisecond, together
with the sweepers, late or never; they pause, go on holiday, change their hours and zones in the middle of turns, take
turn after turn and take them back, and take their seats back from bots.
Time jumps from one event to the next; around every deadline all sweepers sweep every second.

When a flag must fall is computed here a second time, minute by minute, from the rules of the time zones, what people
told and the rows of the log alone: whose turn it is, what the turn has used and what is in the bank. This is compared
with every flag, and after every event with the deadlines and banks of the service.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from heapq import heappop, heappush
from itertools import count, pairwise
from random import Random
from time import perf_counter
from typing import Any, Literal

from tests.support.service import FakeClock, open_container
from trainshed.bots.characters import level_of
from trainshed.bots.levels import USUAL
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.registry import titles
from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import NotNow, Refused, ServiceError, Stale, Wrong
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.player_view import clock_view
from trainshed.wire import Hours, Pace

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
GRACE = 2 * SECOND
SWEEPERS = 3
YEAR = 2027
PEOPLE_PER_ZONE = 8
MOST_SHOWN = 10
POLICIES: list[Literal["bot", "skip", "out"]] = ["bot", "skip", "out", "skip"]


# ---------------------------------------------------------------- local time

DAY_MINUTES = 24 * 60


@dataclass(frozen=True)
class Law:
    """A time zone: minutes ahead of UTC, and when summer time begins and ends (month, which Sunday, minute of the day
    in the local time before the change)."""

    standard: int
    summer: int = 0
    begins: tuple[int, int, int] = (0, 0, 0)
    ends: tuple[int, int, int] = (0, 0, 0)


LAWS = {
    "America/New_York": Law(-300, -240, (3, 2, 120), (11, 1, 120)),
    "Europe/Rome": Law(60, 120, (3, -1, 120), (10, -1, 180)),
    "Asia/Kathmandu": Law(345),
    "Australia/Lord_Howe": Law(630, 660, (10, 1, 120), (4, 1, 120)),
    "Pacific/Auckland": Law(720, 780, (9, -1, 120), (4, 1, 180)),
}

FIRST_DAY, LAST_DAY = date(YEAR - 1, 12, 1), date(YEAR + 2, 6, 1)


def minute_of(day: date) -> int:
    """Minutes from 1970 until midnight UTC."""
    return (day - date(1970, 1, 1)).days * DAY_MINUTES


FIRST, LAST = minute_of(FIRST_DAY), minute_of(LAST_DAY)


def sunday(year: int, month: int, which: int) -> date:
    """The first, second … or (-1) last Sunday of a month."""
    days = [date(year, month, 1) + timedelta(n) for n in range(31)]
    return [day for day in days if day.month == month and day.weekday() == 6][which - 1 if which > 0 else which]


def changes(zone: str) -> list[tuple[int, int]]:
    """When a zone's clocks are changed, in minutes since 1970, and how far ahead of UTC they are from then on."""
    law = LAWS[zone]
    if not law.begins[0]:
        return []
    found = []
    for year in range(FIRST_DAY.year, LAST_DAY.year + 1):
        for (month, which, minute), old, new in (
            (law.begins, law.standard, law.summer),
            (law.ends, law.summer, law.standard),
        ):
            found.append((minute_of(sunday(year, month, which)) + minute - old, new))
    return sorted(found)


def wall(zone: str, start: int, end: int) -> bytearray:
    """For every minute of these years: 1 if the local time lies from `start` until before `end`."""
    day = bytearray(DAY_MINUTES)
    for minute in range(start, end if end > start else end + DAY_MINUTES):
        day[minute % DAY_MINUTES] = 1
    found = bytearray()
    cuts = [(minute, ahead) for minute, ahead in changes(zone) if FIRST < minute < LAST]
    before = [ahead for minute, ahead in changes(zone) if minute <= FIRST]
    stretches = [(FIRST, before[-1] if before else _other(zone, cuts)), *cuts, (LAST, 0)]
    for (since, ahead), (until, _) in pairwise(stretches):
        shown = (since + ahead) % DAY_MINUTES
        found += (day * ((until - since) // DAY_MINUTES + 2))[shown : shown + until - since]
    return found


def _other(zone: str, cuts: list[tuple[int, int]]) -> int:
    """How many minutes a zone is ahead of UTC before its first change."""
    law = LAWS[zone]
    return law.standard if not cuts or cuts[0][1] == law.summer else law.summer


@cache
def cached_wall(zone: str, start: int, end: int) -> bytes:
    return bytes(wall(zone, start, end))


@dataclass
class Stretch:
    """A stretch of time over which nothing was changed, one byte a minute: 1 where time counts."""

    since: int
    until: int
    first: int
    """The minute of the first byte."""
    open: bytes
    zone: str

    def counted(self, since: int, until: int) -> int:
        since, until = max(since, self.since), min(until, self.until)
        if since >= until:
            return 0
        first, last = since // MINUTE - self.first, until // MINUTE - self.first
        whole = self.open.count(1, first, last) * MINUTE
        end = self.open[last] * (until % MINUTE) if until % MINUTE else 0
        return whole + end - self.open[first] * (since % MINUTE)


class Calendar:
    """When a person's time counts. What has passed is kept as it was counted; a change builds the rest anew."""

    def __init__(self, zone: str) -> None:
        self.stretches: list[Stretch] = []
        self.hours = Hours(zone)
        self.day = (zone, 0, 0)
        """The hours of the day that were told last."""
        self.follows = 0
        """The moment from which they hold."""
        self.present = self.day
        """Those that hold before."""
        self.taken: list[tuple[int, int]] = []
        """Holidays as far as they have passed."""
        self._build(FIRST * MINUTE, ())

    def tell(self, hours: Hours, now: int) -> bool:
        """Change the hours; False, and nothing else, if there are too many holidays."""
        past = [(begin, min(end, now)) for begin, end in [*self.taken, *self.hours.holidays] if begin < now]
        coming = [(max(begin, now), end) for begin, end in hours.holidays if end > now]
        if not within_limits(past + coming):
            return False
        self.taken = past
        day = (hours.zone, hours.start, hours.end)
        present = self.day if now >= self.follows else self.present
        if not same_day(day, self.day):
            self.present = present
            self.follows = 0 if same_day(day, present) else now + DAY
        self.day = day
        self.hours = Hours(*day, tuple(coming))
        self._build(now, tuple(coming))
        return True

    def _build(self, now: int, holidays: tuple[tuple[int, int], ...]) -> None:
        """Cut off everything from now on, and put the new future there."""
        kept = []
        for old in self.stretches:
            if old.since < now:
                last = min(old.until, now)
                kept.append(Stretch(old.since, last, old.first, old.open[: last // MINUTE + 1 - old.first], old.zone))
        end = LAST * MINUTE - 1
        cuts = [(now, self.present), (self.follows, self.day)] if self.follows > now else [(now, self.day)]
        for index, (since, day) in enumerate(cuts):
            until = cuts[index + 1][0] if index + 1 < len(cuts) else end
            if since >= until:
                continue
            first, last = since // MINUTE, until // MINUTE + 1
            shown = bytearray(cached_wall(*day)[first - FIRST : last - FIRST])
            for begin, finish in holidays:
                # One that begins now, in the middle of a minute, begins with the stretch.
                minutes = slice(max(0, begin // MINUTE - first), max(0, finish // MINUTE - first))
                shown[minutes] = bytes(len(shown[minutes]))
            kept.append(Stretch(since, until, first, bytes(shown), day[0]))
        self.stretches = kept

    def zone_at(self, moment: int) -> str:
        """The time zone that held at a moment."""
        return next((s.zone for s in reversed(self.stretches) if s.since <= moment), self.day[0])

    def counted(self, since: int, until: int) -> int:
        """How many milliseconds count from one moment until before another."""
        return sum(s.counted(since, until) for s in self.stretches if s.since < until and since < s.until)

    def moment(self, since: int, amount: int) -> int:
        """The first moment at which so many milliseconds have counted."""
        reach = max(amount, DAY)
        end = LAST * MINUTE - 1
        while since + reach < end and self.counted(since, since + reach) < amount:
            reach *= 2
        moments = range(since, min(since + reach, end) + 1)
        return since + bisect_left(moments, amount, key=lambda at: self.counted(since, at))


def same_day(one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    return one == other or one[1:] == other[1:] == (0, 0)


def within_limits(holidays: list[tuple[int, int]]) -> bool:
    """Are these holidays at most 30 days each, and each with those of the year before at most 60 days, and 20?"""
    edges = sorted([(begin, -1) for begin, _ in holidays] + [(end, 1) for _, end in holidays])
    runs, depth, begin = [], 0, 0
    for at, step in edges:
        if depth == 0:
            begin = at
        depth -= step
        if depth == 0:
            runs.append((begin, at))
    for begin, end in runs:
        before = [(max(first, begin - 365 * DAY), last) for first, last in runs if begin - 365 * DAY < last <= begin]
        long = sum(last - first for first, last in before) + end - begin
        if end - begin > 30 * DAY or long > 60 * DAY or len(before) >= 20:
            return False
    return True


WINDOWS = [
    (0, 0),
    (0, 0),
    (9 * 60, 17 * 60),
    (17 * 60 + 30, 23 * 60 + 30),  # the least that is allowed
    (22 * 60, 4 * 60 + 20),  # over midnight, and over the hour that is skipped or repeated
    (23 * 60 + 37, 6 * 60 + 11),
    (60 + 30, 7 * 60 + 30),
    (2 * 60 + 30, 8 * 60 + 30),  # in most zones it begins in an hour that is not there on one day, and twice on another
]


@dataclass
class Somebody:
    """A person, and the calendar that the service was given last."""

    person: Person
    calendar: Calendar


# ---------------------------------------------------------------- the clocks of a table, from its log


@dataclass
class Turn:
    """A turn of a seat, until another seat is to move or the same one begins its next."""

    seat: int
    since: int
    began: int
    used: int = 0
    flags: int = 0
    due: int | None = None
    """When the flag must fall."""
    plans: int = 0
    """How many plans its player has made; only the last one counts."""
    row: int = 0
    """The row that began it."""
    before: Turn | None = None
    """The turn of the same seat before it, if that can be taken back into freely."""
    bank: int = 0
    """The bank when this turn ended."""
    number: tuple[int, ...] = ()
    """What tells this turn from the next one of its seat, if the title has `TURN_NUMBERS`."""


@dataclass
class Chair:
    somebody: Somebody
    bank: int
    bot: bool = False
    out: bool = False


class Row:
    """A row of the log, without the time that the service charged for it."""

    def __init__(self, seq: int, seat: int, said: str, at: int, free: bool) -> None:
        self.seq, self.seat, self.said, self.at, self.free = seq, seat, said, at, free


@dataclass
class Tally:
    turns: int = 0
    flags: int = 0
    early: int = 0
    late: int = 0
    twice: int = 0
    missing: int = 0
    wrong: int = 0
    rows: int = 0
    tables: int = 0
    latest: int = 0
    did: Counter[str] = field(default_factory=Counter)
    crossed: Counter[tuple[str, int]] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def note(self, kind: Literal["early", "late", "twice", "missing", "wrong"], text: str) -> None:
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.notes) < MOST_SHOWN:
            self.notes.append(f"{kind}: {text}")

    @property
    def bad(self) -> int:
        return self.early + self.late + self.twice + self.missing + self.wrong


FIRST_WORDS = {
    "lok-n-roll": ("pass", "start"),
    "russian-railroads": ("pass", "stay", "start"),
    "spike": ("place",),
}
"""By title: kinds of words that only the first question of a turn has, if the same seat was asked just before."""

TURN_NUMBERS: dict[str, Callable[[Any], tuple[int, ...]]] = {
    "first-class": lambda state: (state.round, state.turns, state.scoring),
}
"""By title: what is different in every turn of a seat, where no words tell: a window asks the same again and again."""


class Mirror:
    """The expected clocks of one table, computed from its rows."""

    def __init__(self, number: int, title: str, pace: Pace, chairs: list[Chair], at: int, tally: Tally) -> None:
        self.number = number
        self.game = find_game(title, edition=1)
        self.pace = pace
        self.chairs = chairs
        self.tally = tally
        self.state: State = self.game.start(len(chairs))
        self.moves: list[tuple[str, int]] = []
        """Words that stand, with their rows."""
        self.seq = 0
        self.paused = False
        self.lost: list[int] = []
        self.turn = Turn(-1, at, at)
        self.fallen = -1
        """The seat whose flag fell in the rows that are being read."""
        self.after: Callable[[], None] = lambda: None
        """Called when the game is over."""

    def __str__(self) -> str:
        return f"table {self.number} ({self.game.slug}, {self.pace.kind}, {self.pace.on_flag}) row {self.seq}"

    @property
    def over(self) -> bool:
        return self.state.over or len(self.lost) >= len(self.chairs) - 1

    @property
    def actor(self) -> int:
        return -1 if self.over else self.state.actor

    @property
    def person(self) -> Somebody:
        return self.chairs[self.turn.seat].somebody

    @property
    def people(self) -> list[int]:
        """Seats that a person plays now."""
        return [seat for seat, chair in enumerate(self.chairs) if not chair.bot and not chair.out]

    def left(self) -> int:
        return max(0, self.pace.turn + self.chairs[self.turn.seat].bank - self.turn.used)

    def plan(self, now: int) -> None:
        """Compute when the flag of this turn must fall; an overdue one must fall now."""
        turn = self.turn
        if turn.seat < 0 or self.paused:
            turn.due = None
        elif self.pace.kind == "live":
            turn.due = max(now, turn.since + self.left())
        else:
            turn.due = max(now, self.person.calendar.moment(turn.since, self.left()))

    def read(self, rows: list[Row]) -> None:
        """Apply the rows that were added since the last call."""
        for row in rows:
            self._charge(row.at)
            flags = row.said == "/flag"
            if flags:
                self._flag(row)
            elif self.turn.due is not None and row.at > self.turn.due + GRACE and not self.turn.flags:
                self.tally.note("missing", f"{self}: due {self.turn.due}, and {row.said} at {row.at}")
                self.turn.flags = 1
            self._happen(row)
            self.seq = row.seq
            self._pass(row)
            if not flags:
                self.plan(row.at)
        if rows:
            self._after_flag()
            self.plan(rows[-1].at)

    def _charge(self, at: int) -> None:
        turn = self.turn
        if turn.seat >= 0 and not self.paused:
            live = self.pace.kind == "live"
            turn.used += at - turn.since if live else self.person.calendar.counted(turn.since, at)
        turn.since = at

    def _flag(self, row: Row) -> None:
        turn = self.turn
        self.tally.flags += 1
        self.fallen = row.seat
        if row.seat != turn.seat:
            self.tally.note("early", f"{self}: the flag of seat {row.seat}, but the turn of {turn.seat}")
        elif turn.flags:
            self.tally.note("twice", f"{self}: again at {row.at}")
        elif turn.due is None or row.at < turn.due:
            self.tally.note("early", f"{self}: at {row.at}, due {turn.due}")
        elif row.at > turn.due + GRACE:
            self.tally.note("late", f"{self}: at {row.at}, due {turn.due}, {(row.at - turn.due) / 1000} s")
        else:
            self.tally.latest = max(self.tally.latest, row.at - turn.due)
        if turn.seat >= 0 and self.pace.kind == "days":
            for zone in LAWS:
                for minute, _ in changes(zone):
                    held = self.person.calendar.zone_at(minute * MINUTE) == zone
                    if turn.began < minute * MINUTE <= row.at and held:
                        self.tally.crossed[zone, minute] += 1
        turn.flags += 1
        self.chairs[row.seat].bank = 0
        if self.pace.on_flag == "out":
            self._lose(row.seat)

    def _lose(self, seat: int) -> None:
        self.lost.append(seat)
        self.chairs[seat].out = True

    def _happen(self, row: Row) -> None:
        kind, _, text = row.said.partition(" ")
        if not kind.startswith("/"):
            words = self.game.vocabulary
            if row.seat == self.fallen and self.turn.flags and self.pace.on_flag == "skip":
                skip = self.game.skip  # a title without a word for it has none
                allowed = bool(skip) and words.id(skip) in self.state.moves()
                self.tally.did["skipped" if allowed else "answered"] += 1
                if allowed and row.said != skip:
                    self.tally.note("wrong", f"{self}: {row.said} where one can pass")
            self.state.apply(words.id(row.said))
            self.moves.append((row.said, row.seq))
            if not row.free:
                self.turn.before = None
        elif kind == "/undo":
            first = self.moves[-int(text)][1]
            del self.moves[-int(text) :]
            self.state = self.game.start(len(self.chairs))
            for word, _ in self.moves:
                self.state.apply(self.game.vocabulary.id(word))
            self._go_back(first)
        elif kind == "/seat":
            self.chairs[row.seat].bot = level_of(text) == USUAL
        elif kind == "/concede":
            self._lose(row.seat)
        elif kind in ("/pause", "/resume"):
            self.paused = kind == "/pause"

    def _go_back(self, first: int) -> None:
        """Rows from `first` on were taken back: a turn that ended with one of them goes on, its time used as before."""
        while (before := self.turn.before) is not None and self.turn.row >= first:
            used = before.used + self.turn.used
            self.turn = Turn(before.seat, self.turn.since, before.began, used, row=before.row, before=before.before)
            self.turn.number = before.number
            self.chairs[before.seat].bank = before.bank
            self.tally.did["turn taken back"] += 1

    def _pass(self, row: Row) -> None:
        """Begin a new turn if another seat is to move, or the same one begins a turn; draws do not end one.

        By its words a question is the first of a turn (`FIRST_WORDS`), or by what the position counts (`TURN_NUMBERS`).
        """
        actor = self.actor
        if actor == NATURE and not self.over:
            return
        seat = actor if actor >= 0 and not self.chairs[actor].bot else -1
        turn = self.turn
        again = seat == turn.seat
        if again and (seat < 0 or row.said.startswith("/")):
            return
        if again:
            if not self._first_question():
                return
            self.tally.did["turn after turn"] += 1
        if turn.seat >= 0:
            chair = self.chairs[turn.seat]
            turn.bank = chair.bank
            chair.bank = max(0, chair.bank - max(0, turn.used - self.pace.turn))
            if not turn.flags:
                chair.bank += self.pace.increment
        self.turn = Turn(seat, row.at, row.at, row=row.seq, before=turn if again and row.free else None)
        self.turn.number = self._turn_number()
        self.tally.turns += seat >= 0

    def _turn_number(self) -> tuple[int, ...]:
        number = TURN_NUMBERS.get(self.game.slug)
        return number(self.state) if number else ()

    def _first_question(self) -> bool:
        """Does the seat that was asked before begin a turn now?"""
        if self.game.slug in TURN_NUMBERS:
            return self.turn.number != self._turn_number()
        words = [self.game.vocabulary.word(move) for move in self.state.moves()]
        return any(word.split(":")[0] in FIRST_WORDS[self.game.slug] for word in words)

    def _after_flag(self) -> None:
        """Check that the table's policy for flags was carried out."""
        seat, self.fallen = self.fallen, -1
        if seat < 0:
            return
        policy = self.pace.on_flag
        self.tally.did[f"flag {policy}"] += 1
        chair = self.chairs[seat]
        if policy == "skip":
            right = (self.turn.seat != seat or not self.turn.flags) and not chair.bot
        elif policy == "bot":
            right = chair.bot
        else:
            right = chair.out and (self.over or chair.bot)
        if not right:
            self.tally.note("wrong", f"{self}: after the flag of seat {seat}")


# ---------------------------------------------------------------- the simulation


class Year:
    """The simulation: tables, people and sweepers, and a queue of events in order of time."""

    def __init__(self, containers: list[Container], clock: FakeClock, rng: Random, until: int, patience: float) -> None:
        self.containers = containers
        self.patience = patience
        """Real seconds after which the simulation ends."""
        self.clock = clock
        self.rng = rng
        self.until = until
        self.tally = Tally()
        self.people: list[Somebody] = []
        self.mirrors: dict[int, Mirror] = {}
        self.agenda: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.numbers = count()
        self.dues: list[tuple[int, int]] = []

    @property
    def now(self) -> int:
        return self.clock.at

    def at(self, moment: int, do: Callable[[], Awaitable[None]]) -> None:
        heappush(self.agenda, (max(moment, self.now), next(self.numbers), do))

    def container(self) -> Container:
        return self.rng.choice(self.containers)

    # ------------------------------------------------------------ time

    async def live(self) -> None:
        """Go from event to event until the simulated time is over, or the real time for it."""
        begin = perf_counter()
        while self.now < self.until and perf_counter() - begin < self.patience:
            due = self._next_due()
            moment = min(self.agenda[0][0] if self.agenda else self.until, self.until)
            sweep = self._next_sweep(due)
            self.clock.at = max(self.now, min(moment, sweep))
            acted = False
            while self.agenda and self.agenda[0][0] <= self.now:
                acted = True
                await heappop(self.agenda)[2]()
            if acted or self.now >= sweep:
                await self.sweep()
        await self._end()

    def _next_due(self) -> int | None:
        while self.dues:
            due, number = self.dues[0]
            mirror = self.mirrors.get(number)
            if mirror is not None and mirror.turn.due == due and self.now <= due + 2 * GRACE:
                return due
            heappop(self.dues)
        return None

    def _next_sweep(self, due: int | None) -> int:
        """When to sweep next: every second from just before a deadline until its flag has fallen; at some deadlines
        also in the last millisecond before it and in the first."""
        if due is None:
            return self.until
        second = self.now // SECOND * SECOND + SECOND
        sweep = max(due // SECOND * SECOND - SECOND, second)
        sharp = [moment for moment in (due - 1, due) if due % 3 == 0 and moment > self.now]
        return min([sweep, *sharp])

    async def sweep(self, *others: Awaitable[Any]) -> list[Any]:
        """Run all sweepers at once, together with `others`; then let bots answer. The results of `others`."""
        hurt = [m for m in self.mirrors.values() if m.turn.due is not None and m.turn.due <= self.now]
        jobs = [container.sweeper.sweep() for container in self.containers]
        self.rng.shuffle(jobs)
        results: list[Any] = await asyncio.gather(*jobs, *others, return_exceptions=True)
        for error in results:
            if isinstance(error, BaseException) and not isinstance(error, ServiceError):
                raise error
        fell = sum(results[: len(jobs)])
        before = self.tally.flags
        for mirror in hurt:
            await self.settle(mirror)
        if fell != self.tally.flags - before:
            self.tally.note("wrong", f"{fell} flags fell, but {self.tally.flags - before} are in the logs")
        return results[len(jobs) :]

    async def settle(self, mirror: Mirror) -> None:
        """Read the new rows of a table, let bots play, compare, and let the player to move make a plan."""
        turn = mirror.turn
        await self._read(mirror)
        if mirror.actor >= 0 and mirror.chairs[mirror.actor].bot and not mirror.paused and mirror.people:
            workers = self.rng.sample(self.containers, self.rng.choice([1, 1, 2]))
            await asyncio.gather(*[container.worker.work(mirror.number) for container in workers])
            await self._read(mirror)
        await self.compare(mirror)
        if mirror.over or not mirror.people:
            if self.mirrors.pop(mirror.number, None) is not None:
                self.tally.did["ended" if mirror.over else "left to bots"] += 1
                mirror.after()
            return
        if turn.seat >= 0 and turn.flags and turn is not mirror.turn:
            self._after_my_flag(mirror, turn.seat)
        if mirror.turn.seat >= 0:
            self.push_due(mirror)
            if turn is not mirror.turn:
                self.make_plan(mirror)

    def push_due(self, mirror: Mirror) -> None:
        if mirror.turn.due is not None:
            heappush(self.dues, (mirror.turn.due, mirror.number))

    async def _read(self, mirror: Mirror) -> None:
        found = await self.containers[0].database.fetch(
            "SELECT seq, seat, said, at, free FROM rows WHERE table_id = %s AND seq > %s ORDER BY seq",
            (mirror.number, mirror.seq),
        )
        self.tally.rows += len(found)
        mirror.read([Row(*row) for row in found])

    async def compare(self, mirror: Mirror) -> None:
        """Compare deadline, status, turn and clock of the service with what is expected."""
        container = self.container()
        found = await container.database.fetch(
            "SELECT status, turn, deadline FROM tables WHERE id = %s", (mirror.number,)
        )
        status, turn, deadline = found[0]
        table = (await container.tables.current(mirror.number)).table
        clock = clock_view(table)
        due = mirror.turn.due
        # What is overdue is due now here; the service keeps the moment that is past.
        same = (deadline is None) == (due is None) and (due is None or deadline == due or deadline <= due <= self.now)
        if not same:
            self.tally.note("wrong", f"{mirror}: deadline {deadline}, must be {due}; now {self.now}")
        if status != ("over" if mirror.over else "playing"):
            self.tally.note("wrong", f"{mirror}: status {status}")
        if not mirror.over and turn != mirror.actor:
            self.tally.note("wrong", f"{mirror}: turn {turn}, must be {mirror.actor}")
        banks = [chair.bank for chair in mirror.chairs]
        if clock.banks != banks or clock.seat != mirror.turn.seat or clock.paused != mirror.paused:
            self.tally.note("wrong", f"{mirror}: {clock}, banks must be {banks}, seat {mirror.turn.seat}")
        elif clock.seat >= 0 and clock.left != mirror.left():
            self.tally.note("wrong", f"{mirror}: left {clock.left}, must be {mirror.left()}")
        if mirror.lost and mirror.over and table.standings[mirror.lost[0]] != len(mirror.chairs):
            self.tally.note("wrong", f"{mirror}: seat {mirror.lost[0]} is out and not last")

    async def _end(self) -> None:
        for mirror in self.mirrors.values():
            due = mirror.turn.due
            await self._read(mirror)
            if due is not None and due + GRACE < self.now and mirror.turn.due == due and not mirror.turn.flags:
                self.tally.note("missing", f"{mirror}: due {due}")
        found = await self.containers[0].database.fetch("SELECT count(*) FROM rows WHERE said = '/flag'")
        if found[0][0] != self.tally.flags:
            self.tally.note("wrong", f"{found[0][0]} flags in all logs, but {self.tally.flags} were seen")

    # ------------------------------------------------------------ tables

    async def arrive(self) -> None:
        """Make the people, some in every time zone."""
        for zone in LAWS:
            for number in range(PEOPLE_PER_ZONE):
                self.clock.at += 1
                person, _ = await self.container().people.guest(f"{zone.partition('/')[2]} {number}", zone=zone)
                calendar = Calendar(zone)
                calendar.tell(Hours(zone, *WINDOWS[number % len(WINDOWS)]), self.now)
                await self.container().people.set_hours(person.id, calendar.hours)
                self.people.append(Somebody(person, calendar))

    async def table(self, kind: Literal["live", "days"], rest: int) -> None:
        """Start a table of this kind; when its game is over, the next one follows after `rest`."""
        rng, container = self.rng, self.container()
        title = rng.choice(titles())
        seats = rng.choice([2, 2, 3])
        policy: Literal["bot", "skip", "out"] = rng.choice(POLICIES)
        if kind == "live":
            turn = rng.choice([5 * SECOND, 30 * SECOND, 2 * MINUTE, HOUR])
            pace = Pace("live", turn, rng.choice([0, MINUTE, 777_777]), rng.choice([0, 3 * SECOND, 15_500]), policy)
        else:
            turn = rng.choice([HOUR, 5 * HOUR, DAY, 2 * DAY])
            pace = Pace("days", turn, rng.choice([0, 4 * HOUR, 30 * HOUR]), rng.choice([0, HOUR, 5_000_123]), policy)
        sitting = rng.sample(self.people, seats)
        host = sitting[0].person
        number = await container.lobby.create(host, TablePlan(title, seats, pace=pace, visibility="public"))
        for other in sitting[1:]:
            await self.container().lobby.join(number, other.person, None, "")
        await self.container().lobby.start(number, host)
        await self.container().lobby.begin(number)
        chairs = [Chair(somebody, pace.bank) for somebody in sitting]
        mirror = self.mirrors[number] = Mirror(number, title, pace, chairs, self.now, self.tally)
        self.tally.tables += 1
        mirror.after = lambda: self.at(self.now + rest, lambda: self.table(kind, rest))
        await self.settle(mirror)

    # ------------------------------------------------------------ what people do

    def make_plan(self, mirror: Mirror) -> None:
        """The player to move decides what to do, and when."""
        turn, rng = mirror.turn, self.rng
        assert turn.due is not None
        turn.plans += 1
        if mirror.pace.kind == "days":
            zone = mirror.person.calendar.zone_at(self.now)
            crosses = any(self.now < minute * MINUTE <= turn.due for minute, _ in changes(zone))
            if crosses and rng.random() < 0.5:
                return
        time = turn.due - self.now
        plan = rng.choices(
            [self.in_time, self.in_steps, self.last_moment, self.same_moment, self.late, self.never, self.other],
            [40, 12, 10, 8, 6, 9, 15],
        )[0]
        plan(mirror, turn, max(time, 1))

    def _when(self, moment: int, mirror: Mirror, turn: Turn, do: Callable[[], Awaitable[None]]) -> None:
        """Do something at a moment, unless the turn is over by then or there is a newer plan."""
        plans = turn.plans

        async def act() -> None:
            if mirror.turn is turn and turn.plans == plans and not mirror.paused:
                await do()

        self.at(moment, act)

    def in_time(self, mirror: Mirror, turn: Turn, time: int) -> None:
        self._when(self.now + int(time * self.rng.random() ** 3), mirror, turn, lambda: self.move(mirror, whole=True))

    def in_steps(self, mirror: Mirror, turn: Turn, time: int) -> None:
        async def step() -> None:
            await self.move(mirror, whole=False)
            if mirror.turn is turn and turn.due is not None:
                if self.rng.random() < 0.2:
                    await self.undo(mirror)
                wait = int(max(1, turn.due - self.now) * self.rng.uniform(0.0, 0.6))
                self._when(self.now + wait, mirror, turn, step)
            elif mirror.turn.before is not None and not mirror.paused and self.rng.random() < 0.5:
                await self.undo(mirror)

        self._when(self.now + int(time * self.rng.uniform(0, 0.7)), mirror, turn, step)

    def last_moment(self, mirror: Mirror, turn: Turn, time: int) -> None:
        before = self.rng.choice([1, 2, 400, 999])
        self._when(self.now + max(0, time - before), mirror, turn, lambda: self.move(mirror, whole=True))

    def same_moment(self, mirror: Mirror, turn: Turn, time: int) -> None:
        """The move and all sweepers at once: one of them wins."""

        async def race() -> None:
            words = self.words(mirror, whole=self.rng.random() < 0.5)
            wait = self.rng.choice([0, 0.001, 0.002, 0.004, 0.008])

            async def play() -> None:
                await asyncio.sleep(wait)  # the only real time here: either side may win
                await self.container().commands.play(mirror.number, mirror.person.person, mirror.seq, words)

            (result,) = await self.sweep(play())
            won = not isinstance(result, ServiceError)
            self.tally.did["race won by the player" if won else "race won by the flag"] += 1
            if not won and not isinstance(result, Stale | NotNow | Refused):
                raise result
            await self.settle(mirror)
            if mirror.turn is turn:
                self.make_plan(mirror)

        self._when(self.now + time + self.rng.choice([0, 0, 1, 500]), mirror, turn, race)

    def late(self, mirror: Mirror, turn: Turn, time: int) -> None:
        """Try a move after the flag; it is accepted only if it is this seat's turn again."""
        seat, somebody = turn.seat, mirror.person

        async def try_it() -> None:
            if mirror.turn is turn:
                return  # the time of this turn was made longer meanwhile
            self.tally.did["tried late"] += 1
            seq = mirror.seq
            if mirror.number in self.mirrors and not mirror.over and mirror.actor >= 0:
                words = self.words(mirror, whole=False)
                try:
                    await self.container().commands.play(mirror.number, somebody.person, seq, words)
                except (NotNow, Refused):
                    return
                if mirror.actor != seat or mirror.chairs[seat].bot or mirror.paused:
                    self.tally.note("wrong", f"{mirror}: a late move was accepted")
                await self.settle(mirror)

        self.at(self.now + time + self.rng.choice([2_500, 10_000, 5 * HOUR]), try_it)

    def never(self, mirror: Mirror, turn: Turn, time: int) -> None:
        pass

    def other(self, mirror: Mirror, turn: Turn, time: int) -> None:
        """Pause, leave, change the hours or go on holiday, then make a new plan."""
        share = self.rng.choice([0.0, 0.3, 0.6, 0.95])
        live: list[Callable[[Mirror], Awaitable[None]]] = [self.pause, self.leave]
        slow = [*live, self.hours, self.hours, self.holiday, self.holiday]
        do = self.rng.choice(live if mirror.pace.kind == "live" else slow)

        async def then() -> None:
            await do(mirror)
            if mirror.turn is turn and not mirror.paused:
                self.make_plan(mirror)

        self._when(self.now + int(time * share), mirror, turn, then)

    # ------------------------------------------------------------ single actions

    def words(self, mirror: Mirror, whole: bool) -> list[str]:
        """Legal words for the player to move: one, or with `whole` a gesture."""
        state, said = mirror.state.clone(), list[str]()
        seat = state.actor
        while state.actor == seat and len(said) < 60:
            move = self.rng.choice(state.moves())
            said.append(mirror.game.vocabulary.word(move))
            if not whole or not state.reversible(move):
                break
            state.apply(move)
        return said

    async def move(self, mirror: Mirror, whole: bool) -> None:
        turn = mirror.turn
        while mirror.turn is turn and mirror.actor == turn.seat:
            words = self.words(mirror, whole)
            await self.container().commands.play(mirror.number, mirror.person.person, mirror.seq, words)
            await self._read(mirror)
            if not whole:
                break
        await self.settled(mirror, turn)

    async def settled(self, mirror: Mirror, turn: Turn) -> None:
        """As `settle`, for rows that were read already."""
        if mirror.turn is turn:
            await self.compare(mirror)
            self.push_due(mirror)
            return
        fresh = mirror.turn
        await self.settle(mirror)
        if mirror.turn is fresh and fresh.seat >= 0 and mirror.number in self.mirrors:
            self.push_due(mirror)
            self.make_plan(mirror)

    async def undo(self, mirror: Mirror) -> None:
        turn = mirror.turn
        try:
            await self.container().commands.undo(
                mirror.number, mirror.person.person, mirror.seq, whole=self.rng.random() < 0.5
            )
        except NotNow:
            return
        self.tally.did["undone"] += 1
        await self._read(mirror)
        await self.settled(mirror, turn)

    async def pause(self, mirror: Mirror) -> None:
        """Pause by consent of all, and resume after a while; no time may be charged meanwhile."""
        rng, number = self.rng, mirror.number
        turn = mirror.turn
        asking, *others = rng.sample(mirror.people, len(mirror.people))
        await self.container().commands.ask(number, mirror.chairs[asking].somebody.person, mirror.seq, "pause")
        await self._read(mirror)
        agreed = rng.random() < 0.8
        for seat in others:
            self.clock.at += rng.choice([0, 1, 700])
            await self.container().commands.reply(number, mirror.chairs[seat].somebody.person, mirror.seq, agreed)
            await self._read(mirror)
            if not agreed:
                break
        await self.settled(mirror, turn)
        if mirror.turn is not turn or not mirror.paused:
            return
        self.tally.did["paused"] += 1
        left = mirror.left()

        async def resume() -> None:
            if not mirror.paused or mirror.number not in self.mirrors:
                return
            try:
                await self.container().commands.play(
                    number, mirror.person.person, mirror.seq, self.words(mirror, False)
                )
                self.tally.note("wrong", f"{mirror}: a move in a pause")
            except NotNow:
                pass
            seat = rng.choice(mirror.people)
            await self.container().commands.resume(number, mirror.chairs[seat].somebody.person, mirror.seq)
            await self._read(mirror)
            if mirror.left() != left:
                self.tally.note("wrong", f"{mirror}: the pause took time")
            await self.settled(mirror, turn)
            self.make_plan(mirror)

        long = mirror.pace.turn + mirror.pace.bank
        self.at(self.now + int(long * rng.choice([0.01, 0.5, 3.0])) + 1, resume)

    async def leave(self, mirror: Mirror) -> None:
        """The player to move leaves, and a bot plays on; most come back later."""
        turn = mirror.turn
        seat = turn.seat
        await self.container().commands.leave(mirror.number, mirror.person.person)
        self.tally.did["left"] += 1
        await self.settle(mirror)
        self._after_my_flag(mirror, seat)

    def _after_my_flag(self, mirror: Mirror, seat: int) -> None:
        """If a bot has the seat, mostly take it back after a while."""
        chair = mirror.chairs[seat]
        if not chair.bot or self.rng.random() < 0.3:
            return
        rng = self.rng

        async def back() -> None:
            if mirror.number not in self.mirrors or not chair.bot:
                return
            try:
                await self.container().commands.come_back(mirror.number, chair.somebody.person)
            except NotNow:
                if not chair.out:
                    raise
                self.tally.did["not let back"] += 1
                return
            if chair.out:
                self.tally.note("wrong", f"{mirror}: seat {seat} is out and came back")
            self.tally.did["came back"] += 1
            await self.settle(mirror)

        self.at(self.now + rng.choice([SECOND, MINUTE, mirror.pace.turn, 2 * mirror.pace.turn]), back)

    async def hours(self, mirror: Mirror) -> None:
        """The player to move changes the hours at which time counts."""
        rng, old = self.rng, mirror.person.calendar.hours
        start, end = rng.choice(WINDOWS)
        zone = rng.choice([*LAWS]) if rng.random() < 0.2 else old.zone
        await self._tell(mirror, Hours(zone, start, end, old.holidays))
        self.tally.did["hours changed" if zone == old.zone else "zone changed"] += 1

    async def holiday(self, mirror: Mirror) -> None:
        """The player to move adds a holiday of hours or days; it may overlap another, or have begun. Or ends all."""
        rng, old = self.rng, mirror.person.calendar.hours
        begin = (self.now // MINUTE + rng.choice([-9000, -60, 1, 10, 600])) * MINUTE
        fresh = (begin, begin + rng.choice([30 * MINUTE, 7 * HOUR, 3 * DAY, 9 * DAY, 31 * DAY]))
        kept = tuple(holiday for holiday in old.holidays if holiday[1] > self.now - 90 * DAY)
        if kept and rng.random() < 0.2:
            await self._tell(mirror, Hours(old.zone, old.start, old.end))
            self.tally.did["holidays ended"] += 1
            return
        await self._tell(mirror, Hours(old.zone, old.start, old.end, (*kept, fresh)))
        self.tally.did["holiday"] += 1

    async def _tell(self, mirror: Mirror, hours: Hours) -> None:
        somebody = mirror.person
        turn = mirror.turn
        if self.rng.random() < 0.7:  # some of the containers have just read the old hours
            for container in self.containers:
                await container.people.person(somebody.person.id)
            self.clock.at += self.rng.choice([0, 1, 1000])
        allowed = somebody.calendar.tell(hours, self.now)
        asked = [other for other in self.mirrors.values() if other.turn.seat >= 0 and other.person is somebody]
        for other in asked:
            other.plan(self.now)
        container = self.container()
        try:
            await container.people.set_hours(somebody.person.id, hours)
        except Wrong:
            self.tally.did["holidays refused"] += 1
            if allowed:
                self.tally.note("wrong", f"{hours} of {somebody.person.name} were refused")
        else:
            if not allowed:
                self.tally.note("wrong", f"{hours} of {somebody.person.name} were not refused")
        await container.commands.hours_changed(somebody.person.id)
        for other in asked:
            await self.settle(other)
        if mirror.turn is not turn:
            return
        # At other tables of this person, some of those who are to move do so at once.
        for other in list(self.mirrors.values()):
            sits = any(chair.somebody is somebody and not chair.bot for chair in other.chairs)
            if sits and other is not mirror and other.turn.seat >= 0 and not other.paused:
                soon = self.now + self.rng.choice([1, 1500, 2500])
                if other.turn.due is not None and soon < other.turn.due and self.rng.random() < 0.5:
                    other.turn.plans += 1
                    self._when(soon, other, other.turn, self._mover(other))

    def _mover(self, mirror: Mirror) -> Callable[[], Awaitable[None]]:
        return lambda: self.move(mirror, whole=True)


# ---------------------------------------------------------------- entry point


async def simulate(
    url: str, seed: str, tables: int, begin: datetime, days: int, patience: float = 3600
) -> tuple[Tally, int]:
    """Simulate days with so many tables at a time, two of three of them over days; the tally, and the days done."""
    first_day = int(begin.timestamp()) * SECOND
    clock = FakeClock(first_day)
    rng = Random(seed)
    async with AsyncExitStack() as stack:
        containers = [await stack.enter_async_context(open_container(url, clock)) for _ in range(SWEEPERS)]
        year = Year(containers, clock, rng, clock.at + days * DAY, patience)
        await year.arrive()
        for number in range(tables):
            kind: Literal["live", "days"] = "live" if number % 3 == 2 else "days"
            rest = min(30 * DAY, days * DAY // 3) if kind == "live" else HOUR

            async def first(kind: Literal["live", "days"] = kind, rest: int = rest) -> None:
                await year.table(kind, rest)

            year.at(clock.at + int(rng.random() * rest), first)
        await year.live()
        return year.tally, (clock.at - first_day) // DAY

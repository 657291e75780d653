"""How long players may think: the pace of a table, and the clocks of its seats.

Every time is in milliseconds since 1970 UTC, every amount in milliseconds.
"""

from __future__ import annotations

from typing import Final

import msgspec

from trainshed.service.accounts.hours import Calendar, counted, moment
from trainshed.service.base.errors import Wrong
from trainshed.service.base.milliseconds import DAY, HOUR, SECOND
from trainshed.wire import Pace

LIVE: Final = "live"
DAYS: Final = "days"
NONE: Final = "none"

NOBODY: Final = -1

TURN_OF_SEAT: Final = 1
"""Clock rules of tables started before there were others: a turn lasts until another seat is asked."""
TURN_OF_RULES: Final = 2
"""Clock rules of tables started now: a turn also ends where the rules of the title begin a new one of the same seat."""

LONGEST_BANK: Final = 60 * DAY
FALLEN: Final = 1 << 50
"""Time used by a turn whose flag fell: more than any pace allows, and still exact as a JSON number."""


def check_pace(pace: Pace) -> None:
    """Refuse a pace whose times are outside of the allowed ranges."""
    if pace.kind == NONE:
        if pace.turn or pace.bank or pace.increment:
            raise Wrong("A table without clocks has no times.")
        return
    if pace.kind == LIVE and not 5 * SECOND <= pace.turn <= DAY:
        raise Wrong("A live turn lasts 5 seconds to 24 hours.")
    if pace.kind == DAYS and not HOUR <= pace.turn <= 30 * DAY:
        raise Wrong("A turn in a game over days lasts 1 hour to 30 days.")
    if not 0 <= pace.bank <= LONGEST_BANK:
        raise Wrong("A bank holds 0 to 60 days.")
    if pace.kind == LIVE and not 0 <= pace.increment <= HOUR:
        raise Wrong("A live increment is 0 to 1 hour.")
    if not 0 <= pace.increment <= DAY:
        raise Wrong("An increment is 0 to 1 day.")


class EndedTurn(msgspec.Struct, frozen=True):
    """A turn that was followed by another one of the same seat, and that can still be taken back into."""

    seq: int
    """The row that ended it."""
    used: int
    bank: int
    """The bank before the turn was settled."""


class Clock(msgspec.Struct):
    """The clocks of one table, a fold of its log.

    The log keeps what each row was charged, so a fold needs only `charge`, `pass_to`, `next_turn`, `take_back`,
    `pause`, `resume` and `flag`. `spent` and `deadline` are used only while the game runs: people may change their
    hours later.
    """

    banks: list[int]
    seat: int = NOBODY
    """The seat whose time runs."""
    since: int = 0
    used: int = 0
    """Time that this turn has used before `since`."""
    paused: bool = False
    rules: int = TURN_OF_SEAT
    """The clock rules by which this was folded. A process of an earlier version leaves it out."""
    turn: int = 0
    """Counts the turns; one that is gone back into counts again. Only by rules from `TURN_OF_RULES` on."""
    ended: tuple[EndedTurn, ...] = ()
    """The turns of this seat just before this one, the oldest first, as far as they can be taken back freely."""

    @classmethod
    def start(cls, pace: Pace, seats: int, rules: int = TURN_OF_RULES) -> Clock:
        return cls([pace.bank] * seats, rules=rules)

    def spent(self, pace: Pace, calendar: Calendar, at: int) -> int:
        """The time to be charged at this moment. At a live table every millisecond counts, whatever the hours."""
        if not self.runs(pace):
            return 0
        if pace.kind == LIVE:
            return max(0, at - self.since)
        return counted(calendar, self.since, at)

    def deadline(self, pace: Pace, calendar: Calendar) -> int | None:
        """The moment when the flag falls, if nothing happens before."""
        if not self.runs(pace):
            return None
        if pace.kind == LIVE:
            return self.since + self.left(pace)
        return moment(calendar, self.since, self.left(pace))

    def runs(self, pace: Pace) -> bool:
        return pace.kind != NONE and self.seat != NOBODY and not self.paused

    @property
    def fallen(self) -> bool:
        """Did the flag fall in this turn?"""
        return self.used >= FALLEN

    def left(self, pace: Pace) -> int:
        """The time of this turn and of the bank that was still there at `since`."""
        if self.seat == NOBODY:
            return 0
        return max(0, pace.turn + self.banks[self.seat] - self.used)

    def charge(self, spent: int, at: int) -> None:
        """Charge time to the turn. To be called before the turn passes and before a pause: else the time is lost."""
        self.used += spent
        self.since = at

    def pass_to(self, pace: Pace, seat: int, at: int) -> None:
        """End the turn, take time beyond it from the bank, and begin the turn of the next seat."""
        if self.seat != NOBODY:
            self.settle(pace)
        self.seat = seat
        self.since = at
        self.used = 0
        self.ended = ()
        if self.rules >= TURN_OF_RULES:
            self.turn += 1

    def next_turn(self, pace: Pace, seq: int, at: int, free: bool) -> None:
        """End the turn, and begin the next one of the same seat. `free`: its row can be taken back without consent."""
        if self.seat == NOBODY:
            return
        ended = (*self.ended, EndedTurn(seq, self.used, self.banks[self.seat])) if free else ()
        self.pass_to(pace, self.seat, at)
        self.ended = ended

    def take_back(self, first: int) -> None:
        """All rows from `first` on are taken back: a turn that they ended goes on, and has used the time since too."""
        while self.ended and self.ended[-1].seq >= first:
            turn = self.ended[-1]
            self.used += turn.used
            self.banks[self.seat] = turn.bank
            self.turn += 1
            self.ended = self.ended[:-1]

    def settle(self, pace: Pace) -> None:
        bank = max(0, self.banks[self.seat] - max(0, self.used - pace.turn))
        increment = 0 if self.fallen else pace.increment
        self.banks[self.seat] = bank + increment

    def pause(self, at: int) -> None:
        self.paused = True
        self.since = at

    def resume(self, at: int) -> None:
        """End a pause. A clock that runs is left alone, so that a second call gives nobody time."""
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

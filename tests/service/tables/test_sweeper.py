"""Flags fall when they must, once, and the table's policy is carried out, even if sweepers race or die."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any, Literal

import msgspec
import pytest

from tests.support.clock_simulation import simulate
from tests.support.database import new_database
from tests.support.games.fake_titles import install
from tests.support.seeds import SEED, size
from tests.support.service import FakeClock, open_container
from trainshed.bots.characters import level_of
from trainshed.bots.levels import USUAL
from trainshed.games.lok_n_roll.game import LokGame
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Nature, Seeded
from trainshed.service.accounts.hours import Calendar
from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import NotNow, Refused, Stale
from trainshed.service.base.milliseconds import DAY, HOUR, SECOND
from trainshed.service.container import Container
from trainshed.service.tables import commands
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.log_rows import LogAppend
from trainshed.service.tables.open_tables import NatureOf, OpenTable, committed
from trainshed.service.tables.table_state import TableConfig, TableState
from trainshed.service.worker import MOST_CLAIMED, Sweeper
from trainshed.wire import Hours, Pace


def moment(text: str) -> int:
    """An ISO time with its offset, in milliseconds since 1970."""
    return int(datetime.fromisoformat(text).timestamp()) * SECOND


NOON = moment("2027-06-01T12:00+00:00")

LIVE = Pace("live", 30 * SECOND, 10 * SECOND, 2 * SECOND)
SLOW = Pace("days", 4 * HOUR, HOUR)

Policy = Literal["bot", "skip", "out"]
POLICIES: list[Policy] = ["bot", "skip", "out"]


def with_policy(pace: Pace, policy: Policy) -> Pace:
    return Pace(pace.kind, pace.turn, pace.bank, pace.increment, policy)


@pytest.fixture(scope="module")
def swept(worker_id: str) -> Iterator[str]:
    """A database in which only these tests sweep."""
    with new_database(f"trainshed_sweeper_{worker_id}_{os.getpid()}") as url:
        yield url


NUMBERS = count(1 << 60)


@pytest.fixture(autouse=True)
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids from a counter: here many tables begin in the same millisecond, for which ids are not made."""
    for where in ("base.ids", "accounts.people"):
        monkeypatch.setattr(f"trainshed.service.{where}.new_id", lambda now: next(NUMBERS))


class Hall:
    """Containers on one database and one clock that a test moves."""

    def __init__(self, containers: list[Container], clock: FakeClock) -> None:
        self.containers = containers
        self.container = containers[0]
        self.clock = clock
        self.people: list[Person] = []

    async def table(
        self, pace: Pace, seats: int = 2, title: str = "lok-n-roll", bots: int = 0, hours: Hours | None = None
    ) -> int:
        """A started table, with new people, whose hours hold already, and then bots."""
        container = self.container
        self.people = [(await container.people.guest(f"Guest {seat + 1}"))[0] for seat in range(seats - bots)]
        if hours is not None:
            self.clock.at -= DAY
            for person in self.people:
                await container.people.set_hours(person.id, hours)
            self.clock.at += DAY
        number = await container.lobby.create(self.people[0], TablePlan(title, seats, pace=pace, visibility="public"))
        for person in self.people[1:]:
            await container.lobby.join(number, person, None, "")
        for seat in range(seats - bots, seats):
            await container.lobby.seat_bot(number, self.people[0], seat, "random")
        await container.lobby.start(number, self.people[0])
        await container.lobby.begin(number)
        return number

    async def at(self, number: int, container: Container | None = None) -> TableState:
        return (await (container or self.container).tables.current(number)).table

    async def deadline(self, number: int) -> Any:
        """The deadline of a table in the database, as sweepers see it."""
        return (await self.container.database.fetch("SELECT deadline FROM tables WHERE id = %s", (number,)))[0][0]

    async def said(self, number: int, after: int = 0) -> list[tuple[int, str]]:
        return [(row.seat, row.said) for row in await self.container.store.rows(number, after)]

    async def move(self, number: int, word: str = "", container: Container | None = None) -> None:
        """The seat to move plays a word, or the first that is legal."""
        table = await self.at(number)
        move = table.position.moves()[0]
        said = word or table.game.vocabulary.word(move)
        await (container or self.container).commands.play(number, self.people[table.actor], table.seq, [said])

    async def until(self, number: int, legal: bool, word: str = "pass") -> TableState:
        """Play on until this word is legal, or is not."""
        rng = Random(1)
        for _ in range(500):
            table = await self.at(number)
            words = table.game.vocabulary
            moves = table.position.moves()
            if (words.id(word) in moves) == legal:
                return table
            others = [move for move in moves if words.word(move) != word]
            await self.move(number, words.word(rng.choice(others or moves)))
        raise AssertionError("never")

    async def tell(self, number: int, hours: Hours) -> None:
        """Change the hours of the person to move."""
        person = self.people[(await self.at(number)).actor].id
        await self.container.people.set_hours(person, hours)
        await self.container.commands.hours_changed(person)

    async def sweep(self) -> int:
        """Run all sweepers at once; how many flags fell."""
        return sum(await asyncio.gather(*[container.sweeper.sweep() for container in self.containers]))


@asynccontextmanager
async def hall(url: str, containers: int = 1, at: int = NOON, nature: NatureOf = committed) -> AsyncIterator[Hall]:
    clock = FakeClock(at)
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(open_container(url, clock, nature)) for _ in range(containers)]
        await opened[0].database.write("UPDATE tables SET deadline = NULL")  # what other tests left
        yield Hall(opened, clock)


# ---------------------------------------------------------------- what the flag does


@pytest.mark.asyncio
@pytest.mark.parametrize("policy", POLICIES)
async def test_no_flag_falls_a_millisecond_early_and_each_falls_once(swept: str, policy: Policy) -> None:
    async with hall(swept) as here:
        number = await here.table(with_policy(LIVE, policy))
        table = await here.at(number)
        seat, due = table.actor, NOON + LIVE.turn + LIVE.bank
        assert await here.deadline(number) == due
        here.clock.at = due - 1
        assert await here.sweep() == 0
        here.clock.at = due
        assert await here.sweep() == 1
        assert await here.sweep() == 0
        after = await here.said(number, table.seq)
        assert after[0] == (seat, "/flag")
        assert [said for _, said in after].count("/flag") == 1
        assert (await here.at(number)).clock.banks[seat] == 0


@pytest.mark.asyncio
async def test_a_bot_plays_on_until_its_player_is_back(swept: str) -> None:
    async with hall(swept) as here:
        number = await here.table(LIVE)
        seat = (await here.at(number)).actor
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.sweep() == 1
        table = await here.at(number)
        bot = table.holders[seat].bot
        assert level_of(bot) == USUAL
        assert (await here.said(number))[-2:] == [(seat, "/flag"), (seat, f"/seat {bot}")]
        assert await here.deadline(number) is None, "a bot has no clock"
        with pytest.raises((NotNow, Refused)):
            await here.move(number)
        await here.container.worker.work(number)
        table = await here.at(number)
        assert table.actor == 1 - seat
        here.clock.at += SECOND
        await here.container.commands.come_back(number, here.people[seat])
        table = await here.at(number)
        assert table.holders[seat].bot == ""
        assert table.clock.banks[seat] == 0, "whoever comes back finds the bank as it was left"
        turns = 1
        while table.actor != seat:
            await here.move(number)
            table = await here.at(number)
            # Now and then somebody is asked in the other's turn, and then begins an own one.
            turns += table.actor != seat and table.position.begins_turn
        assert await here.deadline(number) == here.clock.at + LIVE.turn
        assert table.clock.banks[1 - seat] == LIVE.bank + turns * LIVE.increment


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_a_turn_is_skipped_by_the_word_for_it(swept: str, title: str) -> None:
    async with hall(swept) as here:
        number = await here.table(with_policy(LIVE, "skip"), title=title)
        table = await here.until(number, legal=True)
        seat = table.actor
        here.clock.at = await here.deadline(number)
        assert await here.sweep() == 1
        rows = await here.said(number, table.seq)
        assert rows[:2] == [(seat, "/flag"), (seat, "pass")]
        after = await here.at(number)
        assert after.actor != seat
        assert after.holders[seat].bot == "", "the player is still there"
        assert await here.deadline(number) == here.clock.at + LIVE.turn + after.clock.banks[after.actor]


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_where_nobody_can_pass_a_bot_answers_this_turn(swept: str, title: str) -> None:
    async with hall(swept) as here:
        number = await here.table(with_policy(LIVE, "skip"), title=title)
        await here.until(number, legal=True)
        table = await here.until(number, legal=False)
        seat = table.actor
        here.clock.at = await here.deadline(number)
        assert await here.sweep() == 1
        rows = await here.said(number, table.seq)
        assert rows[0] == (seat, "/flag")
        assert rows[1][0] == seat
        assert rows[1][1] != "pass"
        after = await here.at(number)
        assert after.actor != seat
        assert after.holders[seat].bot == ""


@pytest.mark.asyncio
async def test_of_two_seats_one_is_out_and_the_other_has_won(swept: str) -> None:
    async with hall(swept) as here:
        number = await here.table(with_policy(LIVE, "out"))
        seat = (await here.at(number)).actor
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.sweep() == 1
        table = await here.at(number)
        assert table.over
        assert table.standings[seat] == 2
        assert table.standings[1 - seat] == 1
        assert (await here.said(number))[-1] == (seat, "/flag"), "no bot is needed"
        status = await here.container.database.fetch(
            "SELECT status, deadline, work FROM tables WHERE id = %s", (number,)
        )
        assert status == [("over", None, False)]


@pytest.mark.asyncio
async def test_of_three_seats_one_is_out_and_a_bot_plays_for_it(swept: str) -> None:
    async with hall(swept) as here:
        number = await here.table(with_policy(LIVE, "out"), seats=3)
        first = (await here.at(number)).actor
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.sweep() == 1
        table = await here.at(number)
        assert not table.over
        assert level_of(table.holders[first].bot) == USUAL
        with pytest.raises(NotNow):
            await here.container.commands.come_back(number, here.people[first])
        await here.container.worker.work(number)
        second = (await here.at(number)).actor
        assert second != first
        here.clock.at = await here.deadline(number)
        assert await here.sweep() == 1
        table = await here.at(number)
        assert table.over
        assert table.standings[first] == 3
        assert table.standings[second] == 2


@pytest.mark.asyncio
async def test_a_bot_has_all_the_time_in_the_world(swept: str) -> None:
    async with hall(swept) as here:
        number = await here.table(LIVE, seats=2, bots=1)
        table = await here.at(number)
        while table.actor == 0:
            await here.move(number)
            table = await here.at(number)
        assert await here.deadline(number) is None
        here.clock.at += 400 * DAY
        assert await here.sweep() == 0
        await here.container.worker.work(number)
        table = await here.at(number)
        assert table.actor == 0
        assert await here.deadline(number) == here.clock.at + LIVE.turn + table.clock.banks[0]


@pytest.mark.asyncio
async def test_what_a_bot_thinks_is_not_the_time_of_whoever_is_next(
    swept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(swept) as here:
        number = await here.table(LIVE, seats=2, bots=1)
        while (await here.at(number)).actor == 0:
            await here.move(number)
        draw = commands.TableCommands._draw

        def slow(self: commands.TableCommands, opened: OpenTable, draft: Draft) -> None:
            here.clock.at += 7 * SECOND
            draw(self, opened, draft)

        monkeypatch.setattr(commands.TableCommands, "_draw", slow)
        await here.container.worker.work(number)
        table = await here.at(number)
        assert table.actor == 0
        assert here.clock.at - table.clock.since <= 7 * SECOND, "only what came after the bot's last word"


# ---------------------------------------------------------------- several sweepers


@pytest.mark.asyncio
@pytest.mark.parametrize("policy", POLICIES)
async def test_three_sweepers_let_each_flag_fall_once(swept: str, policy: Policy) -> None:
    tables = 3 * MOST_CLAIMED + 5
    async with hall(swept, containers=3) as here:
        numbers = [await here.table(with_policy(LIVE, policy)) for _ in range(tables)]
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.sweep() == tables
        for number in numbers:
            assert [said for _, said in await here.said(number)].count("/flag") == 1
        assert await here.sweep() == 0


@pytest.mark.asyncio
async def test_a_sweeper_that_died_leaves_its_tables_to_others(swept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(swept, containers=2) as here:
        number = await here.table(LIVE)
        here.clock.at += LIVE.turn + LIVE.bank
        mortal, heir = (container.sweeper for container in here.containers)
        claimed = asyncio.Event()

        async def hang(number: int, known: int) -> bool:
            claimed.set()
            await asyncio.Event().wait()
            return False

        monkeypatch.setattr(mortal.commands, "flag", hang)
        task = asyncio.create_task(mortal.sweep())
        await claimed.wait()
        task.cancel()
        here.clock.at += Sweeper.CLAIM_MS - 1
        assert await heir.sweep() == 0
        here.clock.at += 1
        assert await heir.sweep() == 1
        assert [said for _, said in await here.said(number)].count("/flag") == 1


@pytest.mark.asyncio
async def test_a_table_that_cannot_be_opened_holds_up_no_other(swept: str) -> None:
    async with hall(swept, containers=2) as here:
        broken, sound = await here.table(LIVE), await here.table(LIVE)
        await here.container.database.write("UPDATE tables SET title = 'gone' WHERE id = %s", (broken,))
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.containers[1].sweeper.sweep() == 1
        assert [said for _, said in await here.said(sound)].count("/flag") == 1


# ---------------------------------------------------------------- a move and a flag at the same moment


@pytest.mark.asyncio
async def test_of_a_move_and_a_flag_exactly_one_is_first(swept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is first, and by however little: most of the moves race, some come surely before or after the flag."""
    ways = ["before the sweep", "with the sweep", "with the sweep", "once it is claimed", "after the sweep"] * 5
    Random(SEED).shuffle(ways)
    claimed, moved_on, swept_by_all = asyncio.Event(), asyncio.Event(), asyncio.Event()
    comes = {"once it is claimed": claimed, "after the sweep": swept_by_all}
    winners = set()
    async with hall(swept, containers=3) as here:
        for container in here.containers:

            async def flag(number: int, known: int, honest: Any = container.sweeper.commands.flag) -> bool:
                claimed.set()
                return bool(await honest(number, known))

            monkeypatch.setattr(container.sweeper.commands, "flag", flag)

        async def play(number: int, table: TableState, way: str) -> bool:
            if way in comes:
                await comes[way].wait()
            try:
                person = here.people[table.actor]
                await here.containers[1].commands.play(number, person, table.seq, ["pass"])
            except (Stale, NotNow, Refused):
                return False
            finally:
                moved_on.set()
            return True

        async def sweep(way: str) -> None:
            if way == "before the sweep":
                await moved_on.wait()
            await here.sweep()
            claimed.set()
            swept_by_all.set()

        for way in ways:
            number = await here.table(with_policy(LIVE, "skip"))
            table = await here.until(number, legal=True)
            here.clock.at = await here.deadline(number)
            for event in (claimed, moved_on, swept_by_all):
                event.clear()
            moved, _ = await asyncio.gather(play(number, table, way), sweep(way))
            rows = await here.said(number, table.seq)
            assert rows[0] == (table.actor, "pass" if moved else "/flag")
            assert [said for _, said in rows].count("/flag") <= 1
            if way in ("before the sweep", "after the sweep"):
                assert moved == (way == "before the sweep")
            winners.add(moved)
            # Wherever the turn goes on after a move that came too late, its flag falls with the next sweep.
            here.clock.at += SECOND
            await here.sweep()
            left = await here.at(number)
            assert left.actor != table.actor
            assert await here.deadline(number) == left.clock.deadline(LIVE, Calendar())
    assert winners == {True, False}


@pytest.mark.asyncio
async def test_a_step_between_claim_and_flag_does_not_save_the_turn(
    swept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The flag loses against the step, looks again at once, and does not wait for its own claim to run out."""
    async with hall(swept, containers=2) as here:
        number = await here.table(LIVE, title="russian-railroads")
        table = await here.at(number)
        rng = Random(1)
        while not (steps := [m for m in table.position.moves() if table.position.reversible(m)]):
            await here.move(number, table.game.vocabulary.word(rng.choice(table.position.moves())))
            table = await here.at(number)
        step = table.game.vocabulary.word(steps[0])
        here.clock.at = await here.deadline(number)
        sweeping, web = here.containers
        commit = sweeping.tables.commit

        async def late(opened: OpenTable, draft: Draft) -> bool:
            if not (await here.said(number, table.seq)):
                await here.move(number, step, web)
            return await commit(opened, draft)

        await here.at(number, web)
        here.container = web
        monkeypatch.setattr(sweeping.tables, "commit", late)
        assert await sweeping.sweeper.sweep() == 1
        assert (await here.said(number, table.seq))[:2] == [(table.actor, step), (table.actor, "/flag")]


# ---------------------------------------------------------------- days


@pytest.mark.asyncio
async def test_only_active_hours_count(swept: str) -> None:
    """Four hours a turn and one in the bank: from noon until two, and from eight until eleven on the next day."""
    async with hall(swept) as here:
        number = await here.table(SLOW, hours=Hours("UTC", 8 * 60, 14 * 60))
        due = NOON + 23 * HOUR
        assert await here.deadline(number) == due
        for early in (NOON + 5 * HOUR, NOON + 20 * HOUR, due - 1):
            here.clock.at = early
            assert await here.sweep() == 0
        here.clock.at = due
        assert await here.sweep() == 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("zone", "begin", "due"),
    [
        ("America/New_York", "2027-03-13T23:00-05:00", "2027-03-15T00:00-04:00"),
        ("America/New_York", "2027-11-06T23:00-04:00", "2027-11-07T06:00-05:00"),
        ("Europe/Rome", "2027-03-27T23:00+01:00", "2027-03-29T00:00+02:00"),
        ("Europe/Rome", "2027-10-30T23:00+02:00", "2027-10-31T06:00+01:00"),
        ("Pacific/Auckland", "2027-09-25T23:00+12:00", "2027-09-27T00:00+13:00"),
        ("Pacific/Auckland", "2027-04-03T23:00+13:00", "2027-04-04T06:00+12:00"),
        ("Australia/Lord_Howe", "2027-10-02T23:00+10:30", "2027-10-03T23:30+11:00"),
        ("Australia/Lord_Howe", "2027-04-03T23:00+11:00", "2027-04-04T22:30+10:30"),
        ("Asia/Kathmandu", "2027-03-27T23:00+05:45", "2027-03-28T23:00+05:45"),
    ],
)
async def test_a_night_in_which_clocks_are_changed(swept: str, zone: str, begin: str, due: str) -> None:
    """Somebody plays from ten until six. From eleven on, seven hours are left of a night, or one less, or one more."""
    async with hall(swept, at=moment(begin)) as here:
        number = await here.table(Pace("days", 8 * HOUR), hours=Hours(zone, 22 * 60, 6 * 60))
        assert await here.deadline(number) == moment(due)
        here.clock.at = moment(due) - 1
        assert await here.sweep() == 0
        here.clock.at += 1
        assert await here.sweep() == 1


@pytest.mark.asyncio
async def test_nothing_counts_on_holiday(swept: str) -> None:
    async with hall(swept) as here:
        number = await here.table(SLOW)
        here.clock.at += 4 * HOUR
        holiday = (here.clock.at, here.clock.at + 14 * DAY)
        await here.tell(number, Hours(holidays=(holiday,)))
        due = holiday[1] + HOUR
        assert await here.deadline(number) == due
        for early in (NOON + 5 * HOUR, holiday[1], due - 1):
            here.clock.at = early
            assert await here.sweep() == 0
        here.clock.at = due
        assert await here.sweep() == 1


@pytest.mark.asyncio
async def test_hours_do_not_matter_at_a_live_table(swept: str) -> None:
    async with hall(swept) as here:
        number = await here.table(LIVE, hours=Hours("UTC", 0, 6 * 60))
        assert await here.deadline(number) == NOON + LIVE.turn + LIVE.bank


@pytest.mark.asyncio
async def test_other_hours_count_in_every_house_at_once(swept: str) -> None:
    """A container that has just read the old hours neither charges by them nor lets the flag wait for them."""
    async with hall(swept, containers=2) as here:
        web, other = here.containers
        number = await here.table(SLOW)
        person = here.people[(await here.at(number)).actor]
        await here.tell(number, Hours(holidays=((NOON - DAY, NOON + 30 * DAY),)))
        assert await here.deadline(number) == NOON + 30 * DAY + 5 * HOUR
        here.clock.at += 6 * HOUR
        await other.people.person(person.id)
        await other.tables.calendar(await here.at(number, other))
        await web.people.set_hours(person.id, Hours())
        # The process dies before it looks at the clocks; a sweeper corrects the deadline.
        assert await other.sweeper.sweep() == 0
        assert await here.deadline(number) == NOON + 11 * HOUR
        here.clock.at += 5 * HOUR
        assert await other.sweeper.sweep() == 1


@pytest.mark.asyncio
async def test_a_turn_that_begins_after_hours_were_changed_elsewhere(swept: str) -> None:
    async with hall(swept, containers=2) as here:
        web, other = here.containers
        number = await here.table(SLOW)
        seat = (await here.at(number)).actor
        await other.people.person(here.people[1 - seat].id)
        await web.people.set_hours(here.people[1 - seat].id, Hours(holidays=((NOON, NOON + DAY),)))
        while (await here.at(number)).actor == seat:
            await here.move(number, container=other)
        assert await here.deadline(number) == NOON + DAY + 5 * HOUR


@pytest.mark.asyncio
async def test_hours_that_change_while_a_turn_is_written(swept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline was computed by the old hours; it is put right by the next sweep."""
    async with hall(swept, containers=2) as here:
        web, other = here.containers
        number = await here.table(SLOW)
        seat = (await here.at(number)).actor
        away = Hours(holidays=((NOON, NOON + 30 * DAY),))
        await web.people.set_hours(here.people[1 - seat].id, away)
        append = other.tables.writer.append

        async def slow(gesture: LogAppend) -> bool:
            if gesture.turn is not None and gesture.turn.turn == 1 - seat:
                assert gesture.turn.deadline == NOON + 30 * DAY + 5 * HOUR
                await web.people.set_hours(here.people[1 - seat].id, Hours())
                await web.commands.hours_changed(here.people[1 - seat].id)
            return await append(gesture)

        monkeypatch.setattr(other.tables.writer, "append", slow)
        while (await here.at(number)).actor == seat:
            await here.move(number, container=other)
        assert await here.sweep() == 0
        assert await here.deadline(number) == NOON + 5 * HOUR


@pytest.mark.asyncio
async def test_time_that_has_passed_is_not_counted_again(swept: str) -> None:
    """Three of five hours are gone. Neither other hours nor a holiday can bring them back."""
    async with hall(swept) as here:
        number = await here.table(SLOW)
        here.clock.at += 3 * HOUR
        await here.tell(number, Hours("UTC", 0, 6 * 60))
        assert await here.deadline(number) == NOON + 5 * HOUR
        await here.tell(number, Hours(holidays=((NOON - DAY, NOON + 4 * HOUR),)))
        assert await here.deadline(number) == NOON + 6 * HOUR
        here.clock.at = NOON + 6 * HOUR - 1
        assert await here.sweep() == 0
        here.clock.at += 1
        assert await here.sweep() == 1


@pytest.mark.asyncio
async def test_nobody_has_night_all_the_time(swept: str) -> None:
    """Whoever tells other hours every few hours, always such as leave the present out, is flagged all the same."""
    async with hall(swept) as here:
        number = await here.table(Pace("days", DAY), hours=Hours("UTC", 0, 6 * 60))
        for hour in range(0, 10 * 24, 3):
            here.clock.at = NOON + hour * HOUR
            if await here.sweep():
                return
            start = (here.clock.at // HOUR - 7) % 24 * 60
            await here.tell(number, Hours("UTC", start, (start + 6 * 60) % 1440))
        raise AssertionError("a turn of one day lasts longer than ten")


# ---------------------------------------------------------------- turns of one seat


def always_the_same(config: TableConfig, secret: bytes) -> Nature:
    """Draws that are the same at every table."""
    return Seeded("the same")


async def alone(here: Hall, pace: Pace, seats: int = 2) -> tuple[int, int]:
    """A table of Russian Railroads where all but the first in turn order have passed: the table, and that seat."""
    number = await here.table(pace, seats, title="russian-railroads")
    rng = Random(3)
    for _ in range(500):
        table = await here.at(number)
        players = table.position.players  # type: ignore[attr-defined]
        left = [seat for seat in range(seats) if not players[seat].passed]
        words = table.game.vocabulary
        if len(left) == 1 and table.position.begins_turn and len(table.position.moves()) > 3:
            return number, left[0]
        moves = [words.word(move) for move in table.position.moves()]
        stop = "pass" in moves and table.actor != table.position.order[0]  # type: ignore[attr-defined]
        await here.move(number, "pass" if stop else rng.choice([word for word in moves if word != "pass"] or moves))
    raise AssertionError("never")


async def take_turn(here: Hall, number: int) -> None:
    """Play a turn of the seat to move, without passing."""
    turn = (await here.at(number)).clock.turn
    rng = Random(5)
    while (table := await here.at(number)).clock.turn == turn:
        words = [table.game.vocabulary.word(move) for move in table.position.moves()]
        await here.move(number, rng.choice([word for word in words if word != "pass"] or words))


@pytest.mark.asyncio
async def test_each_turn_of_a_seat_has_its_own_time(swept: str) -> None:
    """All others have passed: the seat takes turn after turn, each with its time and its increment."""
    pace = Pace("live", 30 * SECOND, 10 * SECOND, 2 * SECOND, "skip")
    async with hall(swept, containers=2, nature=always_the_same) as here:
        number, seat = await alone(here, pace)
        bank = (await here.at(number)).clock.banks[seat]
        assert await here.deadline(number) == here.clock.at + pace.turn + bank
        for turn in (1, 2):
            here.clock.at += pace.turn - 1
            await take_turn(here, number)
            for container in here.containers:
                table = await here.at(number, container)
                assert (table.clock.seat, table.clock.used) == (seat, 0)
                assert table.clock.banks[seat] == bank + turn * pace.increment
            assert await here.deadline(number) == here.clock.at + pace.turn + bank + turn * pace.increment
        here.clock.at = await here.deadline(number) - 1
        assert await here.sweep() == 0
        here.clock.at += 1
        assert await here.sweep() == 1


@pytest.mark.asyncio
async def test_a_turn_that_is_taken_back_has_used_its_time(swept: str) -> None:
    """Taking a turn, taking it back and taking it again gives nobody more time."""
    pace = Pace("live", 30 * SECOND, 10 * SECOND, 2 * SECOND)
    async with hall(swept, containers=2, nature=always_the_same) as here:
        number, seat = await alone(here, pace)
        before = await here.at(number)
        due = await here.deadline(number)
        for _ in range(3):
            here.clock.at += 5 * SECOND
            await take_turn(here, number)
            assert await here.deadline(number) == here.clock.at + pace.turn + before.clock.banks[seat] + 2 * SECOND
            here.clock.at += SECOND
            table = await here.at(number)
            while (await here.at(number)).clock.ended:
                seq = (await here.at(number)).seq
                await here.containers[1].commands.undo(number, here.people[seat], seq, whole=False)
            assert table.clock.banks[seat] == before.clock.banks[seat] + pace.increment
            table = await here.at(number)
            assert table.clock.banks == before.clock.banks
            assert await here.deadline(number) == due
            await here.container.commands.undo(number, here.people[seat], table.seq, whole=True)
            assert await here.deadline(number) == due
        here.clock.at = due
        assert await here.sweep() == 1


@pytest.mark.asyncio
async def test_a_flag_skips_one_turn_of_a_seat_that_has_the_next_too(swept: str) -> None:
    """The last to pass is the first of the next round: that turn has its own time."""
    pace = with_policy(LIVE, "skip")
    async with hall(swept, nature=always_the_same) as here:
        number, seat = await alone(here, pace)
        table = await here.at(number)
        assert table.position.claims == [-1, -1]  # type: ignore[attr-defined]
        here.clock.at = await here.deadline(number)
        assert await here.sweep() == 1
        after = await here.at(number)
        assert (after.actor, after.clock.seat, after.clock.used, after.clock.banks[seat]) == (seat, seat, 0, 0)
        assert await here.said(number, table.seq) == [(seat, "/flag"), (seat, "pass")]
        assert await here.deadline(number) == here.clock.at + pace.turn


@pytest.mark.asyncio
async def test_a_table_that_began_before_keeps_its_clock_rules(swept: str) -> None:
    """Its log folds to the same banks in every process, also in one that began before the rules were others."""
    async with hall(swept, nature=always_the_same) as here:
        number, seat = await alone(here, LIVE)
        await here.container.database.write("UPDATE tables SET clock_rules = 1 WHERE id = %s", (number,))
        await here.container.database.write("DELETE FROM snapshots WHERE table_id = %s", (number,))
        here.container.tables.forget(number)
        table = await here.at(number)
        assert (table.clock.turn, table.clock.rules, table.clock.seat) == (0, 1, seat)
        here.clock.at += SECOND
        begun = table.clock.used
        while not (table := await here.at(number)).position.begins_turn or table.clock.used == begun:
            words = [table.game.vocabulary.word(move) for move in table.position.moves()]
            await here.move(number, next((word for word in words if word != "pass"), words[0]))
        assert table.clock.used == begun + SECOND


@pytest.mark.asyncio
async def test_a_snapshot_by_other_clock_rules_is_not_used(swept: str) -> None:
    """A process of an earlier version, during an upgrade, folds a table by the rules it knows."""
    async with hall(swept, containers=2, nature=always_the_same) as here:
        number, _ = await alone(here, LIVE)
        await take_turn(here, number)
        right = await here.at(number)
        wrong = right.copy()
        wrong.clock = msgspec.structs.replace(wrong.clock, rules=1, turn=0, used=12_345, ended=())
        slot, seq, body = wrong.snapshot()
        await here.container.database.write(
            "UPDATE snapshots SET seq = %s, body = %s WHERE table_id = %s AND slot = %s", (seq, body, number, slot)
        )
        for container in here.containers:
            container.tables.forget(number)
            assert (await here.at(number, container)).clock == right.clock


# ---------------------------------------------------------------- pauses


@pytest.mark.asyncio
@pytest.mark.parametrize("pace", [LIVE, SLOW], ids=["live", "days"])
async def test_no_flag_falls_in_a_pause(swept: str, pace: Pace) -> None:
    async with hall(swept, containers=2) as here:
        number = await here.table(pace)
        here.clock.at += pace.turn - 1
        table = await here.at(number)
        await here.container.commands.ask(number, here.people[1 - table.actor], table.seq, "pause")
        table = await here.at(number)
        await here.containers[1].commands.reply(number, here.people[table.actor], table.seq, agree=True)
        assert await here.deadline(number) is None
        here.clock.at += 100 * DAY
        assert await here.sweep() == 0
        table = await here.at(number)
        with pytest.raises(NotNow):
            await here.move(number)
        await here.container.commands.resume(number, here.people[0], table.seq)
        due = here.clock.at + 1 + pace.bank
        assert await here.deadline(number) == due
        here.clock.at = due - 1
        assert await here.sweep() == 0
        here.clock.at = due
        assert await here.sweep() == 1


@pytest.mark.asyncio
async def test_a_pause_between_claim_and_flag(swept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever claimed a table finds it paused, and does not overwrite what was written meanwhile."""
    async with hall(swept, containers=2) as here:
        sweeping, web = here.containers
        number = await here.table(LIVE)
        here.clock.at = await here.deadline(number)
        table = await here.at(number)
        flag = sweeping.commands.flag
        hours = sweeping.tables.deadline

        async def pause(number: int, known: int) -> bool:
            await web.commands.ask(number, here.people[0], table.seq, "pause")
            await web.commands.reply(number, here.people[1], table.seq + 1, agree=True)
            return await flag(number, known)

        async def resume(table: TableState) -> int | None:
            found = await hours(table)
            await web.commands.resume(number, here.people[0], table.seq)
            return found

        monkeypatch.setattr(sweeping.sweeper.commands, "flag", pause)
        monkeypatch.setattr(sweeping.tables, "deadline", resume)
        assert await sweeping.sweeper.sweep() == 0
        assert await here.deadline(number) == here.clock.at, "nothing is left: due at once"
        monkeypatch.undo()
        assert await here.sweep() == 1


# ---------------------------------------------------------------- a title that begins without draws


class Dealt(LokGame):
    """Lok'n'Roll whose first draws are already made when it starts."""

    slug = "dealt"

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> Any:
        state = super().start(seats, options)
        while state.actor == NATURE:
            state.apply(state.moves()[0])
        return state


@pytest.mark.asyncio
async def test_the_first_turn_of_a_title_without_draws_has_a_clock(swept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Dealt()
    install(monkeypatch, dealt=Dealt)
    async with hall(swept) as here:
        number = await here.table(LIVE, title=game.slug)
        assert (await here.at(number)).seq == 0
        assert await here.deadline(number) == NOON + LIVE.turn + LIVE.bank
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.sweep() == 1


# ---------------------------------------------------------------- some days of a year

WEEKS = ["2027-03-10", "2027-03-24", "2027-03-31", "2027-09-22", "2027-09-29", "2027-10-27", "2027-11-03"]
"""Beginnings of weeks in which summer time begins or ends in one of the zones."""


@pytest.mark.asyncio
async def test_some_days_of_a_year(worker_id: str) -> None:
    begin = datetime.fromisoformat(Random(SEED).choice(WEEKS)).replace(tzinfo=UTC)
    with new_database(f"trainshed_clocks_{worker_id}_{os.getpid()}") as url:
        tally, _ = await simulate(url, SEED, tables=size(day=6, night=9), begin=begin, days=size(day=8, night=12))
    assert tally.bad == 0, "\n".join(tally.notes)
    assert tally.turns > size(day=25, night=60)
    assert tally.flags > size(day=4, night=10)

"""The hub sends what the table service has folded: a row is folded once in each process, whoever watches."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import pytest

from tests.support.service import open_container
from trainshed.draw.sheet import WIDE
from trainshed.kernel.game import State
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.subjects import CHAT, FORGET, table_subject
from trainshed.service.tables.table_state import Step, TableState, effective_moves, seen_row
from trainshed.web.http.headers import Scope
from trainshed.web.pages.table.page_feed import PageWriter
from trainshed.web.pages.table.table_parts import DisplayMode
from trainshed.web.streams.event_writer import EVENTS, state_event
from trainshed.web.streams.fan_out import Feed
from trainshed.web.streams.hub import Hub
from trainshed.web.streams.late_feed import LateFeed

PATIENCE = 20.0
PAGE = PageWriter(DisplayMode("en", WIDE))


@pytest.fixture(autouse=True)
def no_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.web.streams.hub.LOOK_EVERY", 3600.0)


class Recorder:
    """A writer that keeps what the hub tells it."""

    needs_history = False

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.digests: list[tuple[str, str]] = []
        """Of the positions before and after each step, when it was told."""
        self.resyncs = 0

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        return Feed(b"", table.seq)

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        if steps is None:
            self.resyncs += 1
        else:
            assert [step.row.seq for step in steps] == list(range(feed.seq + 1, table.seq + 1))
            self.steps += steps
            self.digests += [digests(step) for step in steps]
        feed.update(b"", b"", table.seq)

    def arrived(self, feed: Feed, viewer: int | None) -> None:
        feed.update(b"", b"", feed.seq)

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        return b""

    def chat(self, feed: Feed, viewer: int | None) -> None:
        pass

    def rematch(self, feed: Feed, viewer: int | None) -> None:
        pass

    def state_of(self, scope: Scope) -> str:
        return ""

    def idle(self, table: TableState, viewer: int | None, have: str) -> LateFeed | None:
        return None


def digests(step: Step) -> tuple[str, str]:
    return step.before.digest(), step.after.digest()


class Folds:
    """Counts how often each row is folded, and how often with its events."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows: Counter[int] = Counter()
        self.listened: Counter[int] = Counter()
        fold = TableState.fold

        def counted(table: TableState, row: LogRow, listen: bool = False, after: State | None = None) -> Step:
            self.rows[row.seq] += 1
            self.listened[row.seq] += listen
            return fold(table, row, listen, after)

        monkeypatch.setattr(TableState, "fold", counted)


class Process:
    """A container with a hub, as a web server has them; its bus is its own, so others are found by polling."""

    def __init__(self, container: Container) -> None:
        self.container = container
        self.tables = container.tables
        self.hub = Hub(container.tables, container.supervisor)

    async def at(self, number: int, seq: int) -> None:
        """Look for new rows, and wait until they are sent."""
        await self.hub.look_at_all()
        async with asyncio.timeout(PATIENCE):
            while self.hub.watched[number].table.seq < seq or self.hub.watched[number].busy:
                await asyncio.sleep(0.005)


@asynccontextmanager
async def processes(database: str) -> AsyncIterator[tuple[Process, Process]]:
    async with open_container(database) as one, open_container(database) as two:
        both = Process(one), Process(two)
        for process in both:
            await process.hub.open()
        try:
            yield both
        finally:
            for process in both:
                await process.hub.close()


class Game:
    """A table of two people, at which random moves are made."""

    def __init__(self, number: int, people: list[Person], seed: int) -> None:
        self.number = number
        self.people = people
        self.rng = Random(seed)

    @classmethod
    async def start(cls, container: Container, title: str = "russian-railroads", seed: int = 1) -> Game:
        people = [(await container.people.guest(name))[0] for name in ("Ada", "Béla")]
        number = await container.lobby.create(people[0], TablePlan(title, 2, visibility="public"))
        await container.lobby.join(number, people[1], None, "")
        await container.lobby.start(number, people[0])
        await container.lobby.begin(number)
        return cls(number, people, seed)

    async def step(self, container: Container) -> int:
        """The seat to move plays a random word, or takes one back; the last row after it."""
        table = (await container.tables.current(self.number)).table
        person = self.people[table.actor]
        if table.run and self.rng.random() < 0.3:
            return (await container.commands.undo(self.number, person, table.seq, whole=self.rng.random() < 0.5)).seq
        word = table.game.vocabulary.word(self.rng.choice(table.position.moves()))
        return (await container.commands.play(self.number, person, table.seq, [word])).seq

    async def steps(self, container: Container, count: int) -> int:
        return [await self.step(container) for _ in range(count)][-1]

    async def take_back(self, container: Container, rows: int) -> int:
        """Take back by consent everything since a move of many rows ago; the last row after it."""
        table = (await container.tables.current(self.number)).table
        moves = effective_moves(await container.store.rows(self.number, 0))
        first = next(row for row in reversed(moves[:-rows]) if row.seat >= 0)
        asked = await container.commands.ask(self.number, self.people[first.seat], table.seq, f"takeback {first.seq}")
        return (await container.commands.reply(self.number, self.people[1 - first.seat], asked.seq, agree=True)).seq


async def same_as_history(process: Process, number: int, after: int, seen: Recorder) -> None:
    """What was told is what the log folds to, and no position was changed afterwards."""
    last = process.hub.watched[number].table.seq
    assert [step.row.seq for step in seen.steps] == list(range(after + 1, last + 1))
    assert [digests(step) for step in seen.steps] == seen.digests
    history = await process.tables.history(number, after, last)
    assert [digests(step) for step in history] == seen.digests
    for viewer in (None, 0, 1):
        assert [seen_row(step, viewer) for step in seen.steps] == [seen_row(step, viewer) for step in history]


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_each_process_folds_a_row_once(database: str, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """Given two processes with readers of several formats, when somebody moves, then each folds each row once."""
    async with processes(database) as (one, two):
        game = await Game.start(one.container, title)
        number, seen = game.number, (Recorder(), Recorder())
        feeds: list[Feed] = []
        for process, recorder in zip((one, two), seen, strict=True):
            for viewer, writer in ((0, EVENTS), (None, PAGE), (1, recorder)):
                feeds.append(await process.hub.feed(number, viewer, writer=writer))
        begin = (await one.tables.current(number)).table.seq
        folds = Folds(monkeypatch)
        last = begin
        for _ in range(8):
            last, before = await game.steps(one.container, 3), last
            await one.at(number, last)
            assert folds.rows == dict.fromkeys(range(begin + 1, last + 1), 1) | dict.fromkeys(
                range(begin + 1, before + 1), 2
            )
            await two.at(number, last)
            assert folds.rows == dict.fromkeys(range(begin + 1, last + 1), 2)
        monkeypatch.undo()
        for process, recorder in zip((one, two), seen, strict=True):
            await same_as_history(process, number, begin, recorder)
            now = (await process.tables.opened(number)).table
            assert process.hub.watched[number].table is now
            assert process.hub.watched[number].feeds[0, EVENTS].state == state_event(now, 0)
        async with asyncio.timeout(PATIENCE):  # pages of spectators are drawn when it is their turn
            while {feed.seq for feed in feeds} != {last}:
                await asyncio.sleep(0.005)


@pytest.mark.asyncio
async def test_nothing_is_kept_for_nobody(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a table that nobody watches, when rows are read, then without events, and no step is kept."""
    async with processes(database) as (one, two):
        game = await Game.start(one.container)
        opened = await two.tables.opened(game.number)
        begin = opened.table.seq
        feed = await two.hub.feed(game.number, None)
        await game.steps(one.container, 2)
        await two.tables.catch_up(opened)
        assert len(opened.steps) == opened.table.seq - begin > 0  # for the reader, who was not told yet
        two.hub.left(game.number, feed, None, None)
        assert (len(opened.steps), two.tables.watched) == (0, {})
        folds, begin = Folds(monkeypatch), opened.table.seq
        last = await game.steps(one.container, 4)
        own = folds.listened.copy()
        await two.tables.catch_up(opened)
        assert folds.rows == dict.fromkeys(range(begin + 1, last + 1), 2)
        assert folds.listened == own  # those of the drafts alone
        assert opened.table.seq == last
        assert (len(opened.steps), len((await one.tables.opened(game.number)).steps)) == (0, 0)


@pytest.mark.asyncio
async def test_what_was_sent_is_not_kept(database: str) -> None:
    async with processes(database) as (one, two):
        game = await Game.start(one.container)
        for process in (one, two):
            await process.hub.feed(game.number, 0)
        last = await game.steps(one.container, 5)
        for process in (one, two):
            await process.at(game.number, last)
            assert len((await process.tables.opened(game.number)).steps) == 0


@pytest.mark.asyncio
async def test_a_takeback_of_several_turns(database: str) -> None:
    """Given readers in both processes, when turns are taken back by consent, then both get the same, in the same way
    as it is folded from the log."""
    async with processes(database) as (one, two):
        game = await Game.start(one.container, "lok-n-roll", seed=3)
        last = await game.steps(one.container, 25)
        seen = Recorder(), Recorder()
        for process, recorder in zip((one, two), seen, strict=True):
            await process.hub.feed(game.number, 0, writer=recorder)
        begin, last = last, await game.take_back(one.container, 8)
        for process in (one, two):
            await process.at(game.number, last)
        last = await game.steps(one.container, 6)
        for process, recorder in zip((one, two), seen, strict=True):
            await process.at(game.number, last)
            await same_as_history(process, game.number, begin, recorder)


@pytest.mark.asyncio
async def test_processes_that_move_in_turns_and_at_once(database: str) -> None:
    """Given moves in both processes, some of which lose, when all is told, then it is the log."""
    async with processes(database) as (one, two):
        game = await Game.start(one.container, seed=5)
        begin = (await one.tables.opened(game.number)).table.seq
        seen = Recorder(), Recorder()
        for process, recorder in zip((one, two), seen, strict=True):
            await process.hub.feed(game.number, 1, writer=recorder)
        for _ in range(12):
            moved = await asyncio.gather(
                game.step(one.container), game.step(two.container), return_exceptions=True
            )  # one of them is stale, unless it comes later
            assert any(isinstance(seq, int) for seq in moved), moved
        last = await game.step(one.container)
        for process, recorder in zip((one, two), seen, strict=True):
            await process.at(game.number, last)
            await same_as_history(process, game.number, begin, recorder)


@pytest.mark.asyncio
async def test_tasks_that_catch_up_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes(database) as (one, two):
        game = await Game.start(one.container, seed=6)
        begin, seen = (await one.tables.opened(game.number)).table.seq, Recorder()
        await two.hub.feed(game.number, 0, writer=seen)
        opened = await two.tables.opened(game.number)
        last = await game.steps(one.container, 6)
        folds = Folds(monkeypatch)
        await asyncio.gather(*(two.tables.catch_up(opened) for _ in range(3)), two.at(game.number, last))
        assert folds.rows == dict.fromkeys(range(begin + 1, last + 1), 1)
        await same_as_history(two, game.number, begin, seen)


@pytest.mark.asyncio
@pytest.mark.parametrize("most", [2, 128])
async def test_what_is_not_in_memory_is_read(database: str, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Given more rows than are kept, or a table that was forgotten meanwhile, then readers still get every row."""
    monkeypatch.setattr("trainshed.service.tables.open_tables.MOST_STEPS", most)
    async with processes(database) as (one, two):
        game = await Game.start(one.container, seed=7)
        begin, seen = (await one.tables.opened(game.number)).table.seq, Recorder()
        await two.hub.feed(game.number, 0, writer=seen)
        for forgotten in (False, True, False):
            last = await game.steps(one.container, 5)
            if forgotten:
                two.tables.forget(game.number)
            await two.at(game.number, last)
        await same_as_history(two, game.number, begin, seen)
        monkeypatch.setattr("trainshed.web.streams.hub.MOST_SINCE", 3)
        two.tables.forget(game.number)
        await two.at(game.number, await game.steps(one.container, 5))
        assert seen.resyncs == 1


@pytest.mark.asyncio
async def test_a_dropped_table_hears_nothing_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a watched table, when its processes must read it anew, then its readers go, and nothing is left of it."""
    heard: list[bytes] = []
    monkeypatch.setattr(Hub, "_heard", lambda _hub, _watched, payload: heard.append(payload))
    async with processes(database) as (one, _):
        game = await Game.start(one.container)
        feed = await one.hub.feed(game.number, 0)
        one.container.bus.publish(FORGET, ids.written(game.number).encode())
        async with asyncio.timeout(PATIENCE):
            while not feed.closed:
                await asyncio.sleep(0.005)
        assert (one.hub.watched, one.tables.watched) == ({}, {})
        heard.clear()
        one.container.bus.publish(table_subject(game.number), b"1000")
        await asyncio.sleep(0.02)
        assert heard == []
        one.hub.left(game.number, feed, None, None)
        assert one.tables.watched == {}


# ---------------------------------------------------------------- errors


class Failing(Recorder):
    """A writer with a bug in its drawing."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = True
        self.opened = 0

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        self.opened += 1
        return super().open(table, viewer, steps, whole)

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        if self.fails:
            raise ZeroDivisionError("cannot be drawn")
        super().tell(feed, table, viewer, steps, whole)

    def chat(self, feed: Feed, viewer: int | None) -> None:
        raise ZeroDivisionError("cannot be said")


@pytest.mark.asyncio
async def test_a_feed_that_cannot_be_drawn_fails_alone(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """Given an error in the drawing of one page, then all other readers get their rows, and its own a whole page."""
    async with processes(database) as (one, two):
        game = await Game.start(one.container)
        failing, seen = Failing(), Recorder()
        begin = (await one.tables.opened(game.number)).table.seq
        for process in (one, two):
            broken = await process.hub.feed(game.number, 0, writer=failing)
        other = await two.hub.feed(game.number, 1, writer=seen)
        last = await game.steps(one.container, 3)
        await two.at(game.number, last)
        await same_as_history(two, game.number, begin, seen)
        assert (broken.closed, other.closed) == (True, False)
        assert "cannot be drawn" in caplog.text
        two.hub.left(game.number, broken, None, None)
        failing.fails = False
        again = await two.hub.feed(game.number, 0, writer=failing)
        assert (again.closed, again.seq, again.expected) == (False, last, 1)
        last = await game.steps(one.container, 3)
        await two.at(game.number, last)
        assert (again.seq, again.closed) == (last, False)
        await same_as_history(two, game.number, begin, seen)


@pytest.mark.asyncio
async def test_a_chat_message_that_cannot_be_sent_to_one_feed(database: str) -> None:
    async with processes(database) as (one, _):
        game = await Game.start(one.container)
        broken = await one.hub.feed(game.number, 0, writer=Failing())
        other = await one.hub.feed(game.number, 1)
        reader = other.join(b"", gzip=False)
        await reader.next()
        one.container.bus.publish(table_subject(game.number), CHAT)
        async with asyncio.timeout(PATIENCE):
            assert b"event: chat" in await reader.next()
        assert broken.closed


@pytest.mark.asyncio
async def test_a_page_that_was_closed_comes_back_with_its_history(database: str) -> None:
    async with processes(database) as (one, _):
        game = await Game.start(one.container)
        last = await game.steps(one.container, 5)
        whole = (await one.hub.feed(game.number, 0, writer=PAGE)).state
        one.hub.watched[game.number].feeds[0, PAGE].close()
        again = await one.hub.feed(game.number, 0, writer=PAGE)
        assert (again.seq, again.state) == (last, whole)


@pytest.mark.asyncio
async def test_a_table_that_cannot_be_followed_is_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Given an unexpected error while rows are folded, then it is logged, and the next poll finds them."""
    async with processes(database) as (one, two):
        game = await Game.start(one.container)
        begin, seen = (await one.tables.opened(game.number)).table.seq, Recorder()
        await two.hub.feed(game.number, 0, writer=seen)
        last = await game.steps(one.container, 3)

        async def broken(*_: object) -> None:
            raise ZeroDivisionError("cannot be folded")

        with monkeypatch.context() as patch:
            patch.setattr(two.tables, "catch_up", broken)
            for _ in range(3):
                await two.hub.look_at_all()
                async with asyncio.timeout(PATIENCE):
                    while two.hub.watched[game.number].busy:
                        await asyncio.sleep(0.005)
        assert caplog.text.count("ZeroDivisionError: cannot be folded") == 2  # the first time, the second, the fourth …
        await two.at(game.number, last)
        await same_as_history(two, game.number, begin, seen)

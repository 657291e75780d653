"""Twin tables look the same to a seat, and a service that leaks is caught. The long form is bench/twin_tables.py."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest
import pytest_asyncio

from tests.support.database import new_database
from tests.support.seeds import SEED, size
from tests.support.service import Guest, open_container, started
from tests.support.twins.games import Pair, find_pair
from tests.support.twins.tables import Leak, Rooms
from tests.support.web.asgi import Stream
from trainshed.kernel import record
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, Refused, Wrong
from trainshed.service.tables import commands, lobby, player_view, table_state
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.open_tables import OpenTable
from trainshed.service.tables.seat_store import CardRecord
from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.app import App
from trainshed.web.pages.lobby import table_list
from trainshed.web.pages.replay import replay_page
from trainshed.web.pages.table import page_feed, table_page
from trainshed.web.pages.table.page_feed import PageFeed
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, TablePage
from trainshed.web.streams import event_writer, fan_out, hub, ndjson
from trainshed.web.streams.server_sent_events import event
from trainshed.wire import Legality, Preview, SeenRow, TableCard, TableView

LOK, RAIL = "lok-n-roll", "russian-railroads"
POSITIONS = size(day=6, night=20)
"""Positions of each table that are compared; bench/twin_tables.py compares all."""

BEFORE = size(day=2, night=4)
"""Rows before the first difference at which comparing begins."""

TURNS = count(1)
"""Every test begins at another time, so that no id is used twice."""

Patch = pytest.MonkeyPatch


@pytest.fixture(scope="session")
def databases(worker_id: str) -> Iterator[tuple[str, str]]:
    name = f"trainshed_twins_test_{worker_id}_{os.getpid()}"
    with new_database(f"{name}_one") as one, new_database(f"{name}_two") as two:
        yield one, two


@pytest_asyncio.fixture
async def rooms(databases: tuple[str, str]) -> AsyncIterator[Rooms]:
    async with Rooms(*databases, since=1_800_000_000_000 + next(TURNS) * 10**9) as both:
        yield both


@pytest.mark.asyncio
@pytest.mark.parametrize(("title", "hot"), [(LOK, False), (LOK, True), (RAIL, False)])
async def test_twin_tables_cannot_be_told_apart(rooms: Rooms, title: str, hot: bool) -> None:
    """From shortly before the first difference on."""
    print(f"TRAINSHED_SEED={SEED}")
    pair = find_pair(title, f"{SEED}:{hot}")
    found = await rooms.walk(pair, since=max(0, pair.first - BEFORE), most=POSITIONS, hot=hot)
    assert found.hidden
    assert found.answers > 15 * found.positions
    assert found.chunks


@pytest.mark.asyncio
@pytest.mark.parametrize("title", [LOK, RAIL])
async def test_until_the_game_is_over(rooms: Rooms, title: str) -> None:
    """The last rows; then everything is open."""
    print(f"TRAINSHED_SEED={SEED}")
    pair = find_pair(title, f"{SEED}:end")
    found = await rooms.walk(pair, since=max(0, pair.end - size(day=2, night=12)))
    assert found.positions
    assert found.whole == pair.whole


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ["/api", "/api/bot"])
async def test_a_stream_that_opens_while_the_device_is_handed_on_shows_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Whoever has several seats on one device: the first view must not come after the second was asked for."""
    async with open_container(database) as container:
        app = App(container)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as http:
            ada = await Guest.arrive(http, "Ada")
            there = await started(ada, [ada])
            honest = app.hub.feed

            async def handed_on(*which: Any, **how: Any) -> fan_out.Feed:
                found = await honest(*which, **how)
                await ada.post(f"/tables/{there}/hand", 204, seat=1)
                return found

            monkeypatch.setattr(app.hub, "feed", handed_on)
            late = Stream(app, f"{path}/tables/{there}/stream", ada.token, gzip=False, last=None)
            await late.cut()
            assert not any(b'"seat":0' in chunk for chunk in late.chunks)
            monkeypatch.undo()
            again = Stream(app, f"{path}/tables/{there}/stream", ada.token, gzip=False, last=None)
            await again.read(2)
            assert b'"seat":1' in again.chunks[1]
            await again.close()


# ---------------------------------------------------------------- leaks


def plain(step: Step, viewer: int | None) -> SeenRow:
    """A leak: the row with its true word."""
    return msgspec.structs.replace(table_state.seen_row(step, viewer), said=step.row.said)


def with_all_events(step: Step, viewer: int | None) -> SeenRow:
    """A leak: the row with the events that all seats together may know."""
    honest = table_state.seen_row(step, viewer)
    known = [happened for seat in range(step.before.seats) for happened in step.after.events(seat)]
    return msgspec.structs.replace(honest, events=known)


def through_other_eyes(there: TableState, viewer: int | None) -> TableView:
    """A leak: the views of all others."""
    others = [there.position.view(seat) for seat in range(there.seats) if seat != viewer]
    return msgspec.structs.replace(player_view.table_view(there, viewer), view=others)


def with_all_answers(there: TableState, viewer: int | None) -> TableView:
    """A leak: the legal words of the seat to move, for everybody."""
    return msgspec.structs.replace(player_view.table_view(there, viewer), moves=player_view.legal_words(there))


def leak_words_in_log(patch: Patch) -> None:
    patch.setattr(commands, "seen_row", plain)


def leak_words_in_stream(patch: Patch) -> None:
    patch.setattr(event_writer, "seen_row", plain)


def leak_words_to_programs(patch: Patch) -> None:
    patch.setattr(ndjson, "seen_row", plain)


def leak_words_in_gaps(patch: Patch) -> None:
    async def gap(self: hub.Hub, number: int, _viewer: int | None, after: int, _writer: object) -> bytes:
        steps = await self.tables.history(number, after, self.watched[number].table.seq)
        return event("rows", event_writer.encode([plain(step, None) for step in steps]))

    patch.setattr(hub.Hub, "gap", gap)


def leak_words_to_the_late(patch: Patch) -> None:
    async def since(self: TableCommands, opened: OpenTable, seq: int, _viewer: int | None) -> list[SeenRow]:
        return [plain(step, None) for step in await self.tables.history(opened.table.config.id, seq, opened.table.seq)]

    patch.setattr(TableCommands, "since", since)


def leak_events(patch: Patch) -> None:
    patch.setattr(commands, "seen_row", with_all_events)


def leak_view(patch: Patch) -> None:
    patch.setattr(commands, "table_view", through_other_eyes)


def leak_view_in_stream(patch: Patch) -> None:
    patch.setattr(event_writer, "table_view", through_other_eyes)


def leak_answers(patch: Patch) -> None:
    patch.setattr(commands, "table_view", with_all_answers)


def leak_why_not(patch: Patch) -> None:
    async def why_not(self: TableCommands, number: int, _person: Person, word: str) -> Legality:
        there = (await self.tables.current(number)).table
        if word not in there.game.vocabulary:
            raise Wrong("There is no such word.")
        return Legality(word, there.position.why_not(there.game.vocabulary.id(word), there.actor) is None)

    patch.setattr(TableCommands, "why_not", why_not)


def leak_refusals(patch: Patch) -> None:
    honest = TableCommands._legal

    def legal(self: TableCommands, there: TableState, seat: int, word: str, index: int) -> int:
        if word in there.game.vocabulary and seat != there.actor:
            refusal = there.position.why_not(there.game.vocabulary.id(word), there.actor)
            if refusal is not None:
                raise Refused(word, index, refusal, there.game)
        return honest(self, there, seat, word, index)

    patch.setattr(TableCommands, "_legal", legal)


def leak_export(patch: Patch) -> None:
    patch.setattr(record, "as_seen", lambda full, _: full)


def leak_draws_to_come(patch: Patch) -> None:
    async def preview(self: TableCommands, number: int, person: Person, seq: int, said: list[str]) -> Preview:
        await honest(self, number, person, seq, said)
        opened = await self.tables.opened(number)
        seat = await self._seat(opened.table, person)
        draft = await self.tables.draft(opened)
        for word in said:
            draft.say(seat, word)
        self._draw(opened, draft)
        return Preview(
            seq,
            0,
            [table_state.seen_row(step, seat) for step in draft.steps],
            player_view.table_view(draft.table, seat),
        )

    honest = TableCommands.preview
    patch.setattr(TableCommands, "preview", preview)


def leak_secret(patch: Patch) -> None:
    honest = lobby._card

    def card(record: CardRecord, person: Person | None) -> TableCard:
        return msgspec.structs.replace(honest(record, person), commitment=(record.secret or b"").hex())

    patch.setattr(lobby, "_card", card)


def leak_by_size(patch: Patch) -> None:
    """The text of the compressed stream is right, but it is compressed with hidden data as its dictionary."""
    truth = b""
    honest_state, honest_pack = event_writer.state_event, fan_out.pack

    def state_event(there: TableState, viewer: int | None) -> bytes:
        nonlocal truth
        truth = b"".join(event_writer.encode(there.position.view(seat)) for seat in range(there.seats))
        return honest_state(there, viewer)

    def pack(text: bytes, _tail: bytes = b"") -> bytes:
        return honest_pack(text, truth)

    patch.setattr(event_writer, "state_event", state_event)
    patch.setattr(fan_out, "pack", pack)


def leak_other_hand(patch: Patch) -> None:
    """A person with several seats gets the view of the one that is not in hand."""
    honest = TableCommands.viewer

    async def viewer(self: TableCommands, there: TableState, person: Person | None, *more: Any) -> int | None:
        seat = await honest(self, there, person, *more)
        return seat if person is None or seat is None else next(s for s in there.seats_of(person.id) if s != seat)

    patch.setattr(TableCommands, "viewer", viewer)


def leak_to_strangers(patch: Patch) -> None:
    """The refusal for people without a seat depends on the position."""
    honest = TableCommands._seat

    async def seat(self: TableCommands, there: TableState, person: Person) -> int:
        if not there.seats_of(person.id):
            raise Forbidden(f"You do not sit at this table, {there.position.digest()}.")
        return await honest(self, there, person)

    patch.setattr(TableCommands, "_seat", seat)


def with_another_hand(there: TableState, viewer: int | None) -> TableView:
    """A leak: the view of another seat in place of the viewer's own."""
    other = max(seat for seat in range(there.seats) if seat != viewer)
    return msgspec.structs.replace(player_view.table_view(there, viewer), view=there.position.view(other))


def leak_hand_on_page(patch: Patch) -> None:
    """The first page leaks; its stream is right."""

    class Telltale(PageHistory):
        def look(self, there: TableState) -> TablePage:
            return super().look(there)._replace(table_view=with_another_hand(there, self.viewer))

    patch.setattr(table_page, "PageHistory", Telltale)


def leak_hand_in_updates(patch: Patch) -> None:
    """The first page is right; its updates leak."""
    honest = PageFeed.follow

    def follow(self: PageFeed, there: TableState, steps: Any, whole: Any = ()) -> None:
        with pytest.MonkeyPatch.context() as meanwhile:
            meanwhile.setattr(page_feed, "table_view", with_another_hand)
            honest(self, there, steps, whole)

    patch.setattr(PageFeed, "follow", follow)


def leak_hand_in_the_past(patch: Patch) -> None:
    """A row of the replay with the view of another seat."""
    patch.setattr(replay_page, "table_view", with_another_hand)


def leak_drawn_cards_on_page(patch: Patch) -> None:
    patch.setattr(page_feed, "seen_row", with_all_events)


def leak_hand_in_a_gesture(patch: Patch) -> None:
    patch.setattr(table_page, "table_view", with_another_hand)


def leak_by_slips(patch: Patch) -> None:
    """The reason why a word is forbidden to the seat to move is shown to everybody."""
    honest = table_page.why

    def why(there: TableState, _seat: int, word: str, display: DisplayMode) -> str:
        return honest(there, there.actor, word, display)

    patch.setattr(table_page, "why", why)


def leak_by_size_of_page(patch: Patch) -> None:
    """The updates of a page are compressed with hidden data as their dictionary."""
    truth = b""
    honest_view, honest_pack = player_view.table_view, fan_out.pack

    def seen(there: TableState, viewer: int | None) -> TableView:
        nonlocal truth
        hands = [event_writer.encode(there.position.view(seat).hand) for seat in range(there.seats)]
        truth = b"".join(b'<title>%b</title>"track:' % hand for hand in hands)
        return honest_view(there, viewer)

    def pack(text: bytes, _tail: bytes = b"") -> bytes:
        return honest_pack(text, truth)

    patch.setattr(page_feed, "table_view", seen)
    patch.setattr(page_feed, "pack", pack)


def leak_in_the_lobby(patch: Patch) -> None:
    """The points in the lobby's list of tables contain the hands."""
    honest = table_list.glance

    async def glance(container: Any, person: Person, card: TableCard, *more: Any) -> tuple[list[str], str]:
        points, progress = await honest(container, person, card, *more)
        there = (await container.tables.opened(ids.number(card.table))).table
        hands = [there.position.view(seat).hand for seat in range(there.seats)]
        return [f"{said}/{''.join(hand)}" for said, hand in zip(points, hands, strict=True)], progress

    patch.setattr(table_list, "glance", glance)


LEAKS: list[tuple[str, Callable[[Patch], None], str]] = [
    (LOK, leak_words_in_log, "log"),
    (RAIL, leak_words_in_log, "log"),
    (LOK, leak_words_in_stream, "stream"),
    (RAIL, leak_words_in_stream, "stream"),
    (LOK, leak_words_to_programs, "programs"),
    (LOK, leak_words_in_gaps, "stream"),
    (LOK, leak_words_to_the_late, "stale"),
    (LOK, leak_events, "log"),
    (RAIL, leak_events, "log"),
    (LOK, leak_view, "table"),
    (RAIL, leak_view, "table"),
    (LOK, leak_view_in_stream, "stream"),
    (LOK, leak_answers, "table"),
    (LOK, leak_why_not, "why not"),
    (LOK, leak_refusals, "refus"),
    (LOK, leak_export, "export"),
    (RAIL, leak_export, "export"),
    (LOK, leak_draws_to_come, "preview"),
    (LOK, leak_secret, "card"),
    (LOK, leak_by_size, "compressed"),
    (LOK, leak_other_hand, "seat"),
    (LOK, leak_to_strangers, "stranger"),
    (LOK, leak_hand_on_page, "by the page"),
    (LOK, leak_hand_in_updates, "stream of the page"),
    (LOK, leak_hand_in_the_past, "a row of the replay"),
    (LOK, leak_drawn_cards_on_page, "the page"),
    (LOK, leak_hand_in_a_gesture, "a gesture tried on the page"),
    (LOK, leak_by_slips, "a slip of the page"),
    (LOK, leak_by_size_of_page, "the compressed stream of the page"),
    (LOK, leak_in_the_lobby, "the lobby's page"),
]


@pytest.fixture(scope="session")
def pairs() -> dict[str, Pair]:
    return {LOK: find_pair(LOK, "leaks 19"), RAIL: find_pair(RAIL, "leaks 33")}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("title", "leak", "by"), LEAKS[:: size(day=6, night=1)], ids=lambda part: getattr(part, "__name__", part)
)
async def test_a_leak_is_caught(
    rooms: Rooms,
    pairs: dict[str, Pair],
    monkeypatch: Patch,
    title: str,
    leak: Callable[[Patch], None],
    by: str,
) -> None:
    leak(monkeypatch)
    pair = pairs[title]
    with pytest.raises(Leak, match=by):
        await rooms.walk(pair, since=max(0, pair.first - BEFORE), hot=leak is leak_other_hand)

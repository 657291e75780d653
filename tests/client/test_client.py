"""The client against a real server, over a good and a bad connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from random import Random

import pytest

from tests.client.weather import weather
from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import serving
from trainshed.client import Client, Forbidden, NotFound, NotNow, NotSignedIn, Refused, Stale, Unreachable, Wrong
from trainshed.kernel.record import read, verify
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.wire import (
    FullState,
    LobbyChanged,
    NewRows,
    RowsAdded,
    SeenRow,
    TableOver,
    TableStart,
    TableView,
    YourTurn,
)


@asynccontextmanager
async def at_home(database: str) -> AsyncIterator[str]:
    async with serving(
        Container(Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4), work=True)
    ) as url:
        yield url


@asynccontextmanager
async def table_for_two(url: str, title: str = "lok-n-roll") -> AsyncIterator[tuple[Client, str]]:
    """A guest against `thumb`, at a started table."""
    async with Client(url) as client:
        await client.new_guest("Marta")
        card = await client.new_table(title, 2)
        await client.seat_bot(card.table, 1, "thumb")
        assert (await client.start(card.table)).status == "playing"
        yield client, card.table


async def my_turn(client: Client, table: str) -> TableView:
    async with asyncio.timeout(PATIENCE):
        while True:
            seen = await client.look(table)
            if seen.moves or seen.outcome is not None:
                return seen
            await asyncio.sleep(0.02)


# ---------------------------------------------------------------- good weather


@pytest.mark.asyncio
async def test_people(database: str) -> None:
    """Given a guest, when he makes an account, tokens and a bot, then each may do what it is for."""
    async with at_home(database) as url, Client(url) as client, Client(url) as other:
        guest = await client.new_guest("Marta", zone="Europe/Madrid")
        assert (guest.kind, guest.hours.zone, client.token) == ("guest", "Europe/Madrid", guest.token)
        card = await client.new_table("lok-n-roll", 2)
        login = f"marta-{guest.person[-8:]}"
        account = await client.new_account(login, "correct horse battery", "Marta")
        assert (account.kind, account.person) == ("account", guest.person)
        assert [found.table for found in await client.list_tables("open")] == [card.table]
        assert (await client.change_me(language="es")).language == "es"
        assert (await client.set_hours("Europe/Rome", 480, 1320)).hours.start == 480
        assert (await client.set_preferences(pace="quick", type="large")).preferences.type == "large"
        token = await client.new_token("reader", ["read"])
        keys = {key.name: key for key in await client.tokens()}
        assert keys["reader"].scopes == ["read"]
        reader = Client(url, token.token)
        assert (await reader.card(card.table)).host
        with pytest.raises(Forbidden, match="scope"):
            await reader.new_table("lok-n-roll", 2)
        await client.delete_token(keys["reader"].id)
        await reader.close()
        bot = await client.new_bot("Rattler")
        assert (bot.kind, client.token) == ("bot", account.token)
        async with Client(url, bot.token) as program:
            assert (await program.me()).name == "Rattler"
            assert (await program.join(card.table, invite=card.invite)).seats[1].robot
        assert (await other.sign_in(login, "correct horse battery")).person == guest.person
        await other.sign_out()
        with pytest.raises(NotSignedIn):
            await other.me()
        assert (await client.export_me())["person"]
        await client.delete_me("correct horse battery")
        with pytest.raises(NotSignedIn):
            await client.me()


@pytest.mark.asyncio
async def test_a_whole_game(database: str) -> None:
    """Given a table, when every step is tried, made, and sometimes taken back, then it comes to a proven end."""
    rng = Random(5)
    async with at_home(database) as url, table_for_two(url, "russian-railroads") as (client, table):
        (title,) = [found for found in await client.list_titles() if found.title == "russian-railroads"]
        assert "thumb" in title.bots
        undone = 0
        while (seen := await my_turn(client, table)).outcome is None:
            word = rng.choice(seen.moves)
            assert (await client.why_not(table, word)).legal
            tried = await client.preview(table, seen.seq, [word])
            done = await client.moves(table, seen.seq, [word])
            assert done.since[0].said == word
            if tried.taken and undone < 3:
                undone += 1
                assert (await client.undo(table, done.seq)).since[0].said.startswith("/undo")
        assert undone == 3
        assert seen.outcome["finished"]
        assert verify(read(await client.export(table))).over
        log = [row for after in range(0, seen.seq, 500) for row in await client.read_log(table, after)]
        assert [row.seq for row in log] == list(range(1, seen.seq + 1))
        await client.archive(table)
        again = await client.rematch(table)
        assert (await client.rematch(table)).table == again.table
        await client.leave(again.table)


@pytest.mark.asyncio
async def test_errors_tell_what_is_wrong(database: str) -> None:
    async with at_home(database) as url, table_for_two(url) as (client, table):
        seen = await my_turn(client, table)
        for word, error in (("stop", Refused), ("nonsense", Wrong)):
            with pytest.raises(error) as caught:
                await client.moves(table, seen.seq, [word])
            assert caught.value.problem.message
        done = await client.moves(table, seen.seq, seen.moves[:1])
        with pytest.raises(Stale) as stale:
            await client.concede(table, seen.seq)
        assert stale.value.problem.since is not None
        assert stale.value.problem.since[0]["seq"] == seen.seq + 1 <= done.seq
        with pytest.raises(NotFound):
            await client.look("0" * 13)
        with pytest.raises(NotNow):
            await client.start(table)


@pytest.mark.asyncio
async def test_streams(database: str) -> None:
    """Given one who watches from the lobby on, when bots and he play, then every row comes once."""
    async with at_home(database) as url, Client(url) as client, aclosing(client.bot_stream()) as calls:
        await client.new_guest("Marta")
        card = await client.new_table("lok-n-roll", 2)
        rows: list[SeenRow] = []
        async with aclosing(client.watch(card.table)) as events:
            assert isinstance(await anext(events), LobbyChanged)
            await client.seat_bot(card.table, 1, "thumb")
            assert isinstance(await anext(events), LobbyChanged)
            await client.start(card.table)
            async for event in events:
                if isinstance(event, RowsAdded):
                    rows += event.rows
                if isinstance(event, TableView):
                    last = event
                    if event.outcome is not None:
                        break
                    if event.moves:
                        await client.moves(card.table, event.seq, event.moves[-1:])
        assert [row.seq for row in rows] == list(range(rows[0].seq, last.seq + 1))
        line = [line async for line in client.bot_table_stream(card.table)]
        assert isinstance(line[0], FullState)
        assert line[0].state == last
        assert len(line) == 1
        later = await client.new_table("lok-n-roll", 2)
        await client.seat_bot(later.table, 1, "thumb")
        await client.start(later.table)
        assert await anext(calls) == TableStart(later.table, "lok-n-roll", [0])
        assert isinstance(await anext(calls), YourTurn)
        await client.concede(later.table, (await client.look(later.table)).seq)
        async for call in calls:
            if isinstance(call, TableOver):
                assert call.outcome is not None
                break


# ---------------------------------------------------------------- bad weather


@pytest.mark.asyncio
async def test_a_move_is_made_once_however_often_it_is_sent(database: str) -> None:
    """Given answers that get lost and a server that seems away, when somebody plays on, then nothing is doubled."""
    async with (
        at_home(database) as url,
        weather(url) as (way, http_client),
        table_for_two(http_client) as (client, table),
    ):
        for turn in range(12):
            seen = await my_turn(client, table)
            if seen.outcome is not None:
                break
            way.cut_next = turn % 3
            way.away_next = turn % 2
            done = await client.moves(table, seen.seq, seen.moves[:1])
            way.cut_next = way.away_next = 0
            assert done.since[0].seq == seen.seq + 1
            assert done.since[0].said == seen.moves[0]
            assert [row.said for row in await client.read_log(table, seen.seq, seen.seq + 1)] == seen.moves[:1]
        assert way.cuts >= 5


@pytest.mark.asyncio
async def test_what_may_not_be_sent_twice_is_not(database: str) -> None:
    async with at_home(database) as url, weather(url) as (way, http_client), Client(http_client) as client:
        await client.new_guest("Marta")
        way.cut_next = 1
        with pytest.raises(Unreachable, match="may have been carried out"):
            await client.new_table("lok-n-roll", 2)
        assert len(await client.list_tables("open")) == 1


@pytest.mark.asyncio
async def test_streams_come_back(database: str) -> None:
    """Given a connection that breaks within lines, when a game is played, then no row is missing or doubled."""
    async with (
        at_home(database) as url,
        weather(url) as (way, http_client),
        table_for_two(url, "russian-railroads") as (client, table),
        Client(http_client, client.token) as reader,
    ):
        rows: list[SeenRow] = []
        kinds: list[type] = []

        async def follow() -> TableView:
            async with aclosing(reader.watch(table)) as events:
                async for event in events:
                    if isinstance(event, RowsAdded):
                        rows.extend(event.rows)
                    if isinstance(event, TableView) and event.outcome is not None:
                        return event
            raise AssertionError

        async def lines() -> TableView:
            async for line in reader.bot_table_stream(table):
                kinds.append(type(line))
                last = line.state
            return last

        following = asyncio.gather(follow(), lines())
        turn = 0
        while (seen := await my_turn(client, table)).outcome is None:
            turn += 1
            if turn % 7 == 0:
                async with asyncio.timeout(PATIENCE):
                    while way.halve_next:  # the last break is still to come: the readers are not there yet
                        await asyncio.sleep(0.01)
                way.halve_next += 2
            await client.moves(table, seen.seq, seen.moves[-1:])
        async with asyncio.timeout(PATIENCE):
            assert list(await following) == [seen, seen]
        assert way.cuts >= 6
        assert [row.seq for row in rows] == list(range(rows[0].seq, seen.seq + 1))
        assert kinds[0] is FullState
        assert kinds.count(FullState) > 1
        assert NewRows in kinds


@pytest.mark.asyncio
async def test_patience_ends() -> None:
    async with Client("http://127.0.0.1:9", patience=0.3) as client:
        with pytest.raises(Unreachable):
            await client.list_titles()
        with pytest.raises(Unreachable):
            await anext(client.bot_stream())


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_lines_tell_what_events_tell(database: str, title: str) -> None:
    """Given two seats and one who looks on, when each reads both streams, then both tell him the same and no more."""
    async with at_home(database) as url, Client(url) as marta, Client(url) as ugo, Client(url) as ida:
        for client, name in ((marta, "Marta"), (ugo, "Ugo"), (ida, "Ida")):
            await client.new_guest(name)
        table = (await marta.new_table(title, 2, visibility="public")).table
        await ugo.join(table)
        await marta.start(table)

        async def both(client: Client, there: asyncio.Event) -> tuple[dict[int, TableView], dict[int, TableView]]:
            events: dict[int, TableView] = {}
            lines: dict[int, TableView] = {}
            rows: dict[int, SeenRow] = {}
            async for line in client.bot_table_stream(table):
                lines[line.state.seq] = line.state
                there.set()
                rows |= {row.seq: row for row in line.rows} if isinstance(line, NewRows) else {}
            async with aclosing(client.watch(table, last_event_id=min(rows) - 1)) as found:
                async for event in found:
                    if isinstance(event, RowsAdded):
                        assert event.rows == list(rows.values())
                    if isinstance(event, TableView):
                        events[event.seq] = event
                        break
            return events, lines

        listening = [asyncio.Event() for _ in range(3)]
        clients = zip((marta, ugo, ida), listening, strict=True)
        reading = asyncio.gather(*(both(client, there) for client, there in clients))
        async with asyncio.timeout(PATIENCE):
            for there in listening:
                await there.wait()
        for turn in range(400):
            seen = await marta.look(table)
            if seen.outcome is not None or turn == 60:
                break
            client = (marta, ugo)[seen.actor or 0]
            mine = await client.look(table)
            await client.moves(table, mine.seq, mine.moves[-1:])
        if seen.outcome is None:
            await marta.concede(table, seen.seq)
        for seat, (events, lines) in zip((0, 1, None), await reading, strict=True):
            assert events.items() <= lines.items()
            assert {state.seat for state in lines.values()} == {seat}
            asked = [state for state in lines.values() if state.moves]
            assert all(state.actor == seat for state in asked)
            assert bool(asked) == (seat is not None)

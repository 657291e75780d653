"""What is kept for how long: the periodic cleaning, on a real database and with a clock that a test moves."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tests.support.service import FakeClock, open_container
from trainshed.service.accounts.people import SESSION_MS, Person
from trainshed.service.base import ids
from trainshed.service.base.milliseconds import DAY, HOUR
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.retention import Retention
from trainshed.service.tables.lobby import TablePlan

KEEP = Settings()
TWO = TablePlan("lok-n-roll", 2)


async def ids_in(container: Container, table: str) -> set[int]:
    return {number for (number,) in await container.database.fetch(f"SELECT id FROM {table}")}


async def game(container: Container, *people: Person, bots: int = 0) -> int:
    """A started game of some people and bots."""
    lobby = container.lobby
    number = await lobby.create(people[0], TablePlan("lok-n-roll", len(people) + bots, visibility="public"))
    for person in people[1:]:
        await lobby.join(number, person, None, "")
    for bot in range(bots):
        await lobby.seat_bot(number, people[0], len(people) + bot, "thumb")
    await lobby.start(number, people[0])
    await lobby.begin(number)
    return number


async def guest(container: Container, name: str = "Ada") -> Person:
    return (await container.people.guest(name))[0]


def cleaner(container: Container, **keep: int) -> Retention:
    """The cleaning of a server with other settings."""
    container.retention.settings = msgspec.structs.replace(container.settings, **keep)
    return container.retention


@pytest.mark.asyncio
async def test_expired_sessions_go_and_those_in_use_stay(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        _, old = await container.people.guest("Ada")
        clock.at += SESSION_MS - HOUR
        person, fresh = await container.people.guest("Béla")
        program = await container.people.new_token(person, "program", ["read"], 3650)
        assert (await container.retention.clean())["sessions"] == 0
        clock.at += 2 * HOUR
        assert (await container.retention.clean())["sessions"] == 1
        assert await container.people.by_token(old) is None
        assert await container.people.by_token(fresh) is not None
        assert await container.people.by_token(program) is not None


@pytest.mark.asyncio
async def test_unstarted_tables_go_after_days_without_a_change(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada, bela = await guest(container), await guest(container, "Béla")
        idle, joined = await container.lobby.create(ada, TWO), await container.lobby.create(ada, TWO)
        invite = (await container.lobby.card(joined, ada)).invite
        clock.at += KEEP.keep_unstarted * DAY - HOUR
        await container.lobby.join(joined, bela, None, invite)
        assert (await container.retention.clean())["unstarted tables"] == 0
        clock.at += 2 * HOUR
        assert (await container.retention.clean())["unstarted tables"] == 1
        assert await ids_in(container, "tables") == {joined}
        assert (await container.retention.clean())["unstarted tables"] == 0
        for change in (
            container.lobby.leave(joined, bela, None),
            container.lobby.seat_bot(joined, ada, 1, "thumb"),
        ):
            clock.at += KEEP.keep_unstarted * DAY - 3 * HOUR
            await change
            assert (await container.retention.clean())["unstarted tables"] == 0
        assert idle != joined


@pytest.mark.asyncio
async def test_branches_and_games_without_other_people_go_when_nobody_has_touched_them(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada, bela = await guest(container), await guest(container, "Béla")
        alone, together = await game(container, ada, bots=1), await game(container, ada, bela)
        ended, left = await game(container, ada, bela), await game(container, ada, bots=1)
        await container.commands.concede(ended, bela, (await container.commands.look(ended, bela)).seq)
        branch = await container.branches.begin(together, ada, 1, None)
        clock.at += KEEP.keep_branches * DAY + HOUR
        done = await container.retention.clean()
        assert (done["branches"], done["games without other people"]) == (1, 0)
        assert await ids_in(container, "tables") == {alone, together, ended, left}
        assert branch not in await ids_in(container, "tables")
        clock.at += (KEEP.keep_solo - KEEP.keep_branches) * DAY - 2 * HOUR
        seen = await container.commands.look(left, ada)
        await container.commands.concede(left, ada, seen.seq)
        clock.at += 3 * HOUR
        assert (await container.retention.clean())["games without other people"] == 1
        assert await ids_in(container, "tables") == {together, ended, left}
        clock.at += 100 * 365 * DAY
        assert (await container.retention.clean())["games without other people"] == 1
        assert await ids_in(container, "tables") == {together, ended}
        for table in ("rows", "snapshots", "seats"):
            found = await container.database.fetch(f"SELECT DISTINCT table_id FROM {table}")
            assert {number for (number,) in found} <= {together, ended}


@pytest.mark.asyncio
async def test_a_reversible_move_counts_as_a_touch(own_database: str) -> None:
    """Such a move does not change the table's row in the database, only its log."""
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada = await guest(container)
        number = await game(container, ada, bots=1)
        clock.at += KEEP.keep_solo * DAY
        await container.database.write("UPDATE rows SET at = %s WHERE table_id = %s AND seq = 1", (clock.at, number))
        clock.at += HOUR
        assert (await container.retention.clean())["games without other people"] == 0


@pytest.mark.asyncio
async def test_guests_go_who_cannot_come_back_and_sit_nowhere(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        people: dict[str, Person] = {}
        for name in ("idle", "talks", "plays", "played", "alone", "reported", "hosts"):
            people[name] = await guest(container, name)
        friend, _ = await container.people.register(None, "friend", "correct horse battery", "Friend", "en", "UTC", "")
        running = await game(container, friend, people["plays"])
        finished = await game(container, friend, people["played"])
        await container.commands.concede(finished, friend, (await container.commands.look(finished, friend)).seq)
        await game(container, people["alone"], bots=1)
        shared = await container.lobby.create(friend, TablePlan("lok-n-roll", 3, visibility="public"))
        await container.lobby.join(shared, people["talks"], None, "")
        await container.chat.say(shared, people["talks"], "Hello")
        await container.lobby.leave(shared, people["talks"], None)
        await container.lobby.join(shared, people["reported"], None, "")
        await container.moderation.report(shared, friend, ids.written(people["reported"].id), "Rude")
        await container.lobby.leave(shared, people["reported"], None)
        hosted = await container.lobby.create(people["hosts"], TablePlan("lok-n-roll", 2, visibility="public"))
        await container.lobby.join(hosted, friend, None, "")
        await container.lobby.leave(hosted, people["hosts"], None)

        keep = cleaner(container, keep_unstarted=0)
        clock.at += KEEP.keep_guests * DAY - HOUR
        late = await guest(container, "late")
        assert (await keep.clean())["guests"] == 0
        clock.at += 2 * HOUR
        assert (await keep.clean())["guests"] == 2
        left = await ids_in(container, "people")
        assert {name for name, person in people.items() if person.id not in left} == {"idle", "talks"}
        assert {friend.id, late.id} <= left
        assert (await container.chat.hear(shared, friend)).said == []
        clock.at += KEEP.keep_solo * DAY
        await keep.clean()
        await keep.clean()
        left = await ids_in(container, "people")
        assert {name for name, person in people.items() if person.id in left} == {
            "plays",
            "played",
            "reported",
            "hosts",
        }
        assert late.id not in left
        assert running in await ids_in(container, "tables")


@pytest.mark.asyncio
async def test_a_guest_with_a_session_stays(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada, _ = await container.people.guest("Ada")
        token = await container.people.new_token(ada, "program", ["read"], 3650)
        clock.at += 2 * KEEP.keep_guests * DAY
        await container.retention.clean()
        assert await container.people.by_token(token) is not None


@pytest.mark.asyncio
async def test_addresses_that_nobody_confirmed_go(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada = await guest(container)
        for number, confirmed in ((1, False), (2, True)):
            await container.database.write(
                "INSERT INTO notices (id, person, kind, address, paces, code, confirmed, created)"
                " VALUES (%s, %s, 'mail', 'a@example.org', '{days}', '1', %s, %s)",
                (number, ada.id, confirmed, clock.at),
            )
        clock.at += 40 * DAY
        assert (await container.retention.clean())["unconfirmed addresses"] == 1
        assert await ids_in(container, "notices") == {2}


@pytest.mark.asyncio
async def test_zero_days_are_for_ever(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada = await guest(container)
        alone, waiting = await game(container, ada, bots=1), await container.lobby.create(ada, TWO)
        branch = await container.branches.begin(alone, ada, 1, 0)
        nobody = await guest(container, "Nobody")
        clock.at += 1000 * 365 * DAY
        keep = cleaner(container, keep_unstarted=0, keep_branches=0, keep_solo=0, keep_guests=0)
        done = await keep.clean()
        assert {kind for kind, count in done.items() if count} == {"sessions", "rate limits"}
        assert await ids_in(container, "tables") == {alone, waiting, branch}
        assert nobody.id in await ids_in(container, "people")


@pytest.mark.asyncio
async def test_a_reported_table_is_kept_until_administrators_have_looked(own_database: str) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        ada, bela = await guest(container), await guest(container, "Béla")
        number = await container.lobby.create(ada, TWO)
        await container.lobby.join(number, bela, None, (await container.lobby.card(number, ada)).invite)
        await container.moderation.report(number, ada, ids.written(bela.id), "Rude")
        clock.at += 1000 * DAY
        assert (await container.retention.clean())["unstarted tables"] == 0
        await container.database.write("UPDATE reports SET done = true")
        assert (await container.retention.clean())["unstarted tables"] == 1


@pytest.mark.asyncio
async def test_two_cleaners_at_once_do_everything_once(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.service.retention.AT_ONCE", 3)
    clock = FakeClock()
    async with open_container(own_database, clock) as one, open_container(own_database, clock) as two:
        ada, bela = await guest(one), await guest(one, "Béla")
        kept = await game(one, ada, bela)
        for _ in range(10):
            await one.lobby.create(ada, TWO)
            await game(one, ada, bots=1)
        clock.at += 1000 * DAY
        await guest(one, "New")
        done = await asyncio.gather(*[container.retention.clean() for container in (one, two, one, two)])
        total: dict[str, Any] = {kind: sum(found[kind] for found in done) for kind in done[0]}
        assert total["unstarted tables"] == 10
        assert total["games without other people"] == 10
        assert total["sessions"] == 2
        assert await ids_in(one, "tables") == {kept}
        assert not any((await one.retention.clean()).values())
        [(rows,)] = await one.database.fetch("SELECT count(*) FROM rows WHERE table_id <> %s", (kept,))
        assert rows == 0


@pytest.mark.asyncio
async def test_a_failing_step_does_not_stop_the_others(
    own_database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    async with open_container(own_database, clock) as container:
        await guest(container)
        clock.at += SESSION_MS + HOUR

        async def fails() -> None:
            raise RuntimeError("out of order")

        monkeypatch.setattr(container.rate_limits, "forget_old", fails)
        assert (await container.retention.clean())["sessions"] == 1
        assert "out of order" in caplog.text

"""Tables before and after the game: create, join, start, list, rematch, archive."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal

import msgspec

from trainshed.bots.bot import names as bot_names
from trainshed.kernel.game import Game
from trainshed.kernel.nature import Committed, commitment
from trainshed.kernel.options import SetupError, chosen_options
from trainshed.kernel.registry import game as find_game
from trainshed.locale import LANGUAGES
from trainshed.service.accounts.people import GONE, Person
from trainshed.service.base import ids
from trainshed.service.base.database import Connection
from trainshed.service.base.errors import Forbidden, NotFound, NotNow, Wrong
from trainshed.service.tables.clock import check_pace
from trainshed.service.tables.table_state import Holder
from trainshed.service.tables.table_store import BOT_WORK, STARTED, TableStore, json, subject
from trainshed.wire import LobbySeat, Pace, TableCard

MOST_LISTED: Final = 200

newest = cache(find_game)
"""Cached: reading a title's content takes longer than anything else here."""


class TablePlan(msgspec.Struct, frozen=True):
    """Settings of a new table."""

    title: str
    seats: int
    options: dict[str, str] = {}
    pace: Pace = Pace()
    visibility: Literal["public", "private"] = "private"
    language: Literal["en", "es", "it"] = "en"
    odds: bool = True
    """The table shows the exact odds of a coming roll."""


class Lobby:
    """Commands at tables that have not started or are over."""

    def __init__(self, tables: TableStore) -> None:
        self.tables = tables
        self.database = tables.database

    # ------------------------------------------------------------ creating

    async def create(self, person: Person, plan: TablePlan) -> int:
        """Create a table; its host is this person and sits in the first seat."""
        game, options = self._checked(plan)
        now = self.tables.now()
        number = ids.new_id(now)
        async with self.database.transaction() as connection:
            await connection.execute(
                "INSERT INTO tables (id, title, edition, pack, options, pace, visibility, language, odds, host, invite,"
                " status, created, touched) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 'open', %s, %s)",
                (
                    number,
                    game.slug,
                    game.edition,
                    game.pack.digest,
                    json(options),
                    json(plan.pace),
                    plan.visibility,
                    plan.language,
                    plan.odds,
                    person.id,
                    secrets.token_urlsafe(16),
                    now,
                    now,
                ),
            )
            for seat in range(plan.seats):
                await connection.execute("INSERT INTO seats (table_id, seat) VALUES (%s, %s)", (number, seat))
            await _sit(connection, number, 0, person)
        return number

    def _checked(self, plan: TablePlan) -> tuple[Game, dict[str, str]]:
        try:
            game = newest(plan.title)
            if plan.seats not in game.seat_counts:
                counts = ", ".join(str(count) for count in game.seat_counts)
                raise Wrong("%(title)s is for %(counts)s seats.", title=game.name, counts=counts)
            options = chosen_options(game.options, plan.seats, plan.options)
        except SetupError as error:
            raise Wrong(str(error)) from error
        check_pace(plan.pace)
        if plan.pace.kind != "none" and plan.seats == 1:
            raise Wrong("A solo game has no clocks.")
        if plan.language not in LANGUAGES:
            raise Wrong("A language is one of %(languages)s.", languages=", ".join(LANGUAGES))
        return game, options

    # ------------------------------------------------------------ seats

    async def join(self, number: int, person: Person, seat: int | None, invite: str) -> int:
        """Sit down in a seat, or in the first free one. A second seat at the same table is a hot seat."""
        async with self.database.transaction() as connection:
            _, seats = await _open_table(connection, number, person, invite)
            free = [place for place, sitting, bot, _ in seats if sitting is None and not bot]
            if seat is None:
                if not free:
                    raise NotNow("Every seat is taken.")
                seat = free[0]
            if seat not in free:
                raise NotNow("This seat is taken.")
            await _sit(connection, number, seat, person)
        self._changed(number)
        return seat

    async def leave(self, number: int, person: Person, seat: int | None) -> None:
        """Free a seat. The host may free every seat, that of a bot too."""
        async with self.database.transaction() as connection:
            host, seats = await _open_table(connection, number, person)
            mine = [place for place, sitting, _, _ in seats if sitting == person.id]
            if seat is None:
                if not mine:
                    raise NotNow("You do not sit here.")
                seat = mine[-1]
            if not 0 <= seat < len(seats):
                raise Wrong("There is no such seat.")
            if seat not in mine and person.id != host:
                raise Forbidden("This is not your seat.")
            await connection.execute(
                "UPDATE seats SET person = NULL, name = '', bot = '', in_hand = false"
                " WHERE table_id = %s AND seat = %s",
                (number, seat),
            )
        self._changed(number)

    async def seat_bot(self, number: int, person: Person, seat: int, bot: str) -> None:
        """The host puts a bot into a free seat."""
        if bot not in bot_names():
            raise Wrong("There is no bot %(bot)s; there are %(bots)s.", bot=repr(bot[:40]), bots=", ".join(bot_names()))
        async with self.database.transaction() as connection:
            host, seats = await _open_table(connection, number, person)
            if person.id != host:
                raise Forbidden("Only the host seats bots.")
            if not 0 <= seat < len(seats) or seats[seat][1] is not None:
                raise NotNow("This seat is taken.")
            await connection.execute(
                "UPDATE seats SET bot = %s, name = %s WHERE table_id = %s AND seat = %s", (bot, bot, number, seat)
            )
        self._changed(number)

    # ------------------------------------------------------------ starting

    async def start(self, number: int, person: Person) -> None:
        """Start the game. Who sits where is fixed now; the first process that gets there makes the set-up draws."""
        now = self.tables.now()
        secret = secrets.token_bytes(Committed.SECRET_BYTES)
        async with self.database.transaction() as connection:
            host, seats = await _open_table(connection, number, person)
            if person.id != host:
                raise Forbidden("Only the host starts the game.")
            if any(sitting is None and not bot for _, sitting, bot, _ in seats):
                raise NotNow("Not every seat is taken yet.")
            robots = await _robots(connection, number)
            players = [
                Holder(own_name(name, [other[3] for other in seats[:seat]]), sitting, bot, seat in robots)
                for seat, (_, sitting, bot, name) in enumerate(seats)
            ]
            await connection.execute(
                "UPDATE tables SET status = 'playing', started = %s, secret = %s, players = %s, work = true,"
                " touched = %s WHERE id = %s",
                (now, secret, json(players), now, number),
            )
        self.tables.bus.publish(BOT_WORK, ids.written(number).encode())
        self.tables.bus.publish(subject(number), STARTED)
        self.tables.call_all(number, {player.person for player in players})

    async def begin(self, number: int) -> None:
        """Make the draws of the set-up, unless another process has made them."""
        opened = await self.tables.opened(number)
        async with opened.lock:
            draft = await self.tables.draft(opened)
            draft.draw(self.tables.nature(draft.table.config, opened.secret))
            if draft.steps:
                await self.tables.commit(opened, draft)
            elif opened.table.seq == 0:
                # A title without draws: nothing to store, but clocks and bots must know that it has begun.
                table = opened.table
                await self.database.write(
                    "UPDATE tables SET turn = %s, work = %s, deadline = %s WHERE id = %s",
                    (table.actor, table.work, await self.tables.deadline(table), number),
                )
                self.tables.publish(table)
                self.tables.call(table)

    # ------------------------------------------------------------ lists

    async def card(self, number: int, person: Person | None, invite: str = "") -> TableCard:
        """One table as lists show it, if this person may know of it."""
        cards = await self._cards("t.id = %s", [number], person, 1, invite)
        if not cards:
            raise NotFound("There is no such table.")
        return cards[0]

    async def mine(self, person: Person, status: str) -> list[TableCard]:
        """The tables of a status at which this person sits, without archived ones."""
        where = (
            "t.status = %s AND t.id IN (SELECT table_id FROM seats WHERE person = %s AND NOT archived)"
            " ORDER BY t.touched DESC"
        )
        return await self._cards(where, [status, person.id], person, MOST_LISTED)

    async def open_seats(self, person: Person | None) -> list[TableCard]:
        """Public tables with a free seat."""
        where = (
            "t.status = 'open' AND t.visibility = 'public' AND EXISTS"
            " (SELECT FROM seats s WHERE s.table_id = t.id AND s.person IS NULL AND s.bot = '')"
            " ORDER BY t.created DESC"
        )
        return await self._cards(where, [], person, MOST_LISTED)

    async def _cards(
        self, where: str, params: list[Any], person: Person | None, limit: int, invite: str = ""
    ) -> list[TableCard]:
        found = await self.database.fetch(
            f"""SELECT t.id, t.title, t.edition, t.options, t.pace, t.visibility, t.language, t.status, t.created,
                t.host, t.invite, t.odds, t.origin, t.origin_seq, t.turn, t.deadline, t.secret, t.outcome, t.rematch,
                (SELECT json_agg(json_build_array(s.person, s.name, s.bot, coalesce(p.kind = 'bot', false))
                 ORDER BY s.seat) FROM seats s LEFT JOIN people p ON p.id = s.person WHERE s.table_id = t.id)
                FROM tables t WHERE {where} LIMIT %s""",
            [*params, limit],
        )
        cards = []
        for row in found:
            card = _card(row, person)
            member = card.host or any(seat.mine for seat in card.seats)
            invited = _same(row[10], invite)
            if card.visibility == "public" or member or invited:
                cards.append(card)
        return cards

    async def invited(self, number: int, invite: str) -> bool:
        """Is this the invitation of the table?"""
        if not invite:
            return False
        found = await self.database.fetch("SELECT invite FROM tables WHERE id = %s", (number,))
        return bool(found) and _same(found[0][0], invite)

    # ------------------------------------------------------------ after the game

    async def rematch(self, number: int, person: Person) -> int:
        """Create the same table again, the seats moved on by one; a second request gets the table that exists."""
        async with self.database.transaction() as connection:
            found = await (
                await connection.execute(
                    "SELECT status, rematch, title, options, pace, visibility, language, odds, origin FROM tables"
                    " WHERE id = %s FOR UPDATE",
                    (number,),
                )
            ).fetchone()
            if found is None:
                raise NotFound("There is no such table.")
            status, again, title, options, pace, visibility, language, odds, origin = found
            seats = await _seats(connection, number)
            if person.id not in [sitting for _, sitting, _, _ in seats]:
                if visibility != "public":
                    raise NotFound("There is no such table.")
                raise Forbidden("You did not play here.")
            if status != "over":
                raise NotNow("The game is not over.")
            if origin is not None:
                raise NotNow("A branch has no rematch: branch off from the same row again.")
            if again is not None:
                return int(again)
        plan = TablePlan(title, len(seats), options, msgspec.convert(pace, Pace), visibility, language, odds)
        fresh = await self.create(person, plan)
        async with self.database.transaction() as connection:
            won = await (
                await connection.execute(
                    "UPDATE tables SET rematch = coalesce(rematch, %s) WHERE id = %s RETURNING rematch", (fresh, number)
                )
            ).fetchone()
            assert won is not None
            if won[0] != fresh:
                await connection.execute("DELETE FROM tables WHERE id = %s", (fresh,))
                return int(won[0])
            # Players keep their seats, each moved on by one, so that another one begins; deleted accounts are left
            # out.
            await connection.execute(
                "UPDATE seats n SET person = o.person, name = o.name, bot = CASE WHEN o.person IS NULL THEN o.bot ELSE"
                " '' END, in_hand = false FROM seats o WHERE n.table_id = %s AND o.table_id = %s"
                " AND n.seat = (o.seat + 1) %% %s",
                (fresh, number, len(seats)),
            )
            await connection.execute(
                "UPDATE seats s SET person = NULL, name = '' FROM people p WHERE s.table_id = %s AND p.id = s.person"
                " AND p.kind = %s",
                (fresh, GONE),
            )
            await connection.execute(
                "UPDATE seats s SET in_hand = true WHERE table_id = %s AND person IS NOT NULL AND seat ="
                " (SELECT min(seat) FROM seats m WHERE m.table_id = s.table_id AND m.person = s.person)",
                (fresh,),
            )
        self._changed(number)
        return fresh

    async def archive(self, number: int, person: Person, archived: bool) -> None:
        """Hide a finished table from this person's lists, or show it again; others still see it."""
        found = await self.database.write(
            "UPDATE seats s SET archived = %s FROM tables t WHERE t.id = s.table_id AND s.table_id = %s"
            " AND s.person = %s AND t.status = 'over' RETURNING s.seat",
            (archived, number, person.id),
        )
        if not found:
            raise NotNow("Only a finished table at which you played can be put away.")

    def _changed(self, number: int) -> None:
        self.tables.bus.publish(subject(number), b"0")


def own_name(name: str, before: Sequence[str]) -> str:
    """A name with a number if earlier seats have the same, so that a log can be read."""
    same = sum(other == name for other in before)
    return f"{name} {same + 1}" if same else name


def _same(invite: str, given: str) -> bool:
    """Compare invitations in constant time."""
    return secrets.compare_digest(invite.encode(), given.encode())


async def _open_table(
    connection: Connection, number: int, person: Person, given: str = ""
) -> tuple[int, list[tuple[int, int | None, str, str]]]:
    """Host and seats of a table that has not started and that this person may know of, locked."""
    cursor = await connection.execute(
        "SELECT host, visibility, invite, status FROM tables WHERE id = %s FOR UPDATE", (number,)
    )
    found = await cursor.fetchone()
    if found is None:
        raise NotFound("There is no such table.")
    host, visibility, invite, status = found
    seats = await _seats(connection, number)
    known = person.id == host or any(sitting == person.id for _, sitting, _, _ in seats)
    if visibility != "public" and not known and not _same(invite, given):
        raise NotFound("There is no such table.")
    if status != "open":
        raise NotNow("The game has started.")
    return host, seats


async def _seats(connection: Connection, number: int) -> list[tuple[int, int | None, str, str]]:
    """Seat, person, bot and name."""
    cursor = await connection.execute(
        "SELECT seat, person, bot, name FROM seats WHERE table_id = %s ORDER BY seat", (number,)
    )
    return [(seat, person, bot, name) for seat, person, bot, name in await cursor.fetchall()]


async def _robots(connection: Connection, number: int) -> set[int]:
    """The seats of bot accounts."""
    cursor = await connection.execute(
        "SELECT s.seat FROM seats s JOIN people p ON p.id = s.person WHERE s.table_id = %s AND p.kind = 'bot'",
        (number,),
    )
    return {seat for (seat,) in await cursor.fetchall()}


async def _sit(connection: Connection, number: int, seat: int, person: Person) -> None:
    """Put a person into a seat; the first seat of a person is the one in hand (hot seat)."""
    await connection.execute(
        "UPDATE seats SET person = %s, name = %s, bot = '', in_hand = NOT EXISTS"
        " (SELECT FROM seats m WHERE m.table_id = %s AND m.person = %s) WHERE table_id = %s AND seat = %s",
        (person.id, person.name, number, person.id, number, seat),
    )


def _card(row: tuple[Any, ...], person: Person | None) -> TableCard:
    number, title, edition, options, pace, visibility, language, status, created, host, invite, *rest = row
    odds, origin, origin_seq, turn, deadline, secret, outcome, rematch, seats = rest
    me = None if person is None else person.id
    shown = [
        LobbySeat(name, bot, me is not None and sitting == me, sitting is None and not bot, robot)
        for sitting, name, bot, robot in seats
    ]
    return TableCard(
        table=ids.written(number),
        title=title,
        edition=edition,
        options=options,
        pace=msgspec.convert(pace, Pace),
        visibility=visibility,
        language=language,
        status=status,
        created=created,
        seats=shown,
        host=host == me,
        invite=invite if host == me or any(seat.mine for seat in shown) else "",
        turn=turn if turn is not None and turn >= 0 else None,
        deadline=deadline,
        commitment="" if secret is None else commitment(bytes(secret)),
        outcome=outcome,
        rematch="" if rematch is None else ids.written(rematch),
        odds=odds,
        origin="" if origin is None else ids.written(origin),
        origin_seq=origin_seq or 0,
    )

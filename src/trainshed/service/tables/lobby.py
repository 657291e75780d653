"""Tables before and after the game: create, join, start, list, archive."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from trainshed.bots.bot import StyledBot
from trainshed.bots.bot import find as find_bot
from trainshed.bots.bot import names as bot_names
from trainshed.bots.characters import bot_of, choose_character, find_character, level_of, seated
from trainshed.bots.styles import styles
from trainshed.kernel.content import ContentError
from trainshed.kernel.game import Game
from trainshed.kernel.nature import Committed, commitment
from trainshed.kernel.options import SetupError
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.translation import marked
from trainshed.locale import LANGUAGES
from trainshed.service.accounts.people import Person, checked_name
from trainshed.service.base import ids
from trainshed.service.base.database import Connection
from trainshed.service.base.errors import Forbidden, NotFound, NotLoadable, NotNow, Wrong
from trainshed.service.base.fair_queue import FairShare, network_group
from trainshed.service.packs.pack_store import pack_info
from trainshed.service.tables.clock import check_pace
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.quotas import TableQuotas
from trainshed.service.tables.seat_store import CardRecord, LobbyRecord, SeatRecord
from trainshed.service.tables.subjects import BOT_WORK, STARTED, WorkNotice, table_subject
from trainshed.service.tables.table_state import Holder, attended, rules_missing
from trainshed.service.tables.table_store import NewTable
from trainshed.wire import LobbySeat, Pace, TableCard

MOST_LISTED: Final = 200

ONE_SEAT: Final = marked(
    "At a public table everybody has one seat. Several seats on one device are for private tables."
)


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
    pack: str = ""
    """The digest of a content pack that administrators have added; empty for the built-in one."""


class Lobby:
    """Commands at tables that have not started or are over."""

    def __init__(self, tables: OpenTables, quotas: TableQuotas) -> None:
        self.tables = tables
        self.quotas = quotas
        self.store = tables.store
        self.packs = tables.packs
        self.seats = tables.store.seats
        self.database = tables.store.database

    # ------------------------------------------------------------ creating

    async def create(self, person: Person, plan: TablePlan, address: str = "") -> int:
        """Create a table; its host is this person and sits in the first seat.

        `address` is the IP address that the command comes from, for quotas; empty for commands from inside.
        """
        if plan.pack:
            await self.packs.load([(plan.title, plan.pack)])
        game, options = self._checked(plan)
        await self.quotas.count_new(person, address, plan.visibility == "public")
        now = self.tables.now()
        number = ids.new_id(now)
        new = NewTable(
            id=number,
            title=game.slug,
            edition=game.edition,
            pack=game.pack.digest,
            options=options,
            pace=plan.pace,
            visibility=plan.visibility,
            language=plan.language,
            odds=plan.odds,
            host=person.id,
            invite=secrets.token_urlsafe(16),
            status="open",
            created=now,
            network=network_group(address),
        )
        async with self.database.transaction() as connection:
            await self.quotas.lock(connection, person)
            await self.quotas.check_waiting(connection, person, plan.visibility == "public")
            await self.packs.keep_built_in(connection, game, now)
            await self.store.insert(connection, new)
            for seat in range(plan.seats):
                await self.seats.insert(connection, number, SeatRecord(seat))
            await self.seats.sit(connection, number, 0, person.id, person.name)
        return number

    def _checked(self, plan: TablePlan) -> tuple[Game, dict[str, str]]:
        try:
            game = find_game(plan.title, None, plan.pack or None)
            if plan.seats not in game.seat_counts:
                counts = ", ".join(str(count) for count in game.seat_counts)
                raise Wrong("%(title)s is for %(counts)s seats.", title=game.name, counts=counts)
            options = game.chosen(plan.seats, plan.options)
        except (ContentError, SetupError) as error:
            raise Wrong(str(error)) from error
        check_pace(plan.pace)
        if plan.pace.kind != "none" and plan.seats == 1:
            raise Wrong("A solo game has no clocks.")
        if plan.language not in LANGUAGES:
            raise Wrong("A language is one of %(languages)s.", languages=", ".join(LANGUAGES))
        return game, options

    # ------------------------------------------------------------ seats

    async def join(self, number: int, person: Person, seat: int | None, invite: str) -> int:
        """Sit down in a seat, or in the first free one. A second seat at a private table is a hot seat.

        Whoever has two seats sees two hands: at a public table, where people play who do not know each other, everybody
        has one seat, together with the own bot accounts.
        """
        async with self.database.transaction() as connection:
            table, seats = await self._open_table(connection, number, person, invite)
            free = [place.seat for place in seats if place.free]
            if seat is None:
                if not free:
                    raise NotNow("Every seat is taken.")
                seat = free[0]
            if seat not in free:
                raise NotNow("This seat is taken.")
            if table.visibility == "public" and await self.seats.owner_sits(connection, number, person.id):
                raise NotNow(ONE_SEAT)
            await self.seats.sit(connection, number, seat, person.id, person.name)
            await self.store.touch(connection, number, self.tables.now())
        self._changed(number)
        return seat

    async def leave(self, number: int, person: Person, seat: int | None) -> None:
        """Free a seat. The host may free every seat, that of a bot too."""
        async with self.database.transaction() as connection:
            table, seats = await self._open_table(connection, number, person)
            mine = [place.seat for place in seats if place.person == person.id]
            if seat is None:
                if not mine:
                    raise NotNow("You do not sit here.")
                seat = mine[-1]
            if not 0 <= seat < len(seats):
                raise Wrong("There is no such seat.")
            if seat not in mine and person.id != table.host:
                raise Forbidden("This is not your seat.")
            await self.seats.free(connection, number, seat)
            await self.store.touch(connection, number, self.tables.now())
        self._changed(number)

    async def seat_bot(self, number: int, person: Person, seat: int, bot: str, character: str = "") -> None:
        """The host puts a bot into a free seat, as a character of the host's choice or as one that is free.

        A bot that is a level plays in the style of its character, unless it is named with another style of the title.
        """
        check_bot(bot)
        wanted = find_character(character, bot)
        if character and (wanted is None or wanted.bot != level_of(bot)):
            raise Wrong("The bot %(bot)s has no character %(character)s.", bot=bot, character=repr(character[:40]))
        async with self.database.transaction() as connection:
            table, seats = await self._open_table(connection, number, person)
            if person.id != table.host:
                raise Forbidden("Only the host seats bots.")
            if not 0 <= seat < len(seats) or seats[seat].person is not None:
                raise NotNow("This seat is taken.")
            game = await self._game(connection, table)
            check_bot(bot, game)
            taken = [place.name for place in seats]
            if wanted is None:
                wanted = choose_character(bot, game, number, seat, taken)
            elif wanted.name in taken:
                raise NotNow("%(name)s sits here already.", name=wanted.name)
            played = bot if bot != wanted.bot else bot_of(wanted, game)
            await self.seats.sit_bot(connection, number, seat, played, wanted.name)
            await self.store.touch(connection, number, self.tables.now())
        self._changed(number)

    async def name_seat(self, number: int, person: Person, seat: int, name: str) -> None:
        """Name one of several seats of a person, at which somebody else plays on the same device."""
        name = checked_name(name)
        async with self.database.transaction() as connection:
            _, seats = await self._open_table(connection, number, person)
            mine = [place.seat for place in seats if place.person == person.id]
            if seat not in mine:
                raise Forbidden("This is not your seat.")
            if len(mine) == 1:
                raise NotNow("Your only seat here has your own name. Several seats on one device can be named.")
            await self.seats.name_seat(connection, number, seat, name)
            await self.store.touch(connection, number, self.tables.now())
        self._changed(number)

    async def renamed(self, person: Person, name: str) -> None:
        """Show a person's new name at the tables that have not started; `person` has the old one."""
        for number in await self.seats.rename_waiting(person.id, person.name, name):
            self._changed(number)

    # ------------------------------------------------------------ starting

    async def start(self, number: int, person: Person) -> None:
        """Start the game. Who sits where is fixed now; the first process that gets there makes the set-up draws."""
        now = self.tables.now()
        secret = secrets.token_bytes(Committed.SECRET_BYTES)
        async with self.database.transaction() as connection:
            await self.quotas.lock(connection, person)
            table, seats = await self._open_table(connection, number, person)
            if person.id != table.host:
                raise Forbidden("Only the host starts the game.")
            game = await self._game(connection, table)
            await self.packs.keep_built_in(connection, game, now)
            if any(seat.free for seat in seats):
                raise NotNow("Not every seat is taken yet.")
            if table.visibility == "public" and await self.seats.owner_sits_twice(connection, number):
                raise NotNow(ONE_SEAT)
            alone = all(seat.person in (None, person.id) for seat in seats)
            await self.quotas.check_running(connection, person, alone)
            robots = await self.seats.bot_accounts(connection, number)
            players = seated_players(number, seats, robots)
            await self.store.start(connection, number, now, secret, players, game.revision)
        notice = WorkNotice(number, FairShare(table.host, table.network), attended(players))
        self.tables.bus.publish(BOT_WORK, notice.encode())
        self.tables.bus.publish(table_subject(number), STARTED)
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
                await self.store.set_turn(number, table.actor, table.work, await self.tables.deadline(table))
                self.tables.publish(table)
                self.tables.call(table)

    # ------------------------------------------------------------ lists

    async def card(self, number: int, person: Person | None, invite: str = "") -> TableCard:
        """One table as lists show it, if this person may know of it."""
        found = await self.seats.card(number)
        shown = await self._shown([] if found is None else [found], person, invite)
        if not shown:
            raise NotFound("There is no such table.")
        return shown[0]

    async def hidden(self, number: int, person: Person | None, invite: str) -> bool:
        """Is there a private table at which this person has no part, and is this not its invitation?"""
        found = await self.seats.card(number)
        return found is not None and not await self._shown([found], person, invite)

    async def mine(self, person: Person, status: str) -> list[TableCard]:
        """The tables of a status at which this person sits, without archived ones."""
        return await self._shown(await self.seats.cards_of(person.id, status, MOST_LISTED), person)

    async def open_seats(self, person: Person | None) -> list[TableCard]:
        """Public tables with a free seat."""
        return await self._shown(await self.seats.cards_with_free_seats(MOST_LISTED), person)

    async def to_watch(self, person: Person | None) -> list[TableCard]:
        """Public games that are being played, for whoever wants to watch."""
        return await self._shown(await self.seats.cards_to_watch(MOST_LISTED), person)

    async def _shown(self, found: list[CardRecord], person: Person | None, invite: str = "") -> list[TableCard]:
        await self.packs.load((record.title, record.pack) for record in found)
        return _shown(found, person, invite)

    async def invited(self, number: int, invite: str) -> bool:
        """Is this the invitation of the table?"""
        if not invite:
            return False
        found = await self.seats.invite(number)
        return found is not None and _same(found, invite)

    # ------------------------------------------------------------ after the game

    async def archive(self, number: int, person: Person, archived: bool) -> None:
        """Hide a finished table, or one that this server cannot open, from this person's lists, or show it again."""
        if await self.seats.archive(number, person.id, archived):
            return
        running = await self.seats.sits_at(number, person.id) and not await self._loadable(number)
        if not running or not await self.seats.archive(number, person.id, archived, running):
            raise NotNow("Only a finished table at which you played can be put away.")

    async def _loadable(self, number: int) -> bool:
        """False for a started table that this server cannot open."""
        try:
            await self.tables.opened(number)
        except NotLoadable:
            return False
        except NotFound:  # it has not started
            return True
        return True

    async def _open_table(
        self, connection: Connection, number: int, person: Person, given: str = ""
    ) -> tuple[LobbyRecord, list[SeatRecord]]:
        """A table that has not started and that this person may know of, locked, and its seats."""
        table = await self.seats.lock_lobby(connection, number)
        if table is None:
            raise NotFound("There is no such table.")
        seats = await self.seats.seats(connection, number)
        known = person.id == table.host or any(seat.person == person.id for seat in seats)
        if table.visibility != "public" and not known and not _same(table.invite, given):
            raise NotFound("There is no such table.")
        if table.status != "open":
            raise NotNow("The game has started.")
        return table, seats

    async def _game(self, connection: Connection, table: LobbyRecord) -> Game:
        """The title of a table with its content pack; refuses a table that this server cannot open."""
        await self.packs.load([(table.title, table.pack)], connection)
        missing = rules_missing(table.title, table.edition, table.pack)
        if missing is not None:
            raise missing
        return find_game(table.title, table.edition, table.pack)

    def _changed(self, number: int) -> None:
        self.tables.bus.publish(table_subject(number), b"0")


def check_bot(bot: str, game: Game | None = None) -> None:
    """Refuse a bot that is not installed, or, with a title, one whose playing style the title does not have."""
    level, slash, style = bot.partition("/")
    if level not in bot_names():
        raise Wrong("There is no bot %(bot)s; there are %(bots)s.", bot=repr(bot[:40]), bots=", ".join(bot_names()))
    if game is None or not slash:
        return
    known = styles(game) if isinstance(find_bot(level), StyledBot) else []
    if style not in known:
        raise Wrong(
            "The bot %(bot)s has no style %(style)s in %(title)s; there are %(styles)s.",
            bot=level,
            style=repr(style[:40]),
            title=game.name,
            styles=", ".join(known) or "-",
        )


def seated_players(table: int, seats: Sequence[SeatRecord], robots: Collection[int]) -> list[Holder]:
    """Who plays the seats of a table from its start on, each under a name of its own; `robots` have bot accounts."""
    names: list[str] = []
    for place, seat in enumerate(seats):
        if seat.person is None:  # a person of the same name may have sat down after the bot
            others = [*names[:place], *(other.name for other in seats[place + 1 :])]
            kept = "" if seat.name in others else seat.name
            names.append(own_name(seated(seat.bot, table, place, kept, others).name, names))
        else:
            names.append(own_name(seat.name, [other.name for other in seats[:place]]))
    return [Holder(names[place], seat.person, seat.bot, place in robots) for place, seat in enumerate(seats)]


def own_name(name: str, before: Sequence[str]) -> str:
    """A name with a number if earlier seats have the same, so that a log can be read."""
    same = sum(other == name for other in before)
    return f"{name} {same + 1}" if same else name


def _same(invite: str, given: str) -> bool:
    """Compare invitations in constant time."""
    return secrets.compare_digest(invite.encode(), given.encode())


def _shown(found: list[CardRecord], person: Person | None, invite: str = "") -> list[TableCard]:
    """Those of the tables that this person may know of, as cards."""
    cards = []
    for record in found:
        card = _card(record, person)
        member = card.host or any(seat.mine for seat in card.seats)
        invited = _same(record.invite, invite)
        if card.visibility == "public" or member or invited:
            cards.append(card)
    return cards


def _card(record: CardRecord, person: Person | None) -> TableCard:
    me = None if person is None else person.id
    places = record.seated()
    names = [seat.name for seat in places]
    shown = [
        LobbySeat(
            name=seat.name,
            bot=seat.bot,
            mine=me is not None and seat.person == me,
            free=seat.person is None and not seat.bot,
            robot=seat.robot,
            character=seated(seat.bot, record.id, place, seat.name, names).id if seat.bot else "",
        )
        for place, seat in enumerate(places)
    ]
    loadable = rules_missing(record.title, record.edition, record.pack) is None
    return TableCard(
        table=ids.written(record.id),
        title=record.title,
        edition=record.edition,
        pack=record.pack,
        own_content=pack_info(find_game(record.title, record.edition, record.pack)) if loadable else None,
        loadable=loadable,
        options=record.options,
        pace=msgspec.convert(record.pace, Pace),
        visibility=record.visibility,
        language=record.language,
        status=record.status,
        created=record.created,
        seats=shown,
        host=record.host == me,
        invite=record.invite if record.host == me or any(seat.mine for seat in shown) else "",
        turn=record.turn if record.turn is not None and record.turn >= 0 else None,
        deadline=record.deadline,
        commitment="" if record.secret is None else commitment(record.secret),
        outcome=record.outcome,
        rematch="" if record.rematch is None else ids.written(record.rematch),
        odds=record.odds,
        origin="" if record.origin is None else ids.written(record.origin),
        origin_seq=record.origin_seq or 0,
    )

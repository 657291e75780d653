"""Every operation of the API as a method of the same name; its arguments are the fields of its body."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from secrets import randbits
from typing import Any, TypeVar

import msgspec

from trainshed.client.streams import EventReader, read_lines, with_reconnects
from trainshed.client.transport import Transport
from trainshed.wire import (
    AbuseReport,
    ChatLog,
    CommandResult,
    Delivery,
    KeyInfo,
    Legality,
    Me,
    Note,
    NotificationChannel,
    Pace,
    PersonMessage,
    Preview,
    SeenRow,
    TableCard,
    TableEvent,
    TableMessage,
    TableView,
    TitleInfo,
    Token,
)

T = TypeVar("T")


class Client(Transport):
    """Somebody who talks to a server. A token may be given, or comes with `new_guest`, `new_account` and `sign_in`.

    Streams are to be read with `contextlib.aclosing`, or to their end.
    """

    async def _get(self, kind: type[T], path: str, /, **params: Any) -> T:
        return msgspec.json.decode((await self.send("GET", path, True, **params)).content, type=kind)

    async def _post(self, kind: type[T], path: str, /, again: bool = False, **body: Any) -> T:
        return msgspec.json.decode((await self.send("POST", path, again, body or None)).content, type=kind)

    async def _signed_in(self, method: str, path: str, **body: Any) -> Me:
        """A session begins: from now on the client is this person."""
        me = msgspec.json.decode((await self.send(method, path, False, body)).content, type=Me)
        self.token = me.token
        return me

    # ------------------------------------------------------------ people

    async def new_guest(self, name: str, language: str = "en", zone: str = "UTC") -> Me:
        """Become a guest."""
        return await self._signed_in("POST", "/api/guests", name=name, language=language, zone=zone)

    async def new_account(
        self, login: str, password: str, name: str = "", language: str = "en", zone: str = "UTC", email: str = ""
    ) -> Me:
        """Make an account; a guest becomes it and keeps every seat."""
        body = {"login": login, "password": password, "name": name, "language": language, "zone": zone, "email": email}
        return await self._signed_in("POST", "/api/accounts", **body)

    async def sign_in(self, login: str, password: str) -> Me:
        """Begin a session."""
        return await self._signed_in("POST", "/api/sign-in", login=login, password=password)

    async def sign_out(self) -> None:
        """End this session."""
        await self.send("POST", "/api/sign-out", False)
        self.token = ""

    async def me(self) -> Me:
        """Who I am."""
        return await self._get(Me, "/api/me")

    async def change_me(self, name: str | None = None, language: str | None = None, email: str | None = None) -> Me:
        """Another name, language or address."""
        answer = await self.send("PATCH", "/api/me", True, {"name": name, "language": language, "email": email})
        return msgspec.json.decode(answer.content, type=Me)

    async def set_hours(
        self, zone: str = "UTC", start: int = 0, end: int = 0, holidays: Sequence[tuple[int, int]] = ()
    ) -> Me:
        """When my time counts."""
        body = {"zone": zone, "start": start, "end": end, "holidays": holidays}
        return msgspec.json.decode((await self.send("PUT", "/api/me/hours", True, body)).content, type=Me)

    async def set_password(self, old: str, new: str) -> Me:
        """Another password; a new session begins, and all others end."""
        return await self._signed_in("PUT", "/api/me/password", old=old, new=new)

    async def export_me(self) -> dict[str, Any]:
        """Everything that is kept about me."""
        return await self._get(dict[str, Any], "/api/me/export")

    async def delete_me(self, password: str = "") -> None:
        """Be forgotten."""
        await self.send("DELETE", "/api/me", False, {"password": password})
        self.token = ""

    async def tokens(self) -> list[KeyInfo]:
        """My sessions and tokens."""
        return await self._get(list[KeyInfo], "/api/me/tokens")

    async def new_token(self, name: str, scopes: Sequence[str], days: int = 365) -> Token:
        """A token for a program."""
        return await self._post(Token, "/api/me/tokens", name=name, scopes=scopes, days=days)

    async def delete_token(self, key: str) -> None:
        """End one of my sessions or tokens."""
        await self.send("DELETE", f"/api/me/tokens/{key}", False)

    async def new_bot(self, name: str) -> Me:
        """A bot account of mine; its token is in the answer. The client stays who it is."""
        return await self._post(Me, "/api/me/bots", name=name)

    # ------------------------------------------------------------ notices and talk

    async def my_notices(self) -> list[NotificationChannel]:
        """Where I am told that a table waits for me."""
        return await self._get(list[NotificationChannel], "/api/me/notices")

    async def new_notice(self, kind: str, address: str, paces: Sequence[str] | None = None) -> NotificationChannel:
        """Be told by mail or webhook."""
        return await self._post(NotificationChannel, "/api/me/notices", kind=kind, address=address, paces=paces)

    async def confirm_notice(self, notice: str, code: str) -> None:
        """The address is mine."""
        await self.send("POST", f"/api/me/notices/{notice}/confirm", False, {"code": code})

    async def test_notice(self, notice: str) -> Delivery:
        """Try it."""
        return await self._post(Delivery, f"/api/me/notices/{notice}/test")

    async def delete_notice(self, notice: str) -> None:
        """Be told no more."""
        await self.send("DELETE", f"/api/me/notices/{notice}", False)

    async def silence(self, table: str, silent: bool) -> None:
        """No notices of this table, or again."""
        await self.send("PUT", f"/api/tables/{table}/notices", True, {"silent": silent})

    async def seen(self, table: str) -> None:
        """I am looking at this table."""
        await self.send("POST", f"/api/tables/{table}/seen", True)

    async def next_table(self) -> TableCard | None:
        """The table that has waited for me longest."""
        answer = await self.send("GET", "/api/next", True)
        return msgspec.json.decode(answer.content, type=TableCard) if answer.content else None

    async def chat(self, table: str, after: str = "") -> ChatLog:
        """What was said at a table."""
        return await self._get(ChatLog, f"/api/tables/{table}/chat", after=after)

    async def say(self, table: str, text: str) -> None:
        """Say something."""
        await self.send("POST", f"/api/tables/{table}/chat", False, {"text": text})

    async def chat_read(self, table: str, upto: str) -> None:
        """I have read what was said up to here."""
        await self.send("POST", f"/api/tables/{table}/chat/read", True, {"upto": upto})

    async def note(self, table: str) -> Note:
        """My own note at a table."""
        return await self._get(Note, f"/api/tables/{table}/note")

    async def set_note(self, table: str, text: str) -> None:
        """Keep a note for myself."""
        await self.send("PUT", f"/api/tables/{table}/note", True, {"text": text})

    async def mute(self, person: str, muted: bool) -> None:
        """Hear somebody no more, or again."""
        await self.send("PUT", f"/api/people/{person}/mute", True, {"muted": muted})

    async def report(self, table: str, about: str, text: str) -> None:
        """Complain of somebody to whoever runs this house."""
        await self.send("POST", f"/api/tables/{table}/report", False, {"about": about, "text": text})

    async def reports(self) -> list[AbuseReport]:
        """What people complain of, for whoever runs this house."""
        return await self._get(list[AbuseReport], "/api/reports")

    async def report_done(self, number: str) -> None:
        """A complaint was looked at."""
        await self.send("POST", f"/api/reports/{number}/done", False)

    # ------------------------------------------------------------ lobby

    async def list_titles(self) -> list[TitleInfo]:
        """The titles of this house."""
        return await self._get(list[TitleInfo], "/api/titles")

    async def new_table(
        self,
        title: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        pace: Pace | None = None,
        visibility: str = "private",
        language: str = "en",
        odds: bool = True,
    ) -> TableCard:
        """Make a table and sit in its first seat."""
        return await self._post(
            TableCard,
            "/api/tables",
            title=title,
            seats=seats,
            options=options,
            pace=pace,
            visibility=visibility,
            language=language,
            odds=odds,
        )

    async def list_tables(self, which: str = "playing") -> list[TableCard]:
        """My tables that are `playing`, `open` or `over`; or public ones with free `seats`."""
        return await self._get(list[TableCard], "/api/tables", which=which)

    async def card(self, table: str, invite: str = "") -> TableCard:
        """What a lobby shows of a table."""
        return await self._get(TableCard, f"/api/tables/{table}/card", invite=invite)

    async def join(self, table: str, seat: int | None = None, invite: str = "") -> TableCard:
        """Sit down."""
        return await self._post(TableCard, f"/api/tables/{table}/join", seat=seat, invite=invite)

    async def seat_bot(self, table: str, seat: int, bot: str) -> TableCard:
        """Put one of the house's own bots into a free seat."""
        return await self._post(TableCard, f"/api/tables/{table}/bots", seat=seat, bot=bot)

    async def start(self, table: str) -> TableCard:
        """Begin the game."""
        return await self._post(TableCard, f"/api/tables/{table}/start")

    async def rematch(self, table: str) -> TableCard:
        """The same people and options at a new table."""
        return await self._post(TableCard, f"/api/tables/{table}/rematch", again=True)

    async def branch(self, table: str, seq: int, seat: int | None = None) -> TableCard:
        """Try from a row on: a private table with bots in all other seats; what I cannot know there is drawn anew."""
        return await self._post(TableCard, f"/api/tables/{table}/branch", seq=seq, seat=seat)

    async def archive(self, table: str, archived: bool = True) -> None:
        """Put a finished table out of my lists, or back."""
        await self.send("POST", f"/api/tables/{table}/archive", True, {"archived": archived})

    # ------------------------------------------------------------ at the table

    async def look(self, table: str, invite: str = "") -> TableView:
        """The table as I see it now."""
        return await self._get(TableView, f"/api/tables/{table}", invite=invite)

    async def read_log(self, table: str, after: int = 0, until: int | None = None) -> list[SeenRow]:
        """Rows after a row; at most 500."""
        return await self._get(list[SeenRow], f"/api/tables/{table}/log", after=after, until=until)

    async def moves(self, table: str, seq: int, words: Sequence[str], mark: int | None = None) -> CommandResult:
        """Make the words of a gesture, all or none. It carries a mark, so that it can be sent until it is answered."""
        chosen = randbits(53) if mark is None else mark
        return await self._post(
            CommandResult, f"/api/tables/{table}/moves", again=True, seq=seq, words=words, mark=chosen
        )

    async def preview(self, table: str, seq: int, words: Sequence[str], mark: int | None = None) -> Preview:
        """What the words would lead to; nothing is stored."""
        return await self._post(Preview, f"/api/tables/{table}/preview", again=True, seq=seq, words=words, mark=mark)

    async def why_not(self, table: str, word: str) -> Legality:
        """Why a word is not legal."""
        return await self._get(Legality, f"/api/tables/{table}/why-not", word=word)

    async def undo(self, table: str, seq: int, whole: bool = False) -> CommandResult:
        """Take back my last step, or all that can be taken back."""
        return await self._post(CommandResult, f"/api/tables/{table}/undo", seq=seq, whole=whole)

    async def ask(self, table: str, seq: int, what: str) -> CommandResult:
        """Ask all others for `pause`, or for `takeback ROW`."""
        return await self._post(CommandResult, f"/api/tables/{table}/ask", seq=seq, what=what)

    async def reply(self, table: str, seq: int, agree: bool) -> CommandResult:
        """Answer what somebody asks."""
        return await self._post(CommandResult, f"/api/tables/{table}/reply", seq=seq, agree=agree)

    async def resume(self, table: str, seq: int) -> CommandResult:
        """End a pause."""
        return await self._post(CommandResult, f"/api/tables/{table}/resume", seq=seq)

    async def concede(self, table: str, seq: int) -> CommandResult:
        """Give up."""
        return await self._post(CommandResult, f"/api/tables/{table}/concede", seq=seq)

    async def leave(self, table: str, seat: int | None = None) -> None:
        """Stand up; during a game, let a bot play until I am back."""
        await self.send("POST", f"/api/tables/{table}/leave", False, {"seat": seat})

    async def come_back(self, table: str, seat: int | None = None) -> CommandResult:
        """Take my seat back from the bot."""
        return await self._post(CommandResult, f"/api/tables/{table}/back", seat=seat)

    async def hand(self, table: str, seat: int) -> None:
        """Hand the device to another of my seats."""
        await self.send("POST", f"/api/tables/{table}/hand", True, {"seat": seat})

    async def export(self, table: str) -> str:
        """The game as a record."""
        return (await self.send("GET", f"/api/tables/{table}/export", True)).text

    # ------------------------------------------------------------ streams

    async def watch(
        self, table: str, invite: str = "", last_event_id: int | None = None
    ) -> AsyncGenerator[TableEvent, None]:
        """What happens at a table, without end. Rows come once, and none is missing unless a `Resync` says so."""
        watcher = EventReader(self, f"/api/tables/{table}/stream", last_event_id, invite)
        async with aclosing(with_reconnects(self, watcher.read)) as events:
            async for event in events:
                if event is not None:
                    yield event

    async def bot_stream(self) -> AsyncGenerator[PersonMessage, None]:
        """The tables that call for me, without end. After a break those that run are told again."""
        async with aclosing(with_reconnects(self, lambda: read_lines(self, "/api/bot/stream", PersonMessage))) as calls:
            async for call in calls:
                if call is not None:
                    yield call

    async def bot_table_stream(self, table: str) -> AsyncGenerator[TableMessage, None]:
        """One table until its game is over. After a break there is a `Full` line again."""
        path = f"/api/bot/tables/{table}/stream"
        async with aclosing(with_reconnects(self, lambda: read_lines(self, path, TableMessage))) as lines:
            async for line in lines:
                if line is not None:
                    yield line
                    if line.state.outcome is not None:
                        return

    # ------------------------------------------------------------ for whoever runs the server

    async def healthz(self) -> str:
        """This process answers."""
        return (await self.send("GET", "/healthz", True)).text

    async def readyz(self) -> str:
        """Should this process get requests?"""
        return (await self.send("GET", "/readyz", True)).text

    async def metrics(self) -> str:
        """Figures for Prometheus."""
        return (await self.send("GET", "/metrics", True)).text

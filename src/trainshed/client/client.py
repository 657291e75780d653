"""The API client: every operation is a method of the same name, with the fields of its body as arguments."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from secrets import randbits
from typing import Any, Literal, TypeVar

import msgspec

from trainshed.client.streams import EventReader, read_lines, with_reconnects
from trainshed.client.transport import Transport
from trainshed.wire import (
    AbuseReport,
    AnalysisState,
    CharacterInfo,
    ChatLog,
    CommandResult,
    Delivery,
    Hint,
    KeyInfo,
    Legality,
    Me,
    Note,
    NotificationChannel,
    Pace,
    PackInfo,
    PersonMessage,
    Presence,
    Preview,
    PushKey,
    Rematch,
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
    """A client of one server. Its token is given, or comes with `new_guest`, `new_account` or `sign_in`.

    Read streams with `contextlib.aclosing`, or to their end.
    """

    async def _get(self, kind: type[T], path: str, /, **params: Any) -> T:
        return msgspec.json.decode((await self.send("GET", path, True, **params)).content, type=kind)

    async def _post(self, kind: type[T], path: str, /, again: bool = False, **body: Any) -> T:
        return msgspec.json.decode((await self.send("POST", path, again, body or None)).content, type=kind)

    async def _signed_in(self, method: str, path: str, **body: Any) -> Me:
        """Send a request that starts a session, and use its token from now on."""
        me = msgspec.json.decode((await self.send(method, path, False, body)).content, type=Me)
        self.token = me.token
        return me

    # ------------------------------------------------------------ people

    async def new_guest(self, name: str, language: str = "en", zone: str = "UTC") -> Me:
        """Create a guest and start a session. No account is needed."""
        return await self._signed_in("POST", "/api/guests", name=name, language=language, zone=zone)

    async def new_account(
        self, login: str, password: str, name: str = "", language: str = "en", zone: str = "UTC", email: str = ""
    ) -> Me:
        """Create an account and start a session. A guest who sends this becomes the account and keeps all seats."""
        body = {"login": login, "password": password, "name": name, "language": language, "zone": zone, "email": email}
        return await self._signed_in("POST", "/api/accounts", **body)

    async def sign_in(self, login: str, password: str) -> Me:
        """Sign in to an account and start a session. The seats of a guest who signs in go over to the account."""
        return await self._signed_in("POST", "/api/sign-in", login=login, password=password)

    async def sign_out(self) -> None:
        """End this session."""
        await self.send("POST", "/api/sign-out", False)
        self.token = ""

    async def me(self) -> Me:
        """Get my profile."""
        return await self._get(Me, "/api/me")

    async def change_me(self, name: str | None = None, language: str | None = None, email: str | None = None) -> Me:
        """Change my name, language or mail address. A new name is shown at tables that have not started, too."""
        answer = await self.send("PATCH", "/api/me", True, {"name": name, "language": language, "email": email})
        return msgspec.json.decode(answer.content, type=Me)

    async def set_hours(
        self, zone: str = "UTC", start: int = 0, end: int = 0, holidays: Sequence[tuple[int, int]] = ()
    ) -> Me:
        """Set the hours in which my thinking time counts, at tables whose pace is `days`."""
        body = {"zone": zone, "start": start, "end": end, "holidays": holidays}
        return msgspec.json.decode((await self.send("PUT", "/api/me/hours", True, body)).content, type=Me)

    async def set_preferences(
        self,
        pace: Literal["calm", "quick", "off"] | None = None,
        sound: Literal["off", "on"] | None = None,
        motion: Literal["system", "none"] | None = None,
        confirm: Literal["always", "final"] | None = None,
        colors: Literal["standard", "protan", "deutan", "tritan"] | None = None,
        type: Literal["normal", "large"] | None = None,
    ) -> Me:
        """Change how I want to see, hear and confirm."""
        told = {"pace": pace, "sound": sound, "motion": motion, "confirm": confirm, "colors": colors, "type": type}
        answer = await self.send("PATCH", "/api/me/preferences", True, told)
        return msgspec.json.decode(answer.content, type=Me)

    async def set_password(self, old: str, new: str) -> Me:
        """Change my password. All my sessions and tokens end, and a new session starts."""
        return await self._signed_in("PUT", "/api/me/password", old=old, new=new)

    async def export_me(self) -> dict[str, Any]:
        """Export all data that the server has about me."""
        return await self._get(dict[str, Any], "/api/me/export")

    async def delete_me(self, password: str = "") -> None:
        """Delete my account, or me as a guest. My games stay for the other players, without my name."""
        await self.send("DELETE", "/api/me", False, {"password": password})
        self.token = ""

    async def tokens(self) -> list[KeyInfo]:
        """List my sessions and tokens."""
        return await self._get(list[KeyInfo], "/api/me/tokens")

    async def new_token(self, name: str, scopes: Sequence[str], days: int = 365) -> Token:
        """Create a token for a program, with the scopes that it needs. It is shown only once."""
        return await self._post(Token, "/api/me/tokens", name=name, scopes=scopes, days=days)

    async def delete_token(self, key: str) -> None:
        """Delete one of my tokens."""
        await self.send("DELETE", f"/api/me/tokens/{key}", False)

    async def end_session(self, session_id: str) -> None:
        """End one of my sessions, as `tokens` lists them."""
        await self.send("DELETE", f"/api/me/sessions/{session_id}", False)

    async def new_bot(self, name: str) -> Me:
        """Create a bot account that belongs to me. The response contains its token; the client keeps its own."""
        return await self._post(Me, "/api/me/bots", name=name)

    # ------------------------------------------------------------ notifications, chat and moderation

    async def my_notices(self) -> list[NotificationChannel]:
        """List my addresses for notifications."""
        return await self._get(list[NotificationChannel], "/api/me/notices")

    async def new_notice(self, kind: str, address: str, paces: Sequence[str] | None = None) -> NotificationChannel:
        """Add an address for notifications. A mail address must then be confirmed with the code that is sent to it."""
        return await self._post(NotificationChannel, "/api/me/notices", kind=kind, address=address, paces=paces)

    async def confirm_notice(self, notice: str, code: str) -> None:
        """Confirm a mail address with the code that was sent to it."""
        await self.send("POST", f"/api/me/notices/{notice}/confirm", False, {"code": code})

    async def test_notice(self, notice: str) -> Delivery:
        """Send a test notification now, and return the result of the delivery."""
        return await self._post(Delivery, f"/api/me/notices/{notice}/test")

    async def delete_notice(self, notice: str) -> None:
        """Delete an address for notifications."""
        await self.send("DELETE", f"/api/me/notices/{notice}", False)

    async def push_key(self) -> PushKey:
        """Get the key that a browser needs for a subscription to Web Push."""
        return await self._get(PushKey, "/api/me/push")

    async def subscribe_push(
        self,
        endpoint: str,
        keys: dict[str, str],
        paces: Sequence[str] | None = None,
        device: str = "",
        replaces: str = "",
    ) -> NotificationChannel:
        """Notify a browser by Web Push, until this session ends."""
        return await self._post(
            NotificationChannel,
            "/api/me/push",
            endpoint=endpoint,
            keys=keys,
            paces=paces,
            device=device,
            replaces=replaces,
        )

    async def silence(self, table: str, silent: bool) -> None:
        """Switch my notifications from a table off, or on again."""
        await self.send("PUT", f"/api/tables/{table}/notices", True, {"silent": silent})

    async def seen(self, table: str) -> None:
        """Report that I am looking at a table, so that no notification is needed."""
        await self.send("POST", f"/api/tables/{table}/seen", True)

    async def presence(self, table: str) -> Presence:
        """Get when each player of my table last looked at it, in milliseconds since 1970."""
        return await self._get(Presence, f"/api/tables/{table}/presence")

    async def next_table(self) -> TableCard | None:
        """Get the table that has waited longest for me; None if there is none."""
        answer = await self.send("GET", "/api/next", True)
        return msgspec.json.decode(answer.content, type=TableCard) if answer.content else None

    async def waiting_tables(self) -> list[str]:
        """List the ids of the tables that wait for me, the longest first."""
        return await self._get(list[str], "/api/waiting")

    async def chat(self, table: str, after: str = "") -> ChatLog:
        """List the newest chat messages of my table, at most 200. Those of people whom I have muted are left out."""
        return await self._get(ChatLog, f"/api/tables/{table}/chat", after=after)

    async def say(self, table: str, text: str) -> None:
        """Send a chat message to the players of my table."""
        await self.send("POST", f"/api/tables/{table}/chat", False, {"text": text})

    async def chat_read(self, table: str, upto: str) -> None:
        """Mark the chat messages of my table as read, up to this one."""
        await self.send("POST", f"/api/tables/{table}/chat/read", True, {"upto": upto})

    async def note(self, table: str) -> Note:
        """Get my private note at a table."""
        return await self._get(Note, f"/api/tables/{table}/note")

    async def set_note(self, table: str, text: str) -> None:
        """Set my private note at a table. Nobody else can read it."""
        await self.send("PUT", f"/api/tables/{table}/note", True, {"text": text})

    async def mute(self, person: str, muted: bool) -> None:
        """Mute a person in the chat of all tables, or unmute them."""
        await self.send("PUT", f"/api/people/{person}/mute", True, {"muted": muted})

    async def report(self, table: str, about: str, text: str) -> None:
        """Report a person who sits at my table, or has written in its chat, to the administrators."""
        await self.send("POST", f"/api/tables/{table}/report", False, {"about": about, "text": text})

    async def reports(self) -> list[AbuseReport]:
        """List the open reports. Administrators only."""
        return await self._get(list[AbuseReport], "/api/reports")

    async def report_done(self, report: str) -> None:
        """Close a report. Administrators only."""
        await self.send("POST", f"/api/reports/{report}/done", False)

    # ------------------------------------------------------------ lobby

    async def list_titles(self) -> list[TitleInfo]:
        """List the titles (board games) that this server offers, with their options."""
        return await self._get(list[TitleInfo], "/api/titles")

    async def list_characters(self) -> list[CharacterInfo]:
        """List the characters of the server's bots: the names and faces under which they sit at tables."""
        return await self._get(list[CharacterInfo], "/api/characters")

    async def new_table(
        self,
        title: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        pace: Pace | None = None,
        visibility: str = "private",
        language: str = "en",
        odds: bool = True,
        pack: str = "",
    ) -> TableCard:
        """Create a table. I become its host and sit in the first seat."""
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
            pack=pack,
        )

    async def list_packs(self) -> list[PackInfo]:
        """List the content packs that administrators have added; tables can be made with them."""
        return await self._get(list[PackInfo], "/api/packs")

    async def add_pack(self, title: str, name: str, content: str) -> PackInfo:
        """Add a content pack, after trial games with it. Administrators only."""
        return await self._post(PackInfo, "/api/packs", title=title, name=name, content=content)

    async def list_tables(self, which: str = "playing") -> list[TableCard]:
        """List my tables that are `playing`, `open` or `over`; or, with `seats`, public tables with a free seat."""
        return await self._get(list[TableCard], "/api/tables", which=which)

    async def card(self, table: str, invite: str = "") -> TableCard:
        """Get the summary of a table, as the lobby shows it."""
        return await self._get(TableCard, f"/api/tables/{table}/card", invite=invite)

    async def join(self, table: str, seat: int | None = None, invite: str = "") -> TableCard:
        """Take a seat at a table. A private table needs its invitation."""
        return await self._post(TableCard, f"/api/tables/{table}/join", seat=seat, invite=invite)

    async def seat_bot(self, table: str, seat: int, bot: str = "", character: str = "") -> TableCard:
        """Put one of the server's bots into a free seat, by default the usual one. Host only.

        During the game: let another bot play for somebody who is away. The host chooses it, or the player.
        """
        named: dict[str, Any] = {"bot": bot} if bot else {}
        return await self._post(TableCard, f"/api/tables/{table}/bots", seat=seat, character=character, **named)

    async def name_seat(self, table: str, seat: int, name: str) -> TableCard:
        """Name one of my seats before the game, if I have several: other people play them on the same device."""
        return await self._post(TableCard, f"/api/tables/{table}/name", seat=seat, name=name)

    async def start(self, table: str) -> TableCard:
        """Start the game. Host only; no seat may be free."""
        return await self._post(TableCard, f"/api/tables/{table}/start")

    async def rematch(self, table: str) -> Rematch:
        """Offer a rematch of a finished game, or accept the offer that is open.

        When all people have accepted, the answer has the new table. Bots accept by themselves.
        """
        return await self._post(Rematch, f"/api/tables/{table}/rematch", again=True)

    async def rematch_state(self, table: str) -> Rematch:
        """Get the last offer of a rematch of a finished game with its answers. Players only."""
        return await self._get(Rematch, f"/api/tables/{table}/rematch")

    async def decline_rematch(self, table: str) -> Rematch:
        """Decline the offer of a rematch, or withdraw the own one."""
        return await self._post(Rematch, f"/api/tables/{table}/rematch/decline", again=True)

    async def branch(self, table: str, seq: int, seat: int | None = None) -> TableCard:
        """Create a private table that branches off at a row of this one, with bots in all other seats.

        Everything that my seat could not know at that row is drawn anew.
        """
        return await self._post(TableCard, f"/api/tables/{table}/branch", seq=seq, seat=seat)

    async def archive(self, table: str, archived: bool = True) -> None:
        """Hide a finished table from my lists, or show it again."""
        await self.send("POST", f"/api/tables/{table}/archive", True, {"archived": archived})

    async def delete_table(self, table: str) -> None:
        """Delete a table for good: one of mine that has not started, or a game without other people."""
        await self.send("DELETE", f"/api/tables/{table}", False)

    # ------------------------------------------------------------ at the table

    async def look(self, table: str, invite: str = "") -> TableView:
        """Get a table as I see it now."""
        return await self._get(TableView, f"/api/tables/{table}", invite=invite)

    async def read_log(self, table: str, after: int = 0, until: int | None = None) -> list[SeenRow]:
        """Read the rows of the log after a row, as far as I may know them; at most 500."""
        return await self._get(list[SeenRow], f"/api/tables/{table}/log", after=after, until=until)

    async def moves(self, table: str, seq: int, words: Sequence[str], mark: int | None = None) -> CommandResult:
        """Play the words of a gesture, all or none. A mark is sent with it, so that it can be retried safely."""
        chosen = randbits(53) if mark is None else mark
        return await self._post(
            CommandResult, f"/api/tables/{table}/moves", again=True, seq=seq, words=words, mark=chosen
        )

    async def preview(self, table: str, seq: int, words: Sequence[str], mark: int | None = None) -> Preview:
        """Preview the words of a gesture; nothing is stored. It stops before a word that cannot be taken back."""
        return await self._post(Preview, f"/api/tables/{table}/preview", again=True, seq=seq, words=words, mark=mark)

    async def why_not(self, table: str, word: str) -> Legality:
        """Check whether a word is legal, and if not, which clause forbids it."""
        return await self._get(Legality, f"/api/tables/{table}/why-not", word=word)

    async def undo(self, table: str, seq: int, whole: bool = False) -> CommandResult:
        """Take back my last word, or all my words since something was drawn or shown or the turn passed."""
        return await self._post(CommandResult, f"/api/tables/{table}/undo", seq=seq, whole=whole)

    async def ask(self, table: str, seq: int, what: str) -> CommandResult:
        """Propose `pause` or `takeback ROW` to all other players."""
        return await self._post(CommandResult, f"/api/tables/{table}/ask", seq=seq, what=what)

    async def reply(self, table: str, seq: int, agree: bool) -> CommandResult:
        """Agree to a proposal, or decline it."""
        return await self._post(CommandResult, f"/api/tables/{table}/reply", seq=seq, agree=agree)

    async def resume(self, table: str, seq: int) -> CommandResult:
        """End a pause."""
        return await self._post(CommandResult, f"/api/tables/{table}/resume", seq=seq)

    async def concede(self, table: str, seq: int) -> CommandResult:
        """Give up. With two seats the other one wins; with more, a bot plays on, behind all others."""
        return await self._post(CommandResult, f"/api/tables/{table}/concede", seq=seq)

    async def leave(self, table: str, seat: int | None = None, bot: str = "") -> None:
        """Leave a table. Before the game my seat becomes free; during the game a bot plays it until I come back.

        `bot` is the bot that plays then, by default the usual one.
        """
        await self.send("POST", f"/api/tables/{table}/leave", False, {"seat": seat, "bot": bot})

    async def come_back(self, table: str, seat: int | None = None) -> CommandResult:
        """Take my seat back from the bot."""
        return await self._post(CommandResult, f"/api/tables/{table}/back", seat=seat)

    async def hand(self, table: str, seat: int) -> None:
        """Switch to another of my seats, when several people play on one device."""
        await self.send("POST", f"/api/tables/{table}/hand", True, {"seat": seat})

    async def export(self, table: str) -> str:
        """Export the game as a record; while it runs only as far as I may know it."""
        return (await self.send("GET", f"/api/tables/{table}/export", True)).text

    async def analyse(self, table: str) -> AnalysisState:
        """Have a finished game analysed, or get the analysis that is there or is being made."""
        return await self._post(AnalysisState, f"/api/tables/{table}/analysis", again=True)

    async def analysis(self, table: str) -> AnalysisState:
        """Get the analysis of a finished game, or how far it is; `NotFound` if nobody has asked for it."""
        return await self._get(AnalysisState, f"/api/tables/{table}/analysis")

    async def hint(self, table: str, seq: int, words: Sequence[str] = ()) -> Hint:
        """Get a hint about the question that I have to answer, in a game against bots; nothing is played."""
        return await self._post(Hint, f"/api/tables/{table}/hint", seq=seq, words=words)

    # ------------------------------------------------------------ streams

    async def watch(
        self, table: str, invite: str = "", last_event_id: int | None = None
    ) -> AsyncGenerator[TableEvent, None]:
        """Stream a table, without end. Rows come once, and none is missing unless there is a `Resync`."""
        watcher = EventReader(self, f"/api/tables/{table}/stream", last_event_id, invite)
        async with aclosing(with_reconnects(self, watcher.read)) as events:
            async for event in events:
                if event is not None:
                    yield event

    async def bot_stream(self) -> AsyncGenerator[PersonMessage, None]:
        """Stream which of my tables start, wait for me or end. Running tables are sent again after a reconnect."""
        async with aclosing(with_reconnects(self, lambda: read_lines(self, "/api/bot/stream", PersonMessage))) as calls:
            async for call in calls:
                if call is not None:
                    yield call

    async def bot_table_stream(self, table: str) -> AsyncGenerator[TableMessage, None]:
        """Stream one table until its game is over. After a reconnect a `FullState` is sent again."""
        path = f"/api/bot/tables/{table}/stream"
        async with aclosing(with_reconnects(self, lambda: read_lines(self, path, TableMessage))) as lines:
            async for line in lines:
                if line is not None:
                    yield line
                    if line.state.outcome is not None:
                        return

    # ------------------------------------------------------------ server status

    async def healthz(self) -> str:
        """Check that this process answers."""
        return (await self.send("GET", "/healthz", True)).text

    async def readyz(self) -> str:
        """Check whether this process is ready for requests."""
        return (await self.send("GET", "/readyz", True)).text

    async def metrics(self) -> str:
        """Get metrics for Prometheus."""
        return (await self.send("GET", "/metrics", True)).text

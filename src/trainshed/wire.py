"""The types that travel between server and client: what the API answers with, and the lines of its streams.

The server encodes them, the client decodes them, and the description of the API is made from them. A string below a
field is its description there. Times are milliseconds since 1970 UTC, amounts of time are milliseconds.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

# ---------------------------------------------------------------- time


class Hours(msgspec.Struct, frozen=True):
    """The hours in which a person's thinking time counts, in the person's own time zone.

    A moment counts if the clock on that person's wall then shows a time from `start` until before `end`, and if it
    lies in no holiday. So an hour that is repeated when the clocks go back counts both times, and of an hour that is
    skipped when they go forward there is nothing to count: a window of which it is a part is shorter that day.
    """

    zone: str = "UTC"
    """A name of the IANA time zone database."""
    start: int = 0
    """In minutes after local midnight, as `end`. Equal: the whole day; `end` before `start`: over midnight."""
    end: int = 0
    holidays: tuple[tuple[int, int], ...] = ()
    """Each from its first moment until before its second."""


class Pace(msgspec.Struct, frozen=True):
    """How long a table's players may think."""

    kind: Literal["none", "live", "days"] = "none"
    turn: int = 0
    """The time of each turn."""
    bank: int = 0
    """Each seat's reserve at the start."""
    increment: int = 0
    """Added to the bank after each completed turn."""
    on_flag: Literal["bot", "skip", "out"] = "bot"
    """What happens to a seat whose time has run out."""


# ---------------------------------------------------------------- people


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person or bot account that sent the request."""

    person: str
    name: str
    kind: str
    language: str
    hours: Hours
    login: str | None = None
    email: str | None = None
    admin: bool = False
    token: str = ""
    """Only when a session begins."""


class KeyInfo(msgspec.Struct, frozen=True):
    """A session, or a token with scopes."""

    id: str
    name: str
    scopes: list[str] | None
    """Null for a session, which may do everything."""
    created: int
    expires: int


class Token(msgspec.Struct, frozen=True):
    """A new token. It is shown only once."""

    token: str


class NotificationChannel(msgspec.Struct, frozen=True):
    """An address that gets a message when it is the person's turn, and at tables of which paces."""

    id: str
    kind: str
    address: str
    paces: list[str]
    confirmed: bool
    answer: str
    """What the last delivery met with."""


class Delivery(msgspec.Struct, frozen=True):
    """The result of sending one message to an address."""

    ok: bool
    said: str
    """One line for the person who gave the address."""


class AbuseReport(msgspec.Struct, frozen=True):
    """A person's complaint about another one, for the administrators."""

    id: str
    table: str
    by: str
    about: str
    name: str
    text: str
    at: int


# ---------------------------------------------------------------- lobby


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a title: its choices, the ruled default, and for which numbers of seats it exists."""

    name: str
    choices: list[str]
    default: str
    sentence: str
    clause: str
    seats: list[int]


class TitleInfo(msgspec.Struct, frozen=True):
    """A title that this server offers."""

    title: str
    name: str
    edition: int
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]


class LobbySeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat before or after the game."""

    name: str = ""
    bot: str = ""
    mine: bool = False
    free: bool = False
    robot: bool = False
    """The account in this seat belongs to a bot."""


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as the lobby lists it."""

    table: str
    title: str
    edition: int
    options: dict[str, str]
    pace: Pace
    visibility: str
    language: str
    status: str
    created: int
    seats: list[LobbySeat]
    host: bool = False
    """The reader made this table."""
    invite: str = ""
    """The secret of the invitation, for those who sit here."""
    turn: int | None = None
    """The seat that must decide."""
    deadline: int | None = None
    """When that seat's time runs out."""
    commitment: str = ""
    """The hash of the secret from which all draws are made."""
    outcome: dict[str, Any] | None = None
    rematch: str = ""
    """The table at which the same people play again."""
    odds: bool = True
    """The table shows the exact odds of a coming roll."""
    origin: str = ""
    """The table from which this one branched off."""
    origin_seq: int = 0
    """The row at which it did."""


# ---------------------------------------------------------------- at the table


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a started table, the same for every viewer."""

    name: str
    bot: str = ""
    """The bot that plays it now."""
    out: bool = False
    """It gave up, or its time ran out."""
    robot: bool = False
    """The account in this seat belongs to a bot."""
    away: bool = False
    """The bot plays for a person who is away."""


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of all seats, and which of them runs."""

    banks: list[int]
    seat: int = -1
    """The seat whose clock runs; -1 for none."""
    since: int = 0
    left: int = 0
    """What that seat had left at `since`."""
    paused: bool = False


class ProposalView(msgspec.Struct, frozen=True):
    """What a seat asks of all others, and who has not answered yet."""

    what: str
    seat: int
    waits_for: list[int]


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table at one row, as one seat or a spectator sees it."""

    v: int
    table: str
    title: str
    seq: int
    seat: int | None
    """The viewer's seat, or null for a spectator."""
    actor: int | None
    """The seat that must decide."""
    seats: list[SeatView]
    view: Any
    moves: list[str] = []
    """The legal words, if the viewer must decide."""
    undo: int = 0
    """How many steps the viewer can take back without asking anybody."""
    clock: ClockView | None = None
    proposal: ProposalView | None = None
    outcome: dict[str, Any] | None = None
    odds: bool = True
    """The table shows the exact odds of a coming roll."""


class SeenRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of the log as one viewer may know it."""

    seq: int
    seat: int
    at: int
    said: str
    events: list[Any] = []


class CommandResult(msgspec.Struct, frozen=True):
    """A command was carried out: the newest row, and all rows since the one it was made for."""

    seq: int
    since: list[SeenRow]


class Preview(msgspec.Struct, frozen=True):
    """What a gesture would lead to, as far as it can be taken back."""

    seq: int
    taken: int
    """How many of the words were tried; the next one cannot be taken back, and is legal."""
    steps: list[SeenRow]
    table_view: TableView
    """The table after those words."""


class Legality(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a word is legal, and if not, which clause forbids it."""

    word: str
    legal: bool
    clause: str = ""
    numbers: dict[str, int] = {}
    generic: bool = False
    """The word answers another kind of question than the one that is asked."""
    sentence: str = ""


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of a table's chat."""

    id: str
    who: str
    name: str
    text: str
    at: int
    mine: bool = False


class ChatLog(msgspec.Struct, frozen=True):
    """Messages of a table's chat, and how many of all are unread."""

    said: list[ChatMessage]
    unread: int


class Note(msgspec.Struct, frozen=True):
    """A person's private note at a table."""

    text: str


# ---------------------------------------------------------------- streams for bots: one JSON object a line


class TableStart(msgspec.Struct, frozen=True, tag_field="type", tag="tableStart"):
    """A table at which I sit has started; on connection: each one that is running."""

    table: str
    title: str
    seats: list[int]
    """My seats."""


class YourTurn(msgspec.Struct, frozen=True, tag_field="type", tag="yourTurn"):
    """I must decide. This may come twice, and after somebody has already answered: read the table to be sure."""

    table: str
    seq: int
    """The newest row when this was sent."""
    seat: int


class TableOver(msgspec.Struct, frozen=True, tag_field="type", tag="tableOver"):
    """A game of mine has ended."""

    table: str
    outcome: dict[str, Any] | None = None


PersonMessage: TypeAlias = TableStart | YourTurn | TableOver
"""A line of `GET /api/bot/stream`."""


class FullState(msgspec.Struct, frozen=True, tag_field="type", tag="full"):
    """What was agreed at the table, and its state: the first line, and again for a reader that was too slow."""

    table: str
    title: str
    edition: int
    options: dict[str, str]
    seats: list[SeatView]
    """The seats as they were when the game began."""
    seat: int | None
    """The viewer's seat, or null for a spectator."""
    state: TableView


class NewRows(msgspec.Struct, frozen=True, tag_field="type", tag="rows"):
    """New rows of the log as the viewer may know them, and the state after them."""

    rows: list[SeenRow]
    state: TableView


TableMessage: TypeAlias = FullState | NewRows
"""A line of `GET /api/bot/tables/{table}/stream`."""


# ---------------------------------------------------------------- the stream for browsers: server-sent events


class RowsAdded(msgspec.Struct, frozen=True):
    """New rows of the log, each of them once. The state follows."""

    rows: list[SeenRow]


class Resync(msgspec.Struct, frozen=True):
    """Too many rows were missed to send them; the state follows."""


class LobbyChanged(msgspec.Struct, frozen=True):
    """Something changed at a table that has not started: read its card."""


class ChatChanged(msgspec.Struct, frozen=True):
    """There is a new message in the chat: read it."""


TableEvent: TypeAlias = RowsAdded | TableView | Resync | LobbyChanged | ChatChanged
"""An event of `GET /api/tables/{table}/stream`."""


# ---------------------------------------------------------------- errors


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out."""

    error: str
    """A word for programs: `wrong`, `not_signed_in`, `forbidden`, `not_found`, `stale`, `not_now`, `refused` …"""
    message: str
    """A sentence for people."""
    seq: int | None = None
    """Of a stale command: the newest row."""
    since: list[Any] | None = None
    """Of a stale command: the rows that came after the one it was made for."""
    word: str = ""
    """The word that the rules refuse."""
    index: int = 0
    """Its place in the gesture."""
    clause: str = ""
    """The clause that refuses it."""
    numbers: dict[str, int] = {}
    """The figures that the refusal turns on."""
    generic: bool = False
    """The word answers another kind of question than the one that is asked."""

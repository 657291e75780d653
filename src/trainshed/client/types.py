"""What the API answers with. These are the client's own; a test holds them against the server's description."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec


class Hours(msgspec.Struct, frozen=True):
    """When a person's time counts at tables over days: from `start` until `end`, in minutes after local midnight."""

    zone: str = "UTC"
    start: int = 0
    end: int = 0
    holidays: tuple[tuple[int, int], ...] = ()


class Pace(msgspec.Struct, frozen=True):
    """How long a table's players may think, in milliseconds."""

    kind: Literal["none", "live", "days"] = "none"
    turn: int = 0
    bank: int = 0
    increment: int = 0
    on_flag: Literal["bot", "skip", "out"] = "bot"


# ---------------------------------------------------------------- people


class Me(msgspec.Struct, frozen=True):
    """Who I am."""

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


class KeySight(msgspec.Struct, frozen=True):
    """A session (no scopes) or a token."""

    id: str
    name: str
    scopes: list[str] | None
    created: int
    expires: int


class Token(msgspec.Struct, frozen=True):
    """Shown once."""

    token: str


class Notice(msgspec.Struct, frozen=True):
    """Where I am told that a table waits for me."""

    id: str
    kind: str
    address: str
    paces: list[str]
    confirmed: bool
    answer: str


class Answer(msgspec.Struct, frozen=True):
    """What came back when a notice was tried."""

    ok: bool
    said: str


class Report(msgspec.Struct, frozen=True):
    """What somebody complains of."""

    id: str
    table: str
    by: str
    about: str
    name: str
    text: str
    at: int


# ---------------------------------------------------------------- lobby


class OptionSight(msgspec.Struct, frozen=True):
    """What a table may choose."""

    name: str
    choices: list[str]
    default: str
    sentence: str
    clause: str
    seats: list[int]


class TitleSight(msgspec.Struct, frozen=True):
    """A title of this house."""

    title: str
    name: str
    edition: int
    seats: list[int]
    options: list[OptionSight]
    bots: list[str]


class SeatPlan(msgspec.Struct, frozen=True):
    """A seat before or after the game."""

    name: str = ""
    bot: str = ""
    mine: bool = False
    free: bool = False
    robot: bool = False


class Card(msgspec.Struct, frozen=True):
    """A table as a lobby shows it."""

    table: str
    title: str
    edition: int
    options: dict[str, str]
    pace: Pace
    visibility: str
    language: str
    status: str
    created: int
    seats: list[SeatPlan]
    host: bool = False
    invite: str = ""
    turn: int | None = None
    deadline: int | None = None
    commitment: str = ""
    outcome: dict[str, Any] | None = None
    rematch: str = ""
    odds: bool = True
    origin: str = ""
    origin_seq: int = 0


# ---------------------------------------------------------------- at the table


class SeatSight(msgspec.Struct, frozen=True):
    """A seat, as everybody sees it."""

    name: str
    bot: str = ""
    out: bool = False
    robot: bool = False
    away: bool = False


class ClockSight(msgspec.Struct, frozen=True):
    """The clocks, in milliseconds."""

    banks: list[int]
    seat: int = -1
    since: int = 0
    left: int = 0
    paused: bool = False


class ProposalSight(msgspec.Struct, frozen=True):
    """What a seat asks, and whose answer is missing."""

    what: str
    seat: int
    waits_for: list[int]


class Sight(msgspec.Struct, frozen=True):
    """A table at a row, as one seat or a spectator sees it."""

    v: int
    table: str
    title: str
    seq: int
    seat: int | None
    actor: int | None
    seats: list[SeatSight]
    view: Any
    moves: list[str] = []
    """The legal words, where this seat is asked."""
    undo: int = 0
    clock: ClockSight | None = None
    proposal: ProposalSight | None = None
    outcome: dict[str, Any] | None = None
    odds: bool = True


class Told(msgspec.Struct, frozen=True):
    """A row as I may know it."""

    seq: int
    seat: int
    at: int
    said: str
    events: list[Any] = []


class Done(msgspec.Struct, frozen=True):
    """A command was carried out."""

    seq: int
    since: list[Told]


class Preview(msgspec.Struct, frozen=True):
    """What a gesture would lead to, as far as it can be taken back."""

    seq: int
    taken: int
    steps: list[Told]
    sight: Sight


class Why(msgspec.Struct, frozen=True):
    """Whether a word is legal, and if not, why."""

    word: str
    legal: bool
    clause: str = ""
    numbers: dict[str, int] = {}
    generic: bool = False
    sentence: str = ""


class Said(msgspec.Struct, frozen=True):
    """One thing somebody said."""

    id: str
    who: str
    name: str
    text: str
    at: int
    mine: bool = False


class Talk(msgspec.Struct, frozen=True):
    """What was said at a table."""

    said: list[Said]
    unread: int


class Saying(msgspec.Struct, frozen=True):
    """A text."""

    text: str


# ---------------------------------------------------------------- streams for bots


class TableStart(msgspec.Struct, frozen=True, tag_field="type", tag="tableStart"):
    """A table at which I sit has started or is running."""

    table: str
    title: str
    seats: list[int]


class YourTurn(msgspec.Struct, frozen=True, tag_field="type", tag="yourTurn"):
    """I am asked, or was a moment ago."""

    table: str
    seq: int
    seat: int


class TableOver(msgspec.Struct, frozen=True, tag_field="type", tag="tableOver"):
    """A game of mine has ended."""

    table: str
    outcome: dict[str, Any] | None = None


Call: TypeAlias = TableStart | YourTurn | TableOver


class Full(msgspec.Struct, frozen=True, tag_field="type", tag="full"):
    """What was agreed at a table, and how it stands."""

    table: str
    title: str
    edition: int
    options: dict[str, str]
    seats: list[SeatSight]
    seat: int | None
    state: Sight


class Rows(msgspec.Struct, frozen=True, tag_field="type", tag="rows"):
    """What happened, and how the table stands now."""

    rows: list[Told]
    state: Sight


TableLine: TypeAlias = Full | Rows


# ---------------------------------------------------------------- the stream for browsers


class Happened(msgspec.Struct, frozen=True):
    """Rows, each told once."""

    rows: list[Told]


class Resync(msgspec.Struct, frozen=True):
    """Too much happened to tell; the state follows."""


class LobbyChanged(msgspec.Struct, frozen=True):
    """Before the game: something changed; read the card."""


class ChatChanged(msgspec.Struct, frozen=True):
    """Somebody said something; read the chat."""


Event: TypeAlias = Happened | Sight | Resync | LobbyChanged | ChatChanged


# ---------------------------------------------------------------- errors


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not carried out."""

    error: str
    message: str
    seq: int | None = None
    since: list[Any] | None = None
    word: str = ""
    index: int = 0
    clause: str = ""
    numbers: dict[str, int] = {}
    generic: bool = False

"""Types of the API that server and client share: bodies of responses, and messages of the streams.

The server encodes them, the client decodes them, and the OpenAPI description is generated from them: a string below a
field is the description of that field. Times are milliseconds since 1970 UTC, durations are milliseconds.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from trainshed.kernel.rulebook import Basis

# ---------------------------------------------------------------- time


class Hours(msgspec.Struct, frozen=True):
    """The hours in which a person's thinking time counts, in the person's own time zone.

    A moment counts if the local time is from `start` until before `end`, and if it lies in no holiday. So an hour that
    is repeated when the clocks go back counts twice. An hour that is skipped when they go forward does not exist: hours
    that contain it are shorter on that day.

    A change never touches time that has passed. A new `zone`, `start` or `end` holds from 24 hours after it is set; a
    holiday holds at once, but not before that moment.
    """

    zone: str = "UTC"
    """A name of the IANA time zone database, such as `Europe/Madrid`."""
    start: int = 0
    """Minutes after local midnight. If `start` equals `end`, the whole day counts."""
    end: int = 0
    """Minutes after local midnight. If `end` is before `start`, the hours go on past midnight. At least 6 hours."""
    holidays: tuple[tuple[int, int], ...] = ()
    """Periods that do not count: each from its first time until before its second.

    Each lasts at most 30 days. Each and those of the 365 days before it, past ones too, are at most 60 days, and at
    most 20 holidays. None begins more than a year ago or ends in more than two years.
    """


class Pace(msgspec.Struct, frozen=True):
    """The time control of a table: how long its players may think. All durations are milliseconds."""

    kind: Literal["none", "live", "days"] = "none"
    """`none`: no clocks; `live`: all time counts; `days`: only each player's `Hours` count."""
    turn: int = 0
    """The time of each turn."""
    bank: int = 0
    """Each seat's reserve at the start, used when a turn takes longer."""
    increment: int = 0
    """Added to the bank after each completed turn."""
    on_flag: Literal["bot", "skip", "out"] = "bot"
    """When time runs out: `bot` plays for the seat, `skip` passes this turn, `out` puts the seat out of the game."""


# ---------------------------------------------------------------- people


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a person wants to see, hear and confirm; null or missing for what the person has never chosen."""

    pace: Literal["calm", "quick", "off"] | None = None
    """How long the page shows what others did: `calm` is usual; `off` shows only the result."""
    sound: Literal["off", "on"] | None = None
    """`off` is usual."""
    motion: Literal["system", "none"] | None = None
    """`system` is usual: as the device says; `none`: pieces do not move, whatever the device says."""
    confirm: Literal["always", "final"] | None = None
    """`always` is usual; `final`: only what cannot be undone is confirmed, all else is sent at once."""
    colors: Literal["standard", "protan", "deutan", "tritan"] | None = None
    """`standard` is usual; the others are for people who see red, green or blue less or not at all."""
    type: Literal["normal", "large"] | None = None
    """The size of all text; `normal` is usual."""


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """A guest, an account or a bot account."""

    person: str
    """The id of the person or bot."""
    name: str
    kind: str
    """`guest`, `account` or `bot`."""
    language: str
    hours: Hours
    hours_since: int = 0
    """The moment from which zone, start and end of `hours` hold; until then those do that were set before."""
    login: str | None = None
    email: str | None = None
    admin: bool = False
    token: str = ""
    """The token of a new session or bot account; missing in all other responses."""
    preferences: Preferences = Preferences()


class KeyInfo(msgspec.Struct, frozen=True):
    """A session, or an API token with scopes."""

    id: str
    name: str
    scopes: list[str] | None
    """What a token may do; null for a session, which may do everything."""
    created: int
    expires: int


class Token(msgspec.Struct, frozen=True):
    """A new token. It is shown only once."""

    token: str


class NotificationChannel(msgspec.Struct, frozen=True):
    """An address that is notified when it is the person's turn, and at tables of which paces."""

    id: str
    kind: str
    """`mail`, `webhook` or `push`, the notifications of a browser."""
    address: str
    paces: list[str]
    """Some of `none`, `live` and `days`."""
    confirmed: bool
    """Whether the address may be used: a mail address must be confirmed with a code first."""
    answer: str
    """The result of the last delivery; empty if there was none."""
    device: str = ""
    """The device of a browser, as it named itself."""


class PushKey(msgspec.Struct, frozen=True):
    """The public key with which this server signs its Web Push messages."""

    key: str
    """A point on P-256, in base64 for URLs: `applicationServerKey` of a browser."""


class Delivery(msgspec.Struct, frozen=True):
    """The result of sending one message to an address."""

    ok: bool
    said: str
    """The result in one line, for the owner of the address."""


class AbuseReport(msgspec.Struct, frozen=True):
    """A report about a person, for the administrators."""

    id: str
    table: str
    by: str
    """The id of the person who reported."""
    about: str
    """The id of the person who is reported."""
    name: str
    """The name of the person who is reported."""
    text: str
    at: int


# ---------------------------------------------------------------- lobby


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a title: its choices, its default, and for which numbers of seats it exists."""

    name: str
    choices: list[str]
    default: str
    sentence: str
    """What the option decides, for people."""
    clause: str
    """The clause of the rules that it belongs to; empty if there is none."""
    seats: list[int]
    """The numbers of seats for which it exists; empty for all."""
    basis: Basis
    """Where the default comes from: the `rulebook`, our `ruling` where that is silent, or `offered` if the rulebook
    offers every choice."""


class StyleInfo(msgspec.Struct, frozen=True):
    """A way in which bots that are levels can play a title. All styles of a title are about equally strong."""

    style: str
    """It follows the name of the bot and a slash: `driver/line`."""
    plays: str
    """What a bot of this style does, in English."""


class TitleInfo(msgspec.Struct, frozen=True):
    """A title (a board game) that this server offers."""

    title: str
    """The title's id in the API, such as `lok-n-roll`."""
    name: str
    edition: int
    """The version of its rules in this program."""
    seats: list[int]
    """The possible numbers of seats."""
    options: list[OptionInfo]
    bots: list[str]
    """The server's own bots that can be seated."""
    styles: list[StyleInfo] = []
    """The playing styles in which bots that are levels can play it."""


class CharacterInfo(msgspec.Struct, frozen=True):
    """A name and a face under which one of the server's bots sits at tables."""

    character: str
    """The id of the character."""
    name: str
    """The name of its seat."""
    role: str
    """Who it is, in English."""
    bot: str
    """The bot that makes its moves, one of `TitleInfo.bots`."""
    plays: str
    """How well it plays, in English."""
    plays_as: dict[str, str] = {}
    """By title: the bot with the character's own playing style, such as `driver/line`."""


class LobbySeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the lobby shows it."""

    name: str = ""
    """The name of the person, or of the bot's character."""
    bot: str = ""
    """The server's bot in this seat, with its playing style if it has one (`driver/line`); empty for a person or a
    free seat."""
    mine: bool = False
    """Whether it is the viewer's seat."""
    free: bool = False
    robot: bool = False
    """Whether the account in this seat is a bot account."""
    character: str = ""
    """The character of the server's bot in this seat (`GET /api/characters`), whose name is `name`; else empty."""


class PackInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A content pack that is not the built-in one: what is printed on the cards and boards of a title."""

    pack: str
    """The digest of the pack, by which a table is made with it."""
    title: str
    name: str
    """How whoever added it has called it."""
    differs: list[str]
    """The first places where it differs from the built-in pack, one line each."""
    changes: int
    """How many such places there are."""


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The summary of a table, as the lobby lists it."""

    table: str
    """The id of the table."""
    title: str
    edition: int
    options: dict[str, str]
    pace: Pace
    visibility: str
    """`public` or `private`."""
    language: str
    status: str
    """`open`, `playing` or `over`."""
    created: int
    seats: list[LobbySeat]
    host: bool = False
    """Whether the viewer is the host of this table."""
    invite: str = ""
    """The secret of the invitation; only the host and the players see it."""
    turn: int | None = None
    """The seat that must decide."""
    deadline: int | None = None
    """When that seat's time runs out."""
    commitment: str = ""
    """The SHA-256 of the secret from which all draws are made."""
    outcome: dict[str, Any] | None = None
    """The result, once the game is over."""
    rematch: str = ""
    """The table at which the same people play again."""
    odds: bool = True
    """The table shows the exact odds of a coming roll."""
    loadable: bool = True
    """False: this server lacks the rules with which the table was made, and can only list it."""
    origin: str = ""
    """The table from which this one branched off."""
    origin_seq: int = 0
    """The row of that table at which it branched off."""
    pack: str = ""
    """The digest of the content pack with which the table was made."""
    own_content: PackInfo | None = None
    """That pack, if it is not the built-in one."""


class Rematch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rematch of a finished game: its last offer with the answers of the players, or the table where it is played.

    Bots agree by themselves and are not asked.
    """

    state: Literal["none", "offered", "declined", "expired", "begun"]
    table: str = ""
    """The table at which the same people play again; empty before all have agreed."""
    offered_by: int | None = None
    """The seat that made the offer."""
    at: int = 0
    """When it was made."""
    expires: int = 0
    """Until when it can be accepted."""
    agreed: list[int] = []
    """The seats that have agreed."""
    declined: list[int] = []
    """The seats that have declined."""
    waits_for: list[int] = []
    """The seats that have not answered yet."""


# ---------------------------------------------------------------- at the table


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a started table, the same for every viewer."""

    name: str
    """The name of the person, or of the bot's character."""
    bot: str = ""
    """The bot that plays this seat now, with its playing style if it has one (`driver/line`); empty for a person."""
    out: bool = False
    """Whether the seat gave up or was put out because its time ran out."""
    robot: bool = False
    """Whether the account in this seat is a bot account."""
    away: bool = False
    """Whether the bot plays for a person who is away."""
    character: str = ""
    """The character of the bot that plays this seat now (`GET /api/characters`); empty for a person."""


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of all seats, and which of them runs."""

    banks: list[int]
    """The reserve of each seat."""
    seat: int = -1
    """The seat whose clock runs; -1 for none."""
    since: int = 0
    """When that clock was read last."""
    left: int = 0
    """The time that the seat had left at `since`, including its bank."""
    paused: bool = False
    turn: int = 0
    """The time that each turn has before it takes from the reserve."""

    def remaining(self, seat: int) -> int:
        """The time of the seat whose clock runs, at `since`; of any other seat the time of its next turn."""
        return self.left if seat == self.seat else self.turn + self.banks[seat]


class ProposalView(msgspec.Struct, frozen=True):
    """A proposal of one seat, to which all others must agree."""

    what: str
    """`pause`, or `takeback ROW`."""
    seat: int
    """The seat that proposes it."""
    waits_for: list[int]
    """The seats that have not answered yet."""


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table after one row of its log, as one seat or a spectator sees it."""

    v: int
    """The version of this format."""
    table: str
    title: str
    seq: int
    """The number of the newest row."""
    seat: int | None
    """The viewer's seat, or null for a spectator."""
    actor: int | None
    """The seat that must decide; null if nobody must."""
    seats: list[SeatView]
    view: Any
    """The position as far as the viewer may know it. Its fields depend on the title."""
    moves: list[str] = []
    """The legal words, if the viewer must decide."""
    undo: int = 0
    """How many of the last words the viewer can take back without asking the others."""
    clock: ClockView | None = None
    proposal: ProposalView | None = None
    outcome: dict[str, Any] | None = None
    """The result, once the game is over."""
    odds: bool = True
    """The table shows the exact odds of a coming roll."""
    own_content: PackInfo | None = None
    """The content pack of this table, if it is not the built-in one."""


class SeenRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of the log as one viewer may know it."""

    seq: int
    """The number of the row."""
    seat: int
    """The seat that made it; -1 for nature, which answers dice and draws."""
    at: int
    said: str
    """A word, with `?` for its hidden parts; or, beginning with `/`, something else at the table such as `/undo 1`."""
    events: list[Any] = []
    """The events that the word caused. Their fields depend on the title."""


class CommandResult(msgspec.Struct, frozen=True):
    """The result of a command that was carried out."""

    seq: int
    """The number of the newest row."""
    since: list[SeenRow]
    """The rows after the one for which the command was sent."""


class Preview(msgspec.Struct, frozen=True):
    """The table as it would be after a gesture, as far as its words can be taken back."""

    seq: int
    """The row after which the gesture would be made."""
    taken: int
    """How many of the words were tried. A word that follows them is legal, but cannot be taken back."""
    steps: list[SeenRow]
    """The rows that those words would add."""
    state: TableView
    """The table after those words."""
    after: Any = None
    """The viewer's view after the word that follows them, before anything is drawn. Null if there is no such word, if
    it shows something hidden, or if it ends the game."""


class Legality(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a word is legal, and if not, which clause forbids it."""

    word: str
    legal: bool
    clause: str = ""
    """The clause of the rules that forbids it."""
    numbers: dict[str, int] = {}
    """The numbers on which the refusal depends."""
    generic: bool = False
    """Whether the word answers another kind of question than the one that is asked."""
    sentence: str = ""
    """The reason, for people."""


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of a table's chat."""

    id: str
    who: str
    """The id of the author."""
    name: str
    """The name of the author."""
    text: str
    at: int
    mine: bool = False
    """Whether the viewer is the author."""


class ChatLog(msgspec.Struct, frozen=True):
    """Messages of a table's chat."""

    said: list[ChatMessage]
    """The messages, the oldest first."""
    unread: int
    """How many messages of the whole chat the viewer has not read."""


class Presence(msgspec.Struct, frozen=True):
    """When the player of each seat last looked at a table."""

    seen: list[int]
    """By seat; 0 for a player who never did, and for a bot."""


class Note(msgspec.Struct, frozen=True):
    """A person's private note at a table."""

    text: str


# ---------------------------------------------------------------- analysis


class JudgedMove(msgspec.Struct, frozen=True):
    """A move that the player could make, and what it is worth."""

    move: str
    """Its word."""
    chance: float
    """The player's chance to win after it, 0 to 1. In a game for one, the share of games that it betters."""
    points: float
    """The points that the player is expected to end with, as they are counted on the table."""
    tried: int
    """Number of imagined games that began with it."""


class Judgement(msgspec.Struct, frozen=True):
    """What the search says of one question, from what the seat knew that had to answer it."""

    seat: int
    chances: list[float]
    """The chance of each seat to win before the answer, if the best move is played; together 1."""
    points: list[float]
    """The points that each seat is expected to end with."""
    moves: list[JudgedMove]
    """The moves that were compared, the best first; the played one is always there."""
    nodes: int
    """Number of imagined games."""


class JudgedDecision(msgspec.Struct, frozen=True):
    """A decision of a game, and what the analysis says of it."""

    row: int
    """The row of the log that answers the question; rows count from 1."""
    played: str
    """The word that was played."""
    judgement: Judgement

    @property
    def seat(self) -> int:
        return self.judgement.seat

    @property
    def best(self) -> JudgedMove:
        return self.judgement.moves[0]

    @property
    def chosen(self) -> JudgedMove:
        """The move that was played."""
        return next(move for move in self.judgement.moves if move.move == self.played)

    @property
    def loss(self) -> float:
        """How much chance to win the played move gave away; 0 if it was the best."""
        return max(0.0, self.best.chance - self.chosen.chance)


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a whole game."""

    rows: int
    """Number of rows of the log that it covers."""
    decisions: list[JudgedDecision]
    """All questions with a choice, in the order of their rows."""
    turning_points: list[int]
    """Rows of at most three decisions that gave away most, the greatest loss first."""
    version: int = 1


class Hint(msgspec.Struct, frozen=True):
    """What moves are worth that a person can make now, judged from what that person knows."""

    seq: int
    """The row after which the moves can be made."""
    moves: list[JudgedMove]
    """At most three, the best first."""
    sentence: str
    """The best of them, for people."""


class AnalysisState(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the analysis of a finished game is, and the analysis itself once it is there."""

    state: Literal["none", "queued", "running", "ready", "failed"]
    """`none`: nobody has asked for it; `failed`: it could not be made, and may be asked for again."""
    done: int = 0
    """Number of questions that were judged."""
    total: int = 0
    """Number of questions with a choice; 0 until it is known."""
    analysis: Analysis | None = None
    """Only if it is `ready`."""


# ---------------------------------------------------------------- streams for bots: one JSON object a line


class TableStart(msgspec.Struct, frozen=True, tag_field="type", tag="tableStart"):
    """The game has started at a table of mine. On connection this is sent for each of my running tables."""

    table: str
    title: str
    seats: list[int]
    """My seats."""


class YourTurn(msgspec.Struct, frozen=True, tag_field="type", tag="yourTurn"):
    """It is my turn. This may be sent twice, or when the turn has already passed: read the table to be sure."""

    table: str
    seq: int
    """The number of the newest row when this was sent."""
    seat: int


class TableOver(msgspec.Struct, frozen=True, tag_field="type", tag="tableOver"):
    """The game at a table of mine has ended."""

    table: str
    outcome: dict[str, Any] | None = None
    """The result of the game."""


class RematchNews(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """A rematch of a finished game of mine was offered, accepted or declined, or has begun."""

    table: str
    """The finished game."""


PersonMessage: TypeAlias = TableStart | YourTurn | TableOver | RematchNews
"""A line of `GET /api/bot/stream`."""


class FullState(msgspec.Struct, frozen=True, tag_field="type", tag="full"):
    """A table's configuration and state: the first line, sent again to a reader that was too slow."""

    table: str
    title: str
    edition: int
    options: dict[str, str]
    seats: list[SeatView]
    """The seats as they were at the start of the game."""
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
    """New rows of the log; the client leaves out those that it has received before. The state follows."""

    rows: list[SeenRow]


class Resync(msgspec.Struct, frozen=True):
    """Rows are missing, because there were too many to send. The state follows."""


class LobbyChanged(msgspec.Struct, frozen=True):
    """Something changed at a table that has not started: read its card."""


class ChatChanged(msgspec.Struct, frozen=True):
    """There is a new message in the chat: read it."""


class RematchChanged(msgspec.Struct, frozen=True):
    """A rematch was offered, accepted or declined: read its state."""


TableEvent: TypeAlias = RowsAdded | TableView | Resync | LobbyChanged | ChatChanged | RematchChanged
"""An event of `GET /api/tables/{table}/stream`."""


# ---------------------------------------------------------------- errors


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: why a request was not carried out."""

    error: str
    """The code for programs: `wrong`, `not_signed_in`, `forbidden`, `not_found`, `stale`, `not_now`, `refused` …"""
    message: str
    """The reason in one sentence, for people."""
    seq: int | None = None
    """With `stale`: the number of the newest row."""
    since: list[Any] | None = None
    """With `stale`: the rows after the one for which the command was sent."""
    word: str = ""
    """With `refused`: the word that is not legal."""
    index: int = 0
    """With `refused`: the place of that word in the gesture, from 0."""
    clause: str = ""
    """With `refused`: the clause of the rules that forbids the word."""
    numbers: dict[str, int] = {}
    """With `refused`: the numbers on which the refusal depends."""
    generic: bool = False
    """With `refused`: whether the word answers another kind of question than the one that is asked."""

"""The game file: one game as text that a person can read; writing, reading, replay and proof.

The format is described in `docs/record.md`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.content import MOST_BYTES, ContentError, Pack
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Committed, Nature, commitment
from trainshed.kernel.options import SetupError
from trainshed.kernel.registry import UnknownPack, built_in
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.rulebook import Illegal
from trainshed.kernel.vocabulary import WORD

VERSION: Final = 1
FIRST_LINE: Final = f"trainshed {VERSION}"
LONGEST_LINE: Final = 400
CONTENT_LINE: Final = 200
"""Characters of an embedded pack in one line; none of them takes more than one place."""
MOST_ROWS: Final = 100_000

UNFINISHED: Final = "unfinished"
SPECTATOR: Final = "spectator"
SEEN_WORD: Final = re.compile(r"[a-z0-9_:?-]+")
HEX_32: Final = re.compile(r"[0-9a-f]{32}")
HEX_64: Final = re.compile(r"[0-9a-f]{64}")
NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
NAME: Final = re.compile(r"[^\x00-\x1f\x7f]{1,80}")
CONTENT: Final = re.compile(r"[^\x00-\x1f\x7f]{1,200}")

MOVE: Final = "move"
UNDO: Final = "undo"
CONCEDE: Final = "concede"
FLAG: Final = "flag"
SEAT: Final = "seat"
PAUSE: Final = "pause"
RESUME: Final = "resume"
ASK: Final = "ask"
AGREE: Final = "agree"
DECLINE: Final = "decline"

BARE: Final = (CONCEDE, FLAG, PAUSE, RESUME, AGREE, DECLINE)
ASKED: Final = re.compile(r"pause|takeback [1-9][0-9]{0,8}")


class RecordError(ValueError):
    """A record that cannot be read, does not follow the rules, or does not prove what it claims."""


class Row(msgspec.Struct, frozen=True):
    """One row of the log: a move of a seat or of nature, or something else that happened at the table.

    `text` is the word of a move, the number of rows taken back, the new name of a seat, or what a seat asks for.
    """

    seat: int
    kind: str
    text: str = ""

    @property
    def said(self) -> str:
        """The row as text, without the seat."""
        if self.kind == MOVE:
            return self.text
        return f"/{self.kind} {self.text}" if self.text else f"/{self.kind}"

    @classmethod
    def of(cls, seat: int, said: str) -> Row:
        """Parse a row of a seat from its text: the inverse of `said`."""
        if not said.startswith("/"):
            return cls(seat, MOVE, said)
        kind, _, text = said[1:].partition(" ")
        return cls(seat, kind, text)

    def __str__(self) -> str:
        seat = "*" if self.seat == NATURE else str(self.seat + 1)
        return f"{seat} {self.said}"


class Record(msgspec.Struct):
    """A game as it was played. Seats count from 0 here and from 1 in the file."""

    title: str
    edition: int
    pack: str
    seats: list[str]
    """The players' names, one a seat."""
    options: dict[str, str]
    rows: list[Row]
    result: str = UNFINISHED
    standings: list[int] = []
    position: str = ""
    """The digest of the last position, once the game is over."""
    table: str = ""
    commitment: str = ""
    secret: str = ""
    seen: str = ""
    """Whose log this is, where hidden parts are `?`: a seat's number, or `spectator`; empty: nothing is hidden."""
    content: str = ""
    """The content pack, as `Pack.packed` writes it; empty: the digest is enough, it is that of a built-in one."""

    @property
    def game(self) -> Game:
        """The title in the edition and with the content pack of this record."""
        try:
            if not self.content:
                return find_game(self.title, self.edition, self.pack)
            pack = Pack.unpack(self.content, "the content of the record")
            if pack.digest != self.pack:
                raise RecordError(f"the content of the record has the digest {pack.digest[:12]}, not {self.pack[:12]}")
            return find_game(self.title, self.edition, pack)
        except UnknownPack as error:
            ours = find_game(self.title, self.edition).pack.digest
            raise RecordError(f"recorded with content pack {self.pack[:12]}; ours is {ours[:12]}") from error
        except (ContentError, SetupError) as error:
            raise RecordError(str(error)) from error

    def start(self) -> State:
        """The position before the first row."""
        try:
            return self.game.start(len(self.seats), self.options)
        except SetupError as error:
            raise RecordError(str(error)) from error
        except Exception as error:
            raise self.unplayable(error) from error

    def unplayable(self, error: Exception) -> Exception:
        """An error of the rules: with content from outside that content is at fault, else it stays what it is."""
        if not self.content or isinstance(error, RecordError):
            return error
        return RecordError(f"the rules cannot play with the content of the record ({type(error).__name__}: {error})")


def embedded(game: Game) -> str:
    """The content pack of a game as its record embeds it; nothing for the built-in one."""
    return "" if built_in(game) else game.pack.packed()


# ---------------------------------------------------------------- text


def write(record: Record) -> str:
    """The text of a record, with a checksum at its end. The order is fixed, so that equal games are equal files."""
    body = _body(record)
    lines = [f"result: {record.result}"]
    if record.standings:
        lines.append("standings: " + " ".join(str(rank) for rank in record.standings))
    if record.position:
        lines.append(f"position: {record.position}")
    if record.secret:
        lines.append(f"secret: {record.secret}")
    text = body + "\n" + "".join(line + "\n" for line in lines)
    return text + f"seal: {_seal(text)}\n"


def _body(record: Record) -> str:
    lines = [FIRST_LINE, f"title: {record.title}", f"edition: {record.edition}", f"pack: {record.pack}"]
    content = record.content
    lines += [f"content: {content[at : at + CONTENT_LINE]}" for at in range(0, len(content), CONTENT_LINE)]
    lines += [f"option {name}: {choice}" for name, choice in sorted(record.options.items())]
    lines += [f"seat {number}: {name}" for number, name in enumerate(record.seats, 1)]
    if record.table:
        lines.append(f"table: {record.table}")
    if record.commitment:
        lines.append(f"commitment: {record.commitment}")
    if record.seen:
        lines.append(f"seen: {record.seen}")
    lines.append("")
    lines += [f"{seq} {row}" for seq, row in enumerate(record.rows, 1)]
    return "".join(line + "\n" for line in lines)


def _seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def read(text: str) -> Record:
    """Parse a record from its text; raises RecordError, with a message of one line, if it is wrong."""
    if len(text) > LONGEST_LINE * MOST_ROWS:
        raise RecordError("the file is too long to be a record")
    reader = _RecordReader()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            reader.take(line.removesuffix("\r"))
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
    return reader.finish()


class _RecordReader:
    """Parses a record line by line: first line, fields of the head, rows, closing fields."""

    ONCE: Final = (
        "title",
        "edition",
        "pack",
        "table",
        "commitment",
        "seen",
        "result",
        "standings",
        "position",
        "secret",
        "seal",
    )
    CLOSING: Final = ("result", "standings", "position", "secret", "seal")

    def __init__(self) -> None:
        self.started = False
        self.fields: dict[str, str] = {}
        self.content: list[str] = []
        self.options: dict[str, str] = {}
        self.seats: list[str] = []
        self.rows: list[Row] = []
        self.before_seal: list[str] = []

    def take(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise RecordError("the line is too long")
        if "seal" not in self.fields:
            self.before_seal.append(line)
        if not self.started:
            if line != FIRST_LINE:
                raise RecordError(f"a record begins with {FIRST_LINE!r}")
            self.started = True
        elif line == "" or line.startswith("#"):
            return
        elif "seal" in self.fields:
            raise RecordError("nothing follows the seal")
        elif line[0].isdigit():
            self.row(line)
        else:
            self.field(line)

    def field(self, line: str) -> None:
        key, colon, value = line.partition(": ")
        if key == "content" and CONTENT.fullmatch(value) and not self.rows and "result" not in self.fields:
            self.content.append(value)
            if len(self.content) * CONTENT_LINE > MOST_BYTES + CONTENT_LINE:
                raise RecordError(f"a content pack has at most {MOST_BYTES:,} bytes")
            return
        if not colon or NAME.fullmatch(value) is None:
            raise RecordError("neither a row nor 'name: value'")
        if key in self.CLOSING:
            self.once(key, value)
        elif self.rows or "result" in self.fields:
            raise RecordError(f"{key[:40]!r} belongs above the rows")
        elif key in self.ONCE:
            self.once(key, value)
        elif key == f"seat {len(self.seats) + 1}":
            self.seats.append(value)
        elif key.startswith("option "):
            name = key.removeprefix("option ")
            if name in self.options:
                raise RecordError(f"option {name[:40]} stands twice")
            self.options[name] = value
        else:
            raise RecordError(f"no such field: {key[:40]!r}")

    def once(self, key: str, value: str) -> None:
        if key in self.fields:
            raise RecordError(f"{key} stands twice")
        if key in ("pack", "commitment", "secret", "seal") and HEX_64.fullmatch(value) is None:
            raise RecordError(f"{key} has 64 hexadecimal digits")
        if key == "position" and HEX_32.fullmatch(value) is None:
            raise RecordError("position has 32 hexadecimal digits")
        if key == "seen" and value != SPECTATOR and NUMBER.fullmatch(value) is None:
            raise RecordError("a log is seen by a seat or by a spectator")
        if key == "edition" and NUMBER.fullmatch(value) is None:
            raise RecordError("the edition is a number")
        self.fields[key] = value

    def row(self, line: str) -> None:
        if "result" in self.fields:
            raise RecordError("rows come before the result")
        if len(self.rows) == MOST_ROWS:
            raise RecordError(f"a record has at most {MOST_ROWS} rows")
        seq, _, rest = line.partition(" ")
        if seq != str(len(self.rows) + 1):
            raise RecordError(f"row {len(self.rows) + 1} is missing")
        who, _, what = rest.partition(" ")
        if who == "*":
            seat = NATURE
        elif NUMBER.fullmatch(who) and int(who) <= len(self.seats):
            seat = int(who) - 1
        else:
            raise RecordError(f"no such seat: {who[:40]!r}")
        self.rows.append(self.said(seat, what))

    def said(self, seat: int, what: str) -> Row:
        row = Row.of(seat, what)
        if row.kind == MOVE and not what.startswith("/"):
            if (SEEN_WORD if "seen" in self.fields else WORD).fullmatch(what) is None:
                raise RecordError(f"not a word: {what[:40]!r}")
            return row
        fits = {
            UNDO: NUMBER.fullmatch(row.text) is not None,
            SEAT: NAME.fullmatch(row.text) is not None,
            ASK: ASKED.fullmatch(row.text) is not None,
        }.get(row.kind, row.kind in BARE and row.text == "")
        if not fits or seat == NATURE:
            raise RecordError(f"not a row: {what[:40]!r}")
        return row

    def finish(self) -> Record:
        for key in ("title", "edition", "pack", "result"):
            if key not in self.fields:
                raise RecordError(f"{key} is missing")
        if not self.seats:
            raise RecordError("seat 1 is missing")
        standings = self.fields.get("standings", "")
        ranks = standings.split(" ") if standings else []
        if not all(NUMBER.fullmatch(rank) for rank in ranks) or len(ranks) not in (0, len(self.seats)):
            raise RecordError("standings are one rank a seat")
        if "seal" in self.fields:
            text = "".join(line + "\n" for line in self.before_seal[:-1])
            if _seal(text) != self.fields["seal"]:
                raise RecordError("the seal is broken: the file was changed")
        return Record(
            title=self.fields["title"],
            edition=int(self.fields["edition"]),
            pack=self.fields["pack"],
            seats=self.seats,
            options=self.options,
            rows=self.rows,
            result=self.fields["result"],
            standings=[int(rank) for rank in ranks],
            position=self.fields.get("position", ""),
            table=self.fields.get("table", ""),
            commitment=self.fields.get("commitment", ""),
            secret=self.fields.get("secret", ""),
            seen=self.fields.get("seen", ""),
            content="".join(self.content),
        )


# ---------------------------------------------------------------- replay


class ReplayStep(msgspec.Struct, frozen=True):
    """A row, the position it was made in, and the move's id (-1: no move)."""

    seq: int
    row: Row
    before: State
    move: int


def replay(record: Record) -> Iterator[ReplayStep]:
    """Every row with the position before it; a row that breaks a rule raises RecordError, which names the clause."""
    replayed = _Replay(record)
    for seq, row in enumerate(record.rows, 1):
        yield replayed.step(seq, row)


def final(record: Record) -> State:
    """The position after the last row."""
    replayed = _Replay(record)
    for seq, row in enumerate(record.rows, 1):
        replayed.step(seq, row)
    return replayed.state


class _Replay:
    """Plays rows one by one, and keeps the earlier positions so that undo rows can go back to them."""

    def __init__(self, record: Record) -> None:
        if record.seen:
            raise RecordError("the log of one seat does not tell the whole game")
        self.record = record
        self.state = record.start()
        self.past: list[State] = []

    def step(self, seq: int, row: Row) -> ReplayStep:
        try:
            return self.made(seq, row)
        except Exception as error:
            raise self.record.unplayable(error) from error

    def made(self, seq: int, row: Row) -> ReplayStep:
        before = self.state
        move = -1
        if row.kind == MOVE:
            move = self.move(seq, row)
            self.past.append(before)
            self.state = before.clone()
            self.state.apply(move)
        elif row.kind == UNDO:
            count = int(row.text)
            if count > len(self.past):
                raise RecordError(f"row {seq}: there are not {count} rows to take back")
            self.state = self.past[-count]
            del self.past[-count:]
        return ReplayStep(seq, row, before, move)

    def move(self, seq: int, row: Row) -> int:
        state = self.state
        if state.over:
            raise RecordError(f"row {seq}: the game is over")
        if row.seat != state.actor:
            asked = "nature" if state.actor == NATURE else f"seat {state.actor + 1}"
            raise RecordError(f"row {seq}: it is the question of {asked}")
        words = state.game.vocabulary
        if row.text not in words:
            raise RecordError(f"row {seq}: {state.game.slug} has no word {row.text!r}")
        move = words.id(row.text)
        refusal = state.why_not(move)
        if refusal is not None:
            raise RecordError(f"row {seq}: {Illegal(refusal, row.text)}")
        return move


# ---------------------------------------------------------------- verification


class Proof(msgspec.Struct, frozen=True):
    """The result of verifying a record."""

    rows: int
    draws: int
    committed: bool
    over: bool
    digest: str


def verify(record: Record) -> Proof:
    """Replay a record and check its result, its draws and its secret; raises RecordError if one is wrong."""
    if record.commitment:
        nature = _committed(record)
    elif record.secret:
        raise RecordError("there is a secret but nothing that was published before the game")
    else:
        nature = None
    draws = 0
    replayed = _Replay(record)
    for seq, row in enumerate(record.rows, 1):
        step = replayed.step(seq, row)
        if row.seat == NATURE:
            draws += 1
            if nature is not None:
                nature.seq = seq
                drawn = nature.choose(step.before)
                if drawn != step.move:
                    word = step.before.game.vocabulary.word(drawn)
                    raise RecordError(f"row {seq}: the secret draws {word}, not {row.text}")
    _check_result(record, replayed.state)
    return Proof(len(record.rows), draws, nature is not None, replayed.state.over, replayed.state.digest())


def _committed(record: Record) -> Committed | None:
    if not record.secret:
        if record.result == UNFINISHED:
            return None  # the secret is published at the end
        raise RecordError("the secret of the draws is missing")
    secret = bytes.fromhex(record.secret)
    if commitment(secret) != record.commitment:
        raise RecordError("the secret is not the one that was committed to")
    return Committed(secret, record.table)


def _check_result(record: Record, state: State) -> None:
    if state.over:
        if record.result != state.result():
            raise RecordError(f"the result is {state.result()}, not {record.result}")
        if record.standings != state.standings():
            raise RecordError(f"the standings are {' '.join(str(rank) for rank in state.standings())}")
        if record.position and record.position != state.digest():
            raise RecordError("the moves do not lead to the recorded last position")
        return
    conceded = [f"conceded {row.seat + 1}" for row in record.rows if row.kind == CONCEDE]
    if record.result not in (UNFINISHED, *conceded):
        raise RecordError(f"the game is not over, so its result cannot be {record.result}")
    if record.standings:
        raise RecordError("the game is not over, so it has no standings")
    if record.position:
        raise RecordError("the game is not over, so it has no last position")


# ---------------------------------------------------------------- recording


class Recorder:
    """Plays a game and records its rows."""

    def __init__(self, state: State, seats: Sequence[str], nature: Nature, table: str = "") -> None:
        self.state = state
        self.nature = nature
        game = state.game
        self.record = Record(
            title=game.slug,
            edition=game.edition,
            pack=game.pack.digest,
            seats=list(seats),
            options=dict(state.options),
            rows=[],
            table=table,
            content=embedded(game),
        )
        if isinstance(nature, Committed):
            self.record.table = nature.table
            self.record.commitment = nature.commitment

    def play(self, move: int) -> None:
        """Make and record a move of the actor; an illegal one is refused."""
        actor, word = self.state.actor, self.state.game.vocabulary.word(move)
        self.state.play(move)
        self.record.rows.append(Row(actor, MOVE, word))

    def draw(self) -> int:
        """Let nature answer, and record its move."""
        if isinstance(self.nature, Committed):
            self.nature.seq = len(self.record.rows) + 1
        move = self.nature.choose(self.state)
        self.play(move)
        return move

    def finish(self) -> Record:
        """The record so far; with result and secret if the game is over."""
        record = self.record
        if self.state.over:
            record.result = self.state.result()
            record.standings = self.state.standings()
            record.position = self.state.digest()
            if isinstance(self.nature, Committed):
                record.secret = self.nature.secret.hex()
        return record


def as_seen(record: Record, seat: int | None) -> Record:
    """The record as a seat (None: a spectator) may read it while the game runs: no hidden words, result or secret."""
    rows = [
        msgspec.structs.replace(step.row, text=step.before.seen(seat, step.move)) if step.move >= 0 else step.row
        for step in replay(record)
    ]
    who = SPECTATOR if seat is None else str(seat + 1)
    return msgspec.structs.replace(record, rows=rows, seen=who, secret="", result=UNFINISHED, standings=[], position="")

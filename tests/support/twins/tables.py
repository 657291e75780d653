"""Twin tables: plays a pair of games on two servers and compares, byte for byte, what seat A and a spectator get.

Equal on both servers are the clock, the ids, the names, the invitations, and every word that A can read. Different is
what must stay hidden: words hidden from A, the tokens of all sessions, the secret of the draws, and draws that are yet
to come, in case a request makes one while nobody moves. The commitment is left out.

    async with Rooms(one, two) as rooms:
        count = await rooms.walk(find_pair("lok-n-roll", "1"))

`walk` raises Leak as soon as an answer or a chunk of a stream differs, and Fault if something else goes wrong. Requests
go straight to the ASGI application, so headers and chunks are compared as a server would get them.
"""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from random import Random
from time import monotonic
from typing import Any, Final, Self
from unittest.mock import patch

import msgspec

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import NO_QUOTAS, FakeClock
from tests.support.twins.games import Pair
from tests.support.web.asgi import Answer, Fault, Headers, Stream, request
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.nature import Nature, Scripted
from trainshed.kernel.record import read, verify
from trainshed.locale import LANGUAGES
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.table_state import TableConfig
from trainshed.web.app import App
from trainshed.web.pages.table.table_parts import DisplayMode

DEEP: Final = 10
"""At one position of so many the whole log, the export and many refusals are read."""

ODD: Final = 3
"""How many unusual requests are sent at each position; they take turns."""

FRAME_ROWS = 12
"""The last rows that are told frame by frame."""

TURNS: Final = 4
"""Before the first difference, where both logs are the same, only table, card, log and stream are compared every time;
the other requests take this many turns."""

MOST_ASIDES: Final = 6
"""How often a game is interrupted: by an undo, a takeback, a pause, or a player who leaves and comes back."""

STREAMS: Final = {"plain": "the stream", "packed": "the compressed stream", "lines": "the stream for programs"}
PAGE_STREAMS: Final = {"page": "the stream of the page", "packed page": "the compressed stream of the page"}
FORMS: Final = STREAMS | PAGE_STREAMS
TRIED: Final = 12
"""Words that are previewed on the page at one position of `DEEP`."""

ANYBODY: Final = ""
STRANGER: Final = "stranger"
PACES: Final[list[dict[str, Any]]] = [
    {"kind": "none"},
    {"kind": "live", "turn": 60_000, "bank": 600_000, "increment": 2_000},
    {"kind": "days", "turn": 86_400_000, "bank": 864_000_000},
]
NAMES: Final = ("Ada", "Bruno", "Carla", "Dario")


class Leak(AssertionError):
    """The twin tables can be told apart: the service leaks hidden information."""


class Count(msgspec.Struct):
    """Counts of what was compared."""

    tables: int = 0
    whole: int = 0
    """Tables that were compared up to the last question before the end."""
    positions: int = 0
    hidden: int = 0
    """Positions in which the full positions of the two tables differed."""
    answers: int = 0
    chunks: int = 0
    size: int = 0
    """Bytes at one of the tables."""
    kinds: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: Count) -> None:
        self.tables += other.tables
        self.whole += other.whole
        self.positions += other.positions
        self.hidden += other.hidden
        self.answers += other.answers
        self.chunks += other.chunks
        self.size += other.size
        self.kinds.update(other.kinds)


# ---------------------------------------------------------------- two servers


class Undrawn:
    """Nature for draws that no move of the game makes: different ones on each server."""

    def __init__(self, which: int) -> None:
        self.which = which

    def choose(self, state: Any) -> int:
        moves: list[int] = state.moves()
        return moves[-self.which]


@contextmanager
def given(shared: str, own: str) -> Iterator[None]:
    """Make ids and invitations the same on both servers, and tokens and the secret of the draws different."""
    ours, mine = Random(shared), Random(own)

    def urlsafe(size: int) -> str:
        rng = ours if size == 16 else mine  # an invitation is known to everybody at the table
        return urlsafe_b64encode(rng.randbytes(size)).rstrip(b"=").decode()

    with (
        patch.object(secrets, "randbits", ours.getrandbits),
        patch.object(secrets, "token_urlsafe", urlsafe),
        patch.object(secrets, "token_bytes", mine.randbytes),
    ):
        yield


class Room:
    """One of the two servers, and its table at which the pair is being played."""

    def __init__(self, which: int, url: str, clock: FakeClock) -> None:
        self.which = which
        quotas = {f"TRAINSHED_{name.upper()}": str(most) for name, most in NO_QUOTAS.items()}
        database = {
            "TRAINSHED_DATABASE": url,
            "TRAINSHED_DATABASE_WAIT": str(DATABASE_WAIT),
            "TRAINSHED_CONNECTIONS": "3",
        }
        self.container = Container(Settings.read({**database, **quotas}), clock, self.nature, work=False)
        self.app = App(self.container)
        self.draws: list[tuple[int, str]] = []
        """Rows of the game and nature's words in them."""
        self.row = 0
        """How many rows of the game have been played."""
        self.moving = False
        self.tokens: dict[str, str] = {ANYBODY: ""}

    def nature(self, _config: TableConfig, _secret: bytes) -> Nature:
        if self.moving:
            return Scripted(word for row, word in self.draws if row >= self.row)
        return Undrawn(self.which)

    def set_game(self, pair: Pair) -> None:
        states, words = pair.states[self.which], pair.words(self.which)
        self.draws = [(row, word) for row, word in enumerate(words) if states[row].actor == NATURE]
        self.row = 0
        self.tokens = {ANYBODY: ""}

    async def ask(self, who: str, method: str, path: str, body: Any = None, more: Headers = ()) -> Answer:
        """Send a request to the API, or to a page if the path begins like a page's."""
        raw = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        whole = path if path == "/" or path.startswith(("/t/", "/?")) else f"/api{path}"
        return await request(self.app, method, whole, self.tokens[who], raw, more)

    async def do(self, who: str, path: str, body: Any) -> Any:
        """Post a command that must succeed, and may draw."""
        self.moving = True
        try:
            answer = await self.ask(who, "POST", path, body)
        finally:
            self.moving = False
        if answer.status >= 300:
            raise Fault(f"{path} {body}: {answer}")
        return answer.json if answer.body else None


class Rooms:
    """Both servers, for any number of pairs, one after the other."""

    def __init__(self, one: str, two: str, since: int = 1_800_000_000_000) -> None:
        self.clock = FakeClock(since)
        self.both = (Room(0, one, self.clock), Room(1, two, self.clock))

    async def __aenter__(self) -> Self:
        for room in self.both:
            await room.container.open()
            await reached(room.container)
        return self

    async def __aexit__(self, *_: object) -> None:
        for room in self.both:
            await room.app.hub.close()
            await room.container.close()

    async def walk(
        self, pair: Pair, since: int = 0, until: float = inf, most: float = inf, hot: bool | None = None
    ) -> Count:
        """Play a pair and compare it at every position from a prefix on, until a time or for so many positions.

        `hot` decides whether A's person plays another seat on the same device; None leaves that to chance.
        """
        with patch("trainshed.service.tables.lobby.commitment", lambda _: ""):
            tables = TwinTables(self, pair, hot)
            try:
                await tables.set_up()
                await tables.play(since, until, most)
            finally:
                await tables.close()
        return tables.count


async def reached(container: Container) -> None:
    """Wait for the database; a busy machine takes its time to connect."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(Unavailable):
                await container.database.fetch("SELECT")
                return


# ---------------------------------------------------------------- two tables


class TwinTables:
    """One pair of games at two tables."""

    def __init__(self, rooms: Rooms, pair: Pair, hot: bool | None) -> None:
        self.clock = rooms.clock
        self.rooms = rooms.both
        self.pair = pair
        self.count = Count(tables=1)
        self.rng = rng = Random(f"walk {pair.name}")
        seats = pair.table.seats
        self.me = str(pair.seat)
        others = [seat for seat in range(seats) if seat != pair.seat]
        shared = rng.random() < 0.2
        self.hot = rng.choice(others) if (shared if hot is None else hot) else None
        """A seat that is played by the same person on the same device."""
        self.private = rng.random() < 0.15 or self.hot is not None  # at a public table everybody has one seat
        self.pace = rng.choice(PACES)
        self.language = rng.choice(LANGUAGES)
        self.displays = [DisplayMode(language, layout) for language in LANGUAGES for layout in LAYOUTS]
        rng.shuffle(self.displays)
        """Languages and layouts of the page: the first is compared every time, all others now and then."""
        self.drawn = pair.game.has_part("board.board")
        """Whether the title has a drawn board, and so a page."""
        self.table = ""
        self.invite = ""
        self.prefix = 0
        self.seq = 0
        self.standing: list[int] = []
        """By row of the game: its number in the log."""
        self.left_at = 0
        """The last row before the device was handed on."""
        self.looks = 0
        self.odd = rng.randrange(40)
        self.asides = 0
        self.usual = True
        """Whether nothing is paused and nobody has left."""
        self.streams: dict[tuple[str, str], list[Stream]] = {}
        """By who reads and in which form, at both tables."""

    # ------------------------------------------------------------ the current position

    @property
    def state(self) -> State:
        return self.pair.states[0][self.prefix]

    @property
    def asked(self) -> bool:
        """Whether A is to move."""
        return self.state.actor == self.pair.seat

    def next_stop(self, prefix: int) -> int:
        """The next prefix at which a seat is asked, or the game is over; -1 if the twin does not go so far."""
        states = self.pair.states[0]
        while prefix < len(states) and states[prefix].actor == NATURE:
            prefix += 1
        return prefix if prefix < len(states) else -1

    @property
    def said(self) -> str:
        """A's next word, which is the same in both games."""
        return self.pair.words(0)[self.prefix]

    @property
    def guest(self) -> str:
        """The query string of a spectator: the invitation to a private table."""
        return f"?invite={self.invite}" if self.private else ""

    @property
    def page(self) -> str:
        """The address of the table's page."""
        return self.table.replace("/tables/", "/t/")

    def page_query(self, who: str, layout: str) -> str:
        """The query string of a page."""
        return f"?layout={layout}" + (f"&invite={self.invite}" if self.private and not who else "")

    # ------------------------------------------------------------ setting up

    async def set_up(self) -> None:
        """Make the people and the tables on both servers, and start; the first draws are made."""
        self.clock.at += 1_000
        begin = self.clock.at
        seed = f"{self.pair.name} {begin}"
        for room in self.rooms:
            self.clock.at = begin
            room.set_game(self.pair)
            with given(seed, f"{seed} {room.which}"):
                await self.come_in(room)
        self.advanced(self.next_stop(0))

    async def come_in(self, room: Room) -> None:
        seats = self.pair.table.seats
        for seat in range(seats):
            if seat != self.hot:
                room.tokens[str(seat)] = await self.arrive(room, NAMES[seat])
        if self.hot is not None:
            room.tokens[str(self.hot)] = room.tokens[self.me]
        room.tokens[STRANGER] = await self.arrive(room, "Zoe")
        plan = {
            "title": self.pair.game.slug,
            "seats": seats,
            "options": self.pair.table.options,
            "pace": self.pace,
            "visibility": "private" if self.private else "public",
            "language": self.language,
        }
        card = await room.do("0", "/tables", plan)
        self.table, self.invite = f"/tables/{card['table']}", card["invite"]
        for seat in range(1, seats):
            await room.do(str(seat), f"{self.table}/join", {"seat": seat, "invite": self.invite})
        await room.do("0", f"{self.table}/start", None)
        if self.hot is not None:
            await room.do(self.me, f"{self.table}/hand", {"seat": self.pair.seat})

    async def arrive(self, room: Room, name: str) -> str:
        self.clock.at += 1
        token: str = (await room.do(ANYBODY, "/guests", {"name": name}))["token"]
        return token

    def advanced(self, prefix: int) -> None:
        """Note that the rows up to this prefix have been played."""
        for _ in range(prefix - self.prefix):
            self.seq += 1
            self.standing.append(self.seq)
        self.put(prefix)

    def put(self, prefix: int) -> None:
        self.prefix = prefix
        for room in self.rooms:
            room.row = prefix

    async def close(self) -> None:
        """Close all streams."""
        while self.streams:
            _, streams = self.streams.popitem()
            for stream in streams:
                await stream.close()

    # ------------------------------------------------------------ comparing

    def equal(self, kind: str, who: str, one: Any, two: Any, path: str = "") -> None:
        self.count.kinds[kind] += 1
        if one != two:
            called = f"seat {self.pair.seat + 1}" if who == self.me else "a spectator"
            where = f"{self.pair.name}, row {self.seq}: {called} can tell them apart by {kind} ({path})"
            raise Leak(f"{where}: {differing(str(one), str(two))}")

    async def both(
        self,
        kind: str,
        who: str,
        path: str,
        body: Any = None,
        status: int = 200,
        method: str = "GET",
        more: Headers = (),
    ) -> Answer:
        """The same request at both tables; the answers must be the same, to the last byte.

        Of the expected status only the class (2xx, 4xx) is checked.
        """
        one, two = await asyncio.gather(*[room.ask(who, method, path, body, more) for room in self.rooms])
        self.count.answers += 1
        self.count.size += len(one.body)
        self.equal(kind, who, one, two, path)
        if one.status // 100 != status // 100 and (self.usual or one.status >= 500):
            raise Fault(f"{self.pair.name}, row {self.seq}, {kind} {path} {body}: {status} was expected, not {one}")
        return one

    async def post(self, kind: str, who: str, path: str, body: Any = None, status: int = 200) -> Answer:
        return await self.both(kind, who, path, body, status, "POST")

    # ------------------------------------------------------------ streams

    async def open_streams(self, who: str, last: int | None = None) -> None:
        """Open A's or a spectator's streams in every format, at both tables."""
        forms = [*(STREAMS if who else ("plain", "packed")), *(PAGE_STREAMS if self.drawn else ())]
        for form in forms:
            self.streams[who, form] = await self.new_streams(who, form, last)

    async def new_streams(self, who: str, form: str, last: int | None) -> list[Stream]:
        path = f"/api/bot{self.table}/stream" if form == "lines" else f"/api{self.table}/stream"
        path += "" if who else self.guest
        more: Headers = ()
        if form in PAGE_STREAMS:
            display = next(d for d in self.displays if d.layout == LAYOUTS[form == "packed page"])
            path, more = f"{self.page}/stream{self.page_query(who, display.layout)}", cookie(display)
        packed = form.startswith("packed")
        streams = [Stream(room.app, path, room.tokens[who], packed, last, more) for room in self.rooms]
        for stream in streams:
            await stream.read(2)
        self.equal(f"the beginning of {FORMS[form]}", who, streams[0].chunks, streams[1].chunks)
        return streams

    async def heard(self, read: dict[tuple[str, str], int]) -> None:
        """Wait until every stream has sent one more chunk, and compare it."""
        for (who, form), streams in self.streams.items():
            for stream in streams:
                await stream.read(read[who, form] + 1)
            self.compare_streams(who, form, read[who, form])

    def compare_streams(self, who: str, form: str, since: int) -> None:
        one, two = [stream.chunks[since:] for stream in self.streams[who, form]]
        self.count.chunks += len(one)
        self.count.size += sum(len(chunk) for chunk in one)
        sizes = [len(chunk) for chunk in one], [len(chunk) for chunk in two]
        self.equal(f"the size of {FORMS[form]}", who, *sizes)
        self.equal(FORMS[form], who, one, two)

    async def read_gap(self, who: str, last: int) -> None:
        """Reconnect to the streams with an older row as the last event id."""
        for form in ("plain", "packed", *(PAGE_STREAMS if self.drawn else ())):
            for stream in await self.new_streams(who, form, last):
                await stream.close()

    async def beat(self) -> None:
        """Let all streams send a keep-alive, and compare it."""
        read = self.read_so_far()
        for room in self.rooms:
            for watched in room.app.hub.watched.values():
                for feed in watched.feeds.values():
                    feed.beat()
        await self.heard(read)

    def read_so_far(self) -> dict[tuple[str, str], int]:
        return {key: len(streams[0].chunks) for key, streams in self.streams.items()}

    # ------------------------------------------------------------ the walk

    async def play(self, since: int, until: float, most: float) -> None:
        """Play from question to question, to the last one at which A cannot tell the games apart."""
        if self.prefix < 0 or self.prefix > self.pair.end:
            return
        before = 0
        while monotonic() < until and self.looks < most:
            if self.prefix >= since:
                if not self.looks:
                    await self.open_streams(self.me)
                    await self.open_streams(ANYBODY)
                await self.look(before)
                if self.asides < MOST_ASIDES and self.rng.random() < 0.06:
                    self.asides += 1
                    await self.aside()
            stop = self.next_stop(self.prefix + 1)
            if not 0 <= stop <= self.pair.end:
                if self.pair.whole:
                    await self.finish()
                return
            before = self.seq
            await self.say(stop)

    async def say(self, stop: int) -> None:
        """Play the next word of the seat to move; nature's draws follow."""
        seat = self.state.actor
        who, body = str(seat), {"seq": self.seq, "mark": self.rng.randrange(1 << 40)}
        if seat == self.hot:
            await self.hand(seat)
        read = self.read_so_far()
        answers = await self.speak(who, body)
        self.advanced(stop)
        for answer in answers:
            if answer["seq"] != self.seq:
                raise Fault(f"{self.pair.name}: row {self.seq} was expected, not {answer['seq']}")
        if who == self.me and self.looks:
            self.equal("the answer to a move", who, *answers)
            again = body | {"words": [self.pair.words(0)[self.standing.index(body["seq"] + 1)]]}
            if self.looks % TURNS == 0:
                await self.post("the answer to a move sent twice", who, f"{self.table}/moves", again)
        await self.heard(read)
        if seat == self.hot:
            await self.hand(self.pair.seat)

    async def speak(self, who: str, body: dict[str, Any]) -> list[Any]:
        """Send the next word at both tables: the same one, unless it is hidden from A."""
        self.clock.at += 700
        path, words = f"{self.table}/moves", [self.pair.words(room.which)[self.prefix] for room in self.rooms]
        gestures = [room.do(who, path, body | {"words": [word]}) for room, word in zip(self.rooms, words, strict=True)]
        return await asyncio.gather(*gestures)

    async def hand(self, seat: int) -> None:
        """Hand the device to another seat of the same person: the streams of the first one end."""
        for room in self.rooms:
            await room.do(self.me, f"{self.table}/hand", {"seat": seat})
        if seat != self.pair.seat:
            self.left_at = self.seq
            for form in FORMS:
                for stream in self.streams.pop((self.me, form), []):
                    await stream.cut()
        elif self.looks:
            await self.open_streams(self.me, self.left_at)

    async def finish(self) -> None:
        """Play the last word; then everything is public, and the records are verified."""
        await self.close()
        seat = self.state.actor
        if seat == self.hot:
            for room in self.rooms:
                await room.do(self.me, f"{self.table}/hand", {"seat": seat})
        await self.speak(str(seat), {"seq": self.seq})
        for room in self.rooms:
            seen = (await room.ask(self.me, "GET", self.table)).json
            proof = verify(read((await room.ask(self.me, "GET", f"{self.table}/export")).body.decode()))
            if "outcome" not in seen or not proof.over or proof.digest != self.pair.states[room.which][-1].digest():
                raise Fault(f"{self.pair.name}: the game did not end as it should")
        self.count.whole = 1

    # ------------------------------------------------------------ what A and a spectator can fetch

    async def look(self, before: int) -> None:
        """Compare everything at one position; `before` is the last row at the position before."""
        self.looks += 1
        self.count.positions += 1
        self.count.hidden += self.pair.differs[self.prefix]
        deep, every = self.looks % DEEP == 1, self.prefix > self.pair.first
        await self.read_table(before)
        await self.read_pages(deep)
        if self.drawn and (every or self.looks % TURNS == 3):
            await self.read_past(deep)
        if every or self.looks % TURNS == 0:
            await self.ask_why(deep)
        if every or self.looks % TURNS == 1:
            await self.try_words()
            await self.try_on_page(deep)
        if every or self.looks % TURNS == 2:
            await self.go_wrong(before)
        if self.usual and (every or self.looks % TURNS == 3):
            for _ in range(ODD):
                await self.be_odd()
        if deep:
            await self.read_all()

    async def read_table(self, before: int) -> None:
        table, log = self.table, f"{self.table}/log?after={before}"
        await self.both("the table", self.me, table)
        await self.both("the table", ANYBODY, table + self.guest)
        await self.both("the card", self.me, f"{table}/card")
        await self.both("the card", ANYBODY, f"{table}/card{self.guest}")
        await self.both("the list of tables", self.me, "/tables")
        await self.both("the log", self.me, log)
        await self.both("the log", ANYBODY, log, status=404 if self.private else 200)

    async def read_pages(self, deep: bool) -> None:
        """The page, in one language and layout or in all; and the lobby, which lists the table."""
        if self.looks % TURNS == 0 or deep:
            await self.both("the lobby's page", self.me, "/", more=cookie(self.displays[0]))
        if not self.drawn:
            return
        for display in self.displays if deep else self.displays[:1]:
            for who in (self.me, ANYBODY):
                path = self.page + self.page_query(who, display.layout)
                await self.both("the page", who, path, more=cookie(display))
        if deep:
            packed = [*cookie(self.displays[0]), (b"accept-encoding", b"gzip")]
            await self.both("the compressed page", self.me, self.page, more=packed)
            await self.both("the page", STRANGER, self.page + self.guest)
            if self.private:
                await self.both("the page without an invitation", ANYBODY, self.page, status=403)

    async def read_past(self, deep: bool) -> None:
        """The replay, at the current row and at a random row before it."""
        hidden = 404 if self.private else 200
        rows = [self.seq, self.rng.randrange(self.seq + 1)]
        display = self.displays[self.looks % len(self.displays)]
        for who, status in ((self.me, 200), (ANYBODY, hidden)):
            for row in rows:
                path = f"{self.page}/replay/{row}/parts?layout={display.layout}"
                await self.both("a row of the replay", who, path, status=status, more=cookie(display))
            if deep:
                path = f"{self.page}/turns?after={max(0, self.seq - FRAME_ROWS)}&to={self.seq}&layout={display.layout}"
                await self.both("the frames of the last rows", who, path, status=status, more=cookie(display))
                path = f"{self.page}/replay/{rows[1]}?layout={display.layout}"
                await self.both("the page of the replay", who, path, status=status, more=cookie(display))
        if deep:
            path, other = f"{self.page}/replay/{rows[1]}/parts", (self.pair.seat + 1) % self.pair.table.seats
            await self.both("a row as spectators saw it", self.me, f"{path}?seat=-1")
            if other != self.pair.seat:
                await self.both("a row through another's eyes", self.me, f"{path}?seat={other}", status=403)
            await self.both("a row to come", self.me, f"{self.page}/replay/{self.seq + 1}/parts", status=404)

    async def try_on_page(self, deep: bool) -> None:
        """Gestures that are previewed on the page, and slips that say why something is forbidden."""
        if not self.drawn:
            return
        illegal, telling = self.illegal(), self.telling()
        if self.asked:
            words = [self.pair.game.vocabulary.word(move) for move in self.state.moves()]
            follow = self.following()
            gestures = [follow] + [[word] for word in (words[:TRIED] if deep else [self.rng.choice(words)])]
            for gesture in gestures:
                await self.try_parts("a gesture tried on the page", {"words": gesture}, 200)
            await self.try_parts("a slip after a gesture", {"words": follow[:1], "why": illegal}, 200)
        await self.try_parts("a refusal on the page", {"words": [illegal]}, 422)
        for word in [illegal, *telling[:3]]:
            await self.try_parts("a slip of the page", {"why": word}, 200)

    async def try_parts(self, kind: str, body: dict[str, Any], status: int) -> None:
        display = self.displays[self.looks % len(self.displays)]
        path = f"{self.page}/try?layout={display.layout}"
        await self.both(kind, self.me, path, {"seq": self.seq, **body}, status, "POST", cookie(display))

    async def read_all(self) -> None:
        table, hidden = self.table, 404 if self.private else 200
        # Whether a server has the table in memory or must load it may not be visible either.
        self.rooms[self.looks // DEEP % 2].container.tables.warm.clear()
        await self.both("the table", self.me, table)
        await self.both("the whole log", self.me, f"{table}/log")
        await self.both("the whole log", ANYBODY, f"{table}/log", status=hidden)
        await self.both("the export", self.me, f"{table}/export")
        await self.both("the export", ANYBODY, f"{table}/export", status=hidden)
        await self.post("a very stale move", self.me, f"{table}/moves", {"seq": 0, "words": ["x"]}, 409)
        last = self.rng.randrange(self.seq)
        await self.both("part of the log", self.me, f"{table}/log?after={last}&until={last + 7}")
        await self.read_gap(self.me, last)
        await self.read_gap(ANYBODY, last)
        await self.beat()

    def telling(self) -> list[str]:
        """Words that are legal at one of the tables and not at the other."""
        one, two = [set(states[self.prefix].moves()) for states in self.pair.states]
        return [self.pair.game.vocabulary.word(move) for move in sorted(one ^ two)]

    def near(self) -> list[str]:
        """Words of the families that answer the question."""
        words = self.pair.game.vocabulary.words
        asked = [move for states in self.pair.states for move in states[self.prefix].moves()]
        families = {words[move].split(":")[0] for move in asked}
        return [word for word in words if word.split(":")[0] in families]

    def illegal(self) -> str:
        """A word that is illegal for A now; if possible one that is legal at one table only, which must not leak."""
        words = self.pair.game.vocabulary.words
        legal = {words[move] for move in self.state.moves()} if self.asked else set()
        near = [word for word in self.telling() or self.near() if word not in legal]
        return self.rng.choice(near or [word for word in words if word not in legal])

    async def ask_why(self, deep: bool) -> None:
        words, near, telling = self.pair.game.vocabulary.words, self.near(), self.telling()
        asked = [self.rng.choice(words), self.rng.choice(near)]
        if telling:
            asked.append(self.rng.choice(telling))
        if deep:
            asked += telling[:8] + near[:60]
        for word in dict.fromkeys(asked):
            await self.both("why not", self.me, f"{self.table}/why-not?word={word}")

    async def try_words(self) -> None:
        path = f"{self.table}/preview"
        if self.asked:
            words = [self.pair.game.vocabulary.word(move) for move in self.state.moves()]
            follow = self.following()
            await self.post("a preview", self.me, path, {"seq": self.seq, "words": follow[:1]})
            await self.post("a preview", self.me, path, {"seq": self.seq, "words": [self.rng.choice(words)]})
            if len(follow) > 1:
                await self.post("a long preview", self.me, path, {"seq": self.seq, "words": follow})
        body = {"seq": self.seq, "words": [self.illegal()]}
        await self.post("a refused preview", self.me, path, body, 422)

    def following(self) -> list[str]:
        """A's next words, as far as they are one gesture."""
        words: list[str] = []
        state, prefix = self.state, self.prefix
        while state.actor == self.pair.seat and prefix < self.pair.end and len(words) < 6:
            move = self.pair.moves[0][prefix]
            words.append(self.pair.game.vocabulary.word(move))
            if not state.reversible(move):
                break
            prefix += 1
            state = self.pair.states[0][prefix]
        return words or [self.said]

    async def go_wrong(self, before: int) -> None:
        path, illegal = f"{self.table}/moves", self.illegal()
        await self.post("a refusal", self.me, path, {"seq": self.seq, "words": [illegal]}, 422)
        await self.post("a stale move", self.me, path, {"seq": before, "words": [illegal]}, 409)

    async def be_odd(self) -> None:
        """Send the next unusual request."""
        odd = self.odd_requests()
        kind, who, method, path, body, status = odd[self.odd % len(odd)]
        self.odd += 1
        await self.both(kind, who, path, body, status, method)

    def odd_requests(self) -> list[tuple[str, str, str, str, Any, int]]:
        """Unusual requests that change nothing: kind, who asks, method, path, body, expected status."""
        table, me, seq, word = self.table, self.me, self.seq, self.illegal()
        moves, other = f"{table}/moves", next(s for s in range(4) if str(s) != me and s != self.hot)
        said = {"seq": seq, "words": [word]}
        stale = {"seq": seq - 1}
        here, outside = other < self.pair.table.seats, 404 if self.private else 403
        return [
            ("a broken body", me, "POST", moves, b'{"seq": ', 400),
            ("no words", me, "POST", moves, {"seq": seq, "words": []}, 400),
            ("no such word", me, "POST", moves, {"seq": seq, "words": ["no-such-word"]}, 400),
            ("a word that is none", me, "POST", moves, {"seq": seq, "words": [7]}, 400),
            ("many words", me, "POST", moves, {"seq": seq, "words": [word] * 65}, 400),
            ("two refused words", me, "POST", moves, {"seq": seq, "words": [word, word]}, 422),
            ("a row to come", me, "POST", moves, {"seq": seq + 1, "words": [word]}, 400),
            ("no row", me, "POST", moves, {"seq": -1, "words": [word]}, 400),
            ("another's mark", me, "POST", moves, {**stale, "words": [word], "mark": 1}, 409),
            ("too much", me, "POST", moves, b" " * 70_000, 413),
            ("a preview of a row to come", me, "POST", f"{table}/preview", {"seq": seq + 1, "words": [word]}, 400),
            ("a stale preview", me, "POST", f"{table}/preview", {**stale, "words": [word]}, 409),
            ("why not without a word", me, "GET", f"{table}/why-not", None, 400),
            ("why not no such word", me, "GET", f"{table}/why-not?word=no-such-word", None, 400),
            ("a stale undo", me, "POST", f"{table}/undo", stale, 409),
            ("a takeback of nothing", me, "POST", f"{table}/ask", {"seq": seq, "what": "takeback 99999"}, 409),
            ("a strange wish", me, "POST", f"{table}/ask", {"seq": seq, "what": "money"}, 400),
            ("a stale wish", me, "POST", f"{table}/ask", {**stale, "what": "pause"}, 409),
            ("a reply to nobody", me, "POST", f"{table}/reply", {"seq": seq, "agree": True}, 409),
            ("no pause to end", me, "POST", f"{table}/resume", {"seq": seq}, 409),
            ("a stale end", me, "POST", f"{table}/concede", stale, 409),
            ("another's hand", me, "POST", f"{table}/hand", {"seat": other}, 403),
            ("another's leaving", me, "POST", f"{table}/leave", {"seat": other}, 403 if here else 400),
            ("back where one is", me, "POST", f"{table}/back", {"seat": None}, 409),
            ("sitting down", me, "POST", f"{table}/join", {"invite": self.invite}, 409),
            ("a bot now", me, "POST", f"{table}/bots", {"seat": other, "bot": "random"}, 409),
            ("a second start", me, "POST", f"{table}/start", None, 409),
            ("a rematch", me, "POST", f"{table}/rematch", None, 409),
            ("putting away", me, "POST", f"{table}/archive", {}, 409),
            ("the log of no row", me, "GET", f"{table}/log?after=x", None, 400),
            ("the log of rows to come", me, "GET", f"{table}/log?after={seq}", None, 200),
            ("finished tables", me, "GET", "/tables?which=over", None, 200),
            ("tables with free seats", ANYBODY, "GET", "/tables?which=seats", None, 200),
            ("nobody's tables", ANYBODY, "GET", "/tables", None, 401),
            ("no such table", me, "GET", "/tables/0000000000000", None, 404),
            ("myself", me, "GET", "/me", None, 200),
            ("nobody's move", ANYBODY, "POST", moves, said, 401),
            ("nobody's preview", ANYBODY, "POST", f"{table}/preview", said, 401),
            ("nobody's why not", ANYBODY, "GET", f"{table}/why-not?word={word}", None, 401),
            ("a stranger's move", STRANGER, "POST", moves, said, outside),
            ("a stranger's stale move", STRANGER, "POST", moves, {**stale, "words": [word]}, outside),
            ("a stranger's preview", STRANGER, "POST", f"{table}/preview", said, outside),
            ("a stranger's why not", STRANGER, "GET", f"{table}/why-not?word={word}", None, outside),
            ("a stranger's undo", STRANGER, "POST", f"{table}/undo", {"seq": seq}, outside),
            ("a stranger's table", STRANGER, "GET", table + self.guest, None, 200),
            ("a stranger's start", STRANGER, "POST", f"{table}/start", None, 404 if self.private else 409),
            ("nobody's gesture on the page", ANYBODY, "POST", f"{self.page}/try", said, 401),
            ("a stranger's gesture on the page", STRANGER, "POST", f"{self.page}/try", said, outside),
            ("a stale gesture on the page", me, "POST", f"{self.page}/try", {**stale, "words": [word]}, 409),
            ("a slip of no such word", me, "POST", f"{self.page}/try", {"seq": seq, "why": "no-such-word"}, 400),
            ("no seat's leaving", me, "POST", f"{table}/leave", {"seat": 9}, 400),
        ]

    # ------------------------------------------------------------ what else happens at a table

    async def aside(self) -> None:
        """Interrupt the game with something that is no move."""
        kinds = ["undo", "leave"]
        if self.hot is None:
            kinds += ["takeback", "takeback", "pause"]
        kind = self.rng.choice(kinds)
        if kind == "undo":
            await self.undo()
        elif kind == "leave":
            await self.leave()
        elif kind == "takeback":
            await self.takeback(agreed=self.rng.random() < 0.7)
        elif self.pace["kind"] != "none":
            await self.pause()

    async def undo(self) -> None:
        """The seat that moved last undoes its move, if it can."""
        begin = self.prefix - 1
        seat = self.pair.states[0][begin].actor
        if seat in (NATURE, self.hot):
            return
        seen = [(await room.ask(str(seat), "GET", self.table)).json for room in self.rooms]
        if not all(table_view.get("undo") for table_view in seen):
            return
        before = self.seq
        await self.add(str(seat), "/undo", {"seq": self.seq})
        del self.standing[begin:]
        self.put(begin)
        await self.look(before)

    async def leave(self) -> None:
        """A player leaves, a bot takes the seat, and the player comes back."""
        stay = (self.pair.seat, self.hot, self.state.actor)  # a bot that is asked has the seat until it has answered
        others = [seat for seat in range(self.pair.table.seats) if seat not in stay]
        if not others:
            return
        seat, before = self.rng.choice(others), self.seq
        await self.add(str(seat), "/leave", {"seat": None})
        self.usual = False
        await self.look(before)
        await self.add(str(seat), "/back", {"seat": None})
        self.usual = True
        await self.look(before)

    async def takeback(self, agreed: bool) -> None:
        """A player asks to take back some rows; all agree, or the last one asked does not."""
        states = self.pair.states[0]
        rows = [row for row in range(max(0, self.prefix - 12), self.prefix) if states[row].actor >= 0]
        if not rows:
            return
        row, before = self.rng.choice(rows), self.seq
        if await self.consent(f"takeback {self.standing[row]}", agreed):
            del self.standing[row:]
            self.put(row)
        await self.look(before)

    async def pause(self) -> None:
        """Pause the table by consent, and resume it."""
        before = self.seq
        self.usual = False
        if await self.consent("pause", True):
            await self.look(before)
            await self.add(self.me, "/resume", {"seq": self.seq})
        self.usual = True
        await self.look(before)

    async def consent(self, what: str, agreed: bool) -> bool:
        """Ask all others; whether they agree."""
        seats = list(range(self.pair.table.seats))
        self.rng.shuffle(seats)
        asking, *others = seats
        await self.add(str(asking), "/ask", {"seq": self.seq, "what": what})
        for seat in others:
            agree = agreed or seat != others[-1]
            await self.add(str(seat), "/reply", {"seq": self.seq, "agree": agree})
        return agreed

    async def add(self, who: str, path: str, body: Any) -> None:
        """A command that adds rows which are no moves."""
        self.clock.at += 700
        read = self.read_so_far()
        answers = await asyncio.gather(*[room.do(who, f"{self.table}{path}", body) for room in self.rooms])
        if who == self.me:
            self.equal(f"the answer to {path}", who, *answers)
        seqs = [(await room.ask(who, "GET", self.table)).json["seq"] for room in self.rooms]
        self.equal("the number of rows", self.me, *seqs)
        self.seq = seqs[0]
        await self.heard(read)


def cookie(display: DisplayMode) -> list[tuple[bytes, bytes]]:
    """The cookie with which a browser chooses the language and layout of pages."""
    return [(b"cookie", f"language={display.language}; layout={display.layout}".encode())]


def differing(one: str, two: str) -> str:
    """Where two texts begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    since = max(0, at - 60)
    return f"…{one[since : at + 60]!r} and …{two[since : at + 60]!r}"

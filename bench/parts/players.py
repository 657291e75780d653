"""Many tables played over HTTP by one process, with a journal of every gesture and readers of the streams.

    players = Players(Front(cluster.web_urls, rng), rng)
    await players.arrive(40)
    tasks = players.begin(plans(100))

Each table is driven for all people at it: read the table, choose a legal word, send it with a mark, wait a while.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final

import msgspec

from bench.parts.http import Broken, Front, Stream
from bench.parts.titles import in_turn
from tests.support.titles import seats_near
from trainshed.kernel.registry import game

RETRY: Final = 1.0
"""Seconds after which a browser reconnects to a stream that broke."""

UNDOS: Final = 0.04
"""The part of gestures that undo a step, where there is one to undo."""

TWO_WORDS: Final = 0.15


class Person(msgspec.Struct, frozen=True):
    """A guest of the server."""

    name: str
    token: str


class Plan(msgspec.Struct, frozen=True):
    """The kind of table that is played at a place."""

    title: str
    seats: int
    people: int
    bot: str
    public: bool


class Gesture(msgspec.Struct):
    """Words that were sent for a row, and the answer to them."""

    table: str
    seq: int
    seat: int
    words: list[str]
    mark: int | None
    sent: float
    state: str = "sent"
    """`sent`, then `acknowledged` or `refused`."""
    unsure: int | None = None
    """When it was sent for the last time, in milliseconds since 1970, if an answer to it was lost before."""
    until: int = 0
    since: list[dict[str, Any]] = []


class Seated:
    """A started table and the people at it."""

    def __init__(self, table: str, plan: Plan, people: dict[int, Person]) -> None:
        self.table = table
        self.plan = plan
        self.people = people
        self.started = monotonic()
        self.over: float | None = None
        self.sightings: list[tuple[float, int]] = []
        """When this client first saw that the log had come to a row."""

    @property
    def seq(self) -> int:
        return self.sightings[-1][1] if self.sightings else 0

    def saw(self, seq: int) -> None:
        if seq > self.seq:
            self.sightings.append((monotonic(), seq))


class Place:
    """A place at which one table after the other is played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tables: list[Seated] = []
        self.changed = asyncio.Event()

    def sit(self, table: Seated) -> None:
        self.tables.append(table)
        self.changed.set()
        self.changed = asyncio.Event()

    async def table(self, index: int) -> Seated:
        """The table that is played here after `index` others."""
        while len(self.tables) <= index:
            await self.changed.wait()
        return self.tables[index]


def plans(count: int) -> list[Plan]:
    """Kinds of tables: all titles in turn; 2 to 4 seats; people in all of them, in all but one, or one among bots."""
    found = []
    for index in range(count):
        title = in_turn(index)
        seats = seats_near(game(title), 2 + index // 2 % 3)
        people = (seats, max(1, seats - 1), 1)[index // 6 % 3]
        bot = ("random", "thumb")[index // 18 % 2]
        found.append(Plan(title, seats, people, bot, public=index % 5 < 2))
    return found


class Players:
    """Plays for all people at all tables."""

    def __init__(self, front: Front, rng: Random, pace: float = 1.2) -> None:
        self.front = front
        self.rng = rng
        self.pace = pace
        """Seconds from one gesture to the next at a table."""
        self.people: dict[str, Person] = {}
        self.places: list[Place] = []
        self.journal: list[Gesture] = []
        self.counts: Counter[str] = Counter()
        self.stopping = False
        self.alarm = asyncio.Event()

    @property
    def tables(self) -> list[Seated]:
        return [table for place in self.places for table in place.tables]

    async def arrive(self, count: int) -> None:
        """Make so many guests."""
        names = [f"Guest {number}" for number in range(1, count + 1)]
        answers = await asyncio.gather(*[self.post("/guests", "", {"name": name}, 201) for name in names])
        self.people = {name: Person(name, answer["token"]) for name, answer in zip(names, answers, strict=True)}

    def begin(self, wanted: list[Plan]) -> list[asyncio.Task[None]]:
        """Play at so many places, each in a task that ends soon after `stopping` is set."""
        self.places = [Place(plan) for plan in wanted]
        return [asyncio.create_task(self.play_at(place)) for place in self.places]

    async def play_at(self, place: Place) -> None:
        """Play one table after the other: a rematch, or a table of other people."""
        before: Seated | None = None
        while not self.stopping:
            again = before is not None and self.rng.random() < 0.5
            table = await (self.rematch(before) if before is not None and again else self.new_table(place.plan))
            place.sit(table)
            await self.play(table)
            before = table

    # ------------------------------------------------------------ requests

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> tuple[int, Any]:
        answer = await self.front.ask(method, f"/api{path}", token, body)
        return answer.status, answer.json() if answer.body else None

    async def post(self, path: str, token: str, body: Any = None, wanted: int = 200) -> Any:
        """A POST that must succeed."""
        status, answer = await self.ask("POST", path, token, body)
        if status != wanted:
            raise RuntimeError(f"{status} to POST {path} {body}: {answer}")
        return answer

    async def look(self, table: Seated, person: Person) -> Any:
        status, seen = await self.ask("GET", f"/tables/{table.table}", person.token)
        if status != 200:
            raise RuntimeError(f"{status} to GET {table.table}: {seen}")
        table.saw(seen["seq"])
        return seen

    async def card(self, table: str, person: Person) -> Any:
        status, card = await self.ask("GET", f"/tables/{table}/card", person.token)
        if status != 200:
            raise RuntimeError(f"{status} to GET the card of {table}: {card}")
        return card

    # ------------------------------------------------------------ tables

    async def new_table(self, plan: Plan) -> Seated:
        """Make, fill and start a table. Each step may have been carried out although its answer was lost."""
        host, *others = self.rng.sample(list(self.people.values()), plan.people)
        visibility = "public" if plan.public else "private"
        body = {"title": plan.title, "seats": plan.seats, "visibility": visibility}
        card = await self.post("/tables", host.token, body, 201)
        table = card["table"]
        for seat, person in enumerate(others, 1):
            status, answer = await self.ask(
                "POST", f"/tables/{table}/join", person.token, {"seat": seat, "invite": card["invite"]}
            )
            if status != 200 and not (await self.card(table, person))["seats"][seat].get("mine"):
                raise RuntimeError(f"{status} to a join: {answer}")
        for seat in range(plan.people, plan.seats):
            await self.post(f"/tables/{table}/bots", host.token, {"seat": seat, "bot": plan.bot})
        await self.start(table, host)
        return Seated(table, plan, dict(enumerate([host, *others])))

    async def start(self, table: str, host: Person) -> None:
        status, answer = await self.ask("POST", f"/tables/{table}/start", host.token)
        if status != 200 and (await self.card(table, host))["status"] == "open":
            raise RuntimeError(f"{status} to a start: {answer}")

    async def rematch(self, table: Seated) -> Seated:
        """Start a rematch: the same people, seats moved on by one."""
        host, again = self.rng.choice(list(table.people.values())), ""
        for person in table.people.values():
            again = (await self.post(f"/tables/{table.table}/rematch", person.token)).get("table", "")
        card = await self.card(again, host)
        people = {seat: self.people[plan["name"]] for seat, plan in enumerate(card["seats"]) if not plan.get("bot")}
        self.counts["rematches"] += 1
        return Seated(card["table"], table.plan, people)

    # ------------------------------------------------------------ playing

    async def play(self, table: Seated) -> None:
        """Play until the game is over or `stopping` is set."""
        person = next(iter(table.people.values()))
        while not self.stopping:
            seen = await self.look(table, person)
            if "outcome" in seen:
                table.over = monotonic()
                return
            actor = seen["actor"]
            asked = None if actor is None else table.people.get(actor)
            if asked is None:
                await self.rest(0.5)
                continue
            if asked is not person:
                person = asked
                seen = await self.look(table, person)
            if seen["actor"] == actor and seen.get("moves"):
                await self.gesture(table, person, actor, seen)
                await self.rest(1.0)

    async def rest(self, part: float) -> None:
        """Wait as if thinking, unless `hurry` is called."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.pace * part * self.rng.uniform(0.5, 1.5)):
                await self.alarm.wait()

    def hurry(self) -> None:
        """Let all waiting players go on at once, so that many requests are under way."""
        self.alarm.set()
        self.alarm = asyncio.Event()

    async def gesture(self, table: Seated, person: Person, seat: int, seen: Any) -> None:
        """Send a gesture of one or two words, or an undo of one step."""
        seq = seen["seq"]
        if seen.get("undo", 0) > 0 and self.rng.random() < UNDOS:
            gesture = Gesture(table.table, seq, seat, ["/undo 1"], None, monotonic())
            await self.send(table, person, gesture, "undo", {"seq": seq})
            return
        words = [self.rng.choice(seen["moves"])]
        if self.rng.random() < TWO_WORDS:
            status, tried = await self.ask(
                "POST", f"/tables/{table.table}/preview", person.token, {"seq": seq, "words": words}
            )
            if status == 200 and tried["taken"] == 1 and tried["state"].get("moves"):
                words.append(self.rng.choice(tried["state"]["moves"]))
        mark = self.rng.getrandbits(62)
        gesture = Gesture(table.table, seq, seat, words, mark, monotonic())
        await self.send(table, person, gesture, "moves", {"seq": seq, "words": words, "mark": mark})

    async def send(self, table: Seated, person: Person, gesture: Gesture, route: str, body: Any) -> None:
        """Send a gesture until it is answered, and note the answer in the journal."""
        self.journal.append(gesture)
        given = await self.front.ask("POST", f"/api/tables/{table.table}/{route}", person.token, body)
        status, answer = given.status, given.json()
        gesture.unsure = given.unsure
        if status == 200:
            gesture.state = "acknowledged"
            gesture.until, gesture.since = answer["seq"], answer["since"]
            table.saw(answer["seq"])
            self.counts["acknowledged"] += 1
        elif status == 409 and answer["error"] == "stale" and is_own_undo(gesture, answer["since"]):
            self.counts["undos known again"] += 1
        elif status == 409 and answer["error"] == "stale":
            gesture.state = "refused"
            self.counts["stale"] += 1
        else:
            gesture.state = "refused"
            self.front.faults.append(f"{status} to {route} {body}: {answer}")


def is_own_undo(gesture: Gesture, since: list[dict[str, Any]]) -> bool:
    """Whether an undo that was sent again had been carried out: it has no mark, so the first new row tells."""
    return (
        gesture.mark is None and since[:1] != [] and (since[0]["seat"], since[0]["said"]) == (gesture.seat, "/undo 1")
    )


class Watcher:
    """A stream reader at a place: reads the stream of each table there from its first row on, and reconnects."""

    def __init__(self, players: Players, place: Place, spectator: bool, gzip: bool) -> None:
        self.players = players
        self.place = place
        self.spectator = spectator and place.plan.public
        self.gzip = gzip
        self.told: dict[str, list[dict[str, Any]]] = {}
        self.seats: dict[str, int | None] = {}
        self.last: dict[str, int] = {}
        self.counts: Counter[str] = Counter()

    async def run(self) -> None:
        index = 0
        while True:
            await self.watch(await self.place.table(index))
            index += 1

    async def watch(self, table: Seated) -> None:
        """Read the stream of a table until its game is over."""
        seat, person = next(iter(table.people.items()))
        name = table.table
        self.told[name], self.last[name] = [], 0
        self.seats[name] = None if self.spectator else seat
        token = "" if self.spectator else person.token
        path = f"/api/tables/{name}/stream"
        front = self.players.front
        web = front.rng.randrange(len(front.webs))
        while True:
            try:
                stream = await front.webs[web].stream(path, token, self.last[name], self.gzip)
            except Broken as broken:
                # The front tries the next server at once; a browser sees an error only if none is there.
                self.counts[broken.how] += 1
                web = (web + 1) % len(front.webs)
                await asyncio.sleep(RETRY / 4)
                continue
            try:
                if stream.status != 200:
                    self.counts[f"status {stream.status}"] += 1
                elif await self.read(stream, name):
                    return
            finally:
                stream.close()
            self.counts["came back"] += 1
            await asyncio.sleep(RETRY)
            web = front.rng.randrange(len(front.webs))

    async def read(self, stream: Stream, name: str) -> bool:
        """Read events until the game (True) or the stream (False) ends."""
        async for event in stream.events():
            if event.row is not None:
                if event.row < self.last[name]:
                    self.counts["went back"] += 1
                self.last[name] = event.row
            if event.name == "rows":
                self.told[name] += event.json()["rows"]
            elif event.name == "resync":
                self.counts["resyncs"] += 1
            elif event.name == "state" and "outcome" in event.json():
                return True
        return False

"""Both buses keep one contract, and the one over NATS survives a restart of its server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
import pytest_asyncio

from tests.support.servers.cluster import Cluster
from tests.support.servers.patience import PATIENCE
from trainshed.service.base.bus import Bus, LocalBus, NatsBus


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(own_postgres=False) as cluster:
        yield cluster


@dataclass
class Pair:
    """Two ends of a bus: two connections, or twice the same where everything is in one process."""

    here: Bus
    there: Bus

    prefix: str = field(default_factory=lambda: f"test.{uuid4().hex}")

    def subject(self, rest: str = "") -> str:
        return self.prefix + rest


Connect = Callable[[], Awaitable[NatsBus]]


@pytest_asyncio.fixture
async def connect(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Connect]:
    """Makes connections, and checks that they leave no tasks behind."""
    before = asyncio.all_tasks()
    made: list[NatsBus] = []
    # Whoever subscribes on a busy machine is still told when the server knows of it.
    monkeypatch.setattr(NatsBus, "ECHO_WAIT", PATIENCE)

    async def connect() -> NatsBus:
        made.append(NatsBus([cluster.nats]))
        with monkeypatch.context() as meanwhile:
            if cluster.alive("nats"):
                # A machine that is busy for a second would make a gap of the first connection.
                meanwhile.setattr(NatsBus, "OPEN_WAIT", PATIENCE)
            await made[-1].open()
        return made[-1]

    yield connect
    for bus in made:
        await bus.close()
    if not cluster.alive("nats"):
        cluster.start("nats")
    cluster.wait_ready()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() <= before | {asyncio.current_task()}


@pytest_asyncio.fixture(params=["local", "nats"])
async def pair(request: pytest.FixtureRequest, connect: Connect) -> Pair:
    if request.param == "local":
        local = LocalBus()
        await local.open()
        return Pair(local, local)
    pair = Pair(await connect(), await connect())
    assert pair.here.healthy
    assert pair.there.healthy
    return pair


class Ear:
    """A message handler that keeps what it receives."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []

    def __call__(self, subject: str, payload: bytes) -> None:
        self.heard.append((subject, payload))

    @property
    def words(self) -> list[bytes]:
        return [payload for _, payload in self.heard]


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


async def fence(by: Bus, *others: Bus) -> None:
    """Wait until all messages have arrived that one bus published before: a bus keeps their order."""
    ears = []
    subject = f"fence.{uuid4().hex}"
    for bus in {by, *others}:
        ears.append(Ear())
        await bus.subscribe(subject, ears[-1])
    by.publish(subject, b"")
    await until(lambda: all(ear.heard for ear in ears))


# What both promise ----------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_everybody_hears_everything_in_order(pair: Pair) -> None:
    ears = [Ear(), Ear(), Ear()]
    for ear, bus in zip(ears, (pair.here, pair.there, pair.there), strict=True):
        await bus.subscribe(pair.subject(".7"), ear)
    sent = [b"%d" % number for number in range(2000)]
    for word in sent:
        pair.here.publish(pair.subject(".7"), word)
    pair.here.publish(pair.subject(".8"), b"not for them")
    await until(lambda: all(len(ear.heard) >= len(sent) for ear in ears))
    await fence(pair.here, pair.there)
    for ear in ears:
        assert ear.words == sent
        assert {subject for subject, _ in ear.heard} == {pair.subject(".7")}


@pytest.mark.asyncio
async def test_publishing_never_calls_a_handler_itself(pair: Pair) -> None:
    ear = Ear()
    await pair.here.subscribe(pair.subject(), ear)
    pair.here.publish(pair.subject(), b"later")
    assert not ear.heard
    await until(lambda: ear.heard)


@pytest.mark.asyncio
async def test_a_queue_hears_each_message_once(pair: Pair) -> None:
    members = [Ear(), Ear()]
    plain, others = Ear(), Ear()
    await pair.here.subscribe(pair.subject(), members[0], "bots")
    await pair.there.subscribe(pair.subject(), members[1], "bots")
    await pair.there.subscribe(pair.subject(), others, "mail")
    await pair.there.subscribe(pair.subject(), plain)
    sent = [b"%d" % number for number in range(200)]
    for word in sent:
        pair.here.publish(pair.subject(), word)
    await until(lambda: sum(len(ear.heard) for ear in members) >= len(sent))
    await until(lambda: len(plain.heard) == len(others.heard) == len(sent))
    await fence(pair.here, pair.there)
    assert sorted(members[0].words + members[1].words) == sorted(sent)
    assert all(ear.heard for ear in members)
    assert plain.words == sent
    assert others.words == sent


@pytest.mark.asyncio
async def test_members_of_one_queue_may_listen_to_different_subjects(pair: Pair) -> None:
    members = [Ear(), Ear()]
    await pair.here.subscribe(pair.subject(".1"), members[0], "bots")
    await pair.there.subscribe(pair.subject(".*"), members[1], "bots")
    for number in range(100):
        pair.here.publish(pair.subject(".1"), b"%d" % number)
    await until(lambda: sum(len(ear.heard) for ear in members) >= 100)
    await fence(pair.here, pair.there)
    assert sum(len(ear.heard) for ear in members) == 100


@pytest.mark.asyncio
async def test_a_star_is_any_one_word(pair: Pair) -> None:
    ear = Ear()
    await pair.there.subscribe(pair.subject(".table.*"), ear)
    for rest in (".table.1", ".table.2", ".table", ".table.1.2", ".tables.1", ".table.3"):
        pair.here.publish(pair.subject(rest), b"")
    await until(lambda: len(ear.heard) >= 3)
    await fence(pair.here, pair.there)
    assert [subject for subject, _ in ear.heard] == [pair.subject(f".table.{number}") for number in (1, 2, 3)]


@pytest.mark.asyncio
@pytest.mark.parametrize("subject", ["", "*", "a..b", "a.", "a.*.b", "a.>", "a.b*", "a b", "a.b\r\nPING"])
async def test_a_subject_that_no_bus_understands_is_refused(pair: Pair, subject: str) -> None:
    with pytest.raises(ValueError, match="nobody can listen"):
        await pair.here.subscribe(subject, Ear())


@pytest.mark.asyncio
async def test_who_has_closed_hears_no_more(pair: Pair) -> None:
    gone, stays, colleague = Ear(), Ear(), Ear()
    subscription = await pair.here.subscribe(pair.subject(), gone)
    member = await pair.here.subscribe(pair.subject(), gone, "bots")
    await pair.here.subscribe(pair.subject(), stays)
    await pair.there.subscribe(pair.subject(), colleague, "bots")
    pair.here.publish(pair.subject(), b"first")
    await until(lambda: stays.heard)
    await until(lambda: len(gone.heard) + len(colleague.heard) == 2)
    before = list(gone.heard)
    await subscription.close()
    await member.close()
    await subscription.close()
    for number in range(20):
        pair.here.publish(pair.subject(), b"%d" % number)
    await until(lambda: len(stays.heard) == 21)
    await until(lambda: len(colleague.heard) >= 20)
    await fence(pair.here, pair.there)
    assert gone.heard == before


@pytest.mark.asyncio
async def test_publishing_to_nobody_costs_nothing(pair: Pair) -> None:
    """Messages without a subscriber are dropped: a later subscriber gets only what is published from then on."""
    ear = Ear()
    pair.here.publish(pair.subject(), b"too early")
    # What is still on its way may be heard by a newcomer: the bus only promises that nothing is missed afterwards.
    await fence(pair.here)
    await pair.here.subscribe(pair.subject(), ear)
    pair.here.publish(pair.subject(), b"in time")
    await until(lambda: b"in time" in ear.words)
    assert ear.words == [b"in time"]


@pytest.mark.asyncio
async def test_who_has_subscribed_misses_nothing(pair: Pair) -> None:
    """A subscriber gets even what another client publishes at the very next moment."""
    ears = [Ear() for _ in range(200)]
    for number, ear in enumerate(ears):
        await pair.here.subscribe(pair.subject(f".{number}"), ear)
        pair.there.publish(pair.subject(f".{number}"), b"")
    await until(lambda: all(ear.heard for ear in ears))


@pytest.mark.asyncio
async def test_a_handler_that_fails_harms_nobody(pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    def fail(subject: str, payload: bytes) -> None:
        raise RuntimeError(f"cannot bear {payload.decode()}")

    before, after = Ear(), Ear()
    await pair.here.subscribe(pair.subject(), before)
    await pair.here.subscribe(pair.subject(), fail)
    await pair.here.subscribe(pair.subject(), after)
    pair.here.publish(pair.subject(), b"one")
    pair.here.publish(pair.subject(), b"two")
    await until(lambda: len(before.heard) == len(after.heard) == 2)
    await until(lambda: "cannot bear two" in caplog.text)
    assert "cannot bear one" in caplog.text


@pytest.mark.asyncio
async def test_a_handler_may_publish(pair: Pair) -> None:
    deepest = 0
    inside = 0

    def count_down(subject: str, payload: bytes) -> None:
        nonlocal inside, deepest
        inside += 1
        deepest = max(deepest, inside)
        if payload != b"0":
            pair.here.publish(subject, b"%d" % (int(payload) - 1))
        inside -= 1

    ear = Ear()
    await pair.here.subscribe(pair.subject(), count_down)
    await pair.there.subscribe(pair.subject(), ear)
    pair.there.publish(pair.subject(), b"50")
    await until(lambda: b"0" in ear.words)
    assert ear.words == [b"%d" % number for number in range(50, -1, -1)]
    assert deepest == 1


@pytest.mark.asyncio
async def test_an_open_bus_is_healthy_and_a_closed_one_is_silent(pair: Pair) -> None:
    ear = Ear()
    await pair.here.subscribe(pair.subject(), ear)
    health = [pair.here.healthy]
    await pair.here.close()
    health.append(pair.here.healthy)
    assert health == [True, False]
    pair.here.publish(pair.subject(), b"")
    if pair.there is not pair.here:
        other = Ear()
        await pair.there.subscribe(pair.subject(), other)
        pair.there.publish(pair.subject(), b"by somebody else")
        await until(lambda: other.heard)
    # No fence tells when something would have come that a closed bus sends: it sends nothing afterwards.
    await asyncio.sleep(0.05)
    assert not ear.heard


# What only a server can do --------------------------------------------------------------------


@pytest.mark.asyncio
async def test_nats_what_is_published_last_still_goes_out(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NatsBus, "CLOSE_WAIT", PATIENCE)  # a busy machine may need longer than a house gives
    here, there = await connect(), await connect()
    subject, ear = f"test.{uuid4().hex}", Ear()
    await there.subscribe(subject, ear)
    for number in range(1000):
        here.publish(subject, b"%d" % number)
    await here.close()
    await until(lambda: len(ear.heard) == 1000)


@pytest.mark.asyncio
async def test_nats_a_killed_server_comes_back(
    cluster: Cluster, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "trainshed.service.base.bus")
    here, there = await connect(), await connect()
    gaps: list[str] = []
    early, late, left, own = Ear(), Ear(), Ear(), Ear()
    subject = f"test.{uuid4().hex}"
    here.on_gap(lambda: gaps.append("here"))
    here.on_gap(lambda: here.publish(subject, b"catch up"))
    there.on_gap(lambda: gaps.append("there"))
    await here.subscribe(subject, own)
    await there.subscribe(subject, early)
    leaving = await there.subscribe(subject, left)
    here.publish(subject, b"before")
    await until(lambda: early.heard and left.heard)
    assert gaps == []

    def refused() -> int:
        """How many attempts to connect have failed."""
        return caplog.text.count("ConnectionRefusedError")

    async def outage(gaps_then: int) -> None:
        attempts = refused()
        cluster.kill("nats")
        await until(lambda: not here.healthy and not there.healthy)
        dropped = here.dropped
        here.publish(subject, b"lost")
        assert here.dropped == dropped + 1
        if not late.heard:
            await there.subscribe(subject, late)
            await leaving.close()
        await until(lambda: refused() >= attempts + 4)
        cluster.start("nats")
        await until(lambda: len(gaps) == gaps_then)
        here.publish(subject, b"after")
        await until(lambda: early.words[-1:] == late.words[-1:] == [b"after"])

    await outage(2)
    await outage(4)
    await fence(here, there)
    assert sorted(gaps) == ["here", "here", "there", "there"]
    assert own.words == [b"before", b"catch up", b"after", b"catch up", b"after"]
    assert early.words.count(b"after") == late.words.count(b"after") == 2
    assert b"lost" not in early.words
    assert left.words == [b"before"]
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len([line for line in lines if "no connection" in line.message]) == 4
    assert len([line for line in lines if "connected to" in line.message]) == 4
    assert len(lines) == 8
    assert not any(line.exc_info for line in lines)


@pytest.mark.asyncio
async def test_nats_opens_before_its_server(cluster: Cluster, connect: Connect) -> None:
    cluster.kill("nats")
    bus = await connect()
    assert not bus.healthy
    gaps: list[None] = []
    bus.on_gap(lambda: gaps.append(None))
    subject, ear = f"test.{uuid4().hex}", Ear()
    await bus.subscribe(subject, ear)
    bus.publish(subject, b"lost")
    assert bus.dropped == 1
    cluster.start("nats")
    await until(lambda: gaps)
    bus.publish(subject, b"kept")
    await until(lambda: ear.heard)
    assert ear.words == [b"kept"]


@pytest.mark.asyncio
async def test_nats_closes_without_its_server(cluster: Cluster, connect: Connect) -> None:
    lost = await connect()
    await lost.subscribe("test.closing", Ear())
    lost.publish("test.closing", b"")
    cluster.kill("nats")
    never = await connect()
    await never.subscribe("test.closing", Ear())
    async with asyncio.timeout(PATIENCE):
        await never.close()
        await lost.close()


@pytest.mark.asyncio
async def test_nats_begins_anew_when_the_server_has_thrown_it_out(cluster: Cluster, connect: Connect) -> None:
    """An error that nats-py takes for final: here a command that no server knows."""
    bus = await connect()
    gaps: list[None] = []
    bus.on_gap(lambda: gaps.append(None))
    subject, ear = f"test.{uuid4().hex}", Ear()
    await bus.subscribe(subject, ear)
    client = bus._client
    assert client is not None
    assert client._transport is not None
    client._transport.write(b"NONSENSE\r\n")
    await until(lambda: gaps)
    assert client.is_closed
    bus.publish(subject, b"again")
    await until(lambda: ear.heard)
    assert ear.words == [b"again"]


@pytest.mark.asyncio
async def test_nats_who_gives_up_subscribing_hears_nothing(connect: Connect) -> None:
    bus = await connect()
    given_up, ear = Ear(), Ear()
    subject = f"test.{uuid4().hex}"
    task = asyncio.ensure_future(bus.subscribe(subject, given_up))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await bus.subscribe(subject, ear)
    bus.publish(subject, b"")
    await until(lambda: ear.heard)
    assert not given_up.heard
    assert bus.healthy


@pytest.mark.asyncio
async def test_nats_what_cannot_be_sent_stops_nothing(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    bus = await connect()
    subject, ear = f"test.{uuid4().hex}", Ear()
    await bus.subscribe(subject, ear)
    bus.publish("a b", b"")
    bus.publish(subject, bytes(2_000_000))
    bus.publish(subject, b"fine")
    await until(lambda: ear.heard)
    assert ear.words == [b"fine"]
    assert caplog.text.count("cannot be sent") == 2


def test_nats_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="no address"):
        NatsBus(["nats:4222"])

"""All commands at a started table, through the API."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.support.servers.patience import PATIENCE
from tests.support.service import FakeClock, Guest, open_container, started
from trainshed.bots.characters import bot_of, cast, find_character, level_of
from trainshed.bots.levels import USUAL
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State, view_after
from trainshed.kernel.nature import Committed, Nature
from trainshed.kernel.record import Record, read, verify
from trainshed.service.base.ids import number
from trainshed.service.container import Container
from trainshed.service.tables.commands import GONE_MS
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.open_tables import NatureOf, committed, system_now
from trainshed.service.tables.table_state import TableConfig, TableState, effective_moves, folded
from trainshed.web.app import App
from trainshed.wire import Pace

TITLES = ["lok-n-roll", "russian-railroads"]
LIVE = Pace("live", turn=60_000, bank=300_000, increment=1_000)


def fixed(config: TableConfig, _: bytes) -> Nature:
    """Nature with the same draws at every table."""
    return Committed(hashlib.sha256(b"fixed").digest(), config.title)


@asynccontextmanager
async def web(container: Container) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(App(container))
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
        yield http


class Party:
    """People at a table, as one container serves it."""

    def __init__(self, container: Container, guests: list[Guest], table: str, rng: Random | None = None) -> None:
        self.container = container
        self.guests = guests
        self.table = table
        self.rng = rng or Random(1)

    def at(self, container: Container, http: httpx.AsyncClient) -> Party:
        """The same people, served by another process."""
        guests = [Guest(http, guest.name, guest.token) for guest in self.guests]
        return Party(container, guests, self.table, self.rng)

    async def now(self) -> TableState:
        return (await self.container.tables.current(number(self.table) or 0)).table

    async def rows(self) -> list[LogRow]:
        """All rows of the log, with nothing hidden."""
        return await self.container.store.rows(number(self.table) or 0, 0)

    async def looks(self) -> list[Any]:
        """The table views of all people."""
        return [await guest.look(self.table) for guest in self.guests]

    async def asked(self) -> Guest:
        return self.guests[(await self.now()).actor]

    async def words(self, free: bool) -> list[str]:
        """The legal words that can be undone (`free`), or those that cannot."""
        table = await self.now()
        position, words = table.position, table.game.vocabulary
        return [words.word(move) for move in position.moves() if position.reversible(move) is free]

    async def step(self) -> Any:
        """The seat to move plays a random word."""
        table = await self.now()
        word = table.game.vocabulary.word(self.rng.choice(table.position.moves()))
        return await self.guests[table.actor].play(self.table, word, seq=table.seq)

    async def until(self, there: Callable[[TableState], bool], most: int = 400) -> None:
        """Play on until the table fulfils a condition."""
        for _ in range(most):
            if there(await self.now()):
                return
            await self.step()
        raise AssertionError("it never came to this")

    async def post(self, who: int, path: str, status: int = 200, **body: Any) -> Any:
        """Post a command for the current row."""
        if path not in ("back", "leave", "hand", "bots") and "seq" not in body:
            body["seq"] = (await self.now()).seq
        return await self.guests[who].post(f"/tables/{self.table}/{path}", status, **body)


@asynccontextmanager
async def party(
    database: str,
    title: str = "lok-n-roll",
    names: str = "Ada Béla",
    nature: NatureOf = fixed,
    now: Callable[[], int] = system_now,
    work: bool = False,
    **plan: Any,
) -> AsyncIterator[Party]:
    """A container with a started table."""
    async with open_container(database, now, nature, work) as container, web(container) as http:
        guests = [await Guest.arrive(http, name) for name in names.split()]
        if title == "lok-n-roll":
            plan.setdefault("options", {"start": "seat-1"})
        table = await started(guests[0], guests[1:], title, **plan)
        yield Party(container, guests, table)


def a_run(table: TableState) -> bool:
    """Whether the seat to move has made two steps that it can undo, and can make another."""
    position = table.position
    return len(table.run) >= 2 and any(position.reversible(move) for move in position.moves())


# ---------------------------------------------------------------- too late


@pytest.mark.asyncio
async def test_a_stale_command_is_told_what_happened_since(database: str) -> None:
    async with party(database) as here:
        old = (await here.now()).seq
        while (await here.now()).seq < old + 6:
            await here.step()
        now = await here.now()
        for seat, guest in enumerate(here.guests):
            since = await guest.get(f"/tables/{here.table}/log", after=old)
            assert [row["seq"] for row in since] == list(range(old + 1, now.seq + 1))
            commands: list[tuple[str, dict[str, Any]]] = [
                ("moves", {"words": ["pass"]}),
                ("moves", {"words": ["pass"], "mark": 77}),
                ("preview", {"words": ["pass"]}),
                ("undo", {}),
                ("ask", {"what": "pause"}),
                ("reply", {"agree": True}),
                ("resume", {}),
                ("concede", {}),
            ]
            for path, body in commands:
                problem = await here.post(seat, path, 409, seq=old, **body)
                assert (problem["error"], problem["seq"], problem["since"]) == ("stale", now.seq, since), path
                for seq in (-1, now.seq + 1, 10**20):
                    assert (await here.post(seat, path, 400, seq=seq, **body))["error"] == "wrong", path
        assert len(await here.rows()) == now.seq


@pytest.mark.asyncio
async def test_who_missed_too_much_is_told_only_where_the_table_stands(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(database) as here:
        monkeypatch.setattr("trainshed.service.tables.commands.MOST_SINCE", 4)
        old = (await here.now()).seq
        while (await here.now()).seq < old + 5:
            await here.step()
        now = (await here.now()).seq
        assert (await here.post(0, "concede", 409, seq=old))["since"] == []
        assert len((await here.post(0, "concede", 409, seq=now - 4))["since"]) == 4
        for until in ({}, {"until": now}, {"until": 10**12}):
            page = await here.guests[0].get(f"/tables/{here.table}/log", after=0, **until)
            assert [row["seq"] for row in page] == [1, 2, 3, 4]
        assert await here.guests[0].get(f"/tables/{here.table}/log", after=now) == []
        page = await here.guests[0].get(f"/tables/{here.table}/log", after=1, until=2)
        assert [row["seq"] for row in page] == [2]


@pytest.mark.asyncio
async def test_of_many_who_move_at_once_one_does(database: str) -> None:
    """Given two processes, when 16 clients post to the same row, then one wins and the rest catch up."""
    async with party(database) as here, open_container(database, nature=fixed) as other, web(other) as http:
        there = here.at(other, http)
        for _ in range(6):
            now = await here.now()
            word = now.game.vocabulary.word(now.position.moves()[0])
            body = {"seq": now.seq, "words": [word]}
            answers = await asyncio.gather(
                *(
                    side.guests[now.actor].http.post(
                        f"/api/tables/{here.table}/moves", json=body, headers=here.guests[now.actor].headers
                    )
                    for side in (here, there) * 8
                )
            )
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
            winner = next(answer.json() for answer in answers if answer.status_code == 200)
            for answer in answers:
                assert answer.json()["seq"] == winner["seq"] == len(await here.rows())
                assert answer.json()["since"] == winner["since"]
            assert await here.looks() == await there.looks()


# ---------------------------------------------------------------- sent twice


@pytest.mark.asyncio
async def test_a_gesture_sent_twice_is_made_once(database: str) -> None:
    async with party(database) as here, AsyncExitStack() as stack:
        seat, seq = (await here.now()).actor, (await here.now()).seq
        body: dict[str, Any] = {
            "seq": seq,
            "words": [(await here.words(free=True) + await here.words(free=False))[0]],
            "mark": 2**62,
        }
        path = f"/api/tables/{here.table}/moves"
        headers = here.guests[seat].headers
        together = await asyncio.gather(*(here.guests[0].http.post(path, json=body, headers=headers) for _ in range(5)))
        assert [answer.status_code for answer in together] == [200] * 5
        assert len({answer.text for answer in together}) == 1
        first = together[0].json()
        assert len(await here.rows()) == first["seq"]
        assert [row["seq"] for row in first["since"]] == list(range(seq + 1, first["seq"] + 1))

        await here.until(lambda table: table.seq > first["seq"] + 4)
        container = await stack.enter_async_context(open_container(database, nature=fixed))
        cold = here.at(container, await stack.enter_async_context(web(container)))
        for side in (here, cold, cold):
            again = await side.guests[seat].post(f"/tables/{here.table}/moves", **body)
            assert again["seq"] == (await here.now()).seq == len(await here.rows())
            assert again["since"][: len(first["since"])] == first["since"]
        await here.guests[seat].post(f"/tables/{here.table}/moves", 409, **{**body, "mark": 5})
        await here.guests[seat].post(f"/tables/{here.table}/moves", 409, **{**body, "mark": None})
        await here.guests[1 - seat].post(f"/tables/{here.table}/moves", 409, **body)
        for mark in (2**63, -(2**63) - 1, 10**30):
            await here.guests[seat].post(f"/tables/{here.table}/moves", 400, **{**body, "mark": mark})


@pytest.mark.asyncio
async def test_a_gesture_that_was_stored_elsewhere_is_known_again(database: str) -> None:
    """Given a gesture that one process stored, when it is sent again to another that knows nothing of it, then 200."""
    async with party(database) as here, open_container(database, nature=fixed) as other, web(other) as http:
        there = here.at(other, http)
        await there.looks()
        now = await here.now()
        words = [(await here.words(free=False))[0]]
        done = await here.guests[now.actor].play(here.table, *words, seq=now.seq, mark=9)
        assert other.tables.warm[number(here.table) or 0].table.seq == now.seq
        again = await there.guests[now.actor].play(here.table, *words, seq=now.seq, mark=9)
        assert again == done
        assert len(await here.rows()) == done["seq"]


@pytest.mark.asyncio
async def test_a_gesture_that_was_taken_back_is_not_made_again(database: str) -> None:
    async with party(database, "russian-railroads") as here:
        await here.until(lambda table: not table.run and table.over is False)
        now, word = await here.now(), (await here.words(free=True))[0]
        await here.guests[now.actor].play(here.table, word, seq=now.seq, mark=3)
        await here.post(now.actor, "undo")
        again = await here.guests[now.actor].play(here.table, word, seq=now.seq, mark=3)
        assert [row["said"] for row in again["since"]] == [word, "/undo 1"]
        assert len(await here.rows()) == now.seq + 2


# ---------------------------------------------------------------- all or none


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_all_words_of_a_gesture_or_none(database: str, title: str) -> None:
    async with party(database, title) as here:
        await here.until(a_run)
        now, word = await here.now(), (await here.words(free=True))[0]
        guest, before = here.guests[now.actor], await here.looks()
        after = now.position.clone()
        after.apply(now.game.vocabulary.id(word))
        illegal = next(
            other
            for move, other in enumerate(now.game.vocabulary.words)
            if (refusal := after.why_not(move, now.actor)) is not None and not refusal.generic
        )
        refusal = after.why_not(now.game.vocabulary.id(illegal), now.actor)
        assert refusal is not None
        problem = await guest.play(here.table, word, illegal, seq=now.seq, status=422)
        assert (problem["error"], problem["word"], problem["index"]) == ("refused", illegal, 1)
        assert problem["clause"] == refusal.clause
        assert problem.get("numbers", {}) == refusal.numbers
        assert problem["message"].endswith(".")
        assert " " in problem["message"]
        for words, status in [
            ([word, "no-such-word"], 400),
            ([], 400),
            ([word] * 65, 400),
            (["pass\x00"], 400),
        ]:
            assert (await guest.play(here.table, *words, seq=now.seq, status=status))["error"] == "wrong"
        assert await here.looks() == before
        assert len(await here.rows()) == now.seq
        other = here.guests[1 - now.actor]
        problem = await other.play(here.table, word, seq=now.seq, status=422)
        assert problem["generic"]
        done = await guest.play(here.table, word, seq=now.seq)
        assert [row["said"] for row in done["since"]] == [word]


@pytest.mark.asyncio
async def test_what_cannot_be_taken_back_ends_a_gesture(database: str) -> None:
    """Given a word that draws, when more words follow it, then the answer is the same whatever they are."""
    async with party(database) as here:
        await here.until(lambda table: not table.run)
        now, final = await here.now(), (await here.words(free=False))[0]
        before, answers = await here.looks(), set()
        everything = now.game.vocabulary.words
        for second in [*everything[:: max(1, len(everything) // 12)], final, "no-such-word"]:
            for path in ("moves", "preview"):
                problem = await here.post(now.actor, path, 400, seq=now.seq, words=[final, second])
                answers.add(str(problem))
        assert len(answers) == 1
        assert await here.looks() == before
        assert len(await here.rows()) == now.seq


@pytest.mark.asyncio
async def test_who_may_not_move(database: str) -> None:
    async with party(database, visibility="public") as here:
        now = await here.now()
        eve = await Guest.arrive(here.guests[0].http, "Eve")
        commands: dict[str, dict[str, Any]] = {
            "moves": {"words": ["pass"]},
            "preview": {"words": ["pass"]},
            "undo": {},
            "ask": {"what": "pause"},
            "reply": {"agree": True},
            "resume": {},
            "concede": {},
        }
        for path, body in commands.items():
            for seq in (now.seq, 0):
                problem = await eve.post(f"/tables/{here.table}/{path}", 403, seq=seq, **body)
                assert problem["error"] == "forbidden"
        for path in ("leave", "back", "hand"):
            await eve.post(f"/tables/{here.table}/{path}", 403, seat=now.actor)
        await eve.get(f"/tables/{here.table}/why-not", 403, word="pass")
        seen = await eve.look(here.table)
        assert seen["seat"] is None
        assert "moves" not in seen
        assert len(await here.rows()) == now.seq


@pytest.mark.asyncio
async def test_requests_that_are_none(database: str) -> None:
    async with party(database) as here:
        ada = here.guests[0]
        path = f"/api/tables/{here.table}/moves"
        bodies: list[tuple[bytes, int]] = [
            (b"{", 400),
            (b"[]", 400),
            (b'{"seq": 1}', 400),
            (b'{"seq": "1", "words": []}', 400),
            (b'{"seq": 1, "words": [], "more": 1}', 400),
            (b'{"seq": 1, "words": ["' + b"a" * 70_000 + b'"]}', 413),
        ]
        for body, status in bodies:
            answer = await ada.http.post(path, content=body, headers=ada.headers)
            assert answer.status_code == status, body[:40]
            assert set(answer.json()) == {"error", "message"}
        assert (await ada.http.get("/api/nothing")).json()["error"] == "not_found"
        assert (await ada.http.delete(path)).json()["error"] == "no_such_method"
        await ada.get("/tables/nonsense", 404)
        assert (await ada.http.get("/healthz")).text == "ok\n"


# ---------------------------------------------------------------- trying


def told_after(position: State, move: int, seat: int) -> Any:
    """The view of a seat after a move, as JSON."""
    return msgspec.json.decode(msgspec.json.encode(view_after(position, move, seat)))


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_a_preview_shows_what_would_be_and_stores_nothing(database: str, title: str) -> None:
    async with party(database, title) as here:
        for _ in range(4):
            await here.until(lambda table: any(map(table.position.reversible, table.position.moves())))
            now, before = await here.now(), await here.looks()
            seat = now.actor
            free, final = await here.words(free=True), await here.words(free=False)
            word = here.rng.choice(free)
            tried = await here.post(seat, "preview", seq=now.seq, words=[word])
            assert (tried["seq"], tried["taken"]) == (now.seq, 1)
            if final:
                nothing = await here.post(seat, "preview", seq=now.seq, words=[final[0]])
                assert (nothing["taken"], nothing["steps"], nothing["state"]) == (0, [], before[seat])
                assert nothing["after"] == told_after(now.position, now.game.vocabulary.id(final[0]), seat)
            ahead = now.position.clone()
            ahead.apply(now.game.vocabulary.id(word))
            last = [now.game.vocabulary.word(m) for m in ahead.moves() if not ahead.reversible(m)]
            if last:
                both = await here.post(seat, "preview", seq=now.seq, words=[word, last[0]])
                assert (both["taken"], both["state"]) == (1, tried["state"])
                assert both["after"] == told_after(ahead, now.game.vocabulary.id(last[0]), seat)
            assert tried["after"] is None
            problem = await here.post(1 - seat, "preview", 422, seq=now.seq, words=[word])
            assert problem["generic"]
            assert await here.looks() == before
            assert len(await here.rows()) == now.seq
            done = await here.post(seat, "moves", seq=now.seq, words=[word])
            assert [row | {"at": 0} for row in done["since"]] == [row | {"at": 0} for row in tried["steps"]]
            assert await here.guests[seat].look(here.table) == tried["state"]
            await here.step()


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_why_not(database: str, title: str) -> None:
    async with party(database, title) as here:
        for _ in range(12):
            await here.step()
        now = await here.now()
        path = f"/tables/{here.table}/why-not"
        kinds = set()
        for move, word in enumerate(now.game.vocabulary.words):
            refusal = now.position.why_not(move, now.actor)
            kind = "legal" if refusal is None else refusal.clause
            if kind in kinds:
                continue
            kinds.add(kind)
            why = await here.guests[now.actor].get(path, word=word)
            assert (why["word"], why["legal"]) == (word, refusal is None)
            if refusal is not None:
                assert (why["clause"], why.get("numbers", {})) == (refusal.clause, refusal.numbers)
                assert why["sentence"].endswith(".")
            other = await here.guests[1 - now.actor].get(path, word=word)
            assert other["generic"]
            assert other["clause"] == now.position.game.clause_not_yours  # type: ignore[attr-defined]
        assert {"legal"} < kinds
        await here.guests[now.actor].get(path, 400, word="no-such-word")
        await here.guests[now.actor].get(path, 400)


# ---------------------------------------------------------------- taking back


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_undo_one_step_or_all_of_them(database: str, title: str) -> None:
    async with party(database, title) as here:
        await here.until(a_run)
        now = await here.now()
        seat = now.actor
        starts = [position.view(seat) for _, position in now.run]
        assert (await here.guests[seat].look(here.table))["undo"] == len(now.run)
        assert "undo" not in await here.guests[1 - seat].look(here.table)
        await here.post(1 - seat, "undo", 409)
        done = await here.post(seat, "undo")
        assert [row["said"] for row in done["since"]] == ["/undo 1"]
        assert (await here.now()).position.view(seat) == starts[-1]
        word = (await here.words(free=True))[0]
        await here.post(seat, "moves", words=[word])
        done = await here.post(seat, "undo", whole=True)
        assert [row["said"] for row in done["since"]] == [f"/undo {len(starts)}"]
        assert (await here.now()).position.view(seat) == starts[0]
        problem = await here.post(seat, "undo", 409)
        assert problem["error"] == "not_now"
        assert "since" not in problem
        assert [row.said for row in (await here.rows())[now.seq :]] == ["/undo 1", word, f"/undo {len(starts)}"]


@pytest.mark.asyncio
async def test_no_undo_behind_a_draw(database: str) -> None:
    async with party(database) as here:
        await here.until(lambda table: bool(table.run))
        while (await here.now()).run:
            now = await here.now()
            words = await here.words(free=False) or await here.words(free=True)
            await here.post(now.actor, "moves", words=words[:1])
        for seat in (0, 1):
            await here.post(seat, "undo", 409)
            await here.post(seat, "undo", 409, whole=True)


@pytest.mark.asyncio
async def test_nobody_takes_back_for_a_bot(database: str) -> None:
    async with party(database) as here:
        await here.until(lambda table: bool(table.run))
        seat = (await here.now()).actor
        await here.post(seat, "leave", 204)
        await here.post(seat, "undo", 409)
        await here.post(seat, "back")
        assert (await here.guests[seat].look(here.table))["undo"] > 0
        await here.post(seat, "undo")


async def deep_row(here: Party) -> tuple[int, int]:
    """The row and the seat of a move after which more than one turn has followed."""
    moves = effective_moves(await here.rows())
    return next((row.seq, row.seat) for row in reversed(moves[:-8]) if row.seat != NATURE)


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_a_takeback_by_consent_and_the_table_goes_on_everywhere(database: str, title: str) -> None:
    """Given three processes that tell each other nothing, when turns are taken back, then all play the same game."""
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(party(database, title, nature=committed))
        sides = [here]
        for _ in range(2):
            container = await stack.enter_async_context(open_container(database))
            sides.append(here.at(container, await stack.enter_async_context(web(container))))
        warm, cold = sides[1:]
        for _ in range(3):
            for _ in range(12):
                await here.step()
            first, asking = await deep_row(here)
            then = folded((await here.now()).config, (await here.rows())[: first - 1])
            await warm.looks()
            assert first <= (await here.now()).seq - 8

            done = await here.post(asking, "ask", what=f"takeback {first}")
            assert [row["said"] for row in done["since"]] == [f"/ask takeback {first}"]
            for look in await warm.looks():
                assert look["proposal"] == {"what": f"takeback {first}", "seat": asking, "waits_for": [1 - asking]}
            await here.post(asking, "reply", 409, agree=True)
            done = await warm.post(1 - asking, "reply", agree=True)
            assert [row["said"].split()[0] for row in done["since"]] == ["/agree", "/undo"]

            for side in sides:
                now = await side.now()
                assert now.position.digest() == then.position.digest()
                assert now.proposal is None
                assert (now.actor, now.run) == (asking, [])
            looks = await here.looks()
            assert looks[asking]["moves"] == [now.game.vocabulary.word(m) for m in then.position.moves()]
            assert await warm.looks() == await cold.looks() == looks
            for side in (warm, cold, here, cold):
                await side.step()
            assert await here.looks() == await warm.looks() == await cold.looks()
            cold.container.tables.warm.clear()
        await here.until(lambda table: table.over)
        proof = verify(read(await here.guests[0].get(f"/tables/{here.table}/export")))
        assert proof.committed
        assert proof.digest == (await cold.now()).position.digest()


@pytest.mark.asyncio
async def test_a_takeback_is_declined_or_lapses(database: str) -> None:
    async with party(database, names="Ada Béla Cem") as here:
        for _ in range(15):
            await here.step()
        first, seat = await deep_row(here)
        others = [other for other in range(3) if other != seat]
        before = (await here.now()).position.digest()

        await here.post(seat, "ask", what=f"takeback {first}")
        await here.post(others[0], "reply", agree=True)
        assert (await here.now()).position.digest() == before  # one has not answered
        await here.post(others[0], "reply", 409, agree=True)
        await here.post(others[1], "reply", agree=False)
        now = await here.now()
        assert (now.position.digest(), now.proposal) == (before, None)
        await here.post(others[1], "reply", 409, agree=True)

        await here.post(seat, "ask", what=f"takeback {first}")
        await here.step()
        assert (await here.now()).proposal is None
        for other in others:
            await here.post(other, "reply", 409, agree=True)
        assert not any(row.said.startswith("/undo") for row in await here.rows())


@pytest.mark.asyncio
async def test_what_can_be_asked(database: str) -> None:
    async with party(database, "russian-railroads") as here:
        await here.until(a_run)
        seat = (await here.now()).actor
        await here.post(seat, "undo")
        rows = await here.rows()
        for what in ("", "tea", "takeback", "takeback 0", "takeback -1", "takeback 1 2", "takeback 01", "pause "):
            await here.post(seat, "ask", 400, what=what)
        undone, nature = rows[-2], next(row for row in rows if row.seat == NATURE)
        for row in (undone.seq, rows[-1].seq, nature.seq, rows[-1].seq + 1, 999_999_999):
            await here.post(seat, "ask", 409, what=f"takeback {row}")
        await here.post(seat, "ask", 409, what="pause")  # there are no clocks
        assert await here.rows() == rows


@pytest.mark.asyncio
async def test_bots_are_not_asked(database: str) -> None:
    async with party(database, names="Ada", bots=1, work=True) as here:
        async with asyncio.timeout(PATIENCE):
            while len([row for row in effective_moves(await here.rows()) if row.seat == 0]) < 3:
                if (await here.now()).actor == 0:
                    await here.step()
                await asyncio.sleep(0.01)
            while (await here.now()).actor != 0:
                await asyncio.sleep(0.01)
        moves = effective_moves(await here.rows())
        first = next(row.seq for row in moves if row.seat == 0)
        done = await here.post(0, "ask", what=f"takeback {first}")
        assert [row["said"].split()[0] for row in done["since"]] == ["/ask", "/undo"]
        now = await here.now()
        assert now.position.digest() == folded(now.config, (await here.rows())[: first - 1]).position.digest()


# ---------------------------------------------------------------- standing still


@pytest.mark.asyncio
async def test_a_pause_by_consent(database: str) -> None:
    clock = FakeClock()
    async with party(database, names="Ada Béla Cem", now=clock, pace=LIVE) as here:
        key = number(here.table) or 0

        async def deadline() -> int | None:
            found = await here.container.database.fetch("SELECT deadline FROM tables WHERE id = %s", (key,))
            due: int | None = found[0][0]
            return due

        before = await deadline()
        assert before == clock.at + LIVE.turn + LIVE.bank
        seat = (await here.now()).actor
        clock.at += 10_000
        await here.post(0, "ask", what="pause")
        await here.post(1, "reply", agree=True)
        assert not (await here.now()).clock.paused
        done = await here.post(2, "reply", agree=True)
        assert [row["said"] for row in done["since"]] == ["/agree", "/pause"]
        assert await deadline() is None
        assert all(look["clock"]["paused"] for look in await here.looks())
        clock.at += 3_600_000
        commands: dict[str, dict[str, Any]] = {
            "moves": {"words": ["pass"]},
            "preview": {"words": ["pass"]},
            "undo": {},
            "ask": {"what": "pause"},
        }
        for path, body in commands.items():
            assert "paused" in (await here.post(seat, path, 409, **body))["message"]
        await here.container.sweeper.sweep()
        assert not any(row.said == "/flag" for row in await here.rows())
        await here.post(2, "resume")
        assert await deadline() == before + 3_600_000
        await here.post(2, "resume", 409)
        left = (await here.guests[0].look(here.table))["clock"]["left"]
        assert left == LIVE.turn + LIVE.bank - 10_000
        clock.at += 1_000
        await here.step()


@pytest.mark.asyncio
async def test_whoever_leaves_is_not_waited_for(database: str) -> None:
    """Given a pause to which all but one have agreed, when that one goes, then the table stands still."""
    async with party(database, names="Ada Béla Cem", pace=LIVE) as here:
        await here.post(0, "ask", what="pause")
        await here.post(1, "reply", agree=True)
        await here.post(2, "leave", 204)
        now = await here.now()
        assert (now.clock.paused, now.proposal) == (True, None)
        assert [row.said for row in (await here.rows())[-2:]] == [f"/seat {now.holders[2].bot}", "/pause"]
        assert level_of(now.holders[2].bot) == USUAL


# ---------------------------------------------------------------- giving up, going away


@pytest.mark.asyncio
async def test_one_of_two_gives_up(database: str) -> None:
    async with party(database, nature=committed) as here:
        await here.until(lambda table: bool(table.run))
        seat = (await here.now()).actor
        await here.post(1 - seat, "concede")
        for look in await here.looks():
            assert (look["actor"], look["outcome"]["finished"]) == (None, False)
            assert look["outcome"]["standings"][seat] == 1
            assert look["outcome"]["standings"][1 - seat] == 2
            assert "moves" not in look
        now = await here.now()
        commands: dict[str, dict[str, Any]] = {
            "moves": {"words": ["pass"]},
            "preview": {"words": ["pass"]},
            "undo": {},
            "ask": {"what": f"takeback {now.run[0][0]}"},
            "concede": {},
            "resume": {},
            "leave": {},
            "back": {},
        }
        for path, body in commands.items():
            for who in (0, 1):
                assert (await here.post(who, path, 409, **body))["error"] == "not_now", path
        card = await here.guests[0].get(f"/tables/{here.table}/card")
        assert (card["status"], card["outcome"]["result"]) == ("over", f"conceded {2 - seat}")
        assert "turn" not in card
        record = read(await here.guests[0].get(f"/tables/{here.table}/export"))
        assert verify(record).committed
        assert record.result == f"conceded {2 - seat}"
        assert len(await here.rows()) == now.seq


@pytest.mark.asyncio
async def test_one_of_three_gives_up(database: str) -> None:
    async with party(database, names="Ada Béla Cem", work=True) as here:
        for _ in range(5):
            await here.step()
        gone = ((await here.now()).actor + 1) % 3
        done = await here.post(gone, "concede")
        bot = (await here.now()).holders[gone].bot
        assert [row["said"] for row in done["since"]] == ["/concede", f"/seat {bot}"]
        await here.post(gone, "concede", 409)
        await here.post(gone, "back", 409)
        look = await here.guests[gone].look(here.table)
        seat = look["seats"][gone]
        character = find_character(seat.pop("character"))
        assert character in cast(USUAL)
        assert bot_of(character, (await here.now()).game) == bot
        assert seat == {"name": here.guests[gone].name, "bot": bot, "out": True, "away": True}
        assert "outcome" not in look
        async with asyncio.timeout(PATIENCE):
            while not (await here.now()).over:
                if not (await here.now()).work:
                    await here.step()
                await asyncio.sleep(0)
        outcome = (await here.guests[0].look(here.table))["outcome"]
        assert outcome["finished"]
        assert outcome["standings"][gone] == 3
        rows = await here.rows()
        conceded = next(row.seq for row in rows if row.said == "/concede")
        assert sum(row.seat == gone and row.seq > conceded + 1 for row in rows) > 3


@pytest.mark.asyncio
async def test_a_bot_plays_for_whoever_leaves_until_he_is_back(database: str) -> None:
    async with party(database, names="Ada Ada") as here:
        await here.until(lambda table: table.actor == 1)
        await here.post(0, "leave", 409, seat=1)
        await here.post(0, "leave", 400, seat=7)
        await here.post(1, "leave", 400, seat=-1)
        await here.post(1, "back", 409)
        await here.post(1, "leave", 204)
        await here.post(1, "leave", 409)
        look = await here.guests[0].look(here.table)
        character = find_character(look["seats"][1].pop("character"))
        assert character in cast(USUAL)
        bot = bot_of(character, (await here.now()).game)
        assert look["seats"][1] == {"name": "Ada 2", "bot": bot, "away": True}
        word = (await here.words(free=False) + await here.words(free=True))[0]
        assert "bot" in (await here.post(1, "moves", 409, words=[word]))["message"]
        await here.container.worker.work(number(here.table) or 0)
        now = await here.now()
        assert now.actor == 0
        left = next(row.seq for row in await here.rows() if row.said == f"/seat {bot}")
        assert any(row.seat == 1 and row.seq > left for row in effective_moves(await here.rows()))
        await here.post(0, "back", 403, seat=1)
        await here.post(1, "back")
        assert (await here.guests[0].look(here.table))["seats"][1] == {"name": "Ada 2"}
        found = await here.container.database.fetch(
            "SELECT bot FROM seats WHERE table_id = %s AND seat = 1", (number(here.table),)
        )
        assert found == [("",)]
        await here.until(lambda table: table.actor == 1)
        await here.step()


@pytest.mark.asyncio
async def test_the_host_gives_the_seat_of_somebody_who_is_gone_to_a_bot(database: str) -> None:
    clock = FakeClock()
    async with party(database, names="Ada Béla Carlo", now=clock) as here:
        await here.until(lambda table: table.actor == 1)
        clock.at += GONE_MS - 1
        await here.post(0, "leave", 409, seat=1)
        clock.at += 1
        await here.post(2, "leave", 403, seat=1)
        await here.post(0, "leave", 409, seat=2)  # nobody waits for that one
        for wrong in ("hal", "driver/tourist"):
            assert wrong[:3] in (await here.post(0, "leave", 400, seat=1, bot=wrong))["message"]
        await here.post(0, "leave", 204, seat=1, bot="fireman")
        assert level_of((await here.guests[0].look(here.table))["seats"][1]["bot"]) == "fireman"
        await here.post(1, "back")
        assert "bot" not in (await here.guests[0].look(here.table))["seats"][1]


@pytest.mark.asyncio
async def test_which_bot_plays_for_whoever_is_away_can_be_chosen(database: str) -> None:
    """The host chooses it, and the player; nobody else, and for nobody who is here."""
    async with party(database, names="Ada Béla Carlo") as here:
        await here.post(0, "bots", 409, seat=1, bot="director")  # Béla is here
        await here.post(1, "leave", 204)
        await here.post(2, "bots", 403, seat=1, bot="director")
        await here.post(0, "bots", 400, seat=1, bot="hal")
        await here.post(0, "bots", 400, seat=1, bot="director/tourist")
        await here.post(0, "bots", 400, seat=7, bot="director")
        for who, bot in ((0, "platelayer"), (1, "fireman")):
            await here.post(who, "bots", seat=1, bot=bot)
            played = (await here.now()).holders[1].bot
            assert level_of(played) == bot
            assert (await here.rows())[-1].said == f"/seat {played}"
            seat = (await here.guests[2].look(here.table))["seats"][1]
            assert (seat["name"], seat["bot"]) == ("Béla", played)
            assert find_character(seat["character"]) in cast(bot)
        await here.post(1, "back")
        assert not (await here.now()).holders[1].bot
        await here.post(0, "bots", 409, seat=1, bot="director")


@pytest.mark.asyncio
async def test_whose_time_has_run_out_gets_the_seat_back(database: str) -> None:
    """Given a flag after which a bot plays, when the bot has moved, then the player takes the seat back."""
    clock = FakeClock()
    async with party(database, now=clock, pace=Pace("live", turn=60_000, on_flag="bot")) as here:
        seat = (await here.now()).actor
        clock.at += 60_000
        await here.container.sweeper.sweep()
        bot = (await here.now()).holders[seat].bot
        assert level_of(bot) == USUAL
        assert [row.said for row in await here.rows()][-2:] == ["/flag", f"/seat {bot}"]
        await here.post(seat, "back", 409)  # the bot is about to move
        await here.container.worker.work(number(here.table) or 0)
        await here.post(seat, "back")
        assert "bot" not in (await here.guests[1 - seat].look(here.table))["seats"][seat]


@pytest.mark.asyncio
async def test_a_game_that_the_clock_ended_can_be_proved(database: str) -> None:
    clock = FakeClock()
    pace = Pace("live", turn=60_000, on_flag="out")
    async with party(database, nature=committed, now=clock, pace=pace) as here:
        seat = (await here.now()).actor
        clock.at += 59_999
        await here.container.sweeper.sweep()
        assert not (await here.now()).over
        clock.at += 1
        await here.container.sweeper.sweep()
        await here.container.sweeper.sweep()
        assert [row.said for row in await here.rows()].count("/flag") == 1
        outcome = (await here.guests[0].look(here.table))["outcome"]
        assert (outcome["finished"], outcome["standings"][seat]) == (False, 2)
        record = read(await here.guests[0].get(f"/tables/{here.table}/export"))
        assert verify(record).committed


# ---------------------------------------------------------------- one device, several seats


@pytest.mark.asyncio
async def test_a_hot_seat_shows_one_view_at_a_time(database: str) -> None:
    async with open_container(database, nature=fixed) as container, web(container) as http:
        ada, bela = await Guest.arrive(http, "Ada"), await Guest.arrive(http, "Béla")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=3, options={"start": "seat-1"})
        table = card["table"]
        await ada.post(f"/tables/{table}/join")
        await bela.post(f"/tables/{table}/join", invite=card["invite"])
        await ada.post(f"/tables/{table}/start")
        here = Party(container, [ada, ada, bela], table)
        in_hand = 0
        handed = 0
        for _ in range(40):
            now = await here.now()
            if now.over:
                break
            look = await ada.look(table)
            assert look["seat"] == in_hand
            assert ("moves" in look) is (now.actor == in_hand)
            if now.actor == 1 - in_hand:
                problem = await ada.play(table, now.game.vocabulary.word(now.position.moves()[0]), status=422)
                assert problem["generic"]
                await ada.post(f"/tables/{table}/hand", 403, seat=2)
                await bela.post(f"/tables/{table}/hand", 403, seat=in_hand)
                await ada.post(f"/tables/{table}/hand", 204, seat=now.actor)
                in_hand = now.actor
                handed += 1
                hidden = await ada.get(f"/tables/{table}/log")
                alone = await http.get(f"/api/tables/{table}/log", headers=ada.headers)
                assert alone.json() == hidden
                steps = await container.tables.history(number(table) or 0, 0, now.seq)
                told = [step.before.seen(in_hand, now.game.vocabulary.id(step.row.said)) for step in steps]
                assert [row["said"] for row in hidden] == told
            await here.step()
        assert handed >= 3
        assert any("?" in row["said"] for row in hidden)


# ---------------------------------------------------------------- records


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_the_record_of_a_running_and_of_a_finished_game(database: str, title: str) -> None:
    async with party(database, title, nature=committed, pace=LIVE, visibility="public") as here:
        eve = await Guest.arrive(here.guests[0].http, "Eve")
        await here.until(a_run)
        seat = (await here.now()).actor
        await here.post(seat, "undo")
        await here.post(0, "ask", what="pause")
        await here.post(1, "reply", agree=True)
        await here.post(1, "resume")
        away = 1 - ((await here.now()).actor or 0)
        await here.post(away, "leave", 204)
        await here.post(away, "back")
        await here.until(lambda table: table.seq > 60)
        first, asking = await deep_row(here)
        await here.post(asking, "ask", what=f"takeback {first}")
        await here.post(1 - asking, "reply", agree=True)
        secret = (await here.container.tables.current(number(here.table) or 0)).secret

        async def export(guest: Guest) -> tuple[str, Record]:
            text = await guest.get(f"/tables/{here.table}/export")
            return text, read(text)

        hidden = []
        for who, guest in (("1", here.guests[0]), ("2", here.guests[1]), ("spectator", eve)):
            text, record = await export(guest)
            assert secret.hex() not in text
            assert (record.seen, record.secret, record.result, record.position) == (who, "", "unfinished", "")
            log = await guest.get(f"/tables/{here.table}/log")
            assert [row.said for row in record.rows] == [row["said"] for row in log]
            assert [row.seat for row in record.rows] == [row["seat"] for row in log]
            hidden.append(sum("?" in row.said for row in record.rows))
        if title == "lok-n-roll":
            assert hidden[2] > max(hidden[:2]) > 0

        await here.until(lambda table: table.over)
        texts = {(await export(guest))[0] for guest in (*here.guests, eve)}
        assert len(texts) == 1
        record = read(texts.pop())
        assert record.secret == secret.hex()
        proof = verify(record)
        assert (proof.over, proof.committed, proof.rows) == (True, True, len(await here.rows()))
        kinds = {row.kind for row in record.rows}
        assert {"move", "undo", "ask", "agree", "pause", "resume", "seat"} <= kinds
        assert record.standings == (await here.guests[0].look(here.table))["outcome"]["standings"]


@pytest.mark.asyncio
async def test_the_secret_and_the_invitation_stay_secret_while_the_game_runs(database: str) -> None:
    """Given a private table, when everything is asked that can be, then no answer before the end has its secret."""
    async with party(database, names="Ada Béla Cem", nature=committed, pace=LIVE) as here:
        ada = here.guests[0]
        card = await ada.get(f"/tables/{here.table}/card")
        eve = await Guest.arrive(ada.http, "Eve")
        said: list[str] = []

        async def keep(answer: httpx.Response) -> None:
            await answer.aread()
            said.append(answer.text + str(answer.headers))

        ada.http.event_hooks["response"] = [keep]
        for _ in range(25):
            now = await here.now()
            word = now.game.vocabulary.word(here.rng.choice(now.position.moves()))
            commands: dict[str, dict[str, Any]] = {
                "preview": {"words": [word]},
                "undo": {},
                "reply": {"agree": True},
            }
            for path, body in commands.items():
                for guest in here.guests:
                    body["seq"] = (await here.now()).seq
                    await ada.http.post(f"/api/tables/{here.table}/{path}", json=body, headers=guest.headers)
            await here.step()
        for guest in (*here.guests, eve):
            for path in ("", "/log", "/export", "/card", "/why-not?word=pass"):
                query = f"?invite={card['invite']}" if guest is eve and path in ("", "/card") else ""
                answer = await ada.http.get(f"/api/tables/{here.table}{path}{query}", headers=guest.headers)
                assert answer.status_code == (404 if guest is eve and not query else 200)
            await ada.http.get("/api/tables", headers=guest.headers)
        opened = await here.container.tables.current(number(here.table) or 0)
        assert not opened.table.over
        everything = "".join(said)
        assert len(said) > 200
        assert opened.secret.hex() not in everything
        assert opened.table.position.digest() not in everything
        assert all(card["invite"] not in text for text in said if '"mine":true' not in text)


# ---------------------------------------------------------------- processes that hear nothing of each other


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_two_houses_without_messages_play_one_game(database: str, title: str) -> None:
    """Given two processes between which every message is lost, when anybody plays at either, then both agree."""
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(party(database, title, "Ada Béla Cem", committed, visibility="public"))
        container = await stack.enter_async_context(open_container(database))
        two = one.at(container, await stack.enter_async_context(web(container)))
        rng = Random(4)
        for turn in range(600):
            side = rng.choice([one, two])
            now = await side.now()
            if now.over:
                break
            if now.run and rng.random() < 0.15:
                await side.post(now.actor, "undo", whole=rng.random() < 0.5)
            elif rng.random() < 0.05:
                seat = rng.randrange(3)
                await side.post(seat, "leave", 204)
                await (two if side is one else one).post(seat, "back")
            else:
                await side.step()
            if turn % 5 == 0:
                assert await one.looks() == await two.looks()
        assert await one.looks() == await two.looks()
        assert (await one.now()).over
        cold = await stack.enter_async_context(open_container(database))
        third = one.at(cold, await stack.enter_async_context(web(cold)))
        assert await third.looks() == await one.looks()
        text = await third.guests[0].get(f"/tables/{one.table}/export")
        assert text == await two.guests[1].get(f"/tables/{one.table}/export")
        assert verify(read(text)).over

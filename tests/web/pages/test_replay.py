"""Replays: every row as a seat saw it then; and branches, in which hidden information is drawn anew."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import httpx
import psycopg
import pytest
import pytest_asyncio

from tests.support.service import Guest, open_container, started
from tests.support.table_walk import Walk
from tests.support.twins.games import find_pair
from tests.support.web.visitors import http_client
from trainshed.bots.characters import level_of
from trainshed.bots.levels import USUAL
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.service.ops.check import check
from trainshed.service.tables.table_state import seen_row
from trainshed.web.pages.replay.timeline import Timeline

TITLES = ("lok-n-roll", "russian-railroads")

LINE = re.compile(
    r'<li id="([^"]+)"([^>]*)><span class="lg-s">.*?</span>'
    r'<a class="lg-t" href="\d+" data-from="(\d+)" data-row="(\d+)">'
)
"""A line of the log: its id, its state, the row with which it begins, and the row that it links to."""


@pytest_asyncio.fixture
async def container(database: str) -> AsyncIterator[Container]:
    async with open_container(database) as found:
        yield found


@pytest_asyncio.fixture
async def http(container: Container) -> AsyncIterator[httpx.AsyncClient]:
    async with http_client(container) as found:
        yield found


class Game:
    """A table of two people who play at random."""

    def __init__(self, ada: Guest, bob: Guest, table: str) -> None:
        self.people = (ada, bob)
        self.table = table
        self.rng = Random(table)

    async def play(self, rows: int) -> int:
        """Play until there are so many rows or the game is over; the number of the last row."""
        while True:
            for person in self.people:
                table_view = await person.get(f"/tables/{self.table}")
                if table_view["seq"] >= rows or "outcome" in table_view:
                    return int(table_view["seq"])
                if table_view.get("moves"):
                    word = self.rng.choice(table_view["moves"])
                    await person.post(f"/tables/{self.table}/moves", seq=table_view["seq"], words=[word])


async def begun(http: httpx.AsyncClient, title: str = "lok-n-roll", **plan: Any) -> Game:
    ada, bob = await Guest.arrive(http, "Ada"), await Guest.arrive(http, "Bob")
    return Game(ada, bob, await started(ada, [bob], title, **plan))


async def fetched(http: httpx.AsyncClient, path: str, who: Guest | None = None, status: int = 200) -> httpx.Response:
    answer = await http.get(path, headers=who.headers if who is not None else {})
    assert answer.status_code == status, f"{path}: {answer.status_code}: {answer.text[:300]}"
    return answer


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_every_row_is_as_it_was(http: httpx.AsyncClient, title: str) -> None:
    """What the page of the table showed at a row, its replay shows later."""
    played = await begun(http, title)
    ada = played.people[0]
    shown: dict[int, str] = {}
    for rows in range(20, 61, 8):
        seq = await played.play(rows)
        page = (await fetched(http, f"/t/{played.table}?layout=wide", ada)).text
        shown[seq] = re.findall(r'<div id="described">.*?</div>', page, re.S)[0]
    for seq, described in shown.items():
        parts = (await fetched(http, f"/t/{played.table}/replay/{seq}/parts?layout=wide", ada)).json()
        assert parts["described"] == described
        assert f'data-seq="{seq}"' in parts["now"]
        assert 'class="opt' not in parts["stage"]


@pytest.mark.asyncio
async def test_a_page_for_each_row(http: httpx.AsyncClient) -> None:
    played = await begun(http)
    ada = played.people[0]
    last = await played.play(30)
    answer = await fetched(http, f"/t/{played.table}/replay", ada, 303)
    assert answer.headers["location"] == f"/t/{played.table}/replay/{last}"
    for seq in (0, 1, last // 2, last):
        page = (await fetched(http, f"/t/{played.table}/replay/{seq}", ada)).text
        assert f'id="at" min="0" max="{last}" value="{seq}"' in page
        assert f'href="{max(seq - 1, 0)}" data-go="back"' in page
        assert 'id="branch"' in page
    await fetched(http, f"/t/{played.table}/replay/{last + 1}", ada, 404)
    await fetched(http, f"/t/{played.table}/replay/-1", ada, 404)
    await fetched(http, f"/t/{played.table}/replay/99999999999999999999", ada, 404)


@pytest.mark.asyncio
@pytest.mark.parametrize("title", [*TITLES, "first-class", "spike"])
async def test_what_comes_later_is_pale_and_the_row_itself_is_marked(http: httpx.AsyncClient, title: str) -> None:
    """Also at a row in the middle of a turn, which is told as far as it has come and, pale, as a whole."""
    played = await begun(http, title)
    last = await played.play(60)
    whole = 0
    for row in range(1, last):
        log = (await fetched(http, f"/t/{played.table}/replay/{row}/parts", played.people[0])).json()["log"]
        lines = [(id_, state, end, begin) for id_, state, begin, end in re.findall(LINE, log)]
        assert len(lines) == log.count("<li ")
        ids = [id_ for id_, *_ in lines]
        assert len(set(ids)) == len(ids)
        for _, state, end, begin in lines:
            assert int(begin) > row if 'class="fut"' in state else int(end) <= row
        here = [state for _, state, *_ in lines if "aria-current" in state]
        assert here == [' class="latest" aria-current="step"'] * bool(any("fut" not in state for _, state, *_ in lines))
        links = [int(end) for _, _, end, _ in lines]
        assert links == sorted(links, reverse=True)
        whole += any(id_.endswith("-whole") for id_ in ids)
    assert whole or title not in ("lok-n-roll", "first-class")


@pytest.mark.asyncio
async def test_whose_eyes(http: httpx.AsyncClient) -> None:
    """While the game runs a player sees the own view only, afterwards that of any seat."""
    played = await begun(http, visibility="public")
    ada, bob = played.people
    last = await played.play(24)
    path = f"/t/{played.table}/replay/{last}/parts"
    await fetched(http, f"{path}?seat=0", ada)
    await fetched(http, f"{path}?seat=1", ada, 403)
    await fetched(http, f"{path}?seat=9", ada, 400)
    spectator = await fetched(http, path)
    assert (await fetched(http, f"{path}?seat=-1", ada)).json()["described"] == spectator.json()["described"]
    await fetched(http, f"{path}?seat=0", None, 403)
    await bob.post(f"/tables/{played.table}/concede", seq=last)
    own = (await fetched(http, path, bob)).json()
    assert (await fetched(http, f"{path}?seat=1", ada)).json()["described"] == own["described"]
    assert (await fetched(http, f"{path}?seat=0", None)).json()["described"] != own["described"]


@pytest.mark.asyncio
async def test_since_my_last_turn(http: httpx.AsyncClient) -> None:
    """The person to move gets a link to the row of the own last move."""
    played = await begun(http)
    ada = played.people[0]
    for rows in range(24, 200):
        last = await played.play(rows)
        page = (await fetched(http, f"/t/{played.table}", ada)).text
        assert f'href="/t/{played.table}/replay/{last}"' in page
        found = re.findall(r'id="since-mine" data-after="\d+" href="/t/\w+/replay/(\d+)\?play"', page)
        if found:
            rows_told = await ada.get(f"/tables/{played.table}/log")
            mine = [row["seq"] for row in rows_told if row["seat"] == 0 and not row["said"].startswith("/")]
            assert [int(seq) for seq in found] == [mine[-1]]
            return
    raise AssertionError("nobody else has moved")


# ---------------------------------------------------------------- try from here


@pytest.mark.asyncio
@pytest.mark.parametrize("title", TITLES)
async def test_a_branch_knows_what_its_player_knew(http: httpx.AsyncClient, container: Container, title: str) -> None:
    played = await begun(http, title)
    ada, bob = played.people
    last = await played.play(30)
    seen = (await container.tables.around(number(played), last, last, last))[0].position.view(0)
    card = await ada.post(f"/tables/{played.table}/branch", 201, seq=last)
    assert (card["origin"], card["origin_seq"], card["visibility"]) == (played.table, last, "private")
    assert [level_of(seat.get("bot", "")) for seat in card["seats"]] == ["", USUAL]
    branch = await container.tables.opened(ids.number(card["table"]) or 0)
    assert branch.table.config.first_position().view(0) == seen
    page = (await fetched(http, f"/t/{card['table']}", ada)).text
    assert f'href="/t/{played.table}/replay/{last}"' in page
    await fetched(http, f"/t/{card['table']}", bob, 403)
    assert (await ada.get(f"/tables/{played.table}"))["seq"] == last


@pytest.mark.parametrize("title", TITLES)
def test_what_one_cannot_know_is_drawn_anew(title: str) -> None:
    """Two games that look the same to a seat have the same branches, and not always the same one."""
    pair = find_pair(title, "branches")
    differ = [row for row in range(pair.end + 1) if pair.differs[row]]
    several = 0
    for row in differ[:: max(1, len(differ) // 10)]:
        one, two = (states[row].view(pair.seat) for states in pair.states)
        worlds = [[pair.game.world(view, Random(seed)).digest() for seed in range(8)] for view in (one, two)]
        assert worlds[0] == worlds[1]
        assert pair.game.world(one, Random(1)).view(pair.seat) == one
        several += len(set(worlds[0])) > 1
    assert several


@pytest.mark.asyncio
async def test_a_branch_is_played_to_its_end(own_database: str) -> None:
    async with open_container(own_database, work=True) as busy, http_client(busy) as there:
        played = await begun(there)
        ada = played.people[0]
        card = await ada.post(f"/tables/{played.table}/branch", 201, seq=await played.play(26))
        table, rng = card["table"], Random(3)
        async with asyncio.timeout(300):
            while "outcome" not in (table_view := await ada.get(f"/tables/{table}")):
                if table_view.get("moves"):
                    await ada.post(
                        f"/tables/{table}/moves", seq=table_view["seq"], words=[rng.choice(table_view["moves"])]
                    )
                else:
                    await asyncio.sleep(0.01)  # bots think, as long as it takes
        assert table_view["outcome"]["finished"]
        assert (await ada.get(f"/tables/{table}/log"))[0]["seq"] == 1
        await fetched(there, f"/t/{table}/replay/0", ada)
        assert (await ada.get(f"/tables/{table}/export", 409))["error"] == "not_now"
        await ada.post(f"/tables/{table}/rematch", 409)
        told_of = await ada.get("/me/export")
        assert {"table", "rows"} in [set(entry) for entry in told_of["games"]]
    with psycopg.connect(own_database) as connection:
        assert check(connection).wrong == []


@pytest.mark.asyncio
async def test_who_may_try_what(http: httpx.AsyncClient) -> None:
    played = await begun(http, visibility="public")
    ada, bob = played.people
    eve = await Guest.arrive(http, "Eve")
    last = await played.play(24)
    branch = f"/tables/{played.table}/branch"
    await ada.post(branch, 403, seq=last, seat=1)
    await ada.post(branch, 400, seq=last, seat=4)
    await ada.post(branch, 400, seq=last + 1)
    await ada.post(branch, 400, seq=-1)
    await eve.post(branch, 403, seq=last)
    await bob.post(f"/tables/{played.table}/concede", seq=last)
    await ada.post(branch, 201, seq=last, seat=1)
    await eve.post(branch, 201, seq=last, seat=0)
    await eve.post(branch, 400, seq=last)


@pytest.mark.asyncio
async def test_where_a_game_is_over_nothing_is_left_to_try(http: httpx.AsyncClient) -> None:
    played = await begun(http)
    last = await played.play(100_000)
    await played.people[0].post(f"/tables/{played.table}/branch", 409, seq=last)
    await played.people[0].post(f"/tables/{played.table}/branch", 201, seq=last - 5)


# ---------------------------------------------------------------- the chart


@pytest.mark.parametrize("title", TITLES)
def test_the_chart_is_told_alike_in_one_go_and_row_by_row(title: str) -> None:
    walk = Walk("chart", 3, title=title)
    for _ in range(60):
        walk.play()
    whole, parts = Timeline(), Timeline()
    whole.tell(walk.table, 1, walk.steps)
    for step in walk.steps:
        parts.tell(walk.table, 1, [step])
    assert whole.ticks == parts.ticks
    assert whole.seq == walk.table.seq
    assert whole.turns
    assert all(seen_row(walk.steps[seq - 1], 1).seat == whole.ticks[seq].seat for seq in whole.turns)


def number(played: Game) -> int:
    return ids.number(played.table) or 0

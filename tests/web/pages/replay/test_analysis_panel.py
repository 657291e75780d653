"""From the button to the analysis: the panel of the replay page in every state, and the route that it asks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from tests.support.games.finished import conceded, seated
from tests.support.games.random_analysis import random_analysis
from tests.support.service import open_container
from tests.support.web.html_pages import read
from tests.support.web.visitors import http_client
from trainshed.kernel.translation import ENGLISH
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.web.pages.replay.analysis_panel import analysis_panel
from trainshed.wire import AnalysisState

PROGRESS = re.compile(r'role="progressbar" [^>]*aria-valuemax="(\d+)" aria-valuenow="(\d+)"')


@pytest_asyncio.fixture
async def container(database: str) -> AsyncIterator[Container]:
    async with open_container(database) as found:
        yield found


@pytest_asyncio.fixture
async def http(container: Container) -> AsyncIterator[httpx.AsyncClient]:
    async with http_client(container) as found:
        yield found


async def judged(container: Container, number: int) -> int:
    """Store a made-up analysis of a game; returns the row of a decision that it judges."""
    table, store = (await container.tables.current(number)).table, container.analyses.store
    now = container.tables.now()
    await store.ask(number, now, 1_000_000)
    held = None
    while held is None or held.table != number:  # other tests may have asked for analyses too
        held = await store.claim(now, now + 60_000)
        assert held is not None
    steps = await container.tables.history(number, 0, table.seq)
    analysis = random_analysis(steps)
    assert await store.finish(held, analysis)
    return analysis.decisions[-1].row


async def panel(http: httpx.AsyncClient, table: str, status: int = 200) -> str:
    answer = await http.get(f"/t/{table}/replay/analysis")
    assert answer.status_code == status
    return str(answer.json()["analysis"]) if status == 200 else ""


@pytest.mark.asyncio
async def test_from_the_button_to_the_analysis(container: Container, http: httpx.AsyncClient) -> None:
    number, _ = await conceded(container, gestures=12, visibility="public")
    table = ids.written(number)
    page = await read(http, f"/t/{table}/replay/10")
    assert 'data-state="none"' in page
    assert 'class="seat ' in page
    await container.analyses.store.ask(number, container.tables.now(), 1_000_000)
    assert 'data-state="queued"' in await panel(http, table)
    row = await judged(container, number)
    assert 'data-state="ready" hidden' in await panel(http, table)
    page = await read(http, f"/t/{table}/replay/{row}")
    for part in ('class="odds"', 'class="alts"', 'id="marks"', 'id="charts" role="group"', "lg-d"):
        assert part in page
    parts = (await http.get(f"/t/{table}/replay/9/parts?chart=points&whole=true")).json()
    assert "Lead over the average" in parts["lines"]
    assert 'class="odds"' in parts["seats"]


@pytest.mark.asyncio
async def test_a_running_game_is_not_analysed_and_a_private_one_is_not_shown(
    container: Container, http: httpx.AsyncClient
) -> None:
    running, _ = await seated(container, visibility="public")
    table = ids.written(running)
    assert re.search(r'id="analysis" data-state="" hidden', await panel(http, table)) is not None
    assert 'id="analyse"' not in await read(http, f"/t/{table}/replay/1")
    private, _ = await conceded(container)
    await panel(http, ids.written(private), 404)


def test_every_state_of_the_panel() -> None:
    offered = analysis_panel(AnalysisState("none"), True, ENGLISH)
    assert 'id="analyse"' in offered
    assert "could not be made" not in offered
    assert 'id="analyse"' not in analysis_panel(AnalysisState("none"), False, ENGLISH)
    failed = analysis_panel(AnalysisState("failed"), True, ENGLISH)
    assert "could not be made" in failed
    assert 'id="analyse"' in failed
    waiting = analysis_panel(AnalysisState("queued"), True, ENGLISH)
    assert PROGRESS.findall(waiting) == [("1", "0")]
    assert "Waiting for its turn." in waiting
    working = analysis_panel(AnalysisState("running", 34, 120), True, ENGLISH)
    assert PROGRESS.findall(working) == [("120", "34")]
    assert "34 of 120 steps" in working
    for state in (AnalysisState("ready"), None):
        assert " hidden></section>" in analysis_panel(state, True, ENGLISH)

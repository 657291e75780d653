"""Options, marks and databases of all tests.

`pytest --clause LR-DICE-03` runs only the tests that cite this clause. Tests that wait in an event loop or use a server
get the mark `live`, others that talk to clocks, processes or a browser carry it themselves: when one fails it is run
again once, and the summary lists which and why. Tests with the mark `night` run only with TRAINSHED_NIGHT=1.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support.seeds import NIGHT

# How fast examples are made is a matter of the machine, which may be busy, and not of the program.
settings.register_profile("trainshed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("trainshed")

SERVERS = {"database", "own_database", "empty_database", "site"}
"""Fixtures that use a real server."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clause", action="append", default=[], metavar="ID", help="run only tests that cite this clause (repeatable)"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without looking for garbage: modules and tests stay to the end, searching them takes seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if is_live(item):
            item.add_marker(pytest.mark.live)
            item.add_marker(pytest.mark.flaky(reruns=1))
    if not NIGHT:
        deselect(config, items, lambda item: item.get_closest_marker("night") is not None)
    wanted = set(config.getoption("--clause"))
    if wanted:
        for item in items:
            item.user_properties += [("clause", clause) for clause in sorted(cited(item))]
        deselect(config, items, lambda item: cited(item).isdisjoint(wanted))


def is_live(item: pytest.Item) -> bool:
    """Whether a test has the mark `live`, waits in an event loop, or uses a server by a fixture."""
    names: list[str] = getattr(item, "fixturenames", [])
    marked = item.get_closest_marker("live") or item.get_closest_marker("asyncio")
    return marked is not None or not SERVERS.isdisjoint(names)


def cited(item: pytest.Item) -> set[str]:
    """The clauses that a test cites."""
    return {clause for mark in item.iter_markers("clause") for clause in mark.args}


def deselect(config: pytest.Config, items: list[pytest.Item], unwanted: Callable[[pytest.Item], bool]) -> None:
    """Leave out the unwanted tests, and have pytest count them."""
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        (left if unwanted(item) else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print which tests were run again, and why."""
    again = terminalreporter.stats.get("rerun", [])
    if again:
        terminalreporter.section("run again")
        for report in again:
            why = getattr(getattr(report.longrepr, "reprcrash", None), "message", None) or report.longreprtext
            terminalreporter.line(f"{report.nodeid} ({report.when}): {' '.join(why.split())[:500]}")
        terminalreporter.line(f"{len(again)} live tests were run again")


@contextmanager
def fresh_database(name: str, layout: bool = True) -> Iterator[str]:
    """A new database for this process, dropped afterwards."""
    from tests.support.database import new_database  # only here: most tests need none, and its libraries load slowly

    with new_database(f"{name}_{os.getpid()}", layout) as url:
        yield url


@pytest.fixture(scope="session")
def database(worker_id: str) -> Iterator[str]:
    """A database that all tests of this process share."""
    with fresh_database(f"trainshed_test_{worker_id}") as url:
        yield url


@pytest.fixture
def own_database(worker_id: str) -> Iterator[str]:
    """A database of this test alone: no people or tables of other tests are in it."""
    with fresh_database(f"trainshed_own_{worker_id}") as url:
        yield url


@pytest.fixture
def empty_database(worker_id: str) -> Iterator[str]:
    """An empty database, without tables."""
    with fresh_database(f"trainshed_empty_{worker_id}", layout=False) as url:
        yield url

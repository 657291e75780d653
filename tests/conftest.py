"""`pytest --clause LR-DICE-03` runs only the tests that cite this clause."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.houses import new_database

# How fast examples are made is a matter of the machine, which may be busy, and not of the program.
settings.register_profile("trainshed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("trainshed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clause", action="append", default=[], metavar="ID", help="run only tests that cite this clause (repeatable)"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--clause"))
    if not wanted:
        return
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        cited = {clause for mark in item.iter_markers("clause") for clause in mark.args}
        item.user_properties += [("clause", clause) for clause in sorted(cited)]
        (chosen if cited & wanted else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = chosen


@pytest.fixture(scope="session")
def database(worker_id: str) -> Iterator[str]:
    """A database of this test process's own."""
    with new_database(f"trainshed_test_{worker_id}_{os.getpid()}") as url:
        yield url


@pytest.fixture
def own_database(worker_id: str) -> Iterator[str]:
    """A database at whose tables nobody sits whom the test has not made."""
    with new_database(f"trainshed_own_{worker_id}_{os.getpid()}") as url:
        yield url


@pytest.fixture
def empty_database(worker_id: str) -> Iterator[str]:
    """A database in which nothing is."""
    with new_database(f"trainshed_empty_{worker_id}_{os.getpid()}", layout=False) as url:
        yield url

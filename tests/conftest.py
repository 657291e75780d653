"""`pytest --clause LR-DICE-03` runs only the tests that cite this clause."""

from __future__ import annotations

import pytest


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

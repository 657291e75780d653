"""A pytest plugin that reports which clauses of a rulebook are covered by passing tests.

    pytest -p trainshed.testing --clauses-report FILE --clauses-title LR

runs the tests that cite a clause of that title with `@pytest.mark.clause("LR-PASS-02")` and writes
`[[clause, test, passed], …]` as JSON. A skipped test proves nothing and is left out. Without the options nothing
happens.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PROPERTY = "trainshed_clause"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("trainshed")
    group.addoption("--clauses-report", metavar="FILE", help="write which tests show which clauses")
    group.addoption("--clauses-title", metavar="PREFIX", help="run only tests that cite clauses with this prefix")


def pytest_configure(config: pytest.Config) -> None:
    # Under xdist the tests run in worker processes; only the controlling process receives all their reports.
    if config.getoption("--clauses-report") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(ClauseReport(Path(config.getoption("--clauses-report"))))


def cited(item: pytest.Item) -> list[str]:
    """The clauses that a test cites."""
    found = [str(clause) for mark in item.iter_markers("clause") for clause in mark.args]
    return list(dict.fromkeys(found))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    prefix = config.getoption("--clauses-title")
    if not prefix and not config.getoption("--clauses-report"):
        return
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        clauses = [clause for clause in cited(item) if not prefix or clause.split("-")[0] == prefix]
        item.user_properties += [(PROPERTY, clause) for clause in clauses]
        (kept if clauses or not prefix else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


class ClauseReport:
    """Collects the outcome of every test that cites a clause, and writes the report when the session ends."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.passed: dict[str, bool] = {}
        self.clauses: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        clauses = [str(value) for name, value in report.user_properties if name == PROPERTY]
        if not clauses:
            return
        node = report.nodeid
        self.clauses[node] = clauses
        if report.failed:
            self.passed[node] = False
        elif report.when == "call" and report.passed:
            self.passed.setdefault(node, True)

    def pytest_sessionfinish(self) -> None:
        rows = [(clause, node, passed) for node, passed in self.passed.items() for clause in self.clauses[node]]
        self.file.write_text(json.dumps(sorted(rows)), encoding="utf-8")

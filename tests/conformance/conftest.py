"""Options and fixtures of the conformance tests, which run over every installed title."""

from __future__ import annotations

import pytest

import trainshed
from tests.support.seeds import SEED


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write the golden files anew instead of reading them")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", trainshed.titles())


@pytest.fixture
def seed() -> str:
    """The seed of this run; every failure names it."""
    return SEED


@pytest.fixture
def write_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--write-golden", default=False))

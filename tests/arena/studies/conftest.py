"""The title with known odds, for the tests of studies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.odds.known_odds import known_odds


@pytest.fixture
def odds() -> Iterator[None]:
    """The title `known-odds` is installed."""
    with known_odds():
        yield

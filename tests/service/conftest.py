"""Bots with odd habits, for the tests of bot processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.games.odd_bots import forget_bots, install_bots


@pytest.fixture
def odd_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Bots with odd habits are installed; the folder in which they leave their traces."""
    install_bots(tmp_path, monkeypatch)
    yield tmp_path
    monkeypatch.undo()
    forget_bots()

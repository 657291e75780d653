"""The same games on Ray: the same bytes on two machines as in one process, whatever is killed on the way.

A cluster takes seconds to start, and pytest-xdist deals out the tests of a module to processes that would each start
one. So all that needs the cluster is one test, in steps.
"""

from __future__ import annotations

import importlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.arena.counted_games import CountingTask, last_player, read_lines
from tests.arena.studies.studies import study
from trainshed.arena.jobs import (
    ClusterError,
    InlineRunner,
    ProcessLost,
    ProcessRunner,
    RayRunner,
    Runner,
    driver,
    open_runner,
    play_range,
    ray_runner,
    run,
)
from trainshed.arena.jobs.failed_game import FailedGame, GameError
from trainshed.arena.jobs.kept import trainshed_version
from trainshed.arena.sim import simulate
from trainshed.arena.studies.run import run_study
from trainshed.arena.studies.study_file import Factor

GAMES = 60
TASK = CountingTask("s")
WHOLE = play_range(TASK, 0, GAMES, 1000.0).summary
STORE = 80_000_000
"""Bytes of a machine's object store: Ray's least is 75 million."""


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        port: int = some.getsockname()[1]
        return port


@contextmanager
def two_machines(**more: Any) -> Iterator[Any]:
    """A cluster of two machines with one processor each, which are processes on this one."""
    for name, value in ray_runner.QUIET.items():
        os.environ.setdefault(name, value)
    cluster_utils: Any = importlib.import_module("ray.cluster_utils")  # only here: it takes a second

    head = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False, **more}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    try:
        cluster.add_node(num_cpus=1, object_store_memory=STORE)
        yield cluster
    finally:
        cluster.shutdown()


@pytest.mark.live
def test_games_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    with two_machines() as cluster:
        with ThreadPoolExecutor() as threads:  # they wait most of the time
            drivers = [
                threads.submit(an_interrupted_driver_goes_on, how, cluster.address, tmp_path / how.name)
                for how in (signal.SIGKILL, signal.SIGINT)
            ]
            for done in drivers:
                done.result()
        capfd.readouterr()
        with RayRunner(cluster.address) as runner:
            the_bytes_are_the_same(runner)
            killed_workers_are_replaced(runner, tmp_path)
            a_study_is_the_same_although_workers_are_killed(runner, monkeypatch)
            a_range_that_kills_three_workers_is_an_error(runner, tmp_path)
            errors_are_those_of_local_processes(runner)
            long_games_are_killed(runner, tmp_path)
            other_versions_are_refused(runner, monkeypatch)
            machines_join_and_leave(runner, cluster, tmp_path, monkeypatch)
        assert capfd.readouterr() == ("", ""), "Ray says nothing where results are printed"


# ---------------------------------------------------------------- the steps


def the_bytes_are_the_same(runner: RayRunner) -> None:
    told: list[int] = []
    assert run(TASK, GAMES, progress=told.append, runner=runner).encode() == WHOLE
    assert sum(told) == GAMES
    assert runner.slots == 2 + ray_runner.FEWEST_SPARE
    games_of_what_is_installed_are_the_same(runner)


def games_of_what_is_installed_are_the_same(runner: Runner) -> None:
    here, there = [simulate("lok-n-roll", 2, ["random"], 20, "ray", runner=each) for each in (InlineRunner(), runner)]
    assert here == there


def killed_workers_are_replaced(runner: RayRunner, tmp_path: Path) -> None:
    """Some are killed by their games, others from outside."""
    log = tmp_path / "killed"
    task = CountingTask("s", str(log), 0.02, kills=(5, 41), times=1)
    killed: list[int] = []
    over = threading.Event()

    def kill_some() -> None:
        while len(killed) < 2 and not over.wait(0.1):
            if log.exists() and len(read_lines(str(log))) > 15 * (1 + len(killed)):
                killed.append(last_player(str(log)))
                os.kill(killed[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill_some)
    killer.start()
    try:
        assert run(task, GAMES, runner=runner).encode() == WHOLE
    finally:
        over.set()
        killer.join()
    assert len(killed) == 2
    assert min(read_lines(str(log)).count(index) for index in (5, 41)) >= 2


def a_study_is_the_same_although_workers_are_killed(runner: RayRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole study, with all that is measured: in this process, in one and two local ones, and on two machines."""
    factors = [Factor("dead ends", ["no", "yes"], option="forbid_dead_end")]
    responses = ("wins", "scores", "length", "lead-changes", "sources", "uses")
    made = study(title="lok-n-roll", games=60, factors=factors, responses=responses, uses=["lay"])
    here = run_study(made, InlineRunner()).encode()
    for jobs in (1, 2):
        with ProcessRunner(jobs) as local:
            assert run_study(made, local).encode() == here
    killed: list[int] = []

    def kill(more: int, expected: int) -> None:
        if len(killed) < 2 and (playing := workers_that_play()):
            killed.append(playing[0])
            os.kill(playing[0], signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(driver, "RANGE_SECONDS", 0.1)
        assert run_study(made, runner, progress=kill).encode() == here
    assert len(killed) == 2


def workers_that_play() -> list[int]:
    """The processes that play a range for Ray: it names them by what they do."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if (folder / "cmdline").read_bytes().startswith(b"ray::play_on_worker"):
                found.append(int(folder.name))
    return found


def a_range_that_kills_three_workers_is_an_error(runner: RayRunner, tmp_path: Path) -> None:
    log = tmp_path / "three"
    with pytest.raises(ProcessLost) as caught:
        run(CountingTask("s", str(log), kills=(5,), times=99), 40, runner=runner)
    assert str(caught.value).startswith("counting, seed s: the games from 5 to ")
    assert str(caught.value).endswith(
        " lost their process 3 times, the last time in a game that is not known (its worker was killed)"
    )
    assert read_lines(str(log)).count(5) == 3


def errors_are_those_of_local_processes(runner: RayRunner) -> None:
    found: list[GameError] = []
    with ProcessRunner(1) as local:
        for each in (local, runner):
            with pytest.raises(GameError, match="thirteen in 13") as caught:
                run(CountingTask("s", fails=13), GAMES, runner=each)
            found.append(caught.value)
    here, there = found
    assert (str(here), here.__notes__) == (str(there), there.__notes__)
    assert there.__notes__ == ["in counting, seed s, game 13"]
    assert "counted_games.py" in str(there.__cause__)


def long_games_are_killed(runner: RayRunner, tmp_path: Path) -> None:
    """A game that was given up holds no processor, and its range is not reported when other games are played."""
    log = tmp_path / "long"
    task = CountingTask("s", str(log), 600.0)
    runner.start(task, 0, 1, 1.0)
    runner.start(task, 1, 2, 1.0)
    runner.start(TASK, 7, 8, 1.0)
    wait_for(lambda: log.exists() and len(read_lines(str(log))) == 2)
    pid = last_player(str(log))
    runner.cancel()
    assert run(TASK, GAMES, runner=runner).encode() == WHOLE
    wait_for(lambda: not Path(f"/proc/{pid}").exists())


def other_versions_are_refused(runner: RayRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ray_runner, "trainshed_version", lambda: "9.9.9")
        with pytest.raises(ClusterError, match=r"Trainshed 9\.9\.9, .* has 0\..*: install the same Trainshed on all"):
            run(CountingTask("t"), GAMES, runner=runner)
    with monkeypatch.context() as patch:
        patch.setattr(ray_runner, "task_digest", lambda task: "another")
        with pytest.raises(ClusterError, match=r"counting, seed u is something else for the driver \(Trainshed 0\."):
            run(CountingTask("u"), GAMES, runner=runner)
    assert run(TASK, GAMES, runner=runner).encode() == WHOLE


def machines_join_and_leave(runner: RayRunner, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a run one machine joins, and another one is gone without a word."""
    monkeypatch.setattr(ray_runner, "RECOUNT_SECONDS", 0.0)
    monkeypatch.setattr(driver, "RANGE_SECONDS", 0.2)
    log = tmp_path / "machines"
    task = CountingTask("s", str(log), 0.1)
    (leaves,) = cluster.worker_nodes
    more_slots = 2 + 3 + ray_runner.FEWEST_SPARE
    slots: list[int] = []

    def change(more: int) -> None:
        slots.append(runner.slots)
        if len(slots) == 3:
            cluster.add_node(num_cpus=3, object_store_memory=STORE)
        elif runner.slots == more_slots and leaves in cluster.worker_nodes:
            cluster.remove_node(leaves, allow_graceful=False)

    assert run(task, GAMES, progress=change, runner=runner).encode() == WHOLE
    assert max(slots) == more_slots
    assert leaves not in cluster.worker_nodes


DRIVER = """
import signal
import sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
from tests.arena.counted_games import CountingTask
from trainshed.arena.jobs import driver, open_runner, run
driver.RANGE_SECONDS = 0.2
with open_runner("ray") as runner:
    run(CountingTask("s", sys.argv[1], 0.03), 60, kept=Path(sys.argv[2]), runner=runner)
"""


def an_interrupted_driver_goes_on(how: signal.Signals, address: str, folder: Path) -> None:
    folder.mkdir()
    log, kept = folder / "log", folder / "kept"
    environment = {**os.environ, ray_runner.ADDRESS: address}
    driving = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(log), str(kept)], env=environment, stderr=subprocess.DEVNULL
    )
    wait_for(lambda: driving.poll() is not None or (kept.is_dir() and len(list(kept.glob("*.parquet"))) >= 2))
    assert driving.poll() is None
    driving.send_signal(how)
    assert driving.wait(20) != 0
    ranges = [tuple(map(int, file.stem.split("-"))) for file in kept.glob("*.parquet")]
    kept_games = {index for begin, end in ranges for index in range(begin, end)}
    assert 2 <= len(kept_games) < GAMES
    pid = last_player(str(log))
    wait_for(lambda: not Path(f"/proc/{pid}").exists())
    played = len(read_lines(str(log)))
    time.sleep(0.5)
    assert len(read_lines(str(log))) == played, "a worker plays on without its driver"
    log.write_text("")
    assert run(CountingTask("s", str(log), 0.03), GAMES, kept=kept).encode() == WHOLE
    assert sorted(read_lines(str(log))) == sorted(set(range(GAMES)) - kept_games)


def wait_for(condition: Any) -> None:
    """Wait until a condition is true."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


# ---------------------------------------------------------------- without a cluster


def test_a_worker_without_the_code_says_so() -> None:
    failed = ray_runner.play_on_worker(b"cno_such_package\nTask\n.", "", trainshed_version(), 0, 1, 1.0)
    assert isinstance(failed, FailedGame)
    with pytest.raises(ClusterError, match=r"played \(No module named 'no_such_package'\): install"):
        raise failed.exception()


@pytest.mark.parametrize("address", ["ray://127.0.0.1:{port}", "127.0.0.1:{port}"])
def test_an_address_where_nobody_answers(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    address = address.format(port=free_port())
    begin = time.monotonic()
    with pytest.raises(ClusterError, match=f"no Ray cluster answers at {address}: "):
        RayRunner(address)
    monkeypatch.setenv(ray_runner.ADDRESS, address)
    with pytest.raises(ClusterError, match=f"no Ray cluster answers at {address}: "):
        open_runner("ray")
    assert time.monotonic() - begin < 2 * ray_runner.REACH_SECONDS


@pytest.mark.live
@pytest.mark.night
def test_without_a_cluster_one_is_started(tmp_path: Path) -> None:
    """In a process of its own, because the one of this test may be connected to another cluster."""
    script = (
        "from tests.arena.counted_games import CountingTask\n"
        "from trainshed.arena.jobs import open_runner, run\n"
        "with open_runner('ray') as runner: print(run(CountingTask('s'), 60, runner=runner).encode().decode())\n"
    )
    environment = {**os.environ, ray_runner.ADDRESS: "local"}  # not a cluster that somebody else has started here
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True, timeout=120)
    assert (done.stdout.strip(), done.stderr) == (WHOLE, b"")


@pytest.mark.live
@pytest.mark.night
def test_a_command_plays_on_a_cluster_elsewhere() -> None:
    """Through Ray Client, which needs no Ray of its own on the machine of the command."""
    port = free_port()
    command = [sys.executable, "-m", "trainshed", "sim", "lok-n-roll", "--games", "40", "--bots", "random", "--json"]
    here = subprocess.run(command, capture_output=True, check=True, timeout=120).stdout
    with two_machines(ray_client_server_port=port):
        on = [*command, "--on", f"ray://127.0.0.1:{port}"]
        assert subprocess.run(on, capture_output=True, check=True, timeout=240).stdout == here

"""Many games in ranges: the same bytes for any split and order, any number of processes, after any interruption."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.counted_games import CountedGames, CountingTask, read_lines
from trainshed.arena.jobs import (
    InlineRunner,
    KeptError,
    LostRange,
    PlayedRange,
    ProcessLost,
    ProcessRunner,
    open_runner,
    play_range,
    run,
)
from trainshed.arena.jobs import driver as driver_module
from trainshed.arena.jobs import kept as kept_module
from trainshed.arena.jobs.failed_game import GameError
from trainshed.arena.jobs.task import Task
from trainshed.kernel.options import SetupError

GAMES = 60
TASK = CountingTask("s")
WHOLE = play_range(TASK, 0, GAMES, 1000.0).summary


def keep(folder: Path, task: CountingTask, *ranges: tuple[int, int]) -> None:
    """Keep the games of these ranges, each in its own file."""
    store = kept_module.KeptRanges(folder, task)
    for begin, end in ranges:
        store.add(begin, end, play_range(task, begin, end, 1000.0).summary)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# ---------------------------------------------------------------- merging


@given(st.lists(st.integers(1, GAMES - 1), unique=True), st.randoms(use_true_random=False))
def test_any_split_and_any_order_give_the_same_bytes(borders: list[int], rng: Random) -> None:
    edges = [0, *sorted(borders), GAMES]
    parts = [play_range(TASK, a, b, 1000.0).summary for a, b in pairwise(edges)]
    rng.shuffle(parts)
    while len(parts) > 1:
        one, other = CountedGames.decode(parts.pop()), CountedGames.decode(parts.pop(rng.randrange(len(parts))))
        one.merge(other)
        parts.insert(rng.randrange(len(parts) + 1), one.encode())
    assert parts == [WHOLE]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_number_of_jobs_does_not_matter(jobs: int) -> None:
    told: list[int] = []
    assert run(TASK, GAMES, jobs, progress=told.append).encode() == WHOLE
    assert sum(told) == GAMES
    assert run(TASK, GAMES - 20, jobs, first=20).encode() == play_range(TASK, 20, GAMES, 1000.0).summary


def test_no_games_and_fewer() -> None:
    assert run(TASK, 0) == CountedGames()
    with pytest.raises(ValueError, match="fewer than no games"):
        run(TASK, -1)
    with pytest.raises(ValueError, match="at least one job"):
        run(TASK, 1, 0)


def test_a_range_is_given_back_when_its_time_is_up() -> None:
    played = play_range(TASK, 3, 1000, 0.0)
    assert (played.begin, played.end, played.after) == (3, 1000, 4)


def test_ranges_are_reported_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "RANGE_SECONDS", 0.05)
    told: list[int] = []
    slow = CountingTask("s", seconds=0.01)
    assert run(slow, GAMES, 2, progress=told.append).encode() == WHOLE
    assert len(told) > 5


class ShuffledRunner:
    """A runner on no process at all: it plays half of a range, loses some, and reports in any order."""

    slots = 4

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.running: list[tuple[Task[CountedGames], int, int]] = []
        self.losses = 0

    def start(self, task: Task[CountedGames], begin: int, end: int, seconds: float) -> None:
        assert len(self.running) < self.slots
        self.running.append((task, begin, end))

    def finished(self) -> list[PlayedRange | LostRange]:
        self.rng.shuffle(self.running)
        task, begin, end = self.running.pop()
        if self.losses < 2:
            self.losses += 1
            return [LostRange(begin, end, begin, "tired")]
        middle = (begin + end + 1) // 2
        return [play_range(task, begin, middle, 1000.0)._replace(end=end)]

    def cancel(self) -> None:
        self.running.clear()


@pytest.mark.parametrize("seed", range(5))
def test_another_runner_can_be_given(seed: int, tmp_path: Path) -> None:
    runner = ShuffledRunner(seed)
    assert run(TASK, GAMES, kept=tmp_path, runner=runner).encode() == WHOLE
    assert runner.losses == 2


class TimedRunner:
    """A runner that has time for 160 games in a range, and remembers what it was given."""

    slots = 4

    def __init__(self) -> None:
        self.running: list[tuple[Task[CountedGames], int, int]] = []
        self.given: list[int] = []

    def start(self, task: Task[CountedGames], begin: int, end: int, seconds: float) -> None:
        self.given.append(end - begin)
        self.running.append((task, begin, end))

    def finished(self) -> list[PlayedRange | LostRange]:
        task, begin, end = self.running.pop(0)
        return [play_range(task, begin, min(end, begin + 160), 1000.0)._replace(end=end)]

    def cancel(self) -> None:
        self.running.clear()


def test_the_last_ranges_are_not_too_short() -> None:
    """A sixteenth of the time of a range is ten games here; less is only what one that ran out of time left over."""
    runner = TimedRunner()
    assert run(TASK, 4000, runner=runner).games == 4000
    assert runner.given[-9:] == [10] * 8 + [6]


# ---------------------------------------------------------------- processes that end


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_killed_process_is_replaced(jobs: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    task = CountingTask("s", str(log), kills=(5, 41), times=2)
    assert run(task, GAMES, jobs).encode() == WHOLE
    assert [read_lines(str(log)).count(index) for index in (5, 41)] == [3, 3]


@pytest.mark.live
def test_processes_killed_from_outside_are_replaced(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    task = CountingTask("s", str(log), seconds=0.02)
    killed: list[int] = []
    over = threading.Event()
    with ProcessRunner(2) as runner:

        def kill_some() -> None:
            while len(killed) < 3 and not over.wait(0.2):
                if len(read_lines(str(log))) > 10 * len(killed):
                    for pid in runner.process_ids()[:1]:
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)

        killer = threading.Thread(target=kill_some)
        killer.start()
        try:
            found = run(task, 3 * GAMES, runner=runner)
        finally:
            over.set()
            killer.join()
        assert found.encode() == play_range(TASK, 0, 3 * GAMES, 1000.0).summary
        assert len(set(killed)) == 3
        assert run(TASK, GAMES, runner=runner).encode() == WHOLE


def test_an_idle_process_that_was_killed_is_replaced() -> None:
    with ProcessRunner(1) as runner:
        runner.start(TASK, 0, 1, 1.0)
        (pid,) = runner.process_ids()
        runner.finished()
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)
        assert run(TASK, GAMES, runner=runner).encode() == WHOLE
        runner.start(TASK, 0, 1, 1.0)
        assert runner.process_ids() != [pid]


def test_a_range_that_kills_its_process_three_times_is_an_error(tmp_path: Path) -> None:
    log = tmp_path / "log"
    task = CountingTask("s", str(log), kills=(5,), times=99)
    with pytest.raises(ProcessLost) as caught:
        run(task, 40, 2)
    assert str(caught.value) == (
        "counting, seed s: the games from 0 to 9 lost their process 3 times, "
        "the last time in game 5 (killed by SIGKILL)"
    )
    assert read_lines(str(log)).count(5) == 3


class LosingRunner(ShuffledRunner):
    """Loses every range."""

    def __init__(self, at: int | None) -> None:
        super().__init__(0)
        self.at = at

    def finished(self) -> list[PlayedRange | LostRange]:
        _, begin, end = self.running.pop()
        return [LostRange(begin, end, self.at, "tired")]


@pytest.mark.parametrize(
    ("at", "said"), [(3, "in game 3"), (-1, "before its first game"), (None, "in a game that is not known")]
)
def test_a_lost_range_says_where_as_far_as_it_is_known(at: int | None, said: str) -> None:
    with pytest.raises(ProcessLost, match=rf"lost their process 3 times, the last time {said} \(tired\)"):
        run(TASK, 8, runner=LosingRunner(at))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_game_ends_the_run(jobs: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    task = CountingTask("s", str(log), fails=13)
    with pytest.raises(Exception, match="thirteen in 13") as caught:
        run(task, GAMES, jobs)
    assert caught.value.__notes__ == ["in counting, seed s, game 13"]
    assert read_lines(str(log)).count(13) == 1
    if jobs == 2:
        assert type(caught.value) is GameError
        assert "counted_games.py" in str(caught.value.__cause__)


def test_a_runner_is_usable_after_an_error() -> None:
    with ProcessRunner(2) as runner:
        with pytest.raises(GameError):
            run(CountingTask("s", fails=13), GAMES, runner=runner)
        assert run(TASK, GAMES, runner=runner).encode() == WHOLE


# ---------------------------------------------------------------- where games are played


def test_a_runner_is_opened_by_the_name_of_a_place() -> None:
    with open_runner() as here, open_runner("local", 2) as there:
        assert (type(here), type(there), there.slots) == (InlineRunner, ProcessRunner, 2)
        assert run(TASK, GAMES, runner=here).encode() == run(TASK, GAMES, runner=there).encode() == WHOLE


@pytest.mark.parametrize(
    ("on", "jobs", "said"),
    [
        ("moon", 1, "games are played on local, ray or ray://HOST:PORT, not on 'moon'"),
        ("ray:10001", 1, "not on 'ray:10001'"),
        ("local", 0, "at least one job"),
        ("ray://", 1, "the address of a Ray cluster is ray://HOST:PORT"),
        ("ray://head", 1, "the address of a Ray cluster is ray://HOST:PORT, not 'ray://head'"),
        ("ray://head:many", 1, "the address of a Ray cluster is ray://HOST:PORT"),
    ],
)
def test_what_is_no_place(on: str, jobs: int, said: str) -> None:
    with pytest.raises(SetupError, match=re.escape(said)):
        open_runner(on, jobs)


def test_without_ray_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match=r"needs Ray: pip install \"trainshed\[arena\]\""):
        open_runner("ray")


# ---------------------------------------------------------------- what is done with each range


@pytest.mark.parametrize("jobs", [1, 2])
def test_ranges_are_told_when_they_arrive_and_changed_before_they_are_kept(jobs: int, tmp_path: Path) -> None:
    seen: list[int] = []

    def arrived(summary: CountedGames) -> None:
        seen.append(summary.games)
        summary.values.clear()

    told: list[int] = []
    found = run(TASK, GAMES, jobs, tmp_path, told.append, arrived=arrived)
    assert (sum(seen), seen) == (GAMES, told)
    assert (found.games, found.values) == (GAMES, {})
    again = run(TASK, GAMES, jobs, tmp_path, arrived=arrived)
    assert (again, sum(seen)) == (found, GAMES)


# ---------------------------------------------------------------- kept on disk


@pytest.mark.parametrize("jobs", [1, 2])
def test_kept_games_are_not_played_again(jobs: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    task = CountingTask("s", str(log))
    folder = tmp_path / "kept"
    keep(folder, task, (7, 12), (12, 30), (44, 45))
    log.write_text("")
    told: list[int] = []
    assert run(task, GAMES, jobs, folder, told.append).encode() == WHOLE
    assert sorted(read_lines(str(log))) == [*range(7), *range(30, 44), *range(45, 60)]
    assert sum(told) == GAMES
    assert names(folder) == ["000000000-000000060.parquet"]
    log.write_text("")
    assert run(task, GAMES, jobs, folder).encode() == WHOLE
    assert read_lines(str(log)) == []


def test_a_run_can_be_made_longer_and_shorter(tmp_path: Path) -> None:
    run(TASK, 20, kept=tmp_path)
    assert run(TASK, GAMES, kept=tmp_path).encode() == WHOLE
    assert run(TASK, 20, kept=tmp_path).encode() == play_range(TASK, 0, 20, 1000.0).summary
    assert run(TASK, GAMES, kept=tmp_path).encode() == WHOLE
    assert names(tmp_path) == ["000000000-000000060.parquet"]


def test_overlapping_files_count_once(tmp_path: Path) -> None:
    keep(tmp_path, TASK, (0, 20))
    keep(tmp_path, TASK, (5, 10))
    keep(tmp_path, TASK, (15, 30))
    assert run(TASK, GAMES, kept=tmp_path).encode() == WHOLE


def test_many_files_are_merged_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_module, "MOST_FILES", 5)
    keep(tmp_path, TASK, *[(index, index + 1) for index in range(0, 17)])
    assert len(names(tmp_path)) <= 6
    assert run(TASK, GAMES, kept=tmp_path).encode() == WHOLE


def test_games_of_another_task_are_refused(tmp_path: Path) -> None:
    run(TASK, 20, kept=tmp_path)
    before = names(tmp_path)
    with pytest.raises(KeptError, match="something else than counting, seed other"):
        run(CountingTask("other"), 20, kept=tmp_path)
    assert names(tmp_path) == before


def parquet(**changes: object) -> bytes:
    """A file of kept games that is not damaged, with other values in some of its columns."""
    row: dict[str, object] = {"format": 2, "task": kept_module.task_digest(TASK), "begin": 0, "end": 20}
    row["summary"] = play_range(TASK, 0, 20, 1000.0).summary
    out = io.BytesIO()
    polars.DataFrame([row | changes]).write_parquet(out)
    return kept_module.with_digest(out.getvalue())


def test_files_are_parquet_with_one_row_a_range(tmp_path: Path) -> None:
    keep(tmp_path, TASK, (0, 7), (7, 20))
    rows = polars.read_parquet(tmp_path / "*.parquet").sort("begin").to_dicts()
    assert [(row["begin"], row["end"]) for row in rows] == [(0, 7), (7, 20)]
    assert {(row["format"], row["task"]) for row in rows} == {(2, kept_module.task_digest(TASK))}
    assert rows[1]["summary"] == play_range(TASK, 7, 20, 1000.0).summary


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    run(TASK, 20, kept=tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    assert whole == parquet(), "so the changed ones below are refused for their changes"
    for damaged, said in [
        (b"", "is damaged"),
        (b"PAR1", "is damaged"),
        (whole[:-1], "is damaged"),
        (whole[1:], "is damaged"),
        (whole + b"0", "is damaged"),
        (parquet(format=3), "has the format 3, and 2 is understood"),
        (parquet(end=21), "its name was changed"),
        (parquet(task="0" * 64), "something else than counting, seed s"),
    ]:
        file.write_bytes(damaged)
        with pytest.raises(KeptError, match=said):
            run(TASK, GAMES, kept=tmp_path)


def test_any_changed_byte_is_noticed() -> None:
    """Before Polars reads the file: it would reserve so much memory for some of them that the process ends."""
    whole = parquet()
    assert kept_module.is_whole(whole)
    for at in range(len(whole)):
        assert not kept_module.is_whole(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        assert not kept_module.is_whole(whole[:at])


def test_only_keeping_needs_polars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    assert run(TASK, GAMES).encode() == WHOLE
    with pytest.raises(SetupError, match=r"needs Polars: pip install \"trainshed\[arena\]\""):
        run(TASK, GAMES, kept=tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_unfinished_files_are_ignored_and_go_when_they_are_old(tmp_path: Path) -> None:
    for name in ("old.part", "new.part"):
        (tmp_path / name).write_bytes(b"half")
    os.utime(tmp_path / "old.part", (0, 0))
    assert run(TASK, GAMES, kept=tmp_path).encode() == WHOLE
    assert names(tmp_path) == ["000000000-000000060.parquet", "new.part"]


def test_an_error_leaves_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "RANGE_SECONDS", 0.0)
    task = CountingTask("s", fails=13)
    with pytest.raises(Exception, match="thirteen"):
        run(task, GAMES, kept=tmp_path)
    assert len(names(tmp_path)) == 13


DRIVER = """
import signal
import sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
from tests.arena.counted_games import CountingTask
from trainshed.arena.jobs import driver, run
driver.RANGE_SECONDS = 0.1
run(CountingTask("s", sys.argv[1], 0.05), 60, int(sys.argv[2]), Path(sys.argv[3]))
"""


@pytest.mark.live
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_run_goes_on(jobs: int, how: signal.Signals, tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "kept"
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(log), str(jobs), str(folder)], stderr=subprocess.DEVNULL
    )
    while not folder.is_dir() or len([name for name in names(folder) if name.endswith(".parquet")]) < 3:
        assert driver.poll() is None
        time.sleep(0.02)
    driver.send_signal(how)
    assert driver.wait(10) != 0
    kept = [
        tuple(map(int, name.removesuffix(".parquet").split("-"))) for name in names(folder) if name.endswith(".parquet")
    ]
    kept_games = {index for begin, end in kept for index in range(begin, end)}
    assert 3 <= len(kept_games) < GAMES
    played = -1
    while played != len(read_lines(str(log))):
        played = len(read_lines(str(log)))
        time.sleep(0.5)
    assert played < GAMES, "a process plays on without its driver"
    log.write_text("")
    task = CountingTask("s", str(log), 0.05)
    assert run(task, GAMES, 3 - jobs, folder).encode() == WHOLE
    assert sorted(read_lines(str(log))) == sorted(set(range(GAMES)) - kept_games)


LONG_GAME = """
import sys
from tests.arena.counted_games import CountingTask
from trainshed.arena.jobs import ProcessRunner
with ProcessRunner(1) as runner:
    runner.start(CountingTask("s", sys.argv[1], 600.0), 0, 1, 1.0)
    runner.finished()
"""


@pytest.mark.live
def test_a_process_ends_with_its_driver_in_the_middle_of_a_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with subprocess.Popen([sys.executable, "-c", LONG_GAME, str(log)], stdout=subprocess.PIPE) as driver:
        while not log.exists():
            assert driver.poll() is None
            time.sleep(0.05)
        driver.kill()
        # The other process has the same pipe for its output: the pipe ends only when both are gone.
        assert driver.communicate(timeout=60)[0] == b""


def test_a_task_is_told_apart_by_all_its_fields() -> None:
    changed = [
        msgspec.structs.replace(TASK, **{field: value})
        for field, value in {"seed": "t", "log": "x", "seconds": 1.0, "kills": (1,)}.items()
    ]
    digests = {kept_module.task_digest(task) for task in [TASK, CountingTask("s"), *changed]}
    assert len(digests) == 5

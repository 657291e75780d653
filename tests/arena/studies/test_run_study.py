"""Whole studies: the same bytes wherever they are played, after any interruption, until the answer is narrow enough."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.arena.studies.studies import study
from trainshed.arena.jobs import InlineRunner, ProcessRunner
from trainshed.arena.studies.intervals import Interval
from trainshed.arena.studies.results import DifferenceRow, MeanRow, figures
from trainshed.arena.studies.run import run_study
from trainshed.arena.studies.stopping import FEWEST, first_look, next_look, whole
from trainshed.arena.studies.study_file import Factor, Study, StudyError

DEAD_ENDS = Factor("dead ends", ["no", "yes"], option="forbid_dead_end")


def lok(**changes: Any) -> Study:
    usual: dict[str, Any] = {"title": "lok-n-roll", "seats": [2, 3], "games": 20, "factors": [DEAD_ENDS]}
    return study(**{**usual, **changes})


def test_a_study_is_the_same_wherever_it_is_played(tmp_path: Path) -> None:
    alone = run_study(lok(), InlineRunner()).encode()
    with ProcessRunner(2) as runner:
        assert run_study(lok(), runner).encode() == alone
        told: list[tuple[int, int]] = []
        kept = run_study(lok(), runner, kept=tmp_path, progress=lambda *more: told.append(more))
    assert kept.encode() == alone
    # 20 games with two seats; with three 21, a whole number of rounds; two arms each.
    assert sum(more for more, _ in told) == told[-1][1] == 2 * 20 + 2 * 21
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["lok-n-roll-2", "lok-n-roll-3"]


def test_a_study_goes_on_with_more_games(tmp_path: Path) -> None:
    run_study(lok(), InlineRunner(), kept=tmp_path)
    told: list[int] = []
    longer = run_study(lok(), InlineRunner(), games=30, kept=tmp_path, progress=lambda more, _: told.append(more))
    assert longer.encode() == run_study(lok(), InlineRunner(), games=30).encode()
    assert [table.totals.games for table in longer.tables] == [30, 30]


DRIVER = """
import sys
from pathlib import Path
from tests.arena.studies.test_run_study import lok
from trainshed.arena.jobs import driver, open_runner
from trainshed.arena.studies.run import run_study
driver.RANGE_SECONDS = 0.1
with open_runner("local", int(sys.argv[1])) as runner:
    run_study(lok(games=3000), runner, kept=Path(sys.argv[2]))
"""


@pytest.mark.live
def test_a_study_whose_driver_was_killed_goes_on(tmp_path: Path) -> None:
    """No game counts twice: the totals are those of a study that was never stopped."""
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, "2", str(tmp_path)], stderr=subprocess.DEVNULL)
    files = tmp_path / "lok-n-roll-2"
    while not files.is_dir() or len(list(files.glob("*.parquet"))) < 3:
        assert driver.poll() is None
        time.sleep(0.05)
    driver.send_signal(signal.SIGKILL)
    driver.wait(10)
    kept = [file.name for file in files.glob("*.parquet")]
    most = max(int(name.split("-")[1].split(".")[0]) for name in kept)
    again = run_study(lok(seats=[2]), InlineRunner(), games=most, kept=tmp_path)
    assert again.encode() == run_study(lok(seats=[2]), InlineRunner(), games=most).encode()
    assert os.listdir(tmp_path) == ["lok-n-roll-2"]


# ---------------------------------------------------------------- until the answer is narrow


def halves_together(rows: Sequence[MeanRow | DifferenceRow]) -> list[float]:
    """Half the widths of the intervals that hold together."""
    return [Interval(row.low_together, row.high_together).half for row in rows]


def test_all_answers_must_be_narrow_together(odds: None) -> None:
    """Also those of another table, and of another measure: five answers here, the last with three seats only."""
    answers = ["won:seat-1", "tie", "won:seat-3"]
    made = study(factors=[], seats=[2, 3], answer=answers, responses=("wins",))
    result = run_study(made, InlineRunner(), until=0.05)
    rows = [row for row in figures(result).means if row.measure in answers]
    assert len(rows) == 5
    assert 0.045 < max(halves_together(rows)) <= 0.05
    alone = run_study(
        study(factors=[], seats=[2], answer="won:seat-1", responses=("wins",)), InlineRunner(), until=0.05
    )
    assert result.tables[0].totals.games > 1.2 * alone.tables[0].totals.games


def test_a_study_ends_when_its_answer_is_narrow_enough(odds: None, tmp_path: Path) -> None:
    one = study(factors=[])
    result = run_study(one, InlineRunner(), until=0.03)
    (row,) = [row for row in figures(result).means if row.measure == "won:seat-1"]
    assert row.low is not None
    assert row.high is not None
    assert (row.high - row.low) / 2 <= 0.03
    assert FEWEST < row.games < 2000
    assert result.tables[0].looks > 1
    with ProcessRunner(2) as runner:
        again = run_study(one, runner, until=0.03, kept=tmp_path)
    assert again.encode() == result.encode()
    assert run_study(one, InlineRunner(), until=0.03, kept=tmp_path).encode() == result.encode()


def test_with_several_arms_it_is_the_differences_that_must_be_narrow(odds: None) -> None:
    result = run_study(study(), InlineRunner(), until=0.04)
    rows = [row for row in figures(result).differences if row.measure == "won:seat-1"]
    halves = halves_together(rows)
    assert len(halves) == 2
    assert 0.03 < max(halves) <= 0.04


def test_settings_that_are_not_compared_must_each_be_narrow(odds: None) -> None:
    result = run_study(study(compare=False), InlineRunner(), until=0.05)
    found = figures(result)
    rows = [row for row in found.means if row.measure == "won:seat-1"]
    halves = halves_together(rows)
    assert len(halves) == 3
    assert 0.04 < max(halves) <= 0.05
    assert not found.differences


def test_words_that_answer_must_be_narrow(odds: None) -> None:
    made = study(factors=[], answer="ahead:die", responses=("wins", "uses"), uses=["die"])
    result = run_study(made, InlineRunner(), until=0.08)
    rows = figures(result).uses
    halves = [Interval(row.ahead_low_together, row.ahead_high_together).half for row in rows]
    assert len(halves) == 2
    assert max(halves) <= 0.08
    assert result.tables[0].looks > 1


def test_a_study_ends_after_the_most_games_in_any_case(odds: None) -> None:
    result = run_study(study(factors=[]), InlineRunner(), until=0.0001, games=500)
    assert result.tables[0].totals.games == 500


def test_looks_come_after_whole_rounds_and_never_too_soon() -> None:
    assert first_look(10_000, 3) == 201
    assert first_look(50, 3) == 50
    assert whole(20, 3) == 21
    assert next_look(200, 0.07, 0.05, 10_000, 2) == 412
    assert next_look(200, 0.0501, 0.05, 10_000, 2) == 222
    assert next_look(200, 1.0, 0.01, 10_000, 2) == 800
    assert next_look(200, float("inf"), 0.01, 10_000, 2) == 800
    assert next_look(200, 1.0, 0.01, 300, 2) == 300


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("changes", "games", "until", "said"),
    [
        ({"answer": "won:seat-9"}, 4, None, "what is: .*won:seat-2"),
        ({"answer": "won:thumb", "factors": [Factor("b", [["thumb", "random"], "random"], bots=True)]},
         4, None, "nothing can be compared"),
        ({"answer": "ahead:dice", "responses": ("uses",), "uses": ["dice"]}, 4, None, "no word that begins"),
        ({}, 4, -1.0, "has a width"),
        ({}, 0, None, "at least one game"),
        ({"vary": "luck"}, 4, None, "no option luck"),
        ({"vary": "forbid_dead_end"}, 4, None, "cannot both vary and be a factor"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused(
    changes: dict[str, object], games: int, until: float | None, said: str
) -> None:
    with pytest.raises(StudyError, match=said):
        run_study(lok(**changes), InlineRunner(), games=games, until=until)


def test_a_study_can_be_told_apart_by_all_that_it_says() -> None:
    result = run_study(lok(games=2, seats=[2]), InlineRunner())
    said = msgspec.json.decode(result.encode())
    assert said["study"]["question"] == "Is it good to sit first?"
    assert [table["totals"]["games"] for table in said["tables"]] == [2]
    assert said["tables"][0]["task"]["arms"][1]["name"] == "dead ends: yes"

"""`trainshed study`: the answer in the terminal, the files, going on where it stopped, and errors in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars
import pytest

from tests.support.readme import ROOT
from trainshed.arena.studies.study_file import read_study
from trainshed.cli import run
from trainshed.cli.arena import study as study_command
from trainshed.cli.arena.study import told

Command = Callable[..., tuple[int, str, str]]

STUDY = """
question = "Does it matter whether a card may block the line?"
title = "lok-n-roll"
seats = [2]
bots = ["random"]
answer = ["won:seat-1", "score:winner"]
games = 12

[[factors]]
name = "Blocking"
option = "forbid_dead_end"
values = ["no", "yes"]
labels = ["allowed", "forbidden"]
"""


@pytest.fixture
def trainshed(capsys: pytest.CaptureFixture[str]) -> Command:
    def command(*args: str) -> tuple[int, str, str]:
        code = run(args)
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "blocking.toml"
    made.write_text(STUDY, encoding="utf-8")
    return made


def test_rounding_up_is_told_before_and_after(trainshed: Command, file: Path) -> None:
    file.write_text(STUDY.replace("[2]", "[2, 3, 4]"), encoding="utf-8")
    rounding = (
        "15 games with 3 seats, 16 games with 4 seats instead of 14: then each bot sits in every seat equally often."
    )
    _, out, said = trainshed("study", str(file), "--games", "14", "--jobs", "1")
    assert said.startswith(f"{rounding}\n")
    assert rounding in out.replace("\n", " ")
    assert rounding in (file.with_suffix("") / "report.html").read_text(encoding="utf-8")
    assert "equally often" not in "".join(trainshed("study", str(file), "--games", "12", "--jobs", "1")[1:])


def test_a_study_answers_and_writes_its_results(trainshed: Command, file: Path) -> None:
    code, out, said = trainshed("study", str(file), "--jobs", "1")
    folder = file.with_suffix("")
    assert code == 0
    assert out.startswith("Does it matter whether a card may block the line?\n- Blocking: forbidden – Games won by who")
    assert "By random, seed 1; with 95 % intervals" in out
    assert "“together”: wider intervals, of which both hold at once in 95 of 100 studies" in out
    assert said.startswith("24 games; this run took ")
    assert said.endswith(f"The report is {folder / 'report.html'}\n")
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert f"<pre>trainshed study {file.as_posix()}</pre>" in report
    means = polars.read_parquet(folder / "means.parquet")
    assert set(means["arm"]) == {"as usual", "Blocking: forbidden"}
    assert set(means["games"]) == {12}


def test_the_command_that_is_printed_writes_the_same_numbers(trainshed: Command, file: Path, tmp_path: Path) -> None:
    trainshed("study", str(file), "--games", "20", "--jobs", "1")
    report = (file.with_suffix("") / "report.html").read_text(encoding="utf-8")
    printed = report[report.index("<pre>") + 5 : report.index("</pre>")].split()
    assert printed == ["trainshed", "study", file.as_posix(), "--games", "20"]
    again = tmp_path / "again"
    assert trainshed(*printed[1:], "--out", str(again), "--jobs", "2")[0] == 0
    for name in ("totals.json", "means.csv", "differences.csv", "counts.csv", "remarkable.csv", "report.html"):
        assert (again / name).read_bytes() == (file.with_suffix("") / name).read_bytes()


def test_a_study_goes_on_until_its_answer_is_narrow(trainshed: Command, file: Path) -> None:
    text = STUDY.replace('["won:seat-1", "score:winner"]', '"score:winner"')
    file.write_text(text[: text.index("[[factors]]")], encoding="utf-8")
    code, out, said = trainshed("study", str(file), "--until", "0.6", "--jobs", "2")
    assert code == 0
    games = int(said.split()[0].replace(",", ""))
    assert 200 <= games < 2000
    assert f"{games} │" in out
    assert "--until 0.6</pre>" in (file.with_suffix("") / "report.html").read_text(encoding="utf-8")


def test_one_game_is_written_to_be_replayed(trainshed: Command, file: Path) -> None:
    code, out, _ = trainshed("study", str(file), "--record", "3")
    assert code == 0
    lines = out.splitlines()
    assert [line.partition(": ")[2] for line in lines] == [
        "lok-n-roll, 2 seats, as usual",
        "lok-n-roll, 2 seats, Blocking: forbidden",
    ]
    for line in lines:
        assert trainshed("verify", line.partition(": ")[0])[0] == 0
    assert not (file.with_suffix("") / "report.html").exists()


def test_how_far_it_is_is_told_each_minute_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study_command, "TOLD_EVERY", 0.0)
    with told("x") as progress:
        progress(1000, 4000)
    assert capsys.readouterr().err.startswith("1,000 of 4,000 games, ")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "lok-n-roll"', 'title = "monopoly"', "no title 'monopoly'"),
        ('"random"', '"oracle"', "no bot 'oracle'"),
        ('"won:seat-1"', '"won:seat-7"', "'won:seat-7' is not measured; what is: "),
        ('values = ["no", "yes"]', 'values = ["no", "perhaps"]', "is one of no, yes"),
        ("games = 12", "games = many", "Invalid value"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(trainshed: Command, file: Path, old: str, new: str, said: str) -> None:
    file.write_text(STUDY.replace(old, new), encoding="utf-8")
    code, out, error = trainshed("study", str(file))
    assert (code, out) == (1, "")
    assert said in error
    assert error.count("\n") == 1


def test_without_the_extra_a_study_says_what_to_install(
    trainshed: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trainshed.arena.studies.tables.find_spec", lambda name: None)
    code, _, error = trainshed("study", str(file))
    assert (code, error) == (1, 'trainshed: a study needs Polars: pip install "trainshed[arena]"\n')


@pytest.mark.parametrize("file", sorted((ROOT / "studies").glob("*.toml")), ids=lambda file: str(file.stem))
def test_the_studies_that_are_kept_can_be_played(file: Path) -> None:
    from trainshed.arena.studies.arms import tables  # noqa: PLC0415
    from trainshed.arena.studies.run import check_answers, task_of  # noqa: PLC0415

    study = read_study(file)
    check_answers(study, [task_of(study, table) for table in tables(study)])

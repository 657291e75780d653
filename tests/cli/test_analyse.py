"""`trainshed analyse`: sentences for people, JSON for programs, one line for every error."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tests.support.recorded_games import played
from trainshed.cli import run
from trainshed.kernel.record import as_seen, write
from trainshed.wire import Analysis


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.train"
    path.write_text(write(played(1)), encoding="utf-8")
    return str(path)


def test_turning_points_are_told_in_sentences(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", file, "--nodes", "4"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Lok'n'Roll: Ada, Béla")
    assert re.search(r"Chances to win:\nrow +Ada +Béla *\n\d+ +\d+% +\d+%", out)
    rows = re.findall(r"^  Row (\d+): (?:Ada|Béla)", out, re.MULTILINE)
    assert 1 <= len(rows) <= 3
    assert len(re.findall(r"Played: .* \(\d+%, [\d.-]+\spoints\)\.", " ".join(out.split()))) >= 1
    assert out.count("of the chance to win.") == out.count("Better: ") == len(rows)
    assert re.search(r"Ada +\d+ +\d+\.\d\d% *\nBéla +\d+ +\d+\.\d\d% *\n$", out)
    assert max(len(line) for line in out.splitlines()[1:]) <= 80


def test_json_is_the_whole_analysis_and_repeats(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for _ in range(2):
        assert run(["analyse", file, "--nodes", "2", "--json"]) == 0
        found.append(msgspec.json.decode(capsys.readouterr().out, type=Analysis))
    assert found[0] == found[1]
    assert found[0].rows == len(played(1).rows)


def test_a_game_for_one_and_one_that_has_hardly_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "alone.train"
    file.write_text(write(played(1, seats=1, stop=20)), encoding="utf-8")
    assert run(["analyse", str(file), "--nodes", "2"]) == 0
    assert "The share of games that are worse:" in capsys.readouterr().out
    file.write_text(write(played(1, stop=1)), encoding="utf-8")
    assert run(["analyse", str(file)]) == 0
    assert capsys.readouterr().out.endswith("Nobody had a choice yet.\n")


def test_errors_are_one_line(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = tmp_path / "seen.train"
    seen.write_text(write(as_seen(played(1), 0)), encoding="utf-8")
    for args, code, said in (
        ([str(seen)], 1, "the log of one seat does not tell the whole game"),
        ([file, "--nodes", "4", "--seconds", "9"], 1, "give either --nodes or --seconds"),
        ([file, "--nodes", "1"], 2, "--nodes"),
        (["/no/such/file"], 1, "No such file"),
    ):
        assert run(["analyse", *args]) == code
        error = capsys.readouterr().err
        assert error.startswith("trainshed: ")
        assert said in error
        assert error.count("\n") == 1

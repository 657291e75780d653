"""A user's bot that fails: every command says which bot, what it raised, where, and in which game, and exits with 1."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from trainshed.arena import sim
from trainshed.bots.bot import GROUP
from trainshed.cli import run
from trainshed.kernel import plugins
from trainshed.kernel.record import read

TITLE = "lok-n-roll"

SOURCE = """
class Mine:
    def __init__(self, name, answer):
        self.name = name
        self.answer = answer

    def choose(self, view, moves, budget, rng, worlds):
        return self.answer(worlds())


def best(world):
    return helped(world.points_of_the_fourth_seat)


def helped(points):
    return points


RAISING = Mine("raising", best)
SILENT = Mine("silent", lambda world: None)
CLASS = Mine
NUMBER = 7
"""
LINE = SOURCE.splitlines().index("    return helped(world.points_of_the_fourth_seat)") + 1
POINTS = {
    "raising": "mybots:RAISING",
    "silent": "mybots:SILENT",
    "aclass": "mybots:CLASS",
    "number": "mybots:NUMBER",
    "missing": "mybots:NO_SUCH_BOT",
    "unfinished": "mybots_unfinished:BOT",
}

STUDY = """
question = "Does going first help?"
title = "lok-n-roll"
seats = [2]
bots = ["raising", "random"]
answer = ["won:seat-1"]
games = 4
"""


@pytest.fixture(autouse=True)
def mybots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a package with bots of a user; the file with the bots."""
    folder = tmp_path / "site"
    facts = folder / "mybots-0.1.0.dist-info"
    facts.mkdir(parents=True)
    (folder / "mybots.py").write_text(SOURCE, encoding="utf-8")
    (folder / "mybots_unfinished.py").write_text("BOT = (\n", encoding="utf-8")
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: mybots\nVersion: 0.1.0\n", encoding="utf-8")
    points = "".join(f"{name} = {value}\n" for name, value in POINTS.items())
    (facts / "entry_points.txt").write_text(f"[{GROUP}]\n{points}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    plugins.installed.cache_clear()
    yield folder / "mybots.py"
    plugins.installed.cache_clear()
    sim.player.cache_clear()
    for name in ("mybots", "mybots_unfinished"):
        sys.modules.pop(name, None)


def failed(args: list[str], capfd: pytest.CaptureFixture[str]) -> list[str]:
    """Run a command that must fail; its lines on stderr."""
    assert run(args) == 1
    return capfd.readouterr().err.splitlines()


BOTS = ["--bots", "raising,random"]
COMMANDS = {
    "sim": (["sim", TITLE, *BOTS, "--jobs", "1"], "in lok-n-roll, seed 1, game 0"),
    "sim in processes": (["sim", TITLE, *BOTS, "--jobs", "2"], r"in lok-n-roll, seed 1, game \d+"),
    "ladder": (["ladder", TITLE, *BOTS, "--jobs", "1"], "in lok-n-roll, seed 1, game 0"),
    "study": (["study", "STUDY", "--jobs", "1"], "in lok-n-roll, seed 1, game 0"),
    "play": (["play", TITLE, "--bots", "raising", "--option", "start=seat-2"], "the game so far: .*"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_an_exception_in_a_bot_is_told_shortly(
    name: str, mybots: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    args, game = COMMANDS[name]
    study = mybots.with_name("first.toml")
    study.write_text(STUDY, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 20))
    first, place, where, *more, last = failed([str(study) if word == "STUDY" else word for word in args], capfd)
    attribute = "'LokState' object has no attribute 'points_of_the_fourth_seat'"
    assert re.fullmatch(rf"trainshed: bot raising failed in seat \d: AttributeError: {attribute}", first)
    assert place == f"  {mybots}, line {LINE}, in best"
    assert re.fullmatch(f"  {game}", where)
    assert len(more) <= 1
    file = Path(last.removeprefix("  whole traceback: "))
    text = file.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in text
    assert f'File "{mybots}", line {LINE}, in best' in text
    assert "AttributeError: 'LokState'" in text


def test_a_game_of_a_simulation_can_be_played_alone(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = failed(["sim", TITLE, *BOTS, "--jobs", "1", "--first", "17"], capfd)
    assert "  in lok-n-roll, seed 1, game 17" in lines
    assert "  to play only this game, add --first 17 --games 1" in lines
    args = ["sim", TITLE, "--bots", "random", "--seed", "3", "--jobs", "1", "--save"]
    assert run([*args, str(tmp_path / "all"), "--games", "4"]) == 0
    assert run([*args, str(tmp_path / "one"), "--games", "1", "--first", "3"]) == 0
    (one,) = (tmp_path / "one").iterdir()
    assert one.read_bytes() == (tmp_path / "all" / one.name).read_bytes()
    assert "1 game from game 3, 2 seats, seed 3" in capfd.readouterr().out


def test_a_game_that_a_bot_broke_off_can_be_played_on(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 20))
    file = tmp_path / "broken.train"
    args = ["play", TITLE, "--bots", "raising", "--option", "start=seat-1", "--save", str(file)]
    lines = failed(args, capfd)
    assert f"  the game so far: {file}" in lines
    assert read(file.read_text(encoding="utf-8")).result == "unfinished"
    (again,) = [line for line in lines if line.startswith("  to go on from there: trainshed sim ")]
    words = again.removeprefix("  to go on from there: trainshed ").split()
    assert failed([*words, "--jobs", "1"], capfd)[0].startswith("trainshed: bot raising failed in seat 2: ")


@pytest.mark.parametrize("command", ["sim", "ladder"])
def test_an_answer_that_is_no_move_is_one_line(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    (line,) = failed([command, TITLE, "--bots", "silent,random", "--jobs", "1"], capfd)
    assert re.match(r"trainshed: bot silent answered None in seat \d, which is not legal \(in lok-n-roll, seed 1", line)


@pytest.mark.parametrize(
    ("bot", "said"),
    [("raising", "bot raising failed at question 1: AttributeError: "), ("silent", "bot silent answered None")],
)
def test_a_bot_served_to_a_host_fails_shortly(bot: str, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    program = f"outside={sys.executable} -m trainshed bot {bot}"
    lines = failed(["sim", TITLE, "--bots", "outside,random", "--program", program, "--jobs", "1"], capfd)
    assert lines[0].startswith(f"trainshed: {said}")
    assert lines[-1].startswith("trainshed: the bot outside (")
    assert "has ended with exit code 1 (in lok-n-roll, seed 1, game 0; " in lines[-1]
    assert not any(line.startswith("Traceback") for line in lines)


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("aclass", "aclass is no bot: mybots:CLASS is a class, not an instance of one"),
        ("number", "number is no bot: mybots:NUMBER needs a `name` and a method `choose`"),
        ("missing", "bot missing cannot be loaded: AttributeError: module 'mybots' has no attribute 'NO_SUCH_BOT'"),
        ("unfinished", "bot unfinished cannot be loaded: SyntaxError: '(' was never closed"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_named(bot: str, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    for command in ("sim", "play", "ladder"):
        lines = failed([command, TITLE, "--bots", f"{bot},random"], capfd)
        assert lines[0].startswith(f"trainshed: {said}")
        assert len(lines) <= 3


@pytest.mark.parametrize("command", ["sim", "play", "ladder"])
def test_a_style_that_the_title_does_not_have_is_refused(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    (line,) = failed([command, "russian-railroads", "--bots", "driver/nostyle,random"], capfd)
    assert line.startswith("trainshed: driver has no style 'nostyle' in russian-railroads; there are kiev, ")

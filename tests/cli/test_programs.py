"""Bots that are programs, on the command line: `--program NAME=COMMAND`, and `trainshed bot NAME`."""

from __future__ import annotations

import io
import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from tests.support.games.bot_programs import ends
from trainshed.cli import run
from trainshed.cli.common import CliError, given_programs
from trainshed.kernel.record import read, verify

TITLE = "lok-n-roll"
SHELL_BOT = Path(__file__).parents[2] / "examples" / "stdio_bot" / "bot.sh"
SHELL = f"sh {shlex.quote(str(SHELL_BOT))}"


def test_commands_are_split_as_by_a_shell() -> None:
    pairs = ["a=python bot.py --depth=3", "b='/my bots/b' 'x,y' --z=\"1 2\""]
    assert given_programs(pairs, ["a", "thumb", "b"]) == {
        "a": ["python", "bot.py", "--depth=3"],
        "b": ["/my bots/b", "x,y", "--z=1 2"],
    }
    assert given_programs([], ["thumb"]) == {}


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (["mine"], "a program is NAME=COMMAND"),
        (["mine="], "a program is NAME=COMMAND"),
        (["mine= "], "a program is NAME=COMMAND"),
        (["=sh"], "a program is NAME=COMMAND"),
        (["my bot=sh"], "a program is NAME=COMMAND"),
        (["my,bot=sh"], "a program is NAME=COMMAND"),
        (["mine='sh"], "the command of 'mine' cannot be read: No closing quotation"),
        (["mine=sh", "mine=sh"], "program mine is given twice"),
        (["thumb=sh"], "there is a bot thumb already"),
        (["other=sh"], "program other does not play: name it in --bots"),
    ],
)
def test_what_is_no_program(pairs: list[str], said: str) -> None:
    with pytest.raises(CliError, match=said):
        given_programs(pairs, ["mine", "thumb"])


@pytest.mark.parametrize("command", ["sim", "play"])
def test_the_options_are_checked_by_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, TITLE, "--bots", "mine", "--program", "mine"]) == 1
    assert "a program is NAME=COMMAND" in capsys.readouterr().err
    assert run([command, TITLE, "--bots", "mine"]) == 1
    assert "no bot 'mine'" in capsys.readouterr().err


def test_a_program_in_a_simulation(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        args = ["--bots", "mine,random", "--program", f"mine={SHELL}", "--games", "3", "--save", str(folder)]
        assert run(["sim", TITLE, *args, "--jobs", jobs, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
        for file in folder.iterdir():
            record = read(file.read_text(encoding="utf-8"))
            verify(record)
            assert sorted(record.seats) == ["mine", "random"]
    assert found[0] == found[1]
    assert [line["name"] for line in found[0]["bots"]] == ["mine", "random"]


def test_a_program_that_fails_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    args = ["--bots", "mine", "--program", "mine=echo Good morning", "--games", "1", "--jobs", "1"]
    assert run(["sim", TITLE, *args]) == 1
    err = capfd.readouterr().err
    assert err.startswith("trainshed: the bot mine (echo Good morning) has written what is no message: 'Good morning'")
    assert err.count("\n") == 1


def test_a_person_plays_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 12 + "q\n"))
    args = ["--bots", "mine", "--program", f"mine={SHELL}", "--seed", "1"]
    assert run(["play", TITLE, *args]) == 0
    out = capsys.readouterr().out
    assert "Lok'n'Roll: Player, mine." in out
    assert "  mine " in out, "it has moved, and the log tells of it"


def test_ctrl_c_ends_the_program_too(tmp_path: Path) -> None:
    """Its process group is its own, so the signal of the terminal does not reach it, but the command does."""
    file = tmp_path / "pid"
    script = tmp_path / "bot.sh"
    written = f"echo $$ > {file}.new; mv {file}.new {file}"
    script.write_text(f"""read -r hello; echo '{{"type": "ready"}}'; read -r question; {written}; sleep 1000""")
    command = ["sim", TITLE, "--bots", "mine", "--program", f"mine=sh {script}", "--jobs", "1"]
    # A background job of a shell ignores Ctrl-C, and so would everything that it starts.
    heeding = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.executable, sys.argv[1:])"
    )
    python = [sys.executable, "-c", heeding, sys.executable]
    host = subprocess.Popen([*python, "-m", "trainshed", *command], stderr=subprocess.PIPE)
    while not file.exists():
        assert host.poll() is None
        sleep(0.01)
    host.send_signal(signal.SIGINT)
    _, err = host.communicate(timeout=30)
    assert host.returncode == 130, err
    assert b"Traceback" not in err
    assert ends(int(file.read_text()))


def test_a_bot_of_ours_as_a_program() -> None:
    command = [sys.executable, "-m", "trainshed", "bot"]
    done = subprocess.run([*command, "thumb"], input=b"", capture_output=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"", b"")
    for name, typed, said in (("deep", b"", b"no bot 'deep'"), ("thumb", b"hello\n", b"what is no message: 'hello?'")):
        failed = subprocess.run([*command, name], input=typed, capture_output=True, check=False, timeout=60)
        assert (failed.returncode, failed.stdout) == (1, b"")
        assert said in failed.stderr
        assert failed.stderr.count(b"\n") == 1

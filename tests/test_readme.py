"""Everything the README tells a reader to type is typed here.

A `console` block is run line by line, a `python` block after the other python blocks before it. `<!-- input: a, b -->`
above a block is what a person would type into its command, a line each. Commands under `<!-- served -->` get a database
and a broker; those of them that go on running are asked to stop after a while, and must stop well. Those under
`<!-- home -->` get an empty folder, must say that they are open, and must stop well too. Only a block under
`<!-- not run: needs a registry -->` is left out, and the number of those is fixed. Lines below a command are what it
must print first; after a line `...` anything may follow.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest

from tests.homes import Home, new_folder

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
NOT_RUN = "not run: needs a registry"
INPUT = "input: "
SERVED = "served"
HOME = "home"
NOT_RUN_BLOCKS = 4
BLOCK = re.compile(r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\((?P<target>[^)#]+)\)")


class Block(NamedTuple):
    """A block of code and the comment right above it."""

    kind: str
    mark: str
    text: str


class Command(NamedTuple):
    """A command line, what is typed into it, and how its output begins."""

    line: str
    typed: str
    output: list[str]


def blocks() -> list[Block]:
    found = BLOCK.finditer(README.read_text(encoding="utf-8"))
    return [Block(match["kind"], match["mark"] or "", match["text"]) for match in found]


def commands(block: Block) -> list[Command]:
    said = block.mark.removeprefix(INPUT).split(",") if block.mark.startswith(INPUT) else []
    typed = "".join(f"{line.strip()}\n" for line in said)
    found: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line.removeprefix("$ "), typed, []))
        else:
            found[-1].output.append(line)
    return found


def run(command: list[str], folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    scripts = str(Path(sys.executable).parent)
    path = os.pathsep.join([scripts, os.environ.get("PATH", "")])
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONUTF8": "1"},
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


RUN = [block for block in blocks() if block.mark != NOT_RUN]
CONSOLE = [
    command
    for block in RUN
    if block.kind == "console" and block.mark not in (SERVED, HOME)
    for command in commands(block)
]
AT_HOME = [command.line for block in RUN if block.mark == HOME for command in commands(block)]
SERVING = [command for block in RUN if block.mark == SERVED for command in commands(block)]


def test_every_block_is_run_or_says_why_not() -> None:
    assert {block.kind for block in blocks()} == {"console", "python"}
    assert len(blocks()) - len(RUN) == NOT_RUN_BLOCKS
    for block in RUN:
        assert block.mark in ("", SERVED, HOME) or block.mark.startswith(INPUT), block.mark
    for block in blocks():
        if block.kind == "console":
            assert block.text.startswith("$ "), block.text
    assert all(shlex.split(command.line)[0] == "trainshed" for command in CONSOLE)


def test_links_lead_somewhere() -> None:
    targets = [match["target"] for match in LINK.finditer(README.read_text(encoding="utf-8"))]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("name", sorted({shlex.split(command.line)[1] for command in CONSOLE}))
def test_commands_exist(name: str, tmp_path: Path) -> None:
    done = run(["trainshed", name, "--help"], tmp_path)
    assert done.returncode == 0, done.stderr


def test_python_blocks_run(tmp_path: Path) -> None:
    script = tmp_path / "readme.py"
    script.write_text("\n".join(block.text for block in RUN if block.kind == "python"), encoding="utf-8")
    done = run([sys.executable, str(script)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.slow
def test_commands_run(tmp_path: Path) -> None:
    for command in CONSOLE:
        done = run(shlex.split(command.line), tmp_path, command.typed)
        assert done.returncode == 0, f"{command.line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        printed = done.stdout.splitlines()
        assert printed, command.line
        wanted = command.output
        if wanted:
            first = wanted[:-1] if wanted[-1] == "..." else wanted
            assert printed[: len(first)] == first, command.line
            assert wanted[-1] == "..." or len(printed) == len(first), command.line


def test_served_commands_serve(tmp_path: Path, empty_database: str) -> None:
    served = {"TRAINSHED_DATABASE": empty_database, "TRAINSHED_NATS": "nats://127.0.0.1:4222"}
    running = []
    try:
        for command in SERVING:
            words = [sys.executable, "-m", *shlex.split(command.line)]
            if not command.output:
                running.append((command, subprocess.Popen(words, cwd=tmp_path, env={**os.environ, **served})))
                continue
            done = subprocess.run(
                words, cwd=tmp_path, env={**os.environ, **served}, capture_output=True, text=True, check=True
            )
            assert done.stdout.splitlines() == command.output
        assert len(running) == 2
        wait_until_it_answers(8123)
    finally:
        for _, process in running:
            process.send_signal(signal.SIGTERM)
    for command, process in running:
        assert process.wait(20) == 0, command.line


@pytest.mark.slow
@pytest.mark.parametrize("line", AT_HOME)
def test_houses_open_and_close(line: str) -> None:
    with new_folder() as folder, Home([sys.executable, "-m", *shlex.split(line)], folder / "house") as home:
        wait_until_it_answers(home.port)
        home.stop()


def wait_until_it_answers(port: int) -> None:
    until = time.monotonic() + 30
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
                assert answer.status == 200
                return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.1)

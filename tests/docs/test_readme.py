"""Runs all commands of the README, except those that start servers: see test_readme_servers."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.readme import CONSOLE, HOME, INPUT, LINK, NOT_RUN_BLOCKS, README, ROOT, RUN, SERVED, Command, blocks


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


def of_one_file(commands: list[Command]) -> list[list[Command]]:
    """The commands that write or read the game file, in their order; each of the others alone."""
    files = [command for command in commands if ".train" in command.line]
    return [files, *[[command] for command in commands if command not in files]]


@pytest.mark.parametrize("commands", of_one_file(CONSOLE), ids=lambda commands: commands[0].line)
def test_commands_run(commands: list[Command], tmp_path: Path) -> None:
    for command in commands:
        done = run(shlex.split(command.line), tmp_path, command.typed)
        assert done.returncode == 0, f"{command.line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        printed = done.stdout.splitlines()
        assert printed, command.line
        wanted = command.output
        if wanted:
            first = wanted[:-1] if wanted[-1] == "..." else wanted
            assert printed[: len(first)] == first, command.line
            assert wanted[-1] == "..." or len(printed) == len(first), command.line

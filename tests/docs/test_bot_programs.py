"""`docs/bot-programs.md`: its dialogue is held, its commands are run, every message is described."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tests.support.games.bot_programs import answer, program, question
from trainshed.bots.bot import Budget
from trainshed.bots.stdio import messages, stdio_bot

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "bot-programs.md").read_text(encoding="utf-8")
DIALOGUE = re.findall(r"^[<>] .*$", re.findall(r"```text\n(> .*?)```", TEXT, re.S)[0], re.M)

SPEAKER = """
heard = open({file!r}, "w")
for line in {lines!r}:
    if line.startswith("<"): print(line[2:], flush=True)
    else: print(sys.stdin.readline(), end="", file=heard, flush=True)
hear()
"""


def test_the_dialogue_is_real(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "heard"
    with program(SPEAKER.format(file=str(file), lines=DIALOGUE)) as bot:
        assert answer(bot, question(later=4), budget=Budget(1.0)) == "pass"
    assert capsys.readouterr().err == "odd: 3 playouts\n"
    written = [line.removeprefix("> ") for line in DIALOGUE if line.startswith(">")]
    heard = file.read_text().splitlines()
    assert len(heard) == len(written) == 8
    for said, told in zip(heard, written, strict=True):
        assert re.fullmatch(re.escape(told).replace("…", ".*"), said), (said, told)


def test_the_dialogue_has_every_message() -> None:
    for sign, types in ((">", host_types()), ("<", bot_types())):
        found = {tag for line in DIALOGUE if line[0] == sign for tag in re.findall(r'"type": ?"(\w+)"', line)}
        assert found == set(types)


def host_types() -> dict[str, Any]:
    return {struct.__struct_config__.tag: struct for struct in get_args(messages.HostMessage)}


def bot_types() -> dict[str, Any]:
    return {struct.__struct_config__.tag: struct for struct in get_args(messages.BotMessage)}


@pytest.mark.parametrize(
    ("heading", "types"), [("From the host", host_types()), ("From the bot", bot_types())], ids=["host", "bot"]
)
def test_every_message_is_described_with_its_fields(heading: str, types: dict[str, Any]) -> None:
    chapter = re.split(r"^## ", TEXT.split(f"\n## {heading}\n")[1], maxsplit=1, flags=re.M)[0]
    told: dict[str, list[str]] = {}
    for section in chapter.split("\n### ")[1:]:
        tag = section.partition("\n")[0].strip("`")
        told[tag] = [
            name for cell in re.findall(r"^\| (`[^|]*?) \|", section, re.M) for name in re.findall(r"`(\w+)`", cell)
        ]
    assert told == {tag: [field.name for field in msgspec.structs.fields(struct)] for tag, struct in types.items()}


def test_limits_are_those_of_the_host() -> None:
    table = TEXT.split("\n## Limits and errors\n")[1]
    limits = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M))
    assert limits["a line of the bot"] == f"{messages.LONGEST_LINE:,} bytes"
    assert limits["worlds held at a time"] == f"{messages.MOST_WORLDS:,}"
    assert limits["from the start, or from `hello`, to `ready`"] == f"{stdio_bot.START_SECONDS:.0f} seconds"
    grace, untimed = stdio_bot.GRACE_SECONDS, stdio_bot.UNTIMED_SECONDS
    assert limits["an answer, all requests included"] == (
        f"`seconds` and {grace:.0f} more; with `nodes`, or without both, {untimed + grace:.0f}"
    )
    assert f"at most {messages.MOST_PLAYOUTS:,};" in TEXT
    assert f"at most {stdio_bot.LONGEST_LOG:,} characters" in TEXT


COMMANDS = re.findall(r"^\$ (.*)$", TEXT, re.M)


def test_commands_are_found() -> None:
    assert len(COMMANDS) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    """With one game instead of ten: what they say is what matters here."""
    words = shlex.split(re.sub(r"--games \d+", "--games 1", command))
    assert words[0] == "trainshed"
    scripts = f"export PATH={shlex.quote(str(Path(sys.executable).parent))}:$PATH; {shlex.join(words)}"
    done = subprocess.run(
        ["sh", "-c", scripts], cwd=ROOT, input="q\n", capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "mine" in done.stdout or "other" in done.stdout

"""The blocks of code in the README, and the commands in them.

A `console` block is run line by line, a `python` block after the other python blocks before it. `<!-- input: a, b -->`
above a block is what a person would type into its command, a line each. Commands under `<!-- served -->` get a database
and a broker; those of them that go on running get a signal after a while, and must exit with 0. Those under
`<!-- home -->` get an empty folder, must print that they are open, and must exit with 0 too. Only a block under
`<!-- not run: needs a registry -->` is left out, and the number of those is fixed. Lines below a command are what it
must print first; after a line `...` anything may follow.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
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


RUN = [block for block in blocks() if block.mark != NOT_RUN]
CONSOLE = [
    command
    for block in RUN
    if block.kind == "console" and block.mark not in (SERVED, HOME)
    for command in commands(block)
]
AT_HOME = [command.line for block in RUN if block.mark == HOME for command in commands(block)]
SERVING = [command for block in RUN if block.mark == SERVED for command in commands(block)]

"""Runs the commands that docs/api.md shows.

`$ export NAME=…` takes the field `name` of the answer above it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import serving
from trainshed.client import Client
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
EXPORT = re.compile(r"export (\w+)=…")
ADDRESS = "http://127.0.0.1:8000"


async def run(command: list[str], env: dict[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, error = await process.communicate()
    assert error == b"", error.decode()
    return out.decode()


def answers(text: str) -> Any:
    return json.loads(text) if text.startswith("{") else {}


@pytest.mark.asyncio
async def test_every_command_works(database: str) -> None:
    """Given a server, when a reader follows the page, then only the move that it shows being refused is refused."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path}
    problems = []
    async with serving(
        Container(Settings(database=database, database_wait=DATABASE_WAIT, address_share=0, connections=4), work=True)
    ) as url:
        last: Any = {}
        for kind, text in BLOCK.findall(PAGE):
            if kind == "python":
                assert "finished" in await run([sys.executable, "-c", text.replace(ADDRESS, url)], env)
            if kind != "console":
                continue
            for line in text.splitlines():
                command = line.removeprefix("$ ").replace(ADDRESS, url)
                if (found := EXPORT.fullmatch(command)) is not None:
                    env[found[1]] = str(last[found[1].lower()])
                else:
                    if "/moves" in command:
                        await asked(url, env)
                        env["SEQ"] = str((await asked(url, env)).seq)
                    last = answers(await run(["bash", "-c", command], env))
                    if "error" in last:
                        problems.append((last["error"], last["word"]))
        assert problems == [("refused", "stop")]


async def asked(url: str, env: dict[str, str]) -> Any:
    """The table view, as soon as it is the reader's turn."""
    async with Client(url, env["TOKEN"]) as client, asyncio.timeout(PATIENCE):
        while not (seen := await client.look(env["TABLE"])).moves:
            await asyncio.sleep(0.05)
        return seen


def test_the_lines_it_shows_are_lines() -> None:
    for kind, text in BLOCK.findall(PAGE):
        if kind == "json":
            assert [json.loads(line)["type"] for line in text.splitlines()] == ["tableStart", "yourTurn", "tableOver"]

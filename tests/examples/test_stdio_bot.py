"""The examples of bots that are programs play whole games."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import pytest

import trainshed
from trainshed.arena.match import play_game
from trainshed.bots.bot import Budget, find
from trainshed.bots.stdio.stdio_bot import StdioBot
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded

FOLDER = Path(__file__).parents[2] / "examples" / "stdio_bot"
PROGRAMS = {"bot.py": [sys.executable, "-I"], "bot.sh": ["sh"]}
TITLES = ["lok-n-roll", "russian-railroads", "spike", "first-class"]


def example(name: str) -> StdioBot:
    return StdioBot(name.replace(".", "-"), [*PROGRAMS[name], str(FOLDER / name)])


def end(name: str, title: str, budget: Budget, seed: int = 3) -> State:
    """The end of a game of an example against `random`."""
    bot = example(name)
    try:
        state = trainshed.game(title).start(2, {})
        return play_game(state, [bot, find("random")], Seeded(seed), Random(seed), budget)[0]
    finally:
        bot.close()


def test_every_example_is_played() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(PROGRAMS)


@pytest.mark.parametrize("title", TITLES)
def test_the_bot_in_shell_plays_every_title(title: str) -> None:
    first, again = (end("bot.sh", title, Budget()) for _ in range(2))
    assert first.over
    assert first.digest() == again.digest()
    assert end("bot.sh", title, Budget(), seed=4).digest() != first.digest()


@pytest.mark.parametrize("title", TITLES)
def test_the_bot_in_python_plays_every_title(title: str) -> None:
    first, again = (end("bot.py", title, Budget(1.0, 2)) for _ in range(2))
    assert first.over
    assert first.digest() == again.digest()


def test_the_bot_in_python_keeps_to_its_seconds() -> None:
    assert end("bot.py", "lok-n-roll", Budget(0.01)).over


def test_the_bot_in_python_beats_random() -> None:
    games = [end("bot.py", "lok-n-roll", Budget(1.0, 20), seed) for seed in range(3)]
    assert [game.standings()[0] for game in games] == [1, 1, 1]


def test_the_bot_in_python_needs_nothing_but_python() -> None:
    text = (FOLDER / "bot.py").read_text(encoding="utf-8")
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.M))
    assert imported <= sys.stdlib_module_names
    assert len(text.splitlines()) <= 100

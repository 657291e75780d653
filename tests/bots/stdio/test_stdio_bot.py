"""A program as a bot: what it is told, what it may ask, and that its games repeat."""

from __future__ import annotations

import json
import math
import os
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

import trainshed
from tests.support.games.bot_programs import answer, ends, program, question
from trainshed.arena.match import play_game
from trainshed.arena.sim import simulate
from trainshed.bots.bot import Budget, UnknownBot, find, names
from trainshed.bots.stdio.messages import ToldBudget
from trainshed.bots.stdio.stdio_bot import StdioBot
from trainshed.kernel.nature import Seeded

KEEPS = """
heard = []
while True:
    message = hear()
    heard.append(message)
    if message["type"] == "hello": say(type="ready", name="keeper")
    else:
        json.dump(heard, open({file!r}, "w"))
        say(type="move", id=message["id"], word=message["moves"][-1])
"""

BY_SEED = """
greet()
while True:
    asked = hear()
    words = asked["moves"]
    for world in ask(type="world", count=asked["seed"] % 3 + 1)["worlds"]: assert world["moves"] == words
    say(type="move", id=asked["id"], word=words[asked["seed"] % len(words)])
"""


@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads", "spike", "first-class"])
def test_a_program_is_told_the_game_and_the_question(title: str, tmp_path: Path) -> None:
    state, file = question(title, 3), tmp_path / "heard"
    with program(KEEPS.format(file=str(file))) as bot:
        assert answer(bot, state, budget=Budget(0.5, 7)) == state.game.vocabulary.word(state.moves()[-1])
    hello, asked = json.loads(file.read_text())
    game = state.game
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "title": title,
        "edition": game.edition,
        "pack": game.pack.digest,
        "seats": 3,
        "options": dict(state.options),
        "worlds": 1000,
    }
    assert list(asked) == ["type", "id", "seat", "seed", "budget", "moves", "view"]
    assert (asked["type"], asked["id"], asked["seat"]) == ("choose", 1, state.actor)
    assert asked["budget"] == {"seconds": 0.5, "nodes": 7}
    assert asked["moves"] == [game.vocabulary.word(move) for move in state.moves()]
    assert asked["view"] == json.loads(msgspec.json.encode(state.view(state.actor)))
    assert asked["seed"] == Random(1).getrandbits(53)


def test_a_budget_without_an_end_is_told_as_null(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    with program(KEEPS.format(file=str(file))) as bot:
        answer(bot, question(), budget=Budget(math.inf))
    assert json.loads(file.read_text())[1]["budget"] == {"seconds": None, "nodes": None}
    for budget in (Budget(math.inf), Budget(1.5), Budget(2.0, 9), Budget(math.inf, 1)):
        assert ToldBudget.of(budget).budget() == budget


def test_hello_is_said_again_for_another_game_only(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    with program(KEEPS.format(file=str(file))) as bot:
        for state in (question(), question(later=1), question(seats=3), question("spike")):
            answer(bot, state)
    heard = json.loads(file.read_text())
    assert [message["type"] for message in heard] == ["hello", "choose", "choose", "hello", "choose", "hello", "choose"]
    assert [message["id"] for message in heard if message["type"] == "choose"] == [1, 2, 3, 4]


def test_a_game_repeats_with_its_seed() -> None:
    def end(seed: int) -> str:
        with program(BY_SEED) as bot:
            game = trainshed.game("lok-n-roll")
            return play_game(game.start(2), [bot, find("random")], Seeded(5), Random(seed), Budget())[0].digest()

    assert end(1) == end(1) != end(2)


def test_every_process_of_a_simulation_has_a_program_of_its_own(tmp_path: Path) -> None:
    """Games are the same for any number of processes, and no program is left behind."""
    script = tmp_path / "bot.py"
    keep = f"open({str(tmp_path)!r} + f'/pid-{{os.getpid()}}', 'w')\n"
    with program(BY_SEED) as bot:
        script.write_text(keep.join(["import os\n", bot.command[-1]]))
    command = {"mine": [sys.executable, "-S", str(script)]}
    found = [simulate("lok-n-roll", 2, ["mine", "random"], 6, "s", jobs, programs=command) for jobs in (1, 2)]
    assert found[0] == found[1]
    pids = [int(file.name.removeprefix("pid-")) for file in tmp_path.glob("pid-*")]
    assert 2 <= len(pids) <= 3
    assert all(ends(pid) for pid in pids)


def test_a_program_is_ended_with_its_children(tmp_path: Path) -> None:
    """Also those that hold its stdout, and that do not notice that its stdin is closed."""
    file = tmp_path / "pid"
    script = f"""
import subprocess
child = subprocess.Popen(["sleep", "1000"])
greet()
asked = hear()
say(type="move", id=asked["id"], word=asked["moves"][0])
open({str(file)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
time.sleep(1000)
"""
    with program(script) as bot:
        answer(bot, question())
        while not file.exists() or not file.read_text():
            pass
        pids = [int(pid) for pid in file.read_text().split()]
        os.kill(pids[1], 0)
    assert all(ends(pid) for pid in pids)


def test_a_closed_program_is_started_anew() -> None:
    with program("greet()\nasked = hear()\nsay(type='move', id=asked['id'], word=asked['moves'][0])\n") as bot:
        first = answer(bot, question())
        bot.close()
        assert answer(bot, question()) == first


def test_what_a_program_logs_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    script = """
greet()
asked = hear()
say(type="log", text="I think\\x1b[31m")
print("to stderr", file=sys.stderr)
say(type="move", id=asked["id"], word=asked["moves"][0])
hear()
"""
    with program(script) as bot:
        answer(bot, question())
    err = capfd.readouterr().err
    assert "odd: I think?[31m\n" in err
    assert "to stderr\n" in err


def test_programs_are_no_bots_that_can_be_found_by_name() -> None:
    """Requests name bots by entry points only, whatever was started from the command line."""
    with program(BY_SEED) as bot:
        answer(bot, question())
        assert "odd" not in names()
        for name in ("odd", "odd=sh", "stdio:sh", "trainshed.bots.stdio.stdio_bot:StdioBot"):
            with pytest.raises(UnknownBot):
                find(name)
    assert StdioBot("odd", ["sh"]).name == "odd"

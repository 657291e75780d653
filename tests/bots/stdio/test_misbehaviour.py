"""Programs that do not keep to the protocol: each is ended with an error that names it and says what it did."""

from __future__ import annotations

import math
import os
import pickle
import sys
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.support.games.bot_programs import PRELUDE, answer, ends, program, question
from trainshed.arena.sim import simulate
from trainshed.bots.bot import Budget
from trainshed.bots.stdio.messages import ProgramError
from trainshed.bots.stdio.stdio_bot import StdioBot

AFTER_ASKED = {
    "an illegal word": ("say(type='move', id=1, word='fly')", "has answered 'fly', which is not legal"),
    "a word of another question": ("say(type='move', id=2, word=asked['moves'][0])", "question 2 when it was asked 1"),
    "no JSON": ("print('Hello, world!', flush=True)", "what is no message: 'Hello, world!'"),
    "control characters": ("print('\\x1b[2J', flush=True)", "what is no message: '?[2J'"),
    "no UTF-8": ("os.write(1, b'\\xff\\xfe\\n')", "what is no message"),
    "deep brackets": ("print('[' * 60_000, flush=True)", "what is no message"),
    "an empty line": ("print(flush=True)", "what is no message: ''"),
    "an unknown message": ("say(type='resign')", "Invalid value 'resign'"),
    "a missing field": ("say(type='move', word='stop')", "missing required field `id`"),
    "a field too many": ("say(type='move', id=1, word='stop', why='x')", "unknown field `why`"),
    "a word that is a number": ("say(type='move', id=1, word=3)", "Expected `str`"),
    "ready again": ("say(type='ready')", 'has answered a question with \'{"type":"ready"'),
    "the end": ("sys.exit(3)", "has ended with exit code 3"),
    "a signal": ("os.kill(os.getpid(), 15)", "has ended by signal 15"),
    "a closed stdout": ("os.close(1); time.sleep(1000)", "has closed its stdout, or was killed"),
    "a long line": ("os.write(1, b'x' * 10_000_000); time.sleep(1000)", "has written a line of more than 65536 bytes"),
    "a long line with its end": ("print('x' * 70_000, flush=True)", "has written a line of more than 65536 bytes"),
    "many long lines": ("while True: print('x' * 10_000_000)", "has written a line of more than 65536 bytes"),
    "many logs": ("while True: say(type='log', text='!')", "has logged 1000 lines one after the other"),
}


@pytest.mark.parametrize("what", AFTER_ASKED)
def test_misbehaviour_when_asked(what: str) -> None:
    does, message = AFTER_ASKED[what]
    with program(f"greet()\nasked = hear()\n{does}\nhear()\n") as bot:
        begin = monotonic()
        with pytest.raises(ProgramError) as caught:
            answer(bot, question())
        assert monotonic() - begin < 5, "before its time was up"
    assert str(caught.value).startswith(f"the bot odd ({sys.executable} -S -c ")
    assert message in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value), "it passes between processes"


def test_an_error_tells_what_the_program_calls_itself() -> None:
    script = "hear()\nsay(type='ready', name='Deep\\nShed' + '!' * 99)\nhear()\nsys.exit(1)\n"
    with program(script) as bot, pytest.raises(ProgramError, match=r", Deep\?Shed!{31}…\) has ended with exit code 1"):
        answer(bot, question())


AT_HELLO = {
    "half a line": ("print('Welc', end='', flush=True); sys.exit(2)", "has ended with exit code 2 after 'Welc'"),
    "rubbish and the end": ("print('Bye!', flush=True); sys.exit(0)", "what is no message: 'Bye!'"),
    "rubbish": ("print('Welcome!', flush=True)", "what is no message: 'Welcome!'"),
    "a move": ("say(type='move', id=1, word='stop')", 'has answered hello with \'{"type":"move"'),
    "a question": ("say(type='world')", 'has answered hello with \'{"type":"world"'),
    "another protocol": ("say(type='ready', protocol=2)", "speaks version 2 of the protocol, not 1"),
    "the end": ("sys.exit(0)", "has ended with exit code 0"),
    "an exception": ("raise ValueError", "has ended with exit code 1"),
}


@pytest.mark.parametrize("pause", ["", "time.sleep(0.2)\n"])
def test_what_was_said_last_is_told_although_nobody_listens(pause: str) -> None:
    """A program that speaks and ends before it is written to: its words tell more than its end."""
    for _ in range(5):
        with program(f"{pause}print('usage: bot [-h]', flush=True)") as bot, pytest.raises(ProgramError) as caught:
            answer(bot, question())
        assert "what is no message: 'usage: bot [-h]'" in str(caught.value)


@pytest.mark.parametrize("what", AT_HELLO)
def test_misbehaviour_at_hello(what: str) -> None:
    does, message = AT_HELLO[what]
    with program(f"hear()\n{does}\nhear()\n") as bot, pytest.raises(ProgramError) as caught:
        answer(bot, question())
    assert message in str(caught.value)


SILENT = {
    "at its start": "time.sleep(1000)",
    "when asked": "greet(); hear(); time.sleep(1000)",
    "with its stdin closed": "greet(); os.close(0); time.sleep(1000)",
    "without reading": "say(type='ready'); time.sleep(1000)",
    "while it asks": "greet(); hear()\nwhile True: ask(type='world', count=10**6)",
    "while it asks without reading": "greet(); hear()\nwhile True: say(type='world', count=9)",
    "in a long request": "greet(); hear(); ask(type='world')\nwhile True: ask(type='playout', world=1, count=1000)",
    "in many short lines": "greet(); hear()\nwhile True: say(type='drop', worlds=[])",
}


@pytest.mark.parametrize("when", SILENT)
def test_a_program_that_does_not_answer_is_not_waited_for(when: str) -> None:
    with program(SILENT[when], grace=0.5, start=2.0) as bot:
        begin = monotonic()
        with pytest.raises(ProgramError, match="has not answered in time"):
            answer(bot, question())
        assert 0.5 <= monotonic() - begin < 6


def test_the_time_of_a_budget_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds and a grace; a number of nodes is not hurried by the seconds beside it."""
    script = "greet()\nasked = hear()\ntime.sleep(0.6)\nsay(type='move', id=1, word=asked['moves'][0])\nhear()\n"
    for budget in (Budget(60.0), Budget(0.0, 4), Budget(math.inf)):
        with program(script, grace=0.0) as bot:
            answer(bot, question(), budget=budget)
    monkeypatch.setattr("trainshed.bots.stdio.stdio_bot.UNTIMED_SECONDS", 0.1)
    for budget in (Budget(0.1), Budget(0.0, 4), Budget(math.inf)):
        with program(script, grace=0.0) as bot, pytest.raises(ProgramError, match="has not answered in time"):
            answer(bot, question(), budget=budget)


def test_an_answer_given_twice_is_not_taken_for_the_next() -> None:
    twice = "greet()\nasked = hear()\nfor _ in range(2): say(type='move', id=1, word=asked['moves'][0])\nhear()\n"
    with program(twice) as bot:
        state = question()
        assert answer(bot, state) == state.game.vocabulary.word(state.moves()[0])
        with pytest.raises(ProgramError, match="has answered question 1 when it was asked 2"):
            answer(bot, state)


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    for command in (["/no/such/program"], [str(tmp_path)], ["with\0zero"]):
        with pytest.raises(ProgramError, match=r"the bot odd .* cannot be started: "):
            answer(StdioBot("odd", command), question())


def test_a_program_is_ended_when_the_question_is_broken_off(tmp_path: Path) -> None:
    """As by Ctrl-C: half a dialogue cannot be gone on with."""
    file = tmp_path / "pid"
    script = f"greet()\nhear()\nopen({str(file)!r}, 'w').write(str(os.getpid()))\nask(type='world', count=2)\nhear()\n"

    class Broken(Exception):
        pass

    state = question()
    view = state.view(state.actor)
    drawn = [state.clone()]

    def worlds() -> object:
        if drawn:
            return drawn.pop()
        raise Broken

    with program(script) as bot:
        with pytest.raises(Broken):
            bot.choose(view, state.moves(), Budget(), Random(1), worlds)  # type: ignore[arg-type]
        assert ends(int(file.read_text()))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_ends_with_the_error_of_its_program(jobs: int, tmp_path: Path) -> None:
    script = f"{PRELUDE}open({str(tmp_path)!r} + f'/{{os.getpid()}}', 'w')\ngreet()\nhear()\nsys.exit(7)\n"
    with pytest.raises(ProgramError, match=r"the bot mine .* has ended with exit code 7"):
        simulate("lok-n-roll", 2, ["mine"], 4, jobs=jobs, programs={"mine": [sys.executable, "-S", "-c", script]})
    pids = [int(file.name) for file in tmp_path.iterdir()]
    assert pids
    assert os.getpid() not in pids
    assert all(ends(pid) for pid in pids)

"""Bots that are programs, written for one test: a few lines of Python that are run by a new interpreter."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import monotonic, sleep
from typing import Any

import trainshed
from trainshed.bots.bot import Budget
from trainshed.bots.stdio.stdio_bot import StdioBot
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded, choose_all

PRELUDE = """\
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)
def ask(**message):
    say(**message)
    return hear()
def greet():
    assert hear()["type"] == "hello"
    say(type="ready")
"""


@contextmanager
def program(script: str, grace: float = 5.0, start: float = 30.0) -> Iterator[StdioBot]:
    """A bot that is this script, after the functions of `PRELUDE`; it is ended with the block."""
    bot = StdioBot("odd", [sys.executable, "-S", "-c", f"{PRELUDE}{script}"], grace, start)
    try:
        yield bot
    finally:
        bot.close()


def question(title: str = "lok-n-roll", seats: int = 2, later: int = 0) -> State:
    """A position in which a seat has two moves or more; `later`: not the first such position, but one after it."""
    state = trainshed.game(title).start(seats)
    nature = Seeded(1)
    while True:
        choose_all(state, nature)
        if len(state.moves()) > 1:
            if later == 0:
                return state
            later -= 1
        state.apply(state.moves()[0])


def answer(bot: Any, state: State, seed: int = 1, budget: Budget | None = None) -> str:
    """The word that a bot answers in a position."""
    rng, view = Random(seed), state.view(state.actor)
    move = bot.choose(view, state.moves(), budget or Budget(0.0), rng, lambda: state.game.world(view, rng))
    return state.game.vocabulary.word(move)


def ends(pid: int, seconds: float = 5.0) -> bool:
    """Whether a process ends, and is not even waited for any more, within this time."""
    stop = monotonic() + seconds
    while monotonic() < stop:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        sleep(0.01)
    return False

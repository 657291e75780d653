"""A bot process: reads questions from standard input, and writes to standard output the moves that bots choose, or
what moves are worth.

It knows of a game only what the questions say, and has no connection to the database or to the network. It ends when
its standard input is closed, which also happens when the server is killed.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, BinaryIO, Final

import msgspec

from trainshed.bots.analysis.judge import judge
from trainshed.bots.bot import Bot, Worlds, find
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game
from trainshed.kernel.registry import add_pack, game, knows_pack
from trainshed.service.bot_processes.question import LENGTH, READY, Answer, Question, framed
from trainshed.wire import Judgement

NICE: Final = 5
"""How much a bot process steps back on a busy machine, the same as a worker."""
ALONE: Final = 60.0
"""Seconds beyond its budget after which a bot process that hangs ends by itself: its server may be gone."""


def main() -> None:
    """Answer questions until standard input is closed."""
    # The server ends this process: Ctrl-C in its terminal, or a stop of its whole service, must not do so before.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers, suppress(BrokenPipeError):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no answer
        answers.write(READY)
        answers.flush()
        while (body := read(sys.stdin.buffer)) is not None:
            question = msgspec.msgpack.decode(body, type=Question)
            # SIGALRM ends the process also where compiled code never returns to the interpreter.
            signal.setitimer(signal.ITIMER_REAL, question.budget.seconds + ALONE)
            answer = answered(question)
            signal.setitimer(signal.ITIMER_REAL, 0)
            answers.write(framed(answer))
            answers.flush()


def read(questions: BinaryIO) -> bytes | None:
    """The next message; None if there is none any more."""
    head = questions.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    [length] = LENGTH.unpack(head)
    body = questions.read(length)
    return body if len(body) == length else None


def answered(question: Question) -> Answer:
    """The move of the bot or the judgement of all moves, or an error as one line."""
    try:
        return Answer(choose(question)) if question.bot else Answer(judgement=judged(question))
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})"
        return Answer(error=f"{type(error).__name__}: {error}{where}")


def choose(question: Question) -> int:
    """Let the bot choose."""
    view, rng, worlds = imagination(question)
    return known_bot(question.bot).choose(view, list(question.moves), question.budget, rng, worlds)


def judged(question: Question) -> Judgement:
    """Compare the moves."""
    view, rng, worlds = imagination(question)
    return judge(view, list(question.moves), question.played, question.budget, rng, worlds)


def imagination(question: Question) -> tuple[Any, Random, Worlds]:
    """The view of a question, its random numbers, and the worlds that are imagined from both, as everywhere."""
    own = game_of(question)
    view = msgspec.msgpack.decode(question.view, type=view_type(question.title, question.edition))
    rng = Random(question.seed)
    return view, rng, lambda: own.world(view, rng)


def game_of(question: Question) -> Game:
    """The title with the content pack of the question."""
    if question.content and not knows_pack(question.title, question.pack):
        add_pack(question.title, Pack.unpack(question.content, "the content of the table"))
    return game(question.title, question.edition, question.pack)


@cache
def view_type(slug: str, edition: int) -> Any:
    """The type of a title's views: that of the view of any of its games."""
    own = game(slug, edition)
    return type(own.start(min(own.seat_counts)).view(None))


@cache
def known_bot(name: str) -> Bot:
    """A bot by its name. Cached, as finding it takes longer than some bots think."""
    return find(name)


if __name__ == "__main__":
    main()

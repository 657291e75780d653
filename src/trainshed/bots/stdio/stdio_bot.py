"""A bot that asks a program for its moves."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import Any, Final

import msgspec

from trainshed.bots.bot import Budget, Worlds
from trainshed.bots.stdio.held_worlds import HeldWorlds
from trainshed.bots.stdio.messages import (
    MOST_WORLDS,
    PROTOCOL,
    BotMessage,
    ChooseRequest,
    Hello,
    LogMessage,
    MoveAnswer,
    ProgramError,
    Ready,
    ToldBudget,
    from_bot,
    line_of,
    quoted,
    shown,
)
from trainshed.bots.stdio.program import Program
from trainshed.kernel.game import State
from trainshed.kernel.record import embedded

START_SECONDS: Final = 30.0
"""How long a program may take from its start, or from a new `hello`, to `ready`."""

GRACE_SECONDS: Final = 5.0
"""How long after its budget a program may still answer."""

UNTIMED_SECONDS: Final = 60.0
"""The time for a question whose budget is a number of nodes, or no limit at all."""

SEED_BITS: Final = 53
"""Whole numbers of this size are exact in every language that reads JSON."""

LONGEST_LOG: Final = 1_000
"""Characters of a line in the log."""

LONGEST_COMMAND: Final = 200
"""Characters of the command in an error message."""

LONGEST_NAME: Final = 40
"""Characters of the program's own name in an error message."""

MOST_LOGS: Final = 1_000
"""Lines for the log without any other message between them."""


class StdioBot:
    """A bot that is a program of its own. It is started with its first question in each process, and is asked for all
    seats that it plays; `close` ends it, at the latest the end of the process does."""

    def __init__(
        self, name: str, command: Sequence[str], grace: float = GRACE_SECONDS, start: float = START_SECONDS
    ) -> None:
        self.name = name
        self.command = list(command)
        self._grace = grace
        self._start = start
        self._program: Program | None = None
        self._told: Hello | None = None
        self._called = ""
        """What the program calls itself."""
        self._asked = 0

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        """Ask the program. Without an answer that is a legal move, it is ended, and the error says what it did."""
        seed = rng.getrandbits(SEED_BITS)
        # One world is always drawn, because the random numbers of a game must not depend on which process plays it.
        first = worlds()
        try:
            program = self._greeted(first)
            return self._ask(program, view, moves, budget, seed, first, worlds)
        except (ProgramError, TimeoutError) as error:
            self.close(patience=0.0)
            what = str(error) if isinstance(error, ProgramError) else "has not answered in time"
            command = shown(shlex.join(self.command), LONGEST_COMMAND)
            called = f", {shown(self._called, LONGEST_NAME)}" if self._called else ""
            raise ProgramError(f"the bot {self.name} ({command}{called}) {what}") from error
        except BaseException:
            self.close(patience=0.0)  # in the middle of a question nobody knows what its next line would mean
            raise

    def close(self, patience: float | None = None) -> None:
        """End the program; the next question would start it anew."""
        program, self._program, self._told = self._program, None, None
        if program is not None:
            program.end() if patience is None else program.end(patience)

    def _greeted(self, world: State) -> Program:
        """The program, started and told which game is played."""
        game = world.game
        hello = Hello(
            PROTOCOL,
            game.slug,
            game.edition,
            game.pack.digest,
            world.seats,
            dict(world.options),
            MOST_WORLDS,
            embedded(game),
        )
        if self._program is None:
            self._program = Program(self.command)
        if self._told != hello:
            deadline = monotonic() + self._start
            self._program.send(line_of(hello), deadline)
            answer = self._hear(self._program, deadline)
            if not isinstance(answer, Ready):
                raise ProgramError(f"has answered hello with {as_written(answer)}")
            if answer.protocol != PROTOCOL:
                raise ProgramError(f"speaks version {answer.protocol} of the protocol, not {PROTOCOL}")
            self._told, self._called = hello, answer.name
        return self._program

    def _ask(
        self,
        program: Program,
        view: Any,
        moves: Sequence[int],
        budget: Budget,
        seed: int,
        first: State,
        worlds: Worlds,
    ) -> int:
        told = ToldBudget.of(budget)
        timed = told.seconds is not None and told.nodes is None
        deadline = monotonic() + (budget.seconds if timed else UNTIMED_SECONDS) + self._grace
        self._asked += 1
        vocabulary = first.game.vocabulary
        words = {vocabulary.word(move): move for move in moves}
        question = ChooseRequest(
            self._asked, first.actor, seed, told, list(words), msgspec.Raw(msgspec.json.encode(view))
        )
        held = HeldWorlds(first, worlds, Random(f"{seed}:worlds"), deadline)
        program.send(line_of(question), deadline)
        while True:
            message = self._hear(program, deadline)
            match message:
                case MoveAnswer(id=number, word=word):
                    if number != self._asked:
                        raise ProgramError(f"has answered question {number} when it was asked {self._asked}")
                    if word not in words:
                        raise ProgramError(f"has answered {quoted(word)}, which is not legal")
                    return words[word]
                case Ready():
                    raise ProgramError(f"has answered a question with {as_written(message)}")
                case LogMessage():
                    raise AssertionError("logged already")
                case _:
                    program.send(line_of(held.answer(message)), deadline)

    def _hear(self, program: Program, deadline: float) -> BotMessage:
        """The next message that is not for the log."""
        for _ in range(MOST_LOGS):
            message = from_bot(program.receive(deadline))
            if not isinstance(message, LogMessage):
                return message
            print(f"{self.name}: {shown(message.text, LONGEST_LOG)}", file=sys.stderr)
        raise ProgramError(f"has logged {MOST_LOGS} lines one after the other")


def as_written(message: BotMessage) -> str:
    """A message as the program wrote it, shortened."""
    return quoted(line_of(message).rstrip(b"\n"))

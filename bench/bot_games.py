"""Plays whole games of the weakest bots and of the one that searches most, and counts what must never happen.

Titles and numbers of seats take turns. The two lowest levels play each other. Directors play among themselves, once
with 0.4 seconds for a question, in which they mostly finish but in Spike, then seven times with a twentieth of one.

    python bench/bot_games.py --keep FOLDER    10,000 games of the lowest levels, 100 of Directors; goes on after a stop
    python bench/bot_games.py --short          as many as fit into 45 s

Goals: no illegal move, no exception, no answer later than 50 ms after its time is up. It is also told how many
of the late ones had not worked for so long: there the machine did not let the bot run. The last line has the deciding
counts. Exit 1 if an answer was late, for whatever reason, 2 if a game failed, which no slow machine excuses.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, Self

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from trainshed.arena.jobs import ProcessRunner, run
from trainshed.arena.match import play_game
from trainshed.bots.bot import Bot, Budget, Worlds, find
from trainshed.bots.levels import DIRECTOR, LEVELS
from trainshed.kernel.nature import Seeded

SECONDS = 45.0
LATE = 50_000
"""Microseconds that an answer may come after its time is up."""
TABLE = 2.0
"""The seconds that a table gives a bot for a question."""
TIMES = (0.4, *(0.05,) * 7)
"""The seconds that Directors have for a question, game by game: mostly too few, so that time ends the search. Within
the two seconds of a table they finish, so that no answer could be late."""


class BotGames(msgspec.Struct):
    """What happened in some games."""

    games: int = 0
    questions: int = 0
    late: int = 0
    """Answers that came too late."""
    stalled: int = 0
    """Those of them that had not worked for so long: the machine did not let the bot run."""
    latest: int = 0
    """Microseconds by which the latest answer of all missed its time."""
    failures: list[str] = []
    """What stopped a game: an illegal move or another exception."""

    def merge(self, other: BotGames) -> None:
        self.games += other.games
        self.questions += other.questions
        self.late += other.late
        self.stalled += other.stalled
        self.latest = max(self.latest, other.latest)
        self.failures = sorted(self.failures + other.failures)

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


class TimedBot:
    """A bot whose answers are timed."""

    def __init__(self, bot: Bot, found: BotGames) -> None:
        self.name = bot.name
        self.bot = bot
        self.found = found

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        begin, worked = perf_counter(), process_time()
        move = self.bot.choose(view, moves, budget, rng, worlds)
        over = int(1e6 * (perf_counter() - begin - budget.seconds))
        too_long = 1e6 * (process_time() - worked - budget.seconds) > LATE
        self.found.questions += 1
        self.found.late += over > LATE
        self.found.stalled += over > LATE and not too_long
        self.found.latest = max(self.found.latest, over)
        return move


class BotGamesTask(msgspec.Struct, frozen=True):
    """Games of some bots at every title and number of seats in turn."""

    titles: list[str]
    bots: list[str]
    times: list[float]

    def empty(self) -> BotGames:
        return BotGames()

    def play(self, index: int, summary: BotGames) -> None:
        """Play one game, and note what goes wrong in it."""
        found = BotGames(1)
        game = trainshed.game(self.titles[index % len(self.titles)])
        rounds = index // len(self.titles)
        counts = [seats for seats in game.seat_counts if seats > 1]
        seats = counts[rounds % len(counts)]
        bots = [TimedBot(find(self.bots[(seat + index) % len(self.bots)]), found) for seat in range(seats)]
        luck = f"bot-games:{index}"
        budget = Budget(self.times[rounds // len(counts) % len(self.times)])
        try:
            play_game(game.start(seats), bots, Seeded(luck), Random(luck), budget)
        except Exception as error:  # told and counted: one of them is enough to miss the goal
            found.failures.append(f"{game.slug}, {seats} seats, game {index}: {type(error).__name__}: {error}")
        summary.merge(found)


def main() -> int:
    parser = argparse.ArgumentParser(description="Play whole games of bots, and count what must never happen.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--keep", type=Path, help="a folder for finished games, to go on from")
    parser.add_argument("--jobs", type=int, default=2, help="processes; fewer where others need a core")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    low = BotGamesTask(measured(), [level.name for level in LEVELS[:2]], [TABLE])
    high = BotGamesTask(measured(), [DIRECTOR.name], list(TIMES))
    code = 0
    lines: list[str] = []
    with ProcessRunner(args.jobs) as runner:
        for task, games, share in ((low, 10_000, 0.3), (high, 100, 1.0)):
            total = task.empty()
            end = perf_counter() + SECONDS * share
            while total.games < games and not (args.short and total.games and perf_counter() > end):
                more = len(task.titles) if args.short else games
                kept = args.keep / task.bots[0] if args.keep else None
                total.merge(run(task, more, kept=kept, first=total.games, runner=runner))
            for failure in total.failures[:9]:
                print(failure)
            code = max(code, 2 if total.failures else 1 if total.late else 0)
            lines.append(
                f"{total.games} games of {', '.join(task.bots)}: {len(total.failures)} failed, "
                f"{total.late} of {total.questions} answers late, {total.stalled} of them through the machine "
                f"(the latest by {total.latest / 1000:.0f} ms)"
            )
    print("; ".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Plants a blunder in the middle of games, and counts how often the analysis of the game names it as a turning point.

Four Inspectors play: a level that searches, so that few of their own moves are worse than the blunder. From the middle
of the game on, the seat that is expected to win waits for the beginning of a turn in which the rules of thumb find its
worst move much worse than its best, and makes the worst one, once. Everybody plays on as before. The rule says which
move it is before anything follows from it; how long the game is, is known from a game with the same luck and without
the blunder. Found is a blunder whose turn is among the three turning points: the planted decision itself, or another
one that the seat answered in that turn.

    python bench/planted_blunders.py            10 games of Russian Railroads and of Lok'n'Roll, or some more
    python bench/planted_blunders.py --short    as many games of Drivers, who do not search, as fit into 45 s, and only
                                                the 30 rows around each blunder

Goal: 9 of 10 of each title. The last line has the deciding counts. Exit 1 if the goal is missed.
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
from trainshed.arena.jobs import ProcessRunner, run
from trainshed.arena.match import play_game
from trainshed.bots.analysis.game_analysis import FIRST_NODES, GameAnalysis, put
from trainshed.bots.bot import Bot, Budget, Worlds, find
from trainshed.bots.levels import DRIVER, INSPECTOR
from trainshed.bots.search.title import search_of
from trainshed.bots.thumb import rules_of_thumb
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.record import MOVE, Row

TITLES = {"russian-railroads": 20, "lok-n-roll": 200}
"""The best move of a question with a planted blunder weighs so many times as much as the worst, or more. Weights fall
by a factor for each point, so that is a number of points: in Lok'n'Roll five, of eight that usually decide a game."""
SEATS = 4
GAMES = 10
GOAL = 0.9
SECONDS = 45.0
PROCESSES = 2
SHORT_ROWS = 30
SHORT_SECONDS = 10.0
"""How long the analysis of these rows may take, by its own account: with few nodes it takes as many as it must."""
EVER = Budget(seconds=1e9)


class PlantedBlunders(msgspec.Struct):
    """How many blunders were planted and found."""

    planted: dict[str, int] = {}
    found: dict[str, int] = {}
    told: list[str] = []

    def merge(self, other: PlantedBlunders) -> None:
        for slug, count in other.planted.items():
            self.planted[slug] = self.planted.get(slug, 0) + count
            self.found[slug] = self.found.get(slug, 0) + other.found.get(slug, 0)
        self.told = self.told + other.told

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


class BlunderingPlayer:
    """A level that makes one blunder, as soon as the rule allows it. One of them plays all seats of a game."""

    def __init__(self, level: Bot, middle: int) -> None:
        self.name = f"blundering {level.name}"
        self.level = level
        self.middle = middle
        """The number of the turn from which on a blunder may be made."""
        self.state: State | None = None
        """The position, for the rule only: which seat is expected to win, and where turns begin."""
        self.turns = 0
        self.planted = -1
        """The move that was the blunder; -1: not yet."""

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        state = self.state
        assert state is not None
        self.turns += state.begins_turn
        best = self.level.choose(view, moves, budget, rng, worlds)
        if self.planted >= 0 or not state.begins_turn or self.turns < self.middle:
            return best
        expected = search_of(state.game).expected
        assert expected is not None
        points = expected(state)
        weights = rules_of_thumb(state.game)(state, moves)
        if points[state.actor] < max(points) or min(weights) * TITLES[state.game.slug] > max(weights):
            return best
        self.planted = moves[weights.index(min(weights))]
        return self.planted


class PlantedGame:
    """A game with a planted blunder, played to its end."""

    def __init__(self, slug: str, level: str, number: int) -> None:
        whole = BlunderingPlayer(find(level), middle=1_000_000)
        self.play(slug, number, whole)
        self.play(slug, number, BlunderingPlayer(find(level), middle=whole.turns // 2))

    def play(self, slug: str, number: int, bot: BlunderingPlayer) -> None:
        luck = f"planted blunder:{slug}:{number}"
        bot.state = state = trainshed.game(slug).start(SEATS)
        self.positions: list[State] = []
        self.rows: list[Row] = []
        self.blunder = 0
        """The row of the blunder; 0: there was no occasion."""
        words = state.game.vocabulary

        def note(actor: int, move: int) -> None:
            self.positions.append(state.clone())
            self.rows.append(Row(actor, MOVE, words.word(move)))
            if bot.planted >= 0 and not self.blunder:
                self.blunder = len(self.rows)

        play_game(state, [bot] * SEATS, Seeded(luck), Random(luck), EVER, note)

    def found(self, nodes: int, seconds: float | None, rows: int) -> tuple[bool, str]:
        """Whether the blunder is among the turning points of the rows around it, and what the analysis says of it."""
        first = max(0, self.blunder - rows // 2)
        analysis = GameAnalysis(self.positions[first], self.rows[first : first + rows], nodes, seconds)
        first_second = process_time()
        while (question := analysis.next_question()) is not None:
            begin = perf_counter()
            analysis.answered(question, put(question), perf_counter() - begin)
        result = analysis.result()
        turns = {decision.row: decision.turn for decision in analysis.decisions}
        turn = turns[self.blunder - first]
        rank = next((place for place, row in enumerate(result.turning_points, 1) if turns[row] == turn), 0)
        judged = next(decision for decision in result.decisions if decision.row == self.blunder - first)
        losses = sorted((decision.loss for decision in result.decisions), reverse=True)
        return rank > 0, (
            f"row {self.blunder} of {len(self.rows)}, {judged.played} for {judged.best.move}: loss {judged.loss:.1%}, "
            f"turning point {rank or 'none'} (greatest losses {', '.join(f'{loss:.1%}' for loss in losses[:3])}); "
            f"analysed in {process_time() - first_second:.0f} s of one core"
        )


class PlantedBlundersTask(msgspec.Struct, frozen=True):
    """Games with planted blunders, the titles in turn."""

    titles: list[str]
    level: str
    """Who plays."""
    nodes: int
    seconds: float | None
    rows: int

    def empty(self) -> PlantedBlunders:
        return PlantedBlunders()

    def play(self, index: int, summary: PlantedBlunders) -> None:
        slug = self.titles[index % len(self.titles)]
        game = PlantedGame(slug, self.level, index // len(self.titles))
        if not game.blunder:
            summary.merge(PlantedBlunders(told=[f"{slug}, game {index}: no occasion for a blunder"]))
            return
        found, told = game.found(self.nodes, self.seconds, self.rows)
        summary.merge(PlantedBlunders({slug: 1}, {slug: int(found)}, [f"{slug}, game {index}: {told}"]))


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant blunders, and count how many of them the analysis finds.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--title", action="append", choices=list(TITLES), help="only this title")
    parser.add_argument("--games", type=int, default=GAMES, help="with a blunder, of each title")
    parser.add_argument("--nodes", type=int, default=FIRST_NODES)
    parser.add_argument("--rows", type=int, default=1_000_000, help="analyse only so many rows around each blunder")
    args = parser.parse_args()
    titles = args.title or list(TITLES)
    task = PlantedBlundersTask(titles, INSPECTOR.name, args.nodes, None, args.rows)
    if args.short:
        task = PlantedBlundersTask(titles, DRIVER.name, args.nodes, SHORT_SECONDS, SHORT_ROWS)
    total = task.empty()
    begin = perf_counter()
    played = 0
    longest = 0.0
    with ProcessRunner(PROCESSES) as runner:
        while min(total.planted.get(slug, 0) for slug in titles) < args.games and not (
            args.short and played and perf_counter() - begin + longest > SECONDS
        ):
            start = perf_counter()
            some = run(task, PROCESSES * len(titles), first=played, runner=runner)
            longest = max(longest, perf_counter() - start)
            played += PROCESSES * len(titles)
            for line in some.told:
                print(line, flush=True)
            total.merge(some)
    missed = [slug for slug in titles if total.found.get(slug, 0) < int(GOAL * total.planted.get(slug, 0))]
    lines = [f"{slug} {total.found.get(slug, 0)} of {total.planted.get(slug, 0)}" for slug in titles]
    print(f"planted blunders found: {', '.join(lines)} (goal {GOAL:.0%})")
    return 1 if missed or not all(total.planted.get(slug) for slug in titles) else 0


if __name__ == "__main__":
    sys.exit(main())

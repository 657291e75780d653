"""Measures what the choices of search are worth, question by question: parameters are compared without matches.

Questions are taken from games of Drivers. Each likely move of a question is played to the end by the rules of thumb,
many times and with the same luck for all moves: that says what the moves are worth. Then search answers the question,
and the worth of its move is compared with that of the move that the rules of thumb prefer. Search knows nothing of the
games that say what is better, so its gain is not flattered; what is best by those games alone would be.

    python bench/search_choices.py --title spike --keep FOLDER --try nodes=256 --try nodes=256,horizon=10,trust=0.1
    python bench/search_choices.py --short      a few questions of each title

Gains are shares of the utility that search counts in, where a game that is won as usual has 0.73 to 1 and one that is
lost the rest. What is found with `--keep` is used again by the next run. The last line has the deciding figures: what
search with the title's own parameters gains. Exit 1 if it clearly loses instead.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from time import perf_counter
from typing import Any, Final, NamedTuple, Self

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from trainshed.arena.jobs import ProcessRunner, run
from trainshed.bots.bot import Budget
from trainshed.bots.levels import DIRECTOR_NODES, DRIVER
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.evaluation import Evaluation
from trainshed.bots.search.luck import TurnLuck
from trainshed.bots.search.title import Parameters, search_of
from trainshed.bots.search.tree import Tree
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded

QUESTIONS: Final = 80
GAMES: Final = 120
"""How often each likely move is played to the end."""
SHORT_QUESTIONS: Final = 4
SHORT_GAMES: Final = 12
SHORT_NODES: Final = 32
SECONDS: Final = 35.0
"""A short run measures no further title after so many seconds."""
LIKELY: Final = 6
"""How many moves are played to the end, those that the rules of thumb prefer. Others count like the worst of them."""
STAGES: Final = (0.05, 0.9)
"""From which to which part of a game questions are taken."""
BUDGET: Final = Budget(seconds=math.inf)


class Question(msgspec.Struct, frozen=True):
    """A question of a game, and what its likely moves are worth, the one first that the rules of thumb prefer."""

    position: bytes
    moves: list[int]
    worth: list[float]

    def gain(self, move: int) -> float:
        """How much more a move is worth than the one that the rules of thumb prefer."""
        found = self.worth[self.moves.index(move)] if move in self.moves else min(self.worth)
        return found - self.worth[0]


class Questions(msgspec.Struct):
    """Questions by number."""

    found: dict[int, Question] = {}

    def merge(self, other: Self) -> None:
        self.found = dict(sorted({**self.found, **other.found}.items()))

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.msgpack.decode(data, type=cls)


class FindQuestions(msgspec.Struct, frozen=True):
    """Questions of one title, each from a game of its own, and games that say what their moves are worth."""

    title: str
    seats: int
    games: int

    def empty(self) -> Questions:
        return Questions()

    def play(self, index: int, summary: Questions) -> None:
        """Find one question, and play its likely moves to the end."""
        luck = f"choices:{index}"
        state = self.position(index)
        game, seat, moves = state.game, state.actor, state.moves()
        title = search_of(game)
        chosen = title.parameters
        evaluation = Evaluation(title.margin * chosen.spread, chosen.win, 0.0)
        tree = Tree(seat, title.quick_weigh, title.expected, evaluation, chosen.explore, -1, chosen.loose, math.inf)
        view, rng = state.view(seat), Random(luck)
        weights = title.weigh(game.world(view, rng), moves)
        order = sorted(range(len(moves)), key=lambda at: (-weights[at], moves[at]))[:LIKELY]
        totals = [0.0] * len(order)
        for number in range(self.games):
            world = game.world(view, rng)
            for place, at in enumerate(order):
                after: Any = world.clone()
                after.apply(moves[at])
                totals[place] += tree.outcome(after, TurnLuck(f"{luck}:{number}"))[seat]
        summary.found[index] = Question(
            state.dump(), [moves[at] for at in order], [each / self.games for each in totals]
        )

    def position(self, index: int) -> State:
        """A question with three answers or more, somewhere in the game with this number."""
        pick = Random(f"stage:{index}")
        asked = self.asked(index, None)
        while True:
            stop = int(asked.questions * (STAGES[0] + (STAGES[1] - STAGES[0]) * pick.random()))
            state = self.asked(index, stop).state
            if len(state.moves()) > 2:
                return state

    def asked(self, index: int, stop: int | None) -> Asked:
        """The game with this number, up to its question `stop`."""
        luck = f"choices:{index}"
        state = trainshed.game(self.title).start(self.seats)
        nature, rng, count = Seeded(luck), Random(luck), 0
        while not state.over:
            if state.actor == trainshed.NATURE:
                state.apply(nature.choose(state))
                continue
            moves = state.moves()
            if len(moves) == 1:
                state.apply(moves[0])
                continue
            if count == stop:
                break
            count += 1
            view = state.view(state.actor)
            state.apply(DRIVER.choose(view, moves, BUDGET, rng, lambda: state.game.world(view, rng)))  # noqa: B023
        return Asked(state, count)


class Asked(NamedTuple):
    """A position, and how many questions with a choice came before it."""

    state: State
    questions: int


class Gains(msgspec.Struct):
    """What the answers of each way to search gain, by number of the question, and the microseconds they took."""

    gains: dict[int, list[float]] = {}
    took: list[int] = []

    def merge(self, other: Self) -> None:
        self.gains = dict(sorted({**self.gains, **other.gains}.items()))
        self.took = [sum(pair) for pair in zip(self.took, other.took, strict=True)]

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.msgpack.decode(data, type=cls)


class AnswerQuestions(msgspec.Struct, frozen=True):
    """Search answers questions in several ways."""

    title: str
    questions: dict[int, Question]
    ways: list[tuple[int, Parameters]]
    """Simulations, and parameters."""
    times: int
    """How often each question is answered, with other luck every time."""

    def empty(self) -> Gains:
        return Gains({}, [0] * len(self.ways))

    def play(self, index: int, summary: Gains) -> None:
        """Answer one question in all ways."""
        question, game = self.questions[index], trainshed.game(self.title)
        state = game.load(question.position)
        view, moves = state.view(state.actor), state.moves()
        gains: list[float] = []
        for place, (nodes, parameters) in enumerate(self.ways):
            bot, total, begin = SearchBot("measured", nodes, parameters), 0.0, perf_counter()
            for time in range(self.times):
                rng = Random(f"answer:{index}:{time}")
                total += question.gain(bot.choose(view, moves, BUDGET, rng, lambda: game.world(view, rng)))  # noqa: B023
            summary.took[place] += int(1e6 * (perf_counter() - begin))
            gains.append(total / self.times)
        summary.gains[index] = gains


def way(title: str, text: str) -> tuple[int, Parameters]:
    """A way to search, from `nodes=64,horizon=5`; whatever is not named is as in the title's parameters."""
    given = dict(part.split("=", 1) for part in text.split(",") if part)
    nodes = int(given.pop("nodes", DIRECTOR_NODES))
    own = msgspec.to_builtins(search_of(trainshed.game(title)).parameters)
    return nodes, msgspec.convert({**own, **given}, Parameters, strict=False)


def interval(gains: list[float]) -> tuple[float, float]:
    """The mean, and how far its 95 % interval reaches to both sides."""
    return mean(gains), 1.96 * pstdev(gains) / math.sqrt(len(gains))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the choices of search are worth.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--games", type=int, default=GAMES, help="games to the end for each likely move")
    parser.add_argument("--times", type=int, default=1, help="how often each question is answered")
    parser.add_argument("--try", dest="ways", action="append", default=[], metavar="nodes=256,trust=0.3")
    parser.add_argument("--keep", type=Path, help="a folder for the questions")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    count, games = (SHORT_QUESTIONS, SHORT_GAMES) if args.short else (args.questions, args.games)
    own = f"nodes={SHORT_NODES}" if args.short else ""
    begin = perf_counter()
    figures: list[str] = []
    lost = False
    with ProcessRunner(2) as runner:
        for title in measured():
            if args.short and perf_counter() - begin > SECONDS:
                break
            task = FindQuestions(title, args.seats, games)
            kept = args.keep / f"{title}-{args.seats}-{games}" if args.keep else None
            questions = run(task, count, runner=runner, kept=kept).found
            texts = [own, *args.ways]
            answers = AnswerQuestions(title, questions, [way(title, text) for text in texts], args.times)
            found = run(answers, count, runner=runner)
            rows = [found.gains[index] for index in range(count)]
            for place, text in enumerate(texts):
                gain, reach = interval([row[place] for row in rows])
                more, apart = interval([row[place] - row[0] for row in rows])
                print(
                    f"{title}, {args.seats} seats, {text or 'as the title plays'}: gains {gain:+.4f} ± {reach:.4f}, "
                    f"{more:+.4f} ± {apart:.4f} to the first, {found.took[place] / 1e6 / count / args.times:.2f} s",
                    flush=True,
                )
            gain, reach = interval([row[0] for row in rows])
            lost = lost or gain + reach < 0
            figures.append(f"{title} {gain:+.4f} ± {reach:.4f}")
    print(f"gains over the rules of thumb a question, {count} questions: {'; '.join(figures)}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())

"""Simulation of many games: local processes play ranges of seeds, and their tallies add up to one summary.

Game `i` of seed `S` has its draws from `Seeded("S:i")` and its bots' random numbers from `Random("S:i")`, so it is the
same game in every process. A tally holds whole numbers and fractions only, so adding up is exact and its order
cannot matter: the summary is the same for any number of jobs.

Bots rotate: in game `i` seat `s` is played by bot `(s + i) mod seats` of the list, so in every `seats` games each bot
sits once in each seat, the advantage of a seat falls on all bots alike, and the strength of a bot on all seats alike.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from fractions import Fraction
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import msgspec

from trainshed.arena.match import Counts, play_game
from trainshed.bots.bot import Bot, Budget, find
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import MOVE, Record, Row, embedded, write
from trainshed.kernel.registry import game as find_game

CHUNK_SECONDS: Final = 1.5
"""A process plays for about this long before it reports."""

LOST: Final = "lost"
"""The result of a one-seat mode that has no score because it was lost."""

BUDGET: Final = Budget(playouts=256)
"""How long bots think by default: a number of playouts and not of seconds, so that results repeat."""

Z_95: Final = 1.959963984540054


# ---------------------------------------------------------------- tallies


class Measure:
    """Running statistics of whole numbers: count, sum, sum of squares, least and greatest."""

    __slots__ = ("count", "high", "low", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0
        self.squares = 0
        self.low = 0
        self.high = 0

    def add(self, value: int) -> None:
        self.low = value if self.count == 0 else min(self.low, value)
        self.high = value if self.count == 0 else max(self.high, value)
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Measure) -> None:
        if other.count == 0:
            return
        self.low = other.low if self.count == 0 else min(self.low, other.low)
        self.high = other.high if self.count == 0 else max(self.high, other.high)
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float | None:
        return float(Fraction(self.total, self.count)) if self.count else None

    @property
    def sd(self) -> float | None:
        """The standard deviation of a sample."""
        if self.count < 2:
            return None
        spread = self.count * self.squares - self.total * self.total
        return math.sqrt(Fraction(spread, self.count * (self.count - 1)))


class Side:
    """Totals of one bot, or of one seat, over many games. A first place that k seats share is 1/k of a win."""

    __slots__ = ("played", "scores", "wins")

    def __init__(self) -> None:
        self.played = 0
        self.wins = Fraction(0)
        self.scores = Measure()

    def merge(self, other: Side) -> None:
        self.played += other.played
        self.wins += other.wins
        self.scores.merge(other.scores)


class Tally:
    """Totals over many games. Tallies merge in any order to the same totals."""

    def __init__(self, bots: Sequence[str], seats: int) -> None:
        self.games = 0
        self.ties = 0
        self.lost = 0
        self.by_bot = {name: Side() for name in bots}
        self.by_seat = [Side() for _ in range(seats)]
        self.decisions = Measure()
        self.moves = Measure()
        self.turns = Measure()

    def add(self, state: State, seated: Sequence[str], counts: Counts) -> None:
        """Add one finished game."""
        standings, scores, lost = state.standings(), state.scores(), state.result() == LOST
        first = standings.count(1)
        self.games += 1
        self.ties += first > 1
        self.lost += lost
        for seat, name in enumerate(seated):
            for side in (self.by_bot[name], self.by_seat[seat]):
                side.played += 1
                if standings[seat] == 1:
                    side.wins += Fraction(1, first)
                if not lost:
                    side.scores.add(scores[seat])
        self.decisions.add(counts.decisions)
        self.moves.add(counts.moves)
        self.turns.add(counts.turns)

    def merge(self, other: Tally) -> None:
        self.games += other.games
        self.ties += other.ties
        self.lost += other.lost
        for name, side in other.by_bot.items():
            self.by_bot[name].merge(side)
        for mine, theirs in zip(self.by_seat, other.by_seat, strict=True):
            mine.merge(theirs)
        self.decisions.merge(other.decisions)
        self.moves.merge(other.moves)
        self.turns.merge(other.turns)


# ---------------------------------------------------------------- summaries


class Share(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval after Wilson."""

    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """Mean, standard deviation and range of a number; None where there are too few games."""

    mean: float | None
    sd: float | None
    min: int | None
    max: int | None


class PlayerSummary(msgspec.Struct, frozen=True):
    """A bot, or a seat: how often it played (a bot in several seats counts once for each), points and wins."""

    name: str
    played: int
    score: Spread
    won: Share


class SimulationSummary(msgspec.Struct, frozen=True):
    """The result of a simulation. Equal for equal arguments, whatever the number of jobs."""

    title: str
    edition: int
    pack: str
    seats: int
    options: dict[str, str]
    seed: str
    rotated: bool
    position: str
    """The digest of the position that was played on from; empty: whole games."""
    games: int
    bots: list[PlayerSummary]
    by_seat: list[PlayerSummary]
    ties: Share
    """Games in which the first place was shared."""
    lost: Share | None
    """One seat only: games without a score, because the mode was lost."""
    decisions: Spread
    moves: Spread
    turns: Spread


def wilson(wins: Fraction, games: int) -> Share:
    """A share with its 95 % interval. Shared wins vary less than whole ones: for them it is rather too wide."""
    if games == 0:
        return Share(0.0, 0.0, 1.0)
    share = float(wins / games)
    square = Z_95 * Z_95
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z_95 / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def _spread(measure: Measure) -> Spread:
    some = measure.count > 0
    return Spread(measure.mean, measure.sd, measure.low if some else None, measure.high if some else None)


def _line(name: str, side: Side) -> PlayerSummary:
    return PlayerSummary(name, side.played, _spread(side.scores), wilson(side.wins, side.played))


# ---------------------------------------------------------------- playing


class Task(msgspec.Struct, frozen=True):
    """The arguments that every process gets: plain values only, no positions."""

    title: str
    edition: int
    pack: str
    """The digest of the content pack."""
    content: str
    """The content pack itself, as a record embeds it; empty for the built-in one."""
    seats: int
    options: dict[str, str]
    bots: list[str]
    """One name a seat."""
    seed: str
    rotated: bool
    start: bytes
    """The dump of the position to play on from; empty: a new game."""
    budget: Budget
    save: str
    """A folder for the records; empty: none are kept."""

    def game(self) -> Game:
        """The title with its content pack, in any process."""
        if not self.content:
            return find_game(self.title, self.edition, self.pack)
        return find_game(self.title, self.edition, Pack.unpack(self.content, "the content of the study"))

    def seated(self, index: int) -> list[str]:
        """The names of the bots in this game, by seat."""
        shift = index if self.rotated else 0
        return [self.bots[(seat + shift) % self.seats] for seat in range(self.seats)]


@cache
def player(name: str) -> Bot:
    """A bot by its name, looked up once in each process."""
    return find(name)


def play_range(task: Task, begin: int, end: int, seconds: float) -> tuple[Tally, int]:
    """Play the games from `begin` to `end`, or until the time is up; returns their tally and the next game's index."""
    game = task.game()
    players = {name: player(name) for name in task.bots}
    tally = Tally(task.bots, task.seats)
    stop = perf_counter() + seconds
    index = begin
    while index < end:
        luck = f"{task.seed}:{index}"
        seated = task.seated(index)
        state = game.load(task.start) if task.start else game.start(task.seats, task.options)
        rows: list[Row] = []
        state, counts = play_game(
            state,
            [players[name] for name in seated],
            Seeded(luck),
            Random(luck),
            task.budget,
            _row_keeper(game, rows) if task.save else None,
        )
        tally.add(state, seated, counts)
        if task.save:
            _save(task, index, state, seated, rows)
        index += 1
        if perf_counter() >= stop:
            break
    return tally, index


def _row_keeper(game: Game, rows: list[Row]) -> Callable[[int, int], None]:
    return lambda actor, move: rows.append(Row(actor, MOVE, game.vocabulary.word(move)))


def _save(task: Task, index: int, state: State, seated: list[str], rows: list[Row]) -> None:
    game = state.game
    record = Record(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        seats=seated,
        options=dict(state.options),
        rows=rows,
        result=state.result(),
        standings=state.standings(),
        content=task.content,
    )
    Path(task.save, f"game-{index + 1:06}.train").write_text(write(record), encoding="utf-8", newline="\n")


def simulate(
    title: str,
    seats: int,
    bots: Sequence[str],
    games: int,
    seed: int | str = 0,
    jobs: int = 1,
    options: Mapping[str, str] | None = None,
    start_from: State | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    rotate: bool = True,
    budget: Budget | None = None,
    save: str | Path = "",
    pack: Pack | None = None,
) -> SimulationSummary:
    """Play `games` games and summarise them. Fewer bots than seats are repeated from the first on.

    With `start_from` every game goes on from that position, and `seats`, `options` and the content pack are its own;
    else `pack` is the content pack, if it is not the built-in one. `progress` is called with the number of games played
    since its last call.
    """
    if games < 1:
        raise SetupError("at least one game must be played")
    if jobs < 1:
        raise SetupError("at least one job must do the work")
    if start_from is not None:
        game = start_from.game
        seats, options = start_from.seats, dict(start_from.options)
        if start_from.over:
            raise SetupError("the game is over in this position: there is nothing to play on")
        if save:
            raise SetupError("games that begin in the middle cannot be saved as records")
    else:
        game = find_game(title, None, pack)
        options = dict(game.start(seats, options).options)
    if not bots:
        raise SetupError("no bots")
    if len(bots) > seats:
        raise SetupError(f"{len(bots)} bots for {seats} seats")
    for name in bots:
        player(name)
    task = Task(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        content=embedded(game),
        seats=seats,
        options=options,
        bots=[bots[seat % len(bots)] for seat in range(seats)],
        seed=str(seed),
        rotated=rotate,
        start=start_from.dump() if start_from is not None else b"",
        budget=budget if budget is not None else BUDGET,
        save=str(save),
    )
    if save:
        Path(save).mkdir(parents=True, exist_ok=True)
    tally = _alone(task, games, progress) if jobs == 1 else _together(task, games, jobs, progress)
    return SimulationSummary(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        seats=seats,
        options=options,
        seed=task.seed,
        rotated=rotate,
        position=start_from.digest() if start_from is not None else "",
        games=tally.games,
        bots=[_line(name, side) for name, side in tally.by_bot.items()],
        by_seat=[_line(f"seat {number}", side) for number, side in enumerate(tally.by_seat, 1)],
        ties=wilson(Fraction(tally.ties), tally.games),
        lost=wilson(Fraction(tally.lost), tally.games) if seats == 1 else None,
        decisions=_spread(tally.decisions),
        moves=_spread(tally.moves),
        turns=_spread(tally.turns),
    )


def _alone(task: Task, games: int, progress: Callable[[int], None] | None) -> Tally:
    total = Tally(task.bots, task.seats)
    done = 0
    while done < games:
        tally, done = play_range(task, done, games, CHUNK_SECONDS if progress is None else CHUNK_SECONDS / 5)
        total.merge(tally)
        if progress is not None:
            progress(tally.games)
    return total


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in worker processes: only the main process reacts to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _together(task: Task, games: int, jobs: int, progress: Callable[[int], None] | None) -> Tally:
    """Distribute ranges of games over processes. How long a game takes is not known beforehand, so a process stops when
    its time is up and returns the rest of its range; towards the end ranges become short, so that all finish together.
    """
    total = Tally(task.bots, task.seats)
    waiting = [(0, games)]
    running: dict[Future[tuple[Tally, int]], int] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    begin, end = waiting.pop()
                    left = end - begin + sum(e - b for b, e in waiting)
                    cut = min(end, begin + max(1, left // (2 * jobs)))
                    if cut < end:
                        waiting.append((cut, end))
                    running[pool.submit(play_range, task, begin, cut, CHUNK_SECONDS)] = cut
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    end = running.pop(future)
                    tally, begin = future.result()
                    if begin < end:
                        waiting.append((begin, end))
                    total.merge(tally)
                    if progress is not None:
                        progress(tally.games)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return total

"""Simulation of many games by bots, summed up by bot and by seat.

Game `i` of seed `S` has its draws from `Seeded("S:i")` and its bots' random numbers from `Random("S:i")`, so it is the
same game in every process. `trainshed.arena.jobs` plays the games; the summary is the same for any number of jobs.

Bots rotate: in game `i` seat `s` is played by bot `(s + i) mod seats` of the list, so in every `seats` games each bot
sits once in each seat, the advantage of a seat falls on all bots alike, and the strength of a bot on all seats alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from trainshed.arena.jobs import Runner, run
from trainshed.arena.match import play_game
from trainshed.arena.tally import PlayerSummary, Share, Spread, Tally, player_summary, spread_of, wilson
from trainshed.bots.bot import Bot, Budget, check_style, find
from trainshed.bots.stdio.stdio_bot import StdioBot
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import MOVE, Record, Row, embedded, write
from trainshed.kernel.registry import game as find_game

BUDGET: Final = Budget(seconds=math.inf)
"""How long bots think by default: as many nodes as they take by themselves, in any time, so that results repeat."""


class SimulationSummary(msgspec.Struct, frozen=True):
    """The result of a simulation. Equal for equal arguments, whatever the number of jobs."""

    title: str
    edition: int
    pack: str
    seats: int
    options: dict[str, str]
    seed: str
    rotated: bool
    round: int
    """After this many games, or twice as many and so on, each bot has sat in every seat equally often."""
    position: str
    """The digest of the position that was played on from; empty: whole games."""
    first: int
    """The number of the first game; they count from 0."""
    games: int
    bots: list[PlayerSummary]
    by_seat: list[PlayerSummary]
    winner: Spread
    """Points of the first place, once for each game that has one."""
    ties: Share
    """Games in which the first place was shared."""
    lost: Share | None
    """One seat only: games without a score, because the mode was lost."""
    decisions: Spread
    moves: Spread
    turns: Spread


class SimulationTask(msgspec.Struct, frozen=True):
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
    """The folder in which the driver writes the records; empty: games bring none."""
    programs: dict[str, list[str]] = {}
    """The bots that are programs of their own: the command of each, by its name."""

    def game(self) -> Game:
        """The title with its content pack, in any process."""
        return game_with(self.title, self.edition, self.pack, self.content)

    def seated(self, index: int) -> list[str]:
        """The names of the bots in this game, by seat."""
        shift = index if self.rotated else 0
        return [self.bots[(seat + shift) % self.seats] for seat in range(self.seats)]

    def empty(self) -> Tally:
        return Tally.empty(self.bots, self.seats)

    def play(self, index: int, summary: Tally) -> None:
        """Play one game, and add it to the tally, with its record if records are saved."""
        game = self.game()
        luck = f"{self.seed}:{index}"
        seated = self.seated(index)
        state = game.load(self.start) if self.start else game.start(self.seats, self.options)
        rows: list[Row] = []
        on_move = _row_keeper(game, rows) if self.save else None
        found = players(self)
        bots = [found[name] for name in seated]
        try:
            state, counts = play_game(state, bots, Seeded(luck), Random(luck), self.budget, on_move)
        except Exception as error:
            error.add_note(f"to play only this game, add --first {index} --games 1")
            raise
        summary.add(state, seated, counts)
        if self.save:
            summary.records[f"game-{index + 1:06}.train"] = record_of(state, seated, rows, self.content)


@lru_cache(maxsize=128)
def game_with(title: str, edition: int, pack: str, content: str) -> Game:
    """A title with its content pack, in any process: a known pack by its digest, any other by its content."""
    return find_game(title, edition, Pack.unpack(content, "the content of the task") if content else pack)


@cache
def player(name: str) -> Bot:
    """A bot by its name, looked up once in each process."""
    return find(name)


@cache
def program(name: str, command: tuple[str, ...]) -> StdioBot:
    """A bot that is a program, started once in each process."""
    return StdioBot(name, command)


def players(task: SimulationTask) -> dict[str, Bot]:
    """The bots of a simulation by their names."""
    own = task.programs
    return {name: program(name, tuple(own[name])) if name in own else player(name) for name in task.bots}


def round_length(bots: Sequence[str]) -> int:
    """After how many games bots that rotate sit as in the first one."""
    turned = [[*bots[shift:], *bots[:shift]] for shift in range(1, len(bots) + 1)]
    return 1 + turned.index([*bots])


def _row_keeper(game: Game, rows: list[Row]) -> Callable[[int, int], None]:
    return lambda actor, move: rows.append(Row(actor, MOVE, game.vocabulary.word(move)))


def record_of(state: State, seated: list[str], rows: list[Row], content: str) -> str:
    """A finished game between bots as the text of a record."""
    game = state.game
    record = Record(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        seats=[seat_name(seated, seat) for seat in range(len(seated))],
        options=dict(state.options),
        rows=rows,
        result=state.result(),
        standings=state.standings(),
        content=content,
    )
    return write(record)


def seat_name(bots: Sequence[str], seat: int) -> str:
    """The name of a bot's seat in a record: a bot that also sits in an earlier seat gets the number of this one."""
    name = bots[seat]
    return f"{name} {seat + 1}" if name in bots[:seat] else name


def write_records(folder: Path, arrived: Tally) -> None:
    """Write the records that a range of games brings, and take them out of its tally, so that sums do not grow."""
    for name, text in arrived.records.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    arrived.records.clear()


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
    first: int = 0,
    save: str | Path = "",
    pack: Pack | None = None,
    kept: Path | None = None,
    programs: Mapping[str, Sequence[str]] | None = None,
    runner: Runner | None = None,
) -> SimulationSummary:
    """Play `games` games from game `first` on and summarise them. Fewer bots than seats are repeated.

    `programs` are bots that are programs of their own: the command of each, by its name. Every process starts its own.

    With `start_from` every game goes on from that position, and `seats`, `options` and the content pack are its own;
    else `pack` is the content pack, if it is not the built-in one. `progress` is called with the number of games played
    since its last call. `kept` is a folder for finished games: after an interruption the same call goes on from there,
    also with more games. `save` is a folder for the records of all games. `runner` plays the games instead of `jobs`
    local processes.
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
    task = SimulationTask(
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
        programs={name: list(command) for name, command in (programs or {}).items()},
    )
    for name in task.bots:
        check_style(game, name)
    found = players(task)  # before anything is started or written: a bot may not exist
    if save:
        Path(save).mkdir(parents=True, exist_ok=True)
    try:
        arrived = partial(write_records, Path(save)) if save else None
        tally = run(task, games, jobs, kept, progress, first, runner=runner, arrived=arrived)
    finally:
        for bot in found.values():
            if isinstance(bot, StdioBot):
                bot.close()
    return SimulationSummary(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        seats=seats,
        options=options,
        seed=task.seed,
        rotated=rotate,
        round=round_length(task.bots) if rotate else 1,
        position=start_from.digest() if start_from is not None else "",
        first=first,
        games=tally.games,
        bots=[player_summary(name, tally.by_bot[name]) for name in dict.fromkeys(task.bots)],
        by_seat=[player_summary(f"seat {number}", side) for number, side in enumerate(tally.by_seat, 1)],
        winner=spread_of(tally.winners),
        ties=wilson(Fraction(tally.ties), tally.games),
        lost=wilson(Fraction(tally.lost), tally.games) if seats == 1 else None,
        decisions=spread_of(tally.decisions),
        moves=spread_of(tally.moves),
        turns=spread_of(tally.turns),
    )

"""A ladder: bots play each other in balanced seatings, and get ratings. The same arguments give the same summary.

The interval of a pair's first places is Wilson's. It takes games for independent; those of one round share their luck
in mirrored seatings, which makes the true interval rather narrower.

A ladder that ends when every pair is clear looks at its results several times, and a look that is lucky ends it. So its
intervals are those of level `1 - 0.05 / looks` (Bonferroni): with 95 % probability such an interval covers the truth at
all looks at once, therefore also at the one where the pair ended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from typing import Final

import msgspec

from trainshed.arena.jobs import Runner, open_runner, run, task_digest
from trainshed.arena.ladder.lineups import mixed_groups, pairs, round_length, whole_rounds
from trainshed.arena.ladder.plackett_luce import Ratings, fit
from trainshed.arena.ladder.tally import LadderTally
from trainshed.arena.ladder.task import LadderTask
from trainshed.arena.sim import BUDGET, player
from trainshed.arena.tally import Share, wilson
from trainshed.bots.bot import Budget, check_style
from trainshed.kernel.content import Pack
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import embedded
from trainshed.kernel.registry import game as find_game

ANCHOR: Final = 1000.0
"""The rating of the first bot: only differences of ratings mean something."""

LOOK_EVERY: Final = 50
"""A ladder that ends when all is clear looks after so many games of a pair, and after every so many more."""

ERROR: Final = 0.05
"""Intervals miss the truth with this probability."""

EVEN: Final = 0.5


class BotRating(msgspec.Struct, frozen=True):
    """A bot of a ladder: its rating with an interval, and what it was read from."""

    name: str
    rating: float
    """Rating points, with the first bot at 1000. The interval is that of the distance to the mean of all bots."""
    low: float
    high: float
    games: int
    first_places: float
    """The share of its games in which it was first, shared first places in parts."""
    points: float
    """Mean of a seat."""


class PairSummary(msgspec.Struct, frozen=True):
    """Two bots that played each other."""

    one: str
    other: str
    games: int
    share: Share
    """First places of `one` in their games; even is one half, at tables of any size."""
    ahead: str
    """The bot that is clearly ahead: the interval does not hold one half. Empty: neither."""
    difference: float
    """How many rating points `one` is above `other`, by all games of the ladder."""
    low: float
    high: float


class LadderSummary(msgspec.Struct, frozen=True):
    """The result of a ladder. Equal for equal arguments, whatever the number of jobs."""

    title: str
    edition: int
    pack: str
    seats: int
    options: dict[str, str]
    seed: str
    scale: float
    """The factor of the node budgets of bots that search."""
    looks: int
    """How often it was decided whether to go on; 1: all games were played whatever the results."""
    level: float
    """The probability with which an interval covers the truth."""
    games: int
    mixed: int
    """Of them games of as many different bots as there are seats."""
    rounding: str
    """A sentence if more games were planned than asked for; empty otherwise."""
    decisions: int
    moves: int
    bots: list[BotRating]
    """In the order in which they were given."""
    pairs: list[PairSummary]


class Ladder:
    """Plays the games of a ladder. One that ends early plays on only with the pairs that are not clear yet."""

    def __init__(
        self,
        task: LadderTask,
        bots: Sequence[str],
        games: int,
        *,
        neighbours: bool = False,
        until_clear: bool = False,
        mixed: int = 0,
    ) -> None:
        self.task = task
        self.bots = list(bots)
        self.pairs = pairs(bots, neighbours)
        self.wanted = games
        self.mixed_wanted = mixed
        self.stages = self.planned(games, until_clear)
        """The numbers of games of a pair after which the results are looked at; the last one is the most it plays."""
        self.level = 1 - ERROR / len(self.stages)
        self.z = NormalDist().inv_cdf((1 + self.level) / 2)
        self.mixed = mixed_groups(bots, task.seats) if mixed else []
        self.mixed_games = whole_rounds(mixed, task.seats * len(self.mixed)) if mixed else 0
        self.tally = task.empty()

    def planned(self, games: int, until_clear: bool) -> list[int]:
        """The looks, each after whole rounds, so that the seatings are in balance at every one."""
        length = round_length(self.pairs[0], self.task.seats)
        looks = [*range(LOOK_EVERY, games, LOOK_EVERY), games] if until_clear else [games]
        return sorted({whole_rounds(look, length) for look in looks})

    @property
    def rounding(self) -> str:
        """Why more games are planned than asked for, as a sentence; empty if they are not."""
        plans = [
            (self.stages[-1], self.wanted, "games of each pair"),
            (self.mixed_games, self.mixed_wanted, "mixed games"),
        ]
        more = [f"{planned} {what} instead of {wanted}" for planned, wanted, what in plans if planned != wanted]
        return f"{' and '.join(more)}: then each bot sits in every seat equally often." if more else ""

    @property
    def most_games(self) -> int:
        return self.stages[-1] * len(self.pairs) + self.mixed_games

    def play(
        self,
        jobs: int = 1,
        kept: Path | None = None,
        progress: Callable[[int], None] | None = None,
        *,
        runner: Runner | None = None,
    ) -> None:
        """Play all games that are needed, in so many processes, or by a runner.

        `kept`: a folder in which every group keeps its games, from which it goes on after an interruption, in a ladder
        with more games, or with other bots beside it. `progress` is called with the number of games since the last
        call.
        """
        with open_runner(jobs=jobs) if runner is None else nullcontext(runner) as player:

            def play_group(group: tuple[str, ...], begin: int, end: int) -> None:
                self.tally.merge(self.played(group, begin, end, player, kept, progress))

            open_, begin = self.pairs, 0
            for look in self.stages:
                for pair in open_:
                    play_group(pair, begin, look)
                open_, begin = [pair for pair in open_ if not self.ahead(pair)], look
            for group in self.mixed:
                play_group(group, 0, self.mixed_games // len(self.mixed))

    def played(
        self,
        group: tuple[str, ...],
        begin: int,
        end: int,
        runner: Runner,
        kept: Path | None,
        progress: Callable[[int], None] | None,
    ) -> LadderTally:
        """The games `begin` to `end` (exclusive) of a group."""
        task = msgspec.structs.replace(self.task, group=group)
        folder = kept / folder_name(task) if kept is not None else None
        return run(task, end - begin, kept=folder, progress=progress, first=begin, runner=runner)

    def share(self, pair: tuple[str, ...]) -> Share:
        """The share of first places of the first bot of a pair, in their own games."""
        return wilson(*self.tally.firsts(pair[0], pair), self.z)

    def ahead(self, pair: tuple[str, ...]) -> str:
        """The bot of a pair that has clearly more first places than the other one; empty: neither."""
        share = self.share(pair)
        return pair[0] if share.low > EVEN else pair[1] if share.high < EVEN else ""

    # ------------------------------------------------------------ the summary

    def summary(self) -> LadderSummary:
        task, tally = self.task, self.tally
        ratings = fit(self.bots, tally.ends())
        return LadderSummary(
            title=task.title,
            edition=task.edition,
            pack=task.pack,
            seats=task.seats,
            options=task.options,
            seed=task.seed,
            scale=task.budget.scale,
            looks=len(self.stages),
            level=self.level,
            games=tally.games,
            mixed=self.mixed_games,
            rounding=self.rounding,
            decisions=tally.decisions,
            moves=tally.moves,
            bots=[self.rated(name, ratings) for name in self.bots],
            pairs=[self.compared(pair, ratings) for pair in self.pairs],
        )

    def rated(self, name: str, ratings: Ratings) -> BotRating:
        rating = ANCHOR + ratings.difference(name, self.bots[0])[0]
        error = ratings.above_mean(name)[1]
        wins, games = self.tally.firsts(name)
        points = self.tally.points[name]
        return BotRating(
            name=name,
            rating=rating,
            low=rating - self.z * error,
            high=rating + self.z * error,
            games=games,
            first_places=float(wins / games),
            points=float(Fraction(points.total, points.seats)),
        )

    def compared(self, pair: tuple[str, ...], ratings: Ratings) -> PairSummary:
        one, other = pair
        above, error = ratings.difference(one, other)
        return PairSummary(
            one=one,
            other=other,
            games=self.tally.firsts(one, pair)[1],
            share=self.share(pair),
            ahead=self.ahead(pair),
            difference=above,
            low=above - self.z * error,
            high=above + self.z * error,
        )


def folder_name(task: LadderTask) -> str:
    """The folder for the kept games of a group. Its name tells the bots, for people who delete some of them."""
    bots = re.sub(r"[^\w.+-]+", "_", "+".join(task.group))
    return f"{task.title}-{task.seats}-{bots}-{task_digest(task)[:12]}"


def ladder(
    title: str,
    bots: Sequence[str],
    seats: int = 2,
    games: int = 200,
    seed: int | str = 0,
    *,
    options: Mapping[str, str] | None = None,
    pack: Pack | None = None,
    budget: Budget = BUDGET,
    neighbours: bool = False,
    until_clear: bool = False,
    mixed: int = 0,
) -> Ladder:
    """A ladder of `games` games for each pair of bots, rounded up to whole rounds; it is played by `Ladder.play`.

    `mixed` is the number of further games at tables of different bots, in all.
    """
    if seats < 2:
        raise SetupError("a ladder needs at least two seats")
    if games < 1:
        raise SetupError("at least one game must be played")
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise SetupError("a ladder needs at least two bots, each of them once")
    if mixed and (seats < 3 or len(bots) < seats):
        raise SetupError("mixed tables need at least three seats, and as many bots as seats")
    game = find_game(title, None, pack)
    chosen = dict(game.start(seats, options).options)
    for name in bots:
        player(name)
        check_style(game, name)
    task = LadderTask(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        content=embedded(game),
        seats=seats,
        options=chosen,
        group=(),
        seed=str(seed),
        budget=budget,
    )
    return Ladder(task, bots, games, neighbours=neighbours, until_clear=until_clear, mixed=mixed)

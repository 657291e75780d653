"""Conformance of a title to its contract: random games with checks, close looks at positions, twins, and one digest.

Half of the games are played by `curious_move`, to reach rare questions. Checked at every move of every game: moves,
weights, words as each seat reads them, events against views, pieces. In every game: clones keep their digests, and the
moves replay to the same positions. In one game of three the views of all seats are checked, not only those of one seat
and the spectator; every position is dumped and loaded; and the game is compared with its twins. At sampled positions:
refusals of the whole vocabulary, illegal moves, loading, worlds. In one game of eight the truth is ranked among worlds
(`calibrate`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, Self

import msgspec

from trainshed.arena.calibrate import check_ranks, rank_truth
from trainshed.arena.checks import CloseLooks, NotConforming, look_closely
from trainshed.arena.jobs import InlineRunner, Runner, run
from trainshed.arena.played import PlayedGame, check_bytes, check_clones, check_replay, play_game, tables
from trainshed.arena.twins import Twins, compare_twins
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as registered

__all__ = ["ConformanceReport", "NotConforming", "Outcome", "conform", "outcomes", "tables"]

THOROUGH_ONE_IN = 3
CURIOUS_ONE_IN = 2
RANKS_ONE_IN = 8
RANK_TRIES = 3
"""How many games are tried to find a position in which something is hidden."""
ENOUGH_VEILED = 100


class Outcome(msgspec.Struct, frozen=True):
    """The result of checking one game."""

    line: str
    """The game in one line: set-up, length, result, and a digest over the digests of all its positions."""
    moves: int
    close: CloseLooks
    twins: Twins
    ranks: list[int] | None


class ConformanceReport(msgspec.Struct, frozen=True):
    """How much was checked of a title that conforms."""

    title: str
    edition: int
    seed: str
    tables: int
    games: int
    moves: int
    positions: int
    refusals: int
    generic: int
    worlds: int
    ranked: int
    pairs: int
    twins: int
    digest: str

    @property
    def generic_share(self) -> float:
        """The share of refusals that are not about the move itself."""
        return self.generic / self.refusals if self.refusals else 0.0

    def lines(self) -> list[str]:
        return [
            f"{self.title}, edition {self.edition}, seed {self.seed}: conforming",
            f"{self.games:,} games of {self.tables} tables, {self.moves:,} moves",
            f"{self.positions:,} positions looked at closely",
            f"{self.refusals:,} refusals asked, {self.generic_share:.1%} of them generic",
            f"{self.worlds:,} worlds drawn, the truth ranked among them in {self.ranked:,} games",
            f"{self.twins:,} positions of {self.pairs:,} twins compared",
            f"digest {self.digest}",
        ]


def conform(
    game: Game,
    games: int = 1000,
    positions: int | None = None,
    seed: int | str = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    runner: Runner | None = None,
) -> ConformanceReport:
    """Play games, look closely at `positions` positions and about as many of twins; raises NotConforming on a fault.

    The same call gives the same report with any number of jobs and any runner, on every build and hash seed.
    """
    found = outcomes(game, games, 2 * games if positions is None else positions, seed, jobs, progress, runner=runner)
    report = summed(game, str(seed), found)
    try:
        check_ranks([outcome.ranks for outcome in found if outcome.ranks is not None])
        check_veiled(found)
    except NotConforming as error:
        raise NotConforming(f"{game.slug}, seed {seed}, {games} games: {error}") from error
    return report


def summed(game: Game, seed: str, found: list[Outcome]) -> ConformanceReport:
    """The report over all games, in their order."""
    return ConformanceReport(
        title=game.slug,
        edition=game.edition,
        seed=seed,
        tables=len({outcome.line.split(":")[0] for outcome in found}),
        games=len(found),
        moves=sum(outcome.moves for outcome in found),
        positions=sum(outcome.close.positions for outcome in found),
        refusals=sum(outcome.close.refusals for outcome in found),
        generic=sum(outcome.close.generic for outcome in found),
        worlds=sum(outcome.close.worlds + outcome.twins.worlds for outcome in found),
        ranked=sum(outcome.ranks is not None for outcome in found),
        pairs=sum(outcome.twins.pairs for outcome in found),
        twins=sum(outcome.twins.positions for outcome in found),
        digest=hashlib.sha256("\n".join(outcome.line for outcome in found).encode()).hexdigest(),
    )


def check_veiled(found: list[Outcome]) -> None:
    """Check that, where words were hidden, at least one world differs from the truth.

    At a single position a hidden word may have become known since, so this is checked over the whole run. Twins check
    it at single positions, because they prove that something is hidden there.
    """
    veiled = sum(outcome.close.veiled for outcome in found)
    if veiled >= ENOUGH_VEILED and not any(outcome.close.changed for outcome in found):
        raise NotConforming(f"words are hidden, and {veiled} worlds are all the truth")


# ---------------------------------------------------------------- many games


class Outcomes(msgspec.Struct):
    """The outcomes of some games, by their index in the run."""

    by_index: dict[int, Outcome] = {}

    def merge(self, other: Outcomes) -> None:
        self.by_index |= other.by_index

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(Outcomes(dict(sorted(self.by_index.items()))))

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.msgpack.decode(data, type=cls)


class ConformanceTask(msgspec.Struct, frozen=True):
    """The games of a run that are played and checked."""

    title: str
    edition: int
    seed: str
    games: int
    positions: int
    given: Any = None
    """A game that is not installed, or has other content: it can only be played in this process."""

    def empty(self) -> Outcomes:
        return Outcomes()

    def play(self, index: int, summary: Outcomes) -> None:
        """Play and check one game."""
        game = registered(self.title, self.edition) if self.given is None else self.given
        summary.by_index[index] = play_and_check(game, index, self.games, self.positions, self.seed)


def outcomes(
    game: Game,
    games: int,
    positions: int,
    seed: int | str = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    runner: Runner | None = None,
) -> list[Outcome]:
    """Play and check the games of a run; their outcomes in order. After each, `progress` gets their number so far."""
    here = jobs <= 1 if runner is None else isinstance(runner, InlineRunner)
    if not here:
        known = registered(game.slug, game.edition)
        if known.pack.digest != game.pack.digest or type(known) is not type(game):
            raise ValueError("other processes only play an installed title with its own content")
    done = 0

    def add(more: int) -> None:
        nonlocal done
        for _ in range(more):  # games come in ranges whose length depends on the machine's speed
            done += 1
            if progress is not None:
                progress(done)

    given = game if here else None
    task = ConformanceTask(game.slug, game.edition, str(seed), games, positions, given)
    found = run(task, games, max(1, jobs), progress=add, runner=runner)
    return [found.by_index[index] for index in range(games)]


def play_and_check(game: Game, index: int, games: int, positions: int, seed: str) -> Outcome:
    """Play and check one game of a run; every error becomes a NotConforming that says where it happened."""
    every = tables(game)
    rng = Random(f"{seed}:{index}:checks")
    table = every[index % len(every)]
    thorough = rng.randrange(THOROUGH_ONE_IN) == 0
    curious = rng.randrange(CURIOUS_ONE_IN) == 0
    played = PlayedGame(game, table, None if thorough else rng.randrange(table.seats), curious)
    quota = positions * (index + 1) // games - positions * index // games
    try:
        return examine(played, f"{seed}:{index}", quota, rng)
    except Exception as error:
        what = str(error) if isinstance(error, NotConforming) else f"{type(error).__name__}: {error}"
        where = f"{game.slug}, {played.table}, seed {seed}, game {index}"
        if not (played.clones and played.clones[-1].over):
            where += f", move {len(played.moves)}"
        raise NotConforming(" ".join(f"{where}: {what}".split())) from error


def examine(played: PlayedGame, seed: str, quota: int, rng: Random) -> Outcome:
    """Play one game and run all checks on it."""
    play_game(played, seed)
    check_clones(played)
    check_replay(played)
    close = CloseLooks()
    for prefix in sampled(len(played.clones), quota, rng):
        try:
            look_closely(played.clones[prefix], rng, played.veiled(prefix), close)
        except NotConforming as error:
            raise NotConforming(f"prefix {prefix}: {error}") from error
    twins = Twins()
    if played.thorough:
        check_bytes(played)
        twins = compare_twins(played, rng, quota * THOROUGH_ONE_IN)
        check_clones(played)
    ranks = None
    if rng.randrange(RANKS_ONE_IN) == 0:
        for _ in range(RANK_TRIES):
            late = max(rng.randrange(len(played.moves)), rng.randrange(len(played.moves)))
            ranks = rank_truth(played.game, played.table, late, rng)
            if ranks is not None:
                break
    return Outcome(line_of(played), len(played.moves), close, twins, ranks)


def sampled(prefixes: int, quota: int, rng: Random) -> list[int]:
    """A random choice of the prefixes of a game that are looked at closely."""
    return sorted(rng.sample(range(prefixes), min(quota, prefixes)))


def line_of(played: PlayedGame) -> str:
    """A game in one line, for `Outcome.line`."""
    digest = hashlib.sha256("".join(played.digests).encode()).hexdigest()[:16]
    return f"{played.table}: {len(played.moves)} moves, {played.clones[-1].result()}, {digest}"

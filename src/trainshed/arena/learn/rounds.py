"""Rounds of training: self-play with the best value so far, a fit, and a duel that decides whether it is replaced.

Everything is kept in one folder, so that a training that was stopped goes on, and a finished one can be continued with
more rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from trainshed.arena.jobs import Runner, run
from trainshed.arena.learn.duel import Duel
from trainshed.arena.learn.fitting import FitReport, fit
from trainshed.arena.learn.samples import GameSamples, SelfPlay
from trainshed.arena.tally import wilson
from trainshed.bots.learned.network import MOST_BYTES, ValueNetwork, WeightsError
from trainshed.bots.learned.value import WEIGHTS, PositionInputs
from trainshed.bots.search.title import HAND_MADE
from trainshed.kernel.game import Game
from trainshed.kernel.options import SetupError

RECORD: Final = "training.json"
REMEMBERED: Final = 4
"""A network is fitted to the games of so many latest rounds: older ones were played by weaker players."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many games were added, and how many there are in all."""


class TrainingPlan(msgspec.Struct, frozen=True):
    """How a title is trained."""

    title: str
    games: int
    """Self-play games of a round."""
    nodes: int
    """Simulations of a question in self-play and in duels."""
    duels: int
    """Games that decide whether a new value replaces the one before; even."""
    seed: str = "learn"


class TrainingRound(msgspec.Struct, frozen=True):
    """What one round brought."""

    number: int
    played_by: str
    """Who played the games: the round whose value it was, or the hand-made estimate."""
    fit: FitReport
    against_best: float
    """The share of games that the new value wins against the best one so far."""
    against_hand_made: float
    interval: tuple[float, float]
    """Of the share against the hand-made estimate, 95 %."""
    replaced: bool


class TrainingRecord(msgspec.Struct):
    """How the weights of a title came to be."""

    plan: TrainingPlan
    rounds: list[TrainingRound] = []
    best: int = 0
    """The round whose value is the best; 0: the hand-made estimate."""


class TrainingError(SetupError):
    """A folder that belongs to another training."""


class Training:
    """The training of one title in one folder."""

    def __init__(
        self, game: Game, plan: TrainingPlan, folder: Path, jobs: int = 1, *, runner: Runner | None = None
    ) -> None:
        """`runner` plays the games instead of `jobs` local processes."""
        self.inputs = PositionInputs(game)
        self.plan = plan
        self.folder = folder
        self.jobs = jobs
        self.runner = runner
        self.record = self._known()

    def _known(self) -> TrainingRecord:
        file = self.folder / RECORD
        if not file.is_file():
            return TrainingRecord(self.plan)
        record = msgspec.json.decode(file.read_bytes(), type=TrainingRecord)
        if record.plan != self.plan:
            raise TrainingError(f"{self.folder} has a training with another plan: {record.plan}")
        return record

    def weights(self, number: int) -> Path:
        """The file of the weights of a round."""
        return self.folder / f"round-{number:02}.npz"

    def weights_of(self, number: int) -> bytes:
        """The weights of a round; none of round 0, the hand-made estimate."""
        return self.weights(number).read_bytes() if number else b""

    def play_round(self, progress: Progress) -> TrainingRound:
        """Play, fit and compare: one round more."""
        self.folder.mkdir(parents=True, exist_ok=True)
        number = len(self.record.rounds) + 1
        played_by = self.record.best
        fitted = fit(self._games(number, progress), self.inputs.length, self.inputs.places, self._before(), number)
        data = fitted.network.dump()
        if len(data) > MOST_BYTES:
            raise WeightsError(f"{len(data)} bytes of weights, at most {MOST_BYTES} are allowed")
        self.weights(number).write_bytes(data)
        hand_made = self._duel(number, 0, progress)
        best = hand_made if not played_by else self._duel(number, played_by, progress)
        interval = wilson(hand_made, self.plan.duels)
        replaced = 2 * best > self.plan.duels
        made = TrainingRound(
            number=number,
            played_by=f"round {played_by}" if played_by else HAND_MADE,
            fit=fitted.report,
            against_best=float(best / self.plan.duels),
            against_hand_made=interval.share,
            interval=(interval.low, interval.high),
            replaced=replaced,
        )
        self.record.rounds.append(made)
        if replaced:
            self.record.best = number
        (self.folder / RECORD).write_bytes(msgspec.json.format(msgspec.json.encode(self.record)))
        return made

    def _games(self, number: int, progress: Progress) -> list[GameSamples]:
        """The games of this round, which are played if they are not there yet, and of those before."""
        found: list[GameSamples] = []
        for earlier in range(max(1, number - REMEMBERED + 1), number + 1):
            best = self.record.best if earlier == number else self._best_before(earlier)
            task = SelfPlay(self.plan.title, f"{self.plan.seed}:{earlier}", self.plan.nodes, self.weights_of(best))
            told = partial(self._told, progress, f"games of round {earlier}", self.plan.games)
            played = run(
                task, self.plan.games, self.jobs, self.folder / f"games-{earlier:02}", told, runner=self.runner
            )
            found += [games for _, games in sorted(played.games.items())]
        return found

    def _best_before(self, number: int) -> int:
        """The round whose value was the best when a round began."""
        return max([each.number for each in self.record.rounds[: number - 1] if each.replaced], default=0)

    def _before(self) -> ValueNetwork | None:
        """The network to go on from: the one of the round before."""
        before = len(self.record.rounds)
        return ValueNetwork.load(self.weights_of(before)) if before else None

    def _duel(self, number: int, other: int, progress: Progress) -> Fraction:
        """How many games the value of a round wins against that of another; shared ones count in part."""
        against = f"round {other}" if other else HAND_MADE
        duel = Duel(self.plan.title, self.plan.seed, self.plan.nodes, self.weights_of(number), self.weights_of(other))
        kept = self.folder / f"duel-{number:02}-{other:02}"
        told = partial(self._told, progress, f"round {number} against {against}", self.plan.duels)
        return run(duel, self.plan.duels, self.jobs, kept, told, runner=self.runner).won

    @staticmethod
    def _told(progress: Progress, what: str, most: int, more: int) -> None:
        progress(what, more, most)

    def ship(self, package: Path) -> Path | None:
        """Copy the best weights and the record into a title's folder; None if the hand-made estimate is the best."""
        if not self.record.best:
            return None
        target = package / WEIGHTS
        target.write_bytes(self.weights_of(self.record.best))
        (package / RECORD).write_bytes((self.folder / RECORD).read_bytes())
        return target

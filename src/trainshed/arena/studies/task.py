"""One game of every arm of a study with the same luck, played the same in every process."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Final

import msgspec

from trainshed.arena.match import play_game
from trainshed.arena.sim import game_with, record_of
from trainshed.arena.sim import player as find_player
from trainshed.arena.studies.arms import Arm
from trainshed.arena.studies.measures import GameWatch, wins_of
from trainshed.arena.studies.totals import ArmTotals, StudyTotals
from trainshed.bots.bot import Budget
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded

TRIED: Final = 4
"""Games that show what is measured. Some have more than others: a lost challenge has no points."""


class StudyTask(msgspec.Struct, frozen=True):
    """The games of a study at one table: plain values only.

    Game `index` is played once in every arm. All arms have the same draws (as far as they draw the same), the same
    seating, and bots with the same random numbers, so that what differs between them differs because of the setting.
    """

    title: str
    edition: int
    seats: int
    arms: tuple[Arm, ...]
    seed: str
    responses: tuple[str, ...]
    uses: tuple[str, ...]
    vary: str = ""
    rotate: bool = True
    scale: float = 1.0
    """Multiplies the nodes of bots that search."""

    def empty(self) -> StudyTotals:
        return StudyTotals([ArmTotals() for _ in self.arms])

    def play(self, index: int, summary: StudyTotals) -> None:
        """Play one game of each arm, and add what was measured."""
        usual: dict[str, int] = {}
        summary.games += 1
        for number, (arm, totals) in enumerate(zip(self.arms, summary.arms, strict=True)):
            watch, state, measured = self.measure(arm, index)
            totals.add(index, measured)
            if number == 0:
                usual = measured
            else:
                totals.compare(measured, usual, apart(self.arms[0].bots, arm.bots))
            if watch.used:
                totals.add_uses(watch.used, ahead_of(state), wins_of(state.standings()))

    def measure(
        self, arm: Arm, index: int, player: str = "", *, keeps_rows: bool = False
    ) -> tuple[GameWatch, State, dict[str, int]]:
        """Play one game of an arm; who watched it, how it ended, and what was measured.

        `player` plays in place of the bots of the arm.
        """
        luck = f"{self.seed}:{self.seats}:{index}"
        seated = self.seated(arm, index)
        state = self.start(arm, index)
        watch = GameWatch(state, seated, self.responses, self.uses, keeps_rows)
        rngs = [Random(f"{luck}:{seat}") for seat in range(self.seats)]
        bots = [find_player(player or name) for name in seated]
        budget = Budget(seconds=math.inf, scale=self.scale)
        nature = Seeded(luck)
        draws = watch.set_up(nature)
        try:
            state, counts = play_game(state, bots, nature, rngs, budget, watch.on_move)
        except Exception as error:
            setting = f" ({arm.name})" if len(self.arms) > 1 else ""
            error.add_note(f"to play only this game{setting}, add --record {index}")
            raise
        counts = msgspec.structs.replace(counts, moves=counts.moves + draws)
        return watch, state, dict(watch.measured(state, counts))

    def record(self, arm: Arm, index: int) -> str:
        """One game of an arm as the text of a record, to be replayed."""
        watch, state, _ = self.measure(arm, index, keeps_rows=True)
        return record_of(state, self.seated(arm, index), watch.rows or [], arm.content)

    def start(self, arm: Arm, index: int) -> State:
        """The position in which a game begins."""
        game = game_with(self.title, self.edition, arm.pack, arm.content)
        options = arm.options
        if self.vary:
            choices = next(option for option in game.options if option.name == self.vary).choices_for(self.seats)
            options = {**options, self.vary: choices[index // self.seats % len(choices)]}
        return game.start(self.seats, options)

    def seated(self, arm: Arm, index: int) -> list[str]:
        """The names of the bots in a game, by seat: they move on by one seat from game to game."""
        shift = index if self.rotate else 0
        return [arm.bots[(seat + shift) % self.seats] for seat in range(self.seats)]


def ahead_of(state: State) -> list[int]:
    """How far each seat is ahead of the mean of the table in points, times the number of seats."""
    # Returns and not scores: more of them is better in every title, also where points are bad.
    returns = [round(value) for value in state.game.returns(state)]
    return [state.seats * value - sum(returns) for value in returns]


def measures_of(task: StudyTask, arm: Arm) -> set[str]:
    """What is measured in an arm, as far as a few games show that are over in a moment."""
    return {name for index in range(TRIED) for name in task.measure(arm, index, "random")[2]}


@lru_cache(maxsize=256)
def apart(one: tuple[str, ...], other: tuple[str, ...]) -> frozenset[str]:
    """The victories of bots that sit in more seats in one arm than in another: they cannot be compared."""
    return frozenset(f"won:{name}" for name in {*one, *other} if one.count(name) != other.count(name))

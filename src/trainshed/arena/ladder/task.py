"""The games of one group of bots in a ladder, each played the same in every process."""

from __future__ import annotations

from random import Random

import msgspec

from trainshed.arena.ladder.lineups import lineup
from trainshed.arena.ladder.tally import LadderTally
from trainshed.arena.match import play_game
from trainshed.arena.sim import game_with, player
from trainshed.bots.bot import Budget
from trainshed.kernel.nature import Seeded


class LadderTask(msgspec.Struct, frozen=True):
    """The arguments that every process gets: plain values only.

    Draws and random numbers of a game follow from the seed, the names of the group and the round. So all seatings of a
    round have the same luck, different groups have different luck, and a group's games do not depend on which other
    bots the ladder has. Every seat has random numbers of its own.
    """

    title: str
    edition: int
    pack: str
    """The digest of the content pack."""
    content: str
    """The content pack itself, as a record embeds it; empty for the built-in one."""
    seats: int
    options: dict[str, str]
    group: tuple[str, ...]
    """The bots that play each other: two, or as many different ones as there are seats."""
    seed: str
    budget: Budget

    def empty(self) -> LadderTally:
        return LadderTally()

    def play(self, index: int, summary: LadderTally) -> None:
        """Play one game, and add it to the summary."""
        seated, round_ = lineup(self.group, self.seats, index)
        luck = f"{self.seed}:{'+'.join(sorted(self.group))}:{round_}"
        try:
            state, counts = play_game(
                game_with(self.title, self.edition, self.pack, self.content).start(self.seats, self.options),
                [player(name) for name in seated],
                Seeded(luck),
                [Random(f"{luck}:{seat}") for seat in range(self.seats)],
                self.budget,
            )
        except Exception as error:
            error.add_note(f"of {' and '.join(self.group)}, seated {', '.join(seated)}; the same ladder plays it again")
            raise
        summary.add(seated, state.standings(), state.scores())
        summary.decisions += counts.decisions
        summary.moves += counts.moves

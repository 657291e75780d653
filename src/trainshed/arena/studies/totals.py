"""Exact sums of a study: what was measured in each arm, and by how much it differed from the usual arm."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from trainshed.arena.summaries import ExactHistogram, GroupSum, Remarkable

REMEMBERED: Final = ("score:winner", "margin", "turns", "lead-changes")
"""Measures whose most remarkable games are remembered."""


class Use(msgspec.Struct, array_like=True):
    """How often a word was used, and how the seats that used it did. A seat counts once in a game."""

    times: int = 0
    ahead: GroupSum = msgspec.field(default_factory=GroupSum)
    """Points above the mean of the table, times the number of seats; more is better in every title."""
    won: GroupSum = msgspec.field(default_factory=GroupSum)
    """Parts of victories."""

    def merge(self, other: Use) -> None:
        self.times += other.times
        self.ahead.merge(other.ahead)
        self.won.merge(other.won)


SPARSE: Final = ("points:", "uses:")
"""How the names of measures begin that most games do not have: a game without one has nothing of it."""


class ArmTotals(msgspec.Struct):
    """The sums of one arm."""

    measures: dict[str, ExactHistogram] = {}
    differences: dict[str, ExactHistogram] = {}
    """The measures of each game minus those of the usual arm with the same luck."""
    remarkable: dict[str, Remarkable] = {}
    uses: dict[str, Use] = {}

    def merge(self, other: ArmTotals) -> None:
        for name, histogram in other.measures.items():
            self.measures.setdefault(name, ExactHistogram()).merge(histogram)
        for name, histogram in other.differences.items():
            self.differences.setdefault(name, ExactHistogram()).merge(histogram)
        for name, remarkable in other.remarkable.items():
            self.remarkable.setdefault(name, Remarkable()).merge(remarkable)
        for word, use in other.uses.items():
            self.uses.setdefault(word, Use()).merge(use)

    def sort(self) -> None:
        """Bring everything into one order, so that equal sums have equal bytes."""
        self.measures = {name: self.measures[name].sorted() for name in sorted(self.measures)}
        self.differences = {name: self.differences[name].sorted() for name in sorted(self.differences)}
        self.remarkable = dict(sorted(self.remarkable.items()))
        self.uses = dict(sorted(self.uses.items()))

    def add(self, index: int, measured: dict[str, int]) -> None:
        """Add what was measured in one game."""
        for name, value in measured.items():
            self.measures.setdefault(name, ExactHistogram()).add(value)
        for name in REMEMBERED:
            if name in measured:
                self.remarkable.setdefault(name, Remarkable()).add(measured[name], index)

    def compare(self, measured: dict[str, int], usual: dict[str, int], apart: frozenset[str]) -> None:
        """Add the differences of one game to that of the usual arm with the same luck.

        `apart`: measures that mean something else in the two arms.
        """
        for name in dict.fromkeys([*measured, *usual]):
            if name in apart:
                continue
            if name in measured and name in usual:
                difference = measured[name] - usual[name]
            elif name.startswith(SPARSE):
                difference = measured.get(name, 0) - usual.get(name, 0)
            else:
                continue  # one of the two games has no such measure, such as the score of a lost one
            self.differences.setdefault(name, ExactHistogram()).add(difference)

    def add_uses(self, used: dict[str, list[int]], ahead: list[int], wins: list[int]) -> None:
        """Add how often each seat used each word, and how the seats did."""
        for word, seats in used.items():
            use = self.uses.setdefault(word, Use())
            members = [seat for seat, times in enumerate(seats) if times]
            use.times += sum(seats)
            use.ahead.add(len(members), sum([ahead[seat] for seat in members]))
            use.won.add(len(members), sum([wins[seat] for seat in members]))


def complete(name: str, histogram: ExactHistogram, games: int) -> ExactHistogram:
    """A histogram of all games: those without a sparse measure have nothing of it."""
    missing = games - histogram.count
    if not missing or not name.startswith(SPARSE):
        return histogram
    made = ExactHistogram(dict(histogram.counts))
    made.add(0, missing)
    return made


class StudyTotals(msgspec.Struct):
    """The sums of all arms at one table. They merge in any order to the same bytes."""

    arms: list[ArmTotals]
    games: int = 0
    """Of each arm."""

    def merge(self, other: StudyTotals) -> None:
        self.games += other.games
        for mine, theirs in zip(self.arms, other.arms, strict=True):
            mine.merge(theirs)

    def measure(self, arm: int, name: str) -> ExactHistogram | None:
        """What was counted of a measure in an arm, over all games that have it."""
        found = self.arms[arm].measures.get(name)
        return None if found is None else complete(name, found, self.games)

    def difference(self, arm: int, name: str) -> ExactHistogram | None:
        """By how much a measure differed from that of the usual arm, game by game."""
        found = self.arms[arm].differences.get(name)
        return None if found is None else complete(name, found, self.games)

    def encode(self) -> bytes:
        """JSON and not MessagePack, whose whole numbers end at 64 bits: sums of squares do not."""
        for arm in self.arms:
            arm.sort()
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)

"""Chooses one place for each of several labels so that no two clash and the sum of costs is small."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

ROUNDS: Final = 30
"""Most rounds of improvement; a map needs three to six."""

PUSHED: Final = 3
"""The most labels that give way to one."""

MISSING: Final = 1e6
"""The cost of a label without a place."""

Clash = Callable[[int, int, int, int], bool]
"""Whether label i at its place a clashes with label j at its place b, for `clash(i, a, j, b)` with i < j."""


class LabelSearch:
    """A search for places. Labels are numbers, and so are the places of a label, cheapest first."""

    def __init__(self, costs: Sequence[Sequence[float]], near: Sequence[Collection[int]], clash: Clash) -> None:
        self.costs = costs
        self.near = near
        """The labels that may clash with each label."""
        self.clash = clash
        self.chosen: dict[int, int] = {}
        self.known: dict[tuple[int, int, int, int], bool] = {}

    def run(self) -> dict[int, int]:
        """The chosen place of each label; a label for which nothing is free is left out.

        Labels with few places choose first. Then each label may take a cheaper place and push others aside, as long as
        the sum of costs falls.
        """
        order = sorted(range(len(self.costs)), key=lambda label: (len(self.costs[label]), label))
        for label in order:
            place = None if label in self.chosen else self.cheapest(label)
            if place is not None:
                self.chosen[label] = place
        for _ in range(ROUNDS):
            improved = [label for label in order if self.improve(label)]
            if not improved:
                break
        return self.chosen

    def forbid(self, label: int, other: int) -> None:
        """Forbid two labels the places that they have together. The next run looks for others."""
        if label in self.chosen and other in self.chosen:
            one, two = sorted((label, other))
            self.known[one, self.chosen[one], two, self.chosen[two]] = True
            del self.chosen[label]

    def cost(self, label: int) -> float:
        return self.costs[label][self.chosen[label]] if label in self.chosen else MISSING

    def meets(self, label: int, place: int, other: int, there: int) -> bool:
        key = (label, place, other, there) if label < other else (other, there, label, place)
        if key not in self.known:
            self.known[key] = self.clash(*key)
        return self.known[key]

    def rivals(self, label: int, place: int) -> list[int]:
        """The labels that stand in the way of a place."""
        chosen = self.chosen
        return [one for one in self.near[label] if one in chosen and self.meets(label, place, one, chosen[one])]

    def cheapest(self, label: int) -> int | None:
        """The cheapest free place of a label."""
        return next((place for place in range(len(self.costs[label])) if not self.rivals(label, place)), None)

    def improve(self, label: int) -> bool:
        """Move a label to a cheaper place if that lowers the sum of costs, with whatever must give way."""
        for place, cost in enumerate(self.costs[label]):
            if cost >= self.cost(label):
                return False
            rivals = self.rivals(label, place)
            if len(rivals) <= PUSHED and self.push(label, place, rivals):
                return True
        return False

    def push(self, label: int, place: int, rivals: Sequence[int]) -> bool:
        before = dict(self.chosen)
        moved = [label, *rivals]
        old = sum(self.cost(one) for one in moved)
        for one in rivals:
            del self.chosen[one]
        self.chosen[label] = place
        for one in sorted(rivals, key=lambda one: len(self.costs[one])):
            free = self.cheapest(one)
            if free is not None:
                self.chosen[one] = free
        if sum(self.cost(one) for one in moved) < old - 1e-6:
            return True
        self.chosen = before
        return False

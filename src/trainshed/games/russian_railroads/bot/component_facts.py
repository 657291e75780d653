"""Tables that follow from the printed components alone, for the heuristic of Russian Railroads."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise

from trainshed.games.russian_railroads.rules.components import KIEV, Components
from trainshed.games.russian_railroads.rules.effect_notation import POINTS, QUESTION_TOKEN, STAR, WORKER, Part
from trainshed.games.russian_railroads.rules.player import PER_RAILROAD


class ComponentFacts:
    """Tables that depend on the components only."""

    __slots__ = ("double", "gaps", "medal", "rewards", "rises", "star_sums", "stars")

    def __init__(self, box: Components) -> None:
        self.rises = [
            [values[0], *[after - before for before, after in pairwise(values)]]
            for values in (box.values, box.revalued)
        ]
        """Points that a step with a colour adds to its space, before and after the revaluation."""
        self.stars = [0] * (box.length[KIEV] + 1)
        self.medal = (99, 0)
        self.double = 99
        """The space of St Petersburg from which its points count double."""
        self.rewards: dict[tuple[int, int], tuple[bool, list[Part]]] = {}
        """By track and space: whether a locomotive is needed, and the parts of the reward."""
        for special in box.specials:
            part = special.parts[0]
            if special.scoring:
                if part.verb == STAR and special.medal:
                    self.medal = (special.space, part.count)
                elif part.verb == STAR:
                    self.stars[special.space] = part.count
                else:
                    self.double = special.space
                    self.rewards[(special.railroad * PER_RAILROAD + special.colour, special.space)] = (True, [])
            else:
                parts = [p for p in special.parts if p.verb in (QUESTION_TOKEN, WORKER, POINTS)]
                if parts:
                    track = special.railroad * PER_RAILROAD + special.colour
                    self.rewards[(track, special.space)] = (special.locomotive, parts)
        self.star_sums = list(accumulate(self.stars))
        """Points of the stars of Kiev up to a space, without the medal."""
        self.gaps = [at for at, slot in enumerate(box.lane_slot) if slot]


@lru_cache(maxsize=16)
def printed(box: Components) -> ComponentFacts:
    return ComponentFacts(box)

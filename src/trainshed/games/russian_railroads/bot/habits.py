"""The habits of the heuristic of Russian Railroads: what things are worth in points beside what they score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass
class Habits:
    """Tuned parameters of the heuristic, in points; "Later" values count for each scoring phase after the next."""

    black: tuple[tuple[float, ...], ...] = (
        (0.0, 0.0, 1.62, 0.15, 0.1, 0.27, 2.69, 0.41, 0.23, 0.29, 1.63, 0.12, 0.12, 0.2, 0.21, 1.06),
        (0.0, 0.0, 0.39, 0.45, 0.58, 0.7, 1.05, 0.27, 0.27, 0.27),
        (0.0, 0.0, 0.17, 0.12, 0.08, 2.34, 2.93, 3.51, 0.53, 0.39),
    )
    """Later: a black step, by railroad and space."""
    room: tuple[float, ...] = (0.23, 0.48, 0.36)
    """Later: a step that makes room for the next colour, by railroad."""
    crowded: float = 0.88
    """Later: the same where the next colour stands directly behind."""
    beyond: tuple[float, ...] = (1.0, 0.44, 0.35, 0.29, 0.24, 0.18, 0.12, 0.04, 0.0)
    """The share of its later value that a step keeps, by the number of spaces beyond the reach of the locomotives."""
    coloured: tuple[tuple[float, ...], ...] = (
        (0.0, -1.13, 0.19, -0.38, 1.12),
        (0.0, -0.21, -0.13, 0.09),
        (0.0, -0.01, 0.82),
    )
    """Later: added for a step, by railroad and colour; black is not used."""
    reach: tuple[float, ...] = (0.13, 0.32, 0.37)
    """Later: a space in reach of the locomotives where no track, or only black, lies yet, by railroad."""
    double: float = 0.52
    """Later: a doubler."""
    hope: float = 0.11
    """The share of the doubled points that counts for a step where a doubler can still be placed."""
    lane: float = 0.47
    """Later: an industry step."""
    gap: float = 1.02
    """Later: a factory that closes the next gap."""
    near: tuple[float, ...] = (1.0, 0.7, 1.0, 0.8, 0.6, 0.5, 0.4, 0.3)
    """The share of the value of a factory, by the distance of the marker."""
    token: tuple[float, float] = (7.31, 2.44)
    """A question token: a fixed value, and later."""
    sp_gray: float = 0.71
    """Later: gray on St Petersburg on its way to the space that doubles."""
    medal: float = 1.4
    """Later: gray on Kiev on its way to the space of the medal, before the player has the medal."""
    worker: tuple[float, float] = (1.01, 1.51)
    """The value of a worker in a turn: fixed, and for each scoring phase left."""
    rouble: tuple[float, float] = (2.17, 3.56)
    """The value of a rouble that is kept: fixed, and for each later scoring phase."""
    patience: float = 1.87
    """Added for spaces that others can take: own engineers and spaces that are never occupied can wait."""
    engineer: tuple[float, float, float] = (25.12, 28.42, 60.71)
    """One more engineer, if the opponent with most then has more, as many, or fewer."""
    service: float = 0.91
    """The share of the rounds left in which a hired engineer will be used."""
    number: float = 0.51
    """Each unit of an engineer's number."""
    claim: tuple[float, float] = (8.73, 2.55)
    """Claiming position 1 or 2, beside the relocation."""
    relocation: float = 0.6
    """The share of the value of a worker that its relocation brings."""
    turquoise: float = 1.56
    """The turquoise workers together, in workers."""
    end_bonus: float = 16.31
    """An end bonus choice."""
    repeat: float = 0.53
    """Carrying out an action again, in workers."""
    ability: tuple[float, ...] = (0.0, -0.63, 2.41, 0.03, -0.71, 0.66, -0.02, -0.33, -0.83, -0.18)
    """Later: added for each factory number, beside the value of its parts."""
    second: float = 2.96
    """Later: the second marker."""
    revalue: float = 4.66
    """Later: the revaluation, for spaces still to come."""
    black_worker: float = 0.96
    """The black worker, in workers."""
    used: tuple[float, ...] = (-0.56, 3.97, -4.05, 4.27, -0.32, -0.71, -1.33)
    """Later: added for using a question token, by token."""
    horizon: int = 9
    """How many scoring phases count, at most."""


HABITS: Final = Habits()
"""The habits of `weigh`."""

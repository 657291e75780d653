"""The habits of the heuristic of Russian Railroads: what things are worth in points beside what they score.

The values were tuned by self-play for the margin between the seats, not for points: of two players of a game one had
random changes added to its habits and the other had them subtracted, and every value moved as these margins showed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass
class Habits:
    """Tuned parameters of the heuristic, in points; "Later" values count for each scoring phase after the next."""

    black: tuple[tuple[float, ...], ...] = (
        (0.0, 0.0, 2.35, -0.47, 0.12, 0.91, 3.48, -0.06, 0.26, 0.24, 2.07, -0.84, -0.02, 0.19, 0.01, 1.01),
        (0.0, 0.0, 0.33, 1.34, 0.37, 1.69, 0.77, 0.03, 0.51, -0.6),
        (0.0, 0.0, 0.55, 0.47, -0.31, 3.76, 4.85, 0.83, 0.37, -0.12),
    )
    """Later: a black step, by railroad and space."""
    room: tuple[float, ...] = (0.07, 1.23, 0.0)
    """Later: a step that makes room for the next colour, by railroad."""
    crowded: float = 0.62
    """Later: the same where the next colour stands directly behind."""
    beyond: tuple[float, ...] = (1.0, 0.72, 0.56, 0.43, 0.23, 0.28, 0.11, 0.0, 0.07)
    """The share of its later value that a step keeps, by the number of spaces beyond the reach of the locomotives."""
    coloured: tuple[tuple[float, ...], ...] = (
        (0.0, -1.82, 0.23, -0.65, 1.85),
        (0.0, -0.91, -0.2, -0.52),
        (0.0, -0.31, 0.72),
    )
    """Later: added for a step, by railroad and colour; black is not used."""
    reach: tuple[float, ...] = (0.0, 0.19, 1.47)
    """Later: a space in reach of the locomotives where no track, or only black, lies yet, by railroad."""
    double: float = 0.0
    """Later: a doubler."""
    hope: float = 0.0
    """The share of the doubled points that counts for a step where a doubler can still be placed."""
    lane: float = 1.34
    """Later: an industry step."""
    gap: float = -0.05
    """Later: a factory that closes the next gap."""
    near: tuple[float, ...] = (1.83, 2.14, 1.27, 0.88, 0.93, 0.45, 0.84, 0.65)
    """The share of the value of a factory, by the distance of the marker."""
    token: tuple[float, float] = (13.06, 4.14)
    """A question token: a fixed value, and later."""
    sp_gray: float = 0.75
    """Later: gray on St Petersburg on its way to the space that doubles."""
    medal: float = 2.18
    """Later: gray on Kiev on its way to the space of the medal, before the player has the medal."""
    worker: tuple[float, float] = (-1.28, 2.52)
    """The value of a worker in a turn: fixed, and for each scoring phase left."""
    rouble: tuple[float, float] = (-0.29, 6.96)
    """The value of a rouble that is kept: fixed, and for each later scoring phase."""
    patience: float = 4.68
    """Added for spaces that others can take: own engineers and spaces that are never occupied can wait."""
    engineer: tuple[float, float, float] = (44.41, 64.07, 161.66)
    """One more engineer, if the opponent with most then has more, as many, or fewer."""
    service: float = 0.2
    """The share of the rounds left in which a hired engineer will be used."""
    number: float = 1.23
    """Each unit of an engineer's number."""
    claim: tuple[float, float] = (31.53, 4.56)
    """Claiming position 1 or 2, beside the relocation."""
    relocation: float = 0.92
    """The share of the value of a worker that its relocation brings."""
    turquoise: float = 2.61
    """The turquoise workers together, in workers."""
    end_bonus: float = 14.28
    """An end bonus choice."""
    repeat: float = 1.01
    """Carrying out an action again, in workers."""
    ability: tuple[float, ...] = (0.0, 0.84, 0.73, -0.17, -1.23, 1.17, -1.93, -0.99, -0.24, -0.54)
    """Later: added for each factory number, beside the value of its parts."""
    second: float = 0.53
    """Later: the second marker."""
    revalue: float = 5.16
    """Later: the revaluation, for spaces still to come."""
    black_worker: float = 0.0
    """The black worker, in workers."""
    used: tuple[float, ...] = (-3.48, 2.59, -2.47, -0.29, 0.46, 4.59, -5.35)
    """Later: added for using a question token, by token."""
    horizon: int = 9
    """How many scoring phases count, at most."""


HABITS: Final = Habits()
"""The habits of `weigh`."""

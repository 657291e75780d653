"""Playing styles of Russian Railroads, and the mistakes of beginners, as changes of the habits of `weigh`.

The values of the styles were tuned by self-play against each other: every game varied the habits of every seat at
random, and a regression of the final points on these changes showed the way. Afterwards all styles were changed by the
same amounts, as the habits of `weigh` were. `trans_siberian` was then tuned on for its name: its own habits varied
against the three others at tables of four, and those values were moved that brought most points from the
Trans-Siberian for the margin that they cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from trainshed.games.russian_railroads.bot.habits import HABITS, Habits
from trainshed.kernel.shared.weights import check_known
from trainshed.kernel.translation import marked

STYLES: Final[dict[str, Habits]] = {
    # Kiev with black, gray and the medal: what `weigh` plays most of the time.
    "kiev": HABITS,
    # Industry first: factories, and the marker to the end of the lane.
    "industrialist": replace(
        HABITS,
        black=(
            (0.0, 0.0, 2.55, -0.47, 0.13, 0.93, 1.33, -0.08, 0.25, 0.23, 1.31, -0.69, 0.13, 0.43, 0.09, 1.4),
            (0.0, 0.0, 0.41, 1.44, 0.5, 1.71, 0.79, 0.1, 0.58, -0.53),
            (0.0, 0.0, 0.72, 0.59, -0.21, 2.69, 3.51, -0.77, 0.49, -0.02),
        ),
        room=(0.1, 0.97, 0.32),
        crowded=0.6,
        beyond=(1.0, 0.66, 0.52, 0.4, 0.19, 0.25, 0.09, 0.0, 0.07),
        coloured=((0.0, -1.32, -0.32, -0.44, 0.48), (0.0, -0.16, -0.09, -0.86), (0.0, 0.03, -0.92)),
        reach=(0.0, 0.23, 1.29),
        double=0.0,
        hope=0.01,
        lane=2.13,
        gap=2.18,
        token=(15.59, 4.88),
        sp_gray=0.45,
        medal=1.45,
        worker=(-0.95, 3.18),
        rouble=(-0.06, 6.44),
        patience=4.95,
        engineer=(40.7, 71.42, 170.73),
        service=0.18,
        number=1.01,
        claim=(29.65, 5.01),
        relocation=0.73,
        turquoise=2.22,
        end_bonus=17.17,
        repeat=0.98,
        ability=(0.0, 1.09, 1.66, -0.96, -0.53, 2.09, -1.71, -1.27, 1.07, -0.86),
        second=-1.05,
        revalue=6.82,
        black_worker=0.2,
        used=(-7.29, -2.37, 3.39, -2.88, 4.26, 8.8, -5.66),
    ),
    # Engineers and their majority, roubles to hire them, end bonus cards.
    "engineers": replace(
        HABITS,
        black=(
            (0.0, 0.0, 2.17, -0.44, 0.15, 0.98, 1.85, 0.27, 0.44, 0.47, 1.64, -0.8, 0.02, 0.26, 0.15, 1.66),
            (0.0, 0.0, 0.45, 1.49, 0.56, 1.58, 0.61, -0.03, 0.45, -0.66),
            (0.0, 0.0, 0.78, 0.63, -0.19, 2.74, 3.57, -0.7, 0.28, -0.18),
        ),
        room=(0.05, 0.93, 0.0),
        crowded=0.2,
        beyond=(1.0, 0.89, 0.7, 0.55, 0.32, 0.34, 0.15, 0.0, 0.07),
        coloured=((0.0, -2.33, 0.25, -0.62, 0.67), (0.0, -0.91, -0.53, -1.17), (0.0, -1.06, 0.71)),
        reach=(0.0, 0.09, 1.42),
        double=0.0,
        hope=0.0,
        lane=1.53,
        gap=0.13,
        token=(11.74, 4.51),
        sp_gray=0.82,
        medal=2.33,
        worker=(-1.27, 2.46),
        rouble=(-0.19, 7.09),
        patience=6.5,
        engineer=(49.5, 80.85, 166.51),
        service=0.65,
        number=1.2,
        claim=(32.94, 3.58),
        relocation=1.18,
        turquoise=3.05,
        end_bonus=50.35,
        repeat=1.16,
        ability=(0.0, 1.24, 1.6, -0.98, -1.1, 2.53, -3.92, -1.1, 0.81, -0.5),
        second=-0.73,
        revalue=3.59,
        black_worker=0.47,
        used=(-1.59, -0.32, 2.3, -0.92, 1.53, 5.52, -6.05),
    ),
    # The Trans-Siberian Railroad first: its tracks, doublers and locomotives.
    "trans_siberian": replace(
        HABITS,
        black=(
            (0.0, 0.0, 5.06, 0.33, 0.85, 1.87, 4.33, -0.02, 0.28, 0.27, 2.58, -0.8, 0.02, 0.25, 0.08, 1.34),
            (0.0, 0.0, 0.52, 1.55, 0.6, 1.97, 0.63, 0.0, 0.48, -0.63),
            (0.0, 0.0, 1.64, 1.52, 0.72, 5.74, 6.39, 2.48, 1.46, -0.04),
        ),
        room=(0.32, 1.31, 0.15),
        crowded=0.72,
        beyond=(1.0, 0.9, 0.72, 0.58, 0.3, 0.33, 0.14, 0.0, 0.07),
        coloured=(
            (0.0, 0.86, 1.94, -0.06, 2.99),
            (0.0, -2.0, -0.34, -0.43),
            (0.0, -0.65, 0.23),
        ),
        reach=(0.0, 0.17, 1.48),
        double=0.1,
        hope=0.34,
        lane=1.67,
        gap=-0.11,
        token=(18.13, 5.45),
        sp_gray=0.61,
        medal=1.92,
        worker=(-1.41, 2.6),
        rouble=(0.0, 6.5),
        patience=5.79,
        engineer=(37.0, 62.0, 132.0),
        service=0.11,
        number=1.27,
        claim=(33.58, 4.87),
        relocation=0.84,
        turquoise=2.81,
        end_bonus=23.84,
        repeat=1.1,
        ability=(0.0, 1.32, 0.49, -0.5, -1.45, 1.08, -2.08, -0.57, -0.71, -0.52),
        second=0.4,
        black_worker=0.25,
        used=(0.0, 2.96, -2.59, 0.01, 0.78, 4.9, -4.95),
    ),
}
"""Plans of about equal strength."""

STYLE_SENTENCES: Final[dict[str, str]] = {
    "kiev": marked("Builds the Kiev Railroad for its stars and its medal."),
    "industrialist": marked("Builds factories, and drives the industry to the end."),
    "engineers": marked("Hires engineers, and wants to have the most of them."),
    "trans_siberian": marked("Builds the Trans-Siberian Railroad first."),
}
"""What people are told about each style."""

MISTAKES: Final = (
    "forgotten_reach",
    "forgotten_tokens",
    "forgotten_engineers",
    "hoarded_roubles",
    "short_sight",
)
"""Mistakes that beginners make, the lighter ones first.

forgotten_reach: track beyond the reach of the locomotives is taken for track that scores.
forgotten_tokens: question tokens, the medal and end bonus cards are thought to be of little use.
forgotten_engineers: the majority of engineers at the end is overlooked.
hoarded_roubles: roubles are kept for later, as if each were worth several workers.
short_sight: only the next scoring phase counts.
"""

SOME_MISTAKES: Final = MISTAKES[:2]
"""The mistakes of somebody who has played a few games."""


def habits_of(style: str, mistakes: Sequence[str]) -> Habits:
    """The habits of a player of this style ("": those of `weigh`) who makes these mistakes."""
    check_known([style] if style else [], STYLES)
    check_known(mistakes, MISTAKES)
    habits = STYLES[style] if style else HABITS
    for mistake in mistakes:
        habits = with_mistake(habits, mistake)
    return habits


def with_mistake(habits: Habits, mistake: str) -> Habits:
    """The same habits with a mistake more."""
    match mistake:
        case "forgotten_engineers":
            return replace(habits, engineer=(0.0, 0.0, 0.0), number=0.0)
        case "hoarded_roubles":
            return replace(habits, rouble=(30.0, 3.0))
        case "forgotten_reach":
            return replace(habits, beyond=(1.0,) * 16, reach=(0.0, 0.0, 0.0))
        case "forgotten_tokens":
            return replace(habits, token=(2.0, 0.0), end_bonus=5.0, medal=0.0)
        case "short_sight":
            return replace(habits, horizon=1)
    raise AssertionError(f"{mistake} changes no habit")

"""Playing styles of Russian Railroads, and the mistakes of beginners, as changes of the habits of `weigh`.

The values of the styles were tuned by self-play against each other: every game varied the habits of every seat at
random, and a regression of the final points on these changes showed the way.
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
            (0.0, 0.0, 1.82, 0.15, 0.11, 0.29, 0.54, 0.39, 0.22, 0.28, 0.87, 0.27, 0.27, 0.44, 0.29, 1.45),
            (0.0, 0.0, 0.47, 0.55, 0.71, 0.72, 1.07, 0.34, 0.34, 0.34),
            (0.0, 0.0, 0.34, 0.24, 0.18, 1.27, 1.59, 1.91, 0.65, 0.49),
        ),
        room=(0.26, 0.22, 0.7),
        crowded=0.86,
        beyond=(1.0, 0.38, 0.31, 0.26, 0.2, 0.15, 0.1, 0.04, 0.0),
        coloured=((0.0, -0.63, -0.36, -0.17, -0.25), (0.0, 0.54, -0.02, -0.25), (0.0, 0.33, -0.82)),
        reach=(0.12, 0.36, 0.19),
        double=0.72,
        hope=0.12,
        lane=1.26,
        gap=3.25,
        token=(9.84, 3.18),
        sp_gray=0.41,
        medal=0.67,
        worker=(1.34, 2.17),
        rouble=(2.4, 3.04),
        patience=2.14,
        engineer=(21.41, 35.77, 69.78),
        service=0.89,
        number=0.29,
        claim=(6.85, 3.0),
        relocation=0.41,
        turquoise=1.17,
        end_bonus=19.2,
        repeat=0.5,
        ability=(0.0, -0.38, 3.34, -0.76, -0.01, 1.58, 0.2, -0.61, 0.48, -0.5),
        second=1.38,
        revalue=6.32,
        black_worker=1.21,
        used=(-4.37, -0.99, 1.81, 1.68, 3.48, 3.5, -1.64),
    ),
    # Engineers and their majority, roubles to hire them, end bonus cards.
    "engineers": replace(
        HABITS,
        black=(
            (0.0, 0.0, 1.44, 0.18, 0.13, 0.34, 1.06, 0.74, 0.41, 0.52, 1.2, 0.16, 0.16, 0.27, 0.35, 1.71),
            (0.0, 0.0, 0.51, 0.6, 0.77, 0.59, 0.89, 0.21, 0.21, 0.21),
            (0.0, 0.0, 0.4, 0.28, 0.2, 1.32, 1.65, 1.98, 0.44, 0.33),
        ),
        room=(0.21, 0.18, 0.13),
        crowded=0.46,
        beyond=(1.0, 0.61, 0.49, 0.41, 0.33, 0.24, 0.16, 0.06, 0.0),
        coloured=((0.0, -1.64, 0.21, -0.35, -0.06), (0.0, -0.21, -0.46, -0.56), (0.0, -0.76, 0.81)),
        reach=(0.15, 0.22, 0.32),
        double=0.43,
        hope=0.07,
        lane=0.66,
        gap=1.2,
        token=(5.99, 2.81),
        sp_gray=0.78,
        medal=1.55,
        worker=(1.02, 1.45),
        rouble=(2.27, 3.69),
        patience=1.09,
        engineer=(30.21, 45.2, 65.56),
        service=1.36,
        number=0.48,
        claim=(10.14, 1.57),
        relocation=0.86,
        turquoise=2.0,
        end_bonus=52.38,
        repeat=0.68,
        ability=(0.0, -0.23, 3.28, -0.78, -0.58, 2.02, -2.01, -0.44, 0.22, -0.14),
        second=1.7,
        revalue=3.09,
        black_worker=1.48,
        used=(1.33, 1.06, 0.72, 3.64, 0.75, 0.22, -2.03),
    ),
    # The Trans-Siberian Railroad first: its tracks, doublers and locomotives.
    "trans_siberian": replace(
        HABITS,
        black=(
            (0.0, 0.0, 4.72, 0.44, 0.29, 0.79, 3.06, 0.47, 0.26, 0.33, 2.38, 0.18, 0.18, 0.29, 0.31, 1.55),
            (0.0, 0.0, 0.66, 0.76, 0.92, 1.11, 0.84, 0.22, 0.22, 0.22),
            (0.0, 0.0, 0.29, 0.2, 0.13, 3.78, 3.73, 4.47, 0.67, 0.5),
        ),
        room=(0.3, 0.61, 0.61),
        crowded=1.03,
        beyond=(1.0, 0.62, 0.5, 0.41, 0.34, 0.26, 0.17, 0.06, 0.0),
        coloured=((0.0, -0.13, 1.23, 0.5, 2.8), (0.0, -0.78, -0.33, 0.22), (0.0, -0.51, 0.09)),
        reach=(0.12, 0.3, 0.38),
        double=0.99,
        hope=0.32,
        lane=0.52,
        gap=0.93,
        token=(14.77, 4.36),
        sp_gray=0.5,
        medal=1.01,
        worker=(0.82, 1.63),
        rouble=(4.05, 4.55),
        patience=3.5,
        engineer=(27.9, 68.08, 90.02),
        service=0.77,
        number=0.57,
        claim=(11.74, 3.0),
        relocation=0.49,
        turquoise=1.85,
        end_bonus=21.55,
        repeat=0.65,
        ability=(0.0, 0.07, 2.06, -0.46, -1.03, 0.53, -0.24, 0.28, -1.52, -0.15),
        second=2.77,
        revalue=4.66,
        black_worker=0.7,
        used=(0.14, 4.52, -4.23, 4.71, 0.16, -0.25, -0.74),
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

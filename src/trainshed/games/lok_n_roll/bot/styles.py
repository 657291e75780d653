"""Playing styles of nearly equal strength, and the mistakes that beginners make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from trainshed.games.lok_n_roll.bot.habits import TUNED, Habits, PlayerHabits
from trainshed.games.lok_n_roll.bot.thumb import weigh_by
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.shared.weights import check_known
from trainshed.kernel.translation import marked

STYLES: Final[dict[str, dict[str, float]]] = {
    "passing": {"patience": 0.75, "match": 0.3},
    "extending": {"early": 1.9, "several": 0.3, "patience": -0.3},
    "collecting": {"early": 0.6, "several": 2.0, "patience": -0.3},
    "derailing": {"derail": 0.2, "early": 1.15},
}
"""Playing styles, and how each changes the tuned habits: `early` and `derail` are factors, the others are added."""

STYLE_SENTENCES: Final[dict[str, str]] = {
    "passing": marked("Waits for cards that fit well, and rather passes."),
    "extending": marked("Extends the track as early and as far as possible."),
    "collecting": marked("Saves cards of one value, and lays them together."),
    "derailing": marked("Dares long tracks, and is not afraid of derailing."),
}
"""What people are told about each style."""

MISTAKES: Final = ("hopeful_dice", "early_chaos", "no_combining", "one_card", "short_sight")
"""Mistakes of beginners, the most common last.

- `hopeful_dice`: expects only half of the dice to count, so it derails often.
- `early_chaos`: discards every chaos card at once, whether it matches or not.
- `no_combining`: does not see that penalty cards can combine, and discards them in any order.
- `one_card`: lays one card at a time, never several of one value.
- `short_sight`: reckons only with the points of this turn, and not with later ones.
"""

SOME_MISTAKES: Final = ("hopeful_dice", "one_card", "short_sight")
"""The mistakes of somebody who has played a few games: at tables of two and of four, they lie between all and none."""


def weigher(style: str = "", mistakes: Sequence[str] = ()) -> Callable[[LokState, Sequence[int]], list[int]]:
    """A `weigh` of a player with a style ("": none in particular) who makes these mistakes."""
    check_known([style] if style else [], STYLES)
    check_known(mistakes, MISTAKES)
    who = PlayerHabits(
        changed(TUNED.table, style, mistakes),
        changed(TUNED.rival, style, mistakes),
        changed(TUNED.alone, style, mistakes),
        changed(TUNED.challenge, style, mistakes),
        changed(TUNED.last, "", mistakes),
    )
    return lambda world, moves: weigh_by(world, moves, who)


def changed(tuned: Habits, style: str, mistakes: Sequence[str]) -> Habits:
    """Habits after the changes of a style and of mistakes."""
    habit = tuned.copy()
    if style:
        changes = STYLES[style]
        early, derail = changes.get("early", 1.0), changes.get("derail", 1.0)
        habit.early = [gain * early for gain in habit.early]
        habit.derail = [cost * derail for cost in habit.derail]
        habit.patience += changes.get("patience", 0.0)
        habit.match += changes.get("match", 0.0)
        habit.several += changes.get("several", 0.0)
    for mistake in mistakes:
        if mistake == "short_sight":
            habit.early = [float(value) for value in range(len(habit.early))]
            habit.ahead = [0.0] * len(habit.ahead)
            habit.derail = [0.0]
            habit.match = habit.deny = habit.cramped = habit.patience = 0.0
        elif mistake == "one_card":
            habit.several = -100.0
        elif mistake == "no_combining":
            habit.combines = False
        elif mistake == "early_chaos":
            habit.chaos = 100.0
        elif mistake == "hopeful_dice":
            habit.hopeful = True
    return habit

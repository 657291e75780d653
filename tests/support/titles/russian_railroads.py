"""What only Russian Railroads knows; see `tests.support.titles.TitleHints`. Also rounds, for tests of its scorings."""

from __future__ import annotations

from typing import Any

import trainshed
from tests.support.games.words import legal
from tests.support.titles import Pick, Wanted, clever, keen
from trainshed.games.russian_railroads.rules.state import RailState

SLUG = "russian-railroads"
IDLE = ("pass", "done")


def in_round(number: int) -> Wanted:
    """The first turn of a round."""
    return lambda state: state.round == number and not state.stacks and "pass" in legal(state)


def scoring_near(state: RailState) -> bool:
    """One pass ends the round: all others have passed."""
    waiting = [player for player in state.players if not player.passed]
    return state.round > 0 and len(waiting) == 1 and "pass" in legal(state)


def several(head: str, count: int = 1) -> Wanted:
    """At least so many words of one family are legal."""
    return lambda state: sum(word.startswith(f"{head}:") for word in legal(state)) >= count


POSITIONS: dict[str, tuple[Wanted, Pick]] = {
    "fourth round": (in_round(4), clever),
    "starting card": (several("start"), keen),
    "payments": (several("pay", 2), keen),
    "token": (several("token"), clever),
}

_PACK: Any = trainshed.game(SLUG).pack
PRESSED = [
    f"{head}:{row['id']}"
    for head, rows in (("token", "token"), ("card", "question_card"), ("start", "starting_card"))
    for row in _PACK.get(rows)
]
"""Every question token, question card and starting card that the box has."""

"""What people read for a measure, a word of a title, and a number."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from trainshed.arena.sim import game_with
from trainshed.arena.studies.measures import is_share
from trainshed.arena.studies.task import StudyTask

NAMES: Final = {
    "score": "Points of a seat, on average",
    "score:winner": "Points of the winner",
    "margin": "Points between the first and the second",
    "tie": "Games with a shared first place",
    "lost": "Games that were lost",
    "decisions": "Decisions in a game",
    "turns": "Turns in a game",
    "moves": "Moves in a game, with draws and forced ones",
    "lead-changes": "Changes of the lead in a game",
}


ORDER: Final = {
    "seat-1": "who begins",
    "seat-2": "who is second in turn order",
    "seat-3": "who is third in turn order",
    "seat-4": "who is fourth in turn order",
}


def measure_name(measure: str) -> str:
    """A measure as people call it."""
    if measure in NAMES:
        return NAMES[measure]
    kind, _, rest = measure.partition(":")
    who = ORDER.get(rest, rest)
    match kind:
        case "won":
            return f"Games won by {who}"
        case "score":
            return f"Points of {who}"
        case "points":
            return f"Points of a seat from: {rest}"
        case "uses":
            return f"Uses in a game: {rest}"
    return measure


def unit_of(measure: str) -> str:
    """What a measure is counted in: measures share an axis only if they have the same unit."""
    if is_share(measure):
        return "games"
    kind = measure.partition(":")[0]
    return "points" if kind in ("score", "margin", "points") else kind


def value(measure: str, number: float | None, digits: int = 1) -> str:
    """A number of a measure: shares in percent, others with so many decimals."""
    if number is None:
        return "–"
    return f"{100 * number:.{digits}f} %" if is_share(measure) else decimal(number, digits)


def signed(measure: str, number: float | None, digits: int = 1) -> str:
    """A difference of a measure, always with its sign; of shares in games of 100."""
    if number is None:
        return "–"
    return f"{games_of_100(number, digits)} of 100" if is_share(measure) else decimal(number, digits, "+")


def games_of_100(number: float, digits: int = 1) -> str:
    return minus(f"{100 * number:+.{digits}f}")


def decimal(number: float, digits: int, sign: str = "") -> str:
    """A number with more decimals where it is small."""
    return minus(f"{number:{sign}.{digits + (abs(number) < 10)}f}")


def minus(text: str) -> str:
    """A number with the sign that people read; nothing has none."""
    return text.lstrip("+-") if not re.search("[1-9]", text) else text.replace("-", "−")


def interval(measure: str, low: float | None, high: float | None, sign: bool = False) -> str:
    """An interval of a measure, or of a difference of it (`sign`)."""
    if low is None or high is None:
        return "–"
    if not sign:
        return f"{value(measure, low)} to {value(measure, high)}"
    if is_share(measure):
        return f"{games_of_100(low)} to {games_of_100(high)}"
    return f"{decimal(low, 1, '+')} to {decimal(high, 1, '+')}"


def chance(number: float | None) -> str:
    """How likely something is by luck."""
    if number is None:
        return "–"
    return "under 0.1 %" if number < 0.001 else f"{100 * number:.1f} %"


def seats_name(seats: int) -> str:
    return "1 seat" if seats == 1 else f"{seats} seats"


@lru_cache(maxsize=4096)
def label(title: str, edition: int, pack: str, content: str, seats: int, word: str) -> str:
    """What the button for a word says when a game begins; the word itself where the title has no sentences."""
    game = game_with(title, edition, pack, content)
    if not game.has_part("text.sentences"):
        return word
    view = game.start(seats).view(None)
    return str(game.part("text.sentences").label(game, view, word))


def word_label(task: StudyTask, arm: int, word: str) -> str:
    """What a word is called in an arm of a study."""
    own = task.arms[arm]
    return label(task.title, task.edition, own.pack, own.content, task.seats, word)

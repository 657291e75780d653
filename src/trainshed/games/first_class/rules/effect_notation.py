"""The effect notation of First Class: what is printed on cards, cities, tiles and mail cars, read as icons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

COACH: Final = 1
"""Take level-0 coaches."""
UPGRADE: Final = 2
"""Raise a coach of one level, whose index is `arg`, to the next."""
ANY: Final = 3
"""Raise any coach to its next level, or take a level-0 coach (FC-UPGRADE-13)."""
RAISE: Final = 4
"""Raise any coach that is already in a train: what an ignored card gives (FC-TURN-07)."""
ONE_CONDUCTOR: Final = 5
"""Steps of the conductor of train `arg`: two such icons are one printed icon with both conductors."""
STEPS: Final = 6
"""Steps that the two conductors share as they like."""
LOCOMOTIVE: Final = 7
COINS: Final = 8
POINTS: Final = 9
BONUS: Final = 10
"""Take end-bonus cards from the display without paying."""
MODULE_VERBS: Final = 16
"""Verbs from here on belong to modules, sixteen to each."""

VERBS_OF_A_MODULE: Final = 16


class Icon:
    """One icon: a verb, what it is about, and how often. Never changed, because positions share it."""

    __slots__ = ("arg", "count", "verb")

    def __init__(self, verb: int, arg: int, count: int) -> None:
        self.verb = verb
        self.arg = arg
        self.count = count

    def less(self, by: int) -> Icon:
        """The same icon, less often."""
        return Icon(self.verb, self.arg, self.count - by)


def flat(icons: list[Icon]) -> list[int]:
    """Icons as one list of verb, argument, count: the form in which dumps and views hold them."""
    numbers: list[int] = []
    for icon in icons:
        numbers += [icon.verb, icon.arg, icon.count]
    return numbers


def icons_from(numbers: Sequence[int]) -> list[Icon]:
    """The inverse of `flat`."""
    return [Icon(numbers[at], numbers[at + 1], numbers[at + 2]) for at in range(0, len(numbers), 3)]


def merged(icons: list[Icon]) -> list[Icon]:
    """The same icons, equal ones counted together."""
    result: list[Icon] = []
    for icon in icons:
        for at, other in enumerate(result):
            if (other.verb, other.arg) == (icon.verb, icon.arg):
                result[at] = Icon(icon.verb, icon.arg, icon.count + other.count)
                break
        else:
            result.append(icon)
    return result


def read_core_icons(text: str, levels: list[int]) -> list[Icon] | None:
    """The icons of one item of an effect, such as `0-coach x2`; None if no rule of the core knows it."""
    head, _, last = text.rpartition(" ")
    number = last.removeprefix("x")
    if "->" in text:
        low, _, high = text.partition("->")
        if low.isdigit() and high.isdigit() and int(low) in levels and int(high) in levels:
            at = levels.index(int(low))
            if levels.index(int(high)) == at + 1:
                return [Icon(UPGRADE, at, 1)]
        return None
    if not number.isdigit() or not int(number) or (last.startswith("x") != (head in TIMES)):
        return None
    count = int(number)
    if head == "conductors both":
        return [Icon(ONE_CONDUCTOR, 0, count), Icon(ONE_CONDUCTOR, 1, count)]
    return [Icon(VERBS[head], 0, count)] if head in VERBS else None


TIMES: Final = ("0-coach", "upgrade-any", "end-bonus card")
"""Items that are counted with an x before the number."""

VERBS: Final = {
    "0-coach": COACH,
    "upgrade-any": ANY,
    "conductor steps": STEPS,
    "locomotive": LOCOMOTIVE,
    "coins": COINS,
    "points": POINTS,
    "end-bonus card": BONUS,
}

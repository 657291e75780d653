"""Options of a title, which are chosen for a table before the game starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from trainshed.kernel.rulebook import Basis, Rulebook


class SetupError(ValueError):
    """A game that cannot be started or loaded with these arguments."""


class UnfitOptions(SetupError):
    """Options that can each be chosen, but not together; the text is the title's sentence that says why."""


class Option(msgspec.Struct, frozen=True):
    """One option of a title: its choices, its default, and one sentence for the form."""

    name: str
    choices: tuple[str, ...]
    default: str
    sentence: str
    clause: str = ""
    seats: tuple[int, ...] = ()
    """The seat counts for which it can be chosen; empty: all of them."""
    beside: tuple[str, tuple[str, ...]] = ("", ())
    """It only matters beside these choices of another option; no name: it always does."""

    offered: bool = False
    """The rulebook offers every choice, so that none of them is the rule."""

    def applies(self, seats: int) -> bool:
        return not self.seats or seats in self.seats

    def choices_for(self, seats: int) -> tuple[str, ...]:
        """The choices at a table with this many seats: those that name a seat only if the seat exists."""
        prefix = "seat-"
        return tuple(
            choice
            for choice in self.choices
            if not choice.startswith(prefix) or int(choice.removeprefix(prefix)) <= seats
        )


def basis_of(option: Option, rulebook: Rulebook) -> Basis:
    """Where the default of an option comes from."""
    if option.offered:
        return "offered"
    return rulebook[option.clause].basis if option.clause else "ruling"


def chosen_options(options: Iterable[Option], seats: int, given: Mapping[str, str]) -> dict[str, str]:
    """Every option that applies to this table, given or by its default, in the order of their names."""
    known = {option.name: option for option in options if option.applies(seats)}
    for name, choice in given.items():
        if name not in known:
            raise SetupError(f"no option {name!r} with {seats} seats")
        if choice not in known[name].choices_for(seats):
            choices = ", ".join(known[name].choices_for(seats))
            raise SetupError(f"option {name} is one of {choices}, not {choice!r}")
    return {name: given.get(name, known[name].default) for name in sorted(known)}

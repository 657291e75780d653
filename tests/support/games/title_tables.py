"""Table set-ups for tests: every title with every seat count, and up to two other choices of every option."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

import trainshed
from tests.support.compiled_build import is_compiled
from tests.support.seeds import NIGHT
from trainshed.kernel.game import State


class Table(msgspec.Struct, frozen=True):
    """A title, a number of seats, and options that are not the default."""

    slug: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.slug, str(self.seats), *[f"{name}={choice}" for name, choice in self.options]])

    def open_spiel(self) -> str:
        """The table as OpenSpiel writes it."""
        pairs = "".join(f",{name}={choice}" for name, choice in self.options)
        return f"trainshed_{self.slug.replace('-', '_')}(seats={self.seats}{pairs})"


def tables() -> list[Table]:
    """Each seat count with the defaults; then other choices, those of several options at one table where they fit."""
    found: list[Table] = []
    for slug in trainshed.titles():
        game = trainshed.game(slug)
        found += [Table(slug, seats) for seats in game.seat_counts]
        others: dict[tuple[int, int], list[tuple[str, str]]] = {}
        for option in game.options:
            seats = max(option.seats or game.seat_counts)
            choices = [choice for choice in option.choices_for(seats) if choice != option.default]
            for number, choice in enumerate(choices[-2:]):
                others.setdefault((seats, number), []).append((option.name, choice))
        found += [Table(slug, seats, tuple(chosen)) for (seats, _), chosen in others.items()]
    return found


def two_of_each(found: list[Table]) -> list[Table]:
    """For each title its smallest table with the defaults and its first one with other choices."""
    first = {(table.slug, bool(table.options)): table for table in reversed(found)}
    return [table for table in found if first[table.slug, bool(table.options)] is table]


TABLES = tables() if is_compiled() or NIGHT else two_of_each(tables())
"""All of them on the compiled build, which plays several times as fast; two of each title on the interpreted one."""

PLAIN = [table for table in TABLES if not table.options]


def answer(state: State, rng: Random, well: bool) -> int:
    """A random legal move; `well` uses the weights of the title's rules of thumb."""
    moves = state.moves()
    weights = state.game.part("bot").weigh(state, moves) if well else None
    return rng.choices(moves, weights)[0]


def positions(table: Table, seed: int, every: int = 1, well: bool = False) -> Iterator[State]:
    """Positions of a game played at random or `well`, the last one always among them."""
    rng = Random(seed)
    state = trainshed.game(table.slug).start(table.seats, dict(table.options))
    count = 0
    while not state.over:
        if count % every == 0:
            yield state
        count += 1
        if state.actor == trainshed.NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
        else:
            state.apply(answer(state, rng, well))
    yield state

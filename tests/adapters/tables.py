"""Tables to try: every title with every seat count, and every other choice of every option once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

import trainshed
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
    found: list[Table] = []
    for slug in trainshed.titles():
        game = trainshed.game(slug)
        found += [Table(slug, seats) for seats in game.seat_counts]
        for option in game.options:
            seats = max(option.seats or game.seat_counts)
            others = [choice for choice in option.choices_for(seats) if choice != option.default]
            found += [Table(slug, seats, ((option.name, choice),)) for choice in others[-2:]]
    return found


TABLES = tables()
PLAIN = [table for table in TABLES if not table.options]


def positions(table: Table, seed: int, every: int = 1) -> Iterator[State]:
    """Positions of a game played at random, the last one always among them."""
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
            state.apply(rng.choice(state.moves()))
    yield state

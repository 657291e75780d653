"""A title whose odds can be counted: each seat chooses a plain or a bold die and rolls it, and the most points win.

A plain die shows 1 to 6, a bold one 2 to 7. Seat 1 gets the points of the option `bonus` on top. The folder is an
installed package as soon as it is on `sys.path`.

The option `dice` takes other dice: the luck is independent, and nothing else changes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from trainshed.kernel import content, game, options, rulebook, vocabulary
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, SeatEffect
from trainshed.kernel.shared import views

FACES = 6
CITE = rulebook.Citations()
BONUS = options.Option("bonus", ("0", "1", "2", "3"), "0", "Points for seat 1.", "KO-01")
DICE = options.Option("dice", ("usual", "other"), "usual", "Which dice are rolled.", "KO-01")
WORDS = [*[f"roll:{face}" for face in range(1, FACES + 1)], "die:plain", "die:bold"]
PLAIN, BOLD = FACES, FACES + 1


class View(views.Head, frozen=True):
    points: list[int]
    dice: list[int]


class Told(msgspec.Struct, frozen=True, tag=True):
    seat: int
    word: str


class Table(game.Position):
    def __init__(self, title: Any, seats: int, chosen: dict[str, str], agenda: list[Effect], facts: list[Any]) -> None:
        super().__init__(title, seats, chosen, agenda)
        self.points, self.dice = facts

    def facts(self) -> list[Any]:
        return [self.points, self.dice]

    def scores(self) -> list[int]:
        return list(self.points)


class Turn(SeatEffect):
    """A seat chooses its die, then nature rolls it."""

    def asks(self, state: Table) -> int:
        if self.seat == state.seats:
            return NOBODY
        return NATURE if state.dice[self.seat] else self.seat

    def resolve(self, state: Table) -> None:
        """All seats have rolled."""

    def chance(self, state: Table) -> str:
        return f"die of seat {self.seat}" + ("" if state.options["dice"] == "usual" else ", the other one")

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(face, 1) for face in range(FACES)]

    def candidates(self, state: Table) -> list[int]:
        return [PLAIN, BOLD]

    def forbids(self, state: Table, move: int) -> int:
        return 0 if move in (PLAIN, BOLD) else OTHER_QUESTION

    def answer(self, state: Table, move: int) -> None:
        if move >= FACES:
            state.dice[self.seat] = move
            state.push(self)
        else:
            bonus = int(state.options["bonus"]) if self.seat == 0 else 0
            state.points[self.seat] = move + 1 + (state.dice[self.seat] == BOLD) + bonus
            state.push(Turn(self.seat + 1))


class KnownOdds(game.Title):
    slug, name, package = "known-odds", "Known Odds", "known_odds"
    seat_counts, effects = (2, 3, 4), (Turn,)
    clause_over, clause_not_yours, clause_other = "KO-01", "KO-01", "KO-01"

    def __init__(self, edition: int = 1, pack: content.Pack | None = None) -> None:
        pack = pack or content.Pack({"die": {"faces": FACES}})
        super().__init__(edition, pack, vocabulary.Vocabulary(WORDS), (BONUS, DICE), CITE)

    def open(self, seats: int, options: dict[str, str]) -> Table:
        return Table(self, seats, options, [Turn(0)], [[0] * seats, [0] * seats])

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> Table:
        return Table(self, seats, options, agenda, facts)

    def look(self, state: Table, seat: int | None) -> View:
        return View(*views.head(state, seat), list(state.points), list(state.dice))

    def world(self, view: View, rng: Random) -> Table:
        agenda = self.agenda_of(view.pending)
        return Table(self, len(view.points), dict(view.options), agenda, [list(view.points), list(view.dice)])
